"""The pages around the lessons of a book: the screen and the aim of the game before, ten lines after each chapter, and
what one can play in the end. Plain words; the screens print them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.first_game_hints import guide_of
from tabletop_tui.rulebook.system import System
from tabletop_tui.school.learner_progress import Learner
from tabletop_tui.school.lesson_files import Lesson
from tabletop_tui.school.lessons_as_text import worded

TEN = 10
"""So many rules stand on the page that closes a chapter."""
PUZZLES = 3
"""So many puzzles are offered on it."""
SCREEN = (
    ("Top line", "at the left whose go it is, in the middle what lies under the cursor, at the right score and turn."),
    ("Map", "your units are A1, A2 and so on, the enemy's B1, B2. The arrow keys move the cursor."),
    ("Right", "the question and its answers with their keys. Below: what the marked one needs, and a unit's card."),
    ("Log", "what has happened, the latest last. Each die that was rolled stands there with what it needed."),
    ("Lesson", "above the last two lines: what is there, and the goal."),
    ("Prompt", "the last line but one says what Enter would do now, or why it would not."),
    ("Keys", "Up and Down mark an answer, {commit} takes it, {back} backs out, {undo} takes back what was done."),
    (
        "Help",
        "{hint} a hint, {legend} what signs and words mean, {rules} the rule, {options} all answers, {keys} keys.",
    ),
)
"""The parts of the screen, the same in all books; names in braces are keys."""


@frozen
class Entry:
    """A word and what is to be said of it; no word, and it goes on."""

    head: str
    text: str


def first_page(system: System, keys: Mapping[str, str]) -> list[Entry]:
    """What a book begins with: what the game is about and how a turn goes, then the parts of the screen."""
    guide = guide_of(system)
    aim = guide.aim if guide is not None else ()
    return [Entry(head, worded(text, keys)) for head, text in (*aim, *SCREEN)]


def in_short(system: System, lesson: Lesson) -> list[Entry]:
    """A chapter in ten lines: its rules in our words, first those of its review."""
    book = {rule.id: rule for rule in system.reference()}
    names = dict.fromkeys(one for one in (*lesson.review, *lesson.teaches, *lesson.tells) if one in book)
    return [Entry(book[one].called, book[one].told) for one in [*names][:TEN]]


def puzzles_on(lesson: Lesson, puzzles: Iterable[Lesson], learner: Learner) -> list[Lesson]:
    """The puzzles not yet done that are most about the rules of a chapter."""
    rules = {*lesson.rules}
    near = [one for one in puzzles if rules & {*one.rules} and not learner.stars(one)]
    return sorted(near, key=lambda one: (-len(rules & {*one.rules}), one.level))[:PUZZLES]


def certificate(lessons: Sequence[Lesson], puzzles: Sequence[Lesson], learner: Learner) -> list[Entry]:
    """What somebody can play by now, and what is still open."""
    done = [one for one in lessons if learner.stars(one)]
    still = [one for one in lessons if not learner.stars(one)]
    solved, stars = sum(bool(learner.stars(one)) for one in puzzles), sum(learner.stars(one) for one in lessons)
    found = [Entry("Chapters", f"{len(done)} of {len(lessons)} done, with {counted(stars, 'star')}")]
    found += [Entry("You can", f"{one.name}: {one.tasks[-1].goal.text}") for one in done]
    if still:
        found.append(Entry("Still open", ", ".join(f"{one.chapter} {one.name}" for one in still)))
    found.append(Entry("Puzzles", f"{solved} of {len(puzzles)} solved"))
    return [*found, Entry("Next", "a first game that explains itself. Then, on the title, a quick start.")]


def due_elsewhere(system_id: str, others: Iterable[str], now: datetime) -> dict[str, int]:
    """How many rules are due in other books, by their ids."""
    found = {one: len(Learner.of(one).due(now)) for one in others if one != system_id}
    return {one: count for one, count in found.items() if count}
