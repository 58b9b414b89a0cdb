"""Where a fault lies, in the words of the screen: unit[2].models is B1's models, seat[0] is Red, piece[7] is t8."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tabletop_tui.engine.setup import SEAT_NAMES

PART = re.compile(r"([a-z][a-z-]*)\[(\d{1,4})\](?:\.(.*))?", re.DOTALL)
"""A place in a list of a file, and what of it."""
CALLED = ("id", "name", "kind")
"""What a part of a file is called by, the surest first."""


def place_words(place: str, data: Mapping[str, Any]) -> str:
    """A place in a file as the screens call it; as it is where they have no other word for it."""
    found = PART.fullmatch(place)
    if found is None:
        return place
    key, number, rest = found[1], int(found[2]), found[3] or ""
    listed = data.get(key)
    item = listed[number] if isinstance(listed, list | tuple) and number < len(listed) else None
    called = _called(item)
    if key == "unit":
        named = called or f"unit {number + 1}"
    elif key == "seat":
        named = called or SEAT_NAMES[number % len(SEAT_NAMES)]
    elif key == "piece":
        named = f"t{number + 1}" + (f" {called}" if called else "")
    else:
        named = f"{key} {number + 1}" + (f" ({called})" if called else "")
    inner = place_words(rest, item) if isinstance(item, Mapping) else rest
    return f"{named}: {inner}" if inner else named


def _called(item: Any) -> str:
    if not isinstance(item, Mapping):
        return ""
    return next((item[key] for key in CALLED if isinstance(item.get(key), str) and item[key]), "")
