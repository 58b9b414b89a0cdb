"""How well a side stands: what is fought for, kills, and the units that it has left with their life.

Who wins is said by victory.py for a skirmish (most objectives, then the AC of kills, or the last side with units) and
by deathmatch_end.py for a deathmatch (most points).
"""

from __future__ import annotations

from math import dist

from tabletop_tui.engine.game import Game
from tabletop_tui.rulebook.position_value import ahead
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.profiles import FULL_LIFE
from tabletop_tui.rules.techcommander.victory.objectives import beside, left_to_destroy, recon_points
from tabletop_tui.rules.techcommander.victory.victory import objectives, team_scores
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import box_middle

MATERIAL, RESPAWNING = 0.6, 1.0
"""What it is worth to have all the units that are left; in a deathmatch, where they come again."""
GAVE_UP = 3.0
"""The lead of all others over a side that gave up."""
WHOLE, CRITICAL, ABANDONED, WAITS = 0.32, 0.19, 0.2, 0.15
"""The share of a unit's worth that it has while it lives at all; what the red takes from it; what is left of it without
a crew; what it is worth to be dug in or posted up."""
COMMAND = 1.2
"""How much more a unit is worth whose suite adds actions."""
HELD = 0.15, 0.9
"""What it is worth to have an objective more than the others: at the start, and so much more at the end."""
KILLS = 0.15
"""The same of the AC of kills, as a share of what all may field."""
RECON, RAZED = 0.1, 1.5
"""A point of recon, and all that an invasion is to destroy."""
SPREAD = 4.0, 26.0
"""The lead in points that decides a deathmatch at its end, and so much more with all turns to come."""
NEAR, FAR, FARTHEST = 0.03, 0.015, 60.0
"""Each centimetre nearer to what is fought for; each one out of range of the enemy, for a unit; so many at most."""


def lead(game: Game[Battle], seat: int) -> float:
    """By how much the team of a seat is ahead of the strongest other one."""
    battle = game.state
    if battle.players[seat].conceded:
        return -GAVE_UP
    team, scores = battle.teams[seat], team_scores(battle)
    gap = float(scores[team] - max((points for other, points in scores.items() if other != team), default=0))
    material = ahead(strengths(battle), team)
    if battle.scenario.game == "deathmatch":
        return gap / (SPREAD[0] + SPREAD[1] * (1 - passed(battle))) + RESPAWNING * material
    return MATERIAL * material + KILLS * gap / max(1, battle.scenario.limit) + fought_for(battle, team)


def passed(battle: Battle) -> float:
    """The share of the game that is over."""
    return min(1.0, max(0, battle.turn - 1) / max(1, battle.scenario.turns))


# ---------------------------------------------------------------- units
def strengths(battle: Battle) -> dict[int, float]:
    """What each team has left; before they are on the table all that it will have."""
    found = dict.fromkeys(battle.teams, 0.0)
    for unit in battle.units.values():
        if not unit.gone and not unit.eliminated:
            found[battle.teams[unit.seat]] += strength(battle, unit)
    return found


def strength(battle: Battle, unit: Unit) -> float:
    life = max(0, unit.life) / FULL_LIFE
    share = WHOLE + (1 - WHOLE) * life - CRITICAL * unit.in_the_red
    share += WAITS * (unit.dug_in or unit.posted is not None) - FAR * out_of_range(battle, unit)
    worth = unit.ac * (COMMAND if unit.sheet.command else 1.0)
    return worth * max(0.05, share) * (ABANDONED if unit.abandoned else 1.0)


def out_of_range(battle: Battle, unit: Unit) -> float:
    """By how many centimetres the nearest enemy is beyond the optimum of a unit's best weapon."""
    if not unit.models:
        return 0.0
    here = unit.models[0]
    enemies = (dist(here, enemy.models[0]) for enemy in battle.enemies(unit.seat) if not enemy.eliminated)
    reach = max((weapon.opt for weapon in unit.sheet.weapons), default=0.0)
    return min(FARTHEST, max(0.0, min(enemies, default=0.0) - reach))


# ---------------------------------------------------------------- what is fought for
def fought_for(battle: Battle, team: int) -> float:
    """What objectives are worth to a team, as they stand and as they may come to stand."""
    missions, share = battle.scenario.missions, passed(battle)
    holders = [one.team for one in objectives(battle)] if battle.turn else []
    held = {other: float(holders.count(other)) for other in set(battle.teams)}
    value = (HELD[0] + HELD[1] * share) * over(held, team) / max(1, len(holders))
    if "recon" in missions:
        points = {other: float(count) for other, count in recon_points(battle).items()}
        for spot in battle.tokens:
            if (holder := beside(battle, spot)) is not None:
                points[holder] += 1
        value += RECON * over(points, team)
    if "invasion" in missions and battle.attacker is not None:
        attacking = battle.teams[battle.attacker]
        pieces = [box_middle(piece.figure.box) for piece in left_to_destroy(battle)]
        razed = RAZED * destroyed(battle) - NEAR * way(battle, attacking, pieces)
        value += razed if attacking == team else -razed
    places = wanted(battle)
    return value + NEAR * over({other: -way(battle, other, places) for other in held}, team)


def over(found: dict[int, float], team: int) -> float:
    """How much more a team has than the best of the others."""
    return found[team] - max((one for other, one in found.items() if other != team), default=0.0)


def destroyed(battle: Battle) -> float:
    """The share that is destroyed of the life of all that an invasion is to destroy."""
    pieces = len(battle.objectives)
    whole = sum(battle.piece_life(piece) for piece in left_to_destroy(battle))
    return 1 - whole / (FULL_LIFE * pieces) if pieces else 0.0


def wanted(battle: Battle) -> list[Spot]:
    """The places that all sides fight for."""
    missions = battle.scenario.missions
    return [*battle.tokens, *(battle.table.points if "control" in missions else ())]


def way(battle: Battle, team: int, places: list[Spot]) -> float:
    """How far the units of a team are from these places, each from its nearest unit, on average, in centimetres."""
    here = [unit.models[0] for unit in battle.on_table() if battle.teams[unit.seat] == team and not unit.eliminated]
    far = (min((dist(spot, one) for one in here), default=FARTHEST) for spot in places)
    return sum(min(FARTHEST, one) for one in far) / max(1, len(places))
