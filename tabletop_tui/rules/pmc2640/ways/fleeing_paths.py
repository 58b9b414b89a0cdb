"""Where a Broken unit flees to (PMC-FLEE-2 to PMC-FLEE-4): furthest from the enemy, by the way that it really goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations, islice
from math import ceil, dist, hypot, inf, radians

from shapely.geometry.base import BaseGeometry

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.ways.move_field import MoveField
from tabletop_tui.rules.pmc2640.ways.movement_limits import crossings, enemies_in_the_way, penalty
from tabletop_tui.rules.pmc2640.ways.nearby_lookup import Surroundings, box_around
from tabletop_tui.rules.pmc2640.ways.standing_checks import off_table, refuse_ends
from tabletop_tui.skirmish.room_search import FINE, polished, spread_out
from tabletop_tui.skirmish.unit_place_fields import Plan
from tabletop_tui.table import formations, region_places, region_shapes
from tabletop_tui.table.bases import HUNDREDTH, TINY, Spot, Spots, centre, spot_text
from tabletop_tui.table.deterministic_math import cos, sin
from tabletop_tui.table.polygons import Leg, box_of, off, overlap

Near = Callable[[Spots], float]
"""How far models would be from the nearest enemy."""
ROUND = tuple(float(angle) for angle in range(0, 360, 15))
LOW_WALLS = ("PMC-LIN-1", "PMC-TERR-3")
"""The rules by which nobody stands on a low wall, and no unit on both sides of it."""
NARROWER = (7.5, 3.75, 2.0, 1.0, 0.5, 0.25, 0.1)
"""Degrees by which the best of those directions is made better."""
MARGIN = 0.02
"""So near to a wall, in inches, each hundredth is judged by itself."""
OTHER_CORNERS = 3
"""From so many places, an inch apart, a better one is looked for."""
OTHER_SHAPES = 100
"""So many places are compared where it can flee only in another formation."""


@frozen
class Flight:
    """The way of a Broken unit: where its models end, the way of their middle, whether it leads off the table."""

    models: Spots
    path: tuple[str, ...]
    off: bool = False
    halved: bool = False
    """Whether it ends where it does as only some could cross a wall further on."""


def flight(battle: Battle, unit: Unit, inches: float) -> Flight | None:
    """The flight of a unit on the table; None if it stays (PMC-FLEE-3).

    Straight from the closest enemy, unless something is in the way, be it a wall that only some can cross, or it leads
    nearer to another enemy than the closest one was; else where the closest one is furthest, around a corner, too. It
    keeps its formation if it can.
    """
    enemies = [enemy for enemy in battle.enemies(unit.seat) if enemy is not unit]
    if not enemies:
        return None
    closest = min(enemies, key=lambda enemy: distances.distance(battle, unit, enemy))
    origin = centre(closest.models) if closest.models else battle.table.by_id[closest.building].middle
    before, near = distances.distance(battle, unit, closest), nearness(battle, unit, enemies)
    around = Surroundings(battle, unit, box_around(unit.models, inches))
    (x, y), (u, v) = centre(unit.models), origin
    far = dist((x, y), origin) or 1.0
    toward = (x - u) / far, (y - v) / far
    straight = straight_flight(around, unit, toward, inches)
    if straight is not None and not straight.halved and near(straight.models) > before - TINY:
        return straight
    found = [one for one in (straight, best_straight(around, unit, inches, near)) if one is not None]
    best = max(found, key=lambda one: near(one.models), default=None)
    beyond = max(before, near(best.models)) if best is not None else before
    field = FlightField(battle, unit, inches, enemies, before, near)
    around_corners = field.farthest(beyond)
    if around_corners is not None:
        return around_corners
    return best if best is not None and near(best.models) > before + TINY else field.in_other_shape()


def nearness(battle: Battle, unit: Unit, enemies: list[Unit]) -> Near:
    """How far models would be from the nearest of these enemies."""
    here = centre(unit.models) if unit.models else (0.0, 0.0)
    # Those that stand nearest first: of most others their boxes then are too far away to matter.
    enemies = sorted(enemies, key=lambda enemy: dist(centre(enemy.models), here) if enemy.models else 0.0)

    def near(models: Spots) -> float:
        radius, found, box = unit.type.radius, inf, box_of(models)
        for enemy in enemies:
            # One whose box is further away than that need not be looked at.
            if enemy.building or found == inf or overlap(enemy.box, box, found + radius + enemy.type.radius):
                found = min(found, distances.clear_of(battle, enemy, models, radius))
        return found

    return near


# ---------------------------------------------------------------- straight on
def straight_flight(around: Surroundings, unit: Unit, toward: Spot, inches: float) -> Flight | None:
    """As far in a direction as terrain lets it; None if something is in the way (PMC-FLEE-2, PMC-TERR-7).

    Before a low wall that it cannot pay for, or not with all its models, it stops where it can stand.
    """

    def models_at(hundredths: int) -> Spots:
        far = hundredths * HUNDREDTH
        return formations.shifted(unit.models, (toward[0] * far, toward[1] * far))

    hundredths, halved = furthest(around, unit, models_at, inches), False
    while hundredths > 0:
        end = models_at(hundredths)
        refusal, off = refuse_flight(around, end), off_table(around.battle, unit, box_of(end))
        if refusal is None:
            return Flight(end, (spot_text(centre(unit.models)), spot_text(centre(end))), off, halved)
        if refusal.rule not in LOW_WALLS:
            return None
        halved = halved or refusal.rule == "PMC-TERR-3"
        hundredths = min(hundredths - 1, ceil(as_short(around, end, toward, hundredths * HUNDREDTH) / HUNDREDTH))
    return None


def tracks_to(unit: Unit, end: Spots) -> list[list[Spot]]:
    """The straight ways of a unit's models to some places."""
    return [[a, b] for a, b in zip(unit.models, end, strict=True)]


