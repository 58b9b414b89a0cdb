"""Whole Army Men battles by computers over all scenarios and armies: invariants after each answer, journals replayed.

TABLETOP_TUI_SOAK is the number of games (40 if it is not set).
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
from tabletop_tui.rules.armymen.melee import melee
from tabletop_tui.rules.armymen.moving import transports
from tabletop_tui.rules.armymen.ways import charge_field
from tests.soak.invariants_armymen import hold, into_contact_checked, melees_end
from tests.soak.play import play_and_replay

GAMES = int(os.environ.get("TABLETOP_TUI_SOAK", "40"))
A_TEST = 4
"""So many games are one test, so that no worker is left alone with the last."""
GREEDY = 30

ARMYMEN = system("armymen")
SCENARIOS = ARMYMEN.scenarios(paths.scenario_folders())
ARMIES = ARMYMEN.forces(paths.roster_folders())
MATCHES = {
    info.id: [pair for pair in permutations(ARMIES, 2) if ARMYMEN.fits(info, pair) is None] for info in SCENARIOS
}


def battle(number: int) -> Setup:
    """The set-up of game number so-and-so: the scenarios in turn, each time with other armies."""
    turn, place = divmod(number, len(SCENARIOS))
    scenario = SCENARIOS[place]
    pairs = MATCHES[scenario.id]
    players = ["greedy" if number % GREEDY == seat else "random" for seat in range(2)]
    return new_game.set_table(ARMYMEN, scenario, list(pairs[turn % len(pairs)]), players, seed=number)


def test_the_games_are_of_all_kinds():
    setups = [battle(number) for number in range(500)]
    assert {setup.scenario["name"] for setup in setups} == {info.data["name"] for info in SCENARIOS}
    assert {seat.force["name"] for setup in setups for seat in setup.seats} == {army.data["name"] for army in ARMIES}


@pytest.mark.parametrize("first", range(0, GAMES, A_TEST))
@pytest.mark.long
@pytest.mark.sampled(2)
def test_soak(first: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for module in (melee, charge_field, transports):
        monkeypatch.setattr(module, "into_contact", into_contact_checked)
    for number in range(first, min(first + A_TEST, GAMES)):
        play_and_replay(battle(number), tmp_path / f"{number}.jsonl", number, hold, melees_end)
