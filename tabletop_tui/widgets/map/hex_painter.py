"""Paints a hex battlefield as rows of text: flat-top hexes, the even-numbered columns half a hex lower.

Three zooms: an overview of 2 x 1 cells a hex (half blocks, two hexes in one cell of a lower column), the playing view
of 4 x 2 cells with the lattice that shows all six neighbours, and a close-up of 7 x 4 cells with the hexes' names.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field
from rich.style import Style

from tabletop_tui.engine.views import Ground, HexScene, Token
from tabletop_tui.table.hexes import DIRECTION_NAMES, Hex, name_of
from tabletop_tui.widgets.map.painter import Painter, Run
from tabletop_tui.widgets.styles import HIGHEST_TINT, Shade, style

STEPS = {"e": 1, "w": -1, "ne": 1, "se": 1, "nw": -1, "sw": -1}


@define(eq=False)
class HexPainter(Painter[HexScene]):
    """The common part of all zooms. Rows and columns of hexes are counted from 0 here."""

    zones: dict[Hex, tuple[bool, int | None]] = field(init=False, factory=dict)
    """For each hex of a zone: whether any seat owns the zone, and which."""
    highest: int = field(init=False, default=0)
    """The highest level of the map."""
    _shades: dict[Hex, Shade] = field(init=False, factory=dict)
    """The inks of the hexes that have been painted."""
    _insides: dict[Hex, dict[int, tuple[Run, ...]]] = field(init=False, factory=dict)
    """What has been painted inside of each hex, by its rows."""
    _spots: dict[int, list[tuple[Hex | None, int]]] = field(init=False, factory=dict)
    """For the rows of text that have been painted: the hex of each column, and which of its rows that is."""

    def put(self, scene: HexScene) -> None:
        super().put(scene)
        self.highest = highest_of(scene)
        self.zones = {spot: (zone.seat is not None, zone.seat) for zone in scene.zones for spot in zone.spots}

    @property
    def columns(self) -> int:
        return self.scene.grid.columns

    @property
    def rows(self) -> int:
        return self.scene.grid.rows

    # ------------------------------------------------------------------ geometry
    def has(self, spot: Hex) -> bool:
        return spot in self.scene.grid

    def middle(self) -> Hex:
        return name_of((self.columns + 1) // 2, (self.rows + 1) // 2)

    def corner(self, spot: Hex) -> tuple[int, int]:
        column, row = self.scene.grid.column_row(spot)
        return (column - 1) * self.wide, (row - 1) * self.high + self.drop(column - 1)

    def drop(self, column: int) -> int:
        """How far this column of hexes lies lower."""
        return self.high // 2 if column % 2 else 0

    def lines_of(self, spot: Hex) -> range:
        top = self.corner(spot)[1]
        return range(max(0, top - 1), min(self.height, top + self.high + 1))

    def spot_at(self, x: int, y: int) -> Hex | None:
        column = x // self.wide
        row = (y - self.drop(column)) // self.high
        return name_of(column + 1, row + 1) if 0 <= column < self.columns and 0 <= row < self.rows else None

    def beside(self, spot: Hex, direction: str) -> Hex | None:
        """Straight across stays in the same row of names; where a slanting way is barred the cursor slides along."""
        grid = self.scene.grid
        if direction not in ("e", "w"):
            there = grid.around[spot][DIRECTION_NAMES.index(direction.upper())]
            if there is not None or direction in ("n", "s"):
                return there
        column, row = grid.column_row(spot)
        column += STEPS[direction]
        return name_of(column, row) if 1 <= column <= self.columns else None

    def line(self, start: Hex, end: Hex) -> list[Hex]:
        if start == end:
            return [start]
        return [start, *(group[0] for group in self.scene.grid.between(start, end)), end]

    def far(self, start: Hex, end: Hex) -> float:
        return self.scene.grid.distance(start, end)

    def measure(self, start: Hex, end: Hex) -> str:
        steps = self.scene.grid.distance(start, end)
        return "1 hex" if steps == 1 else f"{steps} hexes"

    def same_table(self, scene: HexScene) -> bool:
        one, other = self.scene.grid, scene.grid
        return one is other or (one.columns, one.rows) == (other.columns, other.rows)

    def changed(self, scene: HexScene) -> frozenset[Hex] | None:
        old = self.scene
        if list(scene.zones) != list(old.zones) or highest_of(scene) != self.highest:
            return None
        spots = {token.spot for token in set(old.tokens) ^ set(scene.tokens)}
        if old.ground is not scene.ground:
            spots |= {spot for spot in scene.grid.hexes if old.ground[spot] != scene.ground[spot]}
        return frozenset(spots)

    def spots_on(self, y: int) -> list[tuple[Hex | None, int]]:
        """The hex of each column, and one beyond, on this row of text, and which of its rows that is."""
        if (found := self._spots.get(y)) is None:
            found = self._spots[y] = [self._hex(column, y) for column in range(self.columns + 1)]
        return found

    def _hex(self, column: int, y: int) -> tuple[Hex | None, int]:
        row, part = divmod(y - self.drop(column), self.high)
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return name_of(column + 1, row + 1), part
        return None, part

    # ------------------------------------------------------------------ what is kept
    def forget(self, spots: frozenset[Hex] | None) -> None:
        for kept in (self._shades, self._insides):
            if spots is None:
                kept.clear()
            for spot in spots or ():
                kept.pop(spot, None)

    def inside(self, spot: Hex, part: int) -> tuple[Run, ...]:
        """What is painted between the edges of a hex on one of its rows."""
        if (found := self._insides.get(spot)) is None:
            found = self._insides[spot] = {}
        if part not in found:
            found[part] = tuple(self.fill(spot, part))
        return found[part]

    def fill(self, spot: Hex, part: int) -> Iterator[Run]:
        """The same, painted now."""
        raise NotImplementedError

    # ------------------------------------------------------------------ inks
    def shade(self, spot: Hex) -> Shade:
        if (found := self._shades.get(spot)) is None:
            ground = self.scene.ground[spot]
            look = ground.over or ground.look
            found = self._shades[spot] = self.palette.shade(look.colour, self.step(ground), self.marks.tint(spot))
        return found

    def step(self, ground: Ground) -> int:
        """The shade for a level; where a map has more levels than there are shades, they share them out."""
        if self.highest <= HIGHEST_TINT:
            return ground.level
        return -(-ground.level * HIGHEST_TINT // self.highest)

    def glyph(self, ground: Ground) -> str:
        return self.glyphs.ground(ground.over or ground.look)

    def zone_style(self, spot: Hex, shade: Shade) -> Style | None:
        """The style of a zone's marks at a spot, or None outside all zones."""
        if not self.marks.zones or spot not in self.zones:
            return None
        owned, seat = self.zones[spot]
        if not self.palette.colour:
            return style(bold=not owned)
        if not owned:
            return style(self.palette.role("zone").color, shade.ground, True)
        return style(self.palette.seat_name(seat).color, shade.ground)


