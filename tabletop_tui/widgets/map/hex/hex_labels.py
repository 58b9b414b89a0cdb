"""What is written on hexes that are bodies of half cells, at each zoom: units, heights, costs, signs."""

from __future__ import annotations

from attrs import define
from rich.style import Style

from tabletop_tui.engine.badges import Badge
from tabletop_tui.engine.scenes import Token
from tabletop_tui.table.hexes import Hex
from tabletop_tui.widgets.colour_arithmetic import blend, legible
from tabletop_tui.widgets.map.hex.base_painter import RULERS, RULERS_FROM
from tabletop_tui.widgets.map.hex.hex_cells import BROAD, CLOSE, HUGE, PLAY
from tabletop_tui.widgets.map.hex.hex_ground import HexBodies
from tabletop_tui.widgets.map.shared.cell_row import CellRow
from tabletop_tui.widgets.map.shared.map_painter import Run
from tabletop_tui.widgets.palette import badge_role, style


@define(eq=False)
class WrittenHexes(HexBodies):
    """What all zooms write alike."""

    def tag(self, token: Token) -> Style:
        """The style of a tag: that of whoever acts is dark on yellow."""
        if token.spot == self.marks.active:
            return self.palette.role("acting")
        if token.kind == "piece":
            held = self.holders.get(token.unit)
            ink = self.palette.role("piece") if held is None else self.palette.token(held)
            return style(ink.color, self.body(token), True)
        return self.on(token, self.tag_style(token))

    def badge(self, badge: Badge) -> Style:
        """The style of its sign, as in lists."""
        return self.palette.role(badge_role(badge.mood))

    def tag_text(self, token: Token) -> str:
        """The tag of a piece stands behind its sign, where the smallest hex has room for both."""
        return f"{self.glyphs.piece}{token.tag}" if token.kind == "piece" and len(token.tag) < 3 else token.tag

    def ends(self, models: list[Token]) -> list[Run]:
        """What may stand behind a tag, a sign each, what matters most first: statuses, done, facing, others there."""
        token = models[0]
        quiet = self.on(token, self.tag_style(token))
        signs = [(badge.letter, self.badge(badge)) for badge in token.badges if badge.letter]
        done, more = self.glyphs.done if token.done else "", self.glyphs.more if len(models) > 1 else ""
        others = [(sign, quiet) for sign in (done, self.facing(token), more) if sign]
        return [*signs[:1], *others, *signs[1:2]]

    def write_foot(self, row: CellRow, spot: Hex) -> None:
        """The shadow below a unit, where nothing else is written."""
        row.fill("▀", style(self.dark(spot), self.ground(spot)))

    def height_under(self, spot: Hex, room: int) -> Run:
        """How high a unit stands, on the ground below it."""
        ground = self.ground(spot)
        ink = legible(self.shade(spot).quiet.color, ground)
        return self.level(self.scene.ground[spot], room), style(ink, ground)

    def write_flag(self, row: CellRow, spot: Hex) -> int:
        """A flag at the right; how many cells it takes."""
        if (flag := self.flag(spot)) is None:
            return 0
        row.right(flag[0], flag[1])
        return len(flag[0])


