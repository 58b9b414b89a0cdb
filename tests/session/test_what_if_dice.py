"""What would have come of other dice: on a copy, from the roll that is asked about, and nothing of it is kept."""

from __future__ import annotations

from tabletop_tui.engine.events import Harmed, Rolled
from tabletop_tui.play.position_files import setup_in
from tabletop_tui.play.session import Session
from tabletop_tui.play.what_if_dice import rethrown

SHOT = {
    "system": "mechcom",
    "scenario": "quick-start",
    "go": "A1",
    "unit": [
        {"id": "A1", "mech": "sentinel", "pilot": "trooper", "at": "0504"},
        {"id": "B1", "mech": "magpie", "at": "0506"},
    ],
}


def shot() -> Session:
    session = Session.new(setup_in(SHOT))
    session.answer("shoot:Carbine")
    session.answer("B1")
    return session


def rolls(session: Session) -> list[Rolled]:
    return [event for event in session.log() if isinstance(event, Rolled)]


def test_the_faces_that_are_asked_for_come_up_and_nothing_else_changes() -> None:
    session = shot()
    before, log = session.digest(), list(session.log())
    missed = rethrown(session, 1, (1, 1, 1))
    first = missed[0]
    assert isinstance(first, Rolled)
    assert first.faces == (1, 1, 1)
    assert not any(isinstance(event, Harmed) for event in missed)
    hit = rethrown(session, 1, (6, 6, 6))
    assert next(event.faces for event in hit if isinstance(event, Rolled)) == (6, 6, 6)
    assert (session.digest(), list(session.log())) == (before, log)


def test_an_earlier_roll_of_the_same_answer_stays_as_it_was() -> None:
    session = shot()
    second = rolls(session)[1]
    again = rethrown(session, 2, (1,) * len(second.faces))
    assert isinstance(again[0], Rolled)
    assert (again[0].why, set(again[0].faces)) == (second.why, {1})


def test_thrown_again_with_another_seed_it_may_come_otherwise() -> None:
    session = shot()
    faces = {
        event.faces for seed in range(12) for event in rethrown(session, 1, (), seed)[:1] if isinstance(event, Rolled)
    }
    assert len(faces) > 2


def test_a_roll_that_was_never_made_has_nothing_to_tell() -> None:
    assert rethrown(shot(), 99) == []
