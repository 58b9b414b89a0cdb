"""The yard as a whole: every question from all sides, there and back, computers that think, play without a screen."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest

from tabletop_tui.play.headless_play import drive
from tabletop_tui.play.session import Session
from tests.conformance import a_setup, play_through, there_and_back, think_beside


@pytest.mark.parametrize("dice", ["seeded", "typed"])
@pytest.mark.parametrize("seed", range(3))
def test_it_is_a_whole_system(seed: int, dice: str, tmp_path: Path) -> None:
    setup = a_setup("yard", 0, seed=seed, dice=dice)
    play_through(setup, seed, every=2)
    there_and_back(setup, tmp_path / "a.jsonl", seed)


@pytest.mark.parametrize("player", ["random", "greedy"])
def test_while_computers_think(player: str) -> None:
    think_beside(a_setup("yard", 0, player=player, seed=3), 3, every=2)


def test_computers_play_it_without_a_screen() -> None:
    session = Session.new(a_setup("yard", 0, player="greedy", seed=1))
    drive(session, StringIO(), [].append)
    assert session.over is not None
