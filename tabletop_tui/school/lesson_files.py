"""Lessons and puzzles as files: what they hold, how they are read, and where they are found.

`lessons/<system>/NN-name.toml` and `puzzles/<system>/name.toml`, the player's own before those that are shipped. A file
holds one task at its top level, or several under `[[task]]`, one after the other under one name.
docs/writing-a-lesson.md tells authors all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from attrs import field, fields

from tabletop_tui import paths
from tabletop_tui.engine.goals import Condition, Joined
from tabletop_tui.engine.setup import PERSON, LessonSetup, Setup
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.loading import Strict, each
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.files.validation import (
    Faults,
    Wrong,
    a_name,
    an_id,
    attempt,
    between,
    one_of,
    shown,
    shown_error,
    within,
)
from tabletop_tui.play.position_setup import setup_of
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.goal_files import condition_of, conditions, joined
from tabletop_tui.rulebook.position import BEGIN, END, ROLL, SEAT_LETTERS, SETUP, Position
from tabletop_tui.rulebook.registry import system, system_ids

LESSON, PUZZLE = "lesson", "puzzle"
KINDS = (LESSON, PUZZLE)
FOLDERS = {LESSON: "lessons", PUZZLE: "puzzles"}
LONGEST_TEXT = 150
"""Two rows of a small screen."""
HINTS = 3
COMPUTER = "greedy"
UNTIL = ("activation", "phase", "round", "game")
Plain = Any


# ---------------------------------------------------------------- what a file holds
@frozen
class Load:
    """Dice that come of themselves when a rule is rolled for."""

    rule: str
    faces: tuple[int, ...]


@frozen
class EnemyAnswer:
    """What the enemy answers the first time that it is asked under a rule."""

    rule: str
    answer: Plain


@frozen
class LessonHint:
    """A sentence, and what is marked on the map with it."""

    say: str
    mark: tuple[str, ...] = ()


@frozen
class Also:
    """Another line of play, with its chance, to compare with."""

    say: str
    answers: tuple[Plain, ...]
    chance: float


@frozen
class Instead:
    """What is said where this has happened: of a task that was missed, or of one that was done in another way."""

    when: Condition
    say: str
    of: Literal["missed", "done"] = "missed"


@frozen
class Fail:
    """A way to fail, and what is said of it; the facts alone where that is left out."""

    answers: tuple[Plain, ...]
    say: str = ""


@frozen
class Goal:
    """What is wanted, until when, and how it is judged."""

    text: str
    judge: Literal["event", "odds", "search"] = "event"
    wanted: Joined = field(factory=Joined)
    lost: tuple[Condition, ...] = ()
    """With any of these it is out of reach."""
    until: str | int = "round"
    """The end of it: one of UNTIL, or a number of the learner's answers."""
    at_end: bool = False
    """Judged only then, not as soon as it holds."""
    best: float | None = None
    """Of odds: the chance with best play."""
    tolerance: float = 0.02
    good: float = 0.9
    """This share of the best is nearly there."""
    places: tuple[str, ...] = ()
    """Of odds: the places that are looked at where there is a whole field of them; all if left out."""


@frozen
class Verdicts:
    done: str = ""
    lost: str = ""
    nearly: str = ""
    instead: tuple[Instead, ...] = ()


@frozen
class Task:
    """One position with its goal."""

    briefing: str
    goal: Goal
    solution: tuple[Plain, ...]
    hint: tuple[LessonHint, ...]
    position: dict[str, Plain] = field(factory=dict)
    force: dict[str, Plain] | None = None
    """In place of a position: the force that the learner builds on, as a file of forces has it."""
    fails: tuple[Fail, ...] = ()
    also: tuple[Also, ...] = ()
    offer: tuple[str, ...] = ()
    odds: Literal["shown", "hidden"] = "shown"
    """Whether what an answer needs, and its chances, are shown before it is given."""
    dice: tuple[Load, ...] = ()
    enemy: tuple[EnemyAnswer, ...] = ()
    verdict: Verdicts = Verdicts()
    you: str = "A"
    """The seat of the learner, by its letter."""

    @property
    def seat(self) -> int:
        return SEAT_LETTERS.index(self.you)

    @property
    def active(self) -> bool:
        """Whether it begins in the middle of an activation."""
        go = self.position.get("go", "A")
        return isinstance(go, str) and len(go) > 1 and go not in (BEGIN, END, ROLL, SETUP)


