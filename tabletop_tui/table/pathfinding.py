"""The shortest way of a base among other bases and areas of an open table: exact, with arcs around what is in the way.

A base goes where its middle goes, so every obstacle is made larger by its radius: another base is a disc, an area a
polygon and a margin around it. The shortest way then is a string pulled taut: straight lines that are tangent to discs
and to the corners of areas, and arcs between them. It is looked for among few obstacles: first there are none, and
whatever the way found would run into is added, until it runs into nothing. As it can only become longer by that, the
search may stop as soon as it is longer than the limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from math import acos, asin, atan2, ceil, dist, hypot, inf, pi, sqrt, tau

from attrs import field

from tabletop_tui.records import frozen
from tabletop_tui.table.deterministic_math import added, cos, sin
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Box, Figure, box_of_leg, grown, off, overlap

Disc = tuple[Spot, float]
"""Where a base stands, and how near to it the middle of the one that goes may come."""
BESIDE = 0.01
"""A way keeps so much further off than it has to, so that its places to the hundredth are still free."""
HALF_PI = pi / 2
SHARP = 0.2
"""The sine of half the sharpest corner of an area at which lines to the hundredth keep off both of its sides."""
BEND = pi / 18
"""The most that a way turns at one of its places: arcs are walked along lines around them."""
ON = 1e-6
"""So much nearer than allowed still counts as allowed."""


@frozen(eq=False)
class Pivot:
    """What a way can turn around: a disc, or the corner of an area; `side` is 1 or -1, the way round."""

    middle: Spot
    radius: float
    side: int
    area: Figure | None = None
    """The area of which it is a corner ..."""
    place: int = 0
    """... and which one."""
    beside: tuple[Spot, ...] = ()
    """The corners on both sides of that of a convex area, if it has no radius."""

    def grazed(self, spot: Spot) -> bool:
        """Whether the line from a place only grazes the area of which it is a corner."""
        if not self.beside:
            return True
        (ax, ay), (bx, by) = self.beside
        x, y = self.middle
        dx, dy = x - spot[0], y - spot[1]
        return (dx * (ay - y) - dy * (ax - x)) * (dx * (by - y) - dy * (bx - x)) >= -ON

    def arc(self, start: float, end: float) -> float:
        """The angle from one direction to another, this way round."""
        turn = (end - start) * self.side % tau
        return 0.0 if turn > tau - ON else turn


Tangent = tuple[Spot, Spot, float, float, float]
"""A straight line from one pivot to another: its ends, the directions in which it touches the pivots, its length."""


def tangent(one: Pivot, other: Pivot) -> Tangent | None:
    """The line from one pivot to another going on around both in their senses; None where they lie in each other."""
    (ax, ay), (bx, by) = one.middle, other.middle
    first, second = one.side * one.radius, other.side * other.radius
    dx, dy = bx - ax, by - ay
    far = hypot(dx, dy)
    if not far or abs(second - first) > far:
        return None
    along = atan2(dy, dx) - asin((second - first) / far)
    x, y = -sin(along), cos(along)
    a, b = (ax - first * x, ay - first * y), (bx - second * x, by - second * y)
    return (
        a,
        b,
        along - one.side * HALF_PI,
        along - other.side * HALF_PI,
        sqrt(max(0.0, far**2 - (second - first) ** 2)),
    )


def taut(one: Pivot, other: Pivot, line: Tangent) -> bool:
    """Whether a string from one to another can be taut: their line only grazes the areas whose corners they are."""
    area = one.area
    if area is not None and area is other.area and abs(one.place - other.place) in (1, len(area.points) - 1):
        return True
    return one.grazed(line[1]) and other.grazed(line[0])


# ---------------------------------------------------------------- ways
@frozen
class PartialWay:
    """A way as far as it is known: its last pivot, where it touches that, and what came before."""

    pivot: Pivot
    angle: float
    cost: float
    before: PartialWay | None = None
    left: float = 0.0
    """The direction in which the pivot before was left."""

    def places(self) -> Spots:
        """The way as straight lines, to the hundredth."""
        parts: list[PartialWay] = [self]
        while (before := parts[-1].before) is not None:
            parts.append(before)
        parts.reverse()
        found = [parts[0].pivot.middle]
        for here, after in pairwise(parts[1:]):
            found += around(here.pivot, here.angle, after.left)
        return (*found, self.pivot.middle)


def around(pivot: Pivot, start: float, end: float) -> list[Spot]:
    """The corners of lines that follow an arc on its outer side."""
    turn, (x, y) = pivot.arc(start, end), pivot.middle
    if not pivot.radius:
        return [(round(x, 2), round(y, 2))]
    count = max(1, ceil(turn / BEND))
    step = turn / count
    far = pivot.radius / cos(step / 2)
    angles = [start + pivot.side * step * (number + 0.5) for number in range(count)]
    return [(round(x + far * cos(angle), 2), round(y + far * sin(angle), 2)) for angle in angles]


@frozen(slots=False, eq=False)
class Pathfinder:
    """Where a base can stand and go."""

    discs: Sequence[Disc] = ()
    areas: Sequence[Figure] = ()
    margin: float = 0.0
    """So far its middle keeps off areas; with 0 it does not set foot on them."""
    within: Box | None = None
    """Its middle keeps in this box."""

    # ------------------------------------------------------------------ standing and going straight on
    def free(self, spot: Spot, start: Spot | None = None) -> bool:
        """Whether a base can stand here; one that came from nearer to something may stay as near to it."""
        if not self.inside(spot) or any(self._on(area, spot) for area in self.areas):
            return False
        x, y = spot
        for disc, radius in self.discs:
            beside = abs(disc[0] - x) < radius and abs(disc[1] - y) < radius
            if beside and (far := dist(spot, disc)) < radius - ON and (start is None or far < dist(start, disc) - ON):
                return False
        return True

    def inside(self, spot: Spot) -> bool:
        box = self.within
        return box is None or (box[0] - ON <= spot[0] <= box[2] + ON and box[1] - ON <= spot[1] <= box[3] + ON)

    def is_clear(self, a: Spot, b: Spot) -> bool:
        """Whether a base can go straight from a to b, coming no nearer to anything than it may, was, or will be there.

        Whether it can stand at b is for `free`.
        """
        return not any(True for _ in self._hit_discs(a, b, a, b, 0.0)) and not any(True for _ in self._hit_areas(a, b))

    def _on(self, area: Figure, spot: Spot) -> bool:
        return area.near(spot, self.margin - ON) if self.margin else area.holds(spot)

    def _hit_discs(self, a: Spot, b: Spot, start: Spot, goal: Spot, beside: float) -> Iterable[int]:
        """The discs that a straight part of a way from start to goal runs into."""
        left, top, right, bottom = box_of_leg(a, b)
        for number, (spot, radius) in enumerate(self.discs):
            reach = radius + beside
            if left - reach < spot[0] < right + reach and top - reach < spot[1] < bottom + reach:
                far = off(a, b, spot)
                if far < reach - ON and far < self._reach(number, start, goal, beside) - ON:
                    yield number

    def _reach(self, number: int, start: Spot, goal: Spot, beside: float) -> float:
        """How near to a disc a way from start to goal may come: no nearer than it begins and ends anyway."""
        spot, radius = self.discs[number]
        return min(radius + beside, dist(start, spot), dist(goal, spot))

    def _hit_areas(self, a: Spot, b: Spot) -> Iterable[int]:
        if self.areas and a != b:
            box = grown(box_of_leg(a, b), self.margin)
            for number, area in enumerate(self.areas):
                if overlap(area.box, box) and self.meets(area, a, b):
                    yield number

    def meets(self, area: Figure, a: Spot, b: Spot) -> bool:
        """Whether going straight from a to b leads too near to an area."""
        return area.comes_near(a, b, self.margin - ON) if self.margin else area.meets(a, b)

    # ------------------------------------------------------------------ the shortest way
    def way(self, start: Spot, goal: Spot, limit: float = inf) -> tuple[float, Spots] | None:
        """The length and the places of the shortest way, its start and its goal among them; None if none is so short.

        Whether the goal itself is free is not asked.
        """
        if dist(start, goal) > limit:
            return None
        if self.is_clear(start, goal):
            return dist(start, goal), (start, goal) if start != goal else (start,)
        return Search(self, start, goal, limit).way()


@frozen
class Search:
    """The search for one way, among as few obstacles as will do."""

    finder: Pathfinder
    start: Spot
    goal: Spot
    limit: float
    discs: dict[int, float] = field(factory=dict)
    """The discs that count so far, with how near to each the way may come."""
    areas: set[int] = field(factory=set)
    pivots: list[Pivot] = field(factory=list)
    _lines: dict[tuple[Pivot, Pivot], Tangent | None] = field(factory=dict)

    def way(self) -> tuple[float, Spots] | None:
        first, last = Pivot(self.start, 0.0, 1), Pivot(self.goal, 0.0, 1)
        self.pivots.append(last)
        start = PartialWay(first, 0.0, 0.0)
        self._add(PartialWay(last, 0.0, 0.0, start))
        while (found := self._shortest(start, last)) is not None:
            if not self._add(found):
                return found.cost, found.places()
        return None

    def _add(self, way: PartialWay) -> bool:
        """Let all count that a way runs into; whether that is any more than before."""
        finder, before = self.finder, len(self.pivots)
        for a, b in pairwise(way.places()):
            for number in finder._hit_discs(a, b, self.start, self.goal, 0.0):
                if number not in self.discs:
                    radius = max(0.0, finder._reach(number, self.start, self.goal, BESIDE) - ON)
                    self.discs[number] = radius
                    self.pivots.extend(Pivot(finder.discs[number][0], radius, side) for side in (1, -1))
            for number in finder._hit_areas(a, b):
                if number not in self.areas:
                    self.areas.add(number)
                    self.pivots.extend(corners(finder.areas[number], finder.margin))
        return len(self.pivots) > before

    def _line(self, one: Pivot, other: Pivot) -> Tangent | None:
        key = one, other
        if key not in self._lines:
            line = tangent(one, other)
            self._lines[key] = line if line is not None and taut(one, other, line) else None
        return self._lines[key]

    def _shortest(self, here: PartialWay, last: Pivot) -> PartialWay | None:
        """A* among the obstacles that count; whether a part is free is asked only when it would be the next."""
        queue: list[tuple[float, int, PartialWay]] = []
        done: set[tuple[Pivot, Pivot]] = set()
        turn, limit, goal = 0, self.limit + ON, self.goal
        while True:
            pivot = here.pivot
            for other in self.pivots:
                if (pivot, other) in done or (line := self._line(pivot, other)) is None:
                    continue
                cost = here.cost + line[4] + (pivot.arc(here.angle, line[2]) * pivot.radius if pivot.radius else 0.0)
                least = cost + dist(line[1], goal)
                if least <= limit:
                    turn += 1
                    heappush(queue, (least, turn, PartialWay(other, line[3], cost, here, line[2])))
            while queue:
                here = heappop(queue)[2]
                assert here.before is not None
                key = here.before.pivot, here.pivot
                if key not in done and self._free(here.before, here):
                    done.add(key)
                    break
            else:
                return None
            if here.pivot is last:
                return here

    def _free(self, before: PartialWay, part: PartialWay) -> bool:
        """Whether the arc around the pivot before and the straight line after it run into nothing that counts."""
        line = self._line(before.pivot, part.pivot)
        assert line is not None
        a, b = line[:2]
        finder = self.finder
        if any(off(a, b, finder.discs[number][0]) < radius - ON for number, radius in self.discs.items()):
            return False
        if before.pivot.radius and self._covered(before, part.left):
            return False
        places = around(before.pivot, before.angle, part.left) if self.areas or finder.within else []
        if not all(map(finder.inside, places)):
            return False
        return not any(
            finder.meets(finder.areas[number], c, d)
            for number in self.areas
            for c, d in (*pairwise(places), (a, b))
            if c != d
        )

    def _covered(self, part: PartialWay, end: float) -> bool:
        """Whether an arc around a pivot runs into a disc."""
        pivot = part.pivot
        turn = pivot.arc(part.angle, end)
        if not turn:
            return False
        for number, radius in self.discs.items():
            spot = self.finder.discs[number][0]
            far = dist(spot, pivot.middle)
            if far >= pivot.radius + radius - ON or (spot == pivot.middle and radius <= pivot.radius + ON):
                continue
            if far <= radius - pivot.radius:
                return True
            if far <= pivot.radius - radius:
                continue
            half = acos((far * far + pivot.radius**2 - radius**2) / (2 * far * pivot.radius))
            middle = atan2(spot[1] - pivot.middle[1], spot[0] - pivot.middle[0])
            into, out = (pivot.arc(part.angle, middle + pivot.side * edge) for edge in (-half, half))
            if into < turn - ON or ON < out < 2 * half - ON:
                return True
        return False


@lru_cache(maxsize=1 << 10)
def corners(area: Figure, margin: float) -> tuple[Pivot, ...]:
    """The outward corners of an area as pivots; with no margin they are places just off them."""
    spots = area.points
    turn = added(x * v - y * u for (x, y), (u, v) in zip(spots, (*spots[1:], spots[0]), strict=True))
    around = list(zip((spots[-1], *spots), spots, (*spots[1:], spots[0]), strict=False))
    bends = [(x - ax) * (by - y) - (y - ay) * (bx - x) for (ax, ay), (x, y), (bx, by) in around]
    outward = [place for place, bend in enumerate(bends) if not area.closed or bend * turn > 0]
    if margin or not area.closed:
        return tuple(Pivot(spots[place], margin + BESIDE, side, area, place) for place in outward for side in (1, -1))
    off = [off_corner(*around[place]) for place in outward]
    beside = zip((off[-1], *off), (*off[1:], off[0]), strict=False) if area.convex else ((),) * len(off)
    return tuple(Pivot(spot, 0.0, 1, area, place, two) for place, spot, two in zip(outward, off, beside, strict=False))


def off_corner(a: Spot, spot: Spot, b: Spot) -> Spot:
    """A place a little off a corner between two sides, on the outside: so far that lines from it run beside them."""
    one, two = dist(a, spot), dist(b, spot)
    x, y = (spot[0] - a[0]) / one + (spot[0] - b[0]) / two, (spot[1] - a[1]) / one + (spot[1] - b[1]) / two
    far = hypot(x, y)
    aside = BESIDE / max(SHARP, sqrt(max(0.0, 1 - far**2 / 4)))
    return spot[0] + aside * x / far, spot[1] + aside * y / far
