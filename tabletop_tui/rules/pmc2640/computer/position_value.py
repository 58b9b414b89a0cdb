"""How well a side stands: how near it is to a rout, what it has left, and whose the objective will be.

Who wins is said by victory.py: whoever routs the other, and at the end of the battle whoever holds the objective.
"""

from __future__ import annotations

from math import dist

from tabletop_tui.engine.game import Game
from tabletop_tui.rules.pmc2640.computer.computer_goals import fought_for, objectives
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.distances import distance_to_spot
from tabletop_tui.rules.pmc2640.state.victory import ATTACKER, DEFENDER, capturer, losses
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import box_middle

ROUT, ROUTED = 1.0, 2.4
"""What the whole way to a rout is worth to the other side, and a rout that waits for the end of the turn."""
LOST, BROKEN, SUPPRESSED, POINT = 3.0, 0.5, 0.3, 0.08
"""What a side loses with a unit (a share of it with each model or point of Structure), while it is Broken or
Suppressed, and with each Suppression point, if it has no other unit."""
ACTED, FAR, AWAY = 0.15, 0.03, 0.09
"""The same for one that has been activated this turn, for each inch out of useful range, and from the objective."""
USEFUL, AROUND, RESERVE = 1.5, 38.0, 24.0
"""Useful range, in ranges; so many inches at most are counted, and so many for a unit in reserve."""
HOLDS = 0.05, 0.75
"""What it is worth to hold the objective: at the start of the battle, and so much more after the last sure turn."""
STANDS = 0.4, 1.6
"""The same of a target that still stands, to the defender."""
NEAR = 0.03
"""Each inch by which the nearest unit of a side is nearer to the objective, after the last sure turn."""


def lead(game: Game[Battle], seat: int) -> float:
    """By how much a seat is ahead."""
    battle = game.state
    return of_side(battle, seat) - of_side(battle, 1 - seat) + objective(battle, seat)


def of_side(battle: Battle, seat: int) -> float:
    """What losses and distance take from a side: the nearer to its rout the more."""
    units = [unit for unit in battle.units.values() if unit.seat == seat]
    if not units:
        return 0.0
    lost = losses(battle, seat)
    if not lost.left:
        safe = battle.scenario.type == "find-and-secure" and capturer(battle) == seat
        return -ROUT if safe else -ROUT - ROUTED
    limit = max(1, lost.quarter)
    enemies = [box_middle(enemy.box) for enemy in battle.enemies(seat) if enemy.models]
    goals = fought_for(battle)
    missing = sum(LOST * gone(unit) + hindered(battle, unit, enemies, goals) for unit in units)
    return -ROUT * (limit - lost.left) / limit - missing / len(units)


def gone(unit: Unit) -> float:
    """The share of a unit that is lost."""
    if unit.gone:
        return 1.0
    return min(1.0, unit.damage / max(1, unit.type.morale)) if unit.vehicle else unit.lost / unit.type.size


def hindered(battle: Battle, unit: Unit, enemies: list[Spot], goals: list[Spot]) -> float:
    """What keeps a unit from its task: its order, and the way to its range from the enemies, and to a goal."""
    if unit.gone:
        return 0.0
    if not unit.on_table:
        return AWAY * RESERVE
    shaken = BROKEN if unit.broken else SUPPRESSED if unit.suppressed else 0.0
    way = min((distance_to_spot(battle, unit, goal) for goal in goals), default=0.0)
    far = out_of_range(unit, enemies) if unit.models else 0.0
    return shaken + POINT * unit.suppression + ACTED * unit.activated + FAR * far + AWAY * min(AROUND, way)


def out_of_range(unit: Unit, enemies: list[Spot]) -> float:
    """By how many inches the nearest of these places is too far to be shot at well."""
    here = box_middle(unit.box)
    nearest = min((dist(here, enemy) for enemy in enemies), default=0.0)
    return min(AROUND, max(0.0, nearest - USEFUL * unit.type.range))


# ---------------------------------------------------------------- the objective
def objective(battle: Battle, seat: int) -> float:
    """What the objective is worth to a seat as things stand, more with each turn."""
    passed = min(1.0, battle.turn / max(1, battle.scenario.turns))
    if battle.scenario.type == "destroy":
        held, sign = destruction(battle, passed), 1 if seat == DEFENDER else -1
        return sign * held
    holder, goals = capturer(battle), objectives(battle)
    held = 0.0 if holder is None else (HOLDS[0] + HOLDS[1] * passed**2) * (1 if holder == seat else -1)
    return held + NEAR * passed**2 * (way(battle, 1 - seat, goals) - way(battle, seat, goals))


def destruction(battle: Battle, passed: float) -> float:
    """What a target is worth to the defender."""
    target = battle.scenario.target
    if target in battle.rubble:
        return -ROUT - ROUTED
    return (
        STANDS[0]
        + STANDS[1] * passed**2
        + NEAR * passed**2 * way(battle, ATTACKER, [battle.table.by_id[target].middle])
    )


def way(battle: Battle, seat: int, goals: list[Spot]) -> float:
    """How far the nearest unit of a side that could hold a place is from one of these, in inches."""
    steady = [unit for unit in battle.side(seat) if not unit.broken]
    return min((distance_to_spot(battle, unit, goal) for unit in steady for goal in goals), default=AROUND)
