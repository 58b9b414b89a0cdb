"""A palette: the colours and styles of one kind of terminal. `terminal_palettes.py` has the palettes themselves.

A palette answers in rich colours and styles. Where it has no colour to tell two things apart, it tells them apart by
weight, inversion or underline, and the painters by letters and signs.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

from attrs import define, evolve, field
from rich.color import Color
from rich.style import Style

from tabletop_tui.records import frozen
from tabletop_tui.widgets.colour_arithmetic import (
    BLACK,
    BLACK_RGB,
    DANGER,
    DANGERS,
    LIGHTS,
    SEEN_BY_FOES,
    SIGN,
    STEPS,
    TEXT,
    WHITE_RGB,
    Ink,
    blend,
    brightness,
    foot,
    legible,
    lit_in_few,
    toned,
)
from tabletop_tui.widgets.sight_tints import share_of

TINT_SHARES = {"reach": 0.16, "threat": 0.2, "sensors": 0.2, "path": 0.75}
"""How much of a tint is laid over the ground; of all others a little less than half."""
OVER = "over "
"""Before the colour of a ground: the tint of what lies over another ground, as smoke does."""
RIM, RIM_SHARE = " rim", 0.6
"""Behind the name of a tint: its rim, and how much of it that has."""
RIMMED = ("reach", "threat", "sensors")
"""The tints that have one: their inside is weak."""
LAMP = "*"
"""Behind a tint: how the place is lit, as `lit` says."""
HIGHEST_TINT = 4
"""Levels above this one look like it; the digit still tells them apart."""


@lru_cache(maxsize=8192)
def style(fg: Ink = None, bg: Ink = None, bold: bool = False, reverse: bool = False, under: bool = False) -> Style:
    """One Style object for each combination, so that equal styles are the same object."""
    return Style(color=fg, bgcolor=bg, bold=bold or None, reverse=reverse or None, underline=under or None)


HEADING = 0.3
"""How much of a side's colour is in the ground of its heading."""
QUIET, LIGHT = 0.74, 0.19
"""How much black or white a quiet figure has; from which brightness of its ground on it is black."""


@frozen(eq=False)
class Shade:
    """The inks of one hex: its ground, and what is written on it. A palette makes each once."""

    ground: Ink
    line: Ink
    """The lattice."""
    glyph: Ink
    digit: Ink
    bold: bool = False
    """Whether labels on it are bold."""
    light: bool = False
    """Whether quiet figures on it are dark; alike in all its tones."""

    @cached_property
    def plain(self) -> Style:
        """The style of its own sign ..."""
        return style(self.glyph, self.ground)

    @cached_property
    def floor(self) -> Style:
        """... of the lattice on it ..."""
        return style(self.line, self.ground)

    @cached_property
    def quiet(self) -> Style:
        """... of figures that are always there, as heights ..."""
        if self.ground is None or self.ground.triplet is None:
            return style(self.digit, self.ground)
        ink = blend(self.ground, BLACK_RGB if self.light else WHITE_RGB, QUIET)
        return style(legible(ink, self.ground), self.ground)

    @cached_property
    def written(self) -> Style:
        """... and of labels."""
        return style(self.digit, self.ground, True)


