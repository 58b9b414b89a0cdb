"""Random play from random positions: whatever stands where, what must hold holds at every question.

`python -m tests.random_plays techcommander 1000` plays so many, from number 0 on or from a second number; each is made
of its number alone. Nobody overlaps but on his way, nobody is given more actions than he has, no ammunition grows, what
nobody crews neither fires nor uses gear, and what is saved at a question opens again as the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from math import dist
from random import Random
from typing import Any

from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.engine.game import Game
from tabletop_tui.rules.techcommander.activation.action_start_and_end import BeginAction
from tabletop_tui.rules.techcommander.moving.unit_march import UnitMarch
from tabletop_tui.rules.techcommander.skulls.skulls import TurnSkull
from tabletop_tui.rules.techcommander.state.battle import Battle, Bubble, Cloud, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE
from tabletop_tui.rules.techcommander.state.rallied_groups import can_rally, chains, near_parts
from tabletop_tui.rules.techcommander.state.surface_heights import floors
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.rules.techcommander.system import SAVER, SYSTEM
from tabletop_tui.rules.techcommander.turn.activation_order import NextGo
from tabletop_tui.rules.techcommander.turn.turn import BeginTurn, Reset, ResolveDamage
from tabletop_tui.rules.techcommander.ways.landing_places import ChooseLanding
from tabletop_tui.rules.techcommander.ways.move_field import refuse_place
from tabletop_tui.table.hidden_share import GROUND
from tests.soak.invariants_techcommander import hold
from tests.soak.play import offers_hold
from tests.techcommander.build import Placed, box, field, line, stock, unit
from tests.techcommander.situations import written

MOST = 70
"""So many answers are given, or as many as the turn has questions."""
SAVED = 3
"""Once in so many questions the game is saved and opened again."""
CROWD = 40.0
"""All stand in a square so wide, in centimetres, so that they meet."""
KINDS = ("hill", "building", "tower", "bunker", "bridge", "tank", "brush", "rubble", "rocks")
ALWAYS = ("dig-in", "bubble", "smoke", "hatch", "rally", "turn", "infiltrate", "hand-down", "defensive-gear", "sentry")
"""What every seat is asked about in some plays, whether it matters or not."""


# ---------------------------------------------------------------- positions
def pieces(chance: Random) -> tuple[Feature, ...]:
    """Some terrain among which all stand."""
    found: dict[str, Feature] = {}
    for _ in range(chance.randint(2, 7)):
        x, y = chance.randint(20, 55), chance.randint(20, 55)
        if chance.random() < 0.25:
            made = line(chance.choice(("wall", "door")), (x, y), (x + chance.choice((0, 8)), y + chance.choice((4, 8))))
        else:
            width, height = chance.randint(4, 14), chance.randint(4, 14)
            made = box(chance.choice(KINDS), x, y, x + width, y + height, ac=chance.randint(1, 5))
        found[made.id] = made
    return tuple(found.values())


def crowd(chance: Random) -> list[Placed]:
    """A few units of the list, none of which is on the table yet."""
    names = sorted(stock().units)
    return [unit(chance.choice(names)) for _ in range(chance.randint(3, 6))] + [unit("marine"), unit("crew")]


def position(number: int) -> Game[Battle]:
    """The position of this number."""
    chance = Random(number)
    ground = pieces(chance)
    deathmatch = chance.random() < 0.3
    game = field(
        *(crowd(chance) for _ in range(chance.choice((2, 2, 3)))),
        pieces=ground,
        game="deathmatch" if deathmatch else "skirmish",
    )
    game.system = SYSTEM
    battle = game.state
    for one in battle.units.values():
        place(battle, one, chance)
    for one in list(battle.units.values()):
        rides = one.sheet.on_foot and chance.random() < 0.25
        if (not one.models or rides) and not board(battle, one, chance) and not one.models:
            one.gone = "eliminated"
    group(battle, chance)
    if chance.random() < 0.4:
        spot = (float(chance.randint(20, 60)), float(chance.randint(20, 60)))
        battle.bubbles = (Bubble("bubble-1", 0, spot),)
    if chance.random() < 0.3:
        battle.clouds = (Cloud((float(chance.randint(20, 60)), 40.0), 4.0, 4.0),)
    if deathmatch:
        battle.skull = (float(chance.randint(20, 60)), float(chance.randint(20, 60)))
        for seat in range(len(battle.players)):
            battle.alter(seat, kills=chance.randint(0, 9))
    if chance.random() < 0.5:
        game.orders = {(seat, kind): "always" for seat in range(len(battle.players)) for kind in ALWAYS}
    return game


def place(battle: Battle, one: Unit, chance: Random) -> None:
    """Put a unit down somewhere in the crowd, with something lying on it."""
    for _ in range(30):
        spot = tuple(round(20 + chance.random() * CROWD, 2) for _ in range(2))
        surfaces = [GROUND, *(piece.id for piece in floors(battle, spot))]  # type: ignore[arg-type]
        on = chance.choice(surfaces)
        if refuse_place(battle, one, spot, on) is None:  # type: ignore[arg-type]
            one.models, one.on, one.facing = (spot,), on, float(chance.randrange(0, 360, 15))  # type: ignore[assignment]
            break
    one.life = chance.choice((20, 20, 20, 12, 5, 1, 0))
    one.infiltrated = one.sheet.on_foot and one.sheet.card.infiltrates and chance.random() < 0.5
    one.dug_in = chance.random() < 0.2
    if not one.sheet.on_foot and chance.random() < 0.25:
        one.crew = chance.randint(0, one.sheet.card.crew)
    stance = chance.random()
    one.posted = one.facing if stance < 0.2 else None
    one.readied = 1 if 0.2 <= stance < 0.35 else 0


def board(battle: Battle, one: Unit, chance: Random) -> bool:
    """Put somebody aboard of a friend, where there is a seat."""
    for host in battle.units.values():
        taken = battle.passengers(host)
        fits = host.seat == one.seat and host.models and one.sheet.on_foot and len(taken) < host.sheet.card.seats
        if fits:
            one.models, one.on = (), GROUND
            one.aboard, one.dug_in, one.posted, one.readied = host.id, False, None, 0
            one.hatch = sum(other.hatch for other in taken) < host.sheet.card.hatch
            return True
    return False


def group(battle: Battle, chance: Random) -> None:
    """Whoever is near enough is rallied, half of the time."""
    for seat in range(len(battle.players)):
        able = [one for one in battle.side(seat) if can_rally(one)]
        for chain in chains(battle, able):
            for part in near_parts(battle, chain):
                if len(part) > 1 and chance.random() < 0.6:
                    for one in part:
                        one.group = part[0].id


# ---------------------------------------------------------------- plays
@contextmanager
def counted(acted: Counter[str]) -> Iterator[None]:
    """While this lasts, whoever begins an action is counted; getting off is none of one's own (TC-DISEMBARK-1)."""
    run = BeginAction.run

    def counting(step: BeginAction, game: Game[Battle]) -> None:
        acted.update(name for name in step.units if step.kind != "disembark")
        run(step, game)

    BeginAction.run = counting  # type: ignore[method-assign]
    try:
        yield
    finally:
        BeginAction.run = run  # type: ignore[method-assign]


