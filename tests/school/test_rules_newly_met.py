"""A whole guided game: each rule is told once, when it is first met; then silence."""

from __future__ import annotations

import pytest

from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.first_game_hints import guide_of
from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.school.rules_newly_met import Note, Notes, chapters_met

BOOKS = ("mechcom", "pmc2640", "armymen", "crimsondusk", "techcommander")


def guided(name: str) -> tuple[Session, Notes]:
    session = new_game.first_game(system(name), guided=True)
    guide = guide_of(session.system)
    assert guide is not None
    return session, Notes(guide, 0)


def told(session: Session, notes: Notes, answers: int) -> list[Note | None]:
    """The notes of so many questions of the learner, who answers what comes first."""
    found: list[Note | None] = []
    session.run()
    while len(found) < answers and session.question is not None:
        found.append(notes.note(session))
        session.answer(next(iter(session.question.legal())))
        session.run()
    return found


@pytest.mark.parametrize("name", BOOKS)
def test_no_rule_is_told_twice(name: str) -> None:
    session, notes = guided(name)
    rules = [note.rule for note in told(session, notes, 12) if note is not None]
    assert len(rules) > 3
    assert len(set(rules)) == len(rules)
    session.close()


def test_a_rule_of_vehicles_is_no_news_where_a_unit_on_foot_is_asked() -> None:
    """Where a question may need it, of a vehicle: to foot soldiers it says nothing until it has a hand."""
    session, notes = guided("pmc2640")
    kinds = {rule.id: rule.kind for rule in session.system.reference()}
    rules = {note.rule for note in told(session, notes, 40) if note is not None}
    behind_questions = {rule for rule in rules if kinds[rule] == "vehicle"}
    assert len(rules) > 15
    assert not behind_questions
    session.close()


def test_a_note_is_given_back_by_undo_and_stays_while_its_question_waits() -> None:
    session, notes = guided("mechcom")
    told(session, notes, 4)
    before = notes.note(session)
    assert notes.note(session) is before
    assert session.question is not None
    session.answer(next(iter(session.question.legal())))
    session.run()
    notes.note(session)
    session.undo()
    again = notes.note(session)
    assert again == before
    session.close()


def test_it_falls_silent_where_nothing_is_new() -> None:
    session, notes = guided("mechcom")
    told(session, notes, 3)
    quiet = notes.silence(session)
    notes._find = lambda *_: None  # type: ignore[method-assign]
    told(session, notes, 5)
    assert notes.silence(session) >= quiet + 5
    session.close()


def test_what_a_lesson_has_taught_is_not_told_again() -> None:
    session, notes = guided("mechcom")
    rules = [note.rule for note in told(session, notes, 6) if note is not None]
    session.close()
    session, fresh = guided("mechcom")
    again = Notes(fresh.guide, 0, rules[:2])
    later = [note.rule for note in told(session, again, 6) if note is not None]
    assert later
    assert not set(rules[:2]) & set(later)
    session.close()


def test_after_a_game_each_chapter_says_what_never_came_up() -> None:
    session, notes = guided("mechcom")
    before = chapters_met(session)
    assert sum(one.met for one in before) == 0
    told(session, notes, 12)
    after = chapters_met(session)
    numbers = [one.number for one in after]
    assert len(numbers) > 20
    assert {*range(1, max(numbers) + 1)} - {*numbers} == {21}, "only that on missions teaches no rule of play"
    assert numbers == sorted({*numbers})
    assert sum(one.met for one in after) > 3
    assert all(a.met + len(a.missing) == len(b.missing) for a, b in zip(after, before, strict=True))
    session.close()


def test_a_guide_that_names_forces_has_them_at_its_table() -> None:
    session, _ = guided("techcommander")
    guide = guide_of(session.system)
    assert guide is not None
    assert guide.forces == ("cadre", "night-watch")
    assert [seat.force["name"] for seat in session.setup.seats] == ["Cadre", "Night Watch"]
    session.close()


def test_where_the_book_leaves_something_open_the_note_says_how_it_is_played() -> None:
    looked = 0
    for name in system_ids():
        for rule in system(name).reference():
            if rule.text.startswith("The book does not say"):
                looked += 1
                assert rule.told.startswith(f"{rule.text} As we play it: {rule.ruling[:20]}"), rule.id
                assert rule.told.endswith("."), rule.id
    assert looked > 8
