"""Which hex each half cell of text belongs to. A cell is two square half cells, so a hex can have slanted sides.

A hex is rows of half cells of different length. `Zoom.side` says for each half row by how many columns both sides
fall back; that of a half row and of the one half a hex further down add up to the same, so hexes tile.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from attrs import define, field

from tabletop_tui.records import frozen
from tabletop_tui.table.hexes import Hex, name_of


@frozen
class Zoom:
    """How large hexes are drawn, in cells of text."""

    name: str
    wide: int
    """Columns of text from one hex to the next."""
    high: int
    """Rows of text on which one lies, if only with a half of them."""
    side: tuple[int, ...]

    @property
    def slant(self) -> int:
        """So many columns are shared by the sides of neighbours."""
        return max(self.side)

    def size(self, columns: int, rows: int) -> tuple[int, int]:
        """Width and height of a whole map, in cells of text."""
        halves = rows * self.halves + (self.drop if columns > 1 else 0)
        return columns * self.wide + self.slant, -(-halves // 2)

    @property
    def halves(self) -> int:
        """Half rows of a hex ..."""
        return len(self.side)

    @property
    def drop(self) -> int:
        """... and by how many of them every second column lies lower."""
        return self.halves // 2

    def top(self, spot: Hex) -> int:
        """The first half row of a hex."""
        column, row = int(spot[:2]) - 1, int(spot[2:]) - 1
        return row * self.halves + (self.drop if column % 2 else 0)


TIGHT = Zoom("tight", 4, 2, (1, 0, 1))
PLAY = Zoom("play", 4, 2, (1, 0, 0, 1))
BROAD = Zoom("broad", 6, 2, (1, 0, 0, 1))
ROOMY = Zoom("roomy", 8, 3, (2, 1, 0, 0, 1, 2))
CLOSE = Zoom("close", 8, 4, (2, 1, 1, 0, 0, 1, 1, 2))
HUGE = Zoom("huge", 12, 6, (3, 2, 2, 1, 1, 0, 0, 1, 1, 2, 2, 3))


@frozen
class Half:
    """A half cell on the side of a hex: whose it is (None beyond the map), whose the one below, whose those beside."""

    hex: Hex | None
    below: Hex | None
    beside: tuple[Hex | None, Hex | None]
    row: int
    """Its half row, counted from the top of the map."""


@frozen
class Span:
    """Cells of a row that belong wholly to one hex, or to none, and on which of its rows of text they lie."""

    hex: Hex | None
    part: int
    cells: int


@frozen
class SharedCell:
    """A cell that two hexes share: its upper and its lower half."""

    upper: Half
    lower: Half
    falls: bool
    """Whether the line between the two falls to the right."""


@frozen(eq=False)
class TextRow:
    """A row of text, from left to right, and which of its parts belong to each hex."""

    parts: tuple[Span | SharedCell, ...]
    touching: Mapping[Hex, tuple[int, ...]]


@define(eq=False)
class HalfCells:
    """The rows of a map of so many columns and rows of hexes. Each is found when first asked for, and kept."""

    zoom: Zoom
    columns: int
    rows: int
    _found: dict[int, TextRow] = field(init=False, factory=dict)

    def row(self, y: int) -> TextRow:
        """A row of text, from left to right."""
        if (found := self._found.get(y)) is None:
            found = self._found[y] = self._row(y)
        return found

    def owner(self, x: int, half: int) -> Hex | None:
        """The hex to which a half cell belongs; half rows are counted from the top of the map."""
        column = self._column(x, half)
        row = self._place(column, half)[0]
        return name_of(column + 1, row + 1) if 0 <= column < self.columns and 0 <= row < self.rows else None

    def _column(self, x: int, half: int) -> int:
        column, inside = divmod(x, self.zoom.wide)
        return column - (inside < self.zoom.side[self._place(column, half)[1]])

    def _place(self, column: int, half: int) -> tuple[int, int]:
        """Row of hexes, and half row in the hex; in every second column hexes lie half a hex lower."""
        return divmod(half - (self.zoom.drop if column % 2 else 0), self.zoom.halves)

    def _row(self, y: int) -> TextRow:
        width = self.zoom.size(self.columns, self.rows)[0]
        upper, lower, below = ([self.owner(x, half) for x in range(-1, width + 1)] for half in range(2 * y, 2 * y + 3))
        found: list[Span | SharedCell] = []
        cells = 0
        for x in range(1, width + 1):  # counted in the lists, which begin one cell further left
            if upper[x] != lower[x]:
                one = Half(upper[x], lower[x], (upper[x - 1], upper[x + 1]), 2 * y)
                other = Half(lower[x], below[x], (lower[x - 1], lower[x + 1]), 2 * y + 1)
                found.append(SharedCell(one, other, self._column(x - 1, 2 * y) > self._column(x - 1, 2 * y + 1)))
                continue
            cells += 1
            if x == width or (upper[x + 1], lower[x + 1]) != (upper[x], upper[x]):
                found.append(Span(upper[x], self._part(upper[x], y), cells))
                cells = 0
        touching: dict[Hex, tuple[int, ...]] = {}
        for number, part in enumerate(found):
            for spot in (part.hex,) if isinstance(part, Span) else (part.upper.hex, part.lower.hex):
                if spot is not None:
                    touching[spot] = (*touching.get(spot, ()), number)
        return TextRow(tuple(found), touching)

    def _part(self, spot: Hex | None, y: int) -> int:
        return 0 if spot is None else (2 * y - self.zoom.top(spot)) // 2


@lru_cache(maxsize=16)
def half_cells(zoom: Zoom, columns: int, rows: int) -> HalfCells:
    """The half cells of a map; maps of one size share them."""
    return HalfCells(zoom, columns, rows)
