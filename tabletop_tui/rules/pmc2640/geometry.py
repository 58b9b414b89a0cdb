"""Distances, sight, cover and places of PMC 2640 on the open table (PMC-GEN-7, PMC-LOS, PMC-COH, PMC-TERR)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache, partial
from math import atan2, degrees

from attrs import evolve, frozen
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from tabletop_tui.engine.tally import Refusal
from tabletop_tui.rules.pmc2640.battle import Battle, Unit, Wreck
from tabletop_tui.rules.pmc2640.profiles import INFANTRY_RADIUS
from tabletop_tui.rules.pmc2640.tables import Piece, TableMap
from tabletop_tui.rules.pmc2640.terrain import KINDS
from tabletop_tui.table import plane
from tabletop_tui.table.figures import Figure, box_of, from_spot, off, overlap, struck
from tabletop_tui.table.plane import TINY, Spot, Spots, apart, gap, spot_text

FURTHEST_SIGHT = 36.0
INSIDE_SIGHT = 8.0
LINK, ACROSS = 1.0, 6.0
"""Coherency: the gaps of the chain, and the widest spread (PMC-COH-1, PMC-COH-3)."""
WALL_REACH = 2.0
LOCATION_RADIUS = 1.0

__all__ = ["TINY", "spot_text"]


# ---------------------------------------------------------------- terrain as it now stands
@frozen(eq=False)
class Ground:
    """The pieces that have not been destroyed, sorted by what they do. It never changes."""

    pieces: tuple[Piece, ...]
    blinds: tuple[Piece, ...]
    """What blocks sight."""
    barriers: tuple[Piece, ...]
    """Where nobody can stand: walls, and what cannot be passed."""
    hindrances: tuple[Piece, ...]
    """What stops or slows who goes there."""
    areas: tuple[Piece, ...]
    """The area terrain, the smallest first."""
    low_walls: tuple[Piece, ...]


@lru_cache(maxsize=64)
def _ground(table: TableMap, rubble: frozenset[str], destroyed: frozenset[str]) -> Ground:
    pieces = tuple(
        rubble_of(piece) if piece.id in rubble else piece for piece in table.pieces if piece.id not in destroyed
    )
    return Ground(
        pieces,
        tuple(piece for piece in pieces if piece.terrain.blocks_sight),
        tuple(piece for piece in pieces if piece.terrain.impassable or piece.terrain.category == "linear"),
        tuple(piece for piece in pieces if piece.terrain.impassable or piece.terrain.penalty),
        tuple(sorted((p for p in pieces if p.terrain.category == "area"), key=lambda piece: float(piece.shape.area))),
        tuple(piece for piece in pieces if piece.kind == "low-wall"),
    )


def ground(battle: Battle) -> Ground:
    """The terrain as it now stands; a destroyed building is rubble."""
    return _ground(battle.table, battle.rubble, battle.destroyed)


def standing(battle: Battle) -> tuple[Piece, ...]:
    """The pieces that have not been destroyed."""
    return ground(battle).pieces


def rubble_of(piece: Piece) -> Piece:
    ruin = Piece(piece.id, "rubble", piece.points, piece.name)
    ruin.shape = piece.shape
    return ruin


def piece_of(battle: Battle, piece: str) -> Piece:
    found: Piece = battle.table.by_id[piece]
    return rubble_of(found) if piece in battle.rubble else found


def kind_of(battle: Battle, piece: str) -> str:
    return "rubble" if piece in battle.rubble else battle.table.by_id[piece].kind


def piece_name(battle: Battle, piece: str) -> str:
    found: Piece = battle.table.by_id[piece]
    return found.name or f"{KINDS[kind_of(battle, piece)].name} {piece}"


def piece_spot(battle: Battle, piece: str) -> str:
    return spot_text(battle.table.by_id[piece].middle)


def destructible(battle: Battle) -> list[str]:
    return [piece.id for piece in standing(battle) if piece.terrain.destructible]


def destroy_piece(battle: Battle, piece: str) -> None:
    """A wall is gone; a building is rubble from now on (PMC-BLDG-8)."""
    if battle.table.by_id[piece].terrain.category == "building":
        battle.rubble |= {piece}
    else:
        battle.destroyed |= {piece}


def ground_at(battle: Battle, spot: Spot) -> str:
    """The kind of area terrain at a place: of several, the smallest (the chest rule, PMC-TERR-9)."""
    return next((piece.kind for piece in ground(battle).areas if piece.figure.holds(spot)), "open")


# ---------------------------------------------------------------- distances
def footprint(battle: Battle, unit: Unit) -> BaseGeometry:
    """Where a unit is: its bases and gaps, or the building that it is in (PMC-BLDG-4)."""
    if unit.building:
        shape: BaseGeometry = battle.table.by_id[unit.building].shape
        return shape
    return plane.body(unit.models, unit.type.radius)


def distance(battle: Battle, one: Unit, other: Unit) -> float:
    """Between the closest models of two units, base to base, or to the walls of a building (PMC-GEN-7, PMC-FIRE-1)."""
    if not one.building and not other.building:
        return gap(one.models, one.type.radius, other.models, other.type.radius)
    if one.building and other.building:
        return float(footprint(battle, one).distance(footprint(battle, other)))
    inside, outside = (one, other) if one.building else (other, one)
    walls: Figure = battle.table.by_id[inside.building].figure
    return max(0.0, min(walls.distance(spot) for spot in outside.models) - outside.type.radius)


def distance_to_piece(battle: Battle, unit: Unit, piece: str) -> float:
    if piece in battle.locations:
        return max(0.0, distance_to_spot(battle, unit, battle.locations[piece].spot) - LOCATION_RADIUS)
    shape = battle.table.by_id[piece].shape
    if unit.building:
        return float(battle.table.by_id[unit.building].shape.distance(shape))
    return max(0.0, float(plane.core(unit.models, unit.type.radius).distance(shape)) - unit.type.radius)


def distance_to_spot(battle: Battle, unit: Unit, spot: Spot) -> float:
    if unit.building:
        walls: Figure = battle.table.by_id[unit.building].figure
        return walls.distance(spot)
    return from_spot(unit.models, unit.type.radius, spot)


def stands_on(battle: Battle, unit: Unit, location: str) -> bool:
    """Whether any model is on a location, which is an area of 2 in across (PMC-OBJ-5)."""
    spot = battle.locations[location].spot
    return any(apart(model, spot) <= LOCATION_RADIUS + unit.type.radius + TINY for model in unit.models)


def place_text(battle: Battle, unit: Unit) -> str:
    """Where a unit is, as a spot: the middle of its models or of its building."""
    if unit.building:
        return piece_spot(battle, unit.building)
    return spot_text(plane.centre(unit.models)) if unit.models else ""


# ---------------------------------------------------------------- sight
def eyes(battle: Battle, unit: Unit, toward: Unit) -> Spots:
    """The places from which a unit sees and is seen: its models, or the nearest point of its building's walls."""
    if not unit.building:
        return unit.models
    other = battle.table.by_id[toward.building].shape if toward.building else None
    return (_window(battle.table.by_id[unit.building], other, toward.models, toward.type.radius),)


