"""The shortest way around obstacles, for a group of bases that keeps its formation, from corner to corner.

A group that keeps its formation goes where its middle goes. So each obstacle is made larger by the outline of the
group, and what is left is the way of a point: it bends only at corners of these outlines, and there it grazes them.
Whether a straight leg is free, and what it costs, the rulebook says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from math import atan2, ceil, dist, inf, pi, sqrt, tau

from attrs import define, field
from shapely import MultiPoint

from tabletop_tui.records import frozen
from tabletop_tui.table.deterministic_math import cos, sin
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Figure

BEYOND = 0.02
"""So far beyond an obstacle a way turns, so that places to the hundredth are still free.

And so much longer than the arc may a way be that leads a quarter round a disc from corner to corner.
"""
STRAIGHT = 1e-9

Way = tuple[Spot, ...]
"""Where a way begins, and the corners where it turns."""
Leg = Callable[[Way, Spot], float]
"""What going straight on from the end of a way to a place costs; infinite if it is not free."""


# ---------------------------------------------------------------- outlines
def hull(spots: Iterable[Spot]) -> Spots:
    """The corners of the smallest convex polygon around some places, in order."""
    places = sorted(set(spots))
    if len(places) < 3:
        return tuple(places)
    return (*_half(places), *_half(places[::-1]))


def _half(places: list[Spot]) -> list[Spot]:
    found: list[Spot] = []
    for spot in places:
        while len(found) > 1 and _turn(found[-2], found[-1], spot) <= 0:
            found.pop()
        found.append(spot)
    return found[:-1]


def _turn(a: Spot, b: Spot, c: Spot) -> float:
    """Above 0 where a way from a over b to c bends to the one side, below 0 to the other."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@lru_cache(maxsize=64)
def disc(radius: float) -> Spots:
    """A polygon around a disc, with so many corners that the way round it is hardly longer (`BEYOND`)."""
    count = max(8, ceil(pi * sqrt(radius * pi / 2 / (3 * BEYOND))))  # the tangent of a small angle a is a + a^3 / 3
    far = radius / cos(pi / count)
    return hull((far * cos((n + 0.5) * tau / count), far * sin((n + 0.5) * tau / count)) for n in range(count))


def spread(*polygons: Spots) -> Spots:
    """All sums of a place from each of some convex polygons: the corners of a convex polygon again."""
    x = y = 0.0
    edges: list[tuple[float, Spot]] = []
    for polygon in polygons:
        first = min(range(len(polygon)), key=lambda n: (polygon[n][1], polygon[n][0]))
        x, y = x + polygon[first][0], y + polygon[first][1]
        for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
            if (ax, ay) != (bx, by):
                edges.append((atan2(by - ay, bx - ax) % tau, (bx - ax, by - ay)))
    corners: list[Spot] = []
    before = -inf
    for angle, (dx, dy) in sorted(edges):
        if angle > before + STRAIGHT:
            corners.append((x, y))
        before, x, y = angle, x + dx, y + dy
    return tuple(corners) or ((x, y),)


@lru_cache(maxsize=1 << 12)
def outline(obstacle: Spots, offsets: Spots, reach: float, sharp: bool = False) -> Spots:
    """Where one of a group, at these offsets from its middle, would be less than `reach` from an obstacle.

    A convex polygon around all such places of the middle; a sharp one has fewer corners and is wider there.
    """
    places = spread(hull(obstacle), hull((-x, -y) for x, y in offsets))
    if not sharp:
        return spread(places, disc(reach + BEYOND))
    whole = MultiPoint(places).convex_hull.buffer(reach + BEYOND, cap_style="square", join_style="mitre", mitre_limit=2)
    return tuple((x, y) for x, y in whole.exterior.coords[:-1])


# ---------------------------------------------------------------- ways
@frozen
class Corner:
    """A corner of an outline, with its neighbours there."""

    spot: Spot
    before: Spot
    after: Spot
    outline: Figure

    def grazed(self, other: Spot) -> bool:
        """Whether the line from another place only grazes the outline here, or comes from within it."""
        (x, y), (u, v) = self.spot, other
        dx, dy = x - u, y - v
        one = dx * (self.before[1] - y) - dy * (self.before[0] - x)
        two = dx * (self.after[1] - y) - dy * (self.after[0] - x)
        return one * two >= -STRAIGHT or self.outline.holds(other)


