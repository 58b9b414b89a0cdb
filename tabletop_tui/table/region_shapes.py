"""Regions where the middle of a base may stand, as shapes: obstacles grown by its radius are cut out of them.

As circles are drawn with many corners inside them, such a region is a little too large rather than too small.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil, hypot, pi, sqrt
from typing import cast

import numpy as np
import numpy.typing as npt
import shapely
from shapely import MultiPoint, Point, Polygon
from shapely.geometry.base import BaseGeometry

from tabletop_tui.table.deterministic_math import cos
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Box

SEGMENTS = 16
"""The corners of a quarter of a circle."""
SLACK = 1e-6
"""So much less than its reach an obstacle is grown: exactly the limit is allowed."""
FINEST = 0.01
"""Places are kept to this."""
Values = npt.NDArray[np.float64]


def disc(spot: Spot, radius: float) -> BaseGeometry:
    """A disc, not larger than it is, with the more corners the larger it is."""
    return Point(spot).buffer(radius, quad_segs=segments(radius))


def segments(radius: float) -> int:
    """The corners of a quarter of a circle with which it is drawn to the hundredth."""
    return max(SEGMENTS, ceil(pi / 4 / sqrt(FINEST / max(radius, FINEST))))


def outer_disc(spot: Spot, radius: float) -> BaseGeometry:
    """A disc, not smaller than it is."""
    corners = segments(radius)
    return Point(spot).buffer((radius + SLACK) / cos(pi / 4 / corners), quad_segs=corners)


def outside(zone: BaseGeometry, obstacles: Iterable[BaseGeometry]) -> BaseGeometry:
    """What is left of a zone."""
    found = list(obstacles)
    return zone.difference(shapely.union_all(found)) if found else zone


def grown(shape: BaseGeometry, reach: float) -> BaseGeometry:
    """Where a place is nearer to a shape than `reach`; no larger than that."""
    return shape.buffer(reach - SLACK, quad_segs=segments(reach))


@lru_cache(maxsize=1 << 10)
def discs(spots: Spots, reach: float) -> BaseGeometry:
    """Where a place is nearer to one of these than `reach`; no larger than that."""
    middles = cast(BaseGeometry, shapely.multipoints(np.array(spots)))
    return middles.buffer(reach - SLACK, quad_segs=segments(reach))


def disc_rim(spots: Spots, reach: float) -> BaseGeometry:
    """The places at this distance from the nearest of these, no nearer."""
    corners = segments(reach)
    return MultiPoint(spots).buffer(reach / cos(pi / 4 / corners), quad_segs=corners).boundary


def box(sides: Box) -> BaseGeometry:
    """A box as a region; its own sides belong to it."""
    left, top, right, bottom = sides
    if right < left - SLACK or bottom < top - SLACK:
        return Polygon()
    return shapely.box(left - SLACK, top - SLACK, right + SLACK, bottom + SLACK)


def shadow(eye: Spot, convex: Sequence[Spot], far: float) -> BaseGeometry:
    """What a line from an eye does not reach without meeting a convex polygon or a line, as far as `far`, with that."""
    corners = np.array(convex, dtype=np.float64)
    by = corners - eye
    away = np.hypot(by[:, :1], by[:, 1:])
    outward = by / np.where(away > 0, away, 1.0)
    # Far away the line between two corners must not cut anything off: half way between them it goes out further.
    halfway = outward + np.roll(outward, 1, axis=0)
    beyond = [corners + outward * far, eye + halfway / np.maximum(np.hypot(*halfway.T), SLACK)[:, None] * 4 * far]
    return hull_of(np.concatenate([corners, *beyond]))


def hull_of(places: Values) -> BaseGeometry:
    """The convex hull of places given as rows x, y."""
    return cast(BaseGeometry, shapely.convex_hull(shapely.multipoints(places)))


def rigid(region: BaseGeometry, offsets: Sequence[Spot]) -> BaseGeometry:
    """Where the middle of a formation may be so that all its bases lie in a region, each at its offset."""
    left, top, right, bottom = region.bounds if not region.is_empty else (0.0, 0.0, 0.0, 0.0)
    xs, ys = zip(*offsets, strict=True)
    if max(xs) - min(xs) > right - left or max(ys) - min(ys) > bottom - top:
        return Polygon()
    found: BaseGeometry | None = None
    outermost = sorted(offsets, key=lambda offset: -hypot(*offset))  # the first soon leave nothing
    moved = np.full(len(outermost), region)
    places, of = shapely.get_coordinates(moved, return_index=True)
    for there in map(valid, shapely.set_coordinates(moved, places - np.array(outermost)[of]).tolist()):
        found = there if found is None else found.intersection(there)
        if found.is_empty:
            break
    return found if found is not None else region


def valid(area: BaseGeometry) -> BaseGeometry:
    """The same area; where its rim crosses or touches itself, taken apart there, for nothing is cut by such a rim."""
    return area if area.is_valid else shapely.make_valid(area)
