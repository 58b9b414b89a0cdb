"""Movements that the rules lay down rather than a player: falling back, fleeing, leaving by force."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from math import inf

from attrs import frozen

from tabletop_tui.engine.placing import Plan
from tabletop_tui.engine.tally import Refusal
from tabletop_tui.rules.pmc2640 import geometry as geo
from tabletop_tui.rules.pmc2640.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.passage import (
    Surroundings,
    box_around,
    crossings,
    enemies_in_the_way,
    off_table,
    penalty,
    refuse_ends,
    refuse_stand,
)
from tabletop_tui.rules.pmc2640.places import LeaveField, MoveField, StandField, away, compass
from tabletop_tui.table import plane
from tabletop_tui.table.figures import box_of, overlap
from tabletop_tui.table.plane import TINY, Spot, Spots, centre, spot_text

FINE = 0.05
QUARTERS, HALVES = (0.0, 0.25, 0.5, 0.75), (0.0, 0.5)
"""How finely places outside a building are looked for: to fall back by an inch, and to flee."""
FURTHEST_FALL_BACK = 80
"""Steps of FINE that a unit falls back at most to get clear of its opponent's bases."""


def take_building(battle: Battle, unit: Unit, building: str) -> None:
    """The winners of an assault on a building take the place of its defenders (PMC-BLDG-9)."""
    if building and unit.on_table and building not in battle.rubble and battle.in_building(building) is None:
        unit.models, unit.building = (), building


def fall_back(battle: Battle, loser: Unit, winner: Unit, inches: float) -> None:
    """Straight away from the winner, so that they are `inches` apart; as far as it goes if blocked (PMC-ASSLT-12)."""
    if loser.building:
        put_outside(battle, loser, [winner], inches)
        return
    origin = centre(winner.models) if winner.models else battle.table.by_id[winner.building].middle
    for step in range(1, FURTHEST_FALL_BACK + 1):
        loser.models, before = away(loser, origin, FINE), loser.models
        if refuse_stand(battle, loser, loser.models, winner.id, split=True) is not None:
            loser.models = before
            return
        near = min(geo.distance_to_spot(battle, winner, spot) for spot in loser.models) - loser.type.radius
        if near >= inches - TINY and step * FINE >= inches - TINY:
            return


def put_outside(battle: Battle, unit: Unit, threats: list[Unit], back: float = 0.0) -> bool:
    """Place a unit outside its building, as far from the threats as can be; to fall back, `back` inches from the walls.

    Whether there was room; without, it stays inside.
    """
    walls, radius = battle.table.by_id[unit.building].figure, unit.type.radius
    field = LeaveField(battle, unit)
    best: tuple[float, float] = (-inf, -inf)
    chosen: Spots = ()
    parts = QUARTERS if back else HALVES
    for (x, y), dx, dy in itertools.product(field.candidates(), parts, parts):
        text = plane.spot_text((x + dx, y + dy))
        models = field.places([text])[0]
        gap = min(map(walls.distance, models)) - radius
        if gap < back - TINY or (back and -gap < best[0]):
            continue
        far = min((geo.clear_of(battle, enemy, models, radius) for enemy in threats), default=0.0)
        worth = (-gap if back else 0.0, far)
        if worth > best and field.refuse([text]) is None:
            best, chosen = worth, models
    if chosen:
        unit.building, unit.models = "", chosen
    return bool(chosen)


class _Anywhere(StandField):
    """Places for a unit that has to stand somewhere."""

    def refuse_here(self, models: Spots) -> Refusal | None:
        return None


def stand_in_rubble(battle: Battle, unit: Unit) -> None:
    """After the collapse the unit stands where its building was, or as near as there is room (PMC-SR-7)."""
    (x, y), table = battle.table.by_id[unit.building].middle, battle.table
    unit.building = ""
    field = _Anywhere(battle, unit)
    for ring in range(int(max(table.width, table.height))):
        for dx, dy in itertools.product(range(-ring, ring + 1), repeat=2):
            text = plane.spot_text((round(x + dx, 2), round(y + dy, 2)))
            if max(abs(dx), abs(dy)) == ring and field.refuse([text]) is None:
                unit.models = field.places([text])[0]
                return
    raise AssertionError("a table without room for one unit")  # not with the sizes and numbers that are let in


