"""The clocks of a game: counted by a time source that tests have in hand, kept in the journal, never given back."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from tabletop_tui.engine.events import FlagFell
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.journal import JournalError
from tabletop_tui.play.saved_game_summaries import glance
from tabletop_tui.play.seat_clock import SeatClock, clock_said, minutes_of, minutes_words
from tabletop_tui.play.session import Session
from tabletop_tui.settings import CLOCKS
from tests.toy import toy_setup

PEOPLE = "keyboard", "keyboard"


class Time:
    """A time source that goes on when it is told to."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def clocked(path: Path, minutes: int = 0, **more: object) -> tuple[Session, Time]:
    session, time = Session.new(evolve(toy_setup(*PEOPLE), clock=minutes, **more), path), Time()
    session.clock.time = time
    return session, time


def play(session: Session, time: Time, seconds: float) -> int:
    """Somebody thinks for so long and answers; the seat."""
    seat = session.question.seat
    session.clock.run(seat)
    time.now += seconds
    session.clock.run(None)
    session.answer(next(iter(session.question.legal())))
    return seat


def test_only_the_one_who_is_asked_is_counted():
    time = Time()
    clock = SeatClock(2, 0, time)
    for seat, seconds in ((0, 5.0), (1, 7.5), (0, 1.25), (None, 1000.0)):
        clock.run(seat)
        time.now += seconds
    assert clock.used == [6.25, 7.5]
    clock.run(1)
    time.now += 2
    clock.run(1)
    assert clock.spent(1) == 9.5, "told twice whose time runs, it is counted once"
    assert [clock.shown(0), clock.shown(1)] == ["0:06", "0:09"]


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, "0:00"), (59.99, "0:59"), (60, "1:00"), (754, "12:34"), (3723, "1:02:03")]
)
def test_times_are_said_in_minutes(seconds: float, said: str):
    assert minutes_words(seconds) == said


def test_a_limit_counts_down_and_a_flag_falls_once():
    time = Time()
    clock = SeatClock(2, 1, time)
    clock.run(0)
    time.now += 45
    assert (clock.shown(0), clock.shown(1), [*clock.fallen()]) == ("0:15", "1:00", [])
    time.now += 35
    assert clock.shown(0) == "+0:20"
    assert [*clock.fallen()] == [0]
    assert [*clock.fallen()] == []


def test_the_clock_is_kept_with_the_game_and_undo_gives_nothing_back(tmp_path):
    path = tmp_path / "a.jsonl"
    session, time = clocked(path)
    counted = [0.0, 0.0]
    for seconds in (3.0, 4.5, 10.0, 0.5, 2.0):
        counted[play(session, time, seconds)] += seconds
    session.undo()
    assert session.clock.used == counted
    counted[play(session, time, 6.0)] += 6
    session.clock.run(0)
    time.now += 30
    session.clock.run(None)
    session.keep_clock()  # it is left in the middle of a thought
    counted[0] += 30
    session.close()
    again = Session.load(path)
    assert again.clock.record() == counted
    assert again.clock.limit == 0
    again.close()


def test_a_flag_stands_in_the_log_for_good_and_ends_no_game(tmp_path):
    path = tmp_path / "a.jsonl"
    session, time = clocked(path, minutes=1)
    seat = play(session, time, 61)
    session.tell_flags()
    (fell,) = (event for event in session.log() if isinstance(event, FlagFell))
    assert (
        fell.text == f"{session.setup.seats[seat].name}'s flag has fallen: the time for thinking, 1 minute, is used up"
    )
    session.undo()
    assert any(isinstance(event, FlagFell) for event in session.log())
    play(session, time, 1)
    session.tell_flags()
    session.close()
    again = Session.load(path)
    assert sum(isinstance(event, FlagFell) for event in again.log()) == 1
    assert [*again.clock.fallen()] == []
    assert again.question is not None
    again.close()


def test_a_game_without_a_clock_says_nothing_of_it(tmp_path):
    path = tmp_path / "a.jsonl"
    Session.new(toy_setup(*PEOPLE), path).close()
    text = path.read_text()
    assert '"clock"' not in text
    assert '"name":""' not in text


def test_a_journal_whose_lost_file_is_written_anew_has_the_clock(tmp_path):
    session, time = clocked(tmp_path / "a.jsonl", minutes=1)
    play(session, time, 70)
    session.tell_flags()
    (tmp_path / "a.jsonl").unlink()
    play(session, time, 5)
    other = session.journal.path
    counted = session.clock.record()
    session.close()
    again = Session.load(other)
    assert again.clock.record() == counted
    assert sum(isinstance(event, FlagFell) for event in again.log()) == 1
    again.close()


@pytest.mark.parametrize("used", ["[1]", "[1,-2]", '["a",2]', "[1,1e99]"])
def test_a_clock_that_cannot_be_is_refused(tmp_path, used):
    session, _ = clocked(tmp_path / "a.jsonl")
    session._write([f'{{"clock":{used}}}'], sync=False, after=0)
    session.close()
    with pytest.raises(JournalError, match="line 3"):
        Session.load(tmp_path / "a.jsonl")


def test_the_clocks_of_the_settings_are_those_of_a_game():
    assert [minutes_of(clock) for clock in CLOCKS[:3]] == [None, 0, 10]
    assert len({clock_said(clock) for clock in CLOCKS}) == len(CLOCKS) == 10


def test_a_game_has_a_name_of_its_own_in_lists(tmp_path):
    session, _ = clocked(tmp_path / "a.jsonl", name="Thursday cup")
    assert session.setup.called.startswith("Thursday cup (")
    session.close()
    assert glance(tmp_path / "a.jsonl").called == session.setup.called


@pytest.mark.parametrize(("what", "value"), [("name", " x"), ("name", "x" * 41), ("clock", -1), ("clock", 601)])
def test_what_cannot_be_said_of_a_game_is_refused(what, value):
    with pytest.raises(BadFile):
        Session.new(evolve(toy_setup(*PEOPLE), **{what: value}))
