"""A place on an open table: a pair of numbers in table units, or the text 'x,y' in questions, answers and events."""

from __future__ import annotations

from functools import lru_cache

Spot = tuple[float, float]
Spots = tuple[Spot, ...]
WAYS = (
    "up",
    "up and right",
    "to the right",
    "down and right",
    "down",
    "down and left",
    "to the left",
    "up and left",
)
"""On the map, in eighths of a circle from north clockwise; north is up."""


@lru_cache(maxsize=1 << 14)
def spot_text(spot: Spot) -> str:
    """The place as text, with two decimals at most."""
    return ",".join(f"{value:.2f}".rstrip("0").rstrip(".") if value else "0" for value in spot)


def place_words(spot: Spot | str, decimals: int = 1) -> str:
    """The place for a reader, to the tenth: '39, 29.5'; with two decimals where a hundredth is what is refused.

    A text that is no place stays as it is.
    """
    place = parse_spot(spot) if isinstance(spot, str) else spot
    if place is None:
        return str(spot)
    x, y = (f"{round(value, decimals) + 0.0:g}" for value in place)
    return f"{x}, {y}"


def way_words(degrees: float) -> str:
    """Which way a heading, clockwise from north, points on the map: 'to the right (90°)'."""
    return f"{WAYS[round(degrees / 45) % len(WAYS)]} ({round(degrees) % 360}°)"


@lru_cache(maxsize=1 << 14)
def parse_spot(text: str) -> Spot | None:
    """The place that a text names; None if it is not 'x,y' with two plain numbers."""
    x, comma, y = text.partition(",")
    try:
        place = (float(x), float(y)) if comma else None
    except ValueError:
        return None
    return place if place is not None and all(-1e6 < value < 1e6 for value in place) else None