@define(eq=False)
class Palette:
    """Named styles for one kind of terminal. `ui` holds the styles of panels by role."""

    name: str
    paper: str
    """The colour behind everything, as the screen's style sheet writes it."""
    ui: Mapping[str, Style]
    seats: tuple[Style, ...]
    """Tokens of each seat, still to act."""
    seats_done: tuple[Style, ...]
    names: tuple[Style, ...]
    """A seat's name in running text."""
    shades: Mapping[tuple[str, int], Shade]
    tints: Mapping[str, Ink]
    mix: bool = False
    """Whether a tint is laid over the ground half and half (truecolour) or replaces it."""
    colour: bool = True
    bodies: str = ""
    """How terrain is drawn: 'relief' (bodies of half cells in three tones, lit and shaded), 'flat' (bodies of one
    colour a ground and level), or '' for lines and letters."""
    tones: Mapping[tuple[int, bool], tuple[tuple[Color, float], tuple[Color, float]]] = field(factory=lambda: TONES_OF)
    """The two other tones of a side, by its seat and whether a unit is done: what is mixed in, and how much ..."""
    body_tones: Mapping[tuple[int, bool], tuple[Ink, Ink]] = field(factory=dict)
    """... or where colours are not mixed, what they are."""
    stand: Ink = None
    """The ground around units, where colours are not mixed; None where it is the ground, darkened."""
    ramp: tuple[Ink, ...] = ()
    """The tints of grades of sight, from the best to the worst; mixed, where tints are, for those between."""
    _tinted: dict[tuple[str, int, str, int], Shade] = field(init=False, factory=dict)

    def shade(self, colour: str, level: int, tint: str = "", tone: int = 0) -> Shade:
        """The inks of a ground of this colour and level under a tint ('' for none), in one of three tones."""
        key = colour, level, tint, tone
        found = self._tinted.get(key)
        if found is None:
            found = self._tinted[key] = self._shade(*key)
        return found

    def tint(self, name: str) -> Ink:
        """The colour of a tint; of a grade of sight between the best and the worst one that lies between theirs."""
        if name.startswith(OVER):
            return self.shades[name.removeprefix(OVER), 0].ground
        name = name.partition(LAMP)[0].removesuffix(RIM)
        if name in self.tints or not self.ramp or (share := share_of(name)) is None:
            return self.tints.get(name)
        place = share * (len(self.ramp) - 1)
        if not self.mix:
            return self.ramp[round(place)]
        return blend(self.ramp[int(place)], self.ramp[min(int(place) + 1, len(self.ramp) - 1)], place % 1)

    def tells(self, tint: str) -> bool:
        """Whether its colour tells a tint from the others."""
        return self.colour and self.tint(tint) is not None and (share_of(tint) is None or len(self.ramp) > 1)

    def _shade(self, colour: str, level: int, tint: str, tone: int) -> Shade:
        """As picked, but that signs and figures on it can be read whatever lies over it."""
        tint, _, light = tint.partition(LAMP)
        found = self._tinted_shade(colour, level, tint, tone)
        if light and self.lamps:
            found = evolve(found, ground=self.lit(found.ground, light))
        glyph, digit = legible(found.glyph, found.ground, SIGN), legible(found.digit, found.ground, TEXT)
        return evolve(found, glyph=glyph, digit=digit)

    def _tinted_shade(self, colour: str, level: int, tint: str, tone: int) -> Shade:
        level = max(0, min(HIGHEST_TINT, level))
        plain = self.shades.get((colour, level)) or self.shades["grass", level]
        over = self.tint(tint)
        if tint.startswith(OVER) and not self.mix:
            return self.shades[tint.removeprefix(OVER), 0]
        if over is not None and not self.mix:
            return Shade(over, plain.line if self.name == "256" else BLACK, BLACK, BLACK, True)
        if not self.mix:
            return plain
        share = RIM_SHARE if tint.endswith(RIM) else TINT_SHARES.get(tint, 0.45)
        ground = plain.ground if over is None else blend(plain.ground, over, share)
        light = brightness(ground) > LIGHT
        ground = toned(ground, tone)
        if over is None:
            return evolve(plain, ground=ground, light=light)
        dark, glyph = blend(ground, BLACK_RGB, 0.8), blend(ground, BLACK_RGB, 0.55)
        return Shade(ground, blend(ground, BLACK_RGB, 0.45), glyph, dark, True, light)

    def body(self, seat: int | None, done: bool = False, tone: int = 0) -> Style:
        """A unit's body in one of three tones of its side's colour, with what stands on it."""
        plain = self.token(seat, done)
        if not tone or seat is None or plain.bgcolor is None or not self.bodies:
            return plain
        if self.mix:
            ink: Ink = blend(plain.bgcolor, *(self.tones.get((seat, done)) or self.tones[1, False])[tone - 1])
        else:
            ink = self.body_tones.get((seat, done), (plain.bgcolor,) * 2)[tone - 1]
        return style(legible(plain.color, ink), ink, bool(plain.bold))

    def under(self, ground: Ink, body: Ink) -> Ink:
        """The ground on which a body stands: darker by an eighth, and by as much as sets the body off."""
        if not self.mix:
            return self.stand
        return foot(ground, body)

    @property
    def lamps(self) -> bool:
        """Whether there are colours enough for light."""
        return self.mix or self.name == "256"

    def lit(self, ground: Ink, light: str) -> Ink:
        """A ground in the light: warm and bright, dim, or in dusk; a dull red creeps in where an enemy sees."""
        step = int(light[0])
        exposed = light.endswith(SEEN_BY_FOES) and step < STEPS
        end, share = LIGHTS[step]
        if not self.mix:
            return lit_in_few(ground, step, exposed)
        found = blend(ground, end, share)
        return blend(found, DANGER, DANGERS[step]) if exposed else found

    def role(self, name: str) -> Style:
        """A style by role; plain text where the palette has no such role."""
        return self.ui.get(name) or self.ui["text"]

    def token(self, seat: int | None, done: bool = False) -> Style:
        """The style of a model's tag; pieces that belong to nobody stand out in their own style."""
        if seat is None:
            return self.ui["piece"]
        return (self.seats_done if done else self.seats)[seat % len(self.seats)]

    def heading(self, seat: int) -> Style | None:
        """The style of a heading above the units of a side, on its colour; None where colours are not mixed."""
        if not self.mix:
            return None
        ground = blend(self.ui["text"].bgcolor, self.token(seat).bgcolor, HEADING)
        return style(legible(self.names[seat % len(self.names)].color, ground), ground, True)

    def seat_name(self, seat: int | None) -> Style:
        return self.ui["text"] if seat is None else self.names[seat % len(self.names)]


def badge_role(mood: str) -> str:
    """The role of the sign of a status: what is bad for a unit shines, what is good is green, what is neither white."""
    return {"bad": "badge", "good": "badge-good"}.get(mood, "chip")


TONES_OF: dict[tuple[int, bool], tuple[tuple[Color, float], tuple[Color, float]]] = {
    (0, False): ((WHITE_RGB, 0.07), (WHITE_RGB, 0.14)),
    (0, True): ((WHITE_RGB, 0.07), (WHITE_RGB, 0.14)),
    (1, False): ((WHITE_RGB, 0.3), (WHITE_RGB, 0.6)),
    (1, True): ((WHITE_RGB, 0.12), (WHITE_RGB, 0.24)),
}
"""The tones of the first side keep darker than those of the second, whether a unit is done or not."""
