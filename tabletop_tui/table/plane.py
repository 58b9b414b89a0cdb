"""The open table: bases as discs, groups of bases as bodies, coherency, formations. Distances in table units.

A place is a pair of floats; as a spot of a question or an event it is the text 'x,y' with two decimals at most.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from math import cos, hypot, radians, sin

import shapely
from shapely import LineString, MultiPoint, unary_union
from shapely.geometry.base import BaseGeometry

from tabletop_tui.table.spots import Spot, Spots, parse_spot, spot_text

__all__ = ["Spot", "Spots", "parse_spot", "spot_text"]
TINY = 1e-6
"""Distances are compared with this much grace, so that exactly the limit is within it."""


def apart(a: Spot, b: Spot) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


@lru_cache(maxsize=1 << 14)
def gap(one: Spots, radius: float, other: Spots, other_radius: float) -> float:
    """The distance from base edge to base edge of the nearest pair of two groups; 0 where they touch."""
    nearest = min(hypot(x - u, y - v) for x, y in one for u, v in other)
    return max(0.0, nearest - radius - other_radius)


@lru_cache(maxsize=1 << 12)
def body(models: Spots, radius: float, link: float = 1.0) -> BaseGeometry:
    """A group as one body: its bases and the gaps between neighbours at most `link` apart."""
    parts: list[BaseGeometry] = [MultiPoint(models)]
    for number, here in enumerate(models):
        for there in models[number + 1 :]:
            if apart(here, there) - 2 * radius <= link + TINY:
                parts.append(LineString([here, there]))
    whole = unary_union(parts).buffer(radius, quad_segs=4)
    shapely.prepare(whole)
    return whole


def line(a: Spot, b: Spot) -> LineString:
    return LineString([a, b])


# ---------------------------------------------------------------- coherency
def coherent(models: Sequence[Spot], radius: float, link: float, across: float) -> bool:
    """Whether bases form one chain with gaps of at most `link`, no two further apart than `across`, edge to edge."""
    if len(models) < 2:
        return True
    reached, todo = {0}, [0]
    while todo:
        here = models[todo.pop()]
        for number, there in enumerate(models):
            if number not in reached and apart(here, there) - 2 * radius <= link + TINY:
                reached.add(number)
                todo.append(number)
    if len(reached) < len(models):
        return False
    widest = max(apart(a, b) for number, a in enumerate(models) for b in models[number + 1 :])
    return widest - 2 * radius <= across + TINY


def centre(models: Collection[Spot]) -> Spot:
    """The middle of a group: the mean of its places."""
    count = len(models)
    return (sum(x for x, _ in models) / count, sum(y for _, y in models) / count)


# ---------------------------------------------------------------- formations
FORMATIONS = ("keep", "block", "line", "column", "wedge")


def formation(name: str, count: int, spacing: float) -> list[Spot]:
    """The places of a formation around its middle, front to the north (up, to smaller y), `spacing` between middles."""
    if name == "line":
        spots = [(number * spacing, 0.0) for number in range(count)]
    elif name == "column":
        spots = [(0.0, number * spacing) for number in range(count)]
    elif name == "wedge":
        spots = [
            ((number + 1) // 2 * spacing * 0.7 * (-1) ** number, (number + 1) // 2 * spacing * 0.7)
            for number in range(count)
        ]
    else:
        width = max(1, round(count**0.5 + 0.4))
        spots = [(number % width * spacing, number // width * spacing) for number in range(count)]
    x, y = centre(spots)
    return [(u - x, v - y) for u, v in spots]


def turned(spots: Sequence[Spot], degrees: float) -> list[Spot]:
    """Places turned clockwise around the origin."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return [(x * c - y * s, x * s + y * c) for x, y in spots]


def shifted(spots: Sequence[Spot], by: Spot) -> Spots:
    """Places moved by a vector, to the hundredth."""
    return tuple((round(x + by[0], 2), round(y + by[1], 2)) for x, y in spots)


def nearest_on_segment(a: Spot, b: Spot, point: Spot) -> float:
    """The distance of a point from the segment from a to b."""
    (ax, ay), (bx, by), (px, py) = a, b, point
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    along = 0.0 if not square else max(0.0, min(1.0, ((px - ax) * dx + (py - ay) * dy) / square))
    return hypot(px - ax - along * dx, py - ay - along * dy)
