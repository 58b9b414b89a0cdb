"""A position becomes a puzzle or a lesson: goal, hints, a solution that was played in, and whether all of it holds.

A lesson is a table as its file holds it (`school/lesson_files.py`). Each function that changes one changes the table
that it is given. A task is the table of one `[[task]]`, or the file's own where there is but one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

from tabletop_tui.editor.forms import goal_templates
from tabletop_tui.engine.question import Answer
from tabletop_tui.engine.wording import sentence
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import Faults, Wrong, attempt
from tabletop_tui.play import position_faults, position_files
from tabletop_tui.rulebook.position import SETUP
from tabletop_tui.school import lesson_check, puzzle_from_position
from tabletop_tui.school.lesson_files import HINTS, PUZZLE, Lesson, lesson_of
from tabletop_tui.school.lesson_run import LessonRun

TASK = "task"
FILLER = "?"
"""Stands for a sentence that is still to be written."""
NEVER = {"fact": "round", "at_most": -1}
"""A goal that nobody meets: what is wanted while a solution is only played in."""
PLAY_IN = "Play the solution. It stops at the goal; then go back to the editor (Q): your answers are written down."
SEEDS = 20
"""With so many seeds a solution that rolls is tried while it is being written; `tabletop-tui check` tries more."""
HINT_WORDS = ("A nudge", "Where to look", "The answer")


def blank(kind: str, position: Mapping[str, Any], system: str, name: str) -> dict[str, Any]:
    """A lesson or a puzzle of a position, everything that is to be written still open."""
    body = {key: deepcopy(value) for key, value in position.items() if key not in position_files.HEAD_KEYS}
    grade = {"level": 1} if kind == PUZZLE else {"chapter": 99}
    return {
        "system": system,
        "kind": kind,
        "name": name,
        **grade,
        "briefing": name,
        "solution": [],
        "hint": [{"say": FILLER} for _ in range(HINTS)],
        "position": body,
        "goal": {"text": FILLER, "until": usual_until(body)},
    }


def usual_until(position: Mapping[str, Any]) -> str | int:
    """When the time of a task is up that begins so, as a first proposal: a whole round, the activation that has begun,
    or before the set-up an answer for each unit of the first seat.
    """
    go = str(position.get("go", "A"))
    if go == SETUP:
        units = [one for one in listed(position.get("unit")) if isinstance(one, Mapping)]
        return max(1, sum(str(one.get("id", "")).startswith("A") for one in units))
    return "activation" if len(go) > 1 else "round"


def tasks_of(table: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The tasks of a lesson; the file itself where it has but one."""
    several = table.get(TASK)
    tables = isinstance(several, list) and bool(several) and all(isinstance(one, dict) for one in several)
    return several if tables else [table]  # type: ignore[list-item,return-value]


def place_of(table: Mapping[str, Any], number: int) -> tuple[str | int, ...]:
    """Where the task of this number lies in the file."""
    return () if tasks_of(table)[number] is table else (TASK, number)


def goal_of(task: Mapping[str, Any]) -> dict[str, Any]:
    goal = task.get("goal", {})
    return goal if isinstance(goal, dict) else {}


def solution_of(task: Mapping[str, Any]) -> list[Any]:
    return listed(task.get("solution"))


def listed(value: Any) -> list[Any]:
    """A list as it is, a table as the only one of a list; [] for whatever else somebody has written there."""
    return value if isinstance(value, list) else [value] if isinstance(value, Mapping) else []


def table_in(holder: dict[str, Any], key: str) -> dict[str, Any]:
    """The table of this key, to be changed; a new one in place of whatever else there is."""
    if not isinstance(holder.get(key), dict):
        holder[key] = {}
    found: dict[str, Any] = holder[key]
    return found


def wanted(task: Mapping[str, Any]) -> list[tuple[str, int, Mapping[str, Any]]]:
    """What is wanted: under which key of the goal, which of its list, and the condition."""
    goal = goal_of(task)
    found: list[tuple[str, int, Mapping[str, Any]]] = []
    for key in ("want", "all", "any", "none", "lost"):
        found += [(key, number, one) for number, one in enumerate(listed(goal.get(key))) if isinstance(one, Mapping)]
    return found


def add_wanted(task: dict[str, Any], key: str, condition: Mapping[str, Any]) -> None:
    """One more condition: under `all`, `any`, `none` or `lost`. The words of the goal follow unless they were typed."""
    goal = table_in(task, "goal")
    follow = goal.get("text", "") in ("", FILLER, in_words(goal))
    if key != "lost" and isinstance(alone := goal.pop("want", None), Mapping):
        goal["all"] = [dict(alone), *listed(goal.get("all"))]
    goal[key] = [*listed(goal.get(key)), dict(condition)]
    if follow and (words := in_words(goal)):
        goal["text"] = words


def in_words(goal: Mapping[str, Any]) -> str:
    """What has to happen, as the sentences say it that the conditions were made of; '' where there are none yet."""
    wanted = [goal["want"]] if isinstance(goal.get("want"), Mapping) else []
    wanted += [one for one in listed(goal.get("all")) if isinstance(one, Mapping)]
    return sentence("; ".join(map(goal_templates.told, wanted)))


def drop_wanted(task: dict[str, Any], key: str, number: int) -> None:
    goal = goal_of(task)
    left = [one for place, one in enumerate(listed(goal.get(key))) if place != number]
    if key == "want" or not left:
        goal.pop(key, None)
    else:
        goal[key] = left


