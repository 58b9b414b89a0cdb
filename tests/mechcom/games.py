"""Whole games played by chance, on a small board with squads that can do everything.

setup = rich_setup(seats=3, seed=1, type="capture-the-flag")
game = begin(setup)
play_on(game, Random(1))
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

from attrs import evolve

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer, Pick, Question
from tabletop_tui.engine.setup import SeatSetup, Setup
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rulebook.stalemate import DrawOffer
from tabletop_tui.rules.mechcom.files.loader import plain
from tabletop_tui.rules.mechcom.state.profiles import (
    AttackAllWithin,
    ClearCondition,
    Deploy,
    Evade,
    HotReactor,
    InflictAround,
    MarkEnemy,
    Programming,
    Redeploy,
    Restore,
    Shield,
    Squad,
    Swim,
    TakeCondition,
    VentHeat,
)
from tabletop_tui.rules.mechcom.state.scenario import Scenario
from tabletop_tui.rules.mechcom.turn.concede import concede
from tests.mechcom.build import NAMES, ability, claws, deployable, gun, mech
from tests.mechcom.invariants import check

BOARD = """
0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
0. 0. 0. 0. 0f 0. 0~ 0~ 0. 0. 0. 0.
0. 0. 0. 1. 1. 0. 0~ 0i 0i 0. 0. 0.
0. 0. 0. 1. 2. 0. 0~ 0~ 0. 0. 0. 0.
0. 0. 0. 0. 0s 0. 0. 0x 0b 0. 0. 0.
0. 0. 0. 0w 0. 0. 0. 0. 0. 0. 0. 0.
0. 0. 0. 0. 0B 0. 0~ 0. 0. 0. 0. 0.
0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
"""

ALPHA = mech(
    "Alpha",
    energy=8,
    integrity=6,
    weapons=[
        gun("Harpoon", range=4, damage=1, attacks=3, multi=True, barrage=True, conditions=("Tethered 2",)),
        claws("Claws", attacks=2, flurry=True, rend=1, critical_conditions=("Shocked",)),
        gun("Net", range=3, damage=1, ultralight=True, conditions=("Immobilized", "Burned")),
    ],
    abilities=[
        ability(Swim(), timing="passive", name="Swims"),
        ability(Deploy("wing"), 1, "Wing", limit=2),
        ability(Deploy("sentry"), 1, "Sentry", limit=2),
        ability(Evade(2), 1, "Evade", timing="reactive", text="moves"),
        ability(ClearCondition(3), 1, "Rally", limit=3),
        ability(Redeploy(), timing="pregame", name="Foresight"),
        ability(ClearCondition(None), name="Morning", timing="start", limit=2),
    ],
)
BETA = mech(
    "Beta",
    energy=8,
    integrity=6,
    weapons=[
        gun("Rifle", range=8, attacks=2, sniper=True, heavy=True, critical_conditions=("Malfunctioning", "Stunned")),
        gun("Mortar", range=9, damage=3, attacks=1, artillery=True, ammo=2, blast=True, backfire=1),
        gun("Flamer", range=3, attacks=2, superheated=True, tracker=True, volatile=1, conditions=("Hacked",)),
        gun("Storm", range=4, damage=1, attacks=3, flurry=True, conditions=("Blinded", "Corroded")),
    ],
    abilities=[
        ability(Programming(3), timing="passive", name="Programming"),
        ability(HotReactor(), timing="passive", name="Reactor"),
        ability(VentHeat(), 1, "Vent"),
        ability(AttackAllWithin(3, 1, 1, heat=1), 1, "Wave", limit=3),
        ability(Restore(2), 1, "Patch", limit=2),
        ability(TakeCondition("Invisible"), 1, "Veil", limit=1),
        ability(Shield(), 1, "Wall", timing="reactive", text="+1 Armour"),
        ability(MarkEnemy(2), timing="pregame", name="Mark"),
    ],
)
DEPLOYABLES = {
    "wing": deployable("Wing", kind="wing", movement=4, sensors=3, stability=4, weapons=[gun("Sting", range=2)]),
    "sentry": deployable(
        "Sentry",
        armour=6,
        movement=1,
        stability=4,
        strength=1,
        weapons=[gun("Spread", range=4, attacks=2, multi=True)],
        abilities=[
            ability(InflictAround("Immobilized"), name="Snare"),
            ability(TakeCondition("Invisible"), name="Hide", limit=1),
        ],
    ),
}


def rich_setup(
    seats: int = 2, seed: int = 0, type: str = "deathmatch", teams: tuple[int, ...] = (), dice: str = "seeded"
) -> Setup:
    """Two mechs a seat that have every perk, every ability and many conditions between them.

    A draw is offered after two rounds without events, so that random games see that now and then.
    """
    scenario = Scenario("Rich", type, BOARD.strip(), "Small board", seats=seats)
    squads = [
        Squad(f"Squad {seat}", "HERAKLES", (ALPHA, evolve(BETA, cost=200 + seat % 2)), DEPLOYABLES)
        for seat in range(seats)
    ]
    sides = teams or tuple(range(seats))
    chairs = [
        SeatSetup(name, side, force=plain().unstructure(squad))
        for name, side, squad in zip(NAMES, sides, squads, strict=False)
    ]
    return Setup("mechcom", plain().unstructure(scenario), chairs, seed, dice, stalemate=2)


def begin(setup: Setup) -> Game:
    """The game at its first question."""
    game = system("mechcom").start(setup)
    game.advance()
    return game


def leave(game: Game, seat: int) -> Game:
    """A seat gives up, as the session does it."""
    concede(game, seat)
    game.ask_anew()
    game.advance()
    check(game)
    return game


def play_on(
    game: Game, chooser: Random, each: Callable[[Game], None] | None = None, limit: int = 20_000
) -> list[Answer]:
    """Answer by chance up to the end of the game; `each` looks at it before every answer. The answers given."""
    answers = []
    while (question := game.question) is not None:
        if each is not None:
            each(game)
        if not game.waiting or game.question is not question:
            continue  # `each` has changed what is asked.
        answers.append(by_chance(question, chooser))
        game.answer(answers[-1])
        game.advance()
        assert len(answers) < limit, "the game does not end"
    assert game.result is not None
    return answers


def by_chance(question: Question, chooser: Random) -> Answer:
    """Any legal answer; but a Flag is picked up whenever it can be, or too few games would see one carried.

    A draw that is offered is as often refused.
    """
    if isinstance(question, DrawOffer):
        return chooser.choice(list(question.legal()))
    flags = [key for key in question.legal() if str(key).startswith("flag:")] if isinstance(question, Pick) else []
    return flags[0] if flags else question.sample(chooser)


def dumped(game: Game) -> str:
    """State and agenda as JSON."""
    return json.dumps(game.system.dump(game), sort_keys=True, allow_nan=False)


def loaded_like(game: Game) -> Game:
    """The game through JSON and back."""
    return game.system.load(game.setup, json.loads(dumped(game)))
