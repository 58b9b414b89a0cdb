"""How many bases a region can hold at most: what proves without a search that so many find no room in it."""

from __future__ import annotations

from math import inf, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

NEARLY = 1e-4
"""Shapes that are no further from each other may touch."""
Parts = npt.NDArray[Any]
Numbers = npt.NDArray[np.int64]


def most_apart(region: BaseGeometry, gap: float, link: float = inf) -> int:
    """So many places at least a gap from each other a region has at most, in a chain of steps of at most `link`.

    In each of its parts there are no more than 2 / sqrt(3) times its area in gaps, half its perimeter, and one
    (Folkman and Graham 1969). There may be a few less.
    """
    parts, gap = _parts(region), gap - NEARLY
    around = shapely.length(parts) * np.where(shapely.get_dimensions(parts) == 1, 2, 1) + 10 * NEARLY
    areas = shapely.area(parts) + around * NEARLY
    most = np.floor(2 / sqrt(3) * areas / gap**2 + around / (2 * gap) + 1)
    return int(np.bincount(_linked(parts, link), most).max(initial=0))


def clusters(region: BaseGeometry, link: float) -> list[BaseGeometry]:
    """The parts of a region between which no step of at most `link` leads from one to another."""
    parts = _parts(region)
    if len(parts) < 2 or link == inf:
        return [] if region.is_empty else [region]
    number = _linked(parts, link)
    return [shapely.union_all(parts[number == each]) for each in sorted(set(number.tolist()))]


def _parts(region: BaseGeometry) -> Parts:
    parts: Parts = shapely.get_parts(region)
    return parts[~shapely.is_empty(parts)]


def _linked(parts: Parts, link: float) -> Numbers:
    """The same number for those between which steps of at most `link` lead."""
    if link == inf or len(parts) < 2:
        return np.zeros(len(parts), dtype=np.int64)
    pairs = shapely.STRtree(parts).query(parts, predicate="dwithin", distance=link + NEARLY).T
    above, number = list(range(len(parts))), list(range(len(parts)))
    for one, other in pairs[pairs[:, 0] != pairs[:, 1]].tolist():
        while above[one] != one:
            above[one] = one = above[above[one]]
        while above[other] != other:
            above[other] = other = above[above[other]]
        if one != other:
            above[other] = one
    for each in range(len(parts)):
        last = each
        while above[last] != last:
            last = above[last]
        number[each] = last
    return np.array(number)
