"""Names of seats: short enough, fit to print, and told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_tui import cli
from tabletop_tui.play.journal import read
from tabletop_tui.play.setup_checks import LONGEST_SEAT_NAME, seat_name_fault, told_apart


def seats(tmp_path: Path, *names: str) -> list[str]:
    path = tmp_path / "a.jsonl"
    given = [word for name in names for word in ("--name", name)]
    game = ["play", "armymen/quick-start", "--headless", "--seed", "1", "--seat", "random", "--seat", "random"]
    code = cli.run([*game, "--journal", str(path), *given])
    return [seat.name for seat in read(path).header.setup.seats] if code == 0 else []


def test_seats_are_named_in_turn_and_the_rest_keep_their_names(tmp_path: Path):
    assert seats(tmp_path, "Brünhild") == ["Brünhild", "Blue"]


def test_a_name_that_a_seat_has_already_gets_a_number(tmp_path: Path):
    assert seats(tmp_path, "blue") == ["blue", "Blue 2"]


@pytest.mark.parametrize("name", ["", " ", "x" * (LONGEST_SEAT_NAME + 1), "a\x1b[2J", "a\u202eb", "a\nb", " a"])
def test_what_is_no_name_is_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert seats(tmp_path, name) == []
    error = capsys.readouterr().err
    assert f"give a name of 1 to {LONGEST_SEAT_NAME} letters on one line" in error
    assert error.removesuffix("\n").isprintable()


def test_too_many_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert seats(tmp_path, "a", "b", "c") == []
    assert "there are 2 seats; there are more names than that" in capsys.readouterr().err


def test_names_that_read_alike_are_told_apart():
    assert told_apart(["Ann", "ann", "ＡＮＮ", "Bo"]) == ["Ann", "ann 2", "ＡＮＮ 3", "Bo"]
    assert told_apart(["Ann 2", "Ann", "Ann"]) == ["Ann 2", "Ann", "Ann 3"]
    long = "x" * LONGEST_SEAT_NAME
    assert not any(map(seat_name_fault, told_apart([long, long, long])))
    assert len(set(told_apart([long, long, long]))) == 3
