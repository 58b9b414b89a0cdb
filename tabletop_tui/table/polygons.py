"""Polygons and lines of few corners, and groups of bases, against one place or one straight line at a time.

Shapely is made for many shapes at once and takes some microseconds for every question about a single one; what a battle
asks thousands of times a second is answered here with plain numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import dist, hypot, inf, sqrt

from attrs import define

from tabletop_tui.table.points import Spot, Spots

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Leg = tuple[Spot, Spot]
"""A straight line between two places."""
NEARLY = 1e-3
"""What is no farther apart than this may touch by rounding."""
ON = 1e-9
"""What is nearer to a border than this is on it."""


def bounds(spots: Iterable[Spot]) -> Box:
    """The smallest box, its sides along the axes, that holds these places."""
    xs, ys = zip(*spots, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@lru_cache(maxsize=1 << 12)
def box_of(spots: Spots) -> Box:
    """The same for places that are asked about again and again."""
    return bounds(spots)


def box_corners(box: Box) -> Spots:
    """The corners of a box, clockwise from the north-west."""
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def box_middle(box: Box) -> Spot:
    """The middle of a box."""
    left, top, right, bottom = box
    return (left + right) / 2, (top + bottom) / 2


def overlap(one: Box, other: Box, reach: float = 0.0) -> bool:
    """Whether two boxes come within `reach` of each other, sideways and lengthways."""
    return (
        one[0] <= other[2] + reach
        and other[0] <= one[2] + reach
        and one[1] <= other[3] + reach
        and other[1] <= one[3] + reach
    )


def joined(one: Box, other: Box) -> Box:
    """The smallest box that holds two others."""
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def grown(box: Box, by: float) -> Box:
    """The box that holds every place so far from one."""
    left, top, right, bottom = box
    return left - by, top - by, right + by, bottom + by


def box_of_leg(a: Spot, b: Spot) -> Box:
    (ax, ay), (bx, by) = a, b
    return (ax if ax < bx else bx, ay if ay < by else by, bx if ax < bx else ax, by if ay < by else ay)


# ---------------------------------------------------------------- places and lines
def foot(a: Spot, b: Spot, spot: Spot) -> Spot:
    """The place on the line from a to b that is nearest to a spot."""
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if not square:
        return a
    along = ((spot[0] - ax) * dx + (spot[1] - ay) * dy) / square
    return a if along <= 0 else b if along >= 1 else (ax + along * dx, ay + along * dy)


def off(a: Spot, b: Spot, spot: Spot) -> float:
    """The distance of a spot from the line from a to b."""
    (ax, ay), (bx, by), (x, y) = a, b, spot
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    along = ((x - ax) * dx + (y - ay) * dy) / square if square else 0.0
    if along <= 0:
        return hypot(x - ax, y - ay)
    if along >= 1:
        return hypot(x - bx, y - by)
    return abs((x - ax) * dy - (y - ay) * dx) / sqrt(square)


def cross(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    """Whether the line from a to b meets the one from c to d."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = a, b, c, d
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    first, second = ux * (cy - ay) - uy * (cx - ax), ux * (dy - ay) - uy * (dx - ax)
    if (first > 0 and second > 0) or (first < 0 and second < 0):
        return False
    third, fourth = vx * (ay - cy) - vy * (ax - cx), vx * (by - cy) - vy * (bx - cx)
    if (third > 0 and fourth > 0) or (third < 0 and fourth < 0):
        return False
    return bool(first or second or third or fourth) or overlap(box_of_leg(a, b), box_of_leg(c, d))


def meeting(one: Leg, other: Leg) -> Spot:
    """Where two straight lines that meet do so, to the hundredth; of lines along each other where the second begins."""
    ((ax, ay), (bx, by)), ((cx, cy), (dx, dy)) = one, other
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    square = ux * vy - uy * vx
    if not square:
        return other[0]
    along = ((cx - ax) * vy - (cy - ay) * vx) / square
    return round(ax + along * ux, 2), round(ay + along * uy, 2)


def between(a: Spot, b: Spot, c: Spot, d: Spot) -> float:
    """The distance of the line from a to b from the one from c to d; 0 where they meet."""
    if cross(a, b, c, d):
        return 0.0
    return min(off(a, b, c), off(a, b, d), off(c, d, a), off(c, d, b))


