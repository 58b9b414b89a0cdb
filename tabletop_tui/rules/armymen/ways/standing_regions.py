"""The regions in which a model may stand, as shapes (AMC-PREP-1, AMC-MOVE-1 to AMC-MOVE-3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from shapely.geometry.base import BaseGeometry

from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.table import region_shapes
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import Box


def standing_region(battle: Battle, unit: Unit, box: Box, others: Iterable[Unit], keep: float) -> BaseGeometry:
    """Where within a box a model of a unit may stand, more than `keep` inches from these others, edge to edge."""
    table, radius, (left, top, right, bottom) = battle.table, unit.radius, box
    right, bottom = min(right, table.width - radius), min(bottom, table.height - radius)
    zone = region_shapes.box((max(left, radius), max(top, radius), right, bottom))
    return region_shapes.outside(
        zone, [region_shapes.discs(one.models, radius + one.radius + keep + 2 * TINY) for one in others]
    )


def coherent_room(
    unit: Unit, region: BaseGeometry, allowed: Callable[[Spot], bool], link: float, across: float
) -> Room:
    """Room for a unit whose models are at most `link` from the next and `across` from all, edge to edge."""
    wide = 2 * unit.radius
    return Room(region, unit.left, unit.radius, allowed, link + wide, across + wide, chain=False)
