"""How well a side stands: the points that each would score by the mission, and what may still come of the rest.

Points are those of victory.py: the price of enemy units destroyed or Pinned at the end. Whoever is Pinned with an
activation to come is tested before: it is destroyed, or free again.
"""

from __future__ import annotations

from math import dist, sqrt

from tabletop_tui.engine.game import Game
from tabletop_tui.rules.armymen.computer.computer_goals import wanted_range
from tabletop_tui.rules.armymen.computer.evaluation import best_shot
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.state.quality_tests import chance
from tabletop_tui.table.polygons import box_middle

HURT = 0.36
"""What a unit's lost models are worth before it is destroyed, as a share of their price."""
FREE = 0.6
"""The same of a Pinned unit that passes its test: it has lost little but its order."""
SHAKEN, ACTED = 0.01, 0.08
"""A damaged vehicle; a unit that has still to be activated is worth so much more than one that has been."""
FAR = 0.025
"""What each inch out of range takes from a unit."""
SHOT = 0.3
"""What the best shot of a unit that has still to be activated is worth before it is fired."""
CERTAIN, UNCERTAIN = 0.05, 0.2
"""The lead, as a share of all prices, that decides at the very end; and so much more with the whole battle to come."""


def lead(game: Game[Battle], seat: int) -> float:
    """By how much a seat is ahead, measured by what the rounds to come may still change."""
    battle = game.state
    whole = sum(unit.sheet.cost for unit in battle.units.values()) / 2
    left = to_come(battle)
    gap = 0.0
    for unit in battle.units.values():
        gap += (1 if unit.seat != seat else -1) * (taken(battle, unit, left) - SHOT * threat(battle, unit))
    return gap / (whole * (CERTAIN + UNCERTAIN * sqrt(left))) if whole else 0.0


def to_come(battle: Battle) -> float:
    """The share of all activations that are still to come, from 1 to 0."""
    living = [unit for unit in battle.units.values() if unit.in_play]
    waiting = sum(not unit.activated for unit in living) / len(living) if living else 0.0
    return (battle.scenario.rounds - max(1, battle.round) + (waiting if battle.round else 1.0)) / battle.scenario.rounds


def taken(battle: Battle, unit: Unit, left: float) -> float:
    """What the enemy may count for a unit: its price if it is gone, a share of it if it is in trouble."""
    cost = unit.sheet.cost
    if unit.destroyed:
        return float(cost)
    hurt = cost * HURT * (1 - unit.left / unit.sheet.size)
    if unit.pinned:
        if unit.activated and battle.round >= battle.scenario.rounds:
            return float(cost)
        free = chance(unit)
        return cost * (1 - free) + free * max(hurt, FREE * cost)
    acted = ACTED * unit.activated * cost
    return hurt + acted + left * cost * (SHAKEN * (unit.rattled or unit.stuck) + FAR * out_of_range(battle, unit))


def threat(battle: Battle, unit: Unit) -> float:
    """The points that a unit may expect to take from the enemy by its next shot this round."""
    return 0.0 if unit.activated or not unit.models else best_shot(battle, unit)


def out_of_range(battle: Battle, unit: Unit) -> float:
    """By how many inches the nearest enemy is too far for a unit's longest weapon, at most two moves."""
    enemies = battle.enemies(unit.seat)
    if not unit.models or not enemies:
        return 0.0
    here = box_middle(unit.box)
    nearest = min(dist(here, box_middle(enemy.box)) for enemy in enemies)
    return min(2.0 * unit.sheet.rush, max(0.0, nearest - wanted_range(unit)))
