"""How well a side stands: how near it is to a rout, what it has left, and whose the objective will be.

Who wins is said by victory.py: whoever routs the other, and at the end of the battle whoever holds the objective.
"""

from __future__ import annotations

from math import dist

from tabletop_tui.engine.game import Game
from tabletop_tui.rules.pmc2640.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.computer_goals import objectives
from tabletop_tui.rules.pmc2640.distances import distance_to_spot
from tabletop_tui.rules.pmc2640.victory import ATTACKER, DEFENDER, capturer, losses
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import box_middle

ROUT, ROUTED = 1.6, 2.4
"""What the whole way to a rout is worth to the other side, and a rout that waits for the end of the turn."""
HURT, SUPPRESSED, BROKEN = 0.4, 0.2, 1.2
"""What a unit has lost with its last model or point of Structure, and while it is Suppressed or Broken."""
POINT = 0.01
"""A Suppression point."""
HOLDS = 0.2, 0.6
"""What it is worth to hold the objective: at the start of the battle, and so much more after the last sure turn."""
STANDS = 0.4, 1.6
"""The same of a target that still stands, to the defender."""
NEAR, AROUND = 0.025, 38.0
"""Each inch by which a side is nearer to the objective, so far away at most."""
FAR, ACTED = 0.008, 0.013
"""Each inch out of useful range, and having been activated this turn, for a unit, as a share of it."""
USEFUL = 1.5


def lead(game: Game[Battle], seat: int) -> float:
    """By how much a seat is ahead."""
    battle = game.state
    return of_side(battle, seat) - of_side(battle, 1 - seat) + objective(battle, seat)


def of_side(battle: Battle, seat: int) -> float:
    """What losses take from a side: the nearer to its rout the more."""
    units = [unit for unit in battle.units.values() if unit.seat == seat]
    if not units:
        return 0.0
    lost = losses(battle, seat)
    enemies = [box_middle(enemy.box) for enemy in battle.enemies(seat) if enemy.models]
    harm = sum(harmed(unit, enemies) for unit in units if not unit.fate)
    limit = max(1, lost.quarter)
    if not lost.left:
        safe = battle.scenario.type == "find-and-secure" and capturer(battle) == seat
        return -ROUT if safe else -ROUT - ROUTED
    return -ROUT * (limit - lost.left + min(1.0, HURT * harm)) / limit - harm / len(units)


def harmed(unit: Unit, enemies: list[Spot]) -> float:
    """The share of a unit that is lost for now: models, order, the way to its range from these places."""
    if unit.vehicle:
        gone = HURT * min(1.0, unit.damage / max(1, unit.type.morale))
    else:
        shaken = BROKEN if unit.broken else SUPPRESSED if unit.suppressed else 0.0
        gone = HURT * unit.lost / unit.type.size + max(shaken, POINT * unit.suppression)
    if not unit.models:
        return gone
    return gone + ACTED * unit.activated + FAR * out_of_range(unit, enemies)


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
    return held + NEAR * (1 + passed) * (way(battle, 1 - seat, goals) - way(battle, seat, goals))


def destruction(battle: Battle, passed: float) -> float:
    """What a target is worth to the defender."""
    target = battle.scenario.target
    if target in battle.rubble:
        return -ROUT - ROUTED
    return STANDS[0] + STANDS[1] * passed**2 + NEAR * way(battle, ATTACKER, [battle.table.by_id[target].middle])


def way(battle: Battle, seat: int, goals: list[Spot]) -> float:
    """How far the nearest unit of a side that could hold a place is from one of these, in inches."""
    steady = [unit for unit in battle.side(seat) if not unit.broken]
    return min((distance_to_spot(battle, unit, goal) for unit in steady for goal in goals), default=AROUND)
