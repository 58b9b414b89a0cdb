"""The region in which the base of a unit may stand, as a shape (TC-BASE-11, TC-MOVE-7, TC-MOVE-8, TC-OCC-1)."""

from __future__ import annotations

from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE
from tabletop_tui.rules.techcommander.state.surface_heights import bars, height_of
from tabletop_tui.table import region_shapes
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.hidden_share import GROUND
from tabletop_tui.table.polygons import Box


def standing_region(battle: Battle, unit: Unit, box: Box, on: str | None = None) -> BaseGeometry:
    """Where within a box the middle of a unit may be on a surface, its whole base beside everything else there."""
    on = unit.on if on is None else on
    table, radius, (left, top, right, bottom) = battle.table, unit.radius, box
    left, top = max(left, radius), max(top, radius)
    right, bottom = min(right, table.width - radius), min(bottom, table.height - radius)
    if right < left or bottom < top:
        return Polygon()
    zone = region_shapes.box((left, top, right, bottom))
    level = height_of(battle, on)
    if on != GROUND:
        piece = table.piece(on)
        margin = 0.0 if piece.type.climbs else unit.sheet.width / 2
        zone = zone.intersection(piece.shape.buffer(-margin))
    pieces = [
        region_shapes.grown(piece.shape, (radius if piece.type.blocks else unit.sheet.width / 2) - TINY)
        for piece in battle.standing()
        if piece.id != on and bars(piece, level, unit.sheet.height)
    ]
    others = [
        region_shapes.discs(other.models, radius + other.radius - CLOSE)
        for other in battle.on_table()
        if other.id != unit.id and other.on == on
    ]
    return region_shapes.outside(zone, [*pieces, *others])
