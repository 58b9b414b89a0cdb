"""The region in which the base of a unit may stand, as a shape (TC-BASE-11, TC-MOVE-7, TC-MOVE-8)."""

from __future__ import annotations

from shapely.geometry.base import BaseGeometry

from tabletop_tui.rules.techcommander.battle import Battle, Unit
from tabletop_tui.rules.techcommander.distances import CLOSE
from tabletop_tui.table import packing
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.polygons import Box


def standing_region(battle: Battle, unit: Unit, box: Box) -> BaseGeometry:
    """Where within a box the middle of a unit may be, its whole base beside everything else on the ground."""
    table, radius, (left, top, right, bottom) = battle.table, unit.radius, box
    right, bottom = min(right, table.width - radius), min(bottom, table.height - radius)
    zone = packing.box((max(left, radius), max(top, radius), right, bottom))
    pieces = [packing.grown(piece.shape, radius - TINY) for piece in battle.standing() if piece.type.blocks]
    others = [
        packing.discs(other.models, radius + other.radius - CLOSE)
        for other in battle.on_table()
        if other.id != unit.id and other.on == unit.on
    ]
    return packing.outside(zone, [*pieces, *others])
