"""The palettes: truecolour, 256, 16 and none, and two for other eyes. Each is picked by hand, none by a formula."""

from __future__ import annotations

from functools import cache

from attrs import evolve

from tabletop_tui.widgets.styles import BLACK_RGB, HIGHEST_TINT, Palette, Shade, ansi, blend, rgb, style

# ---------------------------------------------------------------- truecolour
# Ground, and how it changes with height: each level lifts it towards a pale stone, so that a hill reads as contours.
TRUE_GROUNDS = {  # ground, sign on it: dark and quiet, so that what moves and what matters is what shines
    "grass": ("47552f", "6d7f4b"),
    "sand": ("8a7444", "b59c64"),
    "dust": ("5a4f3b", "7d6f54"),
    "concrete": ("484b52", "73777f"),
    "forest": ("1c3d24", "5aa05c"),
    "snow": ("8d99a5", "c4ced8"),
    "water": ("16406b", "5b9bd6"),
    "ice": ("6c98b0", "d2ecf8"),
    "building": ("5c5766", "b5aec2"),
    "fire": ("6e240c", "ffae42"),
    "wreck": ("3f3129", "c08f66"),
    "smoke": ("8b9096", "c9ced4"),
}
TRUE_TINTS = {
    "reach": "e0bf3a",
    "path": "ffe98a",
    "threat": "d9503a",
    "sensors": "2f9aa8",
    "target": "e06aa8",
    "clear": "d8d8c0",
    "half": "c08a30",
    "blocked": "30302c",
}
COVER_BANDS = ("6cc4ac", "c8b648", "d88838")
"""Between the best and the worst grade: from cold to warm, and of falling brightness for eyes that see no red."""
TRUE_SEATS = ("c7352b", "2c66d9", "177a4d", "946600", "8446b3", "127588")
TRUE_NAMES = ("ff8f84", "8fb8ff", "6fd6a4", "ffcf5c", "d3a4f5", "6fd3e3")
STONE = rgb("cfcdb4")
STONE_A_LEVEL = 0.13
BADGE, LOSS = style(rgb("10141a"), rgb("ffb454"), True), style(rgb("ffffff"), rgb("8a2a1c"), True)
PILL, ACTING = style(rgb("10141a"), rgb("f2cc60"), True), style(rgb("10141a"), rgb("ffd84d"), True)


def _true_shades() -> dict[tuple[str, int], Shade]:
    shades = {}
    for name, (ground, glyph) in TRUE_GROUNDS.items():
        for level in range(HIGHEST_TINT + 1):
            bg = blend(rgb(ground), STONE, STONE_A_LEVEL * level)
            light = sum(bg.get_truecolor()) > 450
            digit = rgb("182018") if light else rgb("ffffff")
            shades[name, level] = Shade(bg, blend(bg, BLACK_RGB, 0.42), rgb(glyph), digit, True)
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
            "key": style(rgb("f2cc60"), paper, True),
            "rule": style(rgb("b9a6e8"), paper),
            "status": style(rgb("ffffff"), bar, True),
            "status-dim": style(rgb("9fb0c8"), bar),
            "prompt": style(rgb("ffffff"), rgb("2b4a22"), True),
            "prompt-bad": style(rgb("ffffff"), rgb("6a2a1c"), True),
            "prompt-wait": style(rgb("ffffff"), rgb("4a4420"), True),
            "hint": style(rgb("b8c4d6"), bar),
            "hint-key": style(rgb("f2cc60"), bar, True),
            "chosen": style(rgb("10141a"), rgb("f2cc60"), True),
            "chosen-bad": style(rgb("10141a"), rgb("a09a80")),
            "cursor": style(rgb("10141a"), rgb("ffd84d"), True),
            "piece": style(rgb("10141a"), rgb("e8e6d4"), True),
            "badge": BADGE,
            "pill": PILL,
            "acting": ACTING,
            "loss": LOSS,
            "shot": style(rgb("ffb070"), None),
            "zone": style(rgb("ffffff"), None, True),
            "bar": style(rgb("7ee08a"), None),
            "bar-low": style(rgb("ff7a5c"), None),
            "bar-mid": style(rgb("f2cc60"), None),
            "outside": style(dim, paper),
        },
        seats=tuple(style(rgb("ffffff"), rgb(colour), True) for colour in TRUE_SEATS),
        seats_done=tuple(style(rgb("c8c8c8"), blend(rgb(colour), BLACK_RGB, 0.5)) for colour in TRUE_SEATS),
        names=tuple(style(rgb(colour), paper, True) for colour in TRUE_NAMES),
        shades=_true_shades(),
        tints={name: rgb(colour) for name, colour in TRUE_TINTS.items()},
        mix=True,
        bodies="relief",
        ramp=(rgb(TRUE_TINTS["clear"]), *map(rgb, COVER_BANDS), rgb(TRUE_TINTS["blocked"])),
    )