@define(eq=False)
class PlayBodies(WrittenHexes):
    """4 x 2 cells a hex, three of each row for text: a tag and a letter, a bar; a ground and its height, a cost."""

    zoom, cells = "play", PLAY
    rulers, rulers_from = RULERS, RULERS_FROM
    wide, high = PLAY.wide, PLAY.high

    @property
    def room(self) -> int:
        return self.wide - self.cells.slant

    def write(self, spot: Hex, part: int) -> tuple[Run, ...]:
        row, token = self.row_of(spot, self.room, part), self.model(spot)
        if token is not None:
            (self._lower_unit if part else self._upper_unit)(row, self.tokens[spot])
        else:
            (self._lower_ground if part else self._upper_ground)(row, spot)
        return row.runs()

    # ------------------------------------------------------------------ units
    def _upper_unit(self, row: CellRow, models: list[Token]) -> None:
        token = models[0]
        if token.kind == "piece":
            row.centre(self.tag_text(token), self.tag(token))
            return
        row.put(0, token.tag[: row.room], self.tag(token))
        for at, (sign, look) in enumerate(self.ends(models)[: row.room - len(token.tag)], len(token.tag)):
            row.put(at, sign, look)

    def _lower_unit(self, row: CellRow, models: list[Token]) -> None:
        """The ground on which a unit stands: what it has lost, what was lost just now, the ground and its height."""
        token = models[0]
        taken = self.write_flag(row, token.spot)
        if token.kind == "piece":
            if not taken and len(token.name) <= row.room:
                row.centre(token.name, self.tag(token))
            return
        if (gauge := self.gauge(token)) is not None:
            row.put(0, *gauge)
        if not taken and len(token.tag) >= row.room and (ends := self.ends(models)):  # no room for it beside the tag
            row.right(*ends[0])
        elif not taken:
            level, look = self.height_under(token.spot, row.room - 1)
            row.right(level, look)
            if (glyph := self.glyph(self.scene.ground[token.spot]).strip()) and len(level) < row.room - 1:
                row.put(1, glyph)
        self.write_foot(row, token.spot)

    # ------------------------------------------------------------------ ground
    def _upper_ground(self, row: CellRow, spot: Hex) -> None:
        ground = self.scene.ground[spot]
        glyph, level = self.glyph(ground).strip(), self.level(ground, row.room)
        if glyph and len(level) < row.room:
            row.put(0, glyph)
            if row.room > len(level) + 3:
                row.put(2, glyph)
        elif glyph and len(level) == row.room > 2:  # the sign of the ground is worth more than that of the figure
            row.put(0, glyph)
            level = str(ground.level)
        row.right(level, self.shade(spot).quiet)
        if (sign := self.sign(spot)) and self.label(spot):
            row.put(1, sign, self._sign_style(spot))
        elif spot == self.marks.active:
            row.put(0, self.glyphs.pointer, self.palette.role("acting"))

    def _lower_ground(self, row: CellRow, spot: Hex) -> None:
        floor = self.floor(spot)
        self._signs(row, spot, bare=floor is not None)
        if floor is not None:
            row.fill(*floor)

    def _signs(self, row: CellRow, spot: Hex, bare: bool = False) -> None:
        """A flag, a figure or a sign; else, but where the row is to be bare, signs of the ground."""
        label, sign = self.label(spot), self.sign(spot)
        if not label and (here := self.tokens.get(spot)):
            label = here[0].tag[:2]
        if self.write_flag(row, spot):
            pass
        elif label:
            row.centre(label, self.pill(spot))
        elif sign:
            row.centre(sign, self._sign_style(spot))
        elif not bare and (glyph := self.glyph(self.scene.ground[spot]).strip()):
            for place in range(1, row.room, 2):
                row.put(place, glyph)

    def _sign_style(self, spot: Hex) -> Style:
        look = self.sign_style(spot, self.shade(spot))
        return style(look.color, self.ground(spot), True)


@define(eq=False)
class BroadBodies(PlayBodies):
    """6 x 2 cells a hex, five of each row for text: room for a second status beside the tag."""

    zoom, cells = "broad", BROAD
    wide, high = BROAD.wide, BROAD.high


