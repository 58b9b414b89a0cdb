"""Questions that give labels, in games: by chance, by greed, typed, from all sides, there and back, by pipe."""

from io import StringIO
from pathlib import Path

import pytest

from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.play.players.console_player import BadLine, Keyboard, parse
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook import registry
from tests.conformance import play_through, there_and_back, think_beside
from tests.drill import DRILL, drill_setup


@pytest.fixture(autouse=True)
def _drill(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, DRILL.id, DRILL)


@pytest.mark.parametrize("dice", ["seeded", "typed"])
@pytest.mark.parametrize("men", [3, 16])
def test_a_game_from_all_sides(men: int, dice: str, tmp_path: Path):
    setup = drill_setup("random", "greedy", seed=men, dice=dice, men=men)
    play_through(setup, men)
    there_and_back(setup, tmp_path / "a.jsonl", men)


def test_computers_think_beside():
    think_beside(drill_setup("greedy", "random", seed=4, men=9), 4)


def test_the_greedy_player_finds_the_answer_with_one_grenade():
    session = Session.new(drill_setup("greedy", "greedy", men=16))
    assert sorted(session.think().values()) == ["shoot"] * 16 or "throw" in session.think().values()
    question = session.question
    assert isinstance(question, Assign)
    assert session.think() in list(question.legal())


def orders() -> Assign:
    question = Session.new(drill_setup("keyboard", "keyboard")).question
    assert isinstance(question, Assign)
    return question


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        ("default", {}),
        ("all=wait", dict.fromkeys(("A1", "A2", "A3", "A4", "A5"), "wait")),
        ("rifles = w, A2=Throw", {"A1": "wait", "A2": "throw", "A3": "wait", "A4": "wait"}),
        ("5=wait", {"A5": "wait"}),
        ("all=throw", {"A1": "throw"}),
        ("A1=throw, A2=throw", {"A1": "throw", "A2": "throw"}),
        ("Guns=load", {"A5": "load"}),
    ],
)
def test_a_line_changes_the_default(line: str, changes: dict[str, str]):
    question = orders()
    assert parse(question, line) == question.default | changes


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("A1=sing", "'sing' is none of: shoot, load, throw, wait"),
        ("B1=wait", "'B1' is none of: all, Rifles, Guns"),
        ("wait", "'wait' changes nothing; give default, or changes of it with commas between, as in: all=shoot, "),
        ("A1=", "'' is none of"),
    ],
)
def test_a_line_that_means_nothing_is_refused(line: str, why: str):
    with pytest.raises(Refused) as caught:
        parse(orders(), line)
    assert why in str(caught.value)


def test_a_pipe_is_told_what_there_is_and_why_not():
    session, written = Session.new(drill_setup("keyboard", "keyboard")), list[str]()
    people = Keyboard(StringIO("A1=load\n"), written.append, patient=False)
    with pytest.raises(BadLine, match=r"A1: the weapon is loaded \[DRILL-LOAD-1\]"):
        people.ask(session.game, session.game.setup)
    said = "\n".join(written)
    assert "throw      Throw (at most 1)" in said
    assert "   5 A5 (Guns): Shoot" in said
    assert "not load: the weapon is loaded [DRILL-LOAD-1]" in said
    people = Keyboard(StringIO("A1=throw, A2=throw\nAll=wait\n"), written.append, patient=True)
    assert people.ask(session.game, session.game.setup) == dict.fromkeys(orders().default, "wait")
    assert "at most 1 can have 'Throw', not 2 [DRILL-THROW-1]" in written[-1]
