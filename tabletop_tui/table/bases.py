"""The open table: bases as discs, groups of bases as bodies, where a group stands. Distances in table units.

A place is a pair of floats; as a spot of a question or an event it is the text 'x,y' with two decimals at most.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from itertools import product, starmap
from math import dist
from typing import cast

import numpy as np
import shapely
from shapely import LineString, Point, unary_union
from shapely.geometry.base import BaseGeometry

from tabletop_tui.table.deterministic_math import added
from tabletop_tui.table.identity_cache import by_identity
from tabletop_tui.table.points import Spot, Spots, parse_spot, spot_text
from tabletop_tui.table.polygons import links
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
def middles(models: Spots) -> BaseGeometry:
    """The middles of a group as one shape."""
    return cast(BaseGeometry, shapely.multipoints(np.array(models)))


@lru_cache(maxsize=1 << 12)
def core(models: Spots, radius: float, link: float = 1.0) -> BaseGeometry:
    """The lines between neighbours at most `link` apart, and the middles: what is within `radius` of it is the body."""
    return unary_union([LineString(leg) if leg[0] != leg[1] else Point(leg[0]) for leg in links(models, radius, link)])


@lru_cache(maxsize=1 << 10)
def body(models: Spots, radius: float, link: float = 1.0) -> BaseGeometry:
    """A group as one body: its bases and the gaps between neighbours at most `link` apart."""
    return core(models, radius, link).buffer(radius, quad_segs=4)


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
