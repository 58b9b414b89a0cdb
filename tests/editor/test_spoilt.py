"""Lessons and positions in which somebody wrote something else than is meant: they are opened, told of, mended."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.forms import lesson_making, lesson_rows
from tabletop_tui.editor.own import own_files
from tabletop_tui.editor.positions import position_edits
from tabletop_tui.editor.positions.position_editing import PositionBench
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.screens.editor.lesson_editor import LessonEditor

ODD = [5, float("nan"), "x", [1], [], {}, {"a": 1}, [{}], [[]], True, 10**400]
FILES = [
    *(("mechcom", "lesson"), ("mechcom", "puzzle"), ("crimsondusk", "lesson"), ("crimsondusk", "puzzle")),
    *(("armymen", "lesson"), ("pmc2640", "puzzle"), ("techcommander", "lesson")),
]


def places(value: Any, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place down to the keys of the first unit, seat, hint and condition."""
    if place:
        yield place
    inner = value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    for key, item in inner:
        if len(place) < 4 and key not in ("system", "kind"):
            yield from places(item, (*place, key))


def spoilt(table: dict[str, Any], place: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    table = deepcopy(table)
    inner: Any = table
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return table


@pytest.mark.parametrize(("book", "kind"), FILES)
@pytest.mark.sampled(2)
def test_a_spoilt_lesson_is_opened_told_of_and_mended(book: str, kind: str, tmp_path: Path):
    (path, *_) = sorted(own_files.ready(book, (kind,)), key=lambda one: one.path.name)
    table = toml_table(path.path)
    odd = iter(range(10**6))
    faulty = 0
    for place in places(table):
        value = ODD[next(odd) % len(ODD)] if len(place) > 1 or place[0] not in OF_ITSELF else None
        for one in ODD if value is None else (value,):
            screen = LessonEditor(Document.begun(tmp_path / "a.toml", spoilt(table, place, one)))
            rows = screen.make_rows()
            assert {"name", "solution", "goal.text", "hint.2.say", "verdict.done"} <= {row.key for row in rows}
            assert screen.here.startswith(kind)
            screen.sketch  # noqa: B018
            faulty += bool(screen.find_faults())
            rewrite(screen)
    assert faulty > 20


OF_ITSELF = ("task", "goal", "solution", "hint", "position", "verdict")


def rewrite(screen: LessonEditor) -> None:
    """All that a form writes: afterwards each part is of the kind that it should be."""

    def edit(data: dict[str, Any]) -> None:
        task = lesson_making.tasks_of(data)[0]
        for number in range(3):
            lesson_making.set_hint(task, number, "Say", ["A1"])
        for key in ("all", "any", "none", "lost"):
            lesson_making.add_wanted(task, key, {"fact": "round", "at_least": 2})
            lesson_making.drop_wanted(task, key, 0)
        for key, value in (("goal.until", "round"), ("verdict.done", "So"), ("solution", None), ("briefing", "New")):
            lesson_rows.put(data, 0, key, value)

    screen.document.change("all of it", edit)
    task = lesson_making.tasks_of(screen.document.data)[0]
    kinds = {"goal": dict, "verdict": dict, "solution": list, "hint": list, "briefing": str}
    assert {key: type(task[key]) for key in kinds} == kinds
    bench = PositionBench(screen.document, (*lesson_making.place_of(screen.document.data, 0), "position"))
    assert len(bench.seats) >= 2
    for line in bench.roster()[:2]:
        bench.unit = line.unit
        bench.remove()
    bench.change("seat", lambda table: position_edits.set_of_seat(table, 1, "name", "Other"))
    assert bench.seats[1] == "Other"
