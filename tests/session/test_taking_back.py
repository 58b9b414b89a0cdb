"""Taking back among people: told in the log, kept in the journal, asked about by the custom of the table."""

from pathlib import Path

from tabletop_tui.engine.events import Rolled, TakenBack
from tabletop_tui.play.session import Session
from tabletop_tui.play.undo_consent import asked_first, refused
from tests.session.people import PEOPLE, play, records
from tests.toy import toy_setup


def told(session: Session) -> list[str]:
    return [event.text for event in session.log() if isinstance(event, TakenBack)]


def with_dice(session: Session, answers: int = 400) -> Session:
    """Play on until the last answer drew dice."""
    for _ in range(answers):
        play(session, 1)
        if session.over is None and session.history[-1].dice:
            return session
    raise AssertionError("no answer drew dice")


def test_a_die_that_is_taken_back_is_told_in_the_log_and_after_a_load(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    session = with_dice(Session.new(toy_setup(*PEOPLE, seed=4), path))
    dice = session.history[-1].dice or ()
    assert told(session) == []
    session.undo()
    assert dice
    assert len(told(session)) == 1, told(session)
    assert all(f"die {face}" in told(session)[0] for face in dice), (dice, told(session))
    assert records(path)[-1] == "back", "the journal of today says it already"
    play(session, 3)
    said, events = told(session), list(session.log())
    session.close()
    again = Session.load(path)
    assert list(again.log()) == events
    assert told(again) == said
    other = tmp_path / "b.jsonl"
    again.record_to(other)
    again.close()
    assert list(Session.replay(other).log()) == events, "a journal that is written anew says it too"


def test_going_back_further_loses_nothing_and_looking_tells_nothing(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    session = with_dice(Session.new(toy_setup(*PEOPLE, seed=4), path))
    session.undo()
    first = told(session)
    session.go_back(0)
    assert {*first} <= {*told(session)}
    play(session, 2)
    before = told(session)
    session.close()
    looked = Session.replay(path)
    looked.go_to(0)
    looked.go_to(len(looked.undone))
    assert told(looked) == before


def test_who_plays_alone_takes_back_freely_and_nothing_is_told():
    session = with_dice(Session.new(toy_setup("keyboard", "random", seed=6)))
    number = session.before_last()
    assert asked_first(session, number, "ask") == refused(session, number, "die") == ""
    session.go_back(number)
    assert told(session) == []


def test_each_custom_of_a_table():
    session = with_dice(Session.new(toy_setup(*PEOPLE, seed=4)))
    number = session.before_last()
    assert asked_first(session, number, "free") == "" == refused(session, number, "free")
    assert asked_first(session, number, "ask")
    assert not refused(session, number, "ask")
    assert "last die" in refused(session, number, "die")


def test_an_answer_of_ones_own_without_dice_is_nobody_elses_business():
    session, own, others = Session.new(toy_setup(*PEOPLE, seed=4)), 0, 0
    for _ in range(60):
        play(session, 1)
        if session.over is not None:
            break
        last, number = session.history[-1], session.before_last()
        if not last.dice and not any(isinstance(event, Rolled) for event in last.events):
            mine = last.seat == session.seat_to_answer
            assert bool(asked_first(session, number, "ask")) == (not mine)
            own, others = own + mine, others + (not mine)
    assert min(own, others) > 2, (own, others)
