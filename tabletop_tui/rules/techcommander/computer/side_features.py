"""What counts of a side in TechCommander: what is fought for, kills, and the units that it has left with their life.

Who wins is said by victory.py for a skirmish (most objectives, then the AC of kills, or the last side with units) and
by deathmatch_end.py for a deathmatch (most points).
"""

from __future__ import annotations

from math import dist, log, tanh

from tabletop_tui.rulebook.feature_words import Idea, force_left, share_of_force, spared
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.profiles import CREW, FULL_LIFE
from tabletop_tui.rules.techcommander.turn.turn import commands
from tabletop_tui.rules.techcommander.victory.objectives import beside, left_to_destroy, recon_points
from tabletop_tui.rules.techcommander.victory.victory import objectives, team_scores
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import box_middle

FARTHEST, NEAR = 60.0, 12.0
"""So many centimetres are counted at most; half as near to what is fought for is so far from it."""
SMALL = 0.03
LEVEL = 0.15
"""A lead in the AC of kills of so much of what all may field is most of what it can be worth."""
NAMES = ("units", "life", "sound", "manned", "waits", "command", "close", "actions", "alive", "in range")
AGAIN = tuple(f"{name} again" for name in (*NAMES, "log life"))
"""The same in a deathmatch, where units come again."""
GOOD = frozenset(
    (
        *NAMES,
        "log life",
        *AGAIN,
        "kills",
        "ahead in kills",
        "held",
        "held late",
        "recon",
        "razed",
        "at the pieces",
        "near",
        "near late",
        "points",
        "sure points",
    )
)
BAD: frozenset[str] = frozenset()
"""What a side is never worse off for having more, and less."""


def _of_units(again: str) -> tuple[Idea, ...]:
    """What those features are about that a deathmatch has with another name."""
    units, life = f"units{again}", f"life{again}"
    return (
        force_left(*(f"{name}{again}" for name in ("life", "log life", "units", "alive", "manned"))),
        spared((f"sound{again}",), "is in the red", units),
        share_of_force((f"waits{again}",), "is dug in or posted up", units),
        Idea((f"command{again}",), "more of {whose} commanders are alive", "fewer of {whose} commanders are alive"),
        share_of_force((f"in range{again}", f"close{again}"), "is at a good range", life),
        Idea((f"actions{again}",), "{who} {have} more actions left", "{who} {have} fewer actions left", passing=True),
    )


IDEAS: tuple[Idea, ...] = (
    *_of_units(""),
    *_of_units(" again"),
    Idea(
        ("kills", "ahead in kills"),
        "the kills stand better for {who}",
        "the kills stand worse for {who}",
        mirrored=True,
    ),
    Idea(
        ("points", "sure points"),
        "the score is better for {who}",
        "the score is worse for {who}",
        mirrored=True,
    ),
    Idea(("held", "held late"), "{who} hold{s} more objectives", "{who} hold{s} fewer objectives"),
    Idea(("recon",), "{who} {have} more recon points", "{who} {have} fewer recon points"),
    Idea(("razed",), "more of what {who} {are} to destroy falls", "less of what {who} {are} to destroy falls"),
    Idea(
        ("at the pieces",),
        "{whose} units are nearer to what they are to destroy",
        "{whose} units are further from what they are to destroy",
    ),
    Idea(
        ("near", "near late"),
        "{whose} units are nearer to what is fought for",
        "{whose} units are further from what is fought for",
    ),
)
"""What the features are about."""


def to_come(battle: Battle) -> float:
    """The share of the turns that is still to come."""
    turns = max(1, battle.scenario.turns)
    living = [unit for unit in battle.units.values() if unit.in_play and not unit.eliminated]
    waiting = sum(not unit.done and not unit.acted for unit in living) / len(living) if living else 0.0
    return max(0.0, min(1.0, (turns - max(1, battle.turn) + (waiting if battle.turn else 1.0)) / turns))


