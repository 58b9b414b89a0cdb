"""Moving into contact: charging, closing up, reaching a vehicle (AMC-MELEE-1, AMC-MELEE-2, AMC-MOVE-4, AMC-VUNIT-3)."""

from __future__ import annotations

from math import cos, pi, sin

from tabletop_tui.engine.tally import Refusal
from tabletop_tui.rules.armymen import sight
from tabletop_tui.rules.armymen.battle import Battle, Unit
from tabletop_tui.rules.armymen.places import crosses, off_table
from tabletop_tui.table.plane import TINY, apart
from tabletop_tui.table.spots import Spot, Spots

AROUND = 24
"""So many places to touch a base are tried, evenly around it."""
STRIDE = 0.25
CLOSE = 0.02
"""Places are kept to the hundredth, so bases that touch may seem this far apart."""


def reach_through(battle: Battle, unit: Unit, target: Unit, allowance: float) -> float:
    """The inches a unit can go straight at another: no more than an Advance through difficult terrain (AMC-TERR-2)."""
    start, end = min(((a, b) for a in unit.models for b in target.models), key=lambda pair: apart(*pair))
    difficult = crosses(battle, [[start, end]], "difficult")
    return min(allowance, float(unit.sheet.advance)) if difficult else allowance


def refuse_reach(battle: Battle, unit: Unit, target: Unit, allowance: float, rule: str) -> Refusal | None:
    """Why no model of a unit can touch another unit within its allowance, or None."""
    reach = reach_through(battle, unit, target, allowance)
    far = sight.distance(unit, target)
    if far > reach + TINY:
        why = f"{far:.1f} in away, {reach:g} can be reached"
        return Refusal(why + (" through difficult terrain" if reach < allowance else ""), rule)
    return None


def close_in(battle: Battle, unit: Unit, target: Unit, reach: float) -> Spots:
    """Where the models end that go into contact with a unit, each as near as `reach` inches take it.

    Those nearest to the enemy go first; one that finds no room at a base goes as near as it can.
    """
    order = sorted(range(len(unit.models)), key=lambda n: min(apart(unit.models[n], spot) for spot in target.models))
    others = [(spot, other.radius) for other in battle.on_table() if other is not unit for spot in other.models]
    ends: dict[int, Spot] = {}
    for number in order:
        start = unit.models[number]
        taken = [(spot, unit.radius) for spot in ends.values()] + others
        ends[number] = _contact(battle, unit, target, start, reach, taken)
    return tuple(ends[number] for number in range(len(unit.models)))


def _contact(
    battle: Battle, unit: Unit, target: Unit, start: Spot, reach: float, taken: list[tuple[Spot, float]]
) -> Spot:
    """The nearest free place that touches the target, else the place on the way there that comes nearest to it."""
    if touching(start, unit.radius, target):
        return start
    close = unit.radius + target.radius
    rings = [
        (round(x + close * cos(2 * pi * turn / AROUND), 2), round(y + close * sin(2 * pi * turn / AROUND), 2))
        for x, y in target.models
        for turn in range(AROUND)
    ]
    rings += [_toward(start, spot, apart(start, spot) - close) for spot in target.models]
    rings.sort(key=lambda spot: apart(start, spot))
    for spot in rings:
        if apart(start, spot) > reach + TINY:
            break
        if free(battle, unit, spot, taken):
            return spot
    nearest = min(target.models, key=lambda spot: apart(start, spot))
    steps = int(min(reach, max(0.0, apart(start, nearest) - close)) / STRIDE)
    for step in range(steps, 0, -1):
        spot = _toward(start, nearest, step * STRIDE)
        if free(battle, unit, spot, taken):
            return spot
    return start


def _toward(start: Spot, end: Spot, inches: float) -> Spot:
    far = apart(start, end) or 1.0
    return (
        round(start[0] + (end[0] - start[0]) * inches / far, 2),
        round(start[1] + (end[1] - start[1]) * inches / far, 2),
    )


def free(battle: Battle, unit: Unit, spot: Spot, taken: list[tuple[Spot, float]]) -> bool:
    """Whether a base can stand here, touching others but on none of them."""
    if off_table(battle, (spot,), unit.radius) is not None:
        return False
    return all(apart(spot, other) >= unit.radius + radius - CLOSE for other, radius in taken)


def touching(spot: Spot, radius: float, target: Unit) -> bool:
    return any(apart(spot, other) <= radius + target.radius + CLOSE for other in target.models)