def as_short(around: Surroundings, end: Spots, toward: Spot, far: float) -> float:
    """How short a way that was refused can be, in inches, and still be refused for the same walls; `far` if unknown.

    Where only some models have crossed a wall, that stays so until one of them comes to a wall on its way back. As ends
    are rounded, nothing is known where a model just passes the end of a wall, or may cross two at one place, as one.
    """
    unit, reach = around.unit, around.unit.type.radius
    tracks = tracks_to(unit, end)
    if unit.vehicle or crossings(around, tracks)[0] is None:
        return far
    walls = [piece for piece in around.terrain if piece.terrain.category == "linear"]
    shortest = 0.0
    for a, b in tracks:
        if any(piece.terrain.impassable and piece.figure.comes_near(a, b, reach) for piece in around.terrain):
            return far
        for meets, unsure in (along(a, toward, side) for wall in walls for side in wall.figure.sides):
            if meets < far + unsure:
                shortest = max(shortest, meets + unsure)
        crossed = [wall for wall in walls if wall.figure.comes_near(a, b, MARGIN)]
        if any(off(a, b, corner) <= MARGIN for wall in walls for corner in chain.from_iterable(wall.figure.sides)):
            return far
        met = [along(a, toward, (wall.points[0], wall.points[-1])) for wall in crossed]
        if any(abs(one - other) <= unsure + its for (one, unsure), (other, its) in combinations(met, 2)):
            return far
    return min(shortest, far)


def along(start: Spot, toward: Spot, side: Leg) -> tuple[float, float]:
    """How far it is from a place in a direction to the line along a side, below 0 behind, and how unsure that is.

    Ends are rounded to the hundredth: the more a way leads along the side, the further that moves where they meet.
    """
    (cx, cy), (dx, dy) = side
    ux, uy = dx - cx, dy - cy
    turn = toward[0] * uy - toward[1] * ux
    if abs(turn) < TINY:
        return 0.0, inf
    return ((cx - start[0]) * uy - (cy - start[1]) * ux) / turn, MARGIN * hypot(ux, uy) / abs(turn)


def refuse_flight(around: Surroundings, end: Spots) -> Refusal | None:
    """Why a unit cannot flee straight to some places; off the table it can."""
    tracks = tracks_to(around.unit, end)
    refusal = crossings(around, tracks)[0] or enemies_in_the_way(around, tracks)
    off = off_table(around.battle, around.unit, box_of(end))
    return refusal or (None if off else refuse_ends(around, end))