@lru_cache(maxsize=1 << 10)
def _window(house: Piece, other: BaseGeometry | None, models: Spots, radius: float) -> Spot:
    near, _ = nearest_points(house.shape, plane.core(models, radius) if other is None else other)
    return near.x, near.y


Blind = Callable[[Spot, Spot], Refusal | None]
"""Something that may stand between two places: why one does not see the other, or None."""


def no_sight(battle: Battle, viewer: Unit, target: Unit) -> Refusal | None:
    """Why no model of `viewer` sees any model of `target`, or None (PMC-LOS-1 to 3)."""
    line, refusal = look(battle, viewer, target)
    return None if line else refusal


def sight_line(battle: Battle, viewer: Unit, target: Unit) -> tuple[Spot, ...]:
    """The ends of the shortest line by which a unit sees another; () if it does not."""
    return look(battle, viewer, target)[0]


def look(battle: Battle, viewer: Unit, target: Unit) -> tuple[tuple[Spot, ...], Refusal | None]:
    """The ends of the shortest line of sight between two units, or else what blocks the shortest line of all."""
    eyes_, others = eyes(battle, viewer, target), eyes(battle, target, viewer)
    blinds = blinds_between(battle, viewer, target, [*eyes_, *others])
    furthest = FURTHEST_SIGHT + viewer.type.radius + target.type.radius + TINY
    first: Refusal | None = None
    for far, a, b in sorted([(apart(a, b), a, b) for a in eyes_ for b in others]):
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