def highest_of(scene: HexScene) -> int:
    return max((ground.level for ground in scene.ground.values()), default=0)


class Overview(HexPainter):
    """2 x 1 cells a hex. A lower column's cells hold the lower half of one hex and the upper half of the next."""

    wide, high = 2, 1

    @property
    def width(self) -> int:
        return 2 * self.columns

    @property
    def height(self) -> int:
        return self.rows + (1 if self.glyphs.halves and self.columns > 1 else 0)

    def drop(self, column: int) -> int:
        return 0

    def runs(self, y: int, cursor: Hex) -> Iterator[Run]:
        outside = self.palette.role("outside")
        for column in range(self.columns):
            here = name_of(column + 1, y + 1) if y < self.rows else ""
            token = self.model(here) if here else None
            if here and here == cursor:
                yield token.tag[:2].ljust(2, "]") if token else "[]", self.palette.role("cursor")
            elif token is not None or (here and here in self.marks.traces.flags):
                yield self._tagged(here, token)
            elif not self.glyphs.halves or column % 2 == 0:
                yield self._whole(here) if here else ("  ", outside)
            else:
                above = name_of(column + 1, y) if y else ""
                upper = self.shade(above).ground if above else outside.bgcolor
                lower = self.shade(here).ground if here else outside.bgcolor
                yield "▄▄", style(lower, upper)

    def _tagged(self, spot: Hex, token: Token | None) -> Run:
        """A model, or a flag; of a model that was hurt only the ink tells that."""
        flag = self.flag(spot)
        if token is None:
            assert flag is not None
            return flag[0][:2].ljust(2), flag[1]
        return token.tag[:2].ljust(2), flag[1] if flag is not None else self.tag_style(token)

    def _whole(self, spot: Hex) -> Run:
        shade, glyph = self.shade(spot), self.glyph(self.scene.ground[spot])
        if not self.palette.colour and (mark := self.label(spot) or self.sign(spot)):
            return mark.rjust(2), style(bold=True)
        return (self.sign(spot) or glyph).ljust(2), shade.plain


