"""The regions in which a model may stand, as shapes (PMC-COH, PMC-TERR, PMC-BLDG-1, PMC-RES-4, PMC-MOVE-5)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from shapely.geometry.base import BaseGeometry

from tabletop_tui.rules.pmc2640.state import coherency
from tabletop_tui.rules.pmc2640.state.battle import Unit
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece
from tabletop_tui.rules.pmc2640.state.profiles import INFANTRY_RADIUS
from tabletop_tui.rules.pmc2640.ways.nearby_lookup import CLEARANCE, Surroundings
from tabletop_tui.table import region_shapes
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot

ACROSS = coherency.ACROSS + 2 * INFANTRY_RADIUS
LINK = coherency.LINK + 2 * INFANTRY_RADIUS


def standing_region(around: Surroundings) -> BaseGeometry:
    """Where within its box a single model of a unit may stand; what it comes to there only the rulebook decides."""
    table, radius = around.battle.table, around.unit.type.radius
    left, top, right, bottom = around.box
    edges = radius, radius, table.width - radius, table.height - radius
    zone = region_shapes.box((max(left, edges[0]), max(top, edges[1]), min(right, edges[2]), min(bottom, edges[3])))
    clear = radius + CLEARANCE
    return region_shapes.outside(
        zone,
        [
            *(region_shapes.grown(piece.shape, radius) for piece in around.barriers),
            *(region_shapes.disc(wreck.spot, radius + wreck.radius - region_shapes.SLACK) for wreck in around.wrecks),
            *(region_shapes.discs(other.models, clear + other.type.radius) for other in around.others),
        ],
    )


def room_for(around: Surroundings, region: BaseGeometry, count: int, allowed: Callable[[Spot], bool]) -> Room:
    """Room for so many models of a unit, in coherency and not with a wall between them (PMC-COH-1, PMC-TERR-3)."""
    radius = around.unit.type.radius
    walls = [piece for piece in around.barriers if piece.terrain.category == "linear"]
    parted = partial(parts, walls) if walls else None
    return Room(region, count, radius, allowed, LINK, ACROSS, chain=True, parted=parted)


def parts(walls: list[MapPiece], a: Spot, b: Spot) -> bool:
    return any(wall.figure.meets(a, b) for wall in walls)


def near_to(unit: Unit, shape: BaseGeometry, reach: float) -> BaseGeometry:
    """Where a base of a unit is within reach of a shape, edge to edge; a little more."""
    return shape.buffer((reach + unit.type.radius) * 1.001 + region_shapes.SLACK, quad_segs=region_shapes.SEGMENTS * 2)
