"""The inks of an open table: how a cell of ground looks under a tint, and how the name of an ink becomes a style."""

from __future__ import annotations

from attrs import define, field
from rich.style import Style

from tabletop_tui.engine.scenes import TableScene
from tabletop_tui.widgets.colour_arithmetic import BLACK_RGB, SIGN, TEXT, Ink, blend, brightness, legible, rgb
from tabletop_tui.widgets.map.shared.map_painter import FLAGS, Run
from tabletop_tui.widgets.map.shared.traces import SHOT, WAY
from tabletop_tui.widgets.map.table.table_ground import BARE, FLAT, LIT, OPEN, GroundCell, Tone
from tabletop_tui.widgets.palette import LAMP, Palette, Shade, badge_role, style
from tabletop_tui.widgets.sight_tints import BEST, NAMED

WHITE = rgb("ffffff")
LIGHT, SHADE, DUSK = 0.22, 0.30, 0.40
"""How much white lies on a rim in the light, how much black on one in the shade, and on the ground of a name."""
DARK = 0.08
"""Ground of less brightness takes light letters, also under a tint."""
QUIET = 0.35
"""How much of its ink a mark of the grid has."""
SIGNS = ("effect", "reach", "path", "threat", "sensors", "target", "way", "shot", "ring", "clear", "half", "blocked")
"""Inks of signs, which want less contrast than text ..."""
SHAPES = ("rim", "foot", "shadow")
"""... and those of shapes, which fill a part of a cell."""
ROLES = {
    "flash": ("cursor", "acting"),
    "ghost": ("chosen", "chosen"),
    "in-hand": ("cursor", "cursor"),
    "barred": ("prompt-bad", "prompt-bad"),
    "waypoint": ("pill", "pill"),
}
"""Inks that are roles of a palette: with colours, and without."""


