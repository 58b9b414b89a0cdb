"""Distances of PMC 2640 on the open table, in inches (PMC-GEN-7): between units, to pieces, places and locations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product, starmap
from math import dist

from shapely.geometry.base import BaseGeometry

from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.terrain_state import LOCATION_RADIUS, piece_name, piece_spot
from tabletop_tui.table import bases
from tabletop_tui.table.bases import TINY, Spot, Spots, edge_distance
from tabletop_tui.table.points import place_words as place_words_of
from tabletop_tui.table.polygons import grown, overlap

BUILDING_REACH = 4
"""From how far off one goes into a building, and how far off one comes out of it, in inches (PMC-BLDG-1)."""


def footprint(battle: Battle, unit: Unit) -> BaseGeometry:
    """Where a unit is: its bases and gaps, or the building that it is in (PMC-BLDG-4)."""
    if unit.building:
        return battle.table.by_id[unit.building].shape
    return bases.body(unit.models, unit.type.radius)


def distance(battle: Battle, one: Unit, other: Unit) -> float:
    """Between the closest models of two units, base to base, or to the walls of a building (PMC-GEN-7, PMC-FIRE-1)."""
    if not one.building and not other.building:
        return edge_distance(one.models, one.type.radius, other.models, other.type.radius)
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


def within_piece(battle: Battle, unit: Unit, piece: str, reach: float) -> bool:
    """Whether a unit is at most so far from a piece or location, exactly the limit included."""
    location, far = battle.locations.get(piece), reach + unit.type.radius + LOCATION_RADIUS + TINY
    box = battle.table.by_id[piece].box if location is None else (*location.spot, *location.spot)
    near = unit.building or overlap(unit.box, box, far)
    return bool(near) and distance_to_piece(battle, unit, piece) <= reach + TINY


def distance_to_spot(battle: Battle, unit: Unit, spot: Spot) -> float:
    if unit.building:
        walls = battle.table.by_id[unit.building].figure
        return walls.distance(spot)
    return max(0.0, min(dist(model, spot) for model in unit.models) - unit.type.radius)


def clear_of(battle: Battle, enemy: Unit, models: Spots, radius: float) -> float:
    """How far models of a radius would be from an enemy if they stood at these places."""
    if enemy.building:
        return max(0.0, min(distance_to_spot(battle, enemy, spot) for spot in models) - radius)
    return max(0.0, max(0.0, min(starmap(dist, product(enemy.models, models))) - enemy.type.radius) - radius)


def stands_on(battle: Battle, unit: Unit, location: str) -> bool:
    """Whether any model is on a location, which is an area of 2 in across (PMC-OBJ-5)."""
    spot, far = battle.locations[location].spot, LOCATION_RADIUS + unit.type.radius + TINY
    return overlap(unit.box, (*spot, *spot), far) and any(dist(model, spot) <= far for model in unit.models)


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
