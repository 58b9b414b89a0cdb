"""What an author may do about what the check of a lesson finds: edits of the task, each in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tabletop_tui.editor.forms import lesson_making
from tabletop_tui.engine.question import Pick
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.engine.wording import counted
from tabletop_tui.engine.wording import listed as listed_words
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play.players.scripted_player import as_answer
from tabletop_tui.records import frozen
from tabletop_tui.school.lesson_run import LessonRun, said
from tabletop_tui.school.rolls_of_played_task import loads, rolls_of

Edit = Callable[[dict[str, Any]], object]


@frozen
class Fix:
    """Something to do, in words, and how it changes the table of the task."""

    words: str
    edit: Edit


def fixes(table: Mapping[str, Any], number: int, path: Path, faults: Sequence[tuple[str, str]]) -> list[Fix]:
    """What may be done about these faults (place, fix), the first one's first; nothing twice."""
    found: dict[str, Fix] = {}
    for place, told in faults:
        for fix in _fixes(table, number, path, place, told):
            found.setdefault(fix.words, fix)
    return list(found.values())


def _fixes(table: Mapping[str, Any], number: int, path: Path, place: str, told: str) -> Iterator[Fix]:
    task = lesson_making.tasks_of(table)[number]
    if match := re.fullmatch(r"solution\[(\d+)\]", place):
        keep = int(match[1])
        if "judged before this" in told or "nobody is asked" in told:
            yield Fix(
                f"Cut the solution after {counted(keep, 'answer')}",
                _set("solution", list(lesson_making.solution_of(task)[:keep])),
            )
    if "load the dice" in told or "not used up" in told:
        dice = loads(rolls_of(solved(table, number, path)))
        if dice:
            words = "; ".join(f"{one['rule']} {' '.join(map(str, one['faces']))}" for one in dice)
            yield Fix(f"Load the dice that the solution rolls: {words}", _set("dice", dice))
        if "load the dice" in told:
            yield Fix(
                "Let it be judged by the odds", lambda task: lesson_making.table_in(task, "goal").update(judge="odds")
            )
    if match := re.search(r"the chance is (?:about )?([\d.]+), not", told):
        best = float(match[1])
        yield Fix(
            f"Write {best:g} as the best chance", lambda task: lesson_making.table_in(task, "goal").update(best=best)
        )
    if place == "hint[1]" and (units := units_meant(task)):
        say = f"Look at {listed_words(units)}."
        words = f"Let the second hint say: {say} It marks {'them' if len(units) > 1 else 'it'} on the map"
        yield Fix(words, lambda task: lesson_making.set_hint(task, 1, say=say, mark=units))
    if place == "hint[2]" and (first := first_act(table, number, path)):
        yield Fix(f"Let the last hint say: {first}.", lambda task: lesson_making.set_hint(task, 2, say=f"{first}."))


def units_meant(task: Mapping[str, Any]) -> list[str]:
    """The units of which the goal speaks, by their ids."""
    found: list[str] = []
    for _, _, condition in lesson_making.wanted(task):
        words = [str(value) for value in condition.values() if isinstance(value, str)]
        found += [name for word in words for name in re.findall(r"\b[A-F]\d+\b", word)]
    return list(dict.fromkeys(found))


def _set(key: str, value: Any) -> Edit:
    return lambda task: task.update({key: value})


# ---------------------------------------------------------------- on the way of the solution
def solved(table: Mapping[str, Any], number: int, path: Path) -> LessonRun:
    """The solution played, judged by nothing; as far as it is legal. BadFile if its position cannot be."""
    run = lesson_making.to_play_in(table, number, path, judged=False)
    run.run_on()
    with suppress(Refused):
        for answer in lesson_making.solution_of(lesson_making.tasks_of(table)[number]):
            if run.session.question is None:
                break
            run.answer(answer)
    return run


def first_act(table: Mapping[str, Any], number: int, path: Path) -> str:
    """What the solution begins with, as its option is called; '' where there is no solution."""
    task = lesson_making.tasks_of(table)[number]
    solution = lesson_making.solution_of(task)
    if not solution:
        return ""
    try:
        run = lesson_making.to_play_in(table, number, path, judged=False)
    except BadFile:
        return ""
    run.run_on()
    return said(run.session.question, as_answer(run.session.game, solution[0]))


def actions(table: Mapping[str, Any], number: int, path: Path) -> list[tuple[str, str]]:
    """The first words of all actions that are offered on the way of the solution, each with what it is called."""
    found: dict[str, str] = {}
    plain = {**lesson_making.tasks_of(table)[number], "offer": []}
    alone = {key: table[key] for key in ("system", "kind", "name") if key in table} | plain
    run = lesson_making.to_play_in(alone, 0, path, judged=False)
    run.run_on()
    for answer in [*lesson_making.solution_of(plain), None]:
        question = run.session.question
        if isinstance(question, Pick) and run.session.waits_for_person:
            for option in question.options:
                if not option.key[:1].isupper():
                    found.setdefault(re.split(r"[ :]", option.key)[0], option.label)
        if answer is None or question is None:
            break
        try:
            run.answer(answer)
        except Refused:
            break
    return list(found.items())
