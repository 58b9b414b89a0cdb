"""Which share of a silhouette is hidden from an eye, for many places at once: `hidden_share.hidden_share` with numpy.

The sums are the same, so that an overlay says of a place what a shot at somebody there is judged by.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tabletop_tui.table.deterministic_math import added
from tabletop_tui.table.hidden_share import Body, Eye
from tabletop_tui.table.line_of_sight import Figures, Values
from tabletop_tui.table.polygons import Figure

Numbers = npt.NDArray[np.intp]
Parts = tuple[Values, Values]
"""Of each line the shares between which it is over or under a body; the first is larger where it never is."""
AHEAD = 4.0
"""The heights at which lines end are written so far from those of the next line, that all can be sorted in one go."""


def hidden_shares(
    bodies: Iterable[Body], eye: Eye, places: Values, feet: Values, width: float, height: float, strips: int = 8
) -> Values:
    """For places as rows x, y: which share of a silhouette of this size that stands there, so high up, is hidden."""
    ends = _ends(eye, places, width, strips)
    lines, lows, highs = [], [], []
    for body in bodies:
        near = np.nonzero(_towards(body, eye, places, width))[0]
        number = (near + np.arange(strips)[:, None] * len(places)).ravel()
        for begin, end in _over(body, eye, ends[number]):
            met = np.nonzero(begin <= end)[0]  # few of the lines that might meet a body do
            if not len(met):
                continue
            crossing = number[met]
            low, high = _shadow(body, eye.height, begin[met], end[met])
            foot = feet[crossing % len(places)]
            low, high = (np.clip((value - foot) / height, 0.0, 1.0) for value in (low, high))
            some = low < high
            lines.append(crossing[some])
            lows.append(low[some])
            highs.append(high[some])
    if not lines:
        return np.zeros(len(places))
    covered = _covered(np.concatenate(lines), np.concatenate(lows), np.concatenate(highs), len(ends))
    shares: Values = covered.reshape(strips, len(places)).mean(axis=0)
    return shares


def _ends(eye: Eye, places: Values, width: float, strips: int) -> Values:
    """Where the lines to the middles of the strips end: those of the first strip of all places, then of the next."""
    ahead = places - np.array(eye.spot)
    far = np.hypot(ahead[:, 0], ahead[:, 1])[:, None]
    across = np.stack((ahead[:, 1], -ahead[:, 0]), axis=1) / np.where(far > 0, far, 1.0) * width
    middles = (np.arange(strips) + 0.5) / strips - 0.5
    ends: Values = (places + middles[:, None, None] * across).reshape(-1, 2)
    return ends


def _towards(body: Body, eye: Eye, places: Values, width: float) -> npt.NDArray[np.bool_]:
    """The places to which a body may lie in the way."""
    left, top, right, bottom = body.box
    (x, y), (u, v) = places.T, eye.spot
    half = width / 2
    towards: npt.NDArray[np.bool_] = (np.minimum(x - half, u) <= right) & (np.maximum(x + half, u) >= left)
    towards &= (np.minimum(y - half, v) <= bottom) & (np.maximum(y + half, v) >= top)
    return towards


def _covered(lines: Numbers, lows: Values, highs: Values, count: int) -> Values:
    """How much of a height of 1 these parts of it cover together, for each of so many lines."""
    low, high = lows + AHEAD * lines, highs + AHEAD * lines
    order = np.argsort(low)
    low, high = low[order], high[order]
    before = np.concatenate(([-np.inf], np.maximum.accumulate(high)[:-1]))
    covered: Values = np.bincount(lines[order], np.maximum(0.0, high - np.maximum(low, before)), count).astype(
        np.float64
    )
    return covered


def _shadow(body: Body, eye: float, begin: Values, end: Values) -> tuple[Values, Values]:
    """Between which heights at their ends lines are blocked by a body that they are over or under in this part."""
    low = np.minimum(_seen_at(body.bottom, eye, begin), _seen_at(body.bottom, eye, end))
    return low, np.maximum(_seen_at(body.top, eye, begin), _seen_at(body.top, eye, end))


def _seen_at(height: float, eye: float, share: Values) -> Values:
    """At which height over the end of a line something of this height is seen after this share of the line."""
    at_eye = eye if height == eye else np.inf if height > eye else -np.inf
    found: Values = np.where(share > 0, eye + (height - eye) / np.where(share > 0, share, 1.0), at_eye)
    return found


# ---------------------------------------------------------------- which parts of lines are over a body
def _over(body: Body, eye: Eye, ends: Values) -> Iterator[Parts]:
    """The parts of the lines from an eye that are over or under a body."""
    if body.figure is None:
        yield _over_disc(body, eye, ends)
    elif not body.figure.closed:
        yield from (_crossing(eye, ends, *side) for side in body.figure.sides)
    elif body.figure.convex:
        yield _over_convex(body.figure, eye, ends)
    else:
        yield from _over_any(body.figure, eye, ends)


def _over_disc(body: Body, eye: Eye, ends: Values) -> Parts:
    (x, y), (u, v) = body.middle, eye.spot
    dx, dy = (ends - np.array(eye.spot)).T
    square = np.maximum(dx * dx + dy * dy, np.finfo(float).tiny)
    middle = ((x - u) * dx + (y - v) * dy) / square
    aside = (x - u) ** 2 + (y - v) ** 2 - middle * middle * square
    half = np.sqrt(np.maximum(0.0, body.radius**2 - aside) / square)
    begin, end = np.maximum(0.0, middle - half), np.minimum(1.0, middle + half)
    return np.where(aside <= body.radius**2, begin, 2.0), end


def _over_convex(figure: Figure, eye: Eye, ends: Values) -> Parts:
    """A line is cut by one side after the other: what is on its inner side is left."""
    u, v = eye.spot
    dx, dy = (ends - np.array(eye.spot)).T
    begin, end = np.zeros(len(ends)), np.ones(len(ends))
    corners = figure.points
    bend = added(ax * by - bx * ay for (ax, ay), (bx, by) in figure.sides)
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        ex, ey = (bx - ax, by - ay) if bend > 0 else (ax - bx, ay - by)
        start = ex * (v - ay) - ey * (u - ax)
        slope = ex * dy - ey * dx
        share = -start / np.where(slope == 0, 1.0, slope)
        begin = np.where(slope > 0, np.maximum(begin, share), begin)
        end = np.where(slope < 0, np.minimum(end, share), end)
        if start < 0:
            begin = np.where(slope == 0, 2.0, begin)
    return begin, end


def _crossing(eye: Eye, ends: Values, a: tuple[float, float], b: tuple[float, float]) -> Parts:
    """Where lines cross a side: an instant."""
    (ax, ay), (bx, by), (u, v) = a, b, eye.spot
    dx, dy = (ends - np.array(eye.spot)).T
    ex, ey = bx - ax, by - ay
    turn = dx * ey - dy * ex
    safe = np.where(turn == 0, 1.0, turn)
    share = ((ax - u) * ey - (ay - v) * ex) / safe
    along = ((ax - u) * dy - (ay - v) * dx) / safe
    met = (turn != 0) & (share >= 0) & (share <= 1) & (along >= 0) & (along <= 1)
    return np.where(met, share, 2.0), np.where(met, share, 1.0)


def _over_any(figure: Figure, eye: Eye, ends: Values) -> Iterator[Parts]:
    """Between one crossing of the border and the next a line is wholly over the figure or wholly beside it."""
    crossed = [_crossing(eye, ends, *side)[0] for side in figure.sides]
    at = np.sort(np.minimum(np.stack([np.zeros(len(ends)), *crossed, np.ones(len(ends))]), 1.0), axis=0)
    start = np.array(eye.spot)
    for begin, end in pairwise(at):
        middle = start + (ends - start) * ((begin + end) / 2)[:, None]
        over = Figures.of((figure,)).hold(middle)[0] & (begin < end)
        yield np.where(over, begin, 2.0), end
