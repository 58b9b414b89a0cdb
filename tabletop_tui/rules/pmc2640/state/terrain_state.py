"""Terrain as it now stands (PMC-TERR, PMC-BLDG-8): what has been destroyed, the ground at a place, the locations."""

from __future__ import annotations

from functools import lru_cache
from math import dist

from attrs import evolve

from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.state.battle import Battle
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece, TableMap
from tabletop_tui.rules.pmc2640.state.terrain import KINDS
from tabletop_tui.table.bases import Spot, spot_text
from tabletop_tui.table.identity_cache import by_identity

LOCATION_RADIUS = 1.0
"""A location is an area of 2 in across (PMC-OBJ-5)."""


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
        dist(place.spot, spot) <= LOCATION_RADIUS for place in battle.locations.values()
    )
    return "location" if on_location else kind


@by_identity(1 << 13)
def _area_at(ground: Ground, spot: Spot) -> str:
    """The kind of the smallest area at a place; it is asked for every model whenever anybody shoots."""
    return next((piece.kind for piece in ground.areas if piece.figure.holds(spot)), "open")


# ---------------------------------------------------------------- locations
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
