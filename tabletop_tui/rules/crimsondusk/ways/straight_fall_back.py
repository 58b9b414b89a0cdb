"""How far a section can go straight on, all its models alike (CD-MWIN-3, CD-MWIN-7): until something is in the way."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import hypot, inf, sqrt

import shapely
from shapely import LineString, Point

from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.table.bases import TINY, centre
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import Figure

STOPS = 0.05
"""Whoever falls back stops this much short of what is in his way, so that it is no contact."""


@frozen
class Retreat:
    """Where the models of a section go, and who of them leaves the table."""

    ends: tuple[tuple[str, Spot], ...]
    lost: tuple[str, ...]
    length: float


def away_from(unit: Unit, enemies: Sequence[Unit]) -> Spot:
    """The direction, of length 1, directly away from some enemies (CD-MWIN-3)."""
    (x, y), (u, v) = centre(unit.models), centre([spot for enemy in enemies for spot in enemy.models])
    far = hypot(x - u, y - v)
    return ((x - u) / far, (y - v) / far) if far > TINY else (0.0, -1.0)


def touched_after(start: Spot, way: Spot, other: Spot, reach: float) -> float:
    """After how far a straight way comes within reach of another place; infinite if never, or going away from it."""
    dx, dy = other[0] - start[0], other[1] - start[1]
    along, off = dx * way[0] + dy * way[1], abs(dx * way[1] - dy * way[0])
    if along <= 0 or off >= reach:
        return inf
    return max(0.0, along - sqrt(reach * reach - off * off))


def wall_after(start: Spot, way: Spot, far: float, figure: Figure, radius: float) -> float:
    """After how far a base on a straight way comes upon a piece of terrain; infinite if never."""
    shape = shapely.Polygon(figure.points) if figure.closed else LineString(figure.points)
    line = LineString([start, (start[0] + way[0] * far, start[1] + way[1] * far)])
    met = line.intersection(shape.buffer(radius - TINY, quad_segs=32))
    return inf if met.is_empty else float(met.distance(Point(start)))


def leaves_after(battle: Battle, start: Spot, way: Spot, radius: float) -> float:
    """After how far a base would not be wholly on the table."""
    found = inf
    for at, step, most in zip(start, way, (battle.table.width, battle.table.height), strict=True):
        if abs(step) > TINY:
            found = min(found, ((most - radius if step > 0 else radius) - at) / step)
    return found


def straight(
    battle: Battle,
    unit: Unit,
    way: Spot,
    far: float,
    through: Collection[str] = (),
    short: float = 0.0,
    apart_from: Mapping[str, float] = {},
) -> Retreat:
    """A section goes so far in a direction, all models alike, or as far as nothing is in the way of any (CD-MWIN-3).

    It passes through units in `through`, comes no nearer to those in `apart_from` than that, edge to edge, and stops
    `short` of others. Whoever comes to the edge of the table is lost.
    """
    others = [one for one in battle.on_table() if one.id != unit.id and one.id not in through]
    whole = battle.units[unit.id]
    if unit.left < whole.left:  # the rest of a split section stays in the way
        others.append(staying(whole, unit))
    figures = [piece.figure for effect in ("high", "building") for piece in battle.table.by_effect[effect]]
    length = far
    for start in unit.models:
        edge = leaves_after(battle, start, way, unit.radius)
        meets = [
            touched_after(start, way, spot, unit.radius + one.radius + apart_from.get(one.id, 0.0))
            for one in others
            for spot in one.models
        ]
        meets += [wall_after(start, way, far, figure, unit.radius) for figure in figures if not figure.holds(start)]
        first = min(meets, default=inf)
        if first < min(far, edge):
            length = min(length, max(0.0, first - short))
    return moved(battle, unit, way, length)


def staying(whole: Unit, part: Unit) -> Unit:
    """Those of a section who are not of a part of it."""
    rest = whole.clone()
    rest.drop([man.id for man in part.men])
    return rest


def moved(battle: Battle, unit: Unit, way: Spot, length: float) -> Retreat:
    """All models so far along a way; a base that would not be wholly on the table is lost."""
    ends: list[tuple[str, Spot]] = []
    lost: list[str] = []
    table, edge = battle.table, unit.radius - TINY
    for man, (x, y) in zip(unit.men, unit.models, strict=True):
        spot = round(x + way[0] * length, 2), round(y + way[1] * length, 2)
        on_it = edge <= spot[0] <= table.width - edge and edge <= spot[1] <= table.height - edge
        if on_it:
            ends.append((man.id, spot))
        else:
            lost.append(man.id)
    return Retreat(tuple(ends), tuple(lost), length)