@frozen
class Head:
    """What a file says of itself, beside its tasks."""

    system: str
    kind: Literal["lesson", "puzzle"]
    name: str
    chapter: int = 0
    """0 is the one on the keys, before all rules: it may meet any of them."""
    level: int = 0
    """Of a puzzle: 1 easy, 2 middling, 3 hard."""
    minutes: int = 5
    teaches: tuple[str, ...] = ()
    """The rules that are met here for the first time."""
    tells: tuple[str, ...] = ()
    """Rules that its sentences tell, for nothing in play would show them."""
    needs: tuple[str, ...] = ()
    review: tuple[str, ...] = ()


@frozen(kw_only=True)
class Lesson(Head):
    """A lesson or a puzzle."""

    path: Path = field(eq=False)
    tasks: tuple[Task, ...]

    @property
    def id(self) -> str:
        return self.path.stem

    @property
    def key(self) -> str:
        """Its name among all: 'lessons/05-eyes'."""
        return f"{FOLDERS[self.kind]}/{self.id}"

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that it is about."""
        return tuple(dict.fromkeys((*self.teaches, *self.tells, *self.review)))


# ---------------------------------------------------------------- reading
GOAL_KEYS = ("all", "any", "none", "want")


def _anything(value: Any, _: Any) -> Any:
    return value


def _condition(value: Any, _: Any) -> Condition:
    return condition_of(value)


def _lost(value: Any, _: Any) -> tuple[Condition, ...]:
    return conditions(value, "")


def _until(value: Any, _: Any) -> str | int:
    if isinstance(value, int) and not isinstance(value, bool):
        between(value, 1, 99, "")
        return value
    if value not in UNTIL:
        raise Wrong(f"give {', '.join(UNTIL)} or a number of answers, not {shown(value)}")
    return str(value)


def _wanted(value: Any, _: Any) -> Joined:
    return joined(value)


def _check_load(load: Load) -> None:
    if not load.faces or not all(0 <= face <= 100 for face in load.faces):
        raise Wrong("give at least one face, each from 0 to 100", "faces")


def _check_task(task: Task) -> None:
    faults = Faults()
    with faults.of("hint"):
        if len(task.hint) != HINTS:
            raise Wrong(f"give {HINTS}: a nudge, where to look, the answer; not {len(task.hint)}")
    for place, words in _texts(task):
        with faults.of(place):
            _check_text(words)
    with faults.of("you"):
        if len(task.you) != 1 or task.you not in SEAT_LETTERS:
            raise one_of(task.you, SEAT_LETTERS[:6], "seat")
    goal = task.goal
    with faults.of("position"):
        if task.force is None and not task.position:
            raise Wrong("the key is missing; it is a table, or `force` stands in its place")
        if task.force is not None and task.position:
            raise Wrong("a task has a position or a force that is built on, not both")
    with faults.of("goal"):
        if task.force is not None and goal.judge != "event":
            raise Wrong("a force is judged by what it is, not by odds", "judge")
        if goal.judge == "event" and not (goal.wanted.all or goal.wanted.any or goal.wanted.none):
            raise Wrong("say which: all, any or none")
        if goal.judge != "event" and goal.best is None:
            raise Wrong("the key is missing; it is the chance with best play", "best")
        if goal.best is not None:
            within(goal.best, 0, 1, "best")
    faults.raise_any()


def _texts(task: Task) -> Iterable[tuple[str, str]]:
    yield "briefing", task.briefing
    yield "goal.text", task.goal.text
    yield from ((f"hint[{number}].say", one.say) for number, one in enumerate(task.hint))
    for key in ("done", "lost", "nearly"):
        yield f"verdict.{key}", getattr(task.verdict, key)
    yield from ((f"verdict.instead[{number}].say", one.say) for number, one in enumerate(task.verdict.instead))
    yield from ((f"fails[{number}].say", one.say) for number, one in enumerate(task.fails))
    yield from ((f"also[{number}].say", one.say) for number, one in enumerate(task.also))


def _check_text(words: str) -> None:
    if len(words) > LONGEST_TEXT or not words.isprintable():
        raise Wrong(f"give one or two sentences of at most {LONGEST_TEXT} letters in all, not {len(words)}")


def _check_head(head: Head) -> None:
    a_name(head.name)
    between(head.chapter, 0, 99, "chapter")
    between(head.level, 0, 3, "level")
    between(head.minutes, 1, 30, "minutes")
    for number, one in enumerate(head.needs):
        an_id(one, f"needs[{number}]")


def _reader() -> Strict:
    reader = Strict({Load: _check_load, Task: _check_task, Head: _check_head}, {"is_": "is"})
    reader.register_structure_hook(Condition, _condition)
    reader.register_structure_hook(EnemyAnswer, reader.table_hook(EnemyAnswer, answer=_anything))
    reader.register_structure_hook(Also, reader.table_hook(Also, answers=_list))
    fail = reader.table_hook(Fail, answers=_list)
    reader.register_structure_hook(Fail, lambda value, kind: _fail(value, lambda table: fail(table, kind)))
    goal = reader.table_hook(Goal, lost=_lost, until=_until, wanted=_wanted)
    reader.register_structure_hook(Goal, lambda value, kind: goal(_goal_table(value), kind))
    reader.register_structure_hook(Task, reader.table_hook(Task, position=_table, force=_table, solution=_list))
    return reader


def _goal_table(value: Any) -> Any:
    """`all`, `any`, `none` and `want` put together as `wanted`."""
    if not isinstance(value, Mapping):
        return value
    given = {key: value[key] for key in GOAL_KEYS if key in value}
    if (want := given.pop("want", None)) is not None:
        given["all"] = [*given.get("all", []), want]
    return {**{key: item for key, item in value.items() if key not in GOAL_KEYS}, "wanted": given}


def _table(value: Any, _: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise Wrong(f"give a table, not {shown(value)}")
    return dict(value)


def _list(value: Any, _: Any) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise Wrong(f"give a list of answers, not {shown(value)}")
    return tuple(value)


def _fail(value: Any, table: Callable[[Any], Fail]) -> Fail:
    """A way to fail: a list of answers, or a table with what is said of it."""
    return Fail(tuple(value)) if isinstance(value, list) else table(value)


READER = _reader()
HEAD_KEYS = tuple(one.name for one in fields(Head))
TASK = "task"


def read(path: Path) -> Lesson:
    """The lesson or puzzle of a file. BadFile, with every fault that was found, if it is none."""
    try:
        status = path.stat()
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise BadFile(path, "", f"cannot be read: {shown_error(error)}") from None
    return _read(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=512)
def _read(path: Path, _changed: int, _size: int) -> Lesson:
    table = toml_table(path)
    return attempt(path, lambda: lesson_of(table, path))


def lesson_of(table: Mapping[str, Any], path: Path) -> Lesson:
    """The lesson or puzzle of a table. Wrong if it is none."""
    faults = Faults()
    known = system_ids()
    if table.get("system") not in known:
        raise one_of(table.get("system"), known, "system").inside("system")
    head = READER.structure({key: value for key, value in table.items() if key in HEAD_KEYS}, Head)
    rest = {key: value for key, value in table.items() if key not in HEAD_KEYS}
    several = rest.pop(TASK, None)
    if several is not None and rest:
        raise Wrong(f"{next(iter(rest))!r} belongs to a single [[{TASK}]] here", next(iter(rest)))
    if several is not None and (not isinstance(several, list) or not several):
        raise Wrong(f"give a list of tables, each under [[{TASK}]]", TASK)
    tasks = []
    for number, one in enumerate([rest] if several is None else several):
        with faults.of("" if several is None else f"{TASK}[{number}]"):
            tasks.append(READER.structure(one, Task))
    with faults.of():
        _check_rules(head)
    faults.raise_any()
    about = {key: getattr(head, key) for key in HEAD_KEYS}
    return Lesson(path=path, tasks=tuple(tasks), **about)


def _check_rules(head: Head) -> None:
    """Whether every rule that is named is one."""
    known, faults = {rule.id for rule in system(head.system).reference()}, Faults()
    for key in ("teaches", "tells", "review"):
        for number, rule in enumerate(getattr(head, key)):
            with faults.of(f"{key}[{number}]"):
                if rule not in known:
                    raise one_of(rule, known, "rule")
    faults.raise_any()


CHOSEN = "chosen"
"""The key of a position under which stand the places of the units that were chosen in a task before, in order."""


def with_chosen(task: Task, units: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The position of a task with these units on the places that it keeps for them. Wrong where there are too few."""
    places = task.position.get(CHOSEN)
    if places is None:
        return task.position
    if not isinstance(places, list) or len(places) < len(units):
        raise Wrong(f"give a list of places, one for each of {len(units)} units", CHOSEN)
    bought = []
    for number, (place, unit) in enumerate(zip(places, units, strict=False), 1):
        where = place if isinstance(place, Mapping) else {"at": place}
        bought.append({"id": f"{task.you}{number}", **unit, **where})
    rest = {key: value for key, value in task.position.items() if key != CHOSEN}
    return {**rest, "unit": [*bought, *rest.get("unit", [])]}


