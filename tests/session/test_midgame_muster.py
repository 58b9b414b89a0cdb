"""A force that is called in mid-game, from a pipe and in the journal."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest

from tabletop_tui.engine.refusal import Refused
from tabletop_tui.play.headless_play import drive
from tabletop_tui.play.players.console_player import BadLine, parse
from tabletop_tui.play.session import Session
from tabletop_tui.play.text_view import question_lines
from tabletop_tui.rulebook import registry
from tabletop_tui.rulebook.midgame_muster import Recruit
from tests.swarm import SWARM, swarm_setup


@pytest.fixture(autouse=True)
def _swarm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, SWARM.id, SWARM)


def to_the_call(path: Path | None = None) -> Session:
    """A game in which Red is to call bugs."""
    session = Session.new(swarm_setup(), path)
    while not isinstance(session.question, Recruit):
        answers = [option.key for option in session.question.options if option.refusal is None]
        session.answer("rest" if "rest" in answers else answers[0])
    return session


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("drone=2", ["drone", "drone"]),
        ("2 mite", ["drone", "mite"]),
        ("Queen, mite", ["queen", "mite"]),
        ("none", []),
        ('["drone", "mite"]', ["drone", "mite"]),
    ],
)
def test_a_line_names_what_is_bought(line: str, answer: list[str]):
    session = to_the_call()
    assert parse(session.question, line) == answer
    session.answer(parse(session.question, line))
    assert session.history[-1].answer == answer


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("wasp", "'wasp' is no answer; give a number from 1 to 3"),
        ("drone=two", "'two' is no whole number"),
        ("[1,", "this is no list in JSON"),
    ],
)
def test_a_line_that_names_nothing_is_refused(line: str, why: str):
    with pytest.raises(Refused, match=why):
        parse(to_the_call().question, line)


def test_the_pool_is_printed_with_its_prices_and_limits():
    session = to_the_call()
    lines = question_lines(session.question, session.setup)
    assert lines == [
        "Red: Call bugs for up to 4 points  [SWARM-CALL-1]",
        "   1 queen      Queen (3 points)",
        "   2 drone      Drone (2 points)",
        "   3 mite       Mite (1 point)",
        "     Points: 0/4",
        "     what is bought, several with their number, as in: queen=2 mite, or 'none'",
    ]


def test_a_pipe_that_buys_too_much_is_told_why():
    session = to_the_call()
    with pytest.raises(BadLine, match=r"6 of 4 points \[SWARM-CALL-1\]"):
        drive(session, StringIO("drone=3\n"), lambda _: None)


def test_the_call_is_one_answer_in_the_journal_taken_back_whole(tmp_path: Path):
    session = to_the_call(tmp_path / "a.jsonl")
    before = session.digest()
    session.answer(["drone", "mite"])
    assert {"A4", "A5"} <= session.game.state.units.keys()
    session.undo()
    assert session.digest() == before
    session.redo()
    digest = session.digest()
    session.close()
    again = Session.replay(tmp_path / "a.jsonl")
    assert (again.digest(), again.history[-1].answer) == (digest, ["drone", "mite"])


def test_what_is_kept_of_an_answer_does_not_change_with_what_was_given():
    session, row = to_the_call(), ["drone"]
    session.answer(row)
    row.append("mite")
    assert session.history[-1].answer == ["drone"]
