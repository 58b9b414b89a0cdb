"""What is written on hexes that are bodies of half cells, at each zoom: units, heights, costs, signs."""

from __future__ import annotations

from attrs import define
from rich.style import Style

from tabletop_tui.engine.views import Badge, Token
from tabletop_tui.table.hexes import Hex
from tabletop_tui.widgets.map.hex.bodies import TROUGH, HexBodies
from tabletop_tui.widgets.map.hex.cells import BROAD, CLOSE, PLAY
from tabletop_tui.widgets.map.hex.overview import Overview
from tabletop_tui.widgets.map.hex.painter import RULERS, RULERS_FROM, HexPainter
from tabletop_tui.widgets.map.shared.cell_row import CellRow
from tabletop_tui.widgets.map.shared.painter import Run
from tabletop_tui.widgets.styles import BLACK_RGB, blend, style


@define(eq=False)
class WrittenHexes(HexBodies):
    """What all zooms write alike."""

    def tag(self, token: Token) -> Style:
        """The style of a tag: that of whoever acts is dark on yellow."""
        if token.spot == self.marks.active:
            return self.palette.role("acting")
        if token.kind == "piece":
            return style(self.palette.role("piece").color, self.body(token), True)
        return self.on(token, self.tag_style(token))

    def badge(self, badge: Badge) -> Style:
        """A status that is good for a unit is in the colour of what is good."""
        look = self.palette.role("badge")
        return style(look.color, self.palette.role("good").color, True) if badge.mood == "good" else look

    def tag_text(self, token: Token) -> str:
        """The tag of a piece stands behind its sign, where the smallest hex has room for both."""
        return f"{self.glyphs.piece}{token.tag}" if token.kind == "piece" and len(token.tag) < 3 else token.tag

    def write_bar(self, row: CellRow, token: Token, at: int, cells: int) -> None:
        """What is left of a unit; the lost is a dark trough."""
        look = self.bar_style(token, self.on(token, self.tag_style(token)))
        body = self.body(token)
        dark = self.palette.token(token.seat, True).bgcolor if not self.relief else blend(body, BLACK_RGB, TROUGH)
        for place, sign in enumerate(self.bar(token, cells), at):
            lost = not sign.strip()
            row.put(place, self.glyphs.bar[0] if lost else sign, style(dark, body) if lost else look)

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
        row, token = self.row_of(spot, self.room), self.model(spot)
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
        room = row.room - len(token.tag)
        faces = self.facing(token)
        short = next((badge for badge in token.badges if len(badge.brief) <= room), None)
        if short is not None:
            row.right(short.brief, self.badge(short))
        elif token.sign and room > 0:
            row.right(token.sign, self.badge(token.badges[0]))
        elif room > 0:
            ends = faces or (self.glyphs.more if len(models) > 1 else "") or (self.glyphs.done if token.done else "")
            row.right(ends, self.on(token, self.tag_style(token)))
        if faces and short is not None and room > len(short.brief):
            row.put(len(token.tag), faces, self.on(token, self.tag_style(token)))

    def _lower_unit(self, row: CellRow, models: list[Token]) -> None:
        token = models[0]
        taken = self.write_flag(row, token.spot)
        if token.kind == "piece":
            if not taken and len(token.name) <= row.room:
                row.centre(token.name, self.tag(token))
            return
        if not taken and len(token.tag) >= row.room and token.sign:  # no room for it beside so long a tag
            row.right(token.sign, self.badge(token.badges[0]))
            taken = 1
        self.write_bar(row, token, 0, row.room - taken)

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
        label, sign, floor = self.label(spot), self.sign(spot), self.floor(spot)
        if not label and (here := self.tokens.get(spot)):
            label = here[0].tag[:2]
        if self.write_flag(row, spot):
            pass
        elif label:
            row.centre(label, self.pill(spot))
        elif sign:
            row.centre(sign, self._sign_style(spot))
        elif floor is None and (glyph := self.glyph(self.scene.ground[spot]).strip()):
            for place in range(1, row.room, 2):
                row.put(place, glyph)
        if floor is not None:
            row.fill(*floor)

    def _sign_style(self, spot: Hex) -> Style:
        look = self.sign_style(spot, self.shade(spot))
        return style(look.color, self.ground(spot), True)


@define(eq=False)
class BroadBodies(PlayBodies):
    """6 x 2 cells a hex, five of each row for text: a status has three letters."""

    zoom, cells = "broad", BROAD
    wide, high = BROAD.wide, BROAD.high


@define(eq=False)
class CloseBodies(WrittenHexes):
    """8 x 4 cells a hex, six or eight of each row for text: names, what is left in figures, a status in words."""

    zoom, cells, numbered = "close", CLOSE, True
    wide, high = CLOSE.wide, CLOSE.high

    def write(self, spot: Hex, part: int) -> tuple[Run, ...]:
        row = self.row_of(spot, 8 if part in (1, 2) else 6)
        if self.model(spot) is not None:
            self._unit(row, self.tokens[spot], part)
        else:
            self._ground(row, spot, part)
        return row.runs()

    def _unit(self, row: CellRow, models: list[Token], part: int) -> None:
        token = models[0]
        tag, quiet = self.tag(token), self.on(token, self.tag_style(token))
        if token.kind == "piece":
            self._piece(row, token, part)
        elif part == 0:
            row.put(0, token.tag, tag)
            row.put(len(token.tag), self.facing(token), quiet)
            second = token.badges[1] if len(token.badges) > 1 else None
            if second is not None and len(token.tag) + len(second.brief) < row.room:
                row.right(second.brief, self.badge(second))
            else:
                ends = self.glyphs.done if token.done else ""
                row.right((self.glyphs.more if len(models) > 1 else "") + ends, quiet)
        elif part == 1:
            row.put(0, name_within(token.name, row.room), quiet)
        elif part == 2:
            self._left(row, token)
        elif token.badges:
            first = token.badges[0]
            row.put(0, (first.said if len(first.said) <= row.room else first.brief).center(row.room), self.badge(first))
        else:
            row.centre(token.spot, self._number(token))

    def _left(self, row: CellRow, token: Token) -> None:
        """The bar, and in figures what is left."""
        taken = self.write_flag(row, token.spot)
        left = token.left.brief if token.left is not None and not taken else ""
        row.right(left, self.on(token, self.tag_style(token)))
        taken = max(taken, len(left) + 1 if left else 0)
        self.write_bar(row, token, 0, row.room - taken)

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


def name_within(name: str, room: int) -> str:
    """A name, or its first words, or its first word shortened with a dot, so that it has room."""
    words = name.split()
    for count in range(len(words), 0, -1):
        if len(short := " ".join(words[:count])) <= room:
            return short
    return f"{name[: room - 1]}."


BODIES: tuple[type[HexPainter], ...] = (Overview, PlayBodies, BroadBodies, CloseBodies)
