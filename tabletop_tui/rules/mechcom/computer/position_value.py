"""How well a side stands: the mechs that it has left, and the victory points that it has or is about to score.

Who wins is said by victory.py: the last side with mechs, else the highest score at the end.
"""

from __future__ import annotations

from tabletop_tui.engine.game import Game
from tabletop_tui.rulebook.position_value import ahead
from tabletop_tui.rules.mechcom.moving.computer_goals import carries
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.deployment_zones import objective_hex, zone_of
from tabletop_tui.rules.mechcom.state.flags import FLAG_POINTS
from tabletop_tui.rules.mechcom.state.victory import models_in_zone, rounds_of, team_scores, zone_award

MATERIAL = 5.4
"""What it is worth to have all the mechs that are left."""
WHOLE = 0.2
"""The share of a mech's worth that it has while it stands at all; the rest goes with its Integrity."""
CONDITION, HEAT, SPOTTED = 0.11, 0.05, 0.1
"""What a condition, a point of heat and a Spot token take from a mech, as a share of it."""
DEPLOYED = 28.0
"""What a deployable is worth, in the unit in which mechs are bought."""
FAR, FARTHEST = 0.014, 11
"""What each hex out of reach of the enemy, or of what is fought for, takes from a mech, and so many at most."""
SURE, OPEN = 2.4, 1.5
"""The lead in victory points that decides at the end, and so much more for each round to come."""
LIKELY = 0.3
"""The chance that who leads in the zone now does so at the end of a later round."""


def lead(game: Game[Battle], seat: int) -> float:
    """By how much the team of a seat is ahead of the strongest other one."""
    battle = game.state
    if seat in battle.conceded:
        return -MATERIAL
    team = battle.teams[seat]
    return MATERIAL * ahead(strengths(battle), team) + ahead_in_score(battle, team)


# ---------------------------------------------------------------- mechs
def strengths(battle: Battle) -> dict[int, float]:
    """What each team has left of its mechs, those that are still to be set up too."""
    found = dict.fromkeys(battle.teams, 0.0)
    goal = objective_hex(battle)
    for model in battle.models.values():
        if model.seat is not None and model.integrity > 0 and (model.hex or model.is_mech):
            found[battle.teams[model.seat]] += strength(battle, model, goal)
    return found


def strength(battle: Battle, model: Model, goal: str) -> float:
    if not model.is_mech:
        return DEPLOYED
    whole = WHOLE + (1 - WHOLE) * model.integrity / max(1, model.sheet.stats.integrity)
    troubles = CONDITION * sum(word not in GOOD for word in model.conditions) + HEAT * model.heat
    away = FAR * out_of_reach(battle, model, goal) if model.hex else 0.0
    return max(1, model.sheet.cost) * max(0.05, whole - troubles - SPOTTED * model.spot - away)


GOOD = ("Invisible", "Submerged")
"""Conditions that a mech likes to have."""


def out_of_reach(battle: Battle, model: Model, goal: str) -> int:
    """How many hexes a mech is too far from the zone, or from the nearest enemy for its longest weapon."""
    distance = battle.map.grid.distance
    if goal:
        return max(0, distance(model.hex, goal) - 2)
    reach = max((weapon.range or 1 for weapon in model.sheet.weapons), default=1)
    near = min((distance(model.hex, enemy.hex) for enemy in battle.enemies(model) if enemy.is_mech), default=0)
    return min(FARTHEST, max(0, near - reach))


# ---------------------------------------------------------------- victory points
def ahead_in_score(battle: Battle, team: int) -> float:
    """How sure a team's lead in victory points is, those that are about to come included."""
    rounds = rounds_of(battle.scenario)
    if battle.scenario.type == "deathmatch":
        return 0.0
    left = max(0, rounds - battle.round) if rounds else 3
    if battle.last_round:
        left = 0
    score = coming(battle, left)
    for other, points in team_scores(battle).items():
        score[other] += points
    rival = max((one for other, one in score.items() if other != team), default=0.0)
    return (score[team] - rival) / (SURE + OPEN * left)


def coming(battle: Battle, left: int) -> dict[int, float]:
    """The points that each team may expect: for the zone as it stands, for Flags on their way home."""
    found = dict.fromkeys(battle.teams, 0.0)
    if battle.scenario.type == "control-zone":
        if (award := zone_award(battle, models_in_zone(battle))) is not None:
            found[battle.teams[award.seat]] = award.points * (1 + LIKELY * left)
        return found
    for model in battle.on_table():
        if model.seat is not None and carries(battle, model):
            found[battle.teams[model.seat]] += FLAG_POINTS * on_its_way(battle, model, model.seat)
    return found


def on_its_way(battle: Battle, model: Model, seat: int) -> float:
    """The chance that a carrier comes home, by how far it is."""
    home = zone_of(battle, seat)
    far = min((battle.map.grid.distance(model.hex, spot) for spot in home), default=FARTHEST)
    return max(0.2, 0.9 - 0.05 * far)
