"""Formations of bases around their middle: block, line, column, wedge; turned, shifted. Lengths in table units."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat
from math import radians

from tabletop_tui.table.bases import HUNDREDTH, centre
from tabletop_tui.table.deterministic_math import cos, sin
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Box, bounds

LONGEST_RANK = 6.0
"""How far apart the first and the last model of a line stand at most, in table units."""
FORMATIONS = ("keep", "block", "line", "column", "wedge")


@lru_cache(maxsize=1 << 10)
def formation(name: str, count: int, spacing: float) -> Spots:
    """The places of a formation around its middle, front to the north (up, to smaller y), `spacing` between middles.

    Lines and columns that would be longer than LONGEST_RANK have several ranks or files.
    """
    abreast = int(LONGEST_RANK / spacing) + 1
    if name == "line":
        spots = [(number % abreast * spacing, number // abreast * spacing) for number in range(count)]
    elif name == "column":
        spots = [(number // abreast * spacing, number % abreast * spacing) for number in range(count)]
    elif name == "wedge":
        spots = [
            ((number + 1) // 2 * spacing * 0.7 * (-1) ** number, (number + 1) // 2 * spacing * 0.7)
            for number in range(count)
        ]
    else:
        width = max(1, round(count**0.5 + 0.4))
        spots = [(number % width * spacing, number // width * spacing) for number in range(count)]
    x, y = centre(spots)
    return tuple((u - x, v - y) for u, v in spots)


def turned(spots: Sequence[Spot], degrees: float) -> Sequence[Spot]:
    """Places turned clockwise around the origin."""
    if not degrees:
        return spots
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return [(x * c - y * s, x * s + y * c) for x, y in spots]


def shifted(spots: Sequence[Spot], by: Spot) -> Spots:
    """Places moved by a vector, to the hundredth."""
    dx, dy = by
    xs, ys = zip(*[(x + dx, y + dy) for x, y in spots], strict=True) if spots else ((), ())
    return tuple(zip(map(round, xs, repeat(2)), map(round, ys, repeat(2)), strict=True))


@lru_cache(maxsize=1 << 12)
def formed(name: str, count: int, spacing: float, degrees: float, spot: Spot) -> Spots:
    """The places of a formation turned clockwise around a spot, to the hundredth."""
    return shifted(turned(formation(name, count, spacing), degrees), spot)


def shifted_box(box: Box, by: Spot) -> Box:
    """What the box around places surely covers after they were shifted, where `box` was around them before."""
    (left, top, right, bottom), (dx, dy) = box, by
    return left + dx + HUNDREDTH, top + dy + HUNDREDTH, right + dx - HUNDREDTH, bottom + dy - HUNDREDTH


@lru_cache(maxsize=1 << 10)
def formation_box(name: str, count: int, spacing: float, degrees: float) -> Box:
    """The box around a formation, turned clockwise around its middle."""
    return bounds(turned(formation(name, count, spacing), degrees))
