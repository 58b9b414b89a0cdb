"""Whole games of players that plan: no answer is refused, nothing ends in a fault, each journal gives the game again.

TABLETOP_TUI_SOAK is the number of games of each rulebook, between strong players; without it there is one of easy ones.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tabletop_tui import paths
from tabletop_tui.play import new_game
from tabletop_tui.rulebook.registry import system, system_ids
from tests.soak.play import play_and_replay

GAMES = int(os.environ.get("TABLETOP_TUI_SOAK", "0"))
PLAYER = "strong" if GAMES else "easy"


@pytest.mark.long
@pytest.mark.parametrize("rulebook", system_ids() if GAMES else ["mechcom"])
def test_players_that_plan_play_to_the_end(rulebook: str, tmp_path: Path):
    found = system(rulebook)
    scenarios = found.scenarios([paths.shipped("scenarios")])
    quick = next(scenario for scenario in scenarios if scenario.id == "quick-start")
    for number in range(1, max(1, GAMES) + 1):
        scenario = scenarios[number % len(scenarios)] if GAMES else quick
        setup = new_game.set_table(found, scenario, (), [PLAYER] * scenario.seats, seed=number)
        play_and_replay(setup, tmp_path / f"{number}.jsonl", number, lambda game: None)
