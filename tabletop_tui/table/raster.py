"""Shapes of an open table as cells of text: which cells a polygon covers, which cells a line goes through.

A Raster lays cells on a table so that the middle of cell (0, 0) is the table's corner: a spot belongs to the cell whose
middle is nearest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from tabletop_tui.records import frozen

Point = tuple[float, float]
Cell = tuple[int, int]
Bits = dict[int, int]
"""Cells of a table: for each row a number with a bit for each column, the first column's bit the lowest."""
THINNEST = 1e-9


@frozen
class Raster:
    """So many columns and rows of cells a table unit, over a table of this size."""

    width: float
    height: float
    across: float
    down: float

    @cached_property
    def columns(self) -> int:
        return self.cell(self.width, 0)[0] + 1

    @cached_property
    def rows(self) -> int:
        return self.cell(0, self.height)[1] + 1

    def cell(self, x: float, y: float) -> Cell:
        """The cell of a place; places on the border between two belong to the right or lower one."""
        return int(x * self.across + 0.5), int(y * self.down + 0.5)

    def place(self, column: int, row: int) -> Point:
        """The middle of a cell, in table units."""
        return column / self.across, row / self.down

    def inside(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def spread(self, rows: Bits, wide: int, high: int) -> Bits:
        """Each cell widened to so many columns and rows, on the table; an even number has one more right and below."""
        all_columns = (1 << self.columns) - 1
        found: Bits = {}
        for row, bits in rows.items():
            around = 0
            for step in range(-((wide - 1) // 2), wide // 2 + 1):
                around |= bits << step if step >= 0 else bits >> -step
            for at in range(max(0, row - (high - 1) // 2), min(self.rows - 1, row + high // 2) + 1):
                found[at] = found.get(at, 0) | around & all_columns
        return found

    # ------------------------------------------------------------------ shapes
    def polygon(self, points: Sequence[Point]) -> Iterator[Cell]:
        """The cells whose middles lie within a closed polygon; at least the cell of its first corner."""
        corners = [(x * self.across, y * self.down) for x, y in points]
        top, bottom = min(y for _, y in corners), max(y for _, y in corners)
        found = False
        for row in range(max(0, _up(top)), min(self.rows - 1, int(bottom)) + 1):
            for left, right in _spans(corners, row):
                for column in range(max(0, _up(left)), min(self.columns - 1, int(right)) + 1):
                    found = True
                    yield column, row
        if not found and self.inside(cell := self.cell(*points[0])):
            yield cell

    def disc(self, x: float, y: float, radius: float) -> Iterator[Cell]:
        """The cells whose middles lie within a disc; at least the one in which its middle lies."""
        column, row = self.cell(x, y)
        reach = int(radius * self.across) + 1, int(radius * self.down) + 1
        for c in range(column - reach[0], column + reach[0] + 1):
            for r in range(row - reach[1], row + reach[1] + 1):
                u, v = self.place(c, r)
                near = (u - x) ** 2 + (v - y) ** 2 <= radius * radius
                if (near or (c, r) == (column, row)) and self.inside((c, r)):
                    yield c, r

    def line(self, points: Sequence[Point]) -> list[Cell]:
        """The cells along a line through these places, each once, in order."""
        if len(points) < 2:
            cells: Iterable[Cell] = [self.cell(*point) for point in points]
        else:
            cells = (cell for a, b in pairwise(points) for cell in self._segment(self.cell(*a), self.cell(*b)))
        return [cell for cell in dict.fromkeys(cells) if self.inside(cell)]

    def _segment(self, a: Cell, b: Cell) -> Iterator[Cell]:
        steps = max(abs(b[0] - a[0]), abs(b[1] - a[1]), 1)
        for step in range(steps + 1):
            yield round(a[0] + (b[0] - a[0]) * step / steps), round(a[1] + (b[1] - a[1]) * step / steps)


def bits_of(cells: Iterable[Cell]) -> Bits:
    """These cells as bits."""
    rows: Bits = {}
    for column, row in cells:
        rows[row] = rows.get(row, 0) | 1 << column
    return rows


def columns_of(bits: int) -> list[int]:
    """The columns of the cells of a row."""
    return [column for column, bit in enumerate(reversed(f"{bits:b}")) if bit == "1"]


def outline(rows: Bits) -> Bits:
    """The cells of an area that touch, side by side, a cell outside it."""
    return {
        row: bits & ~(bits << 1 & bits >> 1 & rows.get(row - 1, 0) & rows.get(row + 1, 0)) for row, bits in rows.items()
    }


def _up(value: float) -> int:
    """Rounded up."""
    whole = int(value)
    return whole + (whole < value)


def _spans(corners: Sequence[Point], y: float) -> Iterator[Point]:
    """The stretches of a horizontal line within a polygon."""
    crossings = []
    for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
        if (ay <= y) != (by <= y):
            crossings.append(ax + (y - ay) * (bx - ax) / (by - ay))
    crossings.sort()
    for left, right in zip(crossings[::2], crossings[1::2], strict=False):
        if right - left > THINNEST:  # a corner that only touches the line covers nothing
            yield left, right
