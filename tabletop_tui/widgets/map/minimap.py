"""The whole table in a few cells: ground, units as quarters of a cell, and a frame around what is in view.

Data in, rows of text out. Where quarters cannot be drawn, or no colour tells the sides apart, units are the signs of
their sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from rich.style import Style
from textual.geometry import Region

from tabletop_tui.engine.scenes import HexScene, Token
from tabletop_tui.records import frozen
from tabletop_tui.table.points import parse_spot
from tabletop_tui.widgets.colour_arithmetic import Ink, blend
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.map.hex.base_painter import HexPainter
from tabletop_tui.widgets.map.shared.map_painter import Painter
from tabletop_tui.widgets.map.table.table_painter import TablePainter
from tabletop_tui.widgets.palette import Palette, style
from tabletop_tui.widgets.styled_text import TextLine

QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The sign for each set of quarters: upper left 1, upper right 2, lower left 4, lower right 8."""
FRAMES = {True: (*"┌─┐│└┘",), False: (*"+-+|++",)}
"""The corners and sides of the frame, with Unicode and without."""
DIM = 0.45
"""So much darker than on the map the ground is where it stands beside that, so that units shine."""
Cell = tuple[int, int]


@frozen
class Minimap:
    """A table in so many columns and rows of text."""

    columns: int
    rows: int

    @classmethod
    def within(cls, painter: Painter[Any], columns: int, most: int) -> Minimap:
        """As large as so many columns and rows allow for a table of this shape."""
        rows = max(1, round(columns * painter.height / max(1, painter.width)))
        if rows > most:
            columns, rows = max(2, columns * most // rows), most
        return cls(columns, rows)

    def lines(self, painter: Painter[Any], view: Region | None = None) -> list[TextLine]:
        """The rows; `view` is what of the painter's map is in view, in its cells; None for a map of its own."""
        framed = self._frame(painter, view) if view is not None else {}
        points = self._points(painter)
        return [
            [self._cell((column, row), painter, points, framed) for column in range(self.columns)]
            for row in range(self.rows)
        ]

    # ------------------------------------------------------------------ what lies where
    def _points(self, painter: Painter[Any]) -> Mapping[Cell, Counter[tuple[int, int]]]:
        """For each cell whose models stand in it, and in which of its quarters: how many."""
        found: dict[Cell, Counter[tuple[int, int]]] = {}
        for token in painter.scene.tokens:
            if token.seat is None or token.kind not in ("unit", "small"):
                continue
            for x, y in _stands(painter, token):
                across = min(2 * self.columns - 1, int(2 * self.columns * x / painter.width))
                down = min(2 * self.rows - 1, int(2 * self.rows * y / painter.height))
                quarter = 1 << (across % 2 + 2 * (down % 2))
                found.setdefault((across // 2, down // 2), Counter())[token.seat, quarter] += 1
        return found

    def _frame(self, painter: Painter[Any], view: Region) -> dict[Cell, str]:
        """The cells of the frame around what is in view."""
        left, right = (round(self.columns * x / painter.width) for x in (view.x, min(view.right, painter.width)))
        top, bottom = (round(self.rows * y / painter.height) for y in (view.y, min(view.bottom, painter.height)))
        right, bottom = max(left + 1, right - 1), max(top + 1, bottom - 1)
        corner, level, other, upright, low, last = FRAMES[painter.glyphs.halves]
        cells = {(x, y): level for x in range(left, right) for y in (top, bottom)}
        cells |= {(x, y): upright for y in range(top, bottom) for x in (left, right)}
        return cells | {(left, top): corner, (right, top): other, (left, bottom): low, (right, bottom): last}

    # ------------------------------------------------------------------ a cell
    def _cell(
        self,
        cell: Cell,
        painter: Painter[Any],
        points: Mapping[Cell, Counter[tuple[int, int]]],
        framed: Mapping[Cell, str],
    ) -> tuple[str, Style]:
        palette, here = painter.palette, points.get(cell)
        x = int((cell[0] + 0.5) * painter.width / self.columns)
        y = int((cell[1] + 0.5) * painter.height / self.rows)
        ground = _ground(painter, x, y, DIM if framed else 0)
        if here:
            return _units(here, ground, palette, painter.glyphs)
        if cell in framed:
            return framed[cell], style(palette.role("key").color, ground, bold=True)
        return " ", style(None, ground)


def _units(here: Counter[tuple[int, int]], ground: Ink, palette: Palette, glyphs: Glyphs) -> tuple[str, Style]:
    """The side that has the most models in a cell, in the quarters where it has them."""
    sides: Counter[int] = Counter()
    for (seat, _), count in here.items():
        sides[seat] += count
    seat = sides.most_common(1)[0][0]
    if not (palette.colour and glyphs.halves):
        return glyphs.seats[seat % len(glyphs.seats)], palette.seat_name(seat)
    quarters = sum(quarter for of, quarter in here if of == seat)
    return QUARTERS[quarters], style(palette.seat_name(seat).color, ground)


def _stands(painter: Painter[Any], token: Token) -> Iterator[tuple[float, float]]:
    """Where the models of a unit stand, in cells of the painter's map."""
    if isinstance(painter, TablePainter):
        bases = painter.scene.bases.get(token.unit, ())
        places = [(base.x, base.y) for base in bases]
        if not places and (spot := parse_spot(token.spot)) is not None:
            places = [spot]
        yield from ((x * painter.across, y * painter.down) for x, y in places)
    elif painter.has(token.spot):
        x, y = painter.corner(token.spot)
        yield x + painter.wide / 2, y + painter.high / 2


def _ground(painter: Painter[Any], x: int, y: int, dim: float) -> Ink:
    """The colour of the ground on a cell of the painter's map, so much darker; None where no colours are shown."""
    palette = painter.palette
    if not palette.colour:
        return None
    if isinstance(painter, TablePainter):
        area = painter.terrain.get((x, y))
        look, level = (area.look, area.level) if area is not None else (painter.scene.ground, 0)
        ink = palette.shade(look.colour, level).ground
    else:
        assert isinstance(painter, HexPainter)
        assert isinstance(painter.scene, HexScene)
        spot = painter.spot_at(x, y)
        if spot is None:
            return palette.role("outside").bgcolor
        ground = painter.scene.ground[spot]
        ink = palette.shade((ground.over or ground.look).colour, painter.step(ground)).ground
    return blend(ink, None, dim) if palette.mix and dim else ink