@define(eq=False)
class CloseBodies(WrittenHexes):
    """8 x 4 cells a hex, six or eight of each row for text: names, what is left in figures, a status in words."""

    zoom, cells, numbered = "close", CLOSE, True
    wide, high = CLOSE.wide, CLOSE.high

    def write(self, spot: Hex, part: int) -> tuple[Run, ...]:
        row = self.row_of(spot, 8 if part in (1, 2) else 6, part)
        if self.model(spot) is not None:
            self._unit(row, self.tokens[spot], part)
        else:
            self._ground(row, spot, part)
        return row.runs()

    def _unit(self, row: CellRow, models: list[Token], part: int) -> None:
        token = models[0]
        if token.kind == "piece":
            self._piece(row, token, part)
        elif part == 0:
            row.put(0, token.tag, self.tag(token))
            for at, (sign, look) in enumerate(self.ends(models)[: row.room - len(token.tag) - 1], len(token.tag) + 1):
                row.put(at, sign, look)
        elif part == 1:
            row.put(0, name_within(token.name, row.room - row.indent), self.on(token, self.tag_style(token)))
        elif part == 2:
            self._left(row, token)
            self.write_foot(row, token.spot)
        else:
            self._underfoot(row, token)

    def _left(self, row: CellRow, token: Token) -> None:
        """In figures what is left, and the gauge."""
        taken, ground = self.write_flag(row, token.spot), self.ground(token.spot)
        if (gauge := self.gauge(token)) is not None:
            row.put(0, *gauge)
        if token.left is not None and not taken:
            mood = self.bar_style(token, self.palette.role("bar")).color
            row.put(2, token.left.brief, style(legible(mood, ground), ground, True))

    def _underfoot(self, row: CellRow, token: Token) -> None:
        """The most pressing status in words, or how high it stands, or on level ground the number of the hex."""
        level, look = self.height_under(token.spot, 3)
        first = token.badges[0] if token.badges else None
        if first is not None:
            row.centre((first.said if len(first.said) <= row.room else first.sign)[: row.room], self.badge(first))
        else:
            row.centre(level or token.spot, look)

    def _piece(self, row: CellRow, token: Token, part: int) -> None:
        if part == 0:
            row.centre(self.tag_text(token), self.tag(token))
        elif part == 1:
            row.centre(token.name if len(token.name) <= row.room else "", self.tag(token))
        elif part == 2:
            self.write_flag(row, token.spot)
        else:
            row.centre(token.spot, self._number(token))

    def _number(self, token: Token) -> Style:
        body, ink = self.body(token), self.tag_style(token).color
        return style(blend(body, ink, 0.6) if self.relief else ink, body)

    def _ground(self, row: CellRow, spot: Hex, part: int) -> None:
        ground = self.scene.ground[spot]
        glyph = self.glyph(ground).strip()
        if part == 0:
            row.centre(spot, self.shade(spot).quiet)
        elif part == 1:
            row.put(1, self.level(ground, 3), self.shade(spot).quiet)
            if spot == self.marks.active:
                row.put(0, self.glyphs.pointer, self.palette.role("acting"))
            for place in (5, 7) if ground.level else (2, 4, 6):
                row.put(place, glyph)
        elif part == 2:
            for place in (0, 7):
                row.put(place, glyph)
            self._signs(row, spot)
        elif (floor := self.floor(spot)) is not None:
            row.fill(*floor)

    def _signs(self, row: CellRow, spot: Hex) -> None:
        label, sign = self.label(spot), self.sign(spot)
        if not label and (here := self.tokens.get(spot)):
            label = here[0].tag[:2]
        if self.write_flag(row, spot):
            pass
        elif label:
            row.centre(f" {label} ", self.pill(spot))
        if sign:
            look = self.sign_style(spot, self.shade(spot))
            row.put(1 if label else 3, sign, style(look.color, self.ground(spot), True))


@define(eq=False)
class HugeBodies(CloseBodies):
    """12 x 6 cells a hex, for screens that are very large: as close up, with a row of ground above and below."""

    zoom, cells = "huge", HUGE
    wide, high = HUGE.wide, HUGE.high

    def write(self, spot: Hex, part: int) -> tuple[Run, ...]:
        slanted = max(self.cells.side[2 * part : 2 * part + 2])
        row = self.row_of(spot, self.wide + self.cells.slant - 2 * slanted, part)
        row.indent = (row.room - (8 if part in (2, 3) else 6)) // 2
        if self.model(spot) is not None:
            if 0 < part < 5:
                self._unit(row, self.tokens[spot], part - 1)
        elif (inner := {1: 0, 2: 1, 3: 2, 5: 3}.get(part)) is not None:
            self._ground(row, spot, inner)
        return row.runs()


def name_within(name: str, room: int) -> str:
    """A name, or its first words, or its first word shortened with a dot, so that it has room."""
    words = name.split()
    for count in range(len(words), 0, -1):
        if len(short := " ".join(words[:count])) <= room:
            return short
    return f"{name[: room - 1]}."
