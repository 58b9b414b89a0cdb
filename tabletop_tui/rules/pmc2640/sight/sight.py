"""Sight, heights, cover and the arcs of vehicles of PMC 2640 on the open table (PMC-LOS, PMC-TERR, PMC-XFIRE)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache, partial
from math import atan2, degrees, dist

from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.state import terrain_state
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit, Wreck
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece
from tabletop_tui.rules.pmc2640.state.terrain import KINDS
from tabletop_tui.table import bases
from tabletop_tui.table.bases import TINY, Spot, Spots
from tabletop_tui.table.polygons import bounds, off, overlap, struck

FURTHEST_SIGHT = 36.0
INSIDE_SIGHT = 8.0
WALL_REACH = 2.0
STEP = 0.05
"""So far along a line one looks whether it leads out of a building."""


# ---------------------------------------------------------------- sight
def eyes(battle: Battle, unit: Unit, toward: Unit) -> Spots:
    """The places from which a unit sees and is seen: its models, or the nearest point of its building's walls."""
    if not unit.building:
        return unit.models
    other = battle.table.by_id[toward.building].shape if toward.building else None
    return (_window(battle.table.by_id[unit.building], other, toward.models, toward.type.radius),)


@lru_cache(maxsize=1 << 10)
def _window(house: MapPiece, other: BaseGeometry | None, models: Spots, radius: float) -> Spot:
    near, _ = nearest_points(house.shape, bases.core(models, radius) if other is None else other)
    return near.x, near.y


