"""Moving into contact: charging, closing up, reaching a vehicle (AMC-MELEE-1, AMC-MELEE-2, AMC-MOVE-4, AMC-VUNIT-3).

Each model goes its own way, the shortest that leads around other units' bases; it passes those of its own unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain
from math import asin, cos, inf, pi, sin

from attrs import define, field

from tabletop_tui.engine.tally import Refusal
from tabletop_tui.rules.armymen import sight
from tabletop_tui.rules.armymen.battle import Battle, Unit
from tabletop_tui.rules.armymen.places import inside, toward
from tabletop_tui.table.figures import Box, box_of_leg, grown, off, overlap
from tabletop_tui.table.ground import Piece
from tabletop_tui.table.plane import TINY, apart
from tabletop_tui.table.spots import Spot
from tabletop_tui.table.ways import Corner, Ways, corners_of, outline

Track = tuple[Spot, ...]
"""The way of a model, its start first."""
Tracks = tuple[Track, ...]
FEWEST = 8
"""So many places around another are tried at least."""
STRIDE = 0.25
CLOSE = 0.02
"""Places are kept to the hundredth, so bases that touch may seem this far apart."""
GRACE = 0.01
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
    _bases: dict[Spot, list[tuple[Spot, float]]] = field(factory=dict, init=False)
    _ways: dict[Spot, Ways] = field(factory=dict, init=False)

    # ------------------------------------------------------------------ what is in the way
    @cached_property
    def near(self) -> list[tuple[Unit, float]]:
        """The units that could be in the way, each with how near to its models' middles a model may come."""
        found = [(self.target, self.close - CLOSE)]
        for other in self.battle.on_table():
            third = other.id not in (self.unit.id, self.target.id)
            if third and sight.distance(self.unit, other) <= self.reach + self.keep:
                touch = self.unit.radius + other.radius
                found.append((other, touch + self.keep + 2 * TINY if self.keep else touch - CLOSE))
        return found

    @property
    def close(self) -> float:
        """From middle to middle where a model touches the target."""
        return self.unit.radius + self.target.radius

    @property
    def second(self) -> float:
        """From middle to middle in a second rank."""
        return self.close + 2 * self.unit.radius + CLOSE

    def bases(self, start: Spot | None) -> list[tuple[Spot, float]]:
        """The bases around a model with how near it may come: to those nearer at the start it comes no nearer."""
        if start is None:
            return [(spot, limit) for other, limit in self.near for spot in other.models]
        if start not in self._bases:
            self._bases[start] = [(spot, min(limit, apart(start, spot) - TINY)) for spot, limit in self.bases(None)]
        return self._bases[start]

    def open(self, start: Spot, a: Spot, b: Spot) -> bool:
        """Whether a model that began at `start` can go straight from a to b."""
        left, top, right, bottom = box_of_leg(a, b)
        for spot, limit in self.bases(start):
            beside = left - limit < spot[0] < right + limit and top - limit < spot[1] < bottom + limit
            if beside and off(a, b, spot) < limit:
                return False
        box = left, top, right, bottom
        return a == b or not any(overlap(piece.figure.box, box) and piece.crossed(a, b) for piece in self.barred)

    @cached_property
    def barred(self) -> list[Piece]:
        """The terrain within reach through which no way may lead."""
        around = grown(self.unit.box, self.reach + GRACE)
        difficult = () if self.rough else self.battle.table.by_effect["difficult"]
        return [piece for piece in difficult if overlap(piece.figure.box, around)]

    def free(self, start: Spot | None, spot: Spot, taken: Iterable[Spot] = ()) -> bool:
        """Whether that model, or one from afar, can stand here, touching others but on none of them."""
        if not inside(self.battle, (*spot, *spot), self.unit.radius):
            return False
        if any(apart(spot, other) < 2 * self.unit.radius - CLOSE for other in taken):
            return False
        return all(apart(spot, other) >= limit for other, limit in self.bases(start))

    # ------------------------------------------------------------------ ways
    def way(self, start: Spot, end: Spot) -> Track | None:
        """The shortest way of a model to a place; None if there is none within its reach."""
        if apart(start, end) > self.reach + GRACE:
            return None
        if self.open(start, start, end):
            return (start, end)
        if start not in self._ways:
            limit = self.reach + GRACE
            corners = [corner for corner, onward in self.corners if apart(start, corner.spot) + onward <= limit]
            self._ways[start] = Ways([start], corners, limit, self.leg_from(start))
        leg = self._ways[start].leg
        found = self._ways[start].to(end, lambda way, end: leg(way, end) if len(way) > 1 else inf)
        return (*found[1], end) if found is not None else None

    def leg_from(self, start: Spot) -> Callable[[Track, Spot], float]:
        """What a straight leg costs for the search of the shortest way."""
        return lambda way, end: apart(way[-1], end) if self.open(start, way[-1], end) else inf

    @cached_property
    def corners(self) -> list[tuple[Corner, float]]:
        """Where a way around other units, or around difficult terrain, can turn, and how far it goes on at least."""
        outlines = [outline(other.models, ((0.0, 0.0),), limit) for other, limit in self.near]
        outlines += [outline(piece.points, ((0.0, 0.0),), 0.0) for piece in self.barred]
        corners = corners_of(outlines, lambda spot: inside(self.battle, (*spot, *spot), self.unit.radius))
        return [(corner, apart(corner.spot, self.next_to(corner.spot)) - self.second - CLOSE) for corner in corners]

    # ------------------------------------------------------------------ places in contact
    @cached_property
    def touching(self) -> list[Spot]:
        """Places at which a model touches the target and that no other unit bars, for models that come from afar."""
        rings = [spot for other in self.target.models for spot in ring(other, self.close, self.unit.radius)]
        return [spot for spot in rings + self.nearest if self.free(None, spot)]

    @cached_property
    def nearest(self) -> list[Spot]:
        """For each model the place where it touches the nearest model of the target by the shortest way."""
        return [before(start, self.next_to(start), self.close) for start in self.unit.models]

    def next_to(self, start: Spot) -> Spot:
        return min(self.target.models, key=lambda spot: apart(start, spot))

    def touches(self, spot: Spot) -> bool:
        return any(apart(spot, other) <= self.close + CLOSE for other in self.target.models)

    def contacts(self) -> Iterator[tuple[Spot, Track]]:
        """The places at which some model can touch the target, each with a way there."""
        for place in dict.fromkeys(self.touching):
            for start in sorted(self.unit.models, key=lambda model: apart(model, place)):
                if (way := self.way(start, place)) is not None:
                    yield place, way
                    break

    def ahead(self) -> bool:
        """Whether some model can touch the target straight on, at the nearest of its models."""
        return any(self.straight(start, place) for start, place in zip(self.unit.models, self.nearest, strict=True))

    def reaches(self) -> bool:
        """Whether some model can touch the target; the nearest are tried first."""
        pairs = [(apart(start, place), start, place) for start in self.unit.models for place in self.touching]
        return any(self.way(start, place) is not None for _, start, place in sorted(pairs))

    def straight(self, start: Spot, place: Spot) -> bool:
        near = apart(start, place) <= self.reach + GRACE
        return near and self.free(None, place) and self.open(start, start, place)

    # ------------------------------------------------------------------ the whole unit
    def tracks(self, side: Spot | None = None) -> Tracks:
        """The way of every model into contact, or as near as it comes; `side` is where they touch if they can.

        Those nearest to it go first; who touches the target already stays, and who stands in what he may not cross.
        """
        models = self.unit.models
        goals = (side,) if side is not None else self.target.models
        found: dict[int, Track] = {number: (spot,) for number, spot in enumerate(models) if self.stays(spot)}
        for number in sorted(range(len(models)), key=lambda n: min(apart(models[n], goal) for goal in goals)):
            if number not in found:
                found[number] = self.go(models[number], [track[-1] for track in found.values()], side)
        return tuple(found[number] for number in range(len(models)))

    def stays(self, start: Spot) -> bool:
        held = any(piece.holds(start) for piece in self.battle.table.by_effect["difficult"])
        return self.touches(start) or (held and not self.rough)

    def go(self, start: Spot, taken: Sequence[Spot], side: Spot | None) -> Track:
        """The way of one model: to touch the target, else right behind those who do, else as near as it comes."""
        for far, places in ((self.close, self.touching), (self.second, self.behind)):
            own = [before(start, spot, far) for spot in self.target.models]
            for spot in sorted([*own, *places], key=lambda spot: apart(spot, side or start)):
                if apart(start, spot) > self.reach + GRACE or not self.free(start, spot, taken):
                    continue
                if (way := self.way(start, spot)) is not None:
                    return way
            if apart(start, self.next_to(start)) <= self.second + CLOSE and self.free(start, start, taken):
                return (start,)
        return self.as_near(start, taken)

    @cached_property
    def behind(self) -> list[Spot]:
        """Places in a second rank."""
        return [spot for other in self.target.models for spot in ring(other, self.second, self.unit.radius)]

    def as_near(self, start: Spot, taken: Sequence[Spot]) -> Track:
        """Straight on toward the nearest model of the target as far as it can; aside only if its place is taken."""
        goal = self.next_to(start)
        far = min(self.reach, apart(start, goal) - self.close)
        steps = [far - STRIDE * number for number in range(int(far / STRIDE) + 1)] if far > 0 else []
        ahead = [*(toward(start, goal, step) for step in steps), start]
        for spot in chain(ahead, around(start, self.reach)):
            if self.free(start, spot, taken) and self.open(start, start, spot):
                return (start, spot) if spot != start else (start,)
        return (start,)


