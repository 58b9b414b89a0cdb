"""The ways in which a map can be the same from several sides: a fair map is. Of open tables and of hexes."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_tui.records import frozen
from tabletop_tui.table.hexes import Hex, HexGrid, name_of
from tabletop_tui.table.points import Spot

OnTable = Callable[[float, float, float, float], Spot]
"""Where a place of a table lies in the image: from x, y, width and height of the table."""
OnHexes = Callable[[int, int, int, int], tuple[int, int]]
"""The same of a hex: from column and row, both from 1, and the columns and rows of the map."""


@frozen
class Symmetry:
    """A way in which a map can be the same from several sides."""

    id: str
    name: str
    table: tuple[OnTable, ...] = ()
    """The images of a place besides itself ..."""
    hexes: tuple[OnHexes, ...] = ()
    """... and of a hex; () where hexes have no such images."""
    square: bool = False
    """Whether only square tables can be so."""

    def spots(self, spot: Spot, width: float, height: float) -> list[Spot]:
        """The images of a place, rounded to the hundredth."""
        return [rounded(image(*spot, width, height)) for image in self.table]

    def around(self, spot: Hex, grid: HexGrid) -> list[Hex]:
        """The images of a hex that lie on the map: by a third of a turn some may lie beyond its edge."""
        column, row = grid.column_row(spot)
        images = [name_of(*image(column, row, grid.columns, grid.rows)) for image in self.hexes]
        return [image for image in images if image in grid]


def rounded(spot: Spot) -> Spot:
    """A place to the hundredth, as files write it; whole numbers as such."""
    return plain(spot[0]), plain(spot[1])


def plain(value: float, digits: int = 2) -> float:
    """A length to the hundredth, or to so many digits; a whole number as such."""
    found = round(value, digits)
    return int(found) if found == int(found) else found


def half_turn(x: float, y: float, width: float, height: float) -> Spot:
    return width - x, height - y


def across(x: float, y: float, width: float, _: float) -> Spot:
    return width - x, y


def down(x: float, y: float, _: float, height: float) -> Spot:
    return x, height - y


def quarter(x: float, y: float, _: float, height: float) -> Spot:
    """A quarter turn clockwise, of a table that is as wide as high."""
    return height - y, x


def quarter_back(x: float, y: float, width: float, _: float) -> Spot:
    return y, width - x


def hex_half_turn(column: int, row: int, columns: int, rows: int) -> tuple[int, int]:
    """Exact on the table: with an odd number of columns, even ones (half a hex lower) stay even ones."""
    turned = hex_down(column, row, columns, rows)[1] if columns % 2 else rows + 1 - row
    return columns + 1 - column, turned


def hex_across(column: int, row: int, columns: int, _: int) -> tuple[int, int]:
    return columns + 1 - column, row


def hex_down(column: int, row: int, _: int, rows: int) -> tuple[int, int]:
    """Even columns lie half a hex lower, so their last hex has no image but itself."""
    if column % 2 == 0:
        return (column, rows - row) if row < rows else (column, row)
    return column, rows + 1 - row


def hex_third(column: int, row: int, columns: int, rows: int) -> tuple[int, int]:
    """A third of a turn about the hex in the middle, or the one before it."""
    q, r = _axial(column, row)
    middle = _axial((columns + 1) // 2, (rows + 1) // 2)
    q, r = q - middle[0], r - middle[1]
    q, r = r + middle[0], -q - r + middle[1]
    return q + 1, r + q // 2 + 1


def hex_third_back(column: int, row: int, columns: int, rows: int) -> tuple[int, int]:
    return hex_third(*hex_third(column, row, columns, rows), columns, rows)


def _axial(column: int, row: int) -> tuple[int, int]:
    return column - 1, row - 1 - (column - 1) // 2


NONE = Symmetry("none", "none")
SYMMETRIES = {
    one.id: one
    for one in (
        NONE,
        Symmetry("half-turn", "half turn", (half_turn,), (hex_half_turn,)),
        Symmetry("left-right", "left and right", (across,), (hex_across,)),
        Symmetry("top-bottom", "top and bottom", (down,), (hex_down,)),
        Symmetry("four-ways", "four ways", (half_turn, across, down), (hex_half_turn, hex_across, hex_down)),
        Symmetry("thirds", "third turns", (), (hex_third, hex_third_back)),
        Symmetry("quarters", "quarter turns", (half_turn, quarter, quarter_back), square=True),
    )
}
