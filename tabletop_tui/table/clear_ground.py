"""Where a shape may be laid down, unturned, so that it is within a box and clear of other shapes: a region, exactly.

Both sides are cut into convex parts. A part meets another just where its shift lies in the hull of the differences of
their corners (their Minkowski difference).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop_tui.table.polygons import Box


def shifts(shape: BaseGeometry, within: Box, clear_of: Sequence[BaseGeometry]) -> BaseGeometry:
    """The vectors (x, y) by which `shape` may be moved to lie in the box `within` and to touch none of `clear_of`.

    The edge of the region towards other shapes does not belong to it; empty where the shape fits nowhere.
    """
    left, top, right, bottom = shape.bounds
    low_x, low_y, high_x, high_y = within[0] - left, within[1] - top, within[2] - right, within[3] - bottom
    if low_x > high_x or low_y > high_y:
        return shapely.Point()
    corners = [(low_x, low_y), (high_x, low_y), (high_x, high_y), (low_x, high_y)]
    room = shapely.MultiPoint(corners).convex_hull  # a line or a point where it fits just so
    own = [shapely.get_coordinates(part) for part in convex_parts(shape)]
    hulls = []
    for other in clear_of:
        for part in convex_parts(other):
            theirs = shapely.get_coordinates(part)
            for mine in own:
                ends = (theirs[:, None, :] - mine[None, :, :]).reshape(-1, 2)
                hulls.append(shapely.multipoints(ends))
    return room.difference(shapely.union_all(shapely.convex_hull(np.array(hulls)))) if hulls else room


def convex_parts(shape: BaseGeometry) -> list[BaseGeometry]:
    """A polygon, line or point cut into convex parts that cover it."""
    if isinstance(shape, shapely.LineString):
        ends = list(shape.coords)
        return [shapely.LineString(pair) for pair in pairwise(ends)]
    if shape.equals(shape.convex_hull):
        return [shape]
    return list(shapely.constrained_delaunay_triangles(shape).geoms)
