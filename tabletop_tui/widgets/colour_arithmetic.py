"""Sums with colours: mixed, lit, toned, and so far apart that one can be read on the other."""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color, ColorSystem, ColorType

Ink = Color | None
STEPS, SEEN_BY_FOES = 4, "r"
"""So many steps of light there are, from bright to dusk; what stands behind one where an enemy sees somebody."""
RGB = tuple[int, int, int]
BLACK_RGB = Color.from_rgb(8, 12, 8)
WHITE_RGB, DARKEST_RGB = Color.from_rgb(255, 255, 255), Color.from_rgb(0, 0, 0)
TONES = {1: (BLACK_RGB, 0.13), 2: (WHITE_RGB, 0.055)}
LIGHTS = (
    (Color.from_rgb(255, 222, 150), 0.17),
    (Color.from_rgb(255, 222, 150), 0.03),
    (Color.from_rgb(8, 10, 16), 0.38),
    (Color.from_rgb(8, 10, 16), 0.68),
    (Color.from_rgb(255, 240, 200), 0.5),
    (Color.from_rgb(255, 206, 130), 0.26),
)
"""What is mixed into the ground at each step of light, and how much: by sight, then where a shot is and was."""
HOT, TRAIL = str(STEPS), str(STEPS + 1)
"""The light of a shot: where it is, and where it has just been."""
DANGER, DANGERS = Color.from_rgb(192, 38, 28), (0.1, 0.14, 0.17, 0.18)
"""The red of danger, of which there is the less the brighter a place is."""
DIM, PALE_GROUND = 1, 0.25
"""The last step that is bright, and from which brightness on a ground is pale."""
TEXT, SIGN = 4.5, 3.0
"""The least contrast of text, and of signs and bodies, with their ground."""


@lru_cache(maxsize=4096)
def blend(one: Ink, other: Ink, share: float) -> Color:
    """`share` of the other colour in the first."""
    a, b = one or BLACK_RGB, other or BLACK_RGB
    pairs = zip(a.get_truecolor(), b.get_truecolor(), strict=True)
    return Color.from_rgb(*(round(x + (y - x) * share) for x, y in pairs))


def toned(ink: Ink, tone: int) -> Ink:
    """A colour in one of three tones (0 as it is, 1 darker, 2 lighter): bodies that touch never have the same."""
    return blend(ink, *TONES[tone]) if tone else ink


def brightness(ink: Ink) -> float:
    """How bright a colour is, from 0 to 1, as the rules for accessible pages reckon it."""
    shares = [value / 255 for value in (ink or BLACK_RGB).get_truecolor()]
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Ink, other: Ink) -> float:
    """How far two colours are apart in brightness, from 1 to 21."""
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=4096)
def legible(ink: Ink, ground: Ink, least: float = TEXT) -> Ink:
    """This ink, or one as near to it as can be read on this ground: with so much contrast."""
    if ink is None or ground is None or contrast(ink, ground) >= least:
        return ink
    ends = (ansi(0), ansi(15)) if ground.type == ColorType.STANDARD else (ansi(16), ansi(231))
    end = max(ends, key=lambda one: contrast(one, ground))
    mixes = (blend(ink, end, share / 8) for share in range(1, 8)) if ground.type == ColorType.TRUECOLOR else ()
    return next((mix for mix in mixes if contrast(mix, ground) >= least), end)


@lru_cache(maxsize=1024)
def lit_in_few(ground: Ink, step: int, exposed: bool) -> Ink:
    """The same in 256 colours, which have no warm ones: dusk is grey, and what is exposed there a dull red."""
    end, share = LIGHTS[step]
    if step <= DIM:
        found = blend(ground, DANGER, 1.8 * DANGERS[step]) if exposed else blend(ground, end, 0.0)
    else:
        found = blend(ground, end, share)
        if exposed:
            return DULL_REDS[brightness(ground) > PALE_GROUND]
        if step == STEPS - 1:
            grey = sum(found.get_truecolor()) // 3
            found = Color.from_rgb(grey, grey, grey)
    return found.downgrade(ColorSystem.EIGHT_BIT)


@lru_cache(maxsize=1024)
def foot(ground: Ink, body: Ink) -> Ink:
    """A ground that is darker by an eighth, or by more until the body stands out; lighter where no dark sets it off."""
    shades = [blend(ground, end, share / 8) for end in (DARKEST_RGB, WHITE_RGB) for share in range(1, 9)]
    return next((shade for shade in shades if contrast(shade, body) >= SIGN), shades[-1])


def rgb(text: str) -> Color:
    return Color.from_rgb(int(text[:2], 16), int(text[2:4], 16), int(text[4:], 16))


def ansi(number: int) -> Color:
    return Color.from_ansi(number)


BLACK = ansi(0)
DULL_REDS = ansi(52), ansi(95)
"""Of 256 colours: what lies over dark ground that is exposed, and over pale."""
