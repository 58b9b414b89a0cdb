"""Shapes of an open table as cells of text: which cells a polygon covers, which cells a line goes through.

A Raster lays cells on a table so that the middle of cell (0, 0) is the table's corner: a spot belongs to the cell whose
middle is nearest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from attrs import frozen

Point = tuple[float, float]
Cell = tuple[int, int]
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
        return round(self.width * self.across) + 1

    @cached_property
    def rows(self) -> int:
        return round(self.height * self.down) + 1

    def cell(self, x: float, y: float) -> Cell:
        """The cell of a place; places on the border between two belong to the right or lower one."""
        return int(x * self.across + 0.5), int(y * self.down + 0.5)

    def place(self, column: int, row: int) -> Point:
        """The middle of a cell, in table units."""
        return column / self.across, row / self.down

    def inside(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

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


def outline(cells: frozenset[Cell]) -> frozenset[Cell]:
    """The cells of an area that touch, side by side, a cell outside it."""
    around = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return frozenset((c, r) for c, r in cells if any((c + dc, r + dr) not in cells for dc, dr in around))


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
