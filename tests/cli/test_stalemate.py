"""Options of a new game: after how many quiet rounds a draw is offered, what it is called, and its clock."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_tui.play.session import Session
from tests.cli.conftest import bad

PLAY = ("play", "mechcom/quick-start", "--headless", *("--seat", "random") * 2, "--seed", 1)


@pytest.mark.parametrize(("given", "kept"), [((), 10), (("--stalemate", 0), 0), (("--stalemate", 3), 3)])
def test_it_goes_into_the_journal(run, tmp_path: Path, given: tuple[object, ...], kept: int):
    path = tmp_path / "a.jsonl"
    code, out, err = run(*PLAY, *given, "--journal", path)
    assert (code, err) == (0, "")
    assert out.splitlines()[-1].startswith("result: ")
    assert Session.replay(path).setup.stalemate == kept


def test_where_a_last_round_is_it_is_refused(run):
    sentence = bad(run("play", "canyon-zone", "--headless", "--stalemate", 5))
    assert "Canyon: Control Zone comes to an end by itself, and no draw is offered there" in sentence


@pytest.mark.parametrize("odd", [-1, 100, "often"])
def test_what_is_no_number_of_rounds_is_refused(run, odd):
    assert "--stalemate" in bad(run(*PLAY, "--stalemate", odd))


@pytest.mark.parametrize(("given", "kept"), [((), ("", None)), (("--called", "Cup", "--clock", "20"), ("Cup", 20))])
def test_a_game_has_the_name_and_the_clock_that_it_is_given(run, tmp_path: Path, given, kept):
    path = tmp_path / "game.jsonl"
    run(*PLAY, *given, "--journal", path)
    setup = Session.replay(path).setup
    assert (setup.name, setup.clock) == kept