def blinds_between(battle: Battle, viewer: Unit, target: Unit, ends: Collection[Spot]) -> list[Blind]:
    """All that might block a line of sight between two units which see from and are seen at these places."""
    box = box_of(tuple(ends))
    high = on_hill(battle, viewer), on_hill(battle, target)
    blinds: list[Blind] = [
        partial(_blocked_by, piece, any(high))
        for piece in ground(battle).blinds
        if piece.id not in (viewer.building, target.building) and overlap(piece.box, box)
    ]
    blinds += [partial(_blocked_by_wreck, wreck) for wreck in battle.wrecks]
    for unit in battle.on_table():
        if unit.building or unit is viewer or unit is target or not overlap(box_of(unit.models), box, unit.type.radius):
            continue
        if any(high) and unit.seat == (viewer if high[0] else target).seat and not on_hill(battle, unit):
            continue  # friends lower down do not block shots from or at a unit on a hill (PMC-AREA-5)
        blinds.append(partial(_blocked_by_unit, unit))
    return blinds


def _blocked_by_unit(unit: Unit, a: Spot, b: Spot) -> Refusal | None:
    hit = struck(unit.models, unit.type.radius, a, b)
    return Refusal(f"{unit.name} is in the way", "PMC-LOS-2") if hit else None


def _blocked_by_wreck(wreck: Wreck, a: Spot, b: Spot) -> Refusal | None:
    hit = off(a, b, wreck.spot) < wreck.radius
    return Refusal(f"the wreck of {wreck.name} is in the way", "PMC-LOS-2") if hit else None


def _blocked_by(piece: Piece, from_hill: bool, a: Spot, b: Spot) -> Refusal | None:
    """Whether a piece of terrain blocks a line, by its kind (PMC-TERR-4, PMC-TERR-5, PMC-AREA-3)."""
    figure, kind = piece.figure, piece.terrain
    if not figure.meets(a, b):
        return None
    if kind.id == "hill" and from_hill:
        return None
    if kind.id == "hill" or kind.category != "area" or kind.impassable:
        return Refusal(f"{piece.name or kind.name} blocks the line of sight", kind.rule)
    if figure.holds(a) and figure.holds(b):
        far = Refusal(f"further than {INSIDE_SIGHT:.0f} in within {kind.name}", "PMC-TERR-5")
        return far if apart(a, b) > INSIDE_SIGHT + TINY else None
    if any(heart.meets(a, b) for heart in piece.heart):
        return Refusal(f"{piece.name or kind.name} blocks the line beyond its 2 in rim", "PMC-TERR-4")
    return None


def sees_piece(battle: Battle, unit: Unit, piece: str) -> bool:
    """Whether any model sees a piece of terrain."""
    figure = battle.table.by_id[piece].figure
    others = [other for other in ground(battle).blinds if other.id not in (piece, unit.building)]
    for model in unit.models or [battle.table.by_id[unit.building].middle]:
        near = figure.nearest(model)
        if all(_blocked_by(other, False, model, near) is None for other in others):
            return True
    return False


def between(battle: Battle, one: Unit, other: Unit, target: Unit) -> bool:
    """Whether a line from any model of one unit to any of another passes through the target (PMC-XFIRE-3)."""
    if target.building or not target.models:
        return False
    models, radius = target.models, target.type.radius
    ends = eyes(battle, other, target)
    return any(struck(models, radius, a, b) for a in eyes(battle, one, target) for b in ends)


# ---------------------------------------------------------------- heights, cover, arcs
def on_hill(battle: Battle, unit: Unit) -> bool:
    """Whether every model stands on a hill, and on nothing smaller there (PMC-TERR-6, PMC-TERR-9)."""
    return bool(unit.models) and all(ground_at(battle, spot) == "hill" for spot in unit.models)


def height(battle: Battle, unit: Unit) -> float:
    """How high a unit stands, in inches: on a hill or under a roof."""
    if unit.building:
        return float(battle.table.by_id[unit.building].terrain.height)
    return KINDS["hill"].height if on_hill(battle, unit) else 0.0