def furthest(around: Surroundings, unit: Unit, models_at: Callable[[int], Spots], inches: float) -> int:
    """How many hundredths of an inch a way has that is as long as its terrain allows; 0 if none can pass there.

    The longer the way, the more terrain it may meet: so the longest that is paid for is found by halving.
    """

    def judged(hundredths: int) -> tuple[Refusal | None, bool]:
        """What stops a way of this length, if anything does, and whether it is short enough."""
        tracks = [[a, b] for a, b in zip(unit.models, models_at(hundredths), strict=True)]
        refusal, walls, slowed = crossings(around, tracks, whole=False)
        return refusal, hundredths * HUNDREDTH + penalty(unit, walls, slowed) <= inches + TINY

    low, high = 0, round(inches / HUNDREDTH) + 1  # so far it goes, so far it surely does not
    if judged(high - 1) == (None, True):
        low = high - 1
    while high - low > 1:
        middle = (low + high) // 2
        refusal, paid = judged(middle)
        low, high = (middle, high) if refusal is None and paid else (low, middle)
    return low if judged(high)[0] is None else 0


def best_straight(around: Surroundings, unit: Unit, inches: float, near: Near) -> Flight | None:
    """The straight flight, in whatever direction, that ends furthest from the enemy."""

    def fled(angle: float) -> tuple[float, Flight | None]:
        found = straight_flight(around, unit, (sin(radians(angle)), -cos(radians(angle))), inches)
        return (near(found.models) if found is not None else -inf), found

    best, most = max(((angle, fled(angle)) for angle in ROUND), key=lambda one: one[1][0])
    for step in NARROWER:
        for angle in (best - step, best + step):
            if (other := fled(angle))[0] > most[0]:
                best, most = angle, other
    return most[1]


# ---------------------------------------------------------------- by any way
def _plan(spot: Spot) -> Plan:
    return Plan((spot,))


class FlightField(MoveField):
    """Where a unit may flee to by any way: nowhere nearer to an enemy than its closest one was."""

    narrows = True

    def __init__(
        self, battle: Battle, unit: Unit, inches: float, enemies: list[Unit], before: float, near: Near
    ) -> None:
        super().__init__(battle, unit, inches)
        self.enemies, self.before, self.near = enemies, before, near

    def refuse_end(self, ends: Spots) -> Refusal | None:
        if self.near(ends) <= self.before + TINY:
            return Refusal("no further from the enemy", "PMC-FLEE-3")
        return super().refuse_end(ends)

    def regions(self, region: BaseGeometry) -> Iterator[BaseGeometry]:
        far = self.before + self.radius
        houses = [
            region_shapes.grown(self.battle.table.by_id[one.building].shape, far)
            for one in self.enemies
            if one.building
        ]
        others = [region_shapes.discs(one.models, far + one.type.radius) for one in self.enemies if one.models]
        yield region_shapes.outside(region, [*houses, *others])

    def farthest(self, beyond: float) -> Flight | None:
        """The flight in formation, by any way, that ends furthest from the enemy, if that is further than `beyond`."""
        reach = self.reach()
        spots = list(filter(self.might_go, self.raster()))
        for whole in self.rooms():
            area = region_shapes.rigid(
                whole.region.intersection(reach.buffer(formations.LONGEST_RANK)), self.offsets
            ).intersection(reach)
            spots += [spot for x, y in region_places.rim_of(area, FINE) for spot in region_places.hundredths(x, y)[:1]]
        ranked = sorted(((self.far(_plan(spot)), spot) for spot in set(spots)), reverse=True)
        plans = (_plan(spot) for far, spot in ranked if far > beyond + TINY)
        free = filter(self.is_free, plans)
        best = [polished(plan, self.far, self.is_free) for plan in islice(spread_out(free, 1.0), OTHER_CORNERS)]
        return self.as_flight(max(best, key=self.far)) if best else None

    def in_other_shape(self) -> Flight | None:
        """The best of some flights in other formations."""
        plans = islice(self.everywhere(), OTHER_SHAPES)
        best = max(plans, key=self.far, default=None)
        return None if best is None else self.as_flight(polished(best, self.far, self.is_free))

    def far(self, plan: Plan) -> float:
        return self.near(self.ends(plan))

    def is_free(self, plan: Plan) -> bool:
        return self.can_end(plan) and self.judge_answer(plan)[0] is None

    def as_flight(self, plan: Plan) -> Flight:
        by = self.complete(plan)
        return Flight(self.ends(plan), tuple(spot_text(spot) for spot in (self.middle, *by.waypoints)))