class PlayView(HexPainter):
    """4 x 2 cells a hex: '/' and three cells on the upper row, '\\' and three on the lower, floored by the lattice."""

    wide, high = 4, 2

    @property
    def width(self) -> int:
        return 4 * self.columns + 1

    @property
    def height(self) -> int:
        return 2 * self.rows + (1 if self.columns > 1 else 0)

    def runs(self, y: int, cursor: Hex) -> Iterator[Run]:
        outside = self.palette.role("outside")
        left: Hex | None = None
        for column, (here, part) in enumerate(self.spots_on(y)):
            yield self._edge(left, here, "/" if (y + column) % 2 == 0 else "\\", cursor)
            if column == self.columns:
                return
            if here is None:
                yield "   ", outside
            else:
                yield from self.inside(here, part)
            left = here

    def fill(self, spot: Hex, part: int) -> Iterator[Run]:
        if part and (flag := self.flag(spot)) is not None:
            return iter([(flag[0].ljust(3)[:3], flag[1])])
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
        token = models[0]
        tag = self.tag_style(token)
        more = self.glyphs.more if len(models) > 1 else ""
        end = token.sign or more or self.facing(token)
        text = token.tag[:3] if len(token.tag) > 2 or not end else token.tag + end
        if part == 0:
            yield text.ljust(3)[:3], tag
            return
        late = self.glyphs.done if token.done else (token.sign if len(token.tag) > 2 else "")
        if token.kind == "piece":
            yield (token.name[:3] if len(token.tag) > 2 else "").ljust(3), tag
            return
        yield self.bar(token, 3 - len(late)), self.bar_style(token, tag)
        if late:
            yield late, tag

    def _upper(self, spot: Hex) -> Iterator[Run]:
        """Ground, a sign, and the level at the right."""
        shade, ground = self.shade(spot), self.scene.ground[spot]
        level = str(ground.level) if ground.level else " "
        glyph: Run = self.glyph(ground), shade.plain
        mark = self._mark(spot, shade)
        if len(level) == 1:
            yield glyph
            yield mark or (" ", shade.plain)
        else:  # the level leaves one cell: to a sign, else to the ground, else to a zone
            bare = not glyph[0].strip()
            yield mark if mark is not None and (bare or self.sign(spot)) else glyph
        high = style(shade.digit if not shade.bold else shade.glyph, shade.ground, shade.bold)
        yield level, high if ground.level else shade.plain

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
        if not label:
            yield "___", floor
        elif len(label) == 1:
            yield "_", floor
            yield label, written
            yield "_", floor
        else:
            yield "_", floor
            yield label, written


class CloseUp(HexPainter):
    """7 x 4 cells a hex, with its name, its level and twice its ground."""

    wide, high = 7, 4

    @property
    def width(self) -> int:
        return 7 * self.columns + 2

    @property
    def height(self) -> int:
        return 4 * self.rows + (2 if self.columns > 1 else 0)

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
            level = str(ground.level) if ground.level else ""
            yield f"{level:<2}", style(shade.digit, shade.ground, shade.bold)

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
            brief = token.badges[0].brief if token.badges else more
            end = brief if len(called + brief) <= 5 else token.sign or more
            yield f"{called}{end}".center(5)[:5], tag
        elif token.kind == "piece":
            yield token.name[:5].ljust(5), tag
        else:
            done = self.glyphs.done if token.done else ""
            yield self.bar(token, 5 - len(done)), self.bar_style(token, tag)
            if done:
                yield done, tag


ZOOMS: tuple[type[HexPainter], ...] = (Overview, PlayView, CloseUp)
