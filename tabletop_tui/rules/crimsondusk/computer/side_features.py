"""What counts of a side in Crimson Dusk: the points of the mission, those that its units may still bring, its men.

Points are those of victory.py. A unit that is not lost yet counts the more, the nearer it is to half of its models.
"""

from __future__ import annotations

from math import dist, log, tanh

from tabletop_tui.rulebook.feature_words import Idea, force_left, share_of_force, spared, still_to_act
from tabletop_tui.rules.crimsondusk.computer.answer_values import unit_worth
from tabletop_tui.rules.crimsondusk.computer.wanted_places import wanted_range
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.objectives import (
    drove_through,
    holds_house,
    holds_place,
    leader_of_side,
    wanted_places,
)
from tabletop_tui.rules.crimsondusk.state.scenario import CONVOY, STANDING
from tabletop_tui.rules.crimsondusk.state.setup_zones import far_edge
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.turn.victory import HOUSE, STANDS, THROUGH, lost, worth
from tabletop_tui.table.polygons import box_middle

OPEN = 8.0
"""A lead in points of 1 is much of what it can be worth at the end, and so many more with all turns to come."""
FARTHEST = 30.0
SMALL = 0.03
NAMES = ("points", "unhurt", "men", "free", "clear", "waiting", "near", "in reach")
GOOD = frozenset((*NAMES, "ahead", "log men", "stand", "through", "held", "held to come", "house"))
BAD: frozenset[str] = frozenset()
"""What a side is never worse off for having more, and less."""
IDEAS: tuple[Idea, ...] = (
    force_left("men", "log men"),
    Idea(("ahead", "points"), "the score is better for {who}", "the score is worse for {who}", mirrored=True),
    Idea(("unhurt",), "{whose} units are further from being lost", "{whose} units are nearer to being lost"),
    spared(("free",), "is pinned", "men"),
    spared(("clear",), "is confused", "men"),
    Idea(
        ("near",),
        "{whose} units are nearer to a good range or to their goal",
        "{whose} units are further from a good range or from their goal",
        of=("men",),
    ),
    share_of_force(("in reach",), "is in a good place and has still to act", "men"),
    still_to_act(("waiting",), of=("men",)),
    Idea(("held", "held to come"), "{who} hold{s} more of the places", "{who} hold{s} fewer of the places"),
    Idea(("house",), "{who} hold{s} the house more often", "{who} hold{s} the house less often"),
    Idea(("stand",), "{whose} last stand is hurt less", "{whose} last stand is hurt more"),
    Idea(("through",), "{whose} convoy comes further", "{whose} convoy does not come as far"),
)
"""What the features are about."""


def to_come(battle: Battle) -> float:
    """The share of all activations that are still to come, from 1 to 0."""
    turns = battle.scenario.turns
    if not battle.turn:
        return 1.0
    living = [unit for unit in battle.units.values() if unit.living]
    waiting = sum(not unit.activated for unit in living) / len(living) if living else 0.0
    return max(0.0, (turns - battle.turn + waiting) / turns)


def features(battle: Battle, seat: int) -> dict[str, float]:
    """What counts of a seat: points that it has scored and that its units bring the enemy, and men in shares."""
    mission = battle.scenario.mission
    leader = leader_of_side(battle, seat) if mission == "assassinate" else None
    found = dict.fromkeys(NAMES, 0.0)
    men = [force(unit) for unit in battle.units.values()]
    whole = max(1.0, sum(men) / 2, sum(float(unit.sheet.cost or 0) for unit in battle.units.values()) / 2)
    for unit, own in zip(battle.units.values(), men, strict=True):
        if unit.seat == seat and counts(unit):
            _hurt(found, battle, unit, unit is leader)
        if unit.seat == seat and unit.living:
            _men(found, battle, unit, own / whole)
    found["log men"] = log(SMALL + found["men"])
    points = scored(battle)
    found["points"] = points[seat]
    found["ahead"] = tanh((points[seat] - points[1 - seat]) / (1 + OPEN * to_come(battle))) / 2
    found[mission] = 1.0  # of both sides, so that it counts for draws alone
    found[f"{mission} first"] = float(seat == 0 and mission in UNEQUAL)
    _held(found, battle, seat)
    return found


UNEQUAL = ("last-stand", "convoy")
"""Missions in which the seats have other tasks."""


def force(unit: Unit) -> float:
    """What the men of a unit that are left are worth, in points."""
    return unit_worth(unit) if unit.hull is None else float(unit.sheet.cost) * unit.living


def counts(unit: Unit) -> bool:
    """Whether its loss brings the enemy points."""
    return bool(unit.start) and unit.gone != "joined"


def scored(battle: Battle) -> list[float]:
    """The points that each seat has, those for enemy units that are lost among them."""
    found = [float(points) for points in battle.scores]
    leaders = [leader_of_side(battle, seat) for seat in (0, 1)] if battle.scenario.mission == "assassinate" else []
    for unit in battle.units.values():
        if counts(unit) and lost(battle, unit):
            found[1 - unit.seat] += worth(battle, unit, any(unit is leader for leader in leaders))
    return found


def _hurt(found: dict[str, float], battle: Battle, unit: Unit, leads: bool) -> None:
    """What a unit keeps from the enemy by not being hurt; of some missions what it may bring its own side."""
    mission = battle.scenario.mission
    if mission == "convoy" and unit.seat == CONVOY and unit.sheet.vehicle is not None and not lost(battle, unit):
        found["through"] = found.get("through", 0.0) + THROUGH * got_through(battle, unit)
    if unit.gone or lost(battle, unit):
        return
    if unit.hull is not None:
        hurt = min(1.0, unit.hull.harm / max(1, unit.type.dam))
    else:
        hurt = min(1.0, 2 * (unit.start - unit.left) / unit.start)
    found["unhurt"] += worth(battle, unit, leads) * (1 - hurt)
    if mission == "last-stand" and unit.seat == STANDING:
        found["stand"] = found.get("stand", 0.0) + STANDS * (1 - hurt / 2)


def _men(found: dict[str, float], battle: Battle, unit: Unit, share: float) -> None:
    found["men"] += share
    found["free"] += share * (not battle.is_pinned(unit))
    found["clear"] += share * (not battle.is_confused(unit))
    short = shortfall(battle, unit) / FARTHEST
    found["near"] += share * (1 - short)
    ready = (1.0 if not unit.activated else 0.0) * (0.5 if battle.serves_pin(unit) else 1.0)
    found["waiting"] += share * ready
    found["in reach"] += share * ready * (short == 0)


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
def got_through(battle: Battle, unit: Unit) -> float:
    """How far a vehicle of a convoy has come on its way, from 0 to 1."""
    if drove_through(battle, unit):
        return 1.0
    if not unit.models or not battle.edges:
        return 0.0
    y, height = unit.models[0][1], battle.table.height
    way = (height - y if far_edge(battle, unit.seat) == "north" else y) / height
    return 0.2 + 0.7 * way


def _held(found: dict[str, float], battle: Battle, seat: int) -> None:
    """What is held now and brings points at the end of this turn, or of the last."""
    scenario = battle.scenario
    if scenario.mission == "crossroads":
        held = sum(holds_place(battle, goal.spot) == seat for goal in scenario.goals)
        found["held"] = float(held)
        found["held to come"] = held * float(max(0, scenario.turns - max(1, battle.turn)))
    elif scenario.mission == "hold-house":
        found["house"] = HOUSE * float(holds_house(battle) == seat)
