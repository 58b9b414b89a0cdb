"""Where bases on their ways pass behind figures, as seen from some places: `Path.behind`, for all of them at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np

from tabletop_tui.table.line_of_sight import Figures, Mask, Numbers, Pairs, Values, cross, spread
from tabletop_tui.table.motion_intervals import Path
from tabletop_tui.table.points import Spots
from tabletop_tui.table.polygons import ON, Figure


def borders_behind(paths: Sequence[Path], eyes: Spots, figures: Sequence[Figure]) -> list[set[float]]:
    """For each eye the shares of the ways at which some base passes behind some figure, or comes out from behind it.

    All ends of what `Path.behind` finds are among them, 0 and 1 left out, and else only places where a way turns on the
    rim of a figure.
    """
    found: list[set[float]] = [set() for _ in eyes]
    shapes, legs = Figures.of(tuple(figures)), [leg for path in paths for leg in path.legs]
    rows, places = np.array([(*span, *a, *b) for span, (a, b) in legs]), np.array(eyes).reshape(-1, 2)
    eye, leg, figure = np.nonzero(_touched(shapes.wholes, places[:, None, None], rows[:, None, 2:4], rows[:, None, 4:]))
    if not len(eye):
        return found
    at, a, b = places[eye], rows[leg, 2:4], rows[leg, 4:]
    number, share = _turns(at, a, b, figure, shapes)
    # Each leg and figure is judged at its start, between any two places where something may change, and at its end;
    # where neighbours are judged otherwise is a border.
    every, one = np.arange(len(eye)), np.ones(len(eye))
    number, share = (
        np.concatenate([every, every, number, every, every]),
        np.concatenate([0 * one, 0 * one, share, one, one]),
    )
    order = np.lexsort((share, number))
    number, share = number[order], share[order]
    judged = np.flatnonzero(number[:-1] == number[1:])
    which, middle = number[judged], (share[judged] + share[judged + 1]) / 2
    spots = np.where((middle == 1)[:, None], b[which], a[which] + (b - a)[which] * middle[:, None])
    hidden = _divided(at[which], spots, figure[which], shapes)
    border = np.flatnonzero((which[:-1] == which[1:]) & (hidden[:-1] != hidden[1:])) + 1
    begin, end = rows[leg[which[border]], :2].T
    within = share[judged[border]]
    ends = np.where(within == 1, end, begin + (end - begin) * within)
    for place, share_of_way in zip(eye[which[border]].tolist(), ends.tolist(), strict=True):
        found[place].add(share_of_way)
    return found


def _touched(wholes: Values, *places: Values) -> Mask:
    """Which boxes (rows left, top, right, bottom) the boxes around these places touch."""
    low, high = reduce(np.minimum, places), reduce(np.maximum, places)
    met: Mask = np.all((wholes[..., :2] <= high) & (low <= wholes[..., 2:]), axis=-1)
    return met


def _sides(figure: Numbers, shapes: Figures) -> Pairs:
    """The sides of some figures, one after another: which of these figures it is, and the number of the side."""
    return spread((np.cumsum(shapes.counts) - shapes.counts)[figure], shapes.counts[figure])


def _turns(eyes: Values, a: Values, b: Values, figure: Numbers, shapes: Figures) -> tuple[Numbers, Values]:
    """The numbers of the legs, and their shares within them, at which a line from the eye grazes the figure at a corner
    or the leg crosses a side of it."""
    which, side = _sides(figure, shapes)
    (cx, cy, dx, dy), (px, py), (ex, ey) = shapes.legs[side].T, _befores(shapes)[side].T, eyes[which].T
    (ax, ay), (bx, by), is_open = a[which].T, b[which].T, ~shapes.closed[figure][which]
    grazed = _turn(ex, ey, cx, cy, dx, dy) * _turn(ex, ey, cx, cy, px, py) >= -ON
    first = np.array([-_turn(ex, ey, ax, ay, cx, cy), -_turn(ex, ey, ax, ay, dx, dy), _turn(cx, cy, dx, dy, ax, ay)])
    last = np.array([-_turn(ex, ey, bx, by, cx, cy), -_turn(ex, ey, bx, by, dx, dy), _turn(cx, cy, dx, dy, bx, by)])
    met = cross(ax, ay, bx, by, cx, cy, dx, dy)
    turns = ((first < 0) != (last < 0)) & np.array([grazed, is_open, met])
    number, share = np.nonzero(turns)[1], first[turns] / (first[turns] - last[turns])
    number = which[number]
    order = np.lexsort((share, number))
    number, share = number[order], share[order]
    new = (share > 0) & (share < 1)
    new[1:] &= (number[1:] != number[:-1]) | (share[1:] != share[:-1])
    return number[new], share[new]


def _befores(shapes: Figures) -> Values:
    """For each side the corner before it; where a line begins, that corner itself."""
    ends = np.cumsum(shapes.counts)
    before = np.arange(len(shapes.legs)) - 1
    before[ends - shapes.counts] = np.where(shapes.closed, ends - 1, ends - shapes.counts)
    found: Values = shapes.legs[before, :2]
    return found


def _turn(ax: Values, ay: Values, bx: Values, by: Values, x: Values, y: Values) -> Values:
    """Above 0 where a place lies to the one side of the line from a to b, below 0 to the other."""
    found: Values = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    return found


def _divided(eyes: Values, spots: Values, figure: Numbers, shapes: Figures) -> Mask:
    """`Figure.divides`, for an eye, a spot and a figure at a time."""
    which, side = _sides(figure, shapes)
    met: Mask = np.zeros(len(figure), dtype=np.bool_)
    met[which[cross(*eyes[which].T, *spots[which].T, *shapes.legs[side].T)]] = True
    number = np.arange(len(figure))
    return met & ~shapes.hold(eyes)[figure, number] & ~shapes.hold(spots)[figure, number]
