"""A printed position typed into the editor again, by somebody who has nothing but the page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import unescape
from typing import Any

from attrs import define

from tabletop_tui.editor.form_rows import Row, read, value_of
from tabletop_tui.editor.own import own_files
from tabletop_tui.editor.positions import position_edits as edits
from tabletop_tui.editor.positions.position_editing import PositionBench
from tabletop_tui.editor.positions.position_rows import battle_rows, seat_rows, unit_rows
from tabletop_tui.rulebook.position import seat_of

NOWHERE = "not on the table"


@define
class Paper:
    """What stands on a page, as text."""

    lines: list[str]
    """Those above the picture."""
    tables: dict[str, list[dict[str, str]]]
    """Each list by the heading above it: its rows, each cell by the head of its column, the first by "tag"."""

    def line(self, start: str) -> str:
        return next((line.removeprefix(start) for line in self.lines if line.startswith(start)), "")


def paper_of(page: str) -> Paper:
    body = re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL)
    lines = [_text(one) for one in re.findall(r'<p class="about">(.*?)</p>', body, re.DOTALL)]
    tables = {}
    for heading, table in re.findall(r"<h2>(.*?)</h2>\s*<table>(.*?)</table>", body, re.DOTALL):
        head, *rows = [
            [_text(cell) for cell in re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row, re.DOTALL)]
            for row in re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)
        ]
        tables[_text(heading)] = [dict(zip(["tag", *head[1:]], row, strict=True)) for row in rows]
    return Paper(lines, tables)


def _text(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html)).strip()


def typed_in(page: str, book: str) -> dict[str, Any]:
    """The position that comes of it, as a file would hold it."""
    paper = paper_of(page)
    table_line = next(line for line in paper.lines if ", on the " in line)
    found = re.search(r", on the (scenario|map) .* \((.+)\)\.$", table_line)
    assert found is not None, table_line
    document = own_files.new_position(book, "Again", {found[1]: found[2]})
    bench = PositionBench(document)
    rows = paper.tables["Units"]
    for seat, name in enumerate(bench.seats):
        _take_side(bench, seat, name, paper, rows)
    known = {row["tag"]: unit_rows(bench, row["tag"]) for row in rows}
    seats, battle = seat_rows(bench), battle_rows(bench, whole=True)
    table: dict[str, Any] = dict(bench.table)
    for row in rows:
        if edits.entry_of(table, row["tag"]) is None or bench.whole(seat_of(row["tag"])):
            for key, value in _bought(bench, row):
                edits.set_of_unit(table, row["tag"], key, value)
        if row["Where it stands"] != NOWHERE:
            edits.put(table, row["tag"], edits.words_typed(row["Where it stands"]))
        for key, value in _said(known[row["tag"]], row["In its state form"]):
            edits.set_of_unit(table, row["tag"], key, value)
    for seat, name in enumerate(bench.seats):
        mine = [one for one in seats if one.key.startswith(f"seat.{seat}.")]
        for key, value in _said(mine, "; ".join(paper.line(f"{name}: ").split("; ")[1:])):
            edits.set_of_seat(table, seat, key, value)
    for key, value in _said(battle, paper.line("The battle: ")):
        edits.set_of_battle(table, key, value)
    turn = next(line for line in paper.lines if "To act: " in line).partition("To act: ")[2]
    bench.change("all that is typed", lambda edited: edited.update(table))
    go = next(one.value for one in bench.goes() if turn.startswith(one.words))
    edits.set_of_battle(table, edits.GO, go)
    return table


def _take_side(bench: PositionBench, seat: int, name: str, paper: Paper, rows: Sequence[dict[str, str]]) -> None:
    """Its ready force, or its units as they are bought."""
    bench.seat = seat
    force = paper.line(f"{name}: ").split("; ")[0]
    ready = next((info for info in bench.forces() if info.name == force), None)
    if ready is not None:
        bench.take_force(ready)
        return
    for row in rows:
        if row["Whose"] == name and seat_of(row["tag"]) == seat and row.get("Bought with"):
            entry = dict(_bought(bench, row))
            bench.change("bought", lambda table, entry=entry: edits.add(table, seat, entry))  # type: ignore[misc]


def _bought(bench: PositionBench, row: dict[str, str]) -> list[tuple[str, Any]]:
    """With what a unit is bought."""
    parts = [part.partition(" ") for part in filter(None, row.get("Bought with", "").split("; "))]
    assert all(key in bench.form.bought_with for key, _, _ in parts), parts
    return [(key, value_of(word)) for key, _, word in parts]


def _said(rows: Iterable[Row], text: str) -> list[tuple[str, Any]]:
    """What the rows of a form read of keys that are typed one after the other."""
    known = {row.label: row for row in rows}
    return [_one(known, part) for part in filter(None, text.split("; "))]


def _one(known: dict[str, Row], part: str) -> tuple[str, Any]:
    for word, value in ((part, True), (part.removeprefix("not "), False)):
        if word in known:
            return known[word].key.rpartition(".")[2], value
    label = max((label for label in known if part.startswith(f"{label} ")), key=len)
    row, word = known[label], part.removeprefix(f"{label} ")
    chosen = [one.value for one in row.options if word in (one.words, one.value)]
    return row.key.rpartition(".")[2], chosen[0] if chosen else value_of(word) if row.options else read(row, word)