def corners_of(outlines: Iterable[Spots], allowed: Callable[[Spot], bool]) -> list[Corner]:
    """The corners at which a way may turn."""
    return [corner for polygon in outlines for corner in _corners(polygon) if allowed(corner.spot)]


@lru_cache(maxsize=1 << 12)
def _corners(polygon: Spots) -> tuple[Corner, ...]:
    """The corners of an outline, to the hundredth."""
    places = tuple([(round(x, 2), round(y, 2)) for x, y in polygon])
    around = zip(places, (places[-1], *places), (*places[1:], places[0]), strict=False)
    whole = Figure(places)
    return tuple([Corner(spot, before, after, whole) for spot, before, after in around])


@define
class Ways:
    """The shortest ways of at most `limit` from one of some places over corners."""

    starts: Sequence[Spot]
    corners: list[Corner]
    limit: float
    leg: Leg
    spread: float = 0.0
    """So much the direction in which one comes to a corner may matter for what it costs to go on."""
    _found: list[tuple[float, Way, Corner | None]] | None = field(default=None, init=False)

    def found(self) -> list[tuple[float, Way, Corner | None]]:
        """Every start and every corner that can be reached, with the cost and the way there, the cheapest first."""
        if self._found is None:
            self._found = self._search()
        return self._found

    def _search(self) -> list[tuple[float, Way, Corner | None]]:
        """Dijkstra's search; whether a leg is free is asked only when it would be the next to be taken."""
        queue: list[tuple[float, int, bool, Way, int]] = []
        done: dict[int, float] = {}
        taken: set[tuple[Spot, int]] = set()
        found: list[tuple[float, Way, Corner | None]] = []
        turn = 0

        def settled(number: int, cost: float) -> bool:
            return number in done and cost >= done[number] + self.spread

        def go_on(cost: float, way: Way, here: Corner | None) -> None:
            nonlocal turn
            for number, corner in enumerate(self.corners):
                far = cost + dist(way[-1], corner.spot)
                if settled(number, far):
                    continue
                if far <= self.limit and corner.grazed(way[-1]) and (here is None or here.grazed(corner.spot)):
                    turn += 1
                    heappush(queue, (far, turn, False, way, number))

        for start in self.starts:
            found.append((0.0, (start,), None))
            go_on(0.0, (start,), None)
        while queue:
            cost, _, sure, way, number = heappop(queue)
            if settled(number, cost) or (way[-1], number) in taken:
                continue
            corner = self.corners[number]
            if not sure:
                before = cost - dist(way[-1], corner.spot)
                exact = before + self.leg(way, corner.spot)
                if exact > cost + STRAIGHT:
                    if exact <= self.limit:
                        turn += 1
                        heappush(queue, (exact, turn, True, way, number))
                    continue
            done.setdefault(number, cost)
            taken.add((way[-1], number))
            longer = (*way, corner.spot)
            found.append((cost, longer, corner))
            go_on(cost, longer, corner)
        return found

    def to(self, goal: Spot, last: Leg | None = None, less_than: float = inf) -> tuple[float, Way] | None:
        """The cheapest way to a goal, its start first and the goal left out; None if there is none so cheap.

        `last` is what the last leg costs, where that is not as for every other; never less than its length.
        """
        best: tuple[float, Way] | None = None
        limit = min(self.limit + STRAIGHT, less_than)
        near = [
            (cost + dist(way[-1], goal), cost, way)
            for cost, way, corner in self.found()
            if cost + dist(way[-1], goal) < limit and (corner is None or corner.grazed(goal))
        ]
        for least, cost, way in sorted(near):
            if least >= limit:
                break
            taken = cost + (last or self.leg)(way, goal)
            if taken < limit:
                best, limit = (taken, way), taken
        return best