def shoots_down(battle: Battle, shooter: Unit, target: Unit) -> bool:
    """Whether the shooter has the terrain Firepower bonus: at least 1 in above its target (PMC-AREA-4, PMC-BLDG-6)."""
    return height(battle, shooter) - height(battle, target) >= 1.0 - TINY


@frozen
class Cover:
    """What gives a unit the terrain Defence bonus."""

    reason: str
    rule: str


def cover(battle: Battle, shooter: Unit | None, target: Unit) -> Cover | None:
    """The terrain that protects a target from a shooter (None: from anybody), or None (PMC-TERR-6, PMC-LIN-1)."""
    if target.building:
        return Cover("in a building", "PMC-BLDG-6")
    grounds = {ground_at(battle, spot) for spot in target.models}
    if grounds and all(KINDS[kind].defence_bonus for kind in grounds):
        first = KINDS[min(grounds)]
        return Cover(first.name, first.rule)
    if shooter is not None:
        for wall in ground(battle).low_walls:
            if behind(battle, shooter, target, wall):
                return Cover("behind a low wall", "PMC-LIN-1")
    return None


def behind(battle: Battle, shooter: Unit, target: Unit, wall: Piece) -> bool:
    """Whether a whole unit is within 2 in of a wall that lies between it and the shooter's nearest model."""
    reach = WALL_REACH + target.type.radius + TINY
    if not target.models or any(wall.figure.distance(spot) > reach for spot in target.models):
        return False
    _, near = min((apart(a, b), a) for a in eyes(battle, shooter, target) for b in target.models)
    return all(wall.figure.meets(near, spot) for spot in target.models)


def sheltered_by(battle: Battle, shooter: Unit, enemy: Unit, piece: str) -> bool:
    """Whether an enemy is inside a building, or hidden behind a wall (PMC-SR-6)."""
    if enemy.building:
        return enemy.building == piece
    wall = battle.table.by_id[piece]
    return wall.terrain.category == "linear" and behind(battle, shooter, enemy, wall)


def arc(target: Unit, shooter: Unit) -> str:
    """The side of a vehicle that faces the shooter's closest model: front, side or rear (PMC-VEH-2)."""
    if not shooter.models:
        return "front"
    (spot,) = target.models
    x, y = min(shooter.models, key=lambda model: apart(model, spot))
    bearing = degrees(atan2(x - spot[0], spot[1] - y))
    turn = abs((bearing - target.facing + 180) % 360 - 180)
    return "front" if turn <= 45 + TINY else "side" if turn <= 135 + TINY else "rear"


# ---------------------------------------------------------------- coherency
def coherent(models: Collection[Spot]) -> bool:
    return plane.coherent(list(models), INFANTRY_RADIUS, LINK, ACROSS)


def coherent_without(models: Spots, removed: set[int]) -> bool:
    """Whether the models that are left keep their coherency (PMC-FIRE-11)."""
    return coherent([spot for number, spot in enumerate(models) if number not in removed])


def removal_order(models: Spots, count: int) -> list[int]:
    """Which models to take off so that the rest stays together: the outermost first."""
    gone: set[int] = set()
    middle = plane.centre(models)
    for _ in range(min(count, len(models))):
        left = sorted((n for n in range(len(models)) if n not in gone), key=lambda n: -apart(models[n], middle))
        pick = next((n for n in left if coherent_without(models, gone | {n})), left[0])
        gone.add(pick)
    return sorted(gone)


# ---------------------------------------------------------------- buildings and locations
def buildings_near(battle: Battle, unit: Unit, reach: float) -> list[str]:
    """The standing buildings within reach of a unit (PMC-BLDG-1)."""
    return [
        piece.id
        for piece in standing(battle)
        if piece.terrain.category == "building"
        and (not unit.models or overlap(box_of(unit.models), piece.box, reach + unit.type.radius + TINY))
        and distance_to_piece(battle, unit, piece.id) <= reach + TINY
    ]


def settle_locations(battle: Battle, checked: str, true: bool) -> None:
    """Write down what a check has shown: after two false ones the third is true, after the true one the rest false."""
    places = battle.locations
    places[checked] = evolve(places[checked], state="true" if true else "false")
    unknown = [name for name, place in places.items() if not place.state]
    if true:
        for name in unknown:
            places[name] = evolve(places[name], state="false")
    elif len(unknown) == 1:
        places[unknown[0]] = evolve(places[unknown[0]], state="true")
