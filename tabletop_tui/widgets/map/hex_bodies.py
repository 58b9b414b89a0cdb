"""Hexes as bodies of half cells: six slanted sides without a line, in three tones, lit and shaded by height.

All that sets one hex off from another is painted at its sides and in its lowest half row, so that the rest is free for
text: a cliff where the hex below lies lower, a lit rim where it lies higher, the rim of a zone, the cursor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from attrs import define, field
from rich.style import Style

from tabletop_tui.engine.views import HexScene, Token
from tabletop_tui.table.hexes import Hex
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.map.cell_row import CellRow
from tabletop_tui.widgets.map.hex_cells import Half, HalfCells, Side, Span, Zoom, half_cells
from tabletop_tui.widgets.map.hex_painter import HexPainter
from tabletop_tui.widgets.map.painter import Run
from tabletop_tui.widgets.styles import BLACK_RGB, WHITE_RGB, Ink, blend, brightness, style, toned

LIT, PALE, FIGURE = 0.22, 0.55, 0.68
"""How much white a rim that rises has, the rim of a zone, and a figure on the ground."""
LIFT = 0.3
"""How much of the colour of the cursor lies over its hex."""
CLIFF, A_LEVEL, DARKEST = 0.32, 0.12, 0.6
"""How much darker a cliff is: at least, with each level more, at most."""
LIGHT = 0.2
"""From this brightness on figures are dark."""
TROUGH = 0.45
"""How much darker than a unit what it has lost is drawn."""
SOUTH = 2
SLANTS = {True: "\\", False: "/"}


@define(eq=False)
class HexBodies(HexPainter):
    """The common part of all zooms: the ground. What is written on it, `hex_writing` knows."""

    cells: ClassVar[Zoom]
    half_cells: HalfCells = field(init=False)
    _grounds: dict[Hex, Ink] = field(init=False, factory=dict)
    """The colour of each hex that has been painted."""
    _rows: dict[int, tuple[tuple[Run, ...], ...]] = field(init=False, factory=dict)
    """The rows that have been painted, without a cursor: the runs of each of their parts."""

    def put(self, scene: HexScene) -> None:
        super().put(scene)
        self.half_cells = half_cells(self.cells, scene.grid.columns, scene.grid.rows)

    @classmethod
    def size_of(cls, scene: HexScene, glyphs: Glyphs) -> tuple[int, int]:
        return cls.cells.size(scene.grid.columns, scene.grid.rows)

    @property
    def relief(self) -> bool:
        """Whether there are colours enough for tones, light and shade."""
        return self.palette.bodies == "relief"

    # ------------------------------------------------------------------ what is kept
    def forget(self, spots: frozenset[Hex] | None) -> None:
        super().forget(spots)
        if spots is None:
            self._grounds.clear()
            self._rows.clear()
            return
        for spot in filter(self.has, spots):
            self._grounds.pop(spot, None)
            if north := self.scene.grid.around[spot][-1]:  # its lowest half row tells how high this one lies
                self._insides.pop(north, None)
            for y in self.lines_of(spot):
                self._rows.pop(y, None)

    # ------------------------------------------------------------------ rows
    def runs(self, y: int, cursor: Hex) -> Iterator[Run]:
        if (row := self._rows.get(y)) is None:
            row = self._rows[y] = tuple(self._runs(part) for part in self.half_cells.row(y))
        if not cursor:
            for runs in row:
                yield from runs
            return
        for part, runs in zip(self.half_cells.row(y), row, strict=True):
            if isinstance(part, Side):
                yield self._side(part, cursor) if cursor in (part.upper.hex, part.lower.hex) else runs[0]
            elif part.hex == cursor and self.relief and self.model(cursor) is None:
                yield from self._lifted(cursor, runs)
            else:
                yield from runs

    def _lifted(self, cursor: Hex, runs: tuple[Run, ...]) -> Iterator[Run]:
        """What is written under the cursor, on a brighter ground."""
        ground = self.ground(cursor)
        bright = blend(ground, self.palette.role("cursor").bgcolor, LIFT)
        for text, look in runs:
            yield text, style(look.color, bright, bool(look.bold)) if look.bgcolor == ground else look

    def _runs(self, part: Span | Side) -> tuple[Run, ...]:
        if isinstance(part, Side):
            return (self._side(part),)
        if part.hex is None:
            return ((" " * part.cells, self.palette.role("outside")),)
        return self.inside(part.hex, part.part)

    def _side(self, side: Side, cursor: Hex = "") -> Run:
        """The cell that two hexes share. Where no tone tells them apart there is a line between them."""
        upper, lower = self._half(side.upper, cursor), self._half(side.lower, cursor)
        if upper != lower:
            return "▀", style(upper, lower)
        return (" " if self.relief else SLANTS[side.falls]), style(self._line(side.upper.hex), upper)

    def _line(self, spot: Hex | None) -> Ink:
        if spot is None or self.model(spot) is not None:
            return self.palette.role("outside").bgcolor
        return self.shade(spot).line

    def _half(self, half: Half, cursor: Hex) -> Ink:
        """The colour of a half cell at the side of a hex."""
        spot = half.hex
        if spot is None:
            return self.palette.role("outside").bgcolor
        if spot == cursor:
            return self.palette.role("cursor").bgcolor
        if (token := self.model(spot)) is not None:
            return self._accent(token) or self.ground(spot)
        if self._on_rim(half):
            return self._pale(spot, spot)
        return self._slope(spot, half.below) or self.ground(spot)

    def _accent(self, token: Token) -> Ink:
        """What is said of a hex by a tint is said at its sides where a unit fills it."""
        return self.palette.tint(self.marks.tint(token.spot))

    # ------------------------------------------------------------------ colours
    def ground(self, spot: Hex) -> Ink:
        """The colour of a hex; a unit fills its own."""
        if (found := self._grounds.get(spot)) is None:
            token = self.model(spot)
            found = self._grounds[spot] = self.shade(spot).ground if token is None else self.body(token)
        return found

    def body(self, token: Token) -> Ink:
        if token.kind == "piece":
            return self.palette.role("piece").bgcolor
        return toned(self.tag_style(token).bgcolor, self.tone(token.spot))

    def _slope(self, spot: Hex, below: Hex | None) -> Ink:
        """The lowest half row of a hex where the next one lies lower (a cliff) or higher (its lit rim); else None."""
        if not self.relief or below is None or self.marks.tint(spot):
            return None
        ground, next_ground = self.scene.ground[spot], self.scene.ground[below]
        drop = ground.level - next_ground.level
        if drop > 0:
            return blend(self.shade(spot).ground, BLACK_RGB, min(DARKEST, CLIFF + A_LEVEL * (drop - 1)))
        if drop < 0:
            look = next_ground.over or next_ground.look
            bare = self.palette.shade(look.colour, self.step(next_ground), "", self.tone(below)).ground
            return blend(bare, WHITE_RGB, LIT)
        return None

    def _on_rim(self, half: Half) -> bool:
        return self._zoned(half.hex) and not all(map(self._zoned, (half.below, *half.beside)))

    def _zoned(self, spot: Hex | None) -> bool:
        return self.marks.zones and spot in self.zones

    def _pale(self, spot: Hex, zoned: Hex) -> Ink:
        """The rim of the zone that one hex is in, on the ground of another."""
        owned, seat = self.zones[zoned]
        ink = self.palette.seat_name(seat).color if owned else self.palette.role("zone").color
        return blend(self.shade(spot).ground, ink, PALE) if self.relief else ink

    def floor(self, spot: Hex) -> Run | None:
        """The sign and style of the lowest half row of a hex; None where it is as the rest of it."""
        below = self.scene.grid.around[spot][SOUTH]
        ground = self.ground(spot)
        if below is None or self.model(spot) is not None:
            return None
        if self._zoned(spot) != self._zoned(below):
            return "▄", style(self._pale(spot, spot if self._zoned(spot) else below), ground)
        if (slope := self._slope(spot, below)) is not None:
            return "▄", style(slope, ground)
        if not self.relief and self.ground(below) == ground:
            return "▁", style(self.shade(spot).line, ground)
        return None

    # ------------------------------------------------------------------ inks
    def figure(self, spot: Hex) -> Style:
        """The quiet ink of heights and names."""
        shade = self.shade(spot)
        if not self.relief:
            return style(shade.digit, shade.ground)
        dark = brightness(shade.ground) > LIGHT
        return style(blend(shade.ground, BLACK_RGB if dark else WHITE_RGB, FIGURE), shade.ground)

    def pill(self, spot: Hex) -> Style:
        """A figure of a question or an overlay: dark, on the colour of what it is about."""
        if spot in self.marks.labels:
            return self.palette.role("pill")
        ink = self.palette.tint(self.marks.tint(spot))
        return self.palette.role("pill") if ink is None else style(self.palette.role("pill").color, ink, True)

    def on(self, token: Token, look: Style) -> Style:
        """An ink on the body of a unit."""
        return style(look.color, self.body(token), bool(look.bold))

    def row_of(self, spot: Hex, cells: int) -> CellRow:
        """An empty row of text inside of a hex."""
        return CellRow(cells, style(self.shade(spot).glyph, self.ground(spot)))

    # ------------------------------------------------------------------ samples of it, for the legend
    def zone_sample(self, spot: Hex) -> Run:
        return "▄▄▄", style(self._pale(spot, spot), self.shade(spot).ground)

    def cursor_sample(self) -> Run:
        return "▌▐", style(self.palette.role("cursor").bgcolor, self.palette.role("outside").bgcolor)

    def active_sample(self, spot: Hex) -> Run | None:
        token = self.model(spot)
        return token.tag if token is not None else self.glyphs.pointer, self.palette.role("acting")

    def label_sample(self, spot: Hex) -> Run:
        return self.label(spot), self.pill(spot)

    def level_sample(self, spot: Hex) -> Run:
        return self.level(self.scene.ground[spot], 3), self.figure(spot)

    def slope_samples(self, spots: Iterable[Hex]) -> Iterator[tuple[str, Style, str]]:
        for spot in spots:
            below = self.scene.grid.around[spot][SOUTH]
            if (slope := self._slope(spot, below)) is not None and self.model(spot) is None and below is not None:
                falls = self.scene.ground[spot].level > self.scene.ground[below].level
                words = "dark rim: the ground falls to the south" if falls else "lit rim: the ground rises to the south"
                yield "▄▄▄", style(slope, self.ground(spot)), words
