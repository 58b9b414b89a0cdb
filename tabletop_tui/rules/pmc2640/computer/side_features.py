"""What counts of a side in PMC 2640: how near it is to a rout, what ails its units, and whose the objective will be.

Who wins is said by victory.py: whoever routs the other, and at the end of the battle whoever holds the objective.
"""

from __future__ import annotations

from math import dist, log

from tabletop_tui.rulebook.feature_words import Idea, force_left, share_of_force, spared, still_to_act
from tabletop_tui.rules.pmc2640.computer.wanted_places import fought_for, objectives
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.distances import distance_to_spot
from tabletop_tui.rules.pmc2640.state.victory import ATTACKER, DEFENDER, capturer, losses
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import box_middle

USEFUL, AROUND, NEAR = 1.5, 38.0, 10.0
"""Useful range, in ranges; so many inches at most are counted; half as near to a goal is so far from it."""
SMALL = 0.03
NAMES = ("left", "units", "steady", "free", "calm", "waiting", "reserve", "close", "near goal", "in range")
GOOD = frozenset(
    (*NAMES, "log left", "to rout", "holds", "holds late", "near", "near late", "target destroyed", "at target")
) - {"reserve"}
BAD = frozenset(("routed", "last before rout"))
"""What a side is never worse off for having more, and less."""
RESERVE = ("reserve",)
"""What is not on the table yet, and so is not near or far, Broken or steady."""
IDEAS: tuple[Idea, ...] = (
    force_left("left", "units", "log left"),
    Idea(
        ("to rout", "last before rout", "routed"),
        "{who} {are} further from a rout",
        "{who} {are} nearer to a rout",
    ),
    spared(("steady",), "is Broken", "left", besides=RESERVE),
    spared(("free",), "is Suppressed", "left", besides=RESERVE),
    Idea(
        ("calm",),
        "{whose} units have less suppression",
        "{whose} units have more suppression",
        of=("left",),
        besides=RESERVE,
    ),
    still_to_act(("waiting",), of=("left",), besides=RESERVE),
    Idea(
        ("near goal", "near", "near late"),
        "{whose} units are nearer to what is fought for",
        "{whose} units are further from what is fought for",
        of=("left",),
        besides=RESERVE,
    ),
    share_of_force(("in range", "close"), "is at a good range and not Suppressed", "left", besides=RESERVE),
    Idea(("holds", "holds late"), "{who} hold{s} the objective more often", "{who} hold{s} the objective less often"),
    Idea(("target destroyed",), "{whose} target is destroyed more often", "{whose} target is destroyed less often"),
    Idea(("at target",), "{whose} units are nearer to the target", "{whose} units are further from the target"),
)
"""What the features are about."""


def to_come(battle: Battle) -> float:
    """The share of the sure turns that is still to come; 0 in all turns after them."""
    turns = max(1, battle.scenario.turns)
    there = [unit for unit in battle.units.values() if unit.on_table]
    waiting = sum(not unit.activated for unit in there) / len(there) if there else 1.0
    return max(0.0, min(1.0, (turns - max(1, battle.turn) + (waiting if battle.turn else 1.0)) / turns))


def features(battle: Battle, seat: int) -> dict[str, float]:
    """What counts of a seat; what it has is told in shares of what a side began with on average."""
    own = [unit for unit in battle.units.values() if unit.seat == seat]
    enemies = [box_middle(enemy.box) for enemy in battle.enemies(seat) if enemy.models]
    whole = len(battle.units) / 2
    goals = fought_for(battle)
    found = dict.fromkeys(NAMES, 0.0)
    for unit in own:
        if not unit.gone:
            _add(found, battle, unit, 1 / whole, enemies, goals)
    found["log left"] = log(SMALL + found["left"])
    lost = losses(battle, seat)
    limit = max(1, lost.quarter)
    found["to rout"] = min(1.0, lost.left / limit)
    found["last before rout"] = float(lost.left == 1)
    found["routed"] = float(lost.left == 0)
    _objective(found, battle, seat)
    return found


def _add(
    found: dict[str, float], battle: Battle, unit: Unit, share: float, enemies: list[Spot], goals: list[Spot]
) -> None:
    harmed = 1 - min(1.0, unit.damage / max(1, unit.type.morale))
    left = harmed if unit.vehicle else unit.left / unit.type.size
    found["units"] += share
    found["left"] += share * left
    if not unit.on_table:
        found["reserve"] += share * left
        return
    found["steady"] += share * left * (not unit.broken)
    found["free"] += share * left * (not unit.suppressed)
    found["calm"] += share * left * max(0.0, 1 - unit.suppression / (2 * max(1, unit.morale) + 1))
    found["waiting"] += share * left * (not unit.activated) * (not unit.broken)
    way = min((distance_to_spot(battle, unit, goal) for goal in goals), default=0.0)
    found["near goal"] += share * left * (1 - min(AROUND, way) / AROUND)
    if unit.models:
        far = out_of_range(unit, enemies)
        found["close"] += share * left * (1 - far / AROUND)
        found["in range"] += share * left * (far == 0) * (not unit.suppressed)


def out_of_range(unit: Unit, enemies: list[Spot]) -> float:
    """By how many inches the nearest of these places is too far to be shot at well."""
    here = box_middle(unit.box)
    nearest = min((dist(here, enemy) for enemy in enemies), default=0.0)
    return min(AROUND, max(0.0, nearest - USEFUL * unit.type.range))


# ---------------------------------------------------------------- the objective
def _objective(found: dict[str, float], battle: Battle, seat: int) -> None:
    passed = min(1.0, battle.turn / max(1, battle.scenario.turns))
    found[battle.scenario.type] = 1.0  # of both sides, so that it counts for draws alone
    if battle.scenario.type == "destroy":
        found["defends target"] = float(seat == DEFENDER)
        if seat == ATTACKER:
            target = battle.scenario.target
            fallen = target in battle.rubble
            way = 0.0 if fallen else nearest(battle, ATTACKER, [battle.table.by_id[target].middle])
            found["target destroyed"], found["at target"] = float(fallen), NEAR / (NEAR + way)
        return
    holds = float(capturer(battle) == seat)
    near = NEAR / (NEAR + nearest(battle, seat, objectives(battle)))
    found["holds"], found["holds late"] = holds, holds * passed**2
    found["near"], found["near late"] = near, near * passed**2


def nearest(battle: Battle, seat: int, goals: list[Spot]) -> float:
    """How far the nearest unit of a side that could hold a place is from one of these, in inches."""
    steady = [unit for unit in battle.side(seat) if not unit.broken]
    return min((distance_to_spot(battle, unit, goal) for unit in steady for goal in goals), default=AROUND)
