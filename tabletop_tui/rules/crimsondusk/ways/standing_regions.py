"""The regions in which a model may stand, as shapes (CD-MOVE-7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from shapely.geometry.base import BaseGeometry

from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.table import region_shapes
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Box


def standing_region(battle: Battle, unit: Unit, box: Box, bases: Iterable[tuple[Spots, float]]) -> BaseGeometry:
    """Where within a box a model of a unit may stand, on none of these bases with their radii."""
    table, radius, (left, top, right, bottom) = battle.table, unit.radius, box
    right, bottom = min(right, table.width - radius), min(bottom, table.height - radius)
    zone = region_shapes.box((max(left, radius), max(top, radius), right, bottom))
    return region_shapes.outside(zone, [region_shapes.discs(spots, radius + other) for spots, other in bases if spots])


def chained_room(unit: Unit, region: BaseGeometry, count: int, allowed: Callable[[Spot], bool]) -> Room:
    """Room for so many models of a unit that form one chain (CD-COH-2)."""
    return Room(region, count, unit.radius, allowed, unit.spacing + 2 * unit.radius + TINY)
