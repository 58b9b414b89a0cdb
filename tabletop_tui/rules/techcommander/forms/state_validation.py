"""Which states of a battle there can be: what holds for units, players and steps, whoever wrote them into a file."""

from __future__ import annotations

from itertools import combinations
from math import dist

from tabletop_tui.engine.game import Game
from tabletop_tui.files.validation import Faults
from tabletop_tui.rulebook.state_validation import all_steps, check_agenda, each, number_from, require
from tabletop_tui.rules.techcommander.aiming.defensive_gear import carried
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Salvo
from tabletop_tui.rules.techcommander.anytime.air_strikes import AirStrike, StrikeDefence
from tabletop_tui.rules.techcommander.moving.unit_march import UnitMarch
from tabletop_tui.rules.techcommander.state.battle import (
    ELIMINATED,
    EVACUATED,
    GIVEN,
    LEFT,
    SEAT_LETTERS,
    Battle,
    Player,
    Unit,
)
from tabletop_tui.rules.techcommander.state.profiles import FULL_LIFE
from tabletop_tui.rules.techcommander.state.shot_targets import BEHIND, is_exposed
from tabletop_tui.skirmish.standing_checks import check_stand, stand_on_each_other
from tabletop_tui.table.hidden_share import GROUND
from tabletop_tui.table.points import Spot

GRACE = 0.06
"""Places are kept to the hundredth, and bases that touch may seem a little apart or in each other."""
BOTTOM = ("SetUp", "BeginTurn")
PHASES = ("Set-up", "Initiative", "Action", "Resolve damage", "Reset")
MOVING = ("March", "Fall", "GoOver", "Impact", "Land", "ChooseLanding", "ChooseDodge", "Dodge", "RollDodge")
"""The steps in the middle of which a model may be where it cannot stay."""
MOST = 9999


def audit(game: Game[Battle]) -> None:
    """Wrong unless the state and the agenda of a game go together."""
    battle = game.state
    _battle(battle)
    for seat, player in enumerate(battle.players):
        _player(battle, player, f"players[{seat}]")
    faults = Faults()
    for number, (name, unit) in enumerate(battle.units.items()):
        place = f"units[{number}]"
        with faults.of():
            require(unit.id == name, "it is another unit than in the set-up", place)
            require(SEAT_LETTERS.find(name[0]) in range(len(battle.players)), "there is no such seat", place)
            _seat(battle, unit, place)
            _unit(battle, unit, place)
            _kit(battle, unit, place)
            _place(battle, unit, place)
    faults.raise_any()
    _agenda(game)
    if not any(type(step).__name__ in MOVING for step in all_steps(game.agenda)):
        marches = (step for step in game.agenda if isinstance(step, UnitMarch))
        _stand_apart(battle, {name for march in marches for name in march.units})


def _battle(battle: Battle) -> None:
    seats = range(len(battle.players))
    require(len(battle.players) == len(battle.seat_names), "give a player for each seat", "players")
    require(0 <= battle.turn <= battle.scenario.turns, "there is no such turn", "turn")
    require(battle.phase in PHASES, f"one of: {', '.join(PHASES)}", "phase")
    require(len(set(battle.order)) == len(battle.order) and set(battle.order) <= set(seats), "seats once each", "order")
    require(bool(battle.order) or battle.turn <= 1, "once a turn has begun there is an order", "order")
    require(0 <= battle.round <= MOST and 0 <= battle.go <= len(battle.players), "no such round or go", "go")
    pieces = {piece.id for piece in battle.table.pieces}
    for key, names in (("ruins", battle.ruins), ("damage", battle.damage), ("objectives", battle.objectives)):
        require(set(names) <= pieces, "there is no such piece of terrain", key)
    require(all(0 <= lost <= MOST for lost in battle.damage.values()), f"give 0 to {MOST}", "damage")
    spots = [*battle.tokens, *battle.drops, *([battle.skull] if battle.skull else [])]
    require(all(_on_table(battle, spot) for spot in spots), "give a place on the table", "tokens")
    require(battle.attacker is None or battle.attacker in seats, "there is no such seat", "attacker")
    require(battle.marker is None or battle.marker in seats, "there is no such seat", "marker")
    for key in ("marked", "claimed"):
        require(getattr(battle, key) in ("", *battle.units), "there is no such unit", key)
    _laid(battle)
    if (doing := battle.doing) is not None:
        known = set(doing.units) | set(doing.scans)
        notes = [word.partition("@")[0].split(":") for word in doing.watched]  # 'B2', 'B2:A1@7.5', 'overrun:A1'
        require(doing.seat in seats and bool(doing.units), "an action has a seat and units", "doing")
        named = known <= set(battle.units) and all(not battle.units.keys().isdisjoint(words) for words in notes)
        require(named, "there is no such unit", "doing")


