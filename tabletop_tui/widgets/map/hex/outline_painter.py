"""Hexes drawn with lines, for terminals with few colours or without half blocks."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from tabletop_tui.engine.scenes import HexScene, Token
from tabletop_tui.table.hexes import Hex
from tabletop_tui.widgets.glyphs import Glyphs
from tabletop_tui.widgets.map.hex.base_painter import RULERS, RULERS_FROM, HexPainter
from tabletop_tui.widgets.map.hex.overview_painter import Overview
from tabletop_tui.widgets.map.shared.map_painter import Run
from tabletop_tui.widgets.palette import Shade, style


@define(eq=False)
class PlayLattice(HexPainter):
    """4 x 2 cells a hex: '/' and three cells on the upper row, '\\' and three on the lower, floored by the lattice."""

    zoom, wide, high = "play", 4, 2
    rulers, rulers_from = RULERS, RULERS_FROM

    @classmethod
    def size_of(cls, scene: HexScene, glyphs: Glyphs) -> tuple[int, int]:
        columns, rows = scene.grid.columns, scene.grid.rows
        return cls.wide * columns + 1, 2 * rows + (1 if columns > 1 else 0)

    @property
    def room(self) -> int:
        """So many cells lie between the edges."""
        return self.wide - 1

    def runs(self, y: int, cursor: Hex) -> Iterator[Run]:
        outside = self.palette.role("outside")
        left: Hex | None = None
        for column, (here, part) in enumerate(self.spots_on(y)):
            yield self._edge(left, here, "/" if (y + column) % 2 == 0 else "\\", cursor)
            if column == self.columns:
                return
            if here is None:
                yield " " * self.room, outside
            else:
                yield from self.inside(here, part)
            left = here

    def fill(self, spot: Hex, part: int) -> Iterator[Run]:
        if part and (flag := self.flag(spot)) is not None:
            return iter([(flag[0][:3].ljust(self.room), flag[1])])
        if self.model(spot) is not None:
            return self._token(self.tokens[spot], part)
        return (self._lower if part else self._upper)(spot)

    def _edge(self, left: Hex | None, here: Hex | None, line: str, cursor: Hex) -> Run:
        """The cell between two hexes: a bracket of the cursor, or the lattice."""
        if cursor and cursor in (left, here):
            return "[" if here == cursor else "]", self.palette.role("cursor")
        spot = here or left
        if spot is None:
            return " ", self.palette.role("outside")
        if here is not None and here == self.marks.active:
            shade = self.shade(here)
            return self.glyphs.pointer, shade.written
        shade = self.shade(spot)
        if here is None:
            return line, style(shade.line, self.palette.role("outside").bgcolor)
        return line, shade.floor

    def _token(self, models: list[Token], part: int) -> Iterator[Run]:
        token, room = models[0], self.room
        look = self.tag_style(token)
        end = self.ending(models, room - len(token.tag))
        if part == 0:
            yield (token.tag + end)[:room].ljust(room), look
            return
        late = self.glyphs.done if token.done else (token.sign if len(token.tag) >= room else "")
        if token.kind == "piece":
            yield (token.name[:room] if len(token.tag) >= room else "").ljust(room), look
            return
        yield self.bar(token, room - len(late)), self.bar_style(token, look)
        if late:
            yield late, look

    def ending(self, models: list[Token], room: int) -> str:
        """What stands behind a tag: a status, others on the same hex, a facing, or the sign of its side."""
        token = models[0]
        if token.badges and len(token.badges[0].sign) <= room:
            return token.badges[0].sign
        more = self.glyphs.more if len(models) > 1 else ""
        return (token.sign or more or self.facing(token) or self.side(token)) if room else ""

    def _upper(self, spot: Hex) -> Iterator[Run]:
        """Ground, a sign, and the level at the right."""
        shade, ground, room = self.shade(spot), self.scene.ground[spot], self.room
        mark, glyph = self._mark(spot, shade), (self.glyph(ground), shade.plain)
        left: list[Run] = [glyph, mark or (" ", shade.plain)]
        level = self.level(ground, room - 1)
        if len(level) > room - 2:  # the level leaves one cell: to a sign, else to the ground, else to a zone
            bare = not glyph[0].strip()
            left = [mark if mark is not None and (bare or self.sign(spot)) else glyph]
            if len(level) == room - 1 and not left[0][0].strip():
                left, level = [], self.level(ground, room)
        yield from left
        yield " " * (room - len(left) - len(level)), shade.plain
        if level:
            yield level, style(shade.digit if not shade.bold else shade.glyph, shade.ground, shade.bold)

    def _mark(self, spot: Hex, shade: Shade) -> Run | None:
        """The sign at a spot, or the mark of its zone."""
        if sign := self.sign(spot):
            return sign, self.sign_style(spot, shade)
        zone = self.zone_style(spot, shade)
        return None if zone is None else (self.glyphs.zone, zone)

    def _lower(self, spot: Hex) -> Iterator[Run]:
        """The floor, with the label of an overlay in the middle."""
        shade = self.shade(spot)
        floor, written, label = shade.floor, shade.written, self.label(spot)
        if not label and (here := self.tokens.get(spot)):
            label = here[0].tag[:2]
        before = (self.room - len(label)) // 2 if len(label) < 2 else self.room - 2
        yield "_" * before, floor
        yield label, written
        yield "_" * (self.room - before - len(label)), floor


@define(eq=False)
class BroadLattice(PlayLattice):
    """6 x 2 cells a hex: the same with room for the short form of a status."""

    zoom, wide = "broad", 6


@define(eq=False)
class CloseLattice(HexPainter):
    """7 x 4 cells a hex, with its name, its level and twice its ground."""

    zoom, wide, high = "close", 7, 4

    @classmethod
    def size_of(cls, scene: HexScene, glyphs: Glyphs) -> tuple[int, int]:
        columns, rows = scene.grid.columns, scene.grid.rows
        return 7 * columns + 2, 4 * rows + (2 if columns > 1 else 0)

    def runs(self, y: int, cursor: Hex) -> Iterator[Run]:
        outside = self.palette.role("outside")
        if y % 4 in (0, 3):  # an upper column begins one cell in
            yield " ", outside
        left: Hex | None = None
        for column, (here, part) in enumerate(self.spots_on(y)):
            yield self._edge(left, here, "/" if part < 2 else "\\", cursor, part)
            if column == self.columns:
                if part in (1, 2):
                    yield " ", outside
                return
            cells = 5 if part in (0, 3) else 7
            if here is None:
                yield " " * cells, outside
            else:
                yield from self.inside(here, part)
            left = here

    def _edge(self, left: Hex | None, here: Hex | None, line: str, cursor: Hex, part: int) -> Run:
        spot = here or left
        if spot is None:
            return " ", self.palette.role("outside")
        shade = self.shade(spot)
        if cursor and cursor in (left, here):
            look = self.palette.role("cursor")
            middle = part in (1, 2) if here == cursor else part in (0, 3)
            return ("[" if here == cursor else "]") if middle else line, look
        if here is not None and here == self.marks.active and part == 1:
            return self.glyphs.pointer, shade.written
        if here is None:
            return line, style(shade.line, self.palette.role("outside").bgcolor)
        return line, shade.floor

    def fill(self, spot: Hex, part: int) -> Iterator[Run]:
        shade, ground = self.shade(spot), self.scene.ground[spot]
        plain = shade.plain
        line = shade.floor
        token = self.model(spot)
        if part == 0:
            yield spot, line
            yield str(ground.level) if token and 0 < ground.level < 10 else " ", plain
        elif part == 3:
            label = self.label(spot) if token else ""
            floor = "_____" if not label else f"_{label}".ljust(5, "_")
            if token and ground.level >= 10:  # beside the name there is room for one digit only
                yield f"{label[:2]:_<3}", line
                yield str(ground.level), plain
            else:
                yield floor, line
        elif part == 2 and (flag := self.flag(spot)) is not None:
            yield " ", plain
            yield flag[0].center(5)[:5], flag[1]
            yield " ", plain
        elif token is not None:
            yield " ", plain
            yield from self._token(self.tokens[spot], part)
            yield " ", plain
        elif part == 1:
            yield from self._marks(spot, shade)
        else:
            glyph = self.glyph(ground)
            yield f" {glyph} {glyph} ", plain
            yield f"{self.level(ground, 2):<2}", style(shade.digit, shade.ground, shade.bold)

    def _marks(self, spot: Hex, shade: Shade) -> Iterator[Run]:
        plain, written = shade.plain, shade.written
        zone = self.zone_style(spot, shade)
        yield " ", plain
        yield (self.glyphs.zone, zone) if zone is not None else (" ", plain)
        label = self.label(spot) or (self.tokens[spot][0].tag[:2] if spot in self.tokens else "")
        yield self.sign(spot) or " ", self.sign_style(spot, shade)
        yield f"{label:<3} ", written

    def _token(self, models: list[Token], part: int) -> Iterator[Run]:
        token = models[0]
        tag = self.tag_style(token)
        if part == 1:
            more = self.glyphs.more if len(models) > 1 else ""
            called = f"{token.tag}{self.facing(token)}"
            sign = token.badges[0].sign if token.badges else more
            end = sign if len(called + sign) <= 5 else token.sign or more
            yield f"{called}{end}".center(5)[:5], tag
        elif token.kind == "piece":
            yield token.name[:5].ljust(5), tag
        else:
            done = self.glyphs.done if token.done else ""
            yield self.bar(token, 5 - len(done)), self.bar_style(token, tag)
            if done:
                yield done, tag


LATTICES: tuple[type[HexPainter], ...] = (Overview, PlayLattice, BroadLattice, CloseLattice)