# ---------------------------------------------------------------- fleeing
@frozen
class Flight:
    """The way of a Broken unit: where its models end, the way of their middle, whether it leads off the table."""

    models: Spots
    path: tuple[str, ...]
    off: bool = False


def flight(battle: Battle, unit: Unit, inches: float) -> Flight | None:
    """The flight of a unit on the table; None if it stays (PMC-FLEE-3).

    Straight from the closest enemy, unless something is in the way or it leads nearer to another enemy than the
    closest one was; else where the closest one is furthest, around a corner, too.
    """
    enemies = [enemy for enemy in battle.enemies(unit.seat) if enemy is not unit]
    if not enemies:
        return None
    enemies.sort(key=lambda enemy: geo.distance(battle, unit, enemy))
    closest = enemies[0]
    origin = centre(closest.models) if closest.models else battle.table.by_id[closest.building].middle
    before = geo.distance(battle, unit, closest)

    def near(models: Spots) -> float:
        radius, found, box = unit.type.radius, inf, box_of(models)
        for enemy in enemies:
            # One whose box is further away than that need not be looked at.
            if enemy.building or found == inf or overlap(enemy.box, box, found + radius + enemy.type.radius):
                found = min(found, geo.clear_of(battle, enemy, models, radius))
        return found

    around = Surroundings(battle, unit, box_around(unit.models, inches))
    straight = _straight(around, unit, away(unit, origin, inches), inches)
    if straight is not None and near(straight.models) > before - TINY:
        return straight
    found = [_straight(around, unit, models, inches) for models in compass(unit, inches)]
    flights = [(near(flight.models), flight.models, flight) for flight in (straight, *found) if flight is not None]
    best = max((f for f in flights if f[0] > before + TINY), key=lambda f: f[:2], default=(before, (), None))
    return _roundabout(battle, unit, inches, near, best[0]) or best[2]


def _roundabout(
    battle: Battle, unit: Unit, inches: float, near: Callable[[Spots], float], beyond: float
) -> Flight | None:
    """The flight by any way that ends furthest from the enemy, if that is further than `beyond`."""
    field = MoveField(battle, unit, inches)
    plans = map(_plan, filter(field.might_go, field.raster()))
    ends = [(near(models), models, plan) for plan in plans if (models := field.ends(plan))]
    for far, models, plan in sorted(ends, key=lambda end: end[:2], reverse=True):
        if far <= beyond + TINY:
            return None
        by, (refusal, _) = field.shortest(plan)
        if refusal is None:
            return Flight(models, tuple(spot_text(spot) for spot in (field.middle, *by.waypoints)))
    return None


def _plan(spot: Spot) -> Plan:
    return Plan((spot,))


def _straight(around: Surroundings, unit: Unit, models: Spots, inches: float) -> Flight | None:
    """A straight flight toward some places, ending where its terrain is paid for; None if something is in the way."""
    tracks = [[a, b] for a, b in zip(unit.models, models, strict=True)]
    refusal, walls, slowed = crossings(around, tracks)
    if refusal is not None:
        return None
    share = max(0.0, (inches - penalty(unit, walls, slowed)) / inches)
    end = tuple((round(a[0] + (b[0] - a[0]) * share, 2), round(a[1] + (b[1] - a[1]) * share, 2)) for a, b in tracks)
    if enemies_in_the_way(around, [[a, b] for a, b in zip(unit.models, end, strict=True)]) is not None:
        return None
    off = off_table(around.battle, unit, box_of(end))
    if not off and refuse_ends(around, end) is not None:
        return None
    return Flight(end, (spot_text(centre(unit.models)), spot_text(centre(end))), off)
