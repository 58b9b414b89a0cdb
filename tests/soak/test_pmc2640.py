"""Whole PMC 2640 battles by computers over all scenarios and armies: invariants after each answer, journals replayed.

TABLETOP_TUI_SOAK is the number of games (40 if it is not set), one in seven of them at Priority 2.
"""

from __future__ import annotations

import os
from itertools import permutations
from pathlib import Path

import pytest

from tabletop_tui import paths
from tabletop_tui.engine.setup import Setup
from tabletop_tui.play import new_game
from tabletop_tui.rulebook.registry import system
from tests.soak.invariants_pmc2640 import hold
from tests.soak.play import play_and_replay

GAMES = int(os.environ.get("TABLETOP_TUI_SOAK", "40"))
A_TEST = 3
"""So many games are one test, so that no worker is left alone with the last."""
LARGER = 7
"""One game in so many is at Priority 2."""
GREEDY = 30

PMC = system("pmc2640")
SCENARIOS = PMC.scenarios(paths.scenario_folders())
ARMIES = PMC.forces(paths.roster_folders())


def battle(number: int) -> Setup:
    """The set-up of game number so-and-so: the scenarios of its size in turn, each time with other armies."""
    priority = 2 if number % LARGER == LARGER - 1 else 1
    scenarios = [info for info in SCENARIOS if info.data.get("priority", 1) == priority]
    pairs = list(permutations([army for army in ARMIES if army.data.get("priority", 1) == priority], 2))
    turn = number // LARGER if priority == 2 else number - number // LARGER
    scenario = scenarios[turn % len(scenarios)]
    players = ["greedy" if number % GREEDY == seat else "random" for seat in range(2)]
    return new_game.set_table(PMC, scenario, list(pairs[turn % len(pairs)]), players, seed=number)


def test_the_games_are_of_all_kinds():
    setups = [battle(number) for number in range(350)]
    small = {info.data["name"] for info in SCENARIOS if info.data.get("priority", 1) <= 2}
    assert {setup.scenario["name"] for setup in setups} == small
    assert sum(setup.scenario.get("priority", 1) == 2 for setup in setups) == 50
    played = {army.data["name"] for army in ARMIES if army.data.get("priority", 1) <= 2}
    assert {seat.force["name"] for setup in setups for seat in setup.seats} == played


@pytest.mark.parametrize("first", range(0, GAMES, A_TEST))
@pytest.mark.long
@pytest.mark.sampled(2)
def test_soak(first: int, tmp_path: Path):
    for number in range(first, min(first + A_TEST, GAMES)):
        play_and_replay(battle(number), tmp_path / f"{number}.jsonl", number, hold)
