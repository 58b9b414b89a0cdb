"""A few random plays from random positions; `python -m tests.random_plays BOOK 1000` plays a thousand."""

from __future__ import annotations

import pytest

from tests.random_plays import main
from tests.soak.random_positions import BOOKS, play


@pytest.mark.parametrize("book", sorted(BOOKS))
def test_random_plays_from_random_positions_break_no_invariant(book: str):
    played = [play(book, seed, answers=25) for seed in range(4)]
    assert sum(one.questions for one in played) >= 80
    assert sum(one.offered for one in played) >= 250, "so many of the answers that were offered were held against it"
    assert len(set().union(*(one.kinds for one in played))) >= 5


def test_the_command_says_what_it_wants_and_tells_its_counts(capsys: pytest.CaptureFixture[str]):
    assert main(["chess", "3"]) == 2
    assert capsys.readouterr().out.startswith("give a rulebook (armymen, crimsondusk, mechcom")
    assert main(["mechcom", "1", "7"]) == 0
    assert "0 with a fault" in capsys.readouterr().out
