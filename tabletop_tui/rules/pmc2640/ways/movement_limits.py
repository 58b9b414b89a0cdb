"""What forbids a unit to go some way, and what terrain on the way costs (PMC-MOVE-4, PMC-TERR)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise
from math import dist

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import does
from tabletop_tui.rules.pmc2640.state.battle import Unit, Wreck
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece
from tabletop_tui.rules.pmc2640.ways.nearby_lookup import CLEARANCE, Surroundings
from tabletop_tui.table.bases import TINY, Spot
from tabletop_tui.table.polygons import Figure, Leg, bounds, meeting, off, overlap, struck

PENALTY = {False: 1.0, True: 2.0}
"""What a wall or area terrain costs infantry and vehicles (PMC-TERR-7, PMC-VEH-8)."""
Track = Sequence[Spot]
"""The way of one model: where it stands, the places where it turns, and where it ends."""


def legs_of(track: Track) -> list[Leg]:
    """The straight parts of a way; none of one that stays in place."""
    if len(track) > 2:
        return list(pairwise(track))
    a, b = track
    return [] if dist(a, b) <= TINY else [(a, b)]


def crossings(around: Surroundings, tracks: Sequence[Track], whole: bool = True) -> tuple[Refusal | None, int, bool]:
    """What terrain forbids these ways of a unit's models; the walls they cross, and whether area terrain slows them.

    A way that is not `whole` goes on: on it some models may be across a wall before the others.
    """
    unit, radius = around.unit, around.unit.type.radius
    box = bounds(chain.from_iterable(tracks))
    near = [piece for piece in around.terrain if overlap(piece.box, box, radius)]
    if not near:
        return None, 0, False
    ways = [legs_of(track) for track in tracks]
    crossed: list[set[Spot]] = [set() for _ in ways]  # where: at a joint two sections of a wall are crossed at once
    slowed = False
    for piece in near:
        kind, figure = piece.terrain, piece.figure
        if kind.impassable or (unit.vehicle and kind.category == "linear"):
            if any(runs_into(figure, way, radius) for way in ways):
                return (
                    Refusal(f"{does(piece.name or kind.name, 'is')} in the way", stopping_rule(unit, piece)),
                    0,
                    False,
                )
        elif kind.category == "linear":
            for places, way in zip(crossed, ways, strict=True):
                places.update(meeting(leg, (piece.points[0], piece.points[-1])) for leg in way if figure.meets(*leg))
        elif not slowed:
            slowed = any(figure.meets(a, b) for way in ways for a, b in way)
    walls = max(map(len, crossed))
    if whole and any(len(places) < walls for places in crossed):
        return Refusal("the whole unit has to cross a wall, or none of it", "PMC-TERR-3"), 0, False
    return None, walls, slowed


def stopping_rule(unit: Unit, piece: MapPiece) -> str:
    """The rule by which a piece stops a unit; no vehicle of the list is of a Tier that breaks through (PMC-VEH-7)."""
    return "PMC-VEH-6" if unit.vehicle and piece.terrain.category == "linear" else piece.terrain.rule


def runs_into(figure: Figure, way: Sequence[Leg], radius: float) -> bool:
    """Whether a base on its way comes onto a piece; one that is on it at the start comes no nearer, and may leave."""
    if not any(figure.comes_near(a, b, radius - TINY) for a, b in way):
        return False
    begun = figure.distance(way[0][0])
    return begun >= radius - TINY or (begun > TINY and any(figure.comes_near(a, b, begun - TINY) for a, b in way))


def penalty(unit: Unit, walls: int, slowed: bool) -> float:
    """The inches that terrain takes: for every wall, and once for all area terrain (PMC-TERR-7)."""
    return PENALTY[unit.vehicle] * (walls + slowed)


def keep_off(wreck: Wreck, start: Spot, radius: float) -> float:
    """How near a base may come to a wreck; one that touched the vehicle may be a hair nearer at the start."""
    return min(radius + wreck.radius, dist(start, wreck.spot)) - TINY


def enemies_in_the_way(around: Surroundings, tracks: Sequence[Track]) -> Refusal | None:
    """No model may pass within 1 in of an enemy, nor through a wreck (PMC-MOVE-4, PMC-VEH-13)."""
    if not around.enemies and not around.wrecks:
        return None
    radius, legs = around.unit.type.radius, [leg for track in tracks for leg in pairwise(track)]
    box = bounds(chain.from_iterable(legs))
    for enemy in around.foes:
        keep = radius + enemy.type.radius + CLEARANCE - TINY
        if overlap(enemy.box, box, keep) and any(off(a, b, spot) < keep for a, b in legs for spot in enemy.models):
            return Refusal(f"the way leads within 1 in of {enemy.name}", "PMC-MOVE-4")
    for enemy in around.enemies:
        if enemy not in around.foes and any(struck(enemy.models, enemy.type.radius, a, b) for a, b in legs):
            return Refusal(f"the way leads through {enemy.name}", "PMC-MOVE-4")
    for wreck in around.wrecks:
        keeps = [(track, keep_off(wreck, track[0], radius)) for track in tracks]
        if any(off(a, b, wreck.spot) < keep for track, keep in keeps for a, b in pairwise(track)):
            return Refusal(f"the wreck of {wreck.name} is in the way", "PMC-VEH-13")
    return None
