"""Moving into contact: what is in the way, and who can touch whom (AMC-MELEE-1, AMC-MOVE-4, AMC-VUNIT-3, AMC-TERR-2).

The ways of single models, each by itself: around the bases of other units, and where that is better around difficult
terrain. What the models of a unit do together is for `ranks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from itertools import chain, combinations, pairwise
from math import asin, dist, hypot, pi, sqrt

from attrs import define, field

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.armymen.sight import sight
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.state.terrain import UNIT
from tabletop_tui.rules.armymen.ways.move_field import toward
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.deterministic_math import added, cos, sin
from tabletop_tui.table.pathfinding import BESIDE, Disc, Pathfinder
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import Box, grown, overlap
from tabletop_tui.table.terrain_pieces import Piece

Track = tuple[Spot, ...]
"""The way of a model, its start first."""
Tracks = tuple[Track, ...]
Way = tuple[float, Track]
"""A way with its length."""
FEWEST = 8
"""So many places around another are offered at least."""
CLOSE = 0.02
"""Places are kept to the hundredth, so bases that touch may seem this far apart."""
LONGER = 0.01
"""And ways may seem this much longer."""


@define(eq=False, slots=False)
class Approach:
    """How the models of a unit can come into contact with another unit."""

    battle: Battle
    unit: Unit
    target: Unit
    reach: float
    """How far each model can go."""
    rough: bool = True
    """Whether ways may lead through difficult terrain."""
    keep: float = 0.0
    """So far all ways and places keep off units other than the target."""
    _ways: dict[tuple[Spot, Spot], Way | None] = field(factory=dict, init=False)
    _bent: dict[Spot, list[Spot]] = field(factory=dict, init=False)

    @property
    def limit(self) -> float:
        return self.reach + LONGER

    @cached_property
    def close(self) -> float:
        """From middle to middle where a model touches the target."""
        return self.unit.radius + self.target.radius

    # ------------------------------------------------------------------ what is in the way
    @cached_property
    def bases(self) -> list[Disc]:
        """The bases that could be in the way, those of the target first, each with how near a model may come."""
        found = [(spot, self.close - CLOSE) for spot in self.target.models]
        for other in self.battle.on_table():
            third = other.id not in (self.unit.id, self.target.id)
            if third and sight.distance(self.unit, other) <= self.reach + self.keep:
                touch = self.unit.radius + other.radius
                least = touch + self.keep + 2 * TINY if self.keep else touch - CLOSE
                found += [(spot, least) for spot in other.models]
        return found

    @cached_property
    def barred(self) -> list[Piece]:
        """The terrain within reach through which no way may lead."""
        around = grown(self.unit.box, self.limit)
        difficult = () if self.rough else self.battle.table.by_effect["difficult"]
        return [piece for piece in difficult if overlap(piece.figure.box, around)]

    @cached_property
    def finder(self) -> Pathfinder:
        table, edge = self.battle.table, self.unit.radius
        within = edge, edge, table.width - edge, table.height - edge
        return Pathfinder(self.bases, [piece.figure for piece in self.barred], within=within)

    def way(self, start: Spot, end: Spot) -> Way | None:
        """The shortest way of a model to a place that is free; None if there is none within its reach."""
        key = start, end
        if key not in self._ways:
            self._ways[key] = self.finder.way(start, end, self.limit)
        return self._ways[key]

    # ------------------------------------------------------------------ places in contact
    def touches(self, spot: Spot) -> bool:
        return any(dist(spot, other) <= self.close + CLOSE for other in self.target.models)

    def gap(self, spot: Spot) -> float:
        """From the middle of the nearest model of the target to a place."""
        return min(dist(spot, other) for other in self.target.models)

    @cached_property
    def places(self) -> list[Spot]:
        """The free places in contact with the target that matter for who can get there.

        Straight on before each model, and both ends of every part of the target's rim that nothing covers: who can
        touch the target at all can do so at one of these, or where a bent way first meets it (`bends`).
        """
        ahead = [
            before(start, other, self.close)
            for start in self.unit.models
            for other in self.target.models
            if dist(start, other) <= self.limit + self.close
        ]
        here = [start for start in self.unit.models if self.touches(start)]
        return [spot for spot in dict.fromkeys([*here, *ahead, *self._ends_of_rims()]) if self.finder.free(spot)]

    def _ends_of_rims(self) -> Iterator[Spot]:
        rims = [(spot, self.close) for spot in self.target.models]
        for (spot, rim), (other, other_rim) in combinations(rims, 2):
            yield from meet(spot, rim, other, other_rim - CLOSE / 2)
            yield from meet(other, other_rim, spot, rim - CLOSE / 2)
        for spot, rim in rims:
            for other, least in self.bases[len(rims) :]:
                yield from meet(spot, rim, other, least + BESIDE)
            yield from self._at_edges(spot)
            for piece in self.barred:
                for a, b in pairwise((*piece.points, piece.points[0])):
                    yield from (beside for at in cut(spot, rim, a, b) for beside in aside(at, spot))

    def _at_edges(self, spot: Spot) -> Iterator[Spot]:
        """Where the rim around a model of the target meets the edges of the table."""
        assert self.finder.within is not None
        left, top, right, bottom = self.finder.within
        corners = (left, top), (right, top), (right, bottom), (left, bottom)
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
            yield from cut(spot, self.close, a, b)

    def bends(self, start: Spot) -> list[Spot]:
        """The free places where the bent ways of a model to each one of the target first touch it."""
        if start not in self._bent:
            ways = (self.finder.way(start, other, self.limit + self.close) for other in self.target.models)
            found = [short_of(track, self.close) for _, track in filter(None, ways) if len(track) > 2]
            self._bent[start] = [spot for spot in found if self.touches(spot) and self.finder.free(spot)]
        return self._bent[start]

    # ------------------------------------------------------------------ who can touch
    def ahead(self) -> bool:
        """Whether some model can touch the target straight on."""
        pairs = ((start, other) for start in self.unit.models for other in self.target.models)
        near = sorted((dist(start, other), start, other) for start, other in pairs)
        for far, start, other in near:
            if far > self.limit + self.close:
                return False
            place = before(start, other, self.close)
            if self.finder.free(place) and self.finder.is_clear(start, place):
                return True
        return False

    def reaches(self) -> bool:
        """Whether some model can touch the target."""
        if self.ahead():
            return True
        pairs = ((dist(start, place), start, place) for start in self.unit.models for place in self.places)
        near = sorted(pair for pair in pairs if pair[0] <= self.limit)
        return any(self.way(start, place) is not None for _, start, place in near) or any(
            self.way(start, place) is not None for start in self.unit.models for place in self.bends(start)
        )

    def contacts(self) -> Iterator[tuple[Spot, Track]]:
        """Places all around at which some model can touch the target, each with the shortest way there."""
        rings = (spot for other in self.target.models for spot in ring(other, self.close, self.unit.radius))
        places = [*self.places, *filter(self.finder.free, rings)]
        models = self.unit.models
        if not self.ahead():
            places += chain.from_iterable(map(self.bends, models))
        found: set[Spot] = set()
        for place in places:
            if (here := (round(2 * place[0]) / 2, round(2 * place[1]) / 2)) in found:
                continue  # there is one in this half inch
            best: Way | None = None
            for far, start in sorted((dist(start, place), start) for start in models):
                if best is not None and far >= best[0]:
                    break
                if (way := self.way(start, place)) is not None and (best is None or way[0] < best[0]):
                    best = way
            if best is not None:
                found.add(here)
                yield place, best[1]


def approaches(battle: Battle, unit: Unit, target: Unit, allowance: float, keep: float = 0.0) -> list[Approach]:
    """The ways in which a unit can go: round difficult terrain, or through it and no further than an Advance.

    Who stands in it has to go through it, and the whole unit with him (AMC-TERR-2).
    """
    cap, difficult = float(unit.sheet.advance), battle.table.by_effect["difficult"]
    if allowance <= cap or not any(overlap(piece.figure.box, grown(unit.box, allowance)) for piece in difficult):
        return [Approach(battle, unit, target, allowance, keep=keep)]
    through = Approach(battle, unit, target, cap, keep=keep)
    if any(piece.holds(start) for piece in difficult for start in unit.models):
        return [through]
    return [Approach(battle, unit, target, allowance, rough=False, keep=keep), through]


def refuse_reach(
    battle: Battle, unit: Unit, target: Unit, allowance: float, rule: str, keep: float = 0.0
) -> Refusal | None:
    """Why no model of a unit can touch another unit within its allowance, or None."""
    far = sight.distance(unit, target)
    if far > allowance + TINY:
        return Refusal(f"{UNIT.said(far, allowance)} away, {allowance:g} can be reached", rule)
    key = "reach", unit.id, target.id, allowance, keep
    reached, rough = battle.find(key, partial(look_for_way, battle, unit, target, allowance, keep))
    if reached:
        return None
    if rough:
        why = f"{UNIT.said(far)} away, {unit.sheet.advance} can be reached through difficult terrain"
        return Refusal(why, "AMC-TERR-2")
    return Refusal(f"no free way of {allowance:g} in leads there", rule)


def look_for_way(
    battle: Battle, unit: Unit, target: Unit, allowance: float, keep: float
) -> tuple[tuple[bool, bool], Box]:
    """Whether a model can touch another unit, and else whether only difficult terrain keeps it off.

    And the box in which nothing may move for that to hold.
    """
    ways = approaches(battle, unit, target, allowance, keep)
    reached = any(way.ahead() for way in ways) or any(way.reaches() for way in ways)
    free = Approach(battle, unit, target, allowance, keep=keep)
    rough = not reached and ways[-1].reach < allowance and free.reaches()
    return (reached, rough), box_of_reach(battle, unit, allowance, keep)


def box_of_reach(battle: Battle, unit: Unit, allowance: float, keep: float) -> Box:
    """The box in which all stands that a unit could come upon."""
    return grown(unit.box, allowance + keep + unit.radius + max(one.radius for one in battle.units.values()) + LONGER)


# ---------------------------------------------------------------- places
def ring(middle: Spot, radius: float, base: float) -> list[Spot]:
    """Places evenly around another, so many that bases fit side by side on every second one."""
    x, y = middle
    # Six bases fit exactly where they touch each other and the middle one; that one pair too few stays with old games.
    count = max(FEWEST, 2 * int(pi / asin(min(1.0, base / radius)) - TINY))
    turns = [2 * pi * turn / count for turn in range(count)]
    return [(round(x + radius * cos(turn), 2), round(y + radius * sin(turn), 2)) for turn in turns]


def meet(one: Spot, radius: float, other: Spot, other_radius: float) -> Iterable[Spot]:
    """Where two circles meet."""
    (ax, ay), (bx, by) = one, other
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if not square or not (radius - other_radius) ** 2 <= square <= (radius + other_radius) ** 2:
        return ()
    along = (square + radius**2 - other_radius**2) / (2 * square)
    across = sqrt(max(0.0, radius**2 / square - along**2))
    return [
        (round(ax + along * dx - side * across * dy, 2), round(ay + along * dy + side * across * dx, 2))
        for side in (1, -1)
    ]


def cut(middle: Spot, radius: float, a: Spot, b: Spot) -> Iterable[Spot]:
    """Where a circle meets the line from a to b."""
    (x, y), (ax, ay), (bx, by) = middle, a, b
    dx, dy = bx - ax, by - ay
    far = hypot(dx, dy)
    if not far:
        return ()
    along, off = ((x - ax) * dx + (y - ay) * dy) / far, ((x - ax) * dy - (y - ay) * dx) / far
    if abs(off) > radius:
        return ()
    half = sqrt(radius**2 - off**2)
    shares = [at / far for at in (along - half, along + half) if 0 <= at <= far]
    return [(round(ax + dx * share, 2), round(ay + dy * share, 2)) for share in shares]


def aside(spot: Spot, middle: Spot) -> Iterable[Spot]:
    """The places a little to both sides of one on a circle."""
    (x, y), (u, v) = spot, middle
    dx, dy = (x - u) / dist(spot, middle), (y - v) / dist(spot, middle)
    return [(round(x + side * dy, 2), round(y - side * dx, 2)) for side in (CLOSE, -CLOSE)]


def before(start: Spot, end: Spot, short: float) -> Spot:
    """The place on the way from one place to another that falls so many inches short of it."""
    return toward(start, end, dist(start, end) - short)


def length(track: Track) -> float:
    return added(dist(a, b) for a, b in pairwise(track))


def short_of(track: Track, inches: float) -> Spot:
    """The place so many inches before the end of a way."""
    for a, b in pairwise(track[::-1]):
        if inches <= (leg := dist(a, b)):
            return toward(a, b, inches)
        inches -= leg
    return track[0]


def touching(spot: Spot, radius: float, target: Unit) -> bool:
    return any(dist(spot, other) <= radius + target.radius + CLOSE for other in target.models)
