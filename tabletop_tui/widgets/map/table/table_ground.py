"""The ground of an open table in half cells: whose each is, where a rim catches the light, which signs lie on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot

from attrs import define, field

from tabletop_tui.engine.scenes import Area, Look, TableScene
from tabletop_tui.table.raster import Bits, Cell, Raster, bits_of, outline
from tabletop_tui.widgets.glyphs import Glyphs

OPEN = -1
"""The number of the open table, where pieces of terrain have their places in the scene."""
FLAT, LIT, SHADED = range(3)
Tone = tuple[int, int]
"""The number of a piece and its relief: flat, a rim in the light, or one in the shade."""
GroundCell = tuple[str, Tone, Tone, int]
"""The sign of a cell, the tones of its upper and its lower half, and the piece in whose ink the sign is."""
BARE: Tone = (OPEN, FLAT)
SPARSE = 6
"""Of so many cells of a piece one carries its sign."""
SUNKEN = ("water",)
"""The colours of ground that lies lower than the table: its upper rim lies in the shade."""
BLOCKS = "░▒▓█▚"
"""Signs of ground that would be taken for bodies where bodies are drawn."""
RAISED = ("building",)
"""The colours of ground that casts a shadow whatever its level."""


@define(eq=False)
class TableGround:
    """The terrain of a scene at one zoom."""

    scene: TableScene
    raster: Raster
    glyphs: Glyphs
    halves: bool
    """Whether a cell may be of two grounds, its upper half of one and its lower of another."""
    rimmed: frozenset[Look]
    """Looks whose ground is as that of the open table: their rims are made of their signs."""
    terrain: dict[Cell, Area] = field(init=False, factory=dict)
    """The piece that lies uppermost on each cell: on its lower half, if on that lies one."""
    _owners: list[list[int]] = field(init=False, factory=list)
    """For each half row the number of the piece that lies uppermost in each column."""
    _lines: dict[Cell, tuple[str, int]] = field(init=False, factory=dict)
    """The sign and the number of the wall, fence or the like on each cell."""
    _edges: Bits = field(init=False, factory=dict)
    _grid: set[Cell] = field(init=False, factory=set)
    _tones: dict[int, list[Tone]] = field(init=False, factory=dict)
    _rows: dict[int, list[GroundCell]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        raster, areas = self.raster, self.scene.areas
        self._owners = [[OPEN] * raster.columns for _ in range(2 * raster.rows)]
        covered: set[Cell] = set()
        for number, area in enumerate(areas):
            if area.closed:
                covered |= self._cover(number, area)
            else:
                self._lines |= {cell: (sign, number) for cell, sign in self._line(area)}
        for column, row in covered:
            lower = self._owners[2 * row + 1][column]
            self.terrain[column, row] = areas[lower if lower != OPEN else self._owners[2 * row][column]]
        self.terrain |= {cell: areas[number] for cell, (_, number) in self._lines.items()}
        grid, wide, high = self.scene.grid, self.scene.width, self.scene.height
        lines = [[at * grid for at in range(int(size / grid) + 1)] for size in (wide, high)]
        self._grid = {raster.cell(x, y) for x in lines[0] for y in lines[1]}

    # ------------------------------------------------------------------ whose a half cell is
    def _cover(self, number: int, area: Area) -> set[Cell]:
        """Give a piece its half cells; the whole cells that these are of."""
        cells = set(self._half_cells(area.points))
        for column, half in cells:
            self._owners[half][column] = number
        whole = {(column, half // 2) for column, half in cells}
        if area.look in self.rimmed:
            for row, columns in outline(bits_of(whole)).items():
                self._edges[row] = self._edges.get(row, 0) | columns
        return whole

    def _half_cells(self, points: Sequence[tuple[float, float]]) -> Iterable[Cell]:
        """The half cells of a shape as (column, half row); of a thin one those along its rim as well."""
        raster = self.raster
        if not self.halves:
            whole = [*raster.polygon(points), *(raster.line([*points, points[0]]) if self._thin(points) else ())]
            return [(column, 2 * row + half) for column, row in whole for half in (0, 1)]
        up = 0.25 / raster.down  # the middle of a cell's upper half lies so much above that of the cell
        fine = Raster(raster.width, raster.height + 2 * up, raster.across, 2 * raster.down)
        lower = [(x, y + up) for x, y in points]
        found = [*fine.polygon(lower), *(fine.line([*lower, lower[0]]) if self._thin(points) else ())]
        return [(column, half) for column, half in found if half < len(self._owners) and column < raster.columns]

    def _thin(self, points: Sequence[tuple[float, float]]) -> bool:
        """Whether a shape may slip between the middles of cells."""
        sides = [*pairwise([*points, points[0]])]
        size = abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in sides)) / 2
        around = sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in sides)
        # The width of a long rectangle is twice its area over its perimeter.
        return 2 * size < around * 0.5 / self.raster.down

    def _line(self, area: Area) -> Iterable[tuple[Cell, str]]:
        """The cells of a wall or a fence, each with its sign: a lower half where it runs flat, else a left one."""
        for start, end in pairwise(area.points):
            flat = abs(start[0] - end[0]) >= abs(start[1] - end[1])
            sign = ("▄" if flat else "▌") if self.halves else self.glyphs.ground(area.look)
            yield from ((cell, sign) for cell in self.raster.line((start, end)))

    # ------------------------------------------------------------------ a row
    def row(self, row: int) -> list[GroundCell]:
        """The cells of a row, found when they are first asked for."""
        if (found := self._rows.get(row)) is None:
            upper, lower = self.tones(2 * row), self.tones(2 * row + 1)
            pairs = enumerate(zip(upper, lower, strict=True))
            found = self._rows[row] = [self._cell(column, row, above, below) for column, (above, below) in pairs]
        return found

    def solid(self, cell: Cell) -> bool:
        """Whether both halves of a cell are of one tone, so that a name can be read on it."""
        column, row = cell
        alike = self.tones(2 * row)[column] == self.tones(2 * row + 1)[column]
        return alike and not (self.halves and cell in self._lines)

    def _cell(self, column: int, row: int, upper: Tone, lower: Tone) -> GroundCell:
        owner = lower[0]
        if (line := self._lines.get((column, row))) is not None:
            return line[0], upper, lower, line[1]
        if owner == OPEN:
            return self.glyphs.grid if (column, row) in self._grid else " ", upper, lower, OPEN
        look = self.scene.areas[owner].look
        edge = look in self.rimmed and self._edges.get(row, 0) >> column & 1
        sparse = (column + 2 * row) % SPARSE == 0
        return self.sign(look) if edge or sparse else " ", upper, lower, owner

    def sign(self, look: Look) -> str:
        """The sign that is scattered over a piece of this look."""
        sign = self.glyphs.ground(look)
        return " " if self.halves and sign in BLOCKS else sign

    def tones(self, half: int) -> list[Tone]:
        """The tones of a half row; relief only where halves can show it."""
        if (found := self._tones.get(half)) is None:
            owners = self._owners[half]
            above = self._owners[half - 1] if half else owners
            below = self._owners[half + 1] if half + 1 < len(self._owners) else owners
            tone = self._tone
            found = self._tones[half] = [*map(tone, owners, above, below)]
        return found

    def _tone(self, owner: int, above: int, below: int) -> Tone:
        if owner == above == below or not self.halves:
            return owner, FLAT
        areas = self.scene.areas
        if owner == OPEN:
            return (OPEN, SHADED) if above != OPEN and _casts(areas[above]) else BARE
        sunken = areas[owner].look.colour in SUNKEN
        if above != owner:
            return owner, SHADED if sunken else LIT
        return owner, LIT if sunken else SHADED


def _casts(area: Area) -> bool:
    return area.level > 0 or area.look.colour in RAISED
