"""Whole TechCommander battles by computers over all scenarios: invariants after each answer, then replayed.

TABLETOP_TUI_SOAK is the number of games (3 if it is not set); the shortest scenarios come first.
"""

from __future__ import annotations

import os
from math import inf
from pathlib import Path

import pytest

from tabletop_tui import paths
from tabletop_tui.engine.setup import Setup
from tabletop_tui.play import new_game
from tabletop_tui.rulebook import registry
from tabletop_tui.rulebook.system import ScenarioInfo
from tabletop_tui.rules.techcommander.system import SYSTEM
from tests.soak.invariants_techcommander import hold
from tests.soak.play import play_and_replay

GAMES = int(os.environ.get("TABLETOP_TUI_SOAK", "3"))
GREEDY = 3


def length(info: ScenarioInfo) -> tuple[int, int]:
    return info.seats, info.data.get("turns", 6) * info.data.get("limit", 12)


SCENARIOS = sorted(SYSTEM.scenarios(paths.scenario_folders()), key=length)
FORCES = {force.id: force for force in SYSTEM.forces(paths.roster_folders())}


def battle(number: int) -> Setup:
    """The set-up of game number so-and-so: the scenarios in turn; with two players their forces change seats."""
    turn, place = divmod(number, len(SCENARIOS))
    scenario = SCENARIOS[place]
    forces = [FORCES[name] for name in scenario.forces]
    if turn % 2 and scenario.seats == 2:
        forces.reverse()
    players = ["greedy" if number % GREEDY == seat else "random" for seat in range(scenario.seats)]
    return new_game.set_table(SYSTEM, scenario, forces, players, seed=number)


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, SYSTEM.id, SYSTEM)


@pytest.mark.long
@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.sampled(2)
def test_soak(number: int, tmp_path: Path):
    play_and_replay(
        battle(number), tmp_path / f"{number}.jsonl", number + 1, hold, least=-inf
    )  # the eliminated go on to lose life
