"""Who sees which places of the whole table: `sight.blocked` for all lines at once, by the same sums (CD-LOS)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tabletop_tui.rules.crimsondusk.sight.sight import RIM, blocking_units
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.line_of_sight import (
    Figures,
    Lines,
    Mask,
    Numbers,
    Pairs,
    Things,
    Values,
    cross,
    hidden,
    looks,
    marked,
    off,
)
from tabletop_tui.table.polygons import Leg, links
from tabletop_tui.table.terrain_pieces import Piece


def unseen(battle: Battle, viewer: Unit, places: Values) -> Mask:
    """The places, given as rows x, y, at which no model of a unit would see a model."""
    table = battle.table.by_effect
    buildings, walls = figures(table["building"]), figures(table["high"])
    around, inside = buildings.hold(places), walls.hold(places)
    units = Standing(blocking_units(battle, viewer))
    clouds = [cloud for cloud in battle.clouds if cloud.kind == "smoke"]

    def blocked(lines: Lines, numbers: Numbers) -> Mask:
        outside = ~buildings.hold(lines.eyes)[:, lines.origins] & ~around[:, numbers]
        met: Mask = np.any(buildings.crossed(lines) & outside, axis=0)
        met |= np.any(walls.crossed(lines) | walls.hold(lines.eyes)[:, lines.origins] | inside[:, numbers], axis=0)
        for cloud in clouds:
            met |= in_smoke(cloud.spot, cloud.radius, lines)
        met |= units.met(lines)
        for piece in table["wood"]:
            left = np.nonzero(~met & abreast(piece, lines))[0]
            met[left] = in_wood(piece, viewer.radius, lines.some(left))
        return met

    return hidden(places, looks(viewer.models), blocked)


def figures(pieces: Sequence[Piece]) -> Figures:
    return Figures.of(tuple(piece.figure for piece in pieces))


def columns(lines: Lines) -> tuple[Values, Values, Values, Values]:
    """ax, ay, bx, by of all lines."""
    (ax, ay), (bx, by) = lines.starts.T, lines.ends.T
    return ax, ay, bx, by


# ---------------------------------------------------------------- woods and smoke
def abreast(piece: Piece, lines: Lines) -> Mask:
    """The lines that no upright or level line parts from a piece."""
    (left, top, right, bottom), (ax, ay, bx, by) = piece.figure.box, columns(lines)
    beside = (np.maximum(ax, bx) < left) | (np.minimum(ax, bx) > right)
    beside |= (np.maximum(ay, by) < top) | (np.minimum(ay, by) > bottom)
    return ~beside


def in_wood(piece: Piece, radius: float, lines: Lines) -> Mask:
    """`sight.through_wood` between models of one radius (CD-LOS-2, CD-LOS-3, CD-LOS-4)."""
    wood = figures([piece])
    from_a, from_b = wood.hold(lines.eyes)[0, lines.origins], wood.hold(lines.ends)[0]
    count, first, last = crossings(wood, lines)
    deep = lines.lengths * np.where(from_a, first, 1 - last) - radius
    one = (count > 0) & ((count > 2) | (deep > RIM + TINY))
    met: Mask = np.where(from_a & from_b, lines.lengths - 2 * radius > RIM + TINY, one)
    return np.where(from_a | from_b, met, count > 1)


def crossings(figure: Figures, lines: Lines) -> tuple[Numbers, Values, Values]:
    """How often each line crosses the border, and at which share of it first and last: `sight.shares`."""
    ax, ay, bx, by = (column[:, None] for column in columns(lines))
    cx, cy, ex, ey = figure.legs.T
    dx, dy, ux, uy = bx - ax, by - ay, ex - cx, ey - cy
    square = dx * uy - dy * ux
    safe = np.where(square == 0, 1.0, square)
    along, beside = ((cx - ax) * uy - (cy - ay) * ux) / safe, ((cx - ax) * dy - (cy - ay) * dx) / safe
    on = (square != 0) & (along > -TINY) & (along < 1 + TINY) & (beside >= -TINY) & (beside < 1 - TINY)
    return on.sum(axis=1), np.where(on, along, 2.0).min(axis=1), np.where(on, along, -1.0).max(axis=1)


def in_smoke(spot: tuple[float, float], radius: float, lines: Lines) -> Mask:
    """`sight.behind_cloud` (CD-AMMO-2)."""
    (x, y), (ax, ay, bx, by) = spot, columns(lines)
    around, inside = np.hypot(ax - x, ay - y) <= radius, np.hypot(bx - x, by - y) <= radius
    where = np.broadcast_to(x, ax.shape), np.broadcast_to(y, ay.shape)
    return around | (~inside & (off(ax, ay, bx, by, *where) <= radius))


# ---------------------------------------------------------------- units
class Standing:
    """Units in the way: lines do not cross their bases, nor pass between neighbours: `sight.behind_unit` (CD-LOS-5)."""

    def __init__(self, units: Sequence[Unit]) -> None:
        bases: list[tuple[Leg, float]] = [((spot, spot), unit.radius - TINY) for unit in units for spot in unit.models]
        chains = (links(unit.models, unit.radius, unit.spacing) for unit in units)
        self.bases, self.gaps = (
            things(bases),
            things([(leg, 0.0) for chain in chains for leg in chain if leg[0] != leg[1]]),
        )

    def met(self, lines: Lines) -> Mask:
        met = self.struck(lines)
        pairs, found = doubtful(lines, self.gaps, met)
        leg, number = pairs
        crossed = cross(*lines.columns(number), *self.gaps.legs[leg].T)
        found[number[crossed]] = True
        return found

    def struck(self, lines: Lines) -> Mask:
        """The lines that cross a base."""
        (leg, number), found = doubtful(lines, self.bases, marked(len(lines.ends), np.array([], dtype=np.intp)))
        x, y = self.bases.legs[leg].T[:2]
        near = off(*lines.columns(number), x, y) < self.bases.radii[leg]
        found[number[near]] = True
        return found


def things(legs: Sequence[tuple[Leg, float]]) -> Things:
    rows = np.array([(*a, *b, radius) for (a, b), radius in legs], dtype=np.float64).reshape(-1, 5)
    return Things(rows[:, :4], rows[:, 4])


def doubtful(lines: Lines, around: Things, met: Mask) -> tuple[Pairs, Mask]:
    """The pairs of legs and lines that have to be looked at one by one, and the lines that surely meet some leg."""
    leg, number, sure = lines.passing(around)
    found = met.copy()
    found[number[sure]] = True
    left = ~found[number]
    return (leg[left], number[left]), found
