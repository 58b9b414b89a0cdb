"""Where the bases of a group can come together, each from its own place: what proves at once that they cannot.

Each base has a reach, the region in which it can end at most. All of it is a little too large rather than too small.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, pi

import numpy as np
import shapely
from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry

from tabletop_tui.table.base_capacity import NEARLY, clusters
from tabletop_tui.table.deterministic_math import cos
from tabletop_tui.table.points import Spot

ROUGH = 8
"""The corners of a quarter of a circle that is drawn quickly."""
WIDER = 1 / cos(pi / 4 / ROUGH)
"""So much further a circle is drawn with its corners outside it."""
HAIR = 0.03
"""More than places that are kept to the hundredth may be off."""


def rough_disc(spot: Spot, radius: float) -> BaseGeometry:
    """A disc, not smaller than it is, of few corners."""
    return Point(spot).buffer((radius + NEARLY) * WIDER, quad_segs=ROUGH)


def meeting_region(
    region: BaseGeometry, reaches: Sequence[BaseGeometry], link: float = inf, across: float = inf
) -> BaseGeometry:
    """The part of a region in which all bases may end, a chain of gaps of at most `link`, none over `across`.

    Distances are between their middles; empty where there is surely no such place.
    """
    if region.is_empty or not _all_meet(region, reaches):
        return Polygon()
    region = region.intersection(shapely.union_all(reaches))
    if across < inf:
        region = _within_all(region, reaches, across)
    kept = [part for part in clusters(region, link) if _all_meet(part, reaches)]
    return shapely.union_all(kept) if len(kept) != 1 else kept[0]


def _all_meet(region: BaseGeometry, reaches: Sequence[BaseGeometry]) -> bool:
    return bool(np.all(shapely.dwithin(region, reaches, NEARLY)))


def _within_all(region: BaseGeometry, reaches: Sequence[BaseGeometry], across: float) -> BaseGeometry:
    """What of a region is at most so far from every reach."""
    left, top, right, bottom = region.bounds
    for reach in reaches:
        x, y, u, v = reach.bounds
        if max(right - x, u - left, bottom - y, v - top) > across:  # else nothing of it is too far away
            region = region.intersection(reach.buffer((across + NEARLY) * WIDER, quad_segs=ROUGH))
            if region.is_empty:
                break
    return region
