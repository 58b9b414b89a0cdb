"""Units on an open table as bodies: the cells that their models span, so that ten models still read as one unit.

Bodies of one side that touch never have one tone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from attrs import define, field

from tabletop_tui.engine.scenes import Base, TableScene, Token
from tabletop_tui.records import frozen
from tabletop_tui.table.raster import Bits, Cell, Raster, bits_of, columns_of

TONES = 3
"""So many tones a side's colour has."""
TOGETHER = 4.0
"""Models no farther apart than so many table units are one body with what lies between."""


@frozen(eq=False)
class UnitBody:
    """What a unit covers at one zoom."""

    cells: Bits
    models: tuple[Cell, ...]
    """The cell of each model; of a model drawn as a shape its middle."""
    wide: bool
    """Whether it is drawn as a shape with its tag on it."""
    around: Bits
    """Its cells, and those within two columns and a row of them."""
    rim: Mapping[Cell, str] = field(factory=dict)
    """Half cells of a shape that are drawn beside its whole ones, so that it is round: the block for each."""

    @cached_property
    def columns(self) -> list[tuple[int, list[int]]]:
        """Its rows, each with its columns."""
        return [(row, columns_of(columns)) for row, columns in self.cells.items()]

    @cached_property
    def _box(self) -> tuple[int, int, int, int]:
        """Its first and last row and column, with what lies around it."""
        rows = self.around or {0: 1}
        return min(rows), max(rows), min(map(_first, rows.values())), max(map(_last, rows.values()))

    def touches(self, other: UnitBody) -> bool:
        """Whether two bodies stand so close that they need different tones."""
        (top, bottom, left, right), (above, below, west, east) = self._box, other._box
        if top > below or above > bottom or left > east or west > right:
            return False
        return any(columns & other.cells.get(row, 0) for row, columns in self.around.items())


@define(eq=False)
class UnitBodies:
    """The bodies of all units at one zoom."""

    raster: Raster
    wide_base: float
    """From which radius on a model is drawn as a shape."""
    filled: bool
    """Whether what lies between models is filled."""
    of: dict[str, UnitBody] = field(init=False, factory=dict)
    tones: dict[str, int] = field(init=False, factory=dict)
    _stood: dict[str, Sequence[Base]] = field(init=False, factory=dict)

    def put(self, scene: TableScene) -> None:
        """Take in where everybody stands."""
        for token in scene.tokens:
            bases = scene.bases.get(token.unit, ())
            if self._stood.get(token.unit) is not bases or token.unit not in self.of:
                self._stood[token.unit], self.of[token.unit] = bases, self._body(bases)
        self.tones = self._toned(token for token in scene.tokens if scene.bases.get(token.unit))

    def _toned(self, tokens: Iterable[Token]) -> dict[str, int]:
        """A tone for each unit that no touching one of its side has, as far as there are enough."""
        tones: dict[str, int] = {}
        sides: dict[int | None, list[str]] = {}
        for token in tokens:
            body, mates = self.of[token.unit], sides.setdefault(token.seat, [])
            taken = {tones[mate] for mate in mates if body.touches(self.of[mate])}
            tones[token.unit] = next((tone for tone in range(TONES) if tone not in taken), 0)
            mates.append(token.unit)
        return tones

    def _body(self, bases: Sequence[Base]) -> UnitBody:
        raster = self.raster
        wide = any(base.radius >= self.wide_base for base in bases)
        if wide:
            discs = [round_base(raster, base, self.filled) for base in bases]
            cells, rim = bits_of(cell for whole, _ in discs for cell in whole), dict[Cell, str]()
            for _, halves in discs:
                rim |= halves
            return UnitBody(cells, tuple(raster.cell(base.x, base.y) for base in bases), True, grown(cells), rim)
        models = spread_out([raster.cell(base.x, base.y) for base in bases], raster.inside)
        cells = bits_of(models)
        if self.filled:
            cells = joined(cells, round(TOGETHER * raster.across), round(TOGETHER * raster.down))
        return UnitBody(cells, tuple(models), False, grown(cells))


def round_base(raster: Raster, base: Base, halved: bool) -> tuple[list[Cell], dict[Cell, str]]:
    """The cells of a large base, and the blocks of those of which only a half belongs to it."""
    if not halved:
        return [*raster.disc(base.x, base.y, base.radius)], {}
    up = 0.25 / raster.down  # the middle of a cell's upper half lies so much above that of the cell
    fine = Raster(raster.width, raster.height + 2 * up, raster.across, 2 * raster.down)
    halves = {at for at in fine.disc(base.x, base.y + up, base.radius) if raster.inside((at[0], at[1] // 2))}
    middle = raster.cell(base.x, base.y)
    whole = [(c, h // 2) for c, h in halves if h % 2 and (c, h - 1) in halves]
    rest = {(c, h // 2): "▄" if h % 2 else "▀" for c, h in halves if (c, h ^ 1) not in halves}
    return ([*whole, middle], {cell: block for cell, block in rest.items() if cell != middle})


def spread_out(cells: Iterable[Cell], inside: Callable[[Cell], bool]) -> list[Cell]:
    """Two models may fall into one cell: the second is drawn beside it, so that all can be counted."""
    found: dict[Cell, None] = {}
    for column, row in cells:
        places = ((column, row), (column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))
        free = (cell for cell in places if cell not in found and inside(cell))
        found[next(free, (column, row))] = None
    return [*found]


def joined(cells: Bits, across: int, down: int) -> Bits:
    """What lies between the models of a row, and between rows of models, filled as far as they are together."""
    found = {row: _filled(columns, across) for row, columns in cells.items()}
    rows = sorted(found)
    for upper, lower in pairwise(rows):
        if 1 < lower - upper <= down:
            left, right = max(map(_first, (found[upper], found[lower]))), min(map(_last, (found[upper], found[lower])))
            left, right = min(left, right), max(left, right)
            for row in range(upper + 1, lower):
                found[row] = (1 << right + 1) - (1 << left) if right - left <= across else 1 << left | 1 << right
    return found


def _filled(columns: int, most: int) -> int:
    """Gaps of at most so many columns filled."""
    places = columns_of(columns)
    for left, right in pairwise(places):
        if right - left <= most:
            columns |= (1 << right) - (1 << left)
    return columns


def _first(columns: int) -> int:
    return (columns & -columns).bit_length() - 1


def _last(columns: int) -> int:
    return columns.bit_length() - 1


def grown(cells: Bits) -> Bits:
    """These cells with those within two columns and a row of them."""
    found: Bits = {}
    for row, columns in cells.items():
        wide = columns | columns << 1 | columns << 2 | columns >> 1 | columns >> 2
        for at in (row - 1, row, row + 1):
            found[at] = found.get(at, 0) | wide
    return found


def platoons(tokens: Iterable[Token], size: int = 8) -> list[tuple[str, ...]]:
    """The units of each side in its order, so many together: what names are shown for at once."""
    sides: dict[int, list[str]] = {}
    for token in tokens:
        if token.seat is not None and token.kind == "unit":
            sides.setdefault(token.seat, []).append(token.unit)
    return [tuple(units[at : at + size]) for units in sides.values() for at in range(0, len(units), size)]


def crowded(tokens: Iterable[Token], many: int = 20) -> bool:
    """Whether a side has so many units that their names would hide the table."""
    sides: dict[int, int] = {}
    for token in tokens:
        if token.seat is not None and token.kind == "unit":
            sides[token.seat] = sides.get(token.seat, 0) + 1
    return max(sides.values(), default=0) > many