# ---------------------------------------------------------------- 256 colours
GROUNDS_256 = {
    "grass": ((58, 65, 108, 145, 187), 22, 107),
    "sand": ((137, 144, 181, 187, 187), 94, 180),
    "dust": ((94, 101, 137, 144, 180), 58, 180),
    "concrete": ((239, 241, 243, 245, 247), 236, 250),
    "forest": ((22, 22, 28, 28, 71), 16, 71),
    "snow": ((250, 252, 253, 254, 231), 246, 240),
    "water": ((24, 25, 31, 32, 39), 17, 117),
    "ice": ((110, 117, 153, 159, 195), 67, 24),
    "building": ((60, 61, 103, 104, 146), 236, 255),
    "fire": ((88, 124, 160, 166, 166), 52, 220),
    "wreck": ((52, 94, 95, 137, 138), 16, 173),
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
    seats = (160, 26, 29, 136, 91, 30)
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
            "key": style(ansi(221), paper, True),
            "rule": style(ansi(183), paper),
            "status": style(ansi(231), bar, True),
            "status-dim": style(ansi(250), bar),
            "prompt": style(ansi(231), ansi(22), True),
            "prompt-bad": style(ansi(231), ansi(88), True),
            "prompt-wait": style(ansi(231), ansi(58), True),
            "hint": style(ansi(250), bar),
            "hint-key": style(ansi(221), bar, True),
            "chosen": style(ansi(16), ansi(220), True),
            "chosen-bad": style(ansi(16), ansi(144)),
            "cursor": style(ansi(16), ansi(220), True),
            "piece": style(ansi(16), ansi(231), True),
            "badge": style(ansi(16), ansi(215), True),
            "pill": style(ansi(16), ansi(221), True),
            "acting": style(ansi(16), ansi(220), True),
            "loss": style(ansi(231), ansi(88), True),
            "shot": style(ansi(215), None),
            "zone": style(ansi(231), None, True),
            "bar": style(ansi(120), None),
            "bar-low": style(ansi(209), None),
            "bar-mid": style(ansi(221), None),
            "outside": style(ansi(245), paper),
        },
        seats=tuple(style(ansi(231), ansi(seat), True) for seat in seats),
        seats_done=tuple(style(ansi(250), ansi(dark)) for dark in (52, 17, 23, 94, 53, 24)),
        names=tuple(style(ansi(name), paper, True) for name in light),
        shades=_shades_256(),
        bodies="flat",
        tints={
            name: ansi(number)
            for name, number in {
                "reach": 143,
                "path": 221,
                "threat": 167,
                "sensors": 73,
                "target": 169,
                "clear": 187,
                "half": 172,
                "blocked": 237,
            }.items()
        },
        ramp=tuple(map(ansi, (187, 72, 143, 178, 130, 237))),
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