def _laid(battle: Battle) -> None:
    """Smoke and shields."""
    for number, cloud in enumerate(battle.clouds):
        sane = 0 < cloud.radius <= 50 and 0 <= cloud.height <= 50 and 0 <= cloud.foot <= 60
        require(sane and _on_table(battle, cloud.spot), "no such cloud can be", f"clouds[{number}]")
    for number, bubble in enumerate(battle.bubbles):
        sane = bubble.life <= FULL_LIFE and 0 <= bubble.foot <= 60 and bubble.seat in range(len(battle.players))
        require(sane and _on_table(battle, bubble.spot), "no such bubble can be", f"bubbles[{number}]")
    names = [bubble.id for bubble in battle.bubbles]
    require(len(set(names)) == len(names), "a bubble is there twice", "bubbles")


def _on_table(battle: Battle, spot: Spot) -> bool:
    return 0 <= spot[0] <= battle.table.width and 0 <= spot[1] <= battle.table.height


def _player(battle: Battle, player: Player, place: str) -> None:
    for key in ("base", "command", "recon", "kills", "spent", "deaths", "cap", "ninjas"):
        require(0 <= getattr(player, key) <= MOST, f"give 0 to {MOST}", f"{place}.{key}")
    for key in ("initiative", "score", "boost"):
        require(abs(getattr(player, key)) <= MOST, f"give at most {MOST}", f"{place}.{key}")
    points = len(battle.table.starts) + len(battle.table.alternates)
    require(-1 <= player.spawn < points, "there is no such spawn point", f"{place}.spawn")
    require(player.spent <= player.kills, "more chips are spent than were won", f"{place}.spent")
    require(set(player.hot) <= set(battle.units), "there is no such unit", f"{place}.hot")


def _seat(battle: Battle, unit: Unit, place: str) -> None:
    """A unit of a force is its player's; one that came in play may be given away (TC-SKB-17)."""
    number = int(unit.id[1:]) if unit.id[1:].isdecimal() else 0
    own = SEAT_LETTERS.find(unit.id[0])
    bought = battle.scenario.game == "skirmish" and 0 < number <= len(battle.forces[own].units)
    require(unit.seat == own or not bought, "it is another unit than in the set-up", f"{place}.seat")
    require(unit.seat in range(len(battle.players)), "there is no such seat", f"{place}.seat")


def _unit(battle: Battle, unit: Unit, place: str) -> None:
    """What lies on a unit."""
    require(
        unit.gone in ("", ELIMINATED, EVACUATED, LEFT, GIVEN),
        "eliminated, evacuated, left or given away",
        f"{place}.gone",
    )
    require(-MOST <= unit.life <= FULL_LIFE, f"give at most {FULL_LIFE}", f"{place}.life")
    require(0 <= unit.acted <= MOST and 0 <= unit.moved <= MOST, "give 0 or more", f"{place}.acted")
    last = battle.scenario.turns
    for key in ("readied", "entered"):
        require(0 <= getattr(unit, key) <= last, "there is no such turn", f"{place}.{key}")
    require(unit.posted is None or 0 <= unit.posted <= 360, "0 to 360 degrees", f"{place}.posted")
    require(0 <= unit.facing <= 360, "0 to 360 degrees", f"{place}.facing")
    require(0 <= unit.hero <= MOST, f"give 0 to {MOST}", f"{place}.hero")
    require(0 <= unit.crew <= max(9, unit.sheet.card.crew), "so many it cannot have", f"{place}.crew")
    require(unit.killer is None or unit.killer in range(len(battle.players)), "no such seat", f"{place}.killer")
    require(unit.looter in ("", *battle.units), "there is no such unit", f"{place}.looter")
    if unit.group:
        first = battle.units.get(unit.group)
        require(first is not None and first.seat == unit.seat, "there is no such group", f"{place}.group")
    require(not unit.infiltrated or unit.sheet.card.infiltrates, "it cannot hide", f"{place}.infiltrated")


