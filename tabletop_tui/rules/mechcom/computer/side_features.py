"""What counts of a side in MECHCOM: its mechs and what ails them, who may still act and shoot, the victory points.

Who wins is said by victory.py: the last side with mechs, else the highest score at the end.
"""

from __future__ import annotations

from math import log, sqrt, tanh

from tabletop_tui.rulebook.feature_words import Idea, force_left, still_to_act
from tabletop_tui.rules.mechcom.aiming.attack_base import Attack, Share
from tabletop_tui.rules.mechcom.aiming.attack_limits import refuse_target, weapons_of
from tabletop_tui.rules.mechcom.melee.melee import strike_damage
from tabletop_tui.rules.mechcom.moving.wanted_hexes import carries
from tabletop_tui.rules.mechcom.shooting.attack_odds import lost_and_killed
from tabletop_tui.rules.mechcom.shooting.shooting import shot_damage
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.deployment_zones import objective_hex, zone_of
from tabletop_tui.rules.mechcom.state.flags import FLAG_POINTS
from tabletop_tui.rules.mechcom.state.victory import models_in_zone, rounds_of, team_scores, zone_award

FARTHEST = 11
"""So many hexes out of reach are counted at most."""
GONE = 0.03
"""The logarithm of what a side has left begins there."""
LIKED = ("Invisible", "Submerged")
"""Conditions that a mech likes to have."""
DECIDES = 0.7
"""A lead in points of so much, for each round left and this one, is most of what it can be worth."""
USUAL = 6
"""The rounds that a battle without an end is thought to last."""
NAMES = ("mechs", "left", "wounds", "ailing", "heat", "near", "waiting", "shot", "deployed")
BAD = frozenset(("ailing", "heat"))
GOOD = frozenset((*NAMES, "root left", "log left", "points", "zone", "zone to come", "ahead", "flags")) - BAD
"""What a side is never worse off for having more; of those in BAD, less."""
IDEAS: tuple[Idea, ...] = (
    force_left("left", "log left", "root left", "wounds", "mechs"),
    Idea(
        ("ailing",),
        "{whose} mechs have more harmful Conditions",
        "{whose} mechs have fewer harmful Conditions",
        of=("mechs",),
    ),
    Idea(("heat",), "{whose} mechs run hotter", "{whose} mechs run cooler", of=("mechs",)),
    Idea(
        ("near",),
        "{whose} mechs are nearer to a target or to their goal",
        "{whose} mechs are further from a target or from their goal",
        of=("mechs",),
    ),
    still_to_act(("waiting",), of=("left",)),
    Idea(("shot",), "{who} {have} better shots to come", "{who} {have} worse shots to come"),
    Idea(("deployed",), "more of what {who} put down stands", "less of what {who} put down stands"),
    Idea(
        ("ahead", "points", "zone", "zone to come"),
        "the score is better for {who}",
        "the score is worse for {who}",
        mirrored=True,
    ),
    Idea(("flags",), "{whose} Flag carrier is nearer to its zone", "{whose} Flag carrier is further from its zone"),
)
"""What the features are about."""


def to_come(battle: Battle) -> float:
    """The share of the battle that is still to come: by its rounds; without such, by what is left of all mechs."""
    rounds = rounds_of(battle.scenario)
    if battle.last_round:
        return 0.0
    begun = max(0, battle.round - 1)
    mechs = [mech for mech in battle.models.values() if mech.is_mech and mech.seat is not None]
    waiting = sum(not mech.activated for mech in mechs if mech.integrity > 0)
    share = waiting / max(1, sum(mech.integrity > 0 for mech in mechs)) if battle.round else 1.0
    if rounds:
        return max(0.0, rounds - begun - 1 + share) / rounds
    return max(0.0, 1 - (begun + 1 - share) / USUAL)


def features(battle: Battle, seat: int) -> dict[str, float]:
    """What counts of the team of a seat; what it has is told in shares of what a team began with on average."""
    team, teams = battle.teams[seat], battle.teams
    whole = sum(model.sheet.cost for model in battle.models.values() if model.is_mech) / max(1, len(set(teams)))
    goal = objective_hex(battle)
    found = dict.fromkeys(NAMES, 0.0)
    for model in battle.models.values():
        if model.seat is None or teams[model.seat] != team or model.integrity <= 0:
            continue
        if model.is_mech:
            _add(found, battle, model, model.sheet.cost / max(1, whole), goal)
        elif model.hex:
            found["deployed"] += 0.1
    found["log left"] = log(GONE + found["left"])
    found["root left"] = sqrt(found["left"])
    if battle.round and not battle.last_round and battle.order:
        found["goes next"] = float(teams[battle.order[battle.go % len(battle.order)]] == team)
    _score(found, battle, team)
    return found


