"""Whole random battles over all scenarios and squads: the invariants hold after each answer, each journal replays.

TABLETOP_TUI_SOAK is the number of games (40 if it is not set).
"""

from __future__ import annotations

import os
from functools import cache
from itertools import islice, product
from pathlib import Path
from random import Random

import pytest

from tabletop_tui import paths
from tabletop_tui.engine.setup import Setup
from tabletop_tui.play import new_game
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rulebook.system import ForceInfo
from tests.soak.invariants import hold
from tests.soak.play import play_and_replay

GAMES = int(os.environ.get("TABLETOP_TUI_SOAK", "40"))
A_TEST = 4
"""So many games are one test, so that no worker is left alone with the last."""
GREEDY = 12
"""One game in so many has a greedy player, who goes where chance does not."""

MECHCOM = system("mechcom")
SCENARIOS = MECHCOM.scenarios(paths.scenario_folders())
SQUADS = MECHCOM.forces(paths.roster_folders())


@cache
def matches(place: int) -> list[list[ForceInfo]]:
    """Pairings of squads that one of the scenarios takes: its own first, the others in no order."""
    scenario = SCENARIOS[place]
    own = [new_game.find_force(MECHCOM, name) for name in scenario.forces[: scenario.seats]]
    pairings = list(product(SQUADS, repeat=scenario.seats))
    Random(0).shuffle(pairings)
    return [own, *islice((list(p) for p in pairings if MECHCOM.fits(scenario, p) is None), 150)]


def battle(number: int) -> Setup:
    """The set-up of game number so-and-so: the scenarios in turn, each time with other squads."""
    turn, place = divmod(number, len(SCENARIOS))
    scenario = SCENARIOS[place]
    forces = matches(place)[turn % len(matches(place))]
    players = ["greedy" if number % GREEDY == seat else "random" for seat in range(scenario.seats)]
    return new_game.set_table(MECHCOM, scenario, forces, players, seed=number)


def test_the_games_are_of_all_kinds():
    setups = [battle(number) for number in range(500)]
    assert {setup.scenario["name"] for setup in setups} == {scenario.data["name"] for scenario in SCENARIOS}
    assert {seat.force["name"] for setup in setups for seat in setup.seats} == {force.data["name"] for force in SQUADS}
    assert {len(setup.seats) for setup in setups} >= {2, 3, 4}


@pytest.mark.parametrize("first", range(0, GAMES, A_TEST))
@pytest.mark.long
@pytest.mark.sampled(2)
def test_soak(first: int, tmp_path: Path):
    for number in range(first, min(first + A_TEST, GAMES)):
        play_and_replay(battle(number), tmp_path / f"{number}.jsonl", number, hold)
