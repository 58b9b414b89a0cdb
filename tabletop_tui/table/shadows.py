"""Which of many places are hidden behind polygons and lines, found for all places at once.

The sums are those of `figures`, so that what is said of one place there is said of it here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from tabletop_tui.table.figures import Figure, cross
from tabletop_tui.table.spots import Spot, spot_text

Mask = npt.NDArray[np.bool_]


@lru_cache(maxsize=16)
def lattice(width: int, height: int) -> tuple[tuple[str, ...], npt.NDArray[np.float64]]:
    """The places of a table at whole numbers, as texts and as rows x, y."""
    spots = [(float(x), float(y)) for x in range(width + 1) for y in range(height + 1)]
    return tuple(map(spot_text, spots)), np.array(spots)


def divided(figure: Figure, eye: Spot, places: npt.NDArray[np.float64]) -> Mask:
    """The places that a figure divides from an eye: `Figure.divides` for each of them."""
    xs, ys = places[:, 0], places[:, 1]
    met = np.zeros(len(places), dtype=np.bool_)
    if figure.holds(eye):
        return met
    ax, ay = eye
    ux, uy = xs - ax, ys - ay
    for (cx, cy), (dx, dy) in figure.sides:
        vx, vy = dx - cx, dy - cy
        first, second = ux * (cy - ay) - uy * (cx - ax), ux * (dy - ay) - uy * (dx - ax)
        third, fourth = vx * (ay - cy) - vy * (ax - cx), vx * (ys - cy) - vy * (xs - cx)
        met |= (first * second <= 0) & (third * fourth <= 0)
        for number in np.nonzero((first == 0) & (second == 0) & (fourth == 0))[0].tolist():  # all in one line
            met[number] = met[number] and any(cross(eye, spot_of(places, number), c, d) for c, d in figure.sides)
    left, top, right, bottom = figure.box
    inside = met & (xs >= left) & (xs <= right) & (ys >= top) & (ys <= bottom)
    for number in np.nonzero(inside)[0].tolist():
        met[number] = not figure.holds(spot_of(places, number))
    return met


def spot_of(places: npt.NDArray[np.float64], number: int) -> Spot:
    return float(places[number, 0]), float(places[number, 1])


def hidden(figures: Sequence[Figure], eyes: Iterable[Spot], places: npt.NDArray[np.float64]) -> Mask:
    """The places that every eye is divided from by some figure."""
    left = np.arange(len(places))
    for eye in eyes:
        behind = np.zeros(len(left), dtype=np.bool_)
        for figure in figures:
            behind |= divided(figure, eye, places[left])
        left = left[behind]
    found = np.zeros(len(places), dtype=np.bool_)
    found[left] = True
    return found
