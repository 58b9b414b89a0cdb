"""Palettes for other eyes and rooms: colours that nobody mixes up, high contrast, and a light one."""

from __future__ import annotations

from attrs import evolve

from tabletop_tui.widgets.colour_arithmetic import BLACK_RGB, WHITE_RGB, ansi, blend, legible, rgb
from tabletop_tui.widgets.palette import HIGHEST_TINT, Palette, Shade, style

BLIND_SEATS = ("d46a10", "cfe8ff", "1fa37a", "b39200", "c779a6", "4f9bd0")
BLIND_DONE = ("a8520a", "aed6fb", "00694c", "6e5900", "8a4a70", "2b6f9e")
"""Of Okabe and Ito's colours; the first two are apart for every kind of eye, by hue and by brightness."""
DARK = rgb("10141a")


def colour_blind(full: Palette) -> Palette:
    """Truecolour, but nothing is told apart by red and green alone: good is blue, bad is orange."""
    paper = rgb("0d1117")
    return evolve(
        full,
        name="colour-blind",
        ui={
            **full.ui,
            "good": style(rgb("7cc4f5"), paper),
            "badge-good": style(rgb("10141a"), rgb("7cc4f5"), True),
            "bad": style(rgb("ffb347"), paper, True),
            "prompt": style(rgb("ffffff"), rgb("0b4a78"), True),
            "prompt-bad": style(rgb("ffffff"), rgb("8a4a00"), True),
            "loss": style(rgb("ffffff"), rgb("8a4a00"), True),
            "bar": style(rgb("56b4e9"), None),
            "bar-mid": style(rgb("cc79a7"), None),
            "bar-low": style(rgb("ff8c1a"), None, True),
        },
        seats=tuple(style(DARK, rgb(colour), True) for colour in BLIND_SEATS),
        seats_done=tuple(style(legible(DARK, rgb(colour)), rgb(colour)) for colour in BLIND_DONE),
        names=tuple(style(blend(rgb(colour), rgb("ffffff"), 0.5), paper, True) for colour in BLIND_SEATS),
        tints={
            **full.tints,
            "reach": rgb("56b4e9"),
            "threat": rgb("7d1d5a"),  # vermilion is Red's
            "sensors": rgb("0072b2"),
            "target": rgb("cc79a7"),
        },
    )


def high_contrast(full: Palette) -> Palette:
    """Black, white and full colours, in the numbers that terminals of 256 colours and more share; nothing is dimmed."""
    white, black, yellow = ansi(231), ansi(16), ansi(226)
    plain, strong = style(white, black), style(white, black, True)
    inverse = style(black, white, True)
    seats = ((196, 16), (153, 16), (46, 16), (214, 16), (201, 16), (51, 16))
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
            "key": style(ansi(51), black, True),
            "rule": style(ansi(123), black),
            **dict.fromkeys(("status", "status-dim", "hint"), inverse),
            "hint-key": style(ansi(19), white, True),
            "prompt": style(black, ansi(46), True),
            "prompt-bad": style(white, ansi(88), True),
            "prompt-wait": inverse,
            **dict.fromkeys(("chosen", "cursor", "pill"), inverse),
            "acting": style(black, yellow, True),
            "ring": style(white, None, True),
            "chip": inverse,
            "badge": style(black, ansi(214), True),
            "badge-good": style(black, ansi(46), True),
            "loss": style(white, ansi(88), True),
            "chosen-bad": style(black, ansi(250), True),
            "piece": inverse,
            "zone": style(white, None, True),
            "bar": style(ansi(46), None, True),
            "bar-low": style(ansi(217), None, True),
            "bar-mid": style(ansi(214), None, True),
        },
        seats=tuple(style(ansi(ink), ansi(seat), True) for seat, ink in seats),
        seats_done=tuple(style(ansi(seat), black, under=True) for seat, _ in seats),
        names=tuple(style(ansi(name), black, True) for name in (217, 117, 46, 214, 201, 51)),
        shades={
            (name, level): Shade(ansi(ground), ansi(line), ansi(glyph), ansi(digit), True)
            for name, (ground, line, glyph, digit) in GROUNDS_CONTRAST.items()
            for level in range(HIGHEST_TINT + 1)
        },
        stand=black,
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


