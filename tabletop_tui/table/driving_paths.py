"""Driving: ways of straight pieces and arcs, and what a base meets on them. Lengths in table units, angles in degrees.

Everything is told in closed form, to within rounding of floats. A base that goes straight or around a point moves
rigidly, so it comes nearest to something where a corner of the one, on its line or arc, comes nearest to a side of the
other: corners of the base are followed on, corners of what stands there are followed back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import pairwise
from math import atan2, ceil, degrees, dist, hypot, inf, pi, radians, sqrt, tau

from attrs import evolve

from tabletop_tui.records import frozen
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.deterministic_math import added, cos, sin
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Box, Figure, Leg, between, bounds, foot, grown, joined, off, overlap

HALVINGS = 60
"""How often a stretch is halved to find where something is met first."""
DRAWN = 10.0
"""So many degrees of an arc are drawn as one straight line."""


# ---------------------------------------------------------------- places and pieces
@frozen
class Pose:
    """Where a vehicle is, by its middle, and which way it heads, clockwise from north."""

    x: float
    y: float
    heading: float

    @property
    def spot(self) -> Spot:
        return self.x, self.y

    def kept(self) -> Pose:
        """The pose as a game keeps it: all to the hundredth."""
        return Pose(round(self.x, 2), round(self.y, 2), round(self.heading, 2) % 360)

    def away(self, degrees: float, by: float) -> Spot:
        """The place so far off in a direction, clockwise from the heading."""
        angle = radians(self.heading + degrees)
        return self.x + by * sin(angle), self.y - by * cos(angle)


@frozen
class Straight:
    """Straight on."""

    length: float


@frozen
class Arc:
    """A turn by so many degrees (right above 0, left below) on a circle of this radius; with 0 on the spot."""

    turn: float
    radius: float

    @property
    def length(self) -> float:
        return abs(radians(self.turn)) * self.radius


Piece = Straight | Arc


# ---------------------------------------------------------------- lines and arcs that a point goes along
@frozen
class PointArc:
    """The arc of a point around a middle: from an angle (atan2) on by another, either way."""

    middle: Spot
    radius: float
    first: float
    by: float

    def at(self, angle: float) -> Spot:
        return self.middle[0] + self.radius * cos(angle), self.middle[1] + self.radius * sin(angle)

    @property
    def ends(self) -> Leg:
        return self.at(self.first), self.at(self.first + self.by)

    def passes(self, angle: float) -> bool:
        """Whether the arc goes through this direction from its middle."""
        ahead = angle - self.first if self.by >= 0 else self.first - angle
        return ahead % tau <= abs(self.by)

    def off(self, spot: Spot) -> float:
        """The distance of a spot from the arc."""
        (x, y), (u, v) = self.middle, spot
        if self.passes(atan2(v - y, u - x)):
            return abs(hypot(u - x, v - y) - self.radius)
        return min(dist(spot, end) for end in self.ends)

    def crosses(self, a: Spot, b: Spot) -> bool:
        """Whether the straight line from a to b cuts the arc."""
        (x, y), (ax, ay), (bx, by) = self.middle, a, b
        dx, dy, ex, ey = bx - ax, by - ay, ax - x, ay - y
        square, half, rest = dx * dx + dy * dy, dx * ex + dy * ey, ex * ex + ey * ey - self.radius**2
        root = half * half - square * rest
        if not square or root < 0:
            return False
        shares = ((-half - sqrt(root)) / square, (-half + sqrt(root)) / square)
        return any(0 <= t <= 1 and self.passes(atan2(ey + t * dy, ex + t * dx)) for t in shares)

    def between(self, a: Spot, b: Spot) -> float:
        """The distance of the arc from the straight line from a to b; 0 where they meet."""
        if a != b and self.crosses(a, b):
            return 0.0
        ends = min(off(a, b, end) for end in self.ends)
        return min(ends, *(self.off(spot) for spot in {a, b, foot(a, b, self.middle)}))

    @property
    def box(self) -> Box:
        sides = (self.at(quarter * pi / 2) for quarter in range(4) if self.passes(quarter * pi / 2))
        return bounds((*self.ends, *sides))


@frozen
class PointLine:
    """The straight line of a point."""

    start: Spot
    end: Spot

    def between(self, a: Spot, b: Spot) -> float:
        """Its distance from the straight line from a to b."""
        return between(self.start, self.end, a, b)

    @property
    def box(self) -> Box:
        return bounds((self.start, self.end))


Trail = PointLine | PointArc


# ---------------------------------------------------------------- bases and what stands there
@frozen(slots=False)
class Footprint:
    """What lies within `radius` of a place, a line or a polygon: a base, a piece of terrain."""

    corners: Spots
    radius: float = 0.0
    closed: bool = True

    @cached_property
    def sides(self) -> Sequence[Leg]:
        if len(self.corners) == 1:
            return [(self.corners[0], self.corners[0])]
        return [*pairwise((*self.corners, self.corners[0]) if self.closed else self.corners)]

    @cached_property
    def _figure(self) -> Figure:
        return Figure(self.corners)

    def holds(self, spot: Spot) -> bool:
        """Whether a spot lies within its corners."""
        return self.closed and len(self.corners) > 2 and self._figure.holds(spot)

    @cached_property
    def box(self) -> Box:
        return grown(bounds(self.corners), self.radius)

    def at(self, pose: Pose) -> Footprint:
        """A base that is drawn heading north around 0,0, as it stands somewhere."""
        c, s = cos(radians(pose.heading)), sin(radians(pose.heading))
        return evolve(self, corners=tuple((pose.x + x * c - y * s, pose.y + x * s + y * c) for x, y in self.corners))


def round_base(radius: float) -> Footprint:
    """A round base."""
    return Footprint(((0.0, 0.0),), radius)


# ---------------------------------------------------------------- one piece
@frozen(slots=False)
class Stretch:
    """A piece driven from a pose."""

    start: Pose
    piece: Piece

    @cached_property
    def hub(self) -> Spot:
        """Around what an arc goes."""
        assert isinstance(self.piece, Arc)
        return self.start.away(90 if self.piece.turn > 0 else -90, self.piece.radius)

    @cached_property
    def end(self) -> Pose:
        if isinstance(self.piece, Straight):
            return evolve(self.start, x=self._ahead[0], y=self._ahead[1])
        (_, (x, y)), heading = self._point_arc(self.start.spot, 1).ends, self.start.heading + self.piece.turn
        return Pose(x, y, heading % 360)

    @property
    def _ahead(self) -> Spot:
        return self.start.away(0, self.piece.length)

    def part(self, share: float) -> Stretch:
        """Its first part."""
        if isinstance(self.piece, Straight):
            return evolve(self, piece=Straight(self.piece.length * share))
        return evolve(self, piece=evolve(self.piece, turn=self.piece.turn * share))

    def trail(self, spot: Spot, sense: int = 1) -> Trail:
        """How a place that is fixed to the base moves; with the sense -1 the same motion backwards."""
        if isinstance(self.piece, Arc):
            return self._point_arc(spot, sense)
        (x, y), (u, v) = self.start.spot, self._ahead
        return PointLine(spot, (spot[0] + sense * (u - x), spot[1] + sense * (v - y)))

    def _point_arc(self, spot: Spot, sense: int) -> PointArc:
        assert isinstance(self.piece, Arc)
        x, y = self.hub
        angle = atan2(spot[1] - y, spot[0] - x)
        return PointArc(self.hub, dist(self.hub, spot), angle, sense * radians(self.piece.turn))

    def box(self, base: Footprint) -> Box:
        """The box around all that a base covers on the way; `base` as it stands at the start."""
        first, *others = [self.trail(corner).box for corner in base.corners]
        for other in others:
            first = joined(first, other)
        return grown(first, base.radius)

    def clearance(self, base: Footprint, other: Footprint) -> float:
        """How near the base comes to something else; below 0 where they overlap, though not by how much."""
        inner = _shrunk(base)
        if inner.holds(other.corners[0]) or other.holds(inner.corners[0]):
            return -inf
        near = self._nearest(base, other)
        if near > TINY or base.radius or other.radius:
            return near - base.radius - other.radius
        return 0.0 if self._nearest(inner, other) > 0 else -inf  # polygons whose sides cut, or only touch, each other

    def _nearest(self, base: Footprint, other: Footprint) -> float:
        """How near the corners and sides of the one come to those of the other."""
        on = min(self.trail(corner).between(*side) for corner in base.corners for side in other.sides)
        if len(base.corners) == 1:
            return on
        return min(on, *(self.trail(corner, -1).between(*side) for corner in other.corners for side in base.sides))

    def share_to(self, base: Footprint, other: Footprint) -> float:
        """Which share of it is driven before the base drives into something that it does drive into."""
        low, high = 0.0, 1.0
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            met = self.part(middle).clearance(base, other) < -TINY
            low, high = (low, middle) if met else (middle, high)
        return low

    def points(self) -> Iterator[Spot]:
        """Places along it, its start and its end among them, for drawing."""
        count = max(1, ceil(abs(self.piece.turn) / DRAWN)) if isinstance(self.piece, Arc) else 1
        yield from (self.part(number / count).end.spot for number in range(count + 1))


def _shrunk(body: Footprint) -> Footprint:
    """A polygon with its corners nearer to its middle by so little that only contact is lost."""
    if len(body.corners) == 1:
        return body
    x = sum(x for x, _ in body.corners) / len(body.corners)
    y = sum(y for _, y in body.corners) / len(body.corners)
    keep = 1 - TINY
    return evolve(body, corners=tuple((x + (u - x) * keep, y + (v - y) * keep) for u, v in body.corners))


@lru_cache(maxsize=1 << 12)
def _share_to(stretch: Stretch, base: Footprint, other: Footprint) -> float:
    """As `Stretch.share_to`, which takes long, and is asked again and again by whoever thinks ahead."""
    return stretch.share_to(base, other)


# ---------------------------------------------------------------- a whole way
@frozen(slots=False)
class Way:
    """Pieces driven one after another."""

    start: Pose
    pieces: tuple[Piece, ...]

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        found, pose = [], self.start
        for piece in self.pieces:
            found.append(Stretch(pose, piece))
            pose = found[-1].end
        return tuple(found)

    @property
    def length(self) -> float:
        return added(piece.length for piece in self.pieces)

    @property
    def end(self) -> Pose:
        return self.stretches[-1].end if self.pieces else self.start

    def upto(self, length: float) -> Way:
        """Its first part, so long."""
        pieces: list[Piece] = []
        for stretch in self.stretches:
            if stretch.piece.length > length:
                pieces.append(stretch.part(length / stretch.piece.length).piece)
                break
            pieces.append(stretch.piece)
            length -= stretch.piece.length
        return Way(self.start, tuple(pieces))

    def points(self) -> list[Spot]:
        """Places along it for drawing, its start and its end among them."""
        return [self.start.spot, *(spot for stretch in self.stretches for spot in stretch.points())]


@frozen(slots=False)
class Sweep:
    """All that a base covers on a way; `base` is drawn heading north around 0,0."""

    way: Way
    base: Footprint

    @cached_property
    def _parts(self) -> list[tuple[Stretch, Footprint, Box]]:
        """Each stretch, the base at its start, and the box around what it covers there."""
        placed = [(one, self.base.at(one.start)) for one in self.way.stretches]
        return [(one, base, one.box(base)) for one, base in placed]

    @cached_property
    def box(self) -> Box:
        """The box around all of it."""
        boxes = [self.base.at(self.way.start).box, *(box for _, _, box in self._parts)]
        return reduce(joined, boxes)

    def clearance(self, other: Footprint) -> float:
        """How near it comes to something else; below 0 where it drives into it, infinite where it is far away."""
        near = (one.clearance(base, other) for one, base, box in self._parts if overlap(box, other.box, TINY))
        return min(near, default=inf)

    def met(self, other: Footprint) -> float | None:
        """After which length it drives into something, to within a billionth; None if it only touches it."""
        driven = 0.0
        for stretch, base, box in self._parts:
            if overlap(box, other.box) and stretch.clearance(base, other) < -TINY:
                return driven + _share_to(stretch, base, other) * stretch.piece.length
            driven += stretch.piece.length
        return None


def toward(pose: Pose, goal: Spot, radius: float) -> tuple[Arc, Straight] | None:
    """The shorter way of one arc and a straight piece to a place; None where both circles hold it."""
    ways = [way for side in (1, -1) if (way := _tangent(pose, goal, radius, side)) is not None]
    return min(ways, key=lambda way: way[0].length + way[1].length, default=None)


def _tangent(pose: Pose, goal: Spot, radius: float, side: int) -> tuple[Arc, Straight] | None:
    x, y = pose.away(90 * side, radius)
    dx, dy = goal[0] - x, goal[1] - y
    away = hypot(dx, dy)
    if away < radius:
        return None
    straight = sqrt(away * away - radius * radius)
    heading = degrees(atan2(dx, -dy)) + side * degrees(atan2(radius, straight))
    return Arc(side * (side * (heading - pose.heading) % 360), radius), Straight(straight)
