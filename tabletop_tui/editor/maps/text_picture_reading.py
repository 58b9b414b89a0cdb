"""A map read from its picture in plain text, as a game without a screen prints it (`play/text_view.py`).

A picture of hexes holds every level and all ground that has a sign of its own. One of an open table holds shapes to the
cell: what lies there again looks the same, but no measure is truer than a cell, and what is hidden below something
else, names, and heights are not there. `Import.lost` says what a picture could not tell.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from tabletop_tui.editor.maps.raster_to_shapes import line_of, parts_of, shape_of
from tabletop_tui.files.map_shapes import circle_corners
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play.text_view import MARGIN, TALL, WIDE
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.map_vocabulary import HexForm, MapForm, PlaceForm, TableForm, TerrainForm
from tabletop_tui.table.hexes import LARGEST, name_of
from tabletop_tui.table.raster import Cell, Raster

HEX_HEAD = re.compile(r" {4}01(?: {2}\d\d)*")
TABLE_HEAD = re.compile(r" {4}0(?: +\d{1,4})+")
ROW_MARK = 4
"""The columns left of an open table."""
PLAIN = " "
MOST_ROWS, LONGEST_ROW, MOST_PIECES = 400, 800, 400
"""Lines, letters and pieces of a picture: several times as many as the largest table takes."""
BEHIND = 100
"""Lines that are looked at behind the rows."""


@frozen
class Import:
    """What a picture holds of a map."""

    data: dict[str, Any]
    """As a map file has it, but for its name."""
    lost: tuple[str, ...] = ()
    """What the picture could not tell, a sentence each."""


@frozen
class Picture:
    """A picture found in a text: its lines without the head, and the line of measures or columns above."""

    head: str
    rows: tuple[str, ...]
    legend: str
    hexes: bool


def found_in(text: str) -> Picture:
    """The last picture in a text, which may be all that a game has printed. Wrong if there is none."""
    lines = [line.rstrip() for line in text.replace("\t", " ").splitlines()]
    for place in range(len(lines) - 1, -1, -1):
        hexes = HEX_HEAD.fullmatch(lines[place]) is not None
        if hexes or TABLE_HEAD.fullmatch(lines[place]):
            rows, after = _rows(lines[place + 1 : place + 1 + MOST_ROWS + BEHIND], hexes)
            if len(rows) > MOST_ROWS or (rows and max(map(len, (lines[place], *rows))) > LONGEST_ROW):
                raise Wrong(f"a picture has at most {MOST_ROWS} lines of {LONGEST_ROW} letters", f"line {place + 1}")
            if rows:
                return Picture(lines[place], tuple(rows), _legend(after), hexes)
    raise Wrong("there is no map in it; it is as `tabletop-tui play --headless` prints one, with the line above it")


def _rows(lines: Sequence[str], hexes: bool) -> tuple[list[str], Sequence[str]]:
    """The rows of a picture, and what stands below the empty line behind them: the legend, if it has one."""
    of_picture = re.compile(r"\d\d.*| {3}.*" if hexes else r" {4}.*|[ \d]{2}\d .*|[ \d]{2}\d|")
    count = next((place for place, line in enumerate(lines) if not of_picture.fullmatch(line)), len(lines))
    if hexes:
        return list(lines[:count]), lines[count + 1 :]
    legend = count < len(lines) and re.match(r"\S [a-z]", lines[count]) is not None
    behind = 1 if legend or count == len(lines) else 2  # without a legend there are two empty lines
    while behind and count and not lines[count - 1]:
        count, behind = count - 1, behind - 1
    return list(lines[:count]), lines[count + 1 :] if legend else ()


def _legend(lines: Sequence[str]) -> str:
    told = []
    for line in lines:
        if not line:
            break
        told.append(line)
    return " ".join(told)


# ---------------------------------------------------------------- whose map it is
def fits(form: MapForm, picture: Picture) -> bool:
    """Whether a picture can be of this rulebook: its legend speaks of no ground that the rulebook has not."""
    if isinstance(form, HexForm) != picture.hexes:
        return False
    looks = [kind.look for kind in form.kinds]
    looks += [place.look for place in form.places] if isinstance(form, TableForm) else []
    left = f" {picture.legend} "
    for look in sorted(looks, key=lambda look: -len(look.name)):
        left = re.sub(rf"(?<= ){re.escape(look.ascii)} {re.escape(look.name)}(?= )", "", left)
    return not re.sub(r"1-9+ height", "", left).strip()


def read(form: MapForm, picture: Picture) -> Import:
    """The map of a picture, for a rulebook. Wrong, with what is wrong and where, if it is none of its."""
    if isinstance(form, HexForm):
        if not picture.hexes:
            raise Wrong("this is a picture of an open table, and this rulebook is played on hexes")
        return _hexes(form, picture)
    if picture.hexes:
        raise Wrong("this is a picture of hexes, and this rulebook is played on an open table")
    return _table(form, picture)


# ---------------------------------------------------------------- hexes
def _hexes(form: HexForm, picture: Picture) -> Import:
    columns = len(picture.head.split())
    rows = sum(1 for line in picture.rows if re.match(r"\d\d", line))
    if not 1 <= columns <= LARGEST or not 1 <= rows <= LARGEST:
        raise Wrong(f"a map has 1 to {LARGEST} columns and rows of hexes, not {columns} x {rows}")
    ground, covered, known = [], False, {kind.look.ascii for kind in form.kinds}
    for row in range(1, rows + 1):
        cells = []
        for column in range(1, columns + 1):
            upper, floor = _cell(picture, column, row)
            level, signs, model = _read_cell(upper, floor, name_of(column, row), known)
            covered = covered or model
            cells.append(f"{level}{_kind(form, signs, name_of(column, row)).code}")
        ground.append(" ".join(cells))
    lost = [_alike(kinds) for kinds in _same_signs(form.kinds)]
    if covered:
        lost.append("Where a model stands, what burns or lies there may be hidden by the height.")
    return Import({form.key: "\n".join(ground) + "\n"}, tuple(lost))


def _cell(picture: Picture, column: int, row: int) -> tuple[str, str]:
    """The upper half of a hex and its floor, three letters each."""
    x, y = MARGIN + (column - 1) * WIDE, (row - 1) * TALL + 1 + (column % 2 == 0)
    found = []
    for line, edges in ((y, "/\\"), (y + 1, "\\/")):
        text = picture.rows[line] if line < len(picture.rows) else ""
        part = text[x : x + 5].ljust(5)
        if part[0] != edges[0] or part[4] != edges[1]:
            raise Wrong(f"draw a hex here, as /   \\ over \\___/, not {part!r}", name_of(column, row))
        found.append(part[1:4])
    return found[0], found[1]


def _read_cell(upper: str, floor: str, place: str, known: Collection[str]) -> tuple[int, str, bool]:
    """The level of a hex, the signs of its ground and of what lies over it, and whether a model hides some of it.

    What is fought for hides as much with its single letter.
    """
    model = upper[1] != PLAIN or (upper[0].isalpha() and upper[0] not in known)
    if not model:
        digits = floor.strip("_")
        signs = upper[0] + upper[2]
    elif floor[1:].isdigit():
        digits, signs = floor[1:], floor[0] + PLAIN
    else:
        digits = floor[1].strip("_")
        signs = floor[0] + floor[2]
    if digits and not digits.isdecimal():
        raise Wrong(f"give a level from 0 to 99, not {digits!r}", place)
    return int(digits or 0), signs.replace("_", PLAIN), model


def _kind(form: HexForm, signs: str, place: str) -> TerrainForm:
    """The first kind of terrain of these signs: what lies over the ground goes before the ground."""
    for sign in (signs[1], signs[0]):
        found = next((kind for kind in form.kinds if kind.look.ascii == sign), None)
        if sign != PLAIN and found is not None:
            return found
        if sign != PLAIN:
            raise Wrong(f"there is no ground of the sign {sign!r} in this rulebook", place)
    return next(kind for kind in form.kinds if kind.look.ascii == PLAIN)


def _same_signs(kinds: Iterable[TerrainForm]) -> list[list[TerrainForm]]:
    """Kinds of terrain that no picture tells apart."""
    by_sign: dict[str, list[TerrainForm]] = {}
    for kind in kinds:
        by_sign.setdefault(kind.look.ascii, []).append(kind)
    return [alike for alike in by_sign.values() if len({kind.look.name for kind in alike}) > 1]


def _alike(kinds: Sequence[TerrainForm]) -> str:
    first, *rest = (kind.look.name for kind in kinds)
    return f"{', '.join(rest)} looks like {first} there and has become that."


# ---------------------------------------------------------------- open tables
def _table(form: TableForm, picture: Picture) -> Import:
    raster = _raster(picture)
    rows, tags = _without_tags(form, [line[ROW_MARK:] for line in picture.rows])
    cells: dict[str, set[Cell]] = {}
    hidden: set[Cell] = set()
    ground, marks = {kind.look.ascii for kind in form.kinds}, {place.look.ascii for place in form.places}
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            if sign in ground:
                cells.setdefault(sign, set()).add((column, row))
            elif sign != PLAIN and sign not in marks:
                hidden.add((column, row))
    lost = ["Shapes are as true as a cell; names and heights are not there.", *_not_read(form, cells, hidden)]
    data: dict[str, Any] = {"width": raster.width, "height": raster.height}
    for place in form.places:
        if spots := [_spot(raster, place, tags[one], rows) for one in sorted(tags) if one[0] == place.tag]:
            data[place.key] = spots
    parts = [(len(part), kind, part) for sign, held in cells.items() for kind, part in _of_sign(form, sign, held)]
    # What is smaller lies above, and may hide a corner of what is larger.
    parts.sort(key=lambda one: -one[0])
    if len(parts) > MOST_PIECES:
        raise Wrong(f"a map has at most {MOST_PIECES} pieces of terrain, and these are {len(parts)}")
    pieces, above = [], set(hidden)
    for _, kind, part in reversed(parts):
        pieces.append(_piece(raster, kind, part, above))
        above |= part
    return Import({**data, "piece": pieces[::-1]}, tuple(dict.fromkeys(lost)))


def _of_sign(form: TableForm, sign: str, cells: set[Cell]) -> list[tuple[TerrainForm, set[Cell]]]:
    kind = next(kind for kind in form.kinds if kind.look.ascii == sign)
    return [(kind, part) for part in parts_of(cells)]


Tags = dict[tuple[str, int], Cell]


def _without_tags(form: TableForm, lines: Sequence[str]) -> tuple[list[str], Tags]:
    """The rows with ground where a place has its tag, as "S1", and where each place is."""
    if not form.places:
        return list(lines), {}
    tag = re.compile(f"({'|'.join(re.escape(place.tag) for place in form.places)})([1-9]\\d?)(?!\\d)")
    first = form.places[0].tag
    if not any(match[1] == first for line in lines for match in tag.finditer(line)):
        return list(lines), {}
    tags: Tags = {}
    found = []
    for row, line in enumerate(lines):
        for match in tag.finditer(line):
            tags[match[1], int(match[2])] = match.start(), row
            before, after = line[match.start() - 1 : match.start()], line[match.end() : match.end() + 1]
            under = before if before == after and before else PLAIN
            line = f"{line[: match.start()]}{under * len(match[0])}{line[match.end() :]}"
        found.append(line)
    return found, tags


def _spot(raster: Raster, place: PlaceForm, cell: Cell, rows: Sequence[str]) -> list[float]:
    """The place in a cell whose disc covers most of the signs around it and least else; of those the roundest."""
    x, y = raster.place(*cell)
    steps = [number / 4 for number in range(-8, 9)]
    spots = {(round((x + dx) * 4) / 4, round((y + dy) * 4) / 4) for dx in steps for dy in steps}
    near: list[tuple[float, float]] = [spot for spot in spots if raster.cell(*spot) == cell] or [(x, y)]
    sign = place.look.ascii

    def misses(spot: tuple[float, float]) -> int:
        disc = set(raster.polygon(circle_corners(*spot, place.radius))) if place.radius else set()
        around = {(c, r) for c in range(cell[0] - 4, cell[0] + 6) for r in range(cell[1] - 3, cell[1] + 4)}
        shown = {(c, r) for c, r in around if r in range(len(rows)) and rows[r][c : c + 1] == sign}
        tag = {(cell[0] + number, cell[1]) for number in range(2)}
        return len((disc ^ shown) - tag)

    def rough(spot: tuple[float, float]) -> int:
        return sum(not at.is_integer() for at in spot)

    best: tuple[float, float] = min(sorted(near), key=lambda spot: (misses(spot), rough(spot)))
    return list(best)


def _raster(picture: Picture) -> Raster:
    """The cells of a picture: the line above says how many columns a table unit takes."""
    marks = [(match.start() - ROW_MARK, int(match[0])) for match in re.finditer(r"\d+", picture.head)]
    (_, first), (at, second) = marks[0], marks[1] if len(marks) > 1 else (0, 0)
    if first != 0 or second <= 0 or at <= 0:
        raise Wrong("the line above it should have a 0 and measures at equal steps", "line 1")
    step = at / second
    for (a, one), (b, other) in pairwise(marks):
        if other - one != second or abs((b - a) - at) > 1:
            raise Wrong("the measures above it are not at equal steps", "line 1")
    longest = max((len(line) - ROW_MARK for line in picture.rows), default=0)
    width = max(float(marks[-1][1]), round((longest - 1) / step * 2) / 2)
    height = round((len(picture.rows) - 1) / (step / 2) * 2) / 2
    return Raster(width, height, step, step / 2)


def _not_read(form: TableForm, cells: Mapping[str, set[Cell]], hidden: set[Cell]) -> list[str]:
    lost = [_alike(kinds) for kinds in _same_signs(form.kinds) if kinds[0].look.ascii in cells]
    if hidden:
        lost.append(f"Units, their tags and other signs hide {len(hidden)} cells; what lies below is not seen.")
    return lost


def _piece(raster: Raster, kind: TerrainForm, part: set[Cell], covered: set[Cell]) -> dict[str, Any]:
    """A piece of terrain that covers these cells when it is drawn again."""
    if kind.line:
        return {"kind": kind.id, "points": _listed(line_of(raster, part))}
    key, shape = shape_of(raster, part, covered)
    return {"kind": kind.id, key: list(shape) if key == "box" else _listed(shape)}


def _listed(points: Iterable[Any]) -> list[list[float]]:
    return [list(point) for point in points]
