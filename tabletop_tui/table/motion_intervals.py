"""A base on its way along straight legs: on which parts of it the base is near a place, hidden, in an arc, on a piece.

All borders are roots of equations of the legs, so nothing is found by going along in steps. A place on a way is told by
the share of its length that is behind; of several bases each has done the same share of its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from math import atan2, degrees, dist, radians, sqrt

from attrs import define

from tabletop_tui.table.bases import TINY
from tabletop_tui.table.deterministic_math import added, cos, sin
from tabletop_tui.table.intervals import ALL, Span, Spans, united, where
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Box, Figure, Leg, bounds, box_of_leg, cross, overlap


@define(eq=False, slots=False)
class Path:
    """The way of one base through these places, its start first. It never changes."""

    points: Spots

    @cached_property
    def length(self) -> float:
        """In table units."""
        return added(dist(a, b) for a, b in pairwise(self.points))

    @cached_property
    def legs(self) -> tuple[tuple[Span, Leg], ...]:
        """The straight parts of it that have a length; of a base that stays one of no length for all the time."""
        whole, done, found = self.length, 0.0, []
        if whole <= TINY:
            return ((ALL[0], (self.points[0], self.points[-1])),)
        for a, b in pairwise(self.points):
            begin, done = done, done + dist(a, b)
            if done > begin:
                found.append(((begin / whole, done / whole), (a, b)))
        (begin, _), last = found[-1]
        return (*found[:-1], ((begin, 1.0), last))  # whatever the last digits of the sums are

    @cached_property
    def box(self) -> Box:
        """The box around it."""
        return bounds(self.points)

    def at(self, share: float) -> Spot:
        """Where the base is; the place is not rounded."""
        (begin, end), (a, b) = self._leg(share)
        return self.points[-1] if share >= 1 else _between(a, b, (share - begin) / (end - begin))

    def until(self, share: float) -> Spots:
        """The way up to there."""
        behind = [leg[0] for (begin, _), leg in self.legs if begin < share or not begin]
        return (*behind, self.at(share))

    def heading(self, share: float) -> float | None:
        """Which way it has come there, in degrees clockwise from north; None where it has not moved yet."""
        _, (a, b) = self._leg(share)
        return degrees(atan2(b[0] - a[0], a[1] - b[1])) % 360 if share > 0 and a != b else None

    def _leg(self, share: float) -> tuple[Span, Leg]:
        return next((leg for leg in self.legs if share <= leg[0][1]), self.legs[-1])

    # ------------------------------------------------------------------ where something holds
    def near(self, spot: Spot, reach: float) -> Spans:
        """Where its middle is at most so far from a spot."""
        parts = ((span, near_part(leg, spot, reach)) for span, leg in self.legs)
        return united(_within(span, part) for span, part in parts if part is not None)

    def behind(self, figure: Figure, eye: Spot) -> Spans:
        """Where a figure lies between it and an eye, neither of which is on it (`Figure.divides`)."""
        if figure.holds(eye) or not overlap(figure.box, bounds((eye, *self.points))):
            return ()
        return self._where(partial(_grazes, eye, figure), partial(figure.divides, eye))

    def on(self, figure: Figure) -> Spans:
        """Where its middle is on a figure."""
        if not overlap(figure.box, self.box):
            return ()
        if not figure.convex:
            return self._where(partial(_crossings, figure), figure.holds)
        parts = ((span, figure.clipped(*leg)) for span, leg in self.legs)
        return united(_within(span, part) for span, part in parts if part is not None)

    def crossings(self, figure: Figure) -> list[float]:
        """At which shares of the way it crosses the sides of a figure, or begins to run along one."""
        return [_within(span, (share, share))[0] for span, leg in self.legs for share in leg_crossings(figure, *leg)]

    def ahead(self, eye: Spot, facing: float, width: float) -> Spans:
        """Where it is in the arc of an eye (`is_ahead`)."""
        rims = [_ray(eye, facing + side * width / 2) for side in (-1, 1)]
        inside = partial(is_ahead, eye, facing, width)
        return self._where(lambda a, b: (*(_crossing(a, b, eye, rim) for rim in rims), _foot(a, b, eye)), inside)

    def _where(self, borders: Callable[[Spot, Spot], Iterable[float | None]], holds: Callable[[Spot], bool]) -> Spans:
        """Where something holds that can change on a leg only at such shares of the leg."""
        found: list[Span] = []
        for span, (a, b) in self.legs:
            here = where((share for share in borders(a, b) if share is not None), partial(_holds, holds, a, b))
            found += [_within(span, part) for part in here]
        return united(found)


@lru_cache(maxsize=1 << 10)
def path_of(points: Spots) -> Path:
    """The way through these places; the same object for the same places."""
    return Path(points)


def is_ahead(eye: Spot, facing: float, width: float, spot: Spot) -> bool:
    """Whether a spot is in the arc of an eye: so many degrees wide around where it faces (degrees from north), with its
    rims. An eye has what stands on it in its arc, too.
    """
    turn = degrees(atan2(spot[0] - eye[0], eye[1] - spot[1])) - facing
    return spot == eye or abs((turn + 180) % 360 - 180) <= width / 2 + TINY


# ---------------------------------------------------------------- the sums of one leg
def _between(a: Spot, b: Spot, share: float) -> Spot:
    return b if share == 1 else (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def _holds(judge: Callable[[Spot], bool], a: Spot, b: Spot, share: float) -> bool:
    return judge(_between(a, b, share))


def _within(span: Span, part: Span) -> Span:
    """A part of a leg as a part of the whole way; its ends are exactly those of the leg where it reaches them."""
    begin, end = (span[1] if share == 1 else span[0] + (span[1] - span[0]) * share for share in part)
    return begin, end


def near_part(leg: Leg, spot: Spot, reach: float) -> Span | None:
    """The part of a leg within `reach` of a spot: between the roots of a quadratic equation."""
    (ax, ay), (bx, by) = leg
    dx, dy, x, y = bx - ax, by - ay, ax - spot[0], ay - spot[1]
    square, half, over = dx * dx + dy * dy, dx * x + dy * y, x * x + y * y - reach * reach
    if not square:
        return ALL[0] if over <= 0 else None
    under = half * half - square * over
    if under < 0:
        return None
    first, last = (-half - sqrt(under)) / square, (-half + sqrt(under)) / square
    return (max(first, 0.0), min(last, 1.0)) if first <= 1 and last >= 0 else None


def _crossing(a: Spot, b: Spot, c: Spot, d: Spot) -> float | None:
    """The share of the leg from a to b at which it is on the straight line through c and d; None for parallels."""
    ux, uy = d[0] - c[0], d[1] - c[1]
    start, turn = ux * (a[1] - c[1]) - uy * (a[0] - c[0]), ux * (b[1] - a[1]) - uy * (b[0] - a[0])
    return -start / turn if turn else None


def leg_crossings(figure: Figure, a: Spot, b: Spot) -> list[float]:
    """At which shares of the leg from a to b it crosses the sides of a figure, or begins to run along one."""
    met = (_crossing(a, b, c, d) for c, d in figure.sides if cross(a, b, c, d))
    return [share for share in met if share is not None]


def _grazes(eye: Spot, figure: Figure, a: Spot, b: Spot) -> list[float]:
    """The shares of the leg from a to b at which a line from an eye grazes a corner, and at which the leg meets a side.

    Only these can be between its ends: a corner is passed where the ends are on different sides of the line to it.
    """
    (ex, ey), (ax, ay), (bx, by) = eye, a, b
    ax, ay, bx, by = ax - ex, ay - ey, bx - ex, by - ey
    found = []
    for x, y in figure.points:
        first, last = (x - ex) * ay - (y - ey) * ax, (x - ex) * by - (y - ey) * bx
        if (first < 0) != (last < 0):
            found.append(first / (first - last))
    return found + _crossings(figure, a, b)


def _crossings(figure: Figure, a: Spot, b: Spot) -> list[float]:
    """The shares of the leg from a to b at which it crosses the straight lines along the sides of a figure."""
    (ax, ay), (bx, by) = a, b
    if not overlap(figure.box, box_of_leg(a, b)):
        return []
    found = []
    for (cx, cy), (dx, dy) in figure.sides:
        first = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
        last = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
        if (first < 0) != (last < 0):
            found.append(first / (first - last))
    return found


def _ray(eye: Spot, facing: float) -> Spot:
    """A place so many degrees clockwise from north of an eye."""
    return eye[0] + sin(radians(facing)), eye[1] - cos(radians(facing))


def _foot(a: Spot, b: Spot, spot: Spot) -> float | None:
    """The share of the leg from a to b at which it is nearest to a spot, or would be if it went on."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    return ((spot[0] - a[0]) * dx + (spot[1] - a[1]) * dy) / square if square else None