def _colours_16() -> Palette:
    paper = ansi(0)
    return Palette(
        "16",
        "ansi_black",
        ui={
            "text": style(ansi(7), paper),
            "dim": style(ansi(6), paper),
            "strong": style(ansi(15), paper, True),
            "head": style(ansi(14), paper, True),
            "good": style(ansi(10), paper),
            "bad": style(ansi(9), paper),
            "key": style(ansi(11), paper, True),
            "rule": style(ansi(13), paper),
            "status": style(ansi(15), ansi(4), True),
            "status-dim": style(ansi(7), ansi(4)),
            "prompt": style(ansi(15), ansi(2), True),
            "prompt-bad": style(ansi(15), ansi(1), True),
            "prompt-wait": style(ansi(0), ansi(3)),
            "hint": style(ansi(7), ansi(4)),
            "hint-key": style(ansi(11), ansi(4), True),
            "chosen": style(ansi(0), ansi(3)),
            "chosen-bad": style(ansi(0), ansi(7)),
            "cursor": style(ansi(0), ansi(7), True),
            "piece": style(ansi(0), ansi(7), True),
            "badge": style(ansi(0), ansi(3)),
            "pill": style(ansi(0), ansi(3)),
            "acting": style(ansi(0), ansi(3)),
            "loss": style(ansi(15), ansi(1), True),
            "shot": style(ansi(11), None),
            "zone": style(ansi(15), None, True),
            "bar": style(ansi(10), None, True),
            "bar-low": style(ansi(11), None, True),
            "bar-mid": style(ansi(11), None, True),
            "outside": style(ansi(7), paper),
        },
        seats=tuple(style(ansi(15), ansi(seat), True) for seat in (1, 4, 2, 3, 5, 6)),
        seats_done=tuple(style(ansi(name), paper) for name in (9, 12, 10, 11, 13, 14)),
        names=tuple(style(ansi(name), paper, True) for name in (9, 12, 10, 11, 13, 14)),
        shades={
            (name, level): Shade(ansi(ground), ansi(line), ansi(glyph), ansi(digit), True)
            for name, (ground, line, glyph, digit) in GROUNDS_16.items()
            for level in range(HIGHEST_TINT + 1)
        },
        tints={
            name: ansi(number)
            for name, number in {
                "reach": 3,
                "path": 7,
                "threat": 5,
                "sensors": 6,
                "target": 5,
                "half": 3,
            }.items()
        },
        ramp=(ansi(3),),
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
            "pill": bold,
            "acting": style(bold=True, reverse=True, under=True),
            "loss": style(bold=True, under=True),
            "shot": bold,
            "zone": bold,
            "bar": plain,
            "bar-low": plain,
            "bar-mid": plain,
            "outside": plain,
        },
        seats=(
            bold_inverse,
            bold,
            style(bold=True, reverse=True, under=True),
            style(bold=True, under=True),
            inverse,
            plain,
        ),
        seats_done=(inverse, plain, style(reverse=True, under=True), under, inverse, plain),
        names=(bold_inverse, bold, bold_inverse, style(bold=True, under=True), inverse, plain),
        shades={
            (name, level): Shade(None, None, None, None, False)
            for name in GROUNDS_16
            for level in range(HIGHEST_TINT + 1)
        },
        tints={},
        colour=False,
    )


# ---------------------------------------------------------------- for other eyes
BLIND_SEATS = ("b85200", "0072b2", "00805c", "8a6d00", "a0447c", "2b6f9e")
"""Of Okabe and Ito's colours, as dark as white letters want; the first two are apart for every kind of eye."""