def setup_of_task(lesson: Lesson, number: int, seed: int = 0, chosen: Sequence[Mapping[str, Any]] = ()) -> Setup:
    """What a task is played from, with the units that were chosen for it before, each as a position buys it.

    Wrong, with the place in the position, if the position cannot be.
    """
    task = lesson.tasks[number]
    rulebook = system(lesson.system)
    try:
        setup = setup_of(rulebook, Position.of(with_chosen(task, chosen)))
    except Wrong as wrong:
        raise wrong.inside("position") from None
    except BadFile as error:
        raise Wrong(error.fix, f"position.{error.place}") from None
    if task.seat >= len(setup.seats):
        raise one_of(task.you, SEAT_LETTERS[: len(setup.seats)], "seat").inside("you")
    for seat, one in enumerate(setup.seats):
        one.player = PERSON if seat == task.seat else COMPUTER
    setup.seed = seed
    setup.lesson = LessonSetup(
        f"{lesson.key}#{number + 1}",
        [[load.rule, list(load.faces)] for load in task.dice],
        list(task.offer),
        [[one.rule, one.answer] for one in task.enemy],
        task.odds,
    )
    return setup


# ---------------------------------------------------------------- where they are found
def listed(system_id: str, kind: str = LESSON, wrong: list[BadFile] | None = None) -> list[Lesson]:
    """The lessons or puzzles of a system, in their order; files at fault as `each` handles them."""
    found: dict[str, Path] = {}
    for root in reversed(paths.folders(FOLDERS[kind])):
        found |= {path.stem: path for path in sorted((root / system_id).glob("*.toml"))}
    lessons = each(found.values(), read, wrong)
    return sorted(lessons, key=lambda one: (one.chapter, one.level, one.id))


def named(system_id: str, name: str) -> Lesson | None:
    """The lesson or puzzle of an id, a chapter number, or 'puzzle:NAME'; None if there is none."""
    kinds: Sequence[str] = (PUZZLE,) if name.startswith("puzzle:") else KINDS
    wanted = name.removeprefix("puzzle:")
    for kind in kinds:
        for lesson in listed(system_id, kind, []):
            own = lesson.id.partition("-")[2] if kind == LESSON else lesson.id
            if wanted in (lesson.id, own, lesson.name) or (wanted.isdecimal() and lesson.chapter == int(wanted)):
                return lesson
    return None