def approaches(battle: Battle, unit: Unit, target: Unit, allowance: float, keep: float = 0.0) -> list[Approach]:
    """The ways in which a unit can go: round difficult terrain, or through it and no further than an Advance."""
    cap = float(unit.sheet.advance)
    if allowance <= cap or not battle.table.by_effect["difficult"]:
        return [Approach(battle, unit, target, allowance, keep=keep)]
    return [
        Approach(battle, unit, target, allowance, rough=False, keep=keep),
        Approach(battle, unit, target, cap, keep=keep),
    ]


def into_contact(
    battle: Battle, unit: Unit, target: Unit, allowance: float, side: Spot | None = None, keep: float = 0.0
) -> Tracks:
    """The ways of a unit that goes into contact: those that bring most of its models there, and the rest nearest."""

    def worth(tracks: Tracks) -> tuple[bool, int, float]:
        ends = [track[-1] for track in tracks]
        there = side is None or any(apart(end, side) <= CLOSE for end in ends)
        far = sum(min(apart(end, spot) for spot in target.models) for end in ends)
        return there, sum(touching(end, unit.radius, target) for end in ends), -far

    return max((way.tracks(side) for way in approaches(battle, unit, target, allowance, keep)), key=worth)


def refuse_reach(
    battle: Battle, unit: Unit, target: Unit, allowance: float, rule: str, keep: float = 0.0
) -> Refusal | None:
    """Why no model of a unit can touch another unit within its allowance, or None."""
    far = sight.distance(unit, target)
    if far > allowance + TINY:
        return Refusal(f"{far:.1f} in away, {allowance:g} can be reached", rule)
    key = "reach", unit.id, target.id, allowance, keep
    reached, rough = battle.find(key, partial(look_for_way, battle, unit, target, allowance, keep))
    if reached:
        return None
    if rough:
        why = f"{far:.1f} in away, {unit.sheet.advance} can be reached through difficult terrain"
        return Refusal(why, "AMC-TERR-2")
    return Refusal(f"no free way of {allowance:g} in leads there", rule)


