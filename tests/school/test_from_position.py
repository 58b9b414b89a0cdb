"""A position that was saved in a battle becomes a puzzle that keeps what it promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.play.position_files import game_of, save
from tabletop_tui.school.lesson_check import check
from tabletop_tui.school.puzzle_from_position import puzzle_of, save_puzzle

POSITION = {
    "system": "mechcom",
    "scenario": "quick-start",
    "go": "A1",
    "unit": [
        {"id": "A1", "mech": "sentinel", "pilot": "trooper", "at": "0505", "energy": 3},
        {"id": "B1", "mech": "magpie", "at": "0506", "integrity": 1},
    ],
}


def test_the_best_line_is_found_and_the_file_passes(tmp_path: Path) -> None:
    path = save(game_of(POSITION), "The last shot", tmp_path)
    table = puzzle_of(path, "The last shot", '{ event = "Fell", unit = "B1" }', "activation", ("shoot", "melee", "end"))
    assert 0.2 < table["goal"]["best"] < 1
    assert table["solution"][0].partition(":")[0] in ("shoot", "melee")
    assert "a puzzle" in check(save_puzzle(table, tmp_path / "mechcom" / "puzzle.toml"))


def test_what_is_wanted_has_to_be_a_condition(tmp_path: Path) -> None:
    path = save(game_of(POSITION), "The last shot", tmp_path)
    with pytest.raises(BadChoice, match="a condition in TOML"):
        puzzle_of(path, "x", "destroy it", "activation")
