"""Movements that the rules lay down rather than a player: charging, falling back, fleeing, leaving by force."""

from __future__ import annotations

import itertools
from math import inf

from shapely import Point
from shapely.ops import nearest_points

from tabletop_tui.engine.tally import Refusal
from tabletop_tui.rules.pmc2640 import geometry as geo
from tabletop_tui.rules.pmc2640.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.passage import (
    CLEARANCE,
    Surroundings,
    box_around,
    crossings,
    enemies_in_the_way,
    off_table,
    penalty,
    refuse_ends,
    refuse_stand,
    surroundings,
)
from tabletop_tui.rules.pmc2640.places import LeaveField, StandField, away, compass
from tabletop_tui.table import plane
from tabletop_tui.table.figures import box_of
from tabletop_tui.table.plane import TINY, Spot, Spots, apart, centre

DETOURS = (0.0, 2.0, -2.0, 4.0, -4.0)
"""How far to the side of the straight line a charge may swing around an obstacle, in inches."""
FINE = 0.05
QUARTERS = (0.0, 0.25, 0.5, 0.75)
FURTHEST_FALL_BACK = 80
"""Steps of FINE that a unit falls back at most to get clear of its opponent's bases."""


def nearest_pair(battle: Battle, unit: Unit, target: Unit) -> tuple[Spot, Spot]:
    """The model of `unit` nearest to `target`, and the nearest middle of a base or point of a wall there."""
    if target.building:
        walls = geo.footprint(battle, target)
        mine = min(unit.models, key=lambda spot: walls.distance(Point(spot)))
        near, _ = nearest_points(walls, Point(mine))
        return mine, (near.x, near.y)
    return min(((a, b) for a in unit.models for b in target.models), key=lambda pair: apart(*pair))


def charge_path(battle: Battle, unit: Unit, target: Unit, reach: float) -> list[Spot] | None:
    """The shortest simple way to contact within `reach` inches, terrain paid for; None if there is none."""
    start, end = nearest_pair(battle, unit, target)
    far = apart(start, end) or 1.0
    side = ((start[1] - end[1]) / far, (end[0] - start[0]) / far)
    best: tuple[float, list[Spot]] | None = None
    for detour in DETOURS:
        middle = ((start[0] + end[0]) / 2 + side[0] * detour, (start[1] + end[1]) / 2 + side[1] * detour)
        way = [start, end] if not detour else [start, middle, end]
        length = sum(apart(a, b) for a, b in itertools.pairwise(way)) - unit.type.radius
        length -= 0 if target.building else target.type.radius
        if length > reach + TINY or (best is not None and length >= best[0]):
            continue
        around = surroundings(_without(battle, target), unit, box_around(unit.models, reach))
        refusal, walls, slowed = crossings(around, [_short_of(way, unit.type.radius)])
        others = [u for u in battle.enemies(unit.seat) if u is not target and u.models]
        near = any(
            plane.nearest_on_segment(a, b, spot) < unit.type.radius + u.type.radius + CLEARANCE - TINY
            for u in others
            for spot in u.models
            for a, b in itertools.pairwise(way)
        )
        if refusal is None and not near and length + penalty(unit, walls, slowed) <= reach + TINY:
            best = (length, way)
    return best[1] if best else None


def _without(battle: Battle, target: Unit) -> Battle:
    """The battle as a charge at a unit in a building sees it: the building itself is no obstacle."""
    if not target.building:
        return battle
    probe = battle.clone()
    probe.destroyed |= {target.building}
    return probe


def _short_of(way: list[Spot], inches: float) -> list[Spot]:
    """A way that stops a little before its end."""
    a, b = way[-2], way[-1]
    far = apart(a, b)
    if far <= inches:
        return [*way[:-1], a]
    share = (far - inches) / far
    return [*way[:-1], (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)]


def no_contact(battle: Battle, unit: Unit, target: Unit, reach: float) -> Refusal | None:
    """Why a unit cannot reach another within `reach` inches, or None (PMC-ASSLT-1)."""
    far = geo.distance(battle, unit, target)
    if far > reach + TINY:
        return Refusal(f"{far:.1f} in away, {reach:g} can be reached", "PMC-ASSLT-1")
    if charge_path(battle, unit, target, reach) is None:
        return Refusal("no way there within reach", "PMC-ASSLT-1")
    return None


