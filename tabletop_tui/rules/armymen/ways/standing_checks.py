"""Why models cannot stand somewhere (AMC-PREP-1, AMC-MOVE): off the table, out of coherency, too near to others."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, starmap
from math import dist, inf

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.deterministic_math import added
from tabletop_tui.table.points import Spots
from tabletop_tui.table.polygons import Box, bounds, near_any, overlap

CLEARANCE = 1.0
"""Units keep more than this from each other (AMC-MOVE-3)."""
LINK, ACROSS = 2.0, 6.0
"""Coherency: to the nearest model of the unit, and between any two (AMC-MOVE-1, AMC-MOVE-2)."""


def inside(battle: Battle, box: Box, radius: float) -> bool:
    """Whether bases with their middles in a box are on the table."""
    table, edge = battle.table, radius - TINY
    left, top, right, bottom = box
    return left >= edge and top >= edge and right <= table.width - edge and bottom <= table.height - edge


def incoherent(models: Spots, radius: float) -> Refusal | None:
    """Why models are out of coherency: each keeps within 2 in of another one and within 6 in of all."""
    if len(models) < 2:
        return None
    link, across = LINK + 2 * radius + TINY, ACROSS + 2 * radius + TINY
    left, top, right, bottom = bounds(models)
    close = dist((left, top), (right, bottom)) <= across
    for number, spot in enumerate(models):
        if close and dist(spot, models[number - 1]) <= link:
            continue  # as most often: it is not far from the one before it in the row
        away = [dist(spot, other) for other in models[:number] + models[number + 1 :]]
        if min(away) > link:
            return Refusal(f"a model would be more than {LINK:g} in from the next", "AMC-MOVE-1")
        if max(away) > across:
            return Refusal(f"two models would be more than {ACROSS:g} in apart", "AMC-MOVE-2")
    return None


def others_near(battle: Battle, unit: Unit, box: Box) -> list[Unit]:
    """The other units of which some model may be within an inch of one of these models in a box."""
    return [
        other
        for other in battle.on_table()
        if other is not unit and overlap(box, other.box, unit.radius + other.radius + CLEARANCE + 2 * TINY)
    ]


def refuse_stand(
    battle: Battle, unit: Unit, models: Spots, others: Iterable[Unit] | None = None, torn: bool = False
) -> Refusal | None:
    """Why models cannot stand here; `others` are those to which they may not be near, `torn` ones need no coherency."""
    box = bounds(models)
    if not inside(battle, box, unit.radius):
        return Refusal("off the table", "AMC-PREP-1")
    if not torn and (refusal := incoherent(models, unit.radius)) is not None:
        return refusal
    if min(starmap(dist, combinations(models, 2)), default=inf) < 2 * unit.radius - TINY:
        return Refusal("two models would overlap", "AMC-MOVE-1")
    for other in others_near(battle, unit, box) if others is None else others:
        reach = unit.radius + other.radius + CLEARANCE + 2 * TINY
        if overlap(box, other.box, reach) and near_any(models, other.models, reach):
            return Refusal(f"within 1 in of {other.name}", "AMC-MOVE-3")
    return None


def is_sound(shape: Spots, radius: float, slack: float) -> bool:
    """Whether models that stand so to each other, give or take so much, surely are in coherency and do not overlap."""
    link, across, apart = LINK + 2 * radius - slack, ACROSS + 2 * radius - slack, 2 * radius + slack
    away = [sorted(dist(a, b) for b in shape)[1:] for a in shape] if len(shape) > 1 else []
    return all(apart <= near[0] <= link and near[-1] <= across for near in away)


def torn_by(models: Spots, radius: float) -> float:
    """How far models are from coherency: what each lacks to its neighbour, and the two outermost to each other."""
    link, across = LINK + 2 * radius, ACROSS + 2 * radius
    away = [sorted(dist(a, b) for b in models)[1:] for a in models]
    return added(max(0.0, near[0] - link) for near in away) + max(0.0, max(near[-1] for near in away) - across)