def _colour_blind() -> Palette:
    """Truecolour, but nothing is told apart by red and green alone: good is blue, bad is orange."""
    full = _truecolour()
    paper = rgb("0d1117")
    return evolve(
        full,
        name="colour-blind",
        ui={
            **full.ui,
            "good": style(rgb("7cc4f5"), paper),
            "bad": style(rgb("ffb347"), paper, True),
            "prompt": style(rgb("ffffff"), rgb("0b4a78"), True),
            "prompt-bad": style(rgb("ffffff"), rgb("8a4a00"), True),
            "loss": style(rgb("ffffff"), rgb("8a4a00"), True),
            "bar": style(rgb("56b4e9"), None),
            "bar-mid": style(rgb("f0e442"), None),
            "bar-low": style(rgb("ff8c1a"), None, True),
        },
        seats=tuple(style(rgb("ffffff"), rgb(colour), True) for colour in BLIND_SEATS),
        seats_done=tuple(style(rgb("c8c8c8"), blend(rgb(colour), BLACK_RGB, 0.5)) for colour in BLIND_SEATS),
        names=tuple(style(blend(rgb(colour), rgb("ffffff"), 0.5), paper, True) for colour in BLIND_SEATS),
        tints={
            **full.tints,
            "reach": rgb("f0e442"),
            "threat": rgb("7d1d5a"),  # vermilion is Red's
            "sensors": rgb("0072b2"),
            "target": rgb("cc79a7"),
        },
    )


def _high_contrast() -> Palette:
    """Black, white and full colours, in the numbers that terminals of 256 colours and more share; nothing is dimmed."""
    white, black, yellow = ansi(231), ansi(16), ansi(226)
    full = _colours_256()
    plain, strong = style(white, black), style(white, black, True)
    inverse = style(black, white, True)
    seats = ((160, 231), (21, 231), (46, 16), (226, 16), (201, 16), (51, 16))
    return evolve(
        full,
        name="high-contrast",
        paper="#000000",
        bodies="",
        ui={
            **dict.fromkeys(("text", "dim", "outside"), plain),
            "strong": strong,
            "shot": style(ansi(214), None),
            "head": style(ansi(51), black, True),
            "good": style(ansi(46), black, True),
            "bad": style(ansi(217), black, True),
            "key": style(yellow, black, True),
            "rule": style(ansi(123), black),
            **dict.fromkeys(("status", "status-dim", "hint"), inverse),
            "hint-key": style(ansi(19), white, True),
            "prompt": style(black, ansi(46), True),
            "prompt-bad": style(white, ansi(88), True),
            "prompt-wait": style(black, yellow, True),
            **dict.fromkeys(("chosen", "cursor", "pill", "acting"), style(black, yellow, True)),
            "badge": style(black, ansi(214), True),
            "loss": style(white, ansi(88), True),
            "chosen-bad": style(black, ansi(250), True),
            "piece": inverse,
            "zone": style(white, None, True),
            "bar": style(ansi(46), None, True),
            "bar-low": style(ansi(217), None, True),
            "bar-mid": style(yellow, None, True),
        },
        seats=tuple(style(ansi(ink), ansi(seat), True) for seat, ink in seats),
        seats_done=tuple(style(ansi(name), black, under=True) for name in (217, 117, 46, 226, 201, 51)),
        names=tuple(style(ansi(name), black, True) for name in (217, 117, 46, 226, 201, 51)),
        shades={
            (name, level): Shade(ansi(ground), ansi(line), ansi(glyph), ansi(digit), True)
            for name, (ground, line, glyph, digit) in GROUNDS_CONTRAST.items()
            for level in range(HIGHEST_TINT + 1)
        },
    )


GROUNDS_CONTRAST = {  # ground, lattice, glyph, digit
    "grass": (16, 34, 46, 231),
    "sand": (16, 178, 226, 231),
    "dust": (16, 137, 180, 231),
    "concrete": (16, 250, 250, 231),
    "forest": (22, 46, 46, 231),
    "snow": (231, 240, 16, 16),
    "water": (18, 51, 51, 231),
    "ice": (159, 19, 19, 16),
    "building": (250, 16, 16, 16),
    "fire": (88, 226, 226, 231),
    "wreck": (16, 208, 208, 231),
    "smoke": (16, 252, 252, 231),
}
MAKERS = {
    "truecolour": _truecolour,
    "256": _colours_256,
    "16": _colours_16,
    "mono": _mono,
    "high-contrast": _high_contrast,
    "colour-blind": _colour_blind,
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
