"""Distances in space, from base edge to base edge (TC-RANGE-1, TC-RANGE-9), and contact (TC-ADJ-1)."""

from __future__ import annotations

from math import dist, hypot

from tabletop_tui.rules.techcommander.state.battle import Battle, Bubble, Unit
from tabletop_tui.rules.techcommander.state.shot_targets import BUBBLE_RADIUS, Mark, stand
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.table.points import Spot

CLOSE = 0.02
"""Places are kept to the hundredth, so bases that touch may seem so far apart, in centimetres."""


def flat(one: Unit, other: Unit) -> float:
    """How far two bases are apart as seen from above, in centimetres; both have to be on the table."""
    return max(0.0, dist(one.at, other.at) - one.radius - other.radius)


def distance(battle: Battle, one: Unit, other: Unit, raised: float = 0.0) -> float:
    """How far they are apart in space, the first one so high in a jump, in centimetres (TC-RANGE-9).

    Whoever is in a hatch is where his carrier stands.
    """
    one, other = stand(battle, one), stand(battle, other)
    return hypot(flat(one, other), battle.foot(one) + raised - battle.foot(other))


def to_mark(battle: Battle, unit: Unit, target: Mark, raised: float = 0.0) -> float:
    """How far anything that can be shot at is from a unit, in centimetres (TC-RANGE-1, TC-RANGE-9)."""
    if isinstance(target, Unit):
        return distance(battle, unit, target, raised)
    height = battle.foot(unit) + raised
    if isinstance(target, Feature):
        flat_away = max(0.0, target.figure.distance(unit.at) - unit.radius)
        return hypot(flat_away, max(0.0, height - target.body.top, target.body.bottom - height))
    reach, foot = (BUBBLE_RADIUS, target.foot) if isinstance(target, Bubble) else (0.0, 0.0)
    return hypot(max(0.0, dist(unit.at, target.spot) - unit.radius - reach), height - foot)


def to_spot(unit: Unit, spot: Spot) -> float:
    """How far the edge of a base is from a place of the table, measured flat, in centimetres (TC-RANGE-9)."""
    return max(0.0, dist(unit.at, spot) - unit.radius)


def adjacent(one: Unit, other: Unit) -> bool:
    """Whether two bases touch, both on the same surface (TC-RANGE-7, TC-ADJ-1, TC-RANGE-9)."""
    return one.on == other.on and flat(one, other) <= CLOSE


def touches(battle: Battle, unit: Unit, target: Unit | Feature) -> bool:
    """Whether the base of a unit touches another one, or a piece of terrain that still stands."""
    if isinstance(target, Unit):
        return target.on_table and adjacent(unit, target)
    return target.id not in battle.ruins and target.figure.distance(unit.at) <= unit.radius + CLOSE
