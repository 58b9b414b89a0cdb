"""What is new to a learner in a game: each rule once, when it is first met, with the numbers that it had there.

At most one note a question, of several rules that of the earliest chapter; the others wait for the next question. What
is taken back gives its note back unsaid. What lessons have taught already is no news.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cached_property

from tabletop_tui.engine.events import Began, Closed, Event, Rolled
from tabletop_tui.engine.goals import rules_of
from tabletop_tui.engine.history import Entry
from tabletop_tui.engine.question import Pick, Question
from tabletop_tui.play.session import Session
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.first_game_hints import Guide
from tabletop_tui.school.lesson_files import LESSON, listed

NO_CHAPTER = 99
SPECIAL = ("vehicle", "unit", "army")
"""The kinds of rules that concern some units only: no news where a question may need them, until one has a hand."""
UNTOLD = ("setup", "scenario", "ours", "flavour", "optional")
"""The kinds of rules that are no news in the middle of a game."""


@frozen
class Note:
    """A rule that is met for the first time."""

    rule: str
    title: str
    text: str
    here: str = ""
    """The number in which it had a hand, with its reasons."""


class Notes:
    """The notes of one seat in one game."""

    def __init__(self, guide: Guide, seat: int, taught: Collection[str] = ()) -> None:
        """`taught` are rules that the learner knows from lessons."""
        self.guide, self.seat, self.taught = guide, seat, frozenset(taught)
        self._said: dict[int, tuple[Entry | None, Note | None]] = {}
        """For each question of the learner, by the answers given before it, the last of these and what was said."""
        self._session: Session | None = None

    def note(self, session: Session) -> Note | None:
        """What is new at the question that waits; the same as long as it waits."""
        self._forget_undone(session)
        question, number = session.question, len(session.history)
        if session.pending or question is None or question.seat != self.seat:
            return None
        if number not in self._said:
            last = session.history[-1] if number else None
            self._said[number] = (last, self._find(session, question, number))
        return self._said[number][1]

    def silence(self, session: Session) -> int:
        """To how many questions there was nothing new, up to the one that waits."""
        self.note(session)
        numbers = sorted(self._said, reverse=True)
        return next((n for n, number in enumerate(numbers) if self._said[number][1] is not None), len(numbers))

    def _forget_undone(self, session: Session) -> None:
        if session is not self._session:
            self._session, self._said = session, {}
        history = session.history
        for number, (last, _) in list(self._said.items()):
            if number > len(history) or (number and history[number - 1] is not last):
                del self._said[number]

    def _find(self, session: Session, question: Question, number: int) -> Note | None:
        known = self.taught | {note.rule for _, note in self._said.values() if note is not None}
        first = min(self._said, default=number)
        parts = session.parts()
        for events in parts[:first] if first else []:  # of a game that was gone on with all this has been seen
            known |= {rule for event in events for rule in rules_of(event)}
        met = dict[str, str]()
        for events in parts[first + 1 : number + 1]:
            for rule, here in met_in(events):
                met.setdefault(rule, here)
        book = {rule.id: rule for rule in session.system.reference()}
        usual = (one for one in behind(session, question) if one in book and book[one].kind not in SPECIAL)
        for rule in (*usual, *of_options(question)):
            met.setdefault(rule, "")
        new = [rule for rule in met if rule in book and rule not in known and self._is_news(rule, book[rule].kind)]
        if not new:
            return None
        chapters = self._chapters
        rule = min(new, key=lambda one: chapters.get(one, NO_CHAPTER))
        return Note(rule, book[rule].called, book[rule].told, met[rule])

    def _is_news(self, rule: str, kind: str) -> bool:
        return kind not in UNTOLD and not any(fnmatchcase(rule, one) for one in self.guide.bookkeeping)

    @cached_property
    def _chapters(self) -> dict[str, int]:
        """The chapter in which each rule is taught."""
        assert self._session is not None
        lessons = listed(self._session.system.id, LESSON, [])
        return {rule: one.chapter for one in lessons for rule in one.rules}


@frozen
class ChapterMet:
    """How much of a chapter came up in a game."""

    number: int
    name: str
    met: int
    missing: tuple[str, ...]
    """What its rules that never came up are called."""


def chapters_met(session: Session) -> list[ChapterMet]:
    """For each chapter that teaches rules of play, which of these had a hand in what happened in a game.

    The lesson on the keys teaches none.
    """
    met = {rule for events in session.parts() for rule, _ in met_in(events)}
    book = {rule.id: rule for rule in session.system.reference() if rule.kind not in UNTOLD}
    found = []
    for one in listed(session.system.id, LESSON, []):
        rules = [rule for rule in one.rules if rule in book]
        missing = tuple(book[rule].called for rule in rules if rule not in met)
        if rules and one.chapter:
            found.append(ChapterMet(one.chapter, one.name, len(rules) - len(missing), missing))
    return found


def met_in(events: Iterable[Event]) -> Iterator[tuple[str, str]]:
    """The rules of what happened, each with the number in which it had a hand."""
    for event in events:
        if isinstance(event, Began | Closed):
            continue
        tallies = []
        if isinstance(event, Rolled):
            need = event.need.number if event.need is not None else None
            tallies = [tally for tally in (need, event.adds, event.against, event.pool) if tally is not None]
        for rule in rules_of(event):
            yield rule, next((str(one) for one in tallies if rule in one.rules and one.modifiers), "")


def behind(session: Session, question: Question) -> Iterator[str]:
    """The rules behind a question, whoever is asked."""
    yield from question.rules
    yield from session.game.agenda[-1].rules


def of_options(question: Question) -> Iterator[str]:
    """The rules of what this unit may do, and those by which answers are refused."""
    if isinstance(question, Pick):
        for option in question.options:
            if option.refusal is not None:
                yield from (one.rule for one in option.refusal.all)
            elif option.rule:
                yield option.rule