def windows(battle: Battle, unit: Unit, near: Spots) -> Spots:
    """All the places from which a unit sees: these near ones, and of its building the corners and the wall middles."""
    if not unit.building:
        return near
    house = battle.table.by_id[unit.building].figure
    return (*near, *house.points, *(((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in house.sides))


def outward(battle: Battle, unit: Unit, window: Spot, to: Spot) -> bool:
    """Whether a line from a window does not lead back through the unit's own building."""
    if not unit.building or dist(window, to) <= STEP:
        return True
    return not battle.table.by_id[unit.building].figure.holds(toward(window, to, STEP))


def reach_of(unit: Unit) -> float:
    """How far a unit's edge is from the places where it sees: a base's radius, nothing from a wall (PMC-BLDG-4)."""
    return 0.0 if unit.building else unit.type.radius


Blind = Callable[[Spot, Spot], Refusal | None]
"""Something that may stand between two places: why one does not see the other, or None."""


def no_sight(battle: Battle, viewer: Unit, target: Unit) -> Refusal | None:
    """Why no model of `viewer` sees any model of `target`, or None (PMC-LOS-1 to PMC-LOS-3)."""
    return look(battle, viewer, target)[1]


def sight_line(battle: Battle, viewer: Unit, target: Unit) -> tuple[Spot, ...]:
    """The ends of the shortest line by which a unit sees another; () if it does not."""
    return look(battle, viewer, target)[0]


def look(battle: Battle, viewer: Unit, target: Unit) -> tuple[tuple[Spot, ...], Refusal | None]:
    """The ends of the shortest line of sight between two units, or else what blocks the shortest line of all."""
    mine = windows(battle, viewer, eyes(battle, viewer, target))
    theirs = windows(battle, target, eyes(battle, target, viewer))
    blinds = blinds_between(battle, viewer, target, [*mine, *theirs])
    furthest = FURTHEST_SIGHT + reach_of(viewer) + reach_of(target) + TINY
    first: Refusal | None = None
    for far, a, b in sorted([(dist(a, b), a, b) for a in mine for b in theirs]):
        if not (outward(battle, viewer, a, b) and outward(battle, target, b, a)):
            continue
        if far > furthest:
            return (), first or Refusal(f"further away than {FURTHEST_SIGHT:.0f} in", "PMC-LOS-1")
        blocked = blocked_line(blinds, a, b)
        if blocked is None:
            return (a, b), None
        first = first or blocked
    return (), first


def blocked_line(blinds: list[Blind], a: Spot, b: Spot) -> Refusal | None:
    """What blocks one line, or None. It is put first, since it is likely to block the next line as well."""
    for number, blind in enumerate(blinds):
        refusal = blind(a, b)
        if refusal is not None:
            blinds.insert(0, blinds.pop(number))
            return refusal
    return None


def blinds_between(
    battle: Battle, viewer: Unit, target: Unit | None, ends: Collection[Spot], aim: str = ""
) -> list[Blind]:
    """All that might block a line of sight between two units, or from one to a piece, with its ends at these places."""
    box, units = bounds(ends), [viewer] if target is None else [viewer, target]
    high = [unit.seat for unit in units if on_hill(battle, unit)]
    no_blinds = (aim, *(unit.building for unit in units))
    radii = reach_of(viewer), 0.0 if target is None else reach_of(target)
    blinds: list[Blind] = [
        partial(_blocked_by, piece, bool(high), radii)
        for piece in terrain_state.ground(battle).blinds
        if piece.id not in no_blinds and overlap(piece.box, box)
    ]
    blinds += [partial(_blocked_by_wreck, wreck) for wreck in battle.wrecks]
    own = [unit.id for unit in units]  # by id: the battle may be a clone that holds copies of them
    for unit in battle.on_table():
        if unit.id in own or not overlap(unit.box, box, unit.type.radius):
            continue
        if unit.seat in high and not on_hill(battle, unit):
            continue  # friends lower down do not block shots from or at a unit on a hill (PMC-AREA-5)
        blinds.append(partial(_blocked_by_unit, unit))
    return blinds


def _blocked_by_unit(unit: Unit, a: Spot, b: Spot) -> Refusal | None:
    hit = struck(unit.models, unit.type.radius, a, b)
    return Refusal(f"{unit.does('is')} in the way", "PMC-LOS-2") if hit else None


def _blocked_by_wreck(wreck: Wreck, a: Spot, b: Spot) -> Refusal | None:
    hit = off(a, b, wreck.spot) < wreck.radius
    return Refusal(f"the wreck of {wreck.name} is in the way", "PMC-LOS-2") if hit else None


def _blocked_by(piece: MapPiece, from_hill: bool, radii: tuple[float, float], a: Spot, b: Spot) -> Refusal | None:
    """Whether a piece of terrain blocks a line, by its kind (PMC-TERR-4, PMC-TERR-5, PMC-AREA-3)."""
    figure, kind = piece.figure, piece.terrain
    if not figure.meets(a, b):
        return None
    within = figure.holds(a), figure.holds(b)
    if kind.id == "hill" and (from_hill or any(within)):
        return None  # who stands on it sees from its top, be it from a wood there
    if kind.impassable or not any(within):
        rule = "PMC-TERR-4" if kind.rimmed else kind.rule
        across = Refusal(f"{piece.name or kind.name} blocks the line of sight", rule)
        return across if any(part.meets(a, b) for part in piece.core) else None
    if all(within):
        far = Refusal(f"further than {INSIDE_SIGHT:.0f} in within {kind.name}", "PMC-TERR-5")
        return far if dist(a, b) - sum(radii) > INSIDE_SIGHT + TINY else None
    edges = toward(a, b, radii[0]), toward(b, a, radii[1])
    if any(heart.meets(*edges) for heart in piece.heart):
        return Refusal(f"{piece.name or kind.name} blocks the line beyond its 2 in rim", "PMC-TERR-4")
    return None


def toward(a: Spot, b: Spot, inches: float) -> Spot:
    """The place so far from a on the way to b, or b where that is nearer."""
    far = dist(a, b)
    share = 1.0 if far <= inches else inches / far
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) if far else a


def sees_piece(battle: Battle, unit: Unit, piece: str) -> bool:
    """Whether any model sees the place of a piece of terrain that is nearest to it."""
    aim = battle.table.by_id[piece]
    near = (_window(battle.table.by_id[unit.building], aim.shape, (), 0.0),) if unit.building else unit.models
    lines = [(spot, aim.figure.nearest(spot)) for spot in windows(battle, unit, near)]
    blinds = blinds_between(battle, unit, None, [spot for ends in lines for spot in ends], piece)
    return any(
        dist(a, b) - reach_of(unit) <= FURTHEST_SIGHT + TINY
        and outward(battle, unit, a, b)
        and blocked_line(blinds, a, toward(b, a, STEP)) is None  # a wall's next section begins where it ends
        for a, b in lines
    )


def between(battle: Battle, one: Unit, other: Unit, target: Unit) -> bool:
    """Whether a line from any model of one unit to any of another passes through the target (PMC-XFIRE-3)."""
    models, radius = target.models, target.type.radius
    ends = eyes(battle, other, target)
    return any(struck(models, radius, a, b) for a in eyes(battle, one, target) for b in ends)


# ---------------------------------------------------------------- heights, cover, arcs
def on_hill(battle: Battle, unit: Unit) -> bool:
    """Whether every model stands on a hill, and on nothing smaller there (PMC-TERR-6, PMC-TERR-9)."""
    hilly = any(overlap(hill.box, unit.box) for hill in terrain_state.ground(battle).hills)
    return hilly and all(terrain_state.ground_at(battle, spot) == "hill" for spot in unit.models)


def heights(battle: Battle, unit: Unit) -> tuple[float, float]:
    """How high a unit's lowest and its highest model stand, in inches: on a hill or under a roof."""
    if unit.building:
        roof = float(battle.table.by_id[unit.building].terrain.height)
        return roof, roof
    found = [KINDS["hill"].height if terrain_state.ground_at(battle, spot) == "hill" else 0.0 for spot in unit.models]
    return min(found), max(found)


def shoots_down(battle: Battle, shooter: Unit, target: Unit) -> bool:
    """Whether the shooter has the terrain Firepower bonus: all of it 1 in above its target (PMC-AREA-4, PMC-BLDG-6)."""
    return heights(battle, shooter)[0] - heights(battle, target)[1] >= 1.0 - TINY


@frozen
class Cover:
    """What gives a unit the terrain Defence bonus."""

    reason: str
    rule: str


def cover(battle: Battle, shooter: Unit | None, target: Unit) -> Cover | None:
    """The terrain that protects a target from a shooter (None: from anybody), or None (PMC-TERR-6, PMC-LIN-1)."""
    if target.building:
        return Cover("in a building", "PMC-BLDG-6")
    grounds = {terrain_state.ground_at(battle, spot) for spot in target.models}
    if grounds and all(KINDS[kind].defence_bonus for kind in grounds):
        first = KINDS[min(grounds)]
        return Cover(first.name, first.rule)
    return wall_cover(battle, shooter, target) if shooter is not None else None


def wall_cover(battle: Battle, shooter: Unit, target: Unit) -> Cover | None:
    """The low wall that protects a target from a shooter, or None (PMC-LIN-1)."""
    low = [wall for wall in terrain_state.ground(battle).walls if wall.terrain.defence_bonus]
    return Cover("behind a low wall", "PMC-LIN-1") if behind(battle, shooter, target, low) else None


HIDING = ("PMC-AREA-3", "PMC-AREA-6", "PMC-TERR-4", "PMC-TERR-5", "PMC-LIN-1", "PMC-LIN-2")
"""The rules by which area and linear terrain block sight, or cover who is behind it."""


def sheltered(battle: Battle, unit: Unit, enemies: list[Unit]) -> bool:
    """Whether no enemy sees a unit without a wall that covers it, and terrain has a part in it (PMC-FLEE-6).

    Asked about units in the open, which what they stand on does not cover. Who sees it is put first among its
    enemies, since he is likely to see it at the next place as well.
    """
    rules = set()
    for number, enemy in enumerate(enemies):
        wall = wall_cover(battle, enemy, unit)
        refusal = None if wall is not None else no_sight(battle, enemy, unit)
        if wall is None and refusal is None:
            enemies.insert(0, enemies.pop(number))
            return False
        rules.add(wall.rule if wall is not None else refusal.rule if refusal is not None else "")
    return not rules.isdisjoint(HIDING)


def behind(battle: Battle, shooter: Unit, target: Unit, walls: Sequence[MapPiece]) -> list[MapPiece]:
    """The walls behind which a whole unit is: each model within 2 in of one between it and the shooter's nearest model.

    A long wall has several sections; each model may be behind another one.
    """
    if not walls:
        return []
    reach, found = WALL_REACH + target.type.radius + TINY, []
    _, near = min((dist(a, b), a) for a in eyes(battle, shooter, target) for b in target.models)
    for spot in target.models:
        here = [wall for wall in walls if wall.figure.distance(spot) <= reach and wall.figure.meets(near, spot)]
        if not here:
            return []
        found += here
    return found


def sheltered_by(battle: Battle, shooter: Unit, enemy: Unit, piece: str) -> bool:
    """Whether an enemy is inside a building, or hidden behind a wall (PMC-SR-6)."""
    if enemy.building:
        return enemy.building == piece
    return any(wall.id == piece for wall in behind(battle, shooter, enemy, terrain_state.ground(battle).walls))


def arc(battle: Battle, target: Unit, shooter: Unit) -> str:
    """The side of a vehicle that faces the shooter's closest model: front, side or rear (PMC-VEH-2)."""
    (spot,) = target.models
    x, y = min(eyes(battle, shooter, target), key=lambda eye: dist(eye, spot))
    bearing = degrees(atan2(x - spot[0], spot[1] - y))
    turn = abs((bearing - target.facing + 180) % 360 - 180)
    return "front" if turn <= 45 + TINY else "side" if turn <= 135 + TINY else "rear"