# ---------------------------------------------------------------- figures
@define(eq=False, slots=False)
class Figure:
    """A polygon with all that lies within it, or a line through its points. It never changes."""

    points: Spots
    closed: bool = True

    @cached_property
    def sides(self) -> tuple[Leg, ...]:
        return tuple(pairwise((*self.points, self.points[0]) if self.closed else self.points))

    @cached_property
    def box(self) -> Box:
        return box_of(self.points)

    @cached_property
    def parts(self) -> tuple[Spots, ...]:
        """Convex polygons and lines of which its border consists: itself if it is convex, else its sides."""
        return (self.points,) if self._bend else self.sides

    @property
    def convex(self) -> bool:
        """Whether it is an area without a corner that bends inwards."""
        return self._bend != 0

    @cached_property
    def _bend(self) -> int:
        """Which way all corners of a convex polygon bend: 1 or -1; 0 for any other figure."""
        first, second = self.points[:2]
        corners = zip(self.points, (*self.points[1:], first), (*self.points[2:], first, second), strict=True)
        bends = [(bx - ax) * (cy - ay) - (by - ay) * (cx - ax) for (ax, ay), (bx, by), (cx, cy) in corners]
        return 0 if not self.closed else 1 if min(bends) >= 0 else -1 if max(bends) <= 0 else 0

    @cached_property
    def _edges(self) -> tuple[tuple[float, float, float, float, float], ...]:
        """The sides: where each begins, how far it goes, and the square of its length."""
        steps = [(ax, ay, bx - ax, by - ay) for (ax, ay), (bx, by) in self.sides]
        return tuple((x, y, dx, dy, dx * dx + dy * dy) for x, y, dx, dy in steps if dx or dy)

    def holds(self, spot: Spot) -> bool:
        """Whether a spot lies within it or on its border."""
        x, y = spot
        left, top, right, bottom = self.box
        if not (left <= x <= right and top <= y <= bottom):
            return False
        if bend := self._bend:
            for ax, ay, dx, dy, _ in self._edges:  # noqa: SIM110 - asked thousands of times a second
                if (dx * (y - ay) - dy * (x - ax)) * bend < -ON:
                    return False
            return True
        inside = False
        for (ax, ay), (bx, by) in self.sides:
            aside = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if -ON < aside < ON and overlap(box_of_leg((ax, ay), (bx, by)), (x, y, x, y)):
                return True
            if (ay > y) != (by > y) and (aside > 0) == (by > ay):
                inside = not inside
        return inside and self.closed

    def clipped(self, a: Spot, b: Spot) -> tuple[float, float] | None:
        """Which part of the line from a to b is on this convex figure, as shares of the line; None for none.

        A corner that the line only grazes on its way does not count; an end of the line on the border does.
        """
        bend, enters, leaves = self._bend, 0.0, 1.0
        (ax, ay), (bx, by) = a, b
        for x, y, dx, dy, _ in self._edges:
            first, last = (dx * (ay - y) - dy * (ax - x)) * bend, (dx * (by - y) - dy * (bx - x)) * bend
            if first < -ON:
                if last < -ON:
                    return None
                enters = max(enters, min(1.0, first / (first - last)))
            elif last < -ON:
                leaves = min(leaves, max(0.0, first / (first - last)))
        return (enters, leaves) if enters < leaves or (enters == leaves and enters in (0.0, 1.0)) else None

    def distance(self, spot: Spot) -> float:
        """How far a spot is from it; 0 within it."""
        if self.holds(spot):
            return 0.0
        x, y = spot
        nearest = inf
        for ax, ay, dx, dy, square in self._edges:
            along = ((x - ax) * dx + (y - ay) * dy) / square
            along = 0.0 if along < 0 else 1.0 if along > 1 else along
            far = (x - ax - along * dx) ** 2 + (y - ay - along * dy) ** 2
            if far < nearest:
                nearest = far
        return sqrt(nearest)

    def nearest(self, spot: Spot) -> Spot:
        """The place of it that is nearest to a spot."""
        if self.holds(spot):
            return spot
        return min((foot(a, b, spot) for a, b in self.sides), key=lambda place: dist(place, spot))

    def near(self, spot: Spot, reach: float) -> bool:
        """Whether a spot is less than `reach` from it."""
        left, top, right, bottom = self.box
        x, y = spot
        close = left - reach < x < right + reach and top - reach < y < bottom + reach
        return close and self.distance(spot) < reach

    def meets(self, a: Spot, b: Spot) -> bool:
        """Whether the line from a to b touches it anywhere."""
        return self._abreast(a, b, 0.0) and self._met(a, b)

    def divides(self, a: Spot, b: Spot) -> bool:
        """Whether it lies between two places, neither of which is on it."""
        if not self._abreast(a, b, 0.0) or self.holds(a) or self.holds(b):
            return False
        return any(cross(a, b, c, d) for c, d in self.sides)

    def comes_near(self, a: Spot, b: Spot, reach: float) -> bool:
        """Whether the line from a to b comes nearer to it than `reach`."""
        if not self._abreast(a, b, reach):
            return False
        return (
            self._met(a, b)
            or any(off(a, b, corner) < reach for corner in self.points)
            or any(off(c, d, a) < reach or off(c, d, b) < reach for c, d in self.sides)
        )

    def _abreast(self, a: Spot, b: Spot, reach: float) -> bool:
        """Whether no line along or across that from a to b, and no upright or level one, parts the two by `reach`."""
        (ax, ay), (bx, by) = a, b
        left, top, right, bottom = self.box
        if (ax < left - reach and bx < left - reach) or (ax > right + reach and bx > right + reach):
            return False
        if (ay < top - reach and by < top - reach) or (ay > bottom + reach and by > bottom + reach):
            return False
        dx, dy = bx - ax, by - ay
        aside = [(x - ax) * dy - (y - ay) * dx for x, y in self.points]
        margin = reach * hypot(dx, dy) + ON
        return min(aside) <= margin and max(aside) >= -margin

    def _met(self, a: Spot, b: Spot) -> bool:
        if self.closed and (self.holds(a) or self.holds(b)):
            return True
        return any(cross(a, b, c, d) for c, d in self.sides)