def _add(found: dict[str, float], battle: Battle, mech: Model, share: float, goal: str) -> None:
    """A mech that stands, or is still to be set up."""
    left = mech.integrity / max(1, mech.sheet.stats.integrity)
    found["mechs"] += share
    found["near"] += share
    found["left"] += share * left
    found["wounds"] += share * left * left
    if not mech.hex:
        return
    found["ailing"] += share * sum(word not in LIKED for word in mech.conditions)
    found["heat"] += share * mech.heat
    found["near"] -= share * out_of_reach(battle, mech, goal) / FARTHEST
    if battle.active == mech.id:
        ready = min(1.0, mech.energy / max(1, mech.sheet.stats.energy))
    else:
        ready = float(not mech.activated)
    found["waiting"] += share * left * ready
    if ready:  # the best shot of all others would take as long to find, and foretells nothing beyond this
        found["shot"] += ready * best_shot(battle, mech)


def best_shot(battle: Battle, mech: Model) -> float:
    """What the best attack of a mech would take from where it stands, as a share of the enemy that it is fired at."""
    best, distance = 0.0, battle.map.grid.distance
    near = [(enemy, distance(mech.hex, enemy.hex)) for enemy in battle.enemies(mech) if enemy.is_mech]
    for weapon in weapons_of(mech):
        reach = 1 if weapon.melee else weapon.range or 0
        attack = None
        for enemy, gap in near:
            if gap > reach or mech.ammo_left(weapon) == 0 or refuse_target(battle, mech, weapon, enemy) is not None:
                continue
            attack = attack or Attack(mech.id, weapon)
            damage = (strike_damage if weapon.melee else shot_damage)(battle, attack, Share(enemy.id, weapon.attacks))
            lost, killed = lost_and_killed(damage, enemy.integrity)
            best = max(best, lost / max(1, enemy.sheet.stats.integrity) + killed / 2)
    return best


def out_of_reach(battle: Battle, mech: Model, goal: str) -> int:
    """How many hexes a mech is too far from the zone, or from the nearest enemy for its longest weapon."""
    distance = battle.map.grid.distance
    if goal:
        return min(FARTHEST, max(0, distance(mech.hex, goal) - 2))
    reach = max((weapon.range or 1 for weapon in mech.sheet.weapons), default=1)
    near = min((distance(mech.hex, enemy.hex) for enemy in battle.enemies(mech) if enemy.is_mech), default=0)
    return min(FARTHEST, max(0, near - reach))


# ---------------------------------------------------------------- victory points
def _score(found: dict[str, float], battle: Battle, team: int) -> None:
    """The points that a team has, and those that it may expect, by how many may still come."""
    kind = battle.scenario.type
    if kind == "deathmatch":
        return
    rounds = rounds_of(battle.scenario)
    left = 0 if battle.last_round else max(0, rounds - battle.round) if rounds else 3
    defender = battle.scenario.defender
    found["defends"] = float(defender is not None and battle.teams[defender] == team)
    sure = {other: points / (1.0 + left) for other, points in team_scores(battle).items()}
    found["points"] = sure[team]
    award = zone_award(battle, models_in_zone(battle)) if kind == "control-zone" else None
    if award is not None:
        holder = battle.teams[award.seat]
        sure[holder] += award.points / (1.0 + left)
        if holder == team:
            found["zone"] = award.points / (1.0 + left)
            found["zone to come"] = award.points * left / (1.0 + left)
    rival = max((points for other, points in sure.items() if other != team), default=0.0)
    found["ahead"] = tanh((sure[team] - rival) / DECIDES) / 2
    if kind == "control-zone":
        return
    for model in battle.on_table():
        if model.seat is not None and battle.teams[model.seat] == team and carries(battle, model):
            found["flags"] = found.get("flags", 0.0) + FLAG_POINTS / 4 * on_its_way(battle, model, model.seat)


def on_its_way(battle: Battle, model: Model, seat: int) -> float:
    """How sure a carrier is to come home, by how far it is."""
    home = zone_of(battle, seat)
    far = min((battle.map.grid.distance(model.hex, spot) for spot in home), default=FARTHEST)
    return max(0.2, 0.9 - 0.05 * far)
