"""Hexes as bodies of half cells: six slanted sides without a line, in three tones, lit and shaded by height.

All that sets one hex off from another is painted at its sides and in its lowest half row, so that the rest is free for
text: a cliff where the hex below lies lower, a lit rim where it lies higher, the rim of a zone, the cursor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import ClassVar

from attrs import define, field
from rich.style import Style

from tabletop_tui.engine.scenes import HexScene, Look, Token
from tabletop_tui.records import frozen
from tabletop_tui.table.hexes import Hex
from tabletop_tui.widgets.colour_arithmetic import BLACK_RGB, SIGN, WHITE_RGB, Ink, blend, legible
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.map.hex.base_painter import HexPainter, tone_of
from tabletop_tui.widgets.map.hex.hex_cells import Half, HalfCells, SharedCell, Span, Zoom, half_cells
from tabletop_tui.widgets.map.shared.cell_row import CellRow
from tabletop_tui.widgets.map.shared.map_painter import Run
from tabletop_tui.widgets.palette import style

LIT, PALE = 0.22, 0.55
"""How much white a rim that rises has, and the rim of a zone."""
LIFT = 0.3
"""How much of the colour of the cursor lies over its hex."""
CLIFF, A_LEVEL, DARKEST = 0.32, 0.12, 0.6
"""How much darker a cliff is: at least, with each level more, at most."""
EDGE = 0.6
"""How much darker the edge beside the cursor is than its ground."""
FOOT = 0.5
"""How much darker than the ground around it the foot of a unit is, and what it has lost."""
GAUGE = "▁▂▃▄▅▆▇"
"""What is left of a unit, in eighths."""
SOUTH = 2
SLANTS = {True: "\\", False: "/"}


@frozen(eq=False)
class HexBody:
    """A hex as it is painted where nothing is written on it."""

    ground: Ink
    side: Ink
    """The colour of its sides; None where that hangs on what lies beside them."""
    tinted: bool
    unit: Ink = None
    """The colour of its upper half, on which a unit stands; None where none does."""


@define(eq=False)
class HexBodies(HexPainter):
    """The common part of all zooms: the ground. What is written on it, `hex_writing` knows."""

    cells: ClassVar[Zoom]
    numbered: ClassVar[bool] = False
    """Whether each hex has its number in it."""
    half_cells: HalfCells = field(init=False)
    outside: Ink = field(init=False, default=None)
    rims: frozenset[Hex] = field(init=False, default=frozenset())
    """The hexes of zones that have a neighbour in none."""
    _bodies: dict[Hex, HexBody] = field(init=False, factory=dict)
    _rows: dict[int, list[tuple[Run, ...] | None]] = field(init=False, factory=dict)
    """The rows that have been painted, without a cursor: the runs of each of their parts."""
    _spoilt: set[int] = field(init=False, factory=set)
    """Those of them of which parts have to be painted again."""
    _written: dict[Hex, tuple[tuple[Run, ...], ...]] = field(init=False, factory=dict)
    """What is written on each hex, by its rows."""
    _alike: dict[tuple[object, ...], tuple[tuple[Run, ...], ...]] = field(init=False, factory=dict)
    """What is written on hexes, by all that it hangs on: most of a map looks alike."""

    def put(self, scene: HexScene) -> None:
        super().put(scene)
        self.half_cells = half_cells(self.cells, scene.grid.columns, scene.grid.rows)
        self.outside, around = self.palette.role("outside").bgcolor, scene.grid.around
        self.rims = frozenset(spot for spot in self.zones if any(one not in self.zones for one in around[spot]))

    @classmethod
    def size_of(cls, scene: HexScene, glyphs: Glyphs) -> tuple[int, int]:
        return cls.cells.size(scene.grid.columns, scene.grid.rows)

    def corner(self, spot: Hex) -> tuple[int, int]:
        return (int(spot[:2]) - 1) * self.wide, self.cells.top(spot) // 2

    def spot_at(self, x: int, y: int) -> Hex | None:
        return self.half_cells.owner(x, 2 * y) or self.half_cells.owner(x, 2 * y + 1)

    @property
    def written(self) -> int:
        """So many rows of a hex have room for text."""
        return self.high

    @property
    def relief(self) -> bool:
        """Whether there are colours enough for tones, light and shade."""
        return self.palette.bodies == "relief"

    # ------------------------------------------------------------------ what is kept
    def forget(self, spots: frozenset[Hex] | None) -> None:
        super().forget(spots)
        if spots is None:
            for kept in (self._bodies, self._rows, self._written):
                kept.clear()
            return
        for spot in filter(self.has, spots):
            self._bodies.pop(spot, None)
            self._written.pop(spot, None)
            north, top = self.scene.grid.around[spot][-1], self.cells.top(spot)
            for y in range(top // 2, (top + self.cells.halves + 1) // 2):
                self._spoil(spot, y)
            if north:  # its lowest half row tells how high this one lies
                self._written.pop(north, None)
                self._spoil(north, (top - 1) // 2)

    def _spoil(self, spot: Hex, y: int) -> None:
        """What belongs to a hex on a row has to be painted again."""
        if (row := self._rows.get(y)) is not None:
            for number in self.half_cells.row(y).touching[spot]:
                row[number] = None
            self._spoilt.add(y)

    # ------------------------------------------------------------------ rows
    def runs(self, y: int, cursor: Hex) -> Iterator[Run]:
        row, parts = self._row(y), self.half_cells.row(y)
        if cursor and (touched := parts.touching.get(cursor)):
            row = row.copy()
            for number in touched:
                row[number] = self._under_cursor(parts.parts[number], row[number], cursor)
        return chain.from_iterable(row)

    def _row(self, y: int) -> list[tuple[Run, ...]]:
        """A row without a cursor."""
        row, parts = self._rows.get(y), self.half_cells.row(y).parts
        if row is None or y in self._spoilt:
            kept = row or [None] * len(parts)
            row = [runs or self._runs(part) for runs, part in zip(kept, parts, strict=True)]
            self._rows[y] = row
            self._spoilt.discard(y)
        return row  # type: ignore[return-value]

    def _under_cursor(self, part: Span | SharedCell, runs: tuple[Run, ...], cursor: Hex) -> tuple[Run, ...]:
        if isinstance(part, SharedCell):
            return (self._edged(part, cursor),)
        return tuple(self._lifted(cursor, runs)) if self.relief and self.model(cursor) is None else runs

    def _edged(self, side: SharedCell, cursor: Hex) -> Run:
        """The side of the hex under the cursor: bright, with a dark edge to the next hex."""
        sign, look = self._side(side, cursor)
        if sign != "▀" or not self.relief:
            return sign, look
        upper, lower = look.color, look.bgcolor
        if side.upper.hex == cursor:
            return sign, style(upper, blend(lower, BLACK_RGB, EDGE))
        return sign, style(blend(upper, BLACK_RGB, EDGE), lower)

    def _lifted(self, cursor: Hex, runs: tuple[Run, ...]) -> Iterator[Run]:
        """What is written under the cursor, on a brighter ground."""
        ground = self.ground(cursor)
        bright = blend(ground, self.palette.role("cursor").bgcolor, LIFT)
        for text, look in runs:
            yield text, style(look.color, bright, bool(look.bold)) if look.bgcolor == ground else look

    def _runs(self, part: Span | SharedCell) -> tuple[Run, ...]:
        if isinstance(part, SharedCell):
            return (self._side(part),)
        if part.hex is None:
            return ((" " * part.cells, self.palette.role("outside")),)
        return self.inside(part.hex, part.part)

    def _side(self, side: SharedCell, cursor: Hex = "") -> Run:
        """The cell that two hexes share. Where no tone tells them apart there is a line between them."""
        upper, lower = self._half(side.upper, cursor), self._half(side.lower, cursor, rising=True)
        if upper is not lower and upper != lower:
            return "▀", style(upper, lower)
        above, below = side.upper.hex, side.lower.hex
        line = self.glyphs.rule if above and below and above[:2] == below[:2] else SLANTS[side.falls]
        return (" " if self.relief else line), style(self._line(side.upper.hex), upper)

    def _line(self, spot: Hex | None) -> Ink:
        return self.outside if spot is None or self.model(spot) is not None else self.shade(spot).line

    def _half(self, half: Half, cursor: Hex, rising: bool = False) -> Ink:
        """The colour of a half cell at the side of a hex, of its upper part if this side rises to its top."""
        spot, below = half.hex, half.below
        if spot is None:
            return self.outside
        if spot == cursor:
            return self.palette.role("cursor").bgcolor
        body = self._bodies.get(spot) or self._body(spot)
        if body.side is not None:
            return body.side
        if body.unit is not None:
            return body.unit if rising else body.ground
        if spot in self.rims and self._on_rim(half):
            return self._pale(spot, spot)
        if below is None or below == spot or body.tinted:
            return body.ground
        return self._slope(spot, below) or body.ground

    # ------------------------------------------------------------------ colours
    def _body(self, spot: Hex) -> HexBody:
        if (found := self._bodies.get(spot)) is None:
            found = self._bodies[spot] = self._made(spot)
        return found

    def _made(self, spot: Hex) -> HexBody:
        """A unit fills the upper half of its hex and a piece all of it; a tint of theirs is at the sides."""
        token, tint, ground = self.model(spot), self.marks.tint(spot), self.shade(spot).ground
        if token is None:
            return HexBody(ground, None, bool(tint))
        body, side = self.body(token), self.palette.tint(tint) if tint else None
        if token.kind == "piece":
            return HexBody(body, side or body, bool(tint))
        step, tone = self.step(self.scene.ground[spot]), self.tone(spot)
        bare = self.palette.shade(self._look(spot).colour, step, self.light(spot), tone)
        return HexBody(self.palette.under(bare.ground, body), side, bool(tint), body)

    def _look(self, spot: Hex) -> Look:
        ground = self.scene.ground[spot]
        return ground.over or ground.look

    def ground(self, spot: Hex) -> Ink:
        """The colour of a hex."""
        return self._body(spot).ground

    def body(self, token: Token) -> Ink:
        if token.kind == "piece":
            holder = self.holders.get(token.unit)
            return self.palette.token(holder).bgcolor if holder is not None else self.palette.role("piece").bgcolor
        if token.spot == self.marks.active and token.spot not in self.marks.flash:
            return self.palette.role("acting").bgcolor
        if token.spot in self.marks.flash:
            return self.tag_style(token).bgcolor
        return self.palette.body(token.seat, token.done, tone_of(token.spot)).bgcolor

    def _slope(self, spot: Hex, below: Hex) -> Ink:
        """The lowest half row of a hex where the next one lies lower (a cliff) or higher (its lit rim); else None."""
        ground, next_ground = self.scene.ground[spot], self.scene.ground[below]
        drop = ground.level - next_ground.level
        if not drop or not self.relief or self._body(spot).tinted:
            return None
        if drop > 0:
            return blend(self.shade(spot).ground, BLACK_RGB, min(DARKEST, CLIFF + A_LEVEL * (drop - 1)))
        look = next_ground.over or next_ground.look
        bare = self.palette.shade(look.colour, self.step(next_ground), self.light(below), self.tone(below))
        return blend(bare.ground, WHITE_RGB, LIT)

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
        if (spot in self.rims or below in self.rims) and self._zoned(spot) != self._zoned(below):
            return "▄", style(self._pale(spot, spot if self._zoned(spot) else below), ground)
        if (slope := self._slope(spot, below)) is not None:
            return "▄", style(slope, ground)
        if not self.relief and self.ground(below) == ground:
            return "▁", style(self.shade(spot).line, ground)
        return None

    # ------------------------------------------------------------------ what is written
    def gauge(self, token: Token) -> Run | None:
        """What is left of a unit that has lost something, and dark above it what is lost; None of a whole one."""
        if token.health >= 1:
            return None
        level = min(len(GAUGE) - 1, max(0, round(token.health * 8) - 1))
        return GAUGE[level], style(self.bar_style(token, self.palette.role("bar")).color, self.dark(token.spot))

    def dark(self, spot: Hex) -> Ink:
        """What lies in the shadow of a unit."""
        return blend(self.ground(spot), BLACK_RGB, FOOT) if self.palette.mix else self.palette.role("chip").bgcolor

    def inside(self, spot: Hex, part: int) -> tuple[Run, ...]:
        if (found := self._written.get(spot)) is None:
            looks = self._looks(spot)
            if (found := self._alike.get(looks) if looks else None) is None:
                found = tuple(self.write(spot, row) for row in range(self.written))
                if looks:
                    self._alike[looks] = found
            self._written[spot] = found
        return found[part]

    def _looks(self, spot: Hex) -> tuple[object, ...] | None:
        """All that a hex without a model shows; None where there is more to show than ground and a figure."""
        marks = self.marks
        if spot in self.tokens or spot == marks.active or spot in marks.traces.flags or self.sign(spot):
            return None
        ground, number, label = self.scene.ground[spot], spot if self.numbered else "", self.label(spot)
        asked = label and spot in marks.labels
        lies = self.cells.top(spot) % 2  # where its rows of text begin
        return self.shade(spot), self.glyph(ground), ground.level, self.floor(spot), number, label, asked, lies

    def write(self, spot: Hex, part: int) -> tuple[Run, ...]:
        """What stands between the sides of a hex on one of its rows."""
        raise NotImplementedError

    def pill(self, spot: Hex) -> Style:
        """A figure of a question or an overlay, plain on its tinted ground."""
        return self.shade(spot).written

    def on(self, token: Token, look: Style) -> Style:
        """An ink on the body of a unit."""
        body = self.body(token)
        return style(legible(look.color, body), body, bool(look.bold))

    def bodied(self, spot: Hex) -> int:
        """So many of a hex's rows of text belong to the unit there."""
        return self.high // 2

    def row_of(self, spot: Hex, cells: int, part: int = -1) -> CellRow:
        """An empty row of text inside of a hex; one of its upper rows (by `part`) is part of the unit there."""
        unit, ground = self._body(spot).unit, self.ground(spot)
        if unit is not None and 0 <= part < self.bodied(spot):
            return CellRow(cells, style(self.shade(spot).glyph, unit))
        return CellRow(cells, style(legible(self.shade(spot).glyph, ground, SIGN), ground))

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
        return self.level(self.scene.ground[spot], 3), self.shade(spot).quiet

    def slope_samples(self, spots: Iterable[Hex]) -> Iterator[tuple[str, Style, str]]:
        for spot in spots:
            below = self.scene.grid.around[spot][SOUTH]
            if below is None or self.model(spot) is not None:
                continue
            if (slope := self._slope(spot, below)) is not None:
                falls = self.scene.ground[spot].level > self.scene.ground[below].level
                words = "dark rim: the ground falls to the south" if falls else "lit rim: the ground rises to the south"
                yield "▄▄▄", style(slope, self.ground(spot)), words
