"""What a player has learnt of a rulebook, in a file of the player's own: lessons and puzzles done, rules that are due.

A rule is graded by what the player did: the goal met at once is good, with a hint or at the second try hard, missed is
again. When it comes back the library fsrs says. The time is passed in by whoever asks.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar, Literal
from zlib import crc32

from fsrs import Card, Rating, Scheduler, State

from tabletop_tui import paths
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.locks import locked
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.files.toml_writing import toml_text
from tabletop_tui.files.validation import shown_error
from tabletop_tui.files.write_file import free_path, write_beside
from tabletop_tui.school.lesson_files import FOLDERS, LESSON, Lesson
from tabletop_tui.school.verdict import Verdict

KNOWN_AFTER = timedelta(days=14)
"""A rule that comes back later than this is known."""
SCHEDULER = Scheduler(enable_fuzzing=False, learning_steps=(), relearning_steps=())
Knowledge = Literal["new", "shaky", "known"]
DONE, RULES, NOTES = "done", "rules", "notes"
TASKS = "tasks"
MOST = {"stars": 3, "tries": 1_000_000, "hints": 1_000_000, "chance": 1}
"""The most that a figure of an entry can be."""
LONGEST = timedelta(days=36500)
"""The longest after which a rule comes back, as in the library."""


class Learner:
    """The progress of a player in one rulebook; `keep` makes a change that lasts."""

    home: ClassVar[str] = "back to the list"
    """Where whoever takes a lesson is when it is over."""

    def __init__(self, system_id: str, table: Mapping[str, Any] | None = None) -> None:
        self.system = system_id
        self.table: dict[str, Any] = {DONE: {}, RULES: {}, NOTES: [], **(table or {})}
        """As it stands in the file; what another version of the program wrote there is kept."""

    @classmethod
    def of(cls, system_id: str) -> Learner:
        """The progress on file; a fresh one where there is none, or none that can be read."""
        try:
            return cls(system_id, table_of(path_of(system_id)))
        except BadFile:
            return cls(system_id)

    def keep(self, change: Callable[[Learner], object]) -> None:
        """Make a change, here and in the file as it stands by then: another window may have written there.

        BadFile if it cannot be written; the change counts here all the same. A file that could not be read is kept
        under another name.
        """
        change(self)
        path = path_of(self.system)
        with locked(path):
            try:
                on_file = Learner(self.system, table_of(path))
            except BadFile:
                on_file = Learner(self.system)
                _put_aside(path)
            change(on_file)
            write_beside(path, toml_text(on_file.table))
        self.table = on_file.table

    # ------------------------------------------------------------------ lessons and puzzles
    def stars(self, lesson: Lesson) -> int:
        """The best that was got for a lesson or puzzle, 0 for none."""
        return int(self._entry(lesson).get("stars", 0))

    def _entry(self, lesson: Lesson) -> dict[str, Any]:
        found = self._kept(lesson)
        return {key: value for key, value in found.items() if _is_figure(key, value)} if isinstance(found, dict) else {}

    def _kept(self, lesson: Lesson) -> Any:
        """What the file has of a lesson, also where its chapter had another number then."""
        done = self.table[DONE]
        if lesson.key in done or lesson.kind != LESSON:
            return done.get(lesson.key, {})
        name = lesson.id.partition("-")[2]
        before = (key for key in done if key.startswith(f"{FOLDERS[LESSON]}/") and key.partition("-")[2] == name)
        return done.get(next(before, ""), {})

    def stars_of_tasks(self, lesson: Lesson) -> list[int]:
        """The stars of each task of a lesson that is not wholly done, 0 for one that is open; [] where none is kept."""
        found = self._kept(lesson)
        kept = found.get(TASKS, []) if isinstance(found, dict) else []
        sound = isinstance(kept, list) and all(type(one) is int and 0 <= one <= MOST["stars"] for one in kept)
        return kept if sound and len(kept) == len(lesson.tasks) else []

    def taught(self, lessons: Iterable[Lesson]) -> set[str]:
        """The rules that those of these lessons which were done have taught."""
        return {rule for one in lessons if self.stars(one) for rule in (*one.teaches, *one.tells)}

    def verdict(
        self,
        lesson: Lesson,
        verdict: Verdict,
        hints: int,
        tries: int,
        now: datetime,
        whole: bool = True,
        stars_of: Sequence[int] = (),
    ) -> None:
        """A task was judged; `whole` says whether the lesson is done with it: then rules that no task showed count.

        `stars_of` are the stars of each of its tasks, so that one that is open can be done alone.
        """
        entry = {"stars": 0, "tries": 0, "hints": 0, **self._entry(lesson)}
        entry["tries"] += 1
        entry["hints"] = max(entry["hints"], hints)
        if verdict.outcome == "done" and whole:
            entry["stars"] = max(entry["stars"], verdict.stars)
            entry["date"] = f"{now:%Y-%m-%d}"
        if verdict.chance is not None:
            entry["chance"] = max(float(entry.get("chance", 0.0)), round(verdict.chance, 4))
        if any(stars_of) and not whole and not entry["stars"]:
            entry[TASKS] = list(stars_of)
        self.table[DONE][lesson.key] = entry
        new = (rule for rule in lesson.rules if whole and rule not in self.table[RULES])
        self.grade(dict.fromkeys((*(verdict.rules or lesson.rules), *new)), grade_of(verdict, hints, tries), now)

    # ------------------------------------------------------------------ rules
    def grade(self, rules: Iterable[str], rating: Rating, now: datetime) -> None:
        """These rules were used, or missed."""
        for rule in rules:
            card, _ = SCHEDULER.review_card(self._card(rule, now), rating, now)
            self.table[RULES][rule] = {key: value for key, value in card.to_dict().items() if value is not None}

    def _card(self, rule: str, now: datetime) -> Card:
        number = crc32(rule.encode())
        try:
            saved: Any = self.table[RULES][rule]
            nothing = {"step": None, "stability": None, "difficulty": None, "last_review": None}
            whole: Any = {**nothing, **saved, "card_id": number}
            card = Card.from_dict(whole)
        except (KeyError, TypeError, ValueError, OverflowError):
            return Card(card_id=number, due=now)
        card.due, card.last_review = _with_zone(card.due), card.last_review and _with_zone(card.last_review)
        return card if _is_card(card) else Card(card_id=number, due=now)

    def knows(self, rule: str, now: datetime) -> Knowledge:
        """How well a rule is known."""
        if rule not in self.table[RULES]:
            return "new"
        return "known" if self._card(rule, now).due - now > KNOWN_AFTER else "shaky"

    def due(self, now: datetime) -> list[str]:
        """The rules that are to be met again, the longest due first."""
        cards = {rule: self._card(rule, now) for rule in self.table[RULES]}
        return sorted((rule for rule, card in cards.items() if card.due <= now), key=lambda rule: cards[rule].due)

    def review(self, lessons: Sequence[Lesson], now: datetime, most: int = 6) -> list[Lesson]:
        """At most so many lessons and puzzles that together cover most of the rules that are due."""
        left, chosen = set(self.due(now)), list[Lesson]()
        while left and len(chosen) < most:
            best = max(lessons, key=lambda one: len(left & set(one.rules)), default=None)
            if best is None or not left & set(best.rules):
                break
            chosen.append(best)
            left -= set(best.rules)
        return chosen

    def next(self, lessons: Sequence[Lesson], puzzles: Sequence[Lesson], now: datetime) -> Lesson | None:
        """The best thing to do now: what is due, the first chapter not done, the first puzzle not done."""
        for one in (*self.review(lessons, now, 1), *lessons, *puzzles):
            if not self.stars(one) or set(one.rules) & set(self.due(now)):
                return one
        return None

    # ------------------------------------------------------------------ notes of the guide
    def told(self, note: str) -> bool:
        """Whether the guide has said this before."""
        return note in self.table[NOTES]

    def tell(self, notes: Iterable[str]) -> None:
        self.table[NOTES] = list(dict.fromkeys([*self.table[NOTES], *notes]))

    # ------------------------------------------------------------------ beginning anew
    def forget(self, lesson: Lesson | None = None) -> None:
        """Forget a lesson and its rules, or all."""
        if lesson is None:
            self.table = {DONE: {}, RULES: {}, NOTES: []}
            return
        self.table[DONE].pop(lesson.key, None)
        for rule in lesson.rules:
            self.table[RULES].pop(rule, None)


def grade_of(verdict: Verdict, hints: int, tries: int) -> Rating:
    """How a task was done."""
    if verdict.outcome == "missed":
        return Rating.Again
    return Rating.Hard if hints or tries or verdict.outcome == "nearly" else Rating.Good


def table_of(path: Path) -> dict[str, Any]:
    """What a file of progress holds; {} where there is none. BadFile for one that cannot be used."""
    if not os.path.lexists(path):
        return {}
    table = toml_table(path)
    for key, kind in ((DONE, dict), (RULES, dict), (NOTES, list)):
        if not isinstance(table.get(key, kind()), kind):
            raise BadFile(path, key, "is not what is written there")
    return table


def _put_aside(path: Path) -> None:
    """Keep what cannot be read out of the way, for whoever may repair it. BadFile if it will not go."""
    try:
        os.replace(path, free_path(path.with_suffix(".unread")))
    except OSError as error:
        raise BadFile(path, "", f"cannot be written: {shown_error(error)}") from None


def _is_figure(key: str, value: Any) -> bool:
    """Whether this may stand in an entry: what somebody else has written there counts for nothing."""
    return key not in MOST or (type(value) in (int, float) and 0 <= value <= MOST[key])


def _with_zone(time: datetime) -> datetime:
    """A time that somebody wrote without a zone is one of Greenwich."""
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


def _is_card(card: Card) -> bool:
    """Whether the scheduler can go on from it."""
    figures = card.stability, card.difficulty
    if figures == (None, None):
        return card.state is not State.Review
    return None not in figures and all(0 < float(one or 0) <= LONGEST.days for one in figures)


def path_of(system_id: str) -> Path:
    return paths.home() / "progress" / f"{system_id}.toml"