# ---------------------------------------------------------------- groups of bases
def strip(ends: Sequence[Spot]) -> Callable[[Iterable[Spot], float], bool]:
    """Whether something with these corners may come within `reach` of a line between any two of these places.

    It may not where it lies wholly on one side of all of them, as seen along the way from the first to the last.
    """
    (ax, ay), (bx, by) = ends[0], ends[-1]
    dx, dy = bx - ax, by - ay
    aside, length = [(x - ax) * dy - (y - ay) * dx for x, y in ends], hypot(dx, dy)
    least, most = min(aside), max(aside)

    def may_touch(corners: Iterable[Spot], reach: float) -> bool:
        margin = (reach + NEARLY) * length
        beside = [(x - ax) * dy - (y - ay) * dx for x, y in corners]
        return min(beside) <= most + margin and max(beside) >= least - margin

    return may_touch


@lru_cache(maxsize=1 << 12)
def links(models: Spots, radius: float, link: float = 1.0) -> tuple[Leg, ...]:
    """A group as one body: the lines between neighbours with gaps of at most `link`; of a lone base its own place."""
    most = (link + 2 * radius + 1e-6) ** 2
    found: list[Leg] = []
    for number, (x, y) in enumerate(models):
        near = [(u, v) for u, v in models[number + 1 :] if (u - x) ** 2 + (v - y) ** 2 <= most]
        found += [((x, y), there) for there in near]
    linked = {spot for leg in found for spot in leg}
    return tuple(found + [(spot, spot) for spot in models if spot not in linked])


def near_any(models: Spots, others: Spots, reach: float) -> bool:
    """Whether some place of the one group is less than `reach` from one of the other."""
    box = box_of(models)
    if not overlap(box, box_of(others), reach):
        return False
    left, top, right, bottom = grown(box, reach)
    close = [(u, v) for u, v in others if left < u < right and top < v < bottom]
    square = reach * reach
    return any((x - u) ** 2 + (y - v) ** 2 < square for u, v in close for x, y in models)


def struck(models: Spots, radius: float, a: Spot, b: Spot) -> bool:
    """Whether the line from a to b meets a group's body."""
    (ax, ay), (bx, by) = a, b
    left, top, right, bottom = box_of(models)
    if (ax < left - radius and bx < left - radius) or (ax > right + radius and bx > right + radius):
        return False
    if (ay < top - radius and by < top - radius) or (ay > bottom + radius and by > bottom + radius):
        return False
    dx, dy = bx - ax, by - ay
    aside = [(x - ax) * dy - (y - ay) * dx for x, y in models]
    margin = radius * hypot(dx, dy)
    if min(aside) > margin or max(aside) < -margin:
        return False
    return any(between(a, b, c, d) <= radius for c, d in links(models, radius))
