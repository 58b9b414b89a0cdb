"""Whether so many bases find room in a region, and where, whatever lattice a cursor snaps to.

As the region is a little too large rather than too small, there is surely no room where it is empty, and each place
that is found in it is judged again by whoever asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product, repeat
from math import dist, inf, pi, sqrt

import numpy as np
import numpy.typing as npt
import shapely
from attrs import define, field
from shapely import Point
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from tabletop_tui.table.base_capacity import most_apart
from tabletop_tui.table.deterministic_math import cos, sin
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.region_places import border, enclosing, lattice
from tabletop_tui.table.region_shapes import SEGMENTS, SLACK, Values, rigid, valid

ON_THE_RIM = 0.25
"""So far from each other places along the rim of a region are tried."""
PULLS = 12
"""Sides from which bases are packed."""
Mask = npt.NDArray[np.bool_]
Allowed = Callable[[Spot], bool]
Parted = Callable[[Spot, Spot], bool]
"""Whether two places cannot both be taken by bases of one group, such as with a wall between them."""


@define(slots=False)
class Room:
    """So many bases of a group that look for places in a region, each for itself."""

    region: BaseGeometry
    count: int
    radius: float
    allowed: Allowed
    """Whether one base may surely stand somewhere."""
    link: float = inf
    """How far the middles of neighbours may be from each other."""
    across: float = inf
    """How far any two of them may."""
    chain: bool = True
    """Whether all neighbours have to form one chain; else each has to have one."""
    parted: Parted | None = None
    some: BaseGeometry | None = None
    """Where one of them has to stand at least, if anywhere."""
    focus: Spot | None = None
    """To where they would best be near."""
    narrowed: Callable[[BaseGeometry], BaseGeometry] | None = None
    """The part of a region in which all of them can end together, and perhaps more."""
    _known: dict[Spot, bool] = field(factory=dict, init=False)

    def rigid(self, offsets: Sequence[Spot]) -> BaseGeometry:
        """Where the middle of a formation may be, each base at its offset."""
        area = rigid(self.region, offsets)
        if self.some is None or area.is_empty:
            return area
        return shapely.union_all([valid(area).intersection(valid(translate(self.some, -x, -y))) for x, y in offsets])

    def arrangements(self) -> Iterator[Spots]:
        """Places for all of them, packed in each part of the region from many sides."""
        return (spots for window in self.chances() for spots in self._packings(window, True))

    def chances(self) -> Iterator[BaseGeometry]:
        """The parts of the region in one of which all must find room, if they find any; those where they may."""
        return (window for window in self._windows() if not self.is_hopeless(window))

    def around(self, start: Spot) -> Spots:
        """Places for all of them with one at a start, as near to it as can be; () if none are found."""
        part = self._around(self.region, start)
        if part.is_empty or not self.is_allowed(start):
            return ()
        spots = self._packed(Pool.of(part, self), start, start)
        return spots if len(spots) == self.count else ()

    def _around(self, region: BaseGeometry, start: Spot) -> BaseGeometry:
        """What of a region one may reach who belongs to a group with one at a start."""
        if self.across == inf:
            return region
        x, y, far = *start, self.across + SLACK
        return shapely.clip_by_rect(region, x - far, y - far, x + far, y + far)

    def most(self) -> Spots:
        """Places for as many of them as find room."""
        best: Spots = ()
        for window in self._windows():
            for spots in self._packings(window):
                best = max(best, spots, key=len)
                if len(best) == self.count:
                    return best
        return best

    def _windows(self) -> Iterator[BaseGeometry]:
        """The region in overlapping parts, in one of which the whole group must find room wherever it does."""
        if self.region.is_empty:
            return
        left, top, right, bottom = self.region.bounds
        far, step = (inf, inf) if self.across == inf else (1.5 * self.across, self.across / 2)
        for x, y in product(_steps(left, right - far, step), _steps(top, bottom - far, step)):
            whole = self.region
            if far < inf:
                whole = shapely.clip_by_rect(whole, x - SLACK, y - SLACK, x + far + SLACK, y + far + SLACK)
            if self.narrowed is not None:
                whole = self.narrowed(whole)
            if not whole.is_empty and (self.some is None or whole.intersects(self.some)):
                yield whole

    def _packings(self, region: BaseGeometry, for_all: bool = False) -> Iterator[Spots]:
        """Places for as many as find room in a part of the region: from its end on each side, back and all round.

        `for_all` is for who needs places for all: where so many surely find none around a start, none are looked for.
        """
        pool, tried = Pool.of(region, self), set[Spot]()
        first = pool.static if self.some is None else Pool.of(region.intersection(self.some), self).static
        if self.focus is not None:
            away = np.array(self.focus)
            start = self._first(first, np.hypot(*(first - away).T))
            if start is not None:
                yield from self._enough(self._packed(pool, start, self.focus), for_all)
        for pull in range(PULLS):
            toward = np.array((cos(2 * pi / PULLS * pull), sin(2 * pi / PULLS * pull)))
            start = self._first(first, first @ toward)
            if start is None:
                return
            if for_all and self.is_hopeless(self._around(region, start)):
                continue
            yield from self._enough(self._packed(pool, start, toward=(float(toward[0]), float(toward[1]))), for_all)
            if start not in tried:
                tried.add(start)
                yield from self._enough(self._packed(pool, start, start), for_all)

    def _enough(self, spots: Spots, for_all: bool) -> Iterator[Spots]:
        if len(spots) == self.count or not for_all:
            yield spots

    def _first(self, spots: Values, worth: Values) -> Spot | None:
        """The place that is worth least of those where one may stand."""
        ordered: list[list[float]] = spots[np.argsort(worth, kind="stable")].tolist()
        return next(((x, y) for x, y in ordered if self.is_allowed((x, y))), None)

    def is_hopeless(self, region: BaseGeometry) -> bool:
        """Whether there are surely fewer places for the bases in a region than there are bases."""
        if region.is_empty or self.count == 1:
            return bool(region.is_empty)
        return most_apart(region, 2 * self.radius, self.link if self.chain else inf) < self.count

    def is_allowed(self, spot: Spot) -> bool:
        found = self._known.get(spot)
        if found is None:
            found = self._known[spot] = self.allowed(spot)
        return found

    def _packed(self, pool: Pool, start: Spot, near: Spot = (0.0, 0.0), toward: Spot | None = None) -> Spots:
        """As many as find room from a start on, each as far back from a side as can be, or as near to a place."""

        def worth(spots: Values) -> Values:
            value: Values = np.hypot(*(spots - near).T) if toward is None else spots @ np.array(toward)
            return value

        spots, values = pool.static, worth(pool.static)
        fits, linked = np.ones(len(spots), dtype=np.bool_), np.zeros(len(spots), dtype=np.bool_)
        placed = [start]
        while len(placed) < self.count:
            fresh = pool.touching(placed, 2 * self.radius)
            spots, values = np.concatenate([spots, fresh]), np.concatenate([values, worth(fresh)])
            before, last = _distances(fresh, placed[:-1]), _distances(spots, placed[-1:])
            fits = np.concatenate([fits, self._beside(before)]) & self._beside(last)
            linked = np.concatenate([linked, self._near(before)]) | self._near(last)
            spot = self._best(spots, values, fits & self._together(spots, placed, linked), placed)
            if spot is None:
                break
            placed.append(spot)
        alone = self._alone(placed)
        return tuple(spot for spot in placed if spot not in alone)

    def _together(self, spots: Values, placed: list[Spot], linked: Mask) -> Mask:
        """Which places keep the group together: beside one that is still alone, if one is."""
        if alone := self._alone(placed):
            return self._near(_distances(spots, alone))
        return linked if self.chain or len(placed) == self.count - 1 else np.ones(len(spots), dtype=np.bool_)

    def _alone(self, placed: list[Spot]) -> list[Spot]:
        """Those without a neighbour, where each must have one."""
        if self.link == inf or self.count == 1:
            return []
        near = self.link + SLACK
        return [a for a in placed if len([1 for away in map(dist, repeat(a), placed) if away <= near]) == 1]

    def _best(self, spots: Values, values: Values, wanted: Mask, placed: list[Spot]) -> Spot | None:
        numbers = np.nonzero(wanted)[0]
        for x, y in spots[numbers[np.argsort(values[numbers], kind="stable")]].tolist():
            if self.is_allowed((x, y)) and not (self.parted and any(self.parted((x, y), one) for one in placed)):
                return x, y
        return None

    def _beside(self, away: Values) -> Mask:
        """Which places are neither on nor too far from those taken, by their distances (`_distances`)."""
        fits: Mask = np.all((away >= 2 * self.radius - SLACK / 2) & (away <= self.across + SLACK / 2), axis=1)
        return fits

    def _near(self, away: Values) -> Mask:
        near: Mask = np.any(away <= self.link + SLACK / 2, axis=1)
        return near


@define
class Pool:
    """Places of a part of a region where bases may be tried."""

    region: BaseGeometry
    rim: Values
    """The sides of its border, as rows x, y, x, y."""
    static: Values
    """Along the rim and within it, whatever stands there."""
    _rings: dict[Spot, Values] = field(factory=dict, init=False)
    """Where bases touch the rim and one at a place: from all sides many are packed alike."""

    @classmethod
    def of(cls, region: BaseGeometry, room: Room) -> Pool:
        whole, rim = region.buffer(2 * SLACK), border(region)
        shapely.prepare(whole)
        inner = [part for part in shapely.get_parts(region).tolist() if not part.is_empty]
        within = [shapely.get_coordinates(shapely.point_on_surface(inner))] if inner else []
        found = _all_hundredths(np.concatenate([shapely.get_coordinates(shapely.segmentize(rim, ON_THE_RIM)), *within]))
        if region.area:
            found = np.concatenate([found, lattice(region, max(2 * room.radius, 0.5))])
        return cls(whole, _sides(rim), _within(whole, found))

    def touching(self, placed: list[Spot], reach: float) -> Values:
        """Where a base touches the one that was placed last, and the rim of the region or another one, too."""
        x, y = placed[-1]
        ring = self._rings.get((x, y))
        if ring is None:
            ring = self._rings[x, y] = _ring(reach, x, y, self.rim)
        ideal = [ring]
        near = 2 * reach + SLACK
        beside = [one for one in placed[:-1] if -near < one[0] - x < near and -near < one[1] - y < near]
        ideal += [np.array(both_touched((x, y), other, reach)).reshape(-1, 2) for other in beside]
        if len(placed) < 3:  # in the open: anywhere around it
            ideal.append(
                np.array([(x + reach * cos(side * pi / 3), y + reach * sin(side * pi / 3)) for side in range(6)])
            )
        return _within(self.region, _all_hundredths(np.concatenate(ideal)))


def _sides(rim: BaseGeometry) -> Values:
    """The straight sides of lines, as rows x, y, x, y."""
    places, of = shapely.get_coordinates(shapely.get_parts(rim), return_index=True)
    whole: Values = np.hstack([places[:-1], places[1:]])[of[:-1] == of[1:]]
    return whole


@lru_cache(maxsize=1 << 5)
def _circle(radius: float) -> Values:
    """The corners of a circle around 0, 0, the first again at the end."""
    return np.asarray(shapely.get_coordinates(Point(0.0, 0.0).buffer(radius, quad_segs=SEGMENTS)))


def _ring(reach: float, x: float, y: float, sides: Values) -> Values:
    """Where a circle around a place meets some sides, as rows x, y."""
    begin, by = sides[:, :2] - (x, y), sides[:, 2:] - sides[:, :2]
    square = np.sum(by * by, axis=1)
    share = np.clip(np.sum(begin * by, axis=1) / np.where(square > 0, -square, 1.0), 0.0, 1.0)
    near = np.hypot(*(begin + by * share[:, None]).T) <= reach + SLACK
    far = np.maximum(np.hypot(*begin.T), np.hypot(*(begin + by).T)) >= reach * cos(pi / 4 / SEGMENTS) - SLACK
    near &= far  # else it is wholly outside of the circle, or within it
    if not near.any():
        return np.empty((0, 2))
    begin, by = sides[near, None, :2], by[near, None]
    ring = _circle(reach) + np.array((x, y))
    first, along = ring[None, :-1], (ring[1:] - ring[:-1])[None]
    away = first - begin
    square = by[..., 0] * along[..., 1] - by[..., 1] * along[..., 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        on_side = (away[..., 0] * along[..., 1] - away[..., 1] * along[..., 0]) / square
        on_ring = (away[..., 0] * by[..., 1] - away[..., 1] * by[..., 0]) / square
    side, part = np.nonzero((on_side >= 0) & (on_side <= 1) & (on_ring >= 0) & (on_ring <= 1))
    found: Values = begin[side, 0] + by[side, 0] * on_side[side, part, None]
    return found


def _all_hundredths(places: Values) -> Values:
    """For each of some places, as rows x, y, those to the hundredth around it (`hundredths`), in no order."""
    low, high = enclosing(places)
    mixed = [np.stack([one[:, 0], other[:, 1]], axis=1) for one, other in ((low, high), (high, low))]
    return np.concatenate([low, high, *mixed])


def _within(region: BaseGeometry, spots: Values) -> Values:
    """Those of some places that lie in a region, each once, from left to right and from the top down."""
    inside = spots[shapely.intersects_xy(region, spots[:, 0], spots[:, 1])]
    ordered = inside[np.lexsort(inside.T[::-1])]
    first = np.ones(len(ordered), dtype=np.bool_)
    first[1:] = np.any(ordered[1:] != ordered[:-1], axis=1)
    found: Values = ordered[first]
    return found


def _distances(spots: Values, placed: Sequence[Spot]) -> Values:
    """From each place to each of those taken: a row for each place."""
    if not placed:
        return np.empty((len(spots), 0))
    taken = np.array(placed)
    away: Values = np.hypot(spots[:, :1] - taken[:, 0], spots[:, 1:] - taken[:, 1])
    return away


def _steps(first: float, last: float, step: float) -> Iterator[float]:
    """From the first on, step by step, until the last is behind."""
    yield first
    while first < last:
        first += step
        yield first


def both_touched(one: Spot, other: Spot, reach: float) -> list[Spot]:
    """The places at this distance from each of two others."""
    (ax, ay), (bx, by) = one, other
    far = dist(one, other)
    if not SLACK < far <= 2 * reach:
        return []
    up = sqrt(reach * reach - far * far / 4)
    x, y = (ax + bx) / 2, (ay + by) / 2
    dx, dy = (by - ay) / far * up, (ax - bx) / far * up
    return [(x + dx, y + dy), (x - dx, y - dy)]
