"""Whoever is shut in on every side is out of reach from outside, even without line of sight (TC-LOS-4, TC-LOS-5)."""

from __future__ import annotations

from shapely import Point, polygonize, unary_union
from shapely.geometry.base import BaseGeometry

from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.table.points import Spot


def roof_over(battle: Battle, spot: Spot, height: float) -> Feature | None:
    """A piece that lies over a place, its lower side at this height or above."""
    return next((one for one in battle.standing() if one.body.bottom >= height > 0 and one.body.holds(spot)), None)


def yard(battle: Battle, spot: Spot) -> BaseGeometry | None:
    """The ground around a place that walls and buildings close in on every side; None where it is open."""
    lines = [piece.shape if piece.line else piece.shape.boundary for piece in battle.standing() if piece.type.blocks]
    if not lines:
        return None
    return next((part for part in polygonize([unary_union(lines)]).geoms if part.contains(Point(spot))), None)


def shut_in(battle: Battle, viewer: Unit, target: Unit) -> bool:
    """Whether a target has walls on every side and a roof, and the viewer is not in there with it."""
    if roof_over(battle, target.at, battle.foot(target) + target.sheet.height) is None:
        return False
    room = yard(battle, target.at)
    return room is not None and not room.contains(Point(viewer.at))
