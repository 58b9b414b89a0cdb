"""Distances, sight, cover, elevation and arcs (AMC-SHOOT-1, AMC-TERR-1, AMC-TERR-4 to AMC-TERR-6, AMC-DMG-5)."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

import numpy as np

from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.skirmish.unit_place_fields import heading
from tabletop_tui.table import bases
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.line_of_sight import Figures, Lines, Mask, Numbers, Values, hidden, looks
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Box, box_of_leg, overlap
from tabletop_tui.table.terrain_pieces import Piece

HUGS = 1.0
"""A shooter whose base is this near to a line of sandbags fires over it: it is no cover from him."""
EQUALLY = 0.02
"""Places are kept to the hundredth, so those equally near may seem this much apart."""


def distance(one: Unit, other: Unit) -> float:
    """Between the nearest bases of two units, in inches."""
    return bases.edge_distance(one.models, one.radius, other.models, other.radius)


def within(one: Unit, other: Unit, inches: float) -> bool:
    """Whether the nearest bases of two units are at most so far apart, exactly the limit included."""
    return overlap(one.box, other.box, inches + one.radius + other.radius + TINY) and (
        distance(one, other) <= inches + TINY
    )


def blinds(battle: Battle, *boxes: Box) -> list[Piece]:
    """The terrain that could block a line between any places in these boxes (AMC-SHOOT-1)."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    box = min(lefts), min(tops), max(rights), max(bottoms)
    return [piece for piece in battle.table.by_effect["blocks_sight"] if overlap(piece.figure.box, box)]


def visible(pieces: Sequence[Piece], a: Spot, b: Spot) -> bool:
    """Whether these leave the line between two models open; models never block it (AMC-SHOOT-1)."""
    line = box_of_leg(a, b)
    return not any(overlap(piece.figure.box, line) and piece.figure.divides(a, b) for piece in pieces)


def in_the_way(battle: Battle, viewer: Unit, target: Unit) -> Piece | None:
    """What hides the nearest model of one unit from the nearest of another; None where the line is open."""
    _, a, b = min((dist(a, b), a, b) for a in viewer.models for b in target.models)
    pieces = blinds(battle, (*a, *a), (*b, *b))
    return next((piece for piece in pieces if piece.figure.divides(a, b)), None)


def sees(battle: Battle, viewer: Unit, target: Unit) -> bool:
    between = blinds(battle, viewer.box, target.box)
    return not between or any(visible(between, a, b) for a in viewer.models for b in target.models)


def unseen(battle: Battle, viewers: Spots, places: Values) -> Mask:
    """The places, given as rows x, y, to which these leave no line open; `visible` for each of them (AMC-SHOOT-1)."""
    pieces = Figures.of(tuple(piece.figure for piece in battle.table.by_effect["blocks_sight"]))
    held = pieces.hold(places)

    def blocked(lines: Lines, numbers: Numbers) -> Mask:
        between = pieces.crossed(lines) & ~pieces.hold(lines.eyes)[:, lines.origins] & ~held[:, numbers]
        met: Mask = np.any(between, axis=0)
        return met

    return hidden(places, looks(viewers), blocked)


def spotters(battle: Battle, unit: Unit) -> Spots:
    """The models of other friendly units on the table, which see for an indirect weapon (AMC-UNIT-11)."""
    friends = (friend for friend in battle.on_table() if friend.seat == unit.seat and friend is not unit)
    return tuple(spot for friend in friends for spot in friend.models)


# ---------------------------------------------------------------- cover and elevation
def most(unit: Unit, count: int) -> bool:
    """Whether so many are more than half of the models left."""
    return 2 * count > len(unit.models)


def cover(battle: Battle, shooters: Sequence[Spot], radius: float, target: Unit) -> list[Piece]:
    """What most models of an Infantry unit are in, or behind as seen from the shooters; [] without (AMC-TERR-1).

    `radius` is that of the shooters' bases.
    """
    if target.vehicle:
        return []
    pieces = [piece for spot in target.models if (piece := covering(battle, shooters, radius, spot)) is not None]
    return pieces if most(target, len(pieces)) else []


def covering(battle: Battle, shooters: Sequence[Spot], radius: float, spot: Spot) -> Piece | None:
    """What a single model is in, or behind as seen from the nearest shooter."""
    nearest = min(shooters, key=lambda shooter: dist(shooter, spot))
    line = box_of_leg(nearest, spot)
    for piece in battle.table.by_effect["cover"]:
        if not overlap(piece.figure.box, line):
            continue
        if (not piece.line and piece.holds(spot)) or (
            piece.crossed(nearest, spot) and not is_own(piece, nearest, radius)
        ):
            return piece
    return None


def is_own(piece: Piece, shooter: Spot, radius: float) -> bool:
    """Whether a shooter fires over a line that he stands at, or out of an area that he stands in."""
    return piece.touches(shooter, HUGS + radius + TINY) if piece.line else piece.holds(shooter)


def elevated(battle: Battle, models: Sequence[Spot]) -> bool:
    """Whether most of these places are on elevated terrain."""
    high = sum(any(piece.holds(spot) for piece in battle.table.by_effect["elevated"]) for spot in models)
    return 2 * high > len(models)


# ---------------------------------------------------------------- arcs
ARCS = ("front", "side", "rear")


def arc(vehicle: Unit, attackers: Sequence[Spot]) -> str:
    """The side of a vehicle that the nearest attacking model faces; borders count for the vehicle (AMC-DMG-5).

    Of several that are equally near, as in melee, the side that most of them face.
    """
    (spot,) = vehicle.models
    nearest = min(dist(model, spot) for model in attackers)
    faced = [arc_of(vehicle, model) for model in attackers if dist(model, spot) <= nearest + EQUALLY]
    return max(ARCS, key=faced.count)


def arc_of(vehicle: Unit, attacker: Spot) -> str:
    turn = abs((heading(vehicle.models[0], attacker) - vehicle.facing + 180) % 360 - 180)
    return "front" if turn <= 45 + TINY else "side" if turn <= 135 + TINY else "rear"
