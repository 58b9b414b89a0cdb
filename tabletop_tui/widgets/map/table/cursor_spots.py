"""The spots of an open table as cells of text: where the cursor can lie, how it goes on, what stands there."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import ClassVar

from attrs import define, field

from tabletop_tui.engine.scenes import Base, TableScene, Token
from tabletop_tui.table.identity_cache import by_identity
from tabletop_tui.table.points import parse_spot, spot_text
from tabletop_tui.table.polygons import Box, bounds, grown, overlap
from tabletop_tui.table.raster import Cell, Raster
from tabletop_tui.table.region_cache import NOWHERE
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.map.shared.map_painter import Painter


@define(eq=False)
class Lattice(Painter[TableScene]):
    """The geometry of a painter of open tables; a cursor goes by its lattice, the places themselves are exact."""

    across: ClassVar[float]
    down: ClassVar[float]
    """Columns and rows of cells a table unit."""
    step: ClassVar[tuple[float, float]]
    """What a step of the cursor to the right and down is worth, in table units."""
    raster: Raster = field(init=False)

    @classmethod
    def size_of(cls, scene: TableScene, glyphs: Glyphs) -> tuple[int, int]:
        raster = Raster(scene.width, scene.height, cls.across, cls.down)
        return raster.columns, raster.rows

    @property
    def width(self) -> int:
        return self.raster.columns

    @property
    def height(self) -> int:
        return self.raster.rows

    def has(self, spot: str) -> bool:
        place = parse_spot(spot)
        return place is not None and 0 <= place[0] <= self.scene.width and 0 <= place[1] <= self.scene.height

    def middle(self) -> str:
        return spot_text((float(round(self.scene.width / 2)), float(round(self.scene.height / 2))))

    def _place(self, spot: str) -> tuple[float, float]:
        place = parse_spot(spot)
        assert place is not None, spot
        return place

    def corner(self, spot: str) -> tuple[int, int]:
        """The cell left of a spot: the cursor's brackets stand on both sides of it."""
        column, row = self.raster.cell(*self._place(spot))
        return column - 1, row

    def lines_of(self, spot: str) -> range:
        """The cursor's row, and those above and below, where its note may stand."""
        row = self.raster.cell(*self._place(spot))[1]
        return range(row - 1, row + 2)

    def spot_at(self, x: int, y: int) -> str | None:
        if not self.raster.inside((x, y)):
            return None
        u, v = self.raster.place(x, y)
        dx, dy = self.step
        return spot_text((min(self.scene.width, round(u / dx) * dx), min(self.scene.height, round(v / dy) * dy)))

    def beside(self, spot: str, direction: str) -> str | None:
        """One step of the lattice; from between its lines to the next line."""
        x, y = self._place(spot)
        dx, dy = self.step
        x = _next(x, dx, ("e" in direction) - ("w" in direction), self.scene.width)
        y = _next(y, dy, ("s" in direction) - ("n" in direction), self.scene.height)
        if not (0 <= x <= self.scene.width and 0 <= y <= self.scene.height):
            return None
        return spot_text((x, y))

    def line(self, start: str, end: str) -> list[str]:
        return [start, end]

    def far(self, start: str, end: str) -> float:
        (x, y), (u, v) = self._place(start), self._place(end)
        return hypot(x - u, y - v)

    def measure(self, start: str, end: str) -> str:
        return f"{self.far(start, end):.1f} {self.scene.unit}"

    def same_table(self, scene: TableScene) -> bool:
        return (scene.width, scene.height) == (self.scene.width, self.scene.height)

    def at(self, spot: str) -> list[Token]:
        """The units of which a model stands on the spot's cell or touches it."""
        x, y = self._place(spot)
        found = []
        for token in self.scene.tokens:
            bases = self.scene.bases.get(token.unit, ())
            near = overlap(extent_of(bases), (x, y, x, y), 0.5 / self.down) and any(
                abs(base.x - x) <= max(base.radius, 0.5 / self.across)
                and abs(base.y - y) <= max(base.radius, 0.5 / self.down)
                for base in bases
            )
            if near or token.spot == spot or (not bases and self.raster.cell(x, y) == self._cell_of(token)):
                found.append(token)
        return sorted(found, key=lambda token: (token.kind != "unit", token.spot != spot))

    def _cell_of(self, token: Token) -> Cell | None:
        place = parse_spot(token.spot)
        return self.raster.cell(*place) if place is not None else None


@by_identity(1 << 12)
def extent_of(bases: Sequence[Base]) -> Box:
    """A box that holds the bases of a unit."""
    if not bases:
        return NOWHERE
    return grown(bounds((base.x, base.y) for base in bases), max(base.radius for base in bases))


STEPS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""What a step of the cursor may be worth, in table units."""


def step_of(columns: float) -> tuple[float, float]:
    """What a step to the right and down is worth at a zoom of so many columns a table unit.

    Down it is about a row of text, to the right half as much, but then at least a table unit.
    """
    down = next((step for step in STEPS if step * columns / 2 >= 0.7), STEPS[-1])
    return min(down, max(down / 2, 1.0)), down


def _next(value: float, step: float, sign: int, last: float) -> float:
    """The next multiple of a step in this direction (the value itself for no direction), or the edge before it."""
    if not sign:
        return value
    whole = round(value / step, 6)
    down = whole // 1
    found = (down + 1) * step if sign > 0 else (down if down < whole else down - 1) * step
    return last if value < last < found else found