def set_hint(task: dict[str, Any], number: int, say: str | None = None, mark: Sequence[str] | None = None) -> None:
    """What a hint says, and what it marks on the map."""
    given = [one if isinstance(one, dict) else {"say": FILLER} for one in listed(task.get("hint"))]
    hints = task["hint"] = [*given, *({"say": FILLER} for _ in range(HINTS - len(given)))]
    if say is not None:
        hints[number]["say"] = say
    if mark:
        hints[number]["mark"] = list(mark)
    elif mark is not None:
        hints[number].pop("mark", None)


# ---------------------------------------------------------------- a solution that is played in
def to_play_in(table: Mapping[str, Any], number: int, path: Path, judged: bool = True) -> LessonRun:
    """A run of a task to play its solution in: it stops where the goal is met, as far as that is written and sound.

    Where it is not, or not to be `judged`, nothing stops it. BadFile if its position cannot be.
    """
    if judged and (goal := _goal_alone(goal_of(tasks_of(table)[number]))):
        with suppress(BadFile):
            return _to_play_in(table, number, path, goal)
    return _to_play_in(table, number, path, {"all": [NEVER]})


def _goal_alone(goal: Mapping[str, Any]) -> dict[str, Any]:
    """What is wanted, without what would end the task badly; {} where nothing is, or chances judge it."""
    if goal.get("judge", "event") != "event" or goal.get("at_end"):
        return {}
    return {key: goal[key] for key in ("want", "all", "any", "none") if key in goal}


def _to_play_in(table: Mapping[str, Any], number: int, path: Path, wanted: Mapping[str, Any]) -> LessonRun:
    task = deepcopy(dict(tasks_of(table)[number]))
    if "force" in task:
        raise BadFile(path, "solution", "the acts that build a force are written in the file: riflemen, copy 1, done")
    task |= {"solution": [], "hint": [{"say": FILLER}] * HINTS, "fails": [], "also": []}
    task["briefing"] = PLAY_IN
    goal = {"text": str(goal_of(task).get("text", "")) or FILLER, "until": "game", **wanted}
    head = {key: table[key] for key in ("system", "kind") if key in table}
    bare = {**head, "name": "Played in", **_of_task({**task, "goal": goal, "verdict": {}})}
    lesson = attempt(path, lambda: lesson_of(bare, path))
    return attempt(path, lambda: LessonRun(lesson))


def _of_task(task: Mapping[str, Any]) -> dict[str, Any]:
    keys = ["briefing", "position", "goal", "solution", "hint", "offer", "dice", "enemy", "verdict", "you"]
    return {"briefing": FILLER, **{key: task[key] for key in keys if key in task}}


def played_in(run: LessonRun) -> list[Any]:
    """What the learner has answered in a run, as a file writes it: places as one text."""
    return [as_written(entry.answer) for entry in run.session.history if entry.person and entry.kind == "answer"]


def as_written(answer: Answer) -> Any:
    """An answer as authors write it."""
    if isinstance(answer, list | tuple) and answer and all(isinstance(one, str) for one in answer):
        return " ".join(answer)
    return list(answer) if isinstance(answer, tuple) else answer


# ---------------------------------------------------------------- does it hold
def faults(table: Mapping[str, Any], path: Path, prove: bool = False, seeds: int = SEEDS) -> list[BadFile]:
    """What is wrong with a lesson: as its file is read, and if asked for whether it keeps what it promises."""

    def work() -> Lesson:
        lesson = lesson_of(table, path)
        if prove:
            found = Faults()
            found.found += unwritten(table)
            with found.of():
                lesson_check.prove(lesson, seeds)
            found.raise_any()
        return lesson

    try:
        attempt(path, work)
    except BadFile as error:
        return list(error.all)
    except position_faults.FAULTS as error:
        return [BadFile(path, "", f"does not hold together: {error}")]
    return []


def unwritten(table: Mapping[str, Any]) -> list[Wrong]:
    """The sentences that a learner would see and nobody has written yet, each at its place."""
    found, several = [], len(tasks_of(table)) > 1
    for number, task in enumerate(tasks_of(table)):
        where = f"{TASK}[{number}]." if several else ""
        if goal_of(task).get("text") == FILLER:
            found.append(Wrong("say in words what is wanted", f"{where}goal.text"))
        for place, hint in enumerate(listed(task.get("hint"))):
            if isinstance(hint, Mapping) and hint.get("say") == FILLER:
                fix = f"write it; it is still {FILLER!r}, and a learner who asks for it sees that"
                found.append(Wrong(fix, f"{where}hint[{place}]"))
    return found


def by_odds(table: dict[str, Any], path: Path) -> str:
    """Of a task judged by odds: the best chance and the line that has it, written in; what to begin with, in words.

    BadFile if they cannot be found.
    """
    goal = goal_of(table)
    goal["judge"] = "odds"
    goal["best"] = 0.0
    goal["best"], table["solution"], first = puzzle_from_position.best_line(table, path)
    return first


# ---------------------------------------------------------------- jobs for a process of their own
def proved(table: Mapping[str, Any], path: Path) -> Iterator[list[tuple[str, str]]]:
    """What is wrong with a lesson when all that it promises is tried: place and fix of each fault."""
    yield [(one.place, one.fix) for one in faults(table, path, prove=True)]


def best_line(table: dict[str, Any], path: Path) -> Iterator[str | tuple[dict[str, Any], str]]:
    """The table with the best chance and its line written in, and what to begin with; or why there is none."""
    try:
        first = by_odds(table, path)
    except BadFile as error:
        yield error.fix
    else:
        yield table, first
