"""Whole Crimson Dusk battles by computers over all scenarios and forces: invariants after each answer, replayed.

TABLETOP_TUI_SOAK is the number of games (12 if it is not set).
"""

from __future__ import annotations

import os
from itertools import permutations
from pathlib import Path

import pytest

from tabletop_tui import paths
from tabletop_tui.engine.setup import Setup
from tabletop_tui.play import new_game
from tabletop_tui.rulebook import registry
from tabletop_tui.rules.crimsondusk.system import SYSTEM
from tests.soak.invariants_crimsondusk import hold
from tests.soak.play import play_and_replay

GAMES = int(os.environ.get("TABLETOP_TUI_SOAK", "12"))
A_TEST = 2
"""So many games are one test, so that no worker is left alone with the last."""
GREEDY = 3

SCENARIOS = SYSTEM.scenarios(paths.scenario_folders())
FORCES = SYSTEM.forces(paths.roster_folders())
MATCHES = {info.id: [pair for pair in permutations(FORCES, 2) if SYSTEM.fits(info, pair) is None] for info in SCENARIOS}


def battle(number: int) -> Setup:
    """The set-up of game number so-and-so: the scenarios in turn, each time with other forces."""
    turn, place = divmod(number, len(SCENARIOS))
    scenario = SCENARIOS[place]
    pairs = MATCHES[scenario.id]
    players = ["greedy" if number % GREEDY == seat else "random" for seat in range(2)]
    return new_game.set_table(SYSTEM, scenario, list(pairs[turn % len(pairs)]), players, seed=number)


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, SYSTEM.id, SYSTEM)


def test_every_scenario_can_be_played_by_some_forces():
    assert all(MATCHES.values())


@pytest.mark.parametrize("first", range(0, GAMES, A_TEST))
@pytest.mark.sampled(2)
def test_soak(first: int, tmp_path: Path):
    for number in range(first, min(first + A_TEST, GAMES)):
        play_and_replay(battle(number), tmp_path / f"{number}.jsonl", number, hold)
