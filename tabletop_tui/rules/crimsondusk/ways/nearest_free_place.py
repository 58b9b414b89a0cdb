"""Where a model finds room that is put somewhere by the rules, not by its owner: the nearest free place, exactly."""

from __future__ import annotations

from shapely import Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.rules.crimsondusk.ways.standing_regions import standing_region
from tabletop_tui.table import region_shapes
from tabletop_tui.table.points import Spot
from tabletop_tui.table.terrain_pieces import Piece

APART = 0.01
"""So much further than touching, since places are kept to the hundredth."""


def free_region(battle: Battle, unit: Unit, but: str = "") -> BaseGeometry:
    """Where a model of a unit may stand on the whole table; the place of one man may be left out."""
    table = battle.table
    bases = []
    for one in battle.on_table():
        spots = tuple(spot for man, spot in zip(one.men, one.models, strict=False) if man.id != but)
        bases.append((spots if len(one.men) == len(one.models) else one.models, one.radius + APART))
    return standing_region(battle, unit, (0.0, 0.0, table.width, table.height), bases)


def nearest_in(region: BaseGeometry, spot: Spot) -> Spot:
    """The place of a region that is nearest to a spot, to the hundredth; the spot itself where there is none."""
    if region.is_empty:
        return spot
    there = nearest_points(region, Point(spot))[0]
    return round(there.x, 2), round(there.y, 2)


def nearest_free(battle: Battle, unit: Unit, spot: Spot) -> Spot:
    """The free place nearest to a spot for a model that is not on the table."""
    return nearest_in(free_region(battle, unit), spot)


def beside(battle: Battle, unit: Unit, man: Man, piece: Piece) -> Spot:
    """The nearest free place outside a building for a man who is in it."""
    walls = region_shapes.grown(piece.shape, unit.radius + APART)
    return nearest_in(free_region(battle, unit, man.id).difference(walls), unit.spot_of(man.id))