def approach(battle: Battle, unit: Unit, target: Unit) -> None:
    """Go up to 1 in from the target (PMC-ASSLT-4)."""
    close_in(battle, unit, target, CLEARANCE)


def touch(battle: Battle, unit: Unit, target: Unit) -> None:
    """Into base contact: if one model can reach, all are taken to (PMC-ASSLT-6)."""
    close_in(battle, unit, target, 0.0)


def close_in(battle: Battle, unit: Unit, target: Unit, left: float) -> None:
    """Move so that the nearest bases are `left` inches apart; in another formation where the old one does not fit."""
    start, end = nearest_pair(battle, unit, target)
    go = apart(start, end) - unit.type.radius - (0 if target.building else target.type.radius) - left
    if go <= TINY:
        return
    far = apart(start, end)
    by = ((end[0] - start[0]) / far * go, (end[1] - start[1]) / far * go)
    kept = plane.shifted(unit.models, by)
    if refuse_stand(battle, unit, kept, target.id) is None:
        unit.models = kept
        return
    front = (start[0] + by[0], start[1] + by[1])
    for name in ("block", "column", "line", "wedge"):
        shape = plane.formation(name, unit.left, 1.0)
        for angle in range(0, 360, 30):
            turned = plane.turned(shape, float(angle))
            lead = min(turned, key=lambda spot: (spot[0] + front[0] - end[0]) ** 2 + (spot[1] + front[1] - end[1]) ** 2)
            fitted = plane.shifted(turned, (front[0] - lead[0], front[1] - lead[1]))
            if refuse_stand(battle, unit, fitted, target.id) is None:
                unit.models = fitted
                return


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
        if refuse_stand(battle, loser, loser.models, winner.id) is not None:
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
    for (x, y), dx, dy in itertools.product(field.candidates(), QUARTERS, QUARTERS):
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
def flee(battle: Battle, unit: Unit, inches: float) -> bool:
    """Flee straight from the closest enemy, else where the closest is furthest; whether the unit left the table.

    The straight way is not taken where it leads nearer to another enemy than the closest one was.
    """
    enemies = [enemy for enemy in battle.enemies(unit.seat) if enemy is not unit]
    if not enemies:
        return False
    closest = min(enemies, key=lambda enemy: geo.distance(battle, unit, enemy))
    origin = centre(closest.models) if closest.models else battle.table.by_id[closest.building].middle
    before = geo.distance(battle, unit, closest)
    found: list[tuple[float, Spots, bool]] = []
    around = surroundings(battle, unit, box_around(unit.models, inches))
    for number, models in enumerate([away(unit, origin, inches), *compass(unit, inches)]):
        end = _flight(around, unit, models, inches)
        if end is None:
            continue
        off = off_table(battle, unit, box_of(end))
        near = min(geo.clear_of(battle, enemy, end, unit.type.radius) for enemy in enemies)
        if number == 0 and (off or near > before - TINY):
            return _go(unit, end, off)
        if off or near > before + TINY:
            found.append((near, end, off))
    if not found:
        return False
    _, end, off = max(found, key=lambda item: (item[0], item[1]))
    return _go(unit, end, off)


def _go(unit: Unit, end: Spots, off: bool) -> bool:
    if not off:
        unit.models = end
    return off


def _flight(around: Surroundings, unit: Unit, models: Spots, inches: float) -> Spots | None:
    """Where a straight flight ends once its terrain is paid for; None if something is in the way."""
    tracks = [[a, b] for a, b in zip(unit.models, models, strict=True)]
    refusal, walls, slowed = crossings(around, tracks)
    if refusal is not None:
        return None
    share = max(0.0, (inches - penalty(unit, walls, slowed)) / inches)
    end = tuple((round(a[0] + (b[0] - a[0]) * share, 2), round(a[1] + (b[1] - a[1]) * share, 2)) for a, b in tracks)
    if enemies_in_the_way(around, [[a, b] for a, b in zip(unit.models, end, strict=True)]) is not None:
        return None
    off = off_table(around.battle, unit, box_of(end))
    return end if off or refuse_ends(around, end) is None else None