def features(battle: Battle, seat: int) -> dict[str, float]:
    """What counts of the team of a seat; what it has is told in shares of what all teams have on average.

    Crew on foot count for nothing in a skirmish but that the side is not gone: they carry no weapon. In a deathmatch
    they may fetch the skull and score by surviving.
    """
    team = battle.teams[seat]
    teams = len(set(battle.teams))
    deathmatch = battle.scenario.game == "deathmatch"
    fighting = [unit for unit in battle.units.values() if deathmatch or unit.sheet is not CREW]
    whole = max(1.0, sum(unit.ac for unit in fighting if not (deathmatch and unit.gone)) / teams)
    found = dict.fromkeys(NAMES, 0.0)
    for unit in fighting:
        if battle.teams[unit.seat] == team and not unit.gone and not unit.eliminated:
            _add(found, battle, unit, unit.ac / whole)
    living = (unit for unit in battle.units.values() if not unit.gone and not unit.eliminated)
    found["alive"] = float(any(battle.teams[unit.seat] == team for unit in living))
    found["log life"] = log(SMALL + found["life"])
    actions = sum(p.base + p.command for s, p in enumerate(battle.players) if battle.teams[s] == team and not p.passed)
    found["actions"] = actions / max(1, len(battle.units) / teams)
    scores = team_scores(battle)
    lead = scores[team] - max((points for other, points in scores.items() if other != team), default=0)
    if deathmatch:
        return {f"{name} again": value for name, value in found.items()} | _deathmatch(battle, float(lead))
    found["kills"] = lead / max(1, battle.scenario.limit) / 2
    found["ahead in kills"] = tanh(lead / max(1, battle.scenario.limit) / LEVEL) / 2
    _fought_for(found, battle, team)
    return found


def _deathmatch(battle: Battle, lead: float) -> dict[str, float]:
    """The lead in points: what it is now, and against what may still be scored."""
    left = to_come(battle)
    return {"points": lead / 8, "sure points": tanh(lead / (2 + 12 * left)) / 2}


# ---------------------------------------------------------------- units
def _add(found: dict[str, float], battle: Battle, unit: Unit, share: float) -> None:
    life = max(0, unit.life) / FULL_LIFE
    found["units"] += share
    found["life"] += share * life
    found["sound"] += share * (not unit.in_the_red)
    found["manned"] += share * life * unit.crewed
    found["waits"] += share * (unit.dug_in or unit.posted is not None)
    found["command"] += commands(unit) > 0
    if unit.models:
        far = out_of_range(battle, unit)
        found["close"] += share * life * (1 - far / FARTHEST)
        found["in range"] += share * life * (far == 0)


def out_of_range(battle: Battle, unit: Unit) -> float:
    """By how many centimetres the nearest enemy is beyond the optimum of a unit's best weapon."""
    here = unit.models[0]
    enemies = (dist(here, enemy.models[0]) for enemy in battle.enemies(unit.seat) if not enemy.eliminated)
    reach = max((weapon.opt for weapon in unit.sheet.weapons), default=0.0)
    return min(FARTHEST, max(0.0, min(enemies, default=0.0) - reach))


# ---------------------------------------------------------------- what is fought for
def _fought_for(found: dict[str, float], battle: Battle, team: int) -> None:
    """Objectives, as they stand and as they may come to stand."""
    missions, passed = battle.scenario.missions, 1 - to_come(battle)
    holders = [one.team for one in objectives(battle) if one.name != "the AC of kills"] if battle.turn else []
    held = holders.count(team) / max(1, len(holders))
    found["held"], found["held late"] = held, held * passed**2
    found["objectives"] = float(bool(holders))  # of all sides, so that it counts for draws alone
    if "recon" in missions:
        points = {other: float(count) for other, count in recon_points(battle).items()}
        for spot in battle.tokens:
            if (holder := beside(battle, spot)) is not None:
                points[holder] = points.get(holder, 0.0) + 1
        found["recon"] = points.get(team, 0.0) / 5
    if battle.attacker is not None:
        attacks = battle.teams[battle.attacker] == team
        found["raids" if "raid" in missions else "invades"] = float(attacks)
        if "invasion" in missions and attacks:
            pieces = [box_middle(piece.figure.box) for piece in left_to_destroy(battle)]
            found["razed"] = destroyed(battle)
            found["at the pieces"] = near(battle, team, pieces)
    if places := wanted(battle):
        found["near"] = near(battle, team, places)
        found["near late"] = found["near"] * passed**2


def destroyed(battle: Battle) -> float:
    """The share that is destroyed of the life of all that an invasion is to destroy."""
    pieces = len(battle.objectives)
    whole = sum(battle.piece_life(piece) for piece in left_to_destroy(battle))
    return 1 - whole / (FULL_LIFE * pieces) if pieces else 0.0


def wanted(battle: Battle) -> list[Spot]:
    """The places that all sides fight for."""
    missions = battle.scenario.missions
    return [*battle.tokens, *(battle.table.points if "control" in missions else ())]


def near(battle: Battle, team: int, places: list[Spot]) -> float:
    """How near the units of a team are to these places, on average: 1 for who is there, 0 for who is far."""
    here = [unit.models[0] for unit in battle.on_table() if battle.teams[unit.seat] == team and not unit.eliminated]
    if not here or not places:
        return 0.0
    return sum(NEAR / (NEAR + min(dist(spot, one) for one in here)) for spot in places) / len(places)