def play(number: int) -> int:
    """Play from a random position; how many questions there were."""
    game, chance, acted = position(number), Random(-number - 1), Counter[str]()
    game.dice = SeededDice(seed=number)
    claims = [TurnSkull()] if game.state.skull is not None else []
    game.push(NextGo(), *claims, ResolveDamage(), Reset(), BeginTurn())
    uses: dict[str, dict[str, int]] = {}
    asked = 0
    with counted(acted):
        while asked < MOST and game.advance() is not None and game.state.turn == 1:
            asked += 1
            look(game, acted, uses)
            if asked % SAVED == 0:
                opens_again(number, game)
            assert game.question is not None
            game.answer(game.question.sample(chance))
    return asked


def look(game: Game[Battle], acted: Counter[str], uses: dict[str, dict[str, int]]) -> None:
    """What must hold at every question."""
    hold(game)
    offers_hold(game)
    battle = game.state
    trampled = battle.doing is not None and battle.doing.kind == "trample"
    going = {name for step in game.agenda if isinstance(step, UnitMarch) for name in step.units}
    going |= {step.unit for step in game.agenda if isinstance(step, ChooseLanding)}
    for one, other in combinations((one for one in battle.on_table() if one.id not in going), 2):
        near = dist(one.at, other.at) - one.radius - other.radius
        assert trampled or one.on != other.on or near >= -2 * CLOSE, f"{one.id} and {other.id} overlap by {-near:.3f}"
    for name, times in acted.items():
        most = 2 if battle.units[name].sheet.kind == "msv" else 1
        assert times <= most, f"{name} was given {times} actions"
    for name, one in battle.units.items():
        for copy, count in uses.get(name, {}).items():
            assert one.uses.get(copy, 0) >= count, f"{name} has got back what it used of {copy}"
        used, idle = dict(one.uses) | dict.fromkeys(one.fired, -1), f"{name}, empty"
        if one.abandoned:
            assert uses.get(idle, used) == used, f"nobody crews {name}, and it has fired or used gear"
            uses[idle] = used
        else:
            uses.pop(idle, None)
        uses[name] = dict(one.uses)


def opens_again(number: int, game: Game[Battle]) -> None:
    """What is saved now opens as the same."""
    data: dict[str, Any] = written(game)
    again = SAVER.load(position(number), data)
    assert written(again) == data


def main(arguments: list[str]) -> int:
    count, first = int(arguments[0]), int(arguments[1]) if len(arguments) > 1 else 0
    questions, faults = 0, []
    for number in range(first, first + count):
        try:
            questions += play(number)
        except Exception as error:
            faults.append(f"{number}: {type(error).__name__}: {error}")
            print(faults[-1][:300], flush=True)
    print(f"{count} plays, {questions} questions, {len(faults)} faults")
    return bool(faults)
