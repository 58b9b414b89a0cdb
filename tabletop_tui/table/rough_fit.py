"""Where a formation might fit into a region, on a raster: what proves quickly that it fits nowhere.

A set of cells is one whole number, a bit for each cell, row after row, so that a whole set is shifted, or met with
another one, at once. All sets are too large rather than too small.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor, sqrt

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop_tui.records import frozen
from tabletop_tui.table.points import Spot
from tabletop_tui.table.reachability import HAIR, ROUGH, WIDER

Values = npt.NDArray[np.float64]
CELLS = 6000
"""About so many cells a raster has ..."""
FINEST = 0.05
"""... of at least this size."""


@frozen
class RoughFit:
    """The cells of a raster that a region touches, and those of them that each base of a group can reach."""

    size: float
    """Of a cell."""
    columns: int
    whole: int
    """The cells that any of them can reach."""
    each: tuple[int, ...]

    @classmethod
    def of(cls, region: BaseGeometry, reaches: Sequence[BaseGeometry] = ()) -> RoughFit:
        """The raster over a region that is not empty; each base gets no further than its reach."""
        left, top, right, bottom = region.bounds
        size = max(FINEST, sqrt((right - left + 1) * (bottom - top + 1) / CELLS))
        wide = size * sqrt(0.5) + HAIR
        xs = np.arange(floor((left - wide) / size), ceil((right + wide) / size)) * size + size / 2
        ys = np.arange(floor((top - wide) / size), ceil((bottom + wide) / size)) * size + size / 2
        x, y = (axis.ravel() for axis in np.meshgrid(xs, ys))
        inside = _touched(region, wide, x, y)
        each = []
        for reach in reaches:
            reached = inside.copy()
            reached[inside] = _touched(reach, wide, x[inside], y[inside])
            each.append(_bits(reached, len(xs)))
        return cls(size, len(xs), _any(each) if each else _bits(inside, len(xs)), tuple(each))

    def holds(self, offsets: Sequence[Spot]) -> bool:
        """Whether bases at these offsets from each other might all lie in the region, each where some base comes."""
        return _meet([self.whole] * len(offsets), self._steps(offsets)) > 0

    def joins(self, offsets: Sequence[Spot], in_order: bool) -> bool:
        """Whether every base might besides come to one of these places; `in_order` to the one of its own number."""
        steps = self._steps(offsets)
        if in_order:
            return _meet(self.each, steps) > 0
        found = _meet([self.whole] * len(steps), steps)
        for cells in self.each:
            met = 0
            for step in steps:
                met |= cells >> step if step >= 0 else cells << -step
            found &= met
        return found > 0

    def _steps(self, offsets: Sequence[Spot]) -> list[int]:
        """From the cell of the first base to those of all, in bits; it may be one column, one row or both more."""
        (left, top), size = offsets[0], self.size
        return [floor((y - top) / size) * self.columns + floor((x - left) / size) for x, y in offsets]


def _meet(sets: Sequence[int], steps: Sequence[int]) -> int:
    """The cells from which each of some steps leads into its set."""
    found = -1
    for cells, step in zip(sets, steps, strict=True):
        found &= cells >> step if step >= 0 else cells << -step
        if not found:
            break
    return found


def _touched(region: BaseGeometry, wide: float, x: Values, y: Values) -> npt.NDArray[np.bool_]:
    """Which places are no further from a region than this, or a little more."""
    near = region.buffer(wide * WIDER, quad_segs=ROUGH)
    shapely.prepare(near)
    found: npt.NDArray[np.bool_] = shapely.contains_xy(near, x, y)
    return found


def _bits(cells: npt.NDArray[np.bool_], columns: int) -> int:
    """Some cells as a number, and with each that before it, that above it, and that before the latter."""
    found = int.from_bytes(np.packbits(cells, bitorder="little").tobytes(), "little")
    found |= found >> 1
    return found | found >> columns


def _any(sets: Iterable[int]) -> int:
    found = 0
    for cells in sets:
        found |= cells
    return found
