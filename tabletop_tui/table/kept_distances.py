"""Whether many places or straight ways keep off shapes: surely, surely not, or too close for sums to say.

Distances are those of the rules, and no shape is drawn around another: what just fits is known to fit.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import shapely
from attrs import define
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

EDGE = 1e-7
"""What is nearer than this to where a case turns is not decided, in table units; far more than sums are off."""
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Shapes = NDArray[np.object_]


@define
class Keep:
    """Shapes, and how far off each something has to stay, in table units."""

    groups: list[tuple[BaseGeometry, float]]
    """All shapes of a distance as one that is ready for many questions."""

    @staticmethod
    def off(shapes: Iterable[tuple[BaseGeometry, float]]) -> Keep:
        found: dict[float, list[BaseGeometry]] = {}
        for shape, reach in shapes:
            found.setdefault(reach, []).append(shape)
        groups = [(shapely.union_all(alike), reach) for reach, alike in found.items()]
        for whole, _ in groups:
            shapely.prepare(whole)
        return Keep(groups)

    def met(self, what: Shapes, surely: bool, further: float = 0.0) -> Flags:
        """Which places or legs are surely too near to some shape; or else, which may be.

        By so much `further` they have to stay off than the shapes say.
        """
        by, found = -EDGE if surely else EDGE, np.zeros(len(what), bool)
        for whole, reach in self.groups:
            found |= shapely.dwithin(whole, what, reach + by + further)
        return found

    def met_among(self, some: Flags, what: Shapes) -> Flags:
        """Which of some of these places or legs surely are too near; all others are taken not to be."""
        found = some.copy()
        if some.any():
            found[some] = self.met(what[some], True)
        return found


def points(places: Floats) -> Shapes:
    """Places as shapes."""
    return np.asarray(shapely.points(places))


def lines(starts: Floats | tuple[float, float], ends: Floats) -> Shapes:
    """The straight lines from one place, or from a place for each, to others."""
    found = np.empty((len(ends), 2, 2))
    found[:, 0], found[:, 1] = starts, ends
    return np.asarray(shapely.linestrings(found))
