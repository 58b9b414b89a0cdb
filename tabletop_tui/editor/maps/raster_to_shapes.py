"""Cells of a picture become shapes again: pieces of terrain that cover just these cells when they are drawn.

No shape is simpler than the cells allow: corners are left out only as long as the same cells are covered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import shapely

from tabletop_tui.files.map_shapes import MOST_CORNERS
from tabletop_tui.table.raster import Cell, Raster

Points = Sequence[tuple[float, float]]
STEPS = (1.0, 0.7, 0.5, 0.35, 0.2, 0.1, 0.0)
"""How far a corner may be left out, in cells, the boldest first."""
WITHIN = 0.25
"""The border of a box lies so far outside the middle of its cells, in cells: any rounding leaves them covered."""
REACH = 0.55
"""That of any other shape: more than half, so that neighbours hang together, and far less than the next middle."""
AROUND = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
ROUND = (0.5, 0.25, 0.01)
"""To which measures corners are rounded, in table units, the roundest first."""


def parts_of(cells: Iterable[Cell]) -> list[set[Cell]]:
    """Cells that hang together, side by side or by a corner."""
    left, found = set(cells), []
    while left:
        waiting = [left.pop()]
        part = set(waiting)
        while waiting:
            column, row = waiting.pop()
            for near in ((column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1)):
                if near in left:
                    left.remove(near)
                    part.add(near)
                    waiting.append(near)
        found.append(part)
    return sorted(found, key=min)


def shape_of(raster: Raster, part: set[Cell], covered: set[Cell]) -> tuple[str, Any]:
    """A box, or the corners of an area, of these cells; holes in it are left to whatever is drawn over them."""
    box = _box(raster, part, covered)
    if box is not None:
        return "box", box
    border = _outline(part)
    best: Points = ()
    for step in STEPS:
        corners = border.simplify(step).exterior.coords[:-1]
        for round_to in ROUND:
            points = _placed(raster, corners, round_to)
            if not 3 <= len(points) <= MOST_CORNERS or not shapely.Polygon(points).is_valid:
                continue
            best = best or points
            again = set(raster.polygon(points))
            if part <= again and again - part <= covered:
                return "points", points
    return "points", best or _placed(raster, border.convex_hull.exterior.coords[:-1])[:MOST_CORNERS]


def _box(raster: Raster, part: set[Cell], covered: set[Cell]) -> tuple[float, ...] | None:
    """The box around these cells, at half units where that covers the same; None if more would be covered."""
    left, top = min(column for column, _ in part), min(row for _, row in part)
    right, bottom = max(column for column, _ in part), max(row for _, row in part)
    if len(part) * 2 < (right + 1 - left) * (bottom + 1 - top):
        return None
    whole = {(column, row) for column in range(left, right + 1) for row in range(top, bottom + 1)}
    if not whole - part <= covered:
        return None
    for half in (1.0, 0.5, 0.25):
        for inward in (0.0, 0.5):
            found = tuple(
                round(round((at + sign * (0.5 - inward * 0.9)) / across / half) * half, 2)
                for at, sign, across in (
                    (left, -1, raster.across),
                    (top, -1, raster.down),
                    (right, 1, raster.across),
                    (bottom, 1, raster.down),
                )
            )
            x, y, z, w = _on_table(raster, found)
            if x < z and y < w and set(raster.polygon(((x, y), (z, y), (z, w), (x, w)))) == whole:
                return x, y, z, w
    x, y = _inside(raster, left - WITHIN, top - WITHIN)
    z, w = _inside(raster, right + WITHIN, bottom + WITHIN)
    return (x, y, z, w) if x < z and y < w else None


def _on_table(raster: Raster, box: Sequence[float]) -> tuple[float, float, float, float]:
    x, y, z, w = box
    return max(0.0, x), max(0.0, y), min(raster.width, z), min(raster.height, w)


def _outline(part: set[Cell]) -> Any:
    """The border around the cells, holes filled; a little beyond them, so that corners alone hang together, too."""
    columns, rows = zip(*part, strict=True)
    left, top = (np.array(values) - REACH for values in (columns, rows))
    boxes = shapely.box(left, top, left + 2 * REACH, top + 2 * REACH)
    largest = max(shapely.get_parts(shapely.union_all(boxes)), key=lambda one: one.area)
    return shapely.Polygon(largest.exterior)


def _placed(raster: Raster, corners: Iterable[Sequence[float]], round_to: float = 0.01) -> Points:
    """Corners in cells as places on the table, each once."""
    return tuple(dict.fromkeys(_inside(raster, x, y, round_to) for x, y in corners))


def _inside(raster: Raster, column: float, row: float, round_to: float = 0.01) -> tuple[float, float]:
    x, y = (round(round(at / round_to) * round_to, 2) for at in (column / raster.across, row / raster.down))
    return min(max(x, 0.0), raster.width), min(max(y, 0.0), raster.height)


# ---------------------------------------------------------------- lines
def line_of(raster: Raster, part: set[Cell]) -> Points:
    """A line through these cells, of as few points as cover them."""
    way = _way(part)
    best: Points = ()
    for step in (*STEPS[:-1], 0.01, 0.0):
        corners = shapely.LineString(way).simplify(step).coords if len(way) > 1 else way
        points = _placed(raster, corners)
        if len(points) < 2:
            points = _stub(raster, way[0])
        if len(points) > MOST_CORNERS:
            continue
        best = best or points
        if set(raster.line(points)) == part:
            return points
    return best


def _stub(raster: Raster, cell: Cell) -> Points:
    """The shortest line that may lie in a single cell."""
    x, y = raster.place(*cell)
    half = 0.45 / raster.across if raster.across < 1 else 0.25
    return (round(max(0.0, x - half), 2), y), (round(min(raster.width, x + half), 2), y)


def _way(part: set[Cell]) -> list[Cell]:
    """The cells of a line in order, from one of its ends to the farthest; crossings are left out."""
    start = _farthest(part, min(part))[-1]
    return _farthest(part, start)


def _farthest(part: set[Cell], start: Cell) -> list[Cell]:
    """The longest of the shortest ways from a cell."""
    came: dict[Cell, Cell | None] = {start: None}
    waiting, last = [start], start
    for cell in waiting:
        last = cell
        column, row = cell
        near = [
            (column + x, row + y) for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
        ]
        for other in near:
            if other in part and other not in came:
                came[other] = cell
                waiting.append(other)
    way: list[Cell] = []
    step: Cell | None = last
    while step is not None:
        way.append(step)
        step = came[step]
    return way[::-1]
