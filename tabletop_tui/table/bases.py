"""The open table: bases as discs, groups of bases as bodies, coherency, formations. Distances in table units.

A place is a pair of floats; as a spot of a question or an event it is the text 'x,y' with two decimals at most.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import product, starmap
from math import dist, radians

from shapely import LineString, Point, unary_union
from shapely.geometry.base import BaseGeometry

from tabletop_tui.table.deterministic_math import added, cos, sin
from tabletop_tui.table.identity_cache import by_identity
from tabletop_tui.table.points import Spot, Spots, parse_spot, spot_text
from tabletop_tui.table.polygons import Box, bounds, box_of, links
from tabletop_tui.table.polygons import off as nearest_on_segment

__all__ = ["Spot", "Spots", "nearest_on_segment", "parse_spot", "spot_text"]
TINY = 1e-6
"""Distances are compared with this much grace, so that exactly the limit is within it."""


HUNDREDTH = 0.01
"""Places are kept to this."""


@lru_cache(maxsize=1 << 14)
def edge_distance(one: Spots, radius: float, other: Spots, other_radius: float) -> float:
    """The distance from base edge to base edge of the nearest pair of two groups; 0 where they touch."""
    nearest = min(starmap(dist, product(one, other)))
    return max(0.0, nearest - radius - other_radius)


@lru_cache(maxsize=1 << 12)
def core(models: Spots, radius: float, link: float = 1.0) -> BaseGeometry:
    """The lines between neighbours at most `link` apart, and the middles: what is within `radius` of it is the body."""
    return unary_union([LineString(leg) if leg[0] != leg[1] else Point(leg[0]) for leg in links(models, radius, link)])


@lru_cache(maxsize=1 << 10)
def body(models: Spots, radius: float, link: float = 1.0) -> BaseGeometry:
    """A group as one body: its bases and the gaps between neighbours at most `link` apart."""
    return core(models, radius, link).buffer(radius, quad_segs=4)


# ---------------------------------------------------------------- coherency
def coherent(models: Sequence[Spot], radius: float, link: float, across: float) -> bool:
    """Whether bases form one chain with gaps of at most `link`, no two further apart than `across`, edge to edge."""
    if len(models) < 2:
        return True
    most, widest = (link + 2 * radius + TINY) ** 2, (across + 2 * radius + TINY) ** 2
    todo, rest = [models[0]], list(models[1:])
    while todo and rest:
        x, y = todo.pop()
        near = [(u, v) for u, v in rest if (u - x) ** 2 + (v - y) ** 2 <= most]
        if near:
            todo += near
            rest = [spot for spot in rest if spot not in near]
    if rest:
        return False
    left, top, right, bottom = box_of(tuple(models))
    if (right - left) ** 2 + (bottom - top) ** 2 <= widest:
        return True
    return all(
        (u - x) ** 2 + (v - y) ** 2 <= widest for number, (x, y) in enumerate(models) for u, v in models[number + 1 :]
    )


def centre(models: Collection[Spot]) -> Spot:
    """The middle of a group: the mean of its places."""
    count = len(models)
    return added([x for x, _ in models]) / count, added([y for _, y in models]) / count


def place_of(models: Collection[Spot]) -> Spot:
    """Where a group stands, to the hundredth as every place: the spot around which it was put.

    Its models stand at hundredths, so that their mean may be half of that beside that spot: a tenth so near is meant.
    """
    x, y = centre(models)
    return hundredth(x), hundredth(y)


def hundredth(at: float) -> float:
    tenth = round(at, 1)
    return tenth if abs(at - tenth) <= HUNDREDTH / 2 + TINY else round(at, 2)


@by_identity(1 << 12)
def middle_text(models: Spots) -> str:
    """Where a group stands as a spot; '' for nobody."""
    return spot_text(place_of(models)) if models else ""


# ---------------------------------------------------------------- formations
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
    return tuple([(round(x + dx, 2), round(y + dy, 2)) for x, y in spots])


def shifted_box(box: Box, by: Spot) -> Box:
    """What the box around places surely covers after they were shifted, where `box` was around them before."""
    (left, top, right, bottom), (dx, dy) = box, by
    return left + dx + HUNDREDTH, top + dy + HUNDREDTH, right + dx - HUNDREDTH, bottom + dy - HUNDREDTH


@lru_cache(maxsize=1 << 10)
def formation_box(name: str, count: int, spacing: float, degrees: float) -> Box:
    """The box around a formation, turned clockwise around its middle."""
    return bounds(turned(formation(name, count, spacing), degrees))
