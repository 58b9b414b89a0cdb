"""A length as people write it, with a fraction, in the table's unit or in another one: `6 1/2`, `15cm`, `4 1/4"`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from attrs import evolve

from tabletop_tui.files.validation import Wrong
from tabletop_tui.table.length_units import CENTIMETRES, LengthUnit

A_LENGTH = "type a number, as 6, 6.5 or 6 1/2"
A_SCALE = "type how long one is on the real table, as 1 in or 2 cm"
VULGAR = {"¼": 0.25, "½": 0.5, "¾": 0.75, "⅛": 0.125, "⅜": 0.375, "⅝": 0.625, "⅞": 0.875}
INCH_SIGNS = ('"', "''", "”", "″", "inches", "inch", "in")
FOOT_SIGNS = ("feet", "foot", "ft", "'", "’", "′")
WORTH = {
    **dict.fromkeys(INCH_SIGNS, 2.54),
    **dict.fromkeys(FOOT_SIGNS, 30.48),
    "cm": 1.0,
    "mm": 0.1,
    "m": 100.0,
}
"""How many centimetres each unit is that may be typed."""
SIGNS = "|".join(map(re.escape, sorted(WORTH, key=len, reverse=True)))
_FRACTION = rf"\d+ ?/ ?\d+|[{''.join(VULGAR)}]"
LENGTH = rf"-?(?:\d+(?:\.\d+)?|\.\d+)?(?: ?(?:{_FRACTION})(?![\d.]))?(?: ?(?:{SIGNS})(?![a-z]))?"
"""A length as somebody types it; it may be empty, which `length_of` refuses."""


def length_of(text: str, unit: LengthUnit) -> float:
    """A length in the table's unit. Wrong, with what was typed, for what is none."""
    said = text.strip()
    found = re.fullmatch(rf"(-?)(\d+(?:\.\d+)?|\.\d+)?\s*({_FRACTION})?\s*({SIGNS})?", said)
    if not found or not (found[2] or found[3]):
        raise Wrong(f"{said!r} is no length: {A_LENGTH}" if said else f"a length is missing: {A_LENGTH}")
    value = float(found[2] or 0)
    if found[3] in VULGAR:
        value += VULGAR[found[3]]
    elif found[3]:
        over, under = map(int, found[3].replace(" ", "").split("/"))
        if not under:
            raise Wrong(f"{said!r} is no length: nothing is divided by 0")
        value += over / under
    if found[4]:
        value *= _worth(found[4], unit, said)
    return -value if found[1] else value


def _worth(sign: str, unit: LengthUnit, said: str) -> float:
    """How many of the table's units one of these is."""
    if not unit.centimetres:
        said_so = f"this table is measured in {unit.name}, so type the number alone"
        raise Wrong(f"{said!r}: {said_so}, or say among the map's details how long one is")
    return WORTH[sign] / unit.centimetres


# ---------------------------------------------------------------- a unit whose length the players say
def centimetres_of(text: str) -> float:
    """How many centimetres such a length is. Wrong for one that names no unit, and for none."""
    if not re.search(rf"(?:{SIGNS})$", text.strip()):
        raise Wrong(A_SCALE)
    if (found := length_of(text, CENTIMETRES)) <= 0:
        raise Wrong(A_SCALE)
    return found


def unit_of_table(table: Mapping[str, Any], usual: LengthUnit) -> LengthUnit:
    """The unit of a table, as long as its map says in `unit`, if the rulebook does not."""
    said = table.get("unit")
    if usual.centimetres or not isinstance(said, str) or not said:
        return usual
    try:
        return evolve(usual, centimetres=centimetres_of(said))
    except Wrong:  # which is told as a fault of the map
        return usual