# ---------------------------------------------------------------- for a bright room
LIGHT_GROUNDS = {  # ground, sign on it
    "grass": ("c3cda6", "6b7a4a"),
    "sand": ("e0d0a4", "8a7444"),
    "dust": ("d3c8b4", "7d6f54"),
    "concrete": ("c6c9ce", "6a6e76"),
    "forest": ("9dbd9f", "1f5a2c"),
    "snow": ("f4f7fa", "7e8a96"),
    "water": ("a9c9e8", "245a8c"),
    "ice": ("d2e8f2", "4a7a90"),
    "building": ("b9b4c4", "4f4a5c"),
    "fire": ("f0b090", "8a2a08"),
    "wreck": ("c4b0a0", "6a4a30"),
    "smoke": ("d8dbde", "5c6268"),
}
LIGHT_SEATS = ("c4281c", "12296b", "0c6b40", "7a4a00", "6a2a9c", "0a5f70")
LIGHT_DONE = ("d1574d", "24397c", "3f8a64", "956f33", "8a5ab0", "3c7f8c")
LIGHT_TONES = {
    (0, False): ((WHITE_RGB, 0.09), (WHITE_RGB, 0.18)),
    (0, True): ((WHITE_RGB, 0.08), (BLACK_RGB, 0.12)),
    (1, False): ((BLACK_RGB, 0.3), (BLACK_RGB, 0.6)),
    (1, True): ((BLACK_RGB, 0.2), (BLACK_RGB, 0.4)),
}
SOIL = rgb("6a6250")


def light(full: Palette) -> Palette:
    """Dark on light, for terminals and rooms that are bright: figures and sides are dark on a pale table."""
    paper, bar, white = rgb("faf9f4"), rgb("e4e2d8"), rgb("ffffff")
    text, dim, strong = rgb("24292f"), rgb("57606a"), rgb("0b0e12")
    shades = {}
    for name, (ground, glyph) in LIGHT_GROUNDS.items():
        for level in range(HIGHEST_TINT + 1):
            bg = blend(rgb(ground), SOIL, 0.07 * level)
            shades[name, level] = Shade(bg, blend(bg, SOIL, 0.4), rgb(glyph), strong, True)
    return evolve(
        full,
        name="light",
        paper="#faf9f4",
        ui={
            **full.ui,
            "text": style(text, paper),
            "dim": style(dim, paper),
            "strong": style(strong, paper, True),
            "head": style(rgb("0550ae"), paper, True),
            "good": style(rgb("116329"), paper),
            "bad": style(rgb("a40e26"), paper),
            "key": style(rgb("0b6157"), paper, True),
            "rule": style(rgb("5b3f9e"), paper),
            "status": style(strong, bar, True),
            "status-dim": style(rgb("4a525a"), bar),
            "prompt": style(strong, rgb("c6e2bd"), True),
            "prompt-bad": style(strong, rgb("f3c4ba"), True),
            "prompt-wait": style(strong, rgb("dcd9cc"), True),
            "hint": style(rgb("4a525a"), bar),
            "hint-key": style(rgb("0b6157"), bar, True),
            "chosen": style(strong, rgb("c5d5ea"), True),
            "chosen-bad": style(text, rgb("dcdcd8")),
            "cursor": style(white, rgb("0b0e12"), True),
            "piece": style(strong, rgb("fffdf0"), True),
            "badge": style(white, rgb("9a3c00"), True),
            "badge-good": style(white, rgb("116329"), True),
            "pill": style(strong, rgb("a9dcd2"), True),
            "shot": style(rgb("8a3c00"), None),
            "zone": style(strong, None, True),
            "ring": style(strong, None, True),
            "chip": style(strong, white, True),
            "bar": style(rgb("1a7f37"), None),
            "bar-low": style(rgb("b3261e"), None),
            "bar-mid": style(rgb("9a5a00"), None),
            "outside": style(dim, paper),
        },
        seats=tuple(style(white, rgb(colour), True) for colour in LIGHT_SEATS),
        seats_done=tuple(style(legible(white, rgb(colour)), rgb(colour)) for colour in LIGHT_DONE),
        names=tuple(style(rgb(colour), paper, True) for colour in LIGHT_SEATS),
        shades=shades,
        tints={
            **full.tints,
            "reach": rgb("0b8a78"),
            "path": rgb("0b6157"),
            "half": rgb("a87420"),
        },
        tones=LIGHT_TONES,
    )
