"""How well a side stands: the points of the mission, those that the units in trouble will still bring, and the men.

Points are those of victory.py. A unit that is not lost yet counts with the chance that it will be: the nearer to half
of its models, the higher.
"""

from __future__ import annotations

from math import dist

from tabletop_tui.engine.game import Game
from tabletop_tui.rulebook.position_value import ahead
from tabletop_tui.rules.crimsondusk.computer.computer_goals import wanted_range
from tabletop_tui.rules.crimsondusk.computer.evaluation import unit_worth
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.objectives import (
    drove_through,
    holds_house,
    holds_place,
    leader_of_side,
    wanted_places,
)
from tabletop_tui.rules.crimsondusk.state.setup_zones import far_edge
from tabletop_tui.rules.crimsondusk.state.terrain import CONVOY, STANDING
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.turn.victory import HOUSE, STANDS, THROUGH, lost, worth
from tabletop_tui.table.polygons import box_middle

MATERIAL = 1.2
"""What it is worth to have all the men that are left, by what they cost."""
SURE, OPEN = 0.5, 3.0
"""The lead in points that decides at the end, and so much more with all turns to come."""
USUAL = 0.3
"""The chance that a whole unit is lost with all turns to come ..."""
HALVED, PINNED, CONFUSED = 0.7, 0.08, 0.05
"""... and what it is for one that is nearly half gone; what else makes it likelier."""
LIKELY = 0.6
"""The chance that what is held now is held at the end of a later turn."""
FAR, FARTHEST = 0.01, 30.0
"""Each unit by which a section is too far from where it should be, as a share of what its men are worth."""


def lead(game: Game[Battle], seat: int) -> float:
    """By how much a seat is ahead, measured by what the turns to come may still change."""
    battle = game.state
    left = to_come(battle)
    points = expected(battle, left)
    men = [sum(force(battle, unit) for unit in battle.side(one)) for one in (0, 1)]
    gap = (points[seat] - points[1 - seat]) / (SURE + OPEN * left)
    return gap + MATERIAL * left * ahead({0: men[0], 1: men[1]}, seat)


def to_come(battle: Battle) -> float:
    """The share of all activations that are still to come, from 1 to 0."""
    turns = battle.scenario.turns
    if not battle.turn:
        return 1.0
    living = [unit for unit in battle.units.values() if unit.living]
    waiting = sum(not unit.activated for unit in living) / len(living) if living else 0.0
    return max(0.0, (turns - battle.turn + waiting) / turns)


def force(battle: Battle, unit: Unit) -> float:
    """What the men of a unit are worth, less where it cannot act as it should or is far from where it should be."""
    hindered = 2 * PINNED * battle.is_pinned(unit) + 2 * CONFUSED * battle.is_confused(unit)
    return (unit_worth(unit) if unit.hull is None else float(unit.sheet.cost)) * (
        1 - hindered - FAR * shortfall(battle, unit)
    )


def shortfall(battle: Battle, unit: Unit) -> float:
    """How far a unit is from what its mission wants, or from a good range to the enemy, in units."""
    if not unit.models:
        return 0.0
    here = box_middle(unit.box)
    if places := wanted_places(battle, unit):
        return min(FARTHEST, min(max(0.0, dist(here, spot) - near) for spot, near in places))
    if unit.sheet.personality:
        return 0.0
    enemies = battle.enemies(unit.seat)
    nearest = min((dist(here, box_middle(enemy.box)) for enemy in enemies), default=0.0)
    return min(FARTHEST, max(0.0, nearest - wanted_range(unit)))


# ---------------------------------------------------------------- points
def expected(battle: Battle, left: float) -> list[float]:
    """The points that each seat may expect at the end."""
    mission, total = battle.scenario.mission, [float(points) for points in battle.scores]
    leaders = [leader_of_side(battle, seat) for seat in (0, 1)] if mission == "assassinate" else []
    for unit in battle.units.values():
        if not unit.start or unit.gone == "joined":
            continue
        risk = 1.0 if lost(battle, unit) else 0.0 if unit.gone else danger(battle, unit, left)
        total[1 - unit.seat] += risk * worth(battle, unit, any(unit is leader for leader in leaders))
        if mission == "last-stand" and unit.seat == STANDING:
            total[STANDING] += (1 - risk) * STANDS
        if mission == "convoy" and unit.seat == CONVOY and unit.sheet.vehicle is not None:
            total[CONVOY] += THROUGH * (1 - risk) * got_through(battle, unit)
    for seat, points in held(battle, left):
        total[seat] += points
    return total


def danger(battle: Battle, unit: Unit, left: float) -> float:
    """The chance that a unit will be lost."""
    if unit.hull is not None:
        hurt = min(1.0, unit.hull.harm / max(1, unit.type.dam))
    else:
        hurt = min(1.0, 2 * (unit.start - unit.left) / unit.start)
    trouble = HALVED * hurt + PINNED * battle.is_pinned(unit) + CONFUSED * battle.is_confused(unit)
    return left * (USUAL + (1 - USUAL) * min(0.95, trouble))


def got_through(battle: Battle, unit: Unit) -> float:
    """How far a vehicle of a convoy has come on its way, from 0 to 1."""
    if drove_through(battle, unit):
        return 1.0
    if not unit.models or not battle.edges:
        return 0.0
    y, height = unit.models[0][1], battle.table.height
    way = (height - y if far_edge(battle, unit.seat) == "north" else y) / height
    return 0.2 + 0.7 * way


def held(battle: Battle, left: float) -> list[tuple[int, float]]:
    """Who may expect points for what is held now."""
    scenario = battle.scenario
    if scenario.mission == "crossroads":
        turns = 1 + LIKELY * max(0, scenario.turns - max(1, battle.turn))
        found = ((holds_place(battle, goal.spot), turns) for goal in scenario.goals)
    elif scenario.mission == "hold-house":
        found = ((one, HOUSE * (1 - (1 - LIKELY) * left)) for one in (holds_house(battle),))
    else:
        return []
    return [(seat, points) for seat, points in found if seat is not None]
