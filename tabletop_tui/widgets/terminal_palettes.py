"""The palettes by what a terminal shows: truecolour, 256, 16 and none. Each is picked by hand, none by a formula."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tabletop_tui.widgets.accessible_palettes import colour_blind, high_contrast, light
from tabletop_tui.widgets.colour_arithmetic import BLACK_RGB, ansi, blend, legible, rgb
from tabletop_tui.widgets.palette import HIGHEST_TINT, Palette, Shade, style

# ---------------------------------------------------------------- truecolour
# Ground, and how it changes with height: each level lifts it towards a pale stone, so that a hill reads as contours.
TRUE_GROUNDS = {  # ground, sign on it: dark and quiet, so that what moves and what matters is what shines
    "grass": ("3e4a29", "7b8f55"),
    "sand": ("796640", "bfa76e"),
    "dust": ("4f4534", "8d7f62"),
    "concrete": ("3f4248", "858a92"),
    "forest": ("18351f", "5aa05c"),
    "snow": ("7b8691", "d6dee6"),
    "water": ("133858", "5b9bd6"),
    "ice": ("5f8599", "d2ecf8"),
    "building": ("514d5a", "b5aec2"),
    "fire": ("611f0a", "ffae42"),
    "wreck": ("372b24", "c08f66"),
    "smoke": ("7c8187", "d5dadf"),
}
TRUE_TINTS = {
    "reach": "46b8a4",
    "path": "a8efe0",
    "threat": "d9503a",
    "sensors": "2f9aa8",
    "target": "e06aa8",
    "clear": "d8d8c0",
    "half": "c08a30",
    "blocked": "30302c",
}
COVER_BANDS = ("6cc4ac", "c8b648", "d88838")
"""Between the best and the worst grade: from cold to warm, and of falling brightness for eyes that see no red."""
TRUE_SEATS = ("e8483a", "b8d4ff", "3fae74", "c98b3a", "b98ae0", "5fc4d6")
"""The first is dark and the second light, so that they are told apart without hue; what stands on all is dark."""
TRUE_DONE = ("c4453a", "a3c7ff", "338355", "946628", "8a62a8", "42899c")
DARK, PALE = rgb("10141a"), rgb("ffffff")
TRUE_NAMES = ("ff8f84", "8fb8ff", "6fd6a4", "ffcf5c", "d3a4f5", "6fd3e3")
STONE = rgb("cfcdb4")
STONE_A_LEVEL = 0.13
BADGE, LOSS = style(rgb("10141a"), rgb("ff9d5c"), True), style(rgb("ffffff"), rgb("8a2a1c"), True)
PILL, ACTING = style(rgb("ffffff"), rgb("1f5a50"), True), style(rgb("10141a"), rgb("ffd84d"), True)
"""Yellow says 'yours, now' and nothing else."""
CHOSEN = style(rgb("ffffff"), rgb("34435a"), True)


def _true_shades() -> dict[tuple[str, int], Shade]:
    shades = {}
    for name, (ground, glyph) in TRUE_GROUNDS.items():
        for level in range(HIGHEST_TINT + 1):
            bg = blend(rgb(ground), STONE, STONE_A_LEVEL * level)
            shades[name, level] = Shade(bg, blend(bg, BLACK_RGB, 0.42), rgb(glyph), rgb("ffffff"), True)
    return shades


def _truecolour() -> Palette:
    paper, bar = rgb("0d1117"), rgb("1b2430")
    text, dim = rgb("c9d1d9"), rgb("8b949e")
    return Palette(
        "truecolour",
        "#0d1117",
        ui={
            "text": style(text, paper),
            "dim": style(dim, paper),
            "strong": style(rgb("ffffff"), paper, True),
            "head": style(rgb("8cc8ff"), paper, True),
            "good": style(rgb("7ee08a"), paper),
            "bad": style(rgb("ff8a7a"), paper),
            "key": style(rgb("7fe0cc"), paper, True),
            "rule": style(rgb("b9a6e8"), paper),
            "status": style(rgb("ffffff"), bar, True),
            "status-dim": style(rgb("9fb0c8"), bar),
            "prompt": style(rgb("ffffff"), rgb("2b4a22"), True),
            "prompt-bad": style(rgb("ffffff"), rgb("6a2a1c"), True),
            "prompt-wait": style(rgb("ffffff"), rgb("3a3f4c"), True),
            "hint": style(rgb("b8c4d6"), bar),
            "hint-key": style(rgb("7fe0cc"), bar, True),
            "chosen": CHOSEN,
            "chosen-bad": style(rgb("c9d1d9"), rgb("3a3d44")),
            "cursor": style(rgb("10141a"), rgb("ffffff"), True),
            "piece": style(rgb("10141a"), rgb("e8e6d4"), True),
            "badge": BADGE,
            "badge-good": style(rgb("10141a"), rgb("7ee08a"), True),
            "pill": PILL,
            "acting": ACTING,
            "loss": LOSS,
            "shot": style(rgb("ffb070"), None),
            "zone": style(rgb("ffffff"), None, True),
            "bar": style(rgb("7ee08a"), None),
            "bar-low": style(rgb("ff7a5c"), None),
            "bar-mid": style(rgb("ffa94d"), None),
            "ring": style(rgb("ffffff"), None, True),
            "chip": style(rgb("ffffff"), rgb("10141a"), True),
            "outside": style(dim, paper),
        },
        seats=tuple(style(DARK, rgb(colour), True) for colour in TRUE_SEATS),
        seats_done=tuple(style(legible(DARK, rgb(colour)), rgb(colour)) for colour in TRUE_DONE),
        names=tuple(style(rgb(colour), paper, True) for colour in TRUE_NAMES),
        shades=_true_shades(),
        tints={name: rgb(colour) for name, colour in TRUE_TINTS.items()},
        mix=True,
        bodies="relief",
        ramp=(rgb(TRUE_TINTS["clear"]), *map(rgb, COVER_BANDS), rgb(TRUE_TINTS["blocked"])),
    )


# ---------------------------------------------------------------- 256 colours
BODY_TONES_256 = {
    (0, False): (166, 168),
    (0, True): (130, 132),
    (1, False): (153, 195),
    (1, True): (116, 81),
    (2, False): (78, 108),
    (2, True): (28, 65),
    (3, False): (179, 173),
    (3, True): (101, 138),
    (4, False): (141, 176),
    (4, True): (98, 133),
    (5, False): (44, 79),
    (5, True): (37, 66),
}
"""The two other tones of a side, by its seat and whether a unit is done."""
GROUNDS_256 = {
    "grass": ((65, 71, 108, 151, 194), 22, 150),
    "sand": ((101, 144, 181, 187, 223), 58, 187),
    "dust": ((59, 95, 138, 144, 181), 236, 180),
    "concrete": ((239, 241, 243, 245, 247), 236, 250),
    "forest": ((22, 22, 28, 28, 71), 16, 71),
    "snow": ((250, 252, 253, 254, 231), 246, 240),
    "water": ((24, 25, 31, 32, 39), 17, 117),
    "ice": ((110, 117, 153, 159, 195), 67, 24),
    "building": ((60, 61, 103, 104, 146), 236, 255),
    "fire": ((88, 124, 160, 166, 166), 52, 220),
    "wreck": ((58, 94, 95, 137, 138), 16, 173),
    "smoke": ((241, 243, 245, 246, 247), 236, 252),
}
LIGHT_256 = {"snow", "ice", "sand"}


def _shades_256() -> dict[tuple[str, int], Shade]:
    shades = {}
    for name, (grounds, line, glyph) in GROUNDS_256.items():
        for level, ground in enumerate(grounds):
            light = name in LIGHT_256 or level > 2
            shades[name, level] = Shade(ansi(ground), ansi(line), ansi(glyph), ansi(16 if light else 231), True)
    return shades


def _colours_256() -> Palette:
    paper, bar = ansi(233), ansi(236)
    seats, done = (167, 189, 72, 137, 140, 80), (131, 117, 29, 95, 97, 30)
    light = (210, 111, 114, 221, 177, 80)
    return Palette(
        "256",
        "#121212",
        ui={
            "text": style(ansi(252), paper),
            "dim": style(ansi(245), paper),
            "strong": style(ansi(231), paper, True),
            "head": style(ansi(117), paper, True),
            "good": style(ansi(120), paper),
            "bad": style(ansi(209), paper),
            "key": style(ansi(122), paper, True),
            "rule": style(ansi(183), paper),
            "status": style(ansi(231), bar, True),
            "status-dim": style(ansi(250), bar),
            "prompt": style(ansi(231), ansi(22), True),
            "prompt-bad": style(ansi(231), ansi(88), True),
            "prompt-wait": style(ansi(231), ansi(238), True),
            "hint": style(ansi(250), bar),
            "hint-key": style(ansi(122), bar, True),
            "chosen": style(ansi(231), ansi(60), True),
            "chosen-bad": style(ansi(252), ansi(238)),
            "cursor": style(ansi(16), ansi(231), True),
            "piece": style(ansi(16), ansi(231), True),
            "badge": style(ansi(16), ansi(215), True),
            "badge-good": style(ansi(16), ansi(120), True),
            "pill": style(ansi(231), ansi(23), True),
            "acting": style(ansi(16), ansi(220), True),
            "loss": style(ansi(231), ansi(88), True),
            "shot": style(ansi(215), None),
            "zone": style(ansi(231), None, True),
            "bar": style(ansi(120), None),
            "bar-low": style(ansi(209), None),
            "bar-mid": style(ansi(215), None),
            "ring": style(ansi(231), None, True),
            "chip": style(ansi(231), ansi(16), True),
            "outside": style(ansi(245), paper),
        },
        seats=tuple(style(ansi(16), ansi(seat), True) for seat in seats),
        seats_done=tuple(style(legible(ansi(16), ansi(seat)), ansi(seat)) for seat in done),
        names=tuple(style(ansi(name), paper, True) for name in light),
        shades=_shades_256(),
        bodies="flat",
        tints={
            name: ansi(number)
            for name, number in {
                "reach": 66,
                "path": 158,
                "threat": 167,
                "sensors": 73,
                "target": 169,
                "clear": 187,
                "half": 172,
                "blocked": 237,
            }.items()
        },
        ramp=tuple(map(ansi, (187, 72, 143, 178, 130, 237))),
        stand=ansi(234),
        body_tones={
            (seat, done): (ansi(first), ansi(second)) for (seat, done), (first, second) in BODY_TONES_256.items()
        },
    )


# ---------------------------------------------------------------- 16 colours
GROUNDS_16 = {  # ground, lattice, glyph, digit
    "grass": (0, 2, 10, 15),
    "sand": (0, 3, 11, 15),
    "dust": (0, 3, 3, 15),
    "concrete": (0, 7, 7, 15),
    "forest": (2, 0, 0, 15),
    "snow": (7, 8, 0, 0),
    "water": (4, 12, 14, 15),
    "ice": (6, 0, 0, 0),
    "building": (7, 0, 0, 0),
    "fire": (0, 9, 11, 15),
    "wreck": (0, 3, 9, 15),
    "smoke": (0, 7, 7, 15),
}


SEATS_16 = (9, 14, 10, 11, 13, 7)
"""Bright ones, that can be read on black and carry black; blue could not."""


def _colours_16() -> Palette:
    paper = ansi(0)
    return Palette(
        "16",
        "ansi_black",
        ui={
            "text": style(ansi(7), paper),
            "dim": style(ansi(7), paper),
            "strong": style(ansi(15), paper, True),
            "head": style(ansi(14), paper, True),
            "good": style(ansi(10), paper),
            "bad": style(ansi(9), paper),
            "key": style(ansi(14), paper, True),
            "rule": style(ansi(13), paper),
            "status": style(ansi(15), ansi(4), True),
            "status-dim": style(ansi(7), ansi(4)),
            "prompt": style(ansi(15), ansi(2), True),
            "prompt-bad": style(ansi(15), ansi(1), True),
            "prompt-wait": style(ansi(15), ansi(5), True),
            "hint": style(ansi(7), ansi(4)),
            "hint-key": style(ansi(14), ansi(4), True),
            "chosen": style(ansi(15), ansi(4), True),
            "chosen-bad": style(ansi(0), ansi(7)),
            "cursor": style(ansi(0), ansi(15), True),
            "piece": style(ansi(0), ansi(7), True),
            "badge": style(ansi(0), ansi(13)),
            "badge-good": style(ansi(0), ansi(10)),
            "pill": style(ansi(15), ansi(0), True),
            "acting": style(ansi(0), ansi(11), True),
            "loss": style(ansi(15), ansi(1), True),
            "shot": style(ansi(13), None),
            "zone": style(ansi(15), None, True),
            "bar": style(ansi(10), None, True),
            "bar-low": style(ansi(9), None, True),
            "bar-mid": style(ansi(13), None, True),
            "ring": style(ansi(15), None, True),
            "chip": style(ansi(15), ansi(0), True),
            "outside": style(ansi(7), paper),
        },
        seats=tuple(style(ansi(0), ansi(seat), True) for seat in SEATS_16),
        seats_done=tuple(style(ansi(seat), paper) for seat in SEATS_16),
        names=tuple(style(ansi(seat), paper, True) for seat in SEATS_16),
        shades={
            (name, level): Shade(ansi(ground), ansi(line), ansi(glyph), ansi(digit), True)
            for name, (ground, line, glyph, digit) in GROUNDS_16.items()
            for level in range(HIGHEST_TINT + 1)
        },
        tints={
            name: ansi(number)
            for name, number in {
                "reach": 6,
                "path": 7,
                "threat": 5,
                "sensors": 2,
                "target": 5,
                "half": 3,
            }.items()
        },
        ramp=(ansi(3),),
        stand=ansi(0),
    )


# ---------------------------------------------------------------- no colour at all
def _mono() -> Palette:
    plain, bold, inverse = style(), style(bold=True), style(reverse=True)
    under = style(under=True)
    bold_inverse = style(bold=True, reverse=True)
    return Palette(
        "mono",
        "ansi_default",
        ui={
            "text": plain,
            "dim": plain,
            "strong": bold,
            "head": style(bold=True, under=True),
            "good": bold,
            "bad": under,
            "key": bold,
            "rule": plain,
            "status": bold_inverse,
            "status-dim": inverse,
            "prompt": bold,
            "prompt-bad": style(bold=True, under=True),
            "prompt-wait": bold,
            "hint": inverse,
            "hint-key": bold_inverse,
            "chosen": inverse,
            "chosen-bad": inverse,
            "cursor": bold_inverse,
            "piece": bold_inverse,
            "badge": bold,
            "badge-good": bold,
            "pill": bold,
            "acting": style(bold=True, reverse=True, under=True),
            "loss": style(bold=True, under=True),
            "shot": bold,
            "zone": bold,
            "bar": plain,
            "bar-low": plain,
            "bar-mid": plain,
            "ring": bold,
            "chip": inverse,
            "outside": plain,
        },
        seats=(
            bold_inverse,
            style(bold=True, under=True),
            style(bold=True, reverse=True, under=True),
            bold,
            inverse,
            plain,
        ),
        seats_done=(inverse, under, style(reverse=True, under=True), plain, inverse, plain),
        names=(bold_inverse, style(bold=True, under=True), bold_inverse, bold, inverse, plain),
        shades={
            (name, level): Shade(None, None, None, None, False)
            for name in GROUNDS_16
            for level in range(HIGHEST_TINT + 1)
        },
        tints={},
        colour=False,
    )


# ---------------------------------------------------------------- all of them
MAKERS: dict[str, Callable[[], Palette]] = {
    "truecolour": _truecolour,
    "256": _colours_256,
    "16": _colours_16,
    "mono": _mono,
    "high-contrast": lambda: high_contrast(_colours_256()),
    "colour-blind": lambda: colour_blind(_truecolour()),
    "light": lambda: light(_truecolour()),
}
NAMES = tuple(MAKERS)


@cache
def palette(name: str) -> Palette:
    """The palette of this name, one of NAMES."""
    return MAKERS[name]()


def choose(color_system: str | None, no_color: bool) -> str:
    """The palette for what the terminal can show: `color_system` as rich detects it."""
    if no_color or color_system is None:
        return "mono"
    return {"truecolor": "truecolour", "256": "256"}.get(color_system, "16")