def look_for_way(
    battle: Battle, unit: Unit, target: Unit, allowance: float, keep: float
) -> tuple[tuple[bool, bool], Box]:
    """Whether a model can touch another unit, and else whether only difficult terrain keeps it off.

    And the box in which nothing may move for that to hold.
    """
    left, top, right, bottom = unit.box
    far = allowance + keep + unit.radius + max(one.radius for one in battle.units.values()) + GRACE
    ways = approaches(battle, unit, target, allowance, keep)
    reached = any(way.ahead() for way in ways) or any(way.reaches() for way in ways)
    rough = not reached and len(ways) > 1 and Approach(battle, unit, target, allowance, keep=keep).reaches()
    return (reached, rough), (left - far, top - far, right + far, bottom + far)


# ---------------------------------------------------------------- places
def ring(middle: Spot, radius: float, base: float) -> list[Spot]:
    """Places evenly around another, so many that bases fit side by side on every second one."""
    x, y = middle
    count = max(FEWEST, 2 * int(pi / asin(min(1.0, base / radius))))
    turns = [2 * pi * turn / count for turn in range(count)]
    return [(round(x + radius * cos(turn), 2), round(y + radius * sin(turn), 2)) for turn in turns]


def before(start: Spot, end: Spot, short: float) -> Spot:
    """The place on the way from one place to another that falls so many inches short of it."""
    return toward(start, end, apart(start, end) - short)


def around(start: Spot, reach: float) -> Iterator[Spot]:
    """Places around another within some inches, ring by ring."""
    for number in range(1, int(reach / STRIDE) + 1):
        yield from ring(start, STRIDE * number, STRIDE)


def touching(spot: Spot, radius: float, target: Unit) -> bool:
    return any(apart(spot, other) <= radius + target.radius + CLOSE for other in target.models)
