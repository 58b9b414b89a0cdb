"""Terrain as it stands, distances and coherency of PMC 2640 on the open table (PMC-GEN-7, PMC-TERR, PMC-COH)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from attrs import evolve, frozen
from shapely.geometry.base import BaseGeometry

from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.maps import MapPiece, TableMap
from tabletop_tui.rules.pmc2640.state.profiles import INFANTRY_RADIUS
from tabletop_tui.rules.pmc2640.state.terrain import KINDS
from tabletop_tui.table import bases
from tabletop_tui.table.bases import TINY, Spot, Spots, apart, gap, spot_text
from tabletop_tui.table.identity_cache import by_identity
from tabletop_tui.table.points import place_words as place_words_of
from tabletop_tui.table.polygons import grown, overlap

LINK, ACROSS = 1.0, 6.0
"""Coherency: the gaps of the chain, and the widest spread (PMC-COH-1, PMC-COH-3)."""
LOCATION_RADIUS = 1.0
BUILDING_REACH = 4
"""From how far off one goes into a building, and how far off one comes out of it, in inches (PMC-BLDG-1)."""

__all__ = ["TINY", "spot_text"]


# ---------------------------------------------------------------- terrain as it now stands
@frozen(eq=False)
class Ground:
    """The pieces that have not been destroyed, sorted by what they do. It never changes."""

    pieces: tuple[MapPiece, ...]
    blinds: tuple[MapPiece, ...]
    """What blocks sight."""
    barriers: tuple[MapPiece, ...]
    """Where nobody can stand: walls, and what cannot be passed."""
    hindrances: tuple[MapPiece, ...]
    """What stops or slows who goes there."""
    areas: tuple[MapPiece, ...]
    """The area terrain, the smallest first."""
    hills: tuple[MapPiece, ...]
    walls: tuple[MapPiece, ...]


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
        tuple(piece for piece in pieces if piece.kind == "hill"),
        tuple(piece for piece in pieces if piece.terrain.category == "linear"),
    )


def ground(battle: Battle) -> Ground:
    """The terrain as it now stands; a destroyed building is rubble."""
    return _ground(battle.table, battle.rubble, battle.destroyed)


def standing(battle: Battle) -> tuple[MapPiece, ...]:
    """The pieces that have not been destroyed."""
    return ground(battle).pieces


def rubble_of(piece: MapPiece) -> MapPiece:
    ruin = MapPiece(piece.id, "rubble", piece.points, piece.name)
    ruin.shape = piece.shape
    return ruin


def piece_of(battle: Battle, piece: str) -> MapPiece:
    found = battle.table.by_id[piece]
    return rubble_of(found) if piece in battle.rubble else found


def kind_of(battle: Battle, piece: str) -> str:
    return "rubble" if piece in battle.rubble else battle.table.by_id[piece].kind


def piece_name(battle: Battle, piece: str) -> str:
    found = battle.table.by_id[piece]
    x, y = found.middle
    return found.name or f"{KINDS[kind_of(battle, piece)].name} at {x:.0f},{y:.0f}"


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
    """The kind of area terrain at a place: of several, the smallest (the chest rule, PMC-TERR-9), as is a location."""
    kind = _area_at(ground(battle), spot)
    on_location = kind != "open" and any(
        apart(place.spot, spot) <= LOCATION_RADIUS for place in battle.locations.values()
    )
    return "location" if on_location else kind


@by_identity(1 << 13)
def _area_at(ground: Ground, spot: Spot) -> str:
    """The kind of the smallest area at a place; it is asked for every model whenever anybody shoots."""
    return next((piece.kind for piece in ground.areas if piece.figure.holds(spot)), "open")


# ---------------------------------------------------------------- distances
def footprint(battle: Battle, unit: Unit) -> BaseGeometry:
    """Where a unit is: its bases and gaps, or the building that it is in (PMC-BLDG-4)."""
    if unit.building:
        return battle.table.by_id[unit.building].shape
    return bases.body(unit.models, unit.type.radius)


def distance(battle: Battle, one: Unit, other: Unit) -> float:
    """Between the closest models of two units, base to base, or to the walls of a building (PMC-GEN-7, PMC-FIRE-1)."""
    if not one.building and not other.building:
        return gap(one.models, one.type.radius, other.models, other.type.radius)
    if one.building and other.building:
        return float(footprint(battle, one).distance(footprint(battle, other)))
    inside, outside = (one, other) if one.building else (other, one)
    walls = battle.table.by_id[inside.building].figure
    return max(0.0, min(walls.distance(spot) for spot in outside.models) - outside.type.radius)


def within(battle: Battle, one: Unit, other: Unit, reach: float) -> bool:
    """Whether two units are at most so far apart, exactly the limit included."""
    if (
        one.models
        and other.models
        and not overlap(one.box, other.box, reach + one.type.radius + other.type.radius + TINY)
    ):
        return False
    return distance(battle, one, other) <= reach + TINY


def all_within(battle: Battle, one: Unit, others: Iterable[Unit], reach: float) -> Iterator[Unit]:
    """Those of some units that are at most so far from one, exactly the limit included."""
    box = grown(one.box, reach + one.type.radius + TINY)
    near = (unit for unit in others if one.building or unit.building or overlap(unit.box, box, unit.type.radius))
    return (unit for unit in near if distance(battle, one, unit) <= reach + TINY)


def distance_to_piece(battle: Battle, unit: Unit, piece: str) -> float:
    if piece in battle.locations:
        return max(0.0, distance_to_spot(battle, unit, battle.locations[piece].spot) - LOCATION_RADIUS)
    aim = battle.table.by_id[piece]
    if unit.building:
        return float(battle.table.by_id[unit.building].shape.distance(aim.shape))
    return max(0.0, min(aim.figure.distance(spot) for spot in unit.models) - unit.type.radius)


def distance_to_spot(battle: Battle, unit: Unit, spot: Spot) -> float:
    if unit.building:
        walls = battle.table.by_id[unit.building].figure
        return walls.distance(spot)
    return max(0.0, min(apart(model, spot) for model in unit.models) - unit.type.radius)


def clear_of(battle: Battle, enemy: Unit, models: Spots, radius: float) -> float:
    """How far models of a radius would be from an enemy if they stood at these places."""
    return max(0.0, min(distance_to_spot(battle, enemy, spot) for spot in models) - radius)


def stands_on(battle: Battle, unit: Unit, location: str) -> bool:
    """Whether any model is on a location, which is an area of 2 in across (PMC-OBJ-5)."""
    spot = battle.locations[location].spot
    return any(apart(model, spot) <= LOCATION_RADIUS + unit.type.radius + TINY for model in unit.models)


def place_text(battle: Battle, unit: Unit) -> str:
    """Where a unit is, as a spot: the middle of its models or of its building."""
    if unit.building:
        return piece_spot(battle, unit.building)
    return bases.middle_text(unit.models)


def place_words(battle: Battle, unit: Unit) -> str:
    """The same for a reader, to the tenth of an inch: the middle of a formation seldom is a round number."""
    if unit.building:
        return piece_name(battle, unit.building)
    return place_words_of(bases.centre(unit.models))


# ---------------------------------------------------------------- coherency
def coherent(models: Collection[Spot]) -> bool:
    return bases.coherent(list(models), INFANTRY_RADIUS, LINK, ACROSS)


def coherent_without(models: Spots, removed: set[int]) -> bool:
    """Whether the models that are left keep their coherency (PMC-FIRE-11)."""
    return coherent([spot for number, spot in enumerate(models) if number not in removed])


def removal_order(models: Spots, count: int) -> list[int]:
    """Which models to take off so that the rest stays together: the outermost first."""
    gone: set[int] = set()
    middle = bases.centre(models)
    for _ in range(min(count, len(models))):
        left = sorted((n for n in range(len(models)) if n not in gone), key=lambda n: -apart(models[n], middle))
        pick = next((n for n in left if coherent_without(models, gone | {n})), left[0])
        gone.add(pick)
    return sorted(gone)


# ---------------------------------------------------------------- buildings and locations


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
