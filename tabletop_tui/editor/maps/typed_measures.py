"""What was measured with a tape, as people write it: sizes, places, angles, in the table's unit or in another one.

`6" x 4" at 12,30 turned 15`, `6 1/2 x 4`, `r3`, `15cm`: a length is a number with a fraction, and perhaps its unit.
What cannot be read is told with the part that is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tabletop_tui.editor.maps.shape_transforms import angle_of, box_of, numbers, put_shape, spots_in, turned_by
from tabletop_tui.editor.maps.symmetry import plain, rounded
from tabletop_tui.files.typed_lengths import LENGTH, SIGNS, VULGAR, length_of
from tabletop_tui.files.validation import Wrong
from tabletop_tui.table.length_units import INCHES, LengthUnit
from tabletop_tui.table.points import Spot

HOW = "6x4 at 12,30 turned 15, r3 at 12,30, or 0,20 18,21 34,22"
HOW_A_LINE = "its length, or its corners as 0,20 18,21"
A_PLACE = "type a place, as 12,30"
A_SIZE = "type width and height, as 48 x 36"
BY = rf"(?<=[\d\"'”″{''.join(VULGAR)}]) *x *|(?<=in|cm|mm|ft) *x *| x |x(?= *[\d.])"
"""The x between two sides, which may stand close to either."""


PLANNED = re.compile(r"(?:corners )?([\d.]+/[\d.]+(?:(?:,| to)? [\d.]+/[\d.]+)+)")
"""Corners as a plan has them: 12/30 to 14/30, or corners 12/30, 14/30, 13/32."""


# ---------------------------------------------------------------- one place
def place_of(text: str, unit: LengthUnit) -> Spot:
    """A place: two lengths from the west and from the north, as 12,30 or as a plan has it, 12/30. Wrong for none."""
    west, comma, north = text.partition("," if "," in text else "/")
    if not comma:
        raise Wrong(f"{text.strip()!r} is no place: {A_PLACE}" if text.strip() else A_PLACE)
    return rounded((length_of(west, unit), length_of(north, unit)))


def two_sides(text: str, unit: LengthUnit | None) -> Spot:
    """Width and height of a table in its unit; of hexes, which have none, two numbers. Wrong for what is none."""
    words = " ".join(text.lower().replace("×", "x").replace(",", " x ").split())
    parts = [part for part in re.split(BY, words) if part] if "x" in words else words.split()
    if len(parts) != 2:
        raise Wrong(A_SIZE)
    try:
        wide, high = (float(part) if unit is None else length_of(part, unit) for part in parts)
    except ValueError as error:
        raise Wrong(error.fix if isinstance(error, Wrong) else A_SIZE) from None
    if not (0 < wide < 1e4 and 0 < high < 1e4):
        raise Wrong(A_SIZE)
    return plain(wide), plain(high)


def in_table_units(text: str, unit: LengthUnit) -> str:
    """The same words with each place that says its own unit, or a fraction, as bare numbers: `2",9 1/4"` as 5.08,23.5.

    Wrong for a length that is none here.
    """
    if not re.search(rf"\d ?(?:{SIGNS})(?![a-z])|[{''.join(VULGAR)}]|\d \d+/\d", text):
        return text

    def bare(found: re.Match[str]) -> str:
        x, y = rounded((length_of(found[1], unit), length_of(found[2], unit)))
        return f"{x:g},{y:g}"

    return re.sub(rf"({LENGTH}) ?, ?({LENGTH})", bare, text)


# ---------------------------------------------------------------- shapes
def written(piece: Mapping[str, Any]) -> str:
    """The shape of a piece as `typed` reads it."""
    if (circle := numbers(piece.get("circle"), 3)) is not None:
        return f"r{circle[2]:g} at {circle[0]:g},{circle[1]:g}"
    if (box := numbers(piece.get("box"), 4)) is not None:
        left, top, right, bottom = box
        x, y = rounded(((left + right) / 2, (top + bottom) / 2))
        wide, high, angle = plain(right - left, 3), plain(bottom - top, 3), angle_of(piece)
        if box_of((x, y), wide, high, angle) == {"box": box, **({"turned": angle} if angle else {})}:
            return f"{wide:g}x{high:g} at {x:g},{y:g}" + (f" turned {angle:g}" if angle else "")
        return f"{left:g},{top:g} to {right:g},{bottom:g}" + (f" turned {angle:g}" if angle else "")
    return " ".join(f"{x:g},{y:g}" for x, y in spots_in(piece.get("points")))


def typed(text: str, here: Spot, line: bool, unit: LengthUnit = INCHES) -> dict[str, Any]:
    """The shape that somebody typed, with its middle `here` where he names no place. Wrong for what is none."""
    words = " ".join(text.lower().replace(";", " ").replace("×", "x").split())
    words = " ".join(re.sub(r"\bits middle\b|\bclockwise\b|,(?= turned)", " ", words).split())  # as a plan has it
    words, turn = _cut(words, r"(?:^| )(?:turned|turn|rotated)\b")
    words, place = _cut(words, r"(?:^| )at\b|@")
    if planned := PLANNED.fullmatch(words):
        words = planned[1].replace(", ", " ").replace("/", ",")
    at = here if place is None else place_of(place, unit)
    found = _shape_of(words, at, line, unit)
    if turn is None:
        return found
    angle = _angle(turn)
    return found if "circle" in found else put_shape({}, turned_by(found, angle))


def _cut(words: str, sign: str) -> tuple[str, str | None]:
    """What stands before a word and what behind it, None where it does not occur."""
    found = re.search(sign, words)
    return (words[: found.start()].strip(), words[found.end() :].strip()) if found else (words, None)


def _angle(text: str) -> float:
    found = re.fullmatch(r"(?:by )?(-?\d+(?:\.\d+)?) ?(?:°|degrees|degree|deg)?", text)
    if not found:
        raise Wrong(f"{text!r} is no angle: type degrees, as turned 15")
    return float(found[1])


def _shape_of(words: str, at: Spot, line: bool, unit: LengthUnit) -> dict[str, Any]:
    how = f"type {HOW_A_LINE if line else HOW}"
    if not words:
        raise Wrong(how)
    sides = [part for part in re.split(BY, words) if part is not None]
    if len(sides) == 2 and "," not in words:
        wide, high = (_side(part, unit) for part in sides)
        return _along(at, wide, high) if line else box_of(at, wide, high)
    if (radius := re.fullmatch(r"(?:radius|r) ?(.*)", words)) and not line:
        return {"circle": [*rounded(at), plain(_side(radius[1], unit))]}
    if line and "," not in words:
        return _along(at, _side(words, unit), 0.0)
    return _corners(words, line, unit, how)


def _along(middle: Spot, wide: float, high: float) -> dict[str, Any]:
    """A line as long as the longer side of such a box, through its middle: what is drawn as a line has no breadth."""
    (x, y), half = middle, max(wide, high) / 2
    dx, dy = (half, 0.0) if wide >= high else (0.0, half)
    return {"points": [list(rounded((x - dx, y - dy))), list(rounded((x + dx, y + dy)))]}


def _side(text: str, unit: LengthUnit) -> float:
    length = length_of(text, unit)
    if length <= 0:
        raise Wrong(f"{text.strip()!r}: a side is longer than nothing")
    return length


def _corners(words: str, line: bool, unit: LengthUnit, how: str) -> dict[str, Any]:
    """The corners of a box, two with 'to' between them, or of any shape, one after the other."""
    pair = rf"({LENGTH}) ?, ?({LENGTH})"
    spots = [rounded((length_of(x, unit), length_of(y, unit))) for x, y in re.findall(pair, words)]
    rest = " ".join(re.sub(rf"{pair}|\bto\b", " ", words).split())
    if rest:
        raise Wrong(f"{rest!r} is not understood: {how}")
    if len(spots) == 2 and " to " in words and not line:
        (a, b), (c, d) = spots
        return {"box": [min(a, c), min(b, d), max(a, c), max(b, d)]}
    least = 2 if line else 3
    if len(spots) < least:
        raise Wrong(f"{len(spots)} of at least {least} corners: {how}")
    return {"points": [list(spot) for spot in spots]}