@define(eq=False)
class TableInks:
    """The styles of one scene's terrain in one palette, each made once."""

    palette: Palette
    scene: TableScene
    _grounds: dict[tuple[GroundCell, str], Run] = field(init=False, factory=dict)
    _inks: dict[tuple[str, Tone, str], Style] = field(init=False, factory=dict)

    # ------------------------------------------------------------------ ground
    def shade(self, number: int, tint: str = "") -> Shade:
        """The inks of a piece of terrain, or of the open table."""
        if number == OPEN:
            return self.palette.shade(self.scene.ground.colour, 0, tint)
        area = self.scene.areas[number]
        return self.palette.shade(area.look.colour, area.level, tint)

    def ground(self, tone: Tone, tint: str = "") -> Ink:
        """The colour of a half cell."""
        plain = self.shade(tone[0], tint).ground
        if tone[1] == FLAT or self.palette.bodies != "relief":
            return plain
        return blend(plain, WHITE, LIGHT) if tone[1] == LIT else blend(plain, BLACK_RGB, SHADE)

    def run(self, cell: GroundCell, tint: str, sign: str = "") -> Run:
        """A cell of ground as it looks under a tint; `sign` stands on it where it is bare."""
        if sign and cell[0] == " " and cell[1] == cell[2]:
            return sign, self.ink("figure", cell[2], tint)
        key = cell, tint
        if (found := self._grounds.get(key)) is None:
            found = self._grounds[key] = self._run(cell, tint)
        return found

    def _run(self, cell: GroundCell, tint: str) -> Run:
        sign, upper, lower, number = cell
        above, below = self.ground(upper, tint), self.ground(lower, tint)
        if sign in "▄▌":
            return sign, style(self.shade(number).glyph, below)
        if above != below and self.palette.bodies:
            return "▀", style(above, below)
        if number == OPEN and self.palette.bodies == "relief":
            return sign, style(blend(below, WHITE, QUIET), below)
        return sign, style(self.shade(number, tint).glyph, below)

    # ------------------------------------------------------------------ signs by the name of their ink
    def ink(self, name: str, tone: Tone = BARE, tint: str = "") -> Style:
        """The style of a sign by the name of its ink, on a ground of this tone under this tint."""
        key = name, tone, tint
        if (found := self._inks.get(key)) is None:
            found = self._style(name, tone, tint)
            least = SIGN if name.startswith(SIGNS) else TEXT
            if found.color and found.bgcolor and name.partition(" ")[0] not in SHAPES:
                ink = legible(found.color, found.bgcolor, least)
                found = style(ink, found.bgcolor, bool(found.bold), bool(found.reverse), bool(found.underline))
            self._inks[key] = found
        return found

    def _style(self, name: str, tone: Tone, tint: str) -> Style:
        palette, shade, ground = self.palette, self.shade(tone[0], tint), self.ground(tone, tint)
        kind, _, rest = name.partition(" ")
        if kind == "body":
            seat, _, number = rest.partition(" ")
            return palette.body(*_seat(seat), int(number or 0))
        if kind in ("shadow", "foot"):
            body = palette.body(*_seat(rest))
            under = palette.under(ground, body.bgcolor or body.color)
            dark = blend(under, BLACK_RGB, 0.5) if palette.mix else palette.stand
            return style(legible(shade.glyph, under, SIGN) if kind == "shadow" else dark, under)
        if kind == "rim":
            body = self._style(rest, tone, tint)
            return style(body.color if body.reverse else body.bgcolor, ground)
        if kind in (WAY, SHOT):
            return _trace(palette, kind, int(rest) if rest else None, shade, ground)
        if kind == "tag":
            return palette.token(*_seat(rest))
        if kind == "name":
            return self._name(rest, ground)
        if kind == "badge":
            return self._badge(rest)
        if kind in ("piece", "acting"):
            return palette.token(None) if kind == "piece" else palette.role(kind)
        if kind == "effect":
            colour, _, seat = rest.partition(" ")
            ink = palette.seat_name(int(seat)).color if seat else palette.shade(colour, 0).glyph
            return style(ink, ground, True)
        if kind == "ground-label":
            return self._ground_label(int(rest), tone, tint)
        if kind == "figure":
            return style(shade.digit, ground, False)
        if kind == "on-target":
            return style(palette.tint("path"), ground, True, under=True)
        if kind == "ring":
            return style(palette.role("ring").color, ground, True)
        if kind == "chip":
            return palette.role("chip")
        if name.startswith("flag-"):
            return palette.role(FLAGS[name.removeprefix("flag-")])
        if name in ROLES:
            return palette.role(ROLES[name][0 if palette.colour else 1])
        return style(palette.tint(name), ground, True)

    def _name(self, whose: str, ground: Ink) -> Style:
        """A unit's name: in its side's light colour on darkened ground."""
        seat, done = _seat(whose)
        plain = self.palette.seat_name(seat)
        if not self.palette.mix:
            return plain
        ink = blend(plain.color, ground, 0.3) if done else plain.color
        return style(ink, blend(ground, BLACK_RGB, DUSK))

    def _badge(self, mood: str) -> Style:
        """The sign of a status, as in lists."""
        return self.palette.role(badge_role(mood))

    def _ground_label(self, number: int, tone: Tone, tint: str) -> Style:
        """The name of a piece of terrain, on it or beside it."""
        shade, ground = self.shade(tone[0], tint), self.ground(tone, tint)
        tint = tint.partition(LAMP)[0]
        if tint and self.palette.mix and brightness(ground) < DARK:
            return style(blend(ground, WHITE, 0.6), ground, True)
        if tint or not self.palette.mix:
            on_it = tone[0] == number and not tint and not self.palette.bodies
            return style(shade.glyph if on_it else shade.digit, ground, True)
        return style(blend(self.shade(number).glyph, WHITE, 0.3), ground)


def _seat(text: str) -> tuple[int | None, bool]:
    """'0-' as the seat and whether the unit has acted; '' for nobody's."""
    seat = text.rstrip("-")
    return int(seat) if seat else None, text.endswith("-")


def _trace(palette: Palette, kind: str, seat: int | None, shade: Shade, ground: Ink) -> Style:
    """What is left to be seen of a way, in its side's colour, or of a shot."""
    if not palette.colour:
        return shade.written
    ink = palette.role("shot") if kind == SHOT else palette.seat_name(seat)
    return style(ink.color, ground, True)


def is_band(tint: str) -> bool:
    """Whether a tint is a grade between the best and the worst of more than three."""
    return tint.startswith(NAMED)


def tinted_as(tint: str) -> str:
    """The tint of a grade on an open table: what is seen best stays as it is."""
    return "" if tint == BEST else tint
