"""From where a unit might see an enemy after a move, as shapes (PMC-LOS-1 to PMC-LOS-3, PMC-TERR-4, PMC-TERR-5).

A region is rather too large than too small: what is left out of it is surely out of sight, however the unit stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from shapely import LineString, union_all
from shapely.geometry.base import BaseGeometry

from tabletop_tui.rules.pmc2640.sight import sight
from tabletop_tui.rules.pmc2640.state import terrain_state
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece
from tabletop_tui.rules.pmc2640.ways.fall_back_to_cover import figure_shade, lit_hull, shade
from tabletop_tui.table import region_shapes
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import links, off

RIM = 1e-5
"""So much of what is hidden counts as seen along its border, in inches."""


def seen_from(battle: Battle, unit: Unit, enemy: Unit, region: BaseGeometry) -> BaseGeometry:
    """From where in a region a model of the unit might see an enemy; from all of it if that is in a building."""
    hidden = region
    for eye in () if enemy.building else enemy.models:
        lit = lit_hull(eye, hidden)
        hidden = hidden.intersection(union_all(list(sure_shades(battle, unit, enemy, eye, lit))).buffer(-RIM))
        if hidden.is_empty:
            break
    return region if enemy.building else region.difference(hidden)


def sure_shades(battle: Battle, unit: Unit, enemy: Unit, eye: Spot, lit: BaseGeometry) -> Iterator[BaseGeometry]:
    """What an eye of an enemy surely does not see of the unit, because of what stands in its light."""
    tall, hills = sight.on_hill(battle, enemy), [hill.shape for hill in terrain_state.ground(battle).hills]
    for piece in terrain_state.ground(battle).blinds:
        if lit.intersects(piece.shape) and not (tall and piece.kind == "hill"):
            yield from shades_of(piece, eye, unit.type.radius + enemy.type.radius, hills)
    for wreck in battle.wrecks:
        yield from behind_leg((wreck.spot, wreck.spot), wreck.radius, eye, lit)
    for other in battle.on_table():
        low = not sight.on_hill(battle, other)
        if other.models and other.id not in (unit.id, enemy.id) and not (low and tall and other.seat == enemy.seat):
            # Its own side lower down does not hide who stands on a hill (PMC-AREA-5).
            over = hills if low and other.seat == unit.seat else []
            for leg in links(other.models, other.type.radius):
                for found in behind_leg(leg, other.type.radius, eye, lit):
                    yield region_shapes.outside(found, over)


def shades_of(piece: MapPiece, eye: Spot, radii: float, hills: list[BaseGeometry]) -> Iterator[BaseGeometry]:
    """What a piece of terrain surely hides: a hill from who is on none, and woods from who is not in their rim."""
    inside = piece.figure.holds(eye)
    if not inside:
        over = [] if piece.terrain.impassable else hills if piece.kind == "hill" else [piece.shape]
        yield from (region_shapes.outside(figure_shade(core, eye), over) for core in piece.core)
    elif piece.terrain.rimmed:
        yield region_shapes.outside(piece.shape, [region_shapes.outer_disc(eye, sight.INSIDE_SIGHT + radii)])


def behind_leg(leg: tuple[Spot, Spot], radius: float, eye: Spot, lit: BaseGeometry) -> Iterator[BaseGeometry]:
    """What lies behind two bases and the gap between them."""
    body = body_of(leg, radius)
    if lit.intersects(body) and off(*leg, eye) > radius + TINY:
        yield shade(body, eye)


@lru_cache(maxsize=1 << 12)
def body_of(leg: tuple[Spot, Spot], radius: float) -> BaseGeometry:
    """Two bases and the gap between them, a hair less; every eye asks for it."""
    return LineString(leg).buffer(radius - region_shapes.SLACK)