def _kit(battle: Battle, unit: Unit, place: str) -> None:
    """What it carries, has fired, used, lost and found."""
    carried = {*unit.sheet.arms, *unit.sheet.kit}
    named = {"fired": unit.fired, "uses": tuple(unit.uses), "lost-kit": unit.lost_kit}
    for key, copies in named.items():
        require(set(copies) <= carried, "it carries no such thing", f"{place}.{key}")
    require(all(0 <= used <= MOST for used in unit.uses.values()), "give 0 or more", f"{place}.uses")
    for one in unit.found_kit:
        owner, _, copy = one.partition("/")
        known = battle.units.get(owner)
        has = known is not None and copy in {*known.sheet.arms, *known.sheet.kit}
        require(has, f"{one} is nobody's", f"{place}.found-kit")


def _place(battle: Battle, unit: Unit, place: str) -> None:
    """A unit is in one place: to be placed, on the table, aboard, or gone."""
    places = sum((bool(unit.models), bool(unit.aboard), bool(unit.gone)))
    require(places <= 1, f"it is in {places} places", place)
    require(len(unit.models) <= 1, "it is one model", f"{place}.models")
    if unit.aboard:
        ride = battle.units.get(unit.aboard)
        rides = ride is not None and ride is not unit and not ride.sheet.on_foot
        require(rides and unit.sheet.on_foot, "it cannot be aboard that", f"{place}.aboard")
    surfaces = {piece.id for piece in battle.table.pieces if piece.type.stands}
    require(unit.on in (GROUND, *surfaces), "nobody can stand on that", f"{place}.on")
    if unit.models:
        check_stand(unit.models, 0.0, battle.table.width, battle.table.height, GRACE, f"{place}.models")


def _stand_apart(battle: Battle, marching: set[str]) -> None:
    """Nobody stands on anybody, but for those on their way, who may be halted above others whom they jump over."""
    for one, other in combinations((unit for unit in battle.on_table() if unit.id not in marching), 2):
        if one.on != other.on or dist(one.at, other.at) > one.radius + other.radius:
            continue
        on_it = stand_on_each_other(one.models, one.radius, other.models, other.radius, GRACE)
        require(not on_it, f"{one.id} and {other.id} stand on each other", "units")


# ---------------------------------------------------------------- steps
def _agenda(game: Game[Battle]) -> None:
    battle = game.state
    seats = range(len(battle.players))

    def known(name: object) -> bool:
        return name in battle.units

    def known_or_none(name: object) -> bool:
        return name == "" or known(name)

    def placed(name: object) -> bool:
        mark, _, behind = str(name).partition(BEHIND)
        return (known_or_none(mark) or mark in marks) and known_or_none(behind)

    def a_seat(seat: object) -> bool:
        return seat is None or seat in seats

    pieces = {piece.id for piece in battle.table.pieces}
    marks = pieces | {bubble.id for bubble in battle.bubbles}
    fields = {
        **dict.fromkeys(("unit", "host", "watcher", "mover", "fellow"), known),
        **dict.fromkeys(("by", "enemy"), known_or_none),
        "target": placed,
        "seat": a_seat,
        "seats": each(lambda seat: seat in seats),
        "units": each(known),
        "piece": lambda name: name in pieces,
        "rolled": each(lambda pair: known(pair[0]) and 0 <= pair[1] <= MOST),
        "share": number_from(0, 2),
        "far": number_from(0, MOST),
        "chips": number_from(0, MOST),
    }
    check_agenda(game.agenda, BOTTOM, fields)
    for step in all_steps(game.agenda):
        if isinstance(step, AirStrike | StrikeDefence):
            gear = step.gear if isinstance(step, AirStrike) else step.used
            target = battle.units.get(step.target)
            reached = target is not None and is_exposed(target)
            require(reached, "a strike wants a unit on the table or in a hatch", "agenda")
            assert target is not None
            require(set(gear) <= {copy for copy, _ in carried(target)}, f"{step.target} has no such gear", "agenda")
        if isinstance(step, Salvo):
            arms = battle.units[step.unit].sheet.arms
            require(bool(step.copies) and set(step.copies) <= set(arms), f"{step.unit} has no such weapon", "agenda")
            require(all(0 <= dice <= MOST for _, dice in step.shares), "no such number of dice", "agenda")
