"""Interrupts at depth: who is asked in the middle of what, and that what was interrupted goes on after it."""

from __future__ import annotations

import json

import pytest

from tabletop_tui.engine.codec import AGENDA
from tabletop_tui.engine.dice import TypedDice
from tabletop_tui.engine.events import Fell, Rolled
from tabletop_tui.engine.game import AskDice, Game
from tabletop_tui.engine.question import Place
from tabletop_tui.rules.mechcom.state import conditions
from tabletop_tui.rules.mechcom.state.battle import Piece
from tabletop_tui.rules.mechcom.state.flags import PickUpFlag
from tabletop_tui.rules.mechcom.state.profiles import Deploy, Evade, Shield
from tabletop_tui.rules.mechcom.system import NAMES
from tests.mechcom.build import ability, activate, deployable, give, gun, mech, model, skirmish, start_round, texts
from tests.mechcom.invariants import check
from tests.playing import options, play, run, unread

EVADE = ability(Evade(), 2, "Evade", timing="reactive", text="moves 1 hex")
WALL = ability(Shield(), 1, "Wall", timing="reactive", text="+1 Armour")
SPREAD = gun("Spread", range=3, damage=9, attacks=3, multi=True)
"""Three dice to divide; a hit that comes through destroys."""


def answer(game: Game, seat: int, about: str, value: object) -> None:
    """Give an answer that this seat is expected to give for this model; all must hold before and after."""
    assert (game.question.seat, game.question.about) == (seat, about), game.question.prompt
    check(game)
    survives_json(game)
    play(game, value)


def survives_json(game: Game) -> None:
    """The agenda goes to JSON and back, however deep."""
    text = json.dumps({AGENDA: NAMES.write_agenda(game)})
    assert NAMES.read_agenda(json.loads(text)) == game.agenda


def under_way(game: Game) -> list[str]:
    """The steps on the agenda by name, the next one first."""
    return [type(step).__name__ for step in reversed(game.agenda)]


# ---------------------------------------------------------------- reactions in a divided attack
@pytest.mark.rule("MC-TAG-4", "MC-PERK-10", "MC-ACT-4")
def test_each_target_of_a_divided_attack_reacts_in_its_own_turn():
    """B1 takes cover, B2 gets away, B3 can do neither; then Red's activation goes on."""
    foes = [mech(abilities=[WALL]) @ "0505", mech(abilities=[EVADE]) @ "0809", mech() @ "0510"]
    game = skirmish(mech(weapons=[SPREAD]) @ "0508", foes, dice=[4, 4, 4, 4])
    activate(game, "A1")
    play(game, "shoot:Spread")
    answer(game, 0, "A1", {"B1": 1, "B2": 1, "B3": 1})
    answer(game, 1, "B1", "react")
    parts = ["OfferReactions", "RollAttack", "OfferReactions", "RollAttack"]
    assert under_way(game)[:5] == ["OfferReaction", *parts]
    answer(game, 1, "B2", "react")
    answer(game, 1, "B2", ["0810"])
    assert [text for text in texts(game) if text.startswith("The attack on")] == [
        "The attack on B2 Mech fails: B2 Mech is 4 hexes away, the range is 3"
    ]
    assert [model(game, name).hex for name in ("B1", "B2", "B3")] == ["0505", "0810", ""]
    assert unread(game) == ()
    answer(game, 0, "A1", "end")


@pytest.mark.rule("MC-TAG-4", "MC-DEPLOY-3", "MC-PERK-10")
def test_a_reaction_to_a_deployables_attack_in_the_activation_of_its_parent():
    """Parent, deployable, divided attack, reaction: four levels deep, and back up through all of them."""
    gunner = deployable("Gunner", stability=4, weapons=[SPREAD])
    game = skirmish(
        mech(abilities=[ability(Deploy("gunner"), 1, "Deploy")]) @ "0508",
        [mech(abilities=[EVADE]) @ "0511", mech() @ "0710"],
        deployables={"gunner": gunner},
        dice=[1, 1, 1],
    )
    activate(game, "A1")
    play(game, "ability:Deploy", ["0509"], "deployable:a1", "shoot:Spread")
    answer(game, 0, "a1", {"B1": 1, "B2": 2})
    answer(game, 1, "B1", "react")
    assert {"ChooseMove", "RollAttack", "AfterAttack", "EndDeployable", "NextAction", "EndActivation"} <= set(
        under_way(game)
    )
    answer(game, 1, "B1", ["0512"])
    assert game.state.active == "A1"
    answer(game, 0, "A1", "end")


@pytest.mark.rule("MC-TAG-4", "MC-AI-3", "MC-COND-9", "MC-COND-14", "MC-CTF-3")
def test_reaction_tether_contest_and_dropped_flag_in_an_attack_by_the_ai_table():
    """A1 malfunctions and fires; B1, who carries Red's Flag and is Tethered to A1, evades, is held, and falls."""
    game = skirmish(
        mech(weapons=[gun(range=3, attacks=1, damage=9)]) @ "0508",
        [mech(abilities=[EVADE]) @ "0511", mech() @ "1420"],
        type="capture-the-flag",
        dice=[3, 3, 1, 4, 6],
    )
    game.state.set_piece(Piece("FA", "flag", 0, "0512"))
    run(game, PickUpFlag("B1", "FA"))
    model(game, "B1").energy = 6
    model(game, "B1").spot = 1
    conditions.tether(game, model(game, "A1"), model(game, "B1"), 3)
    give(game, "A1", "Malfunctioning")
    activate(game, "A1")
    answer(game, 0, "A1", 0)  # keep the Spot token
    answer(game, 1, "B1", "react")
    answer(game, 1, "B1", ["0512"])
    answer(game, 1, "B1", "roll")
    answer(game, 0, "A1", "roll")  # 3 + 3 against 1 + 3
    answer(game, 1, "B1", "stop")
    assert isinstance(game.question, Place)
    assert (game.question.seat, game.question.rules) == (0, ("MC-CTF-3",))
    assert "EndActivation" in under_way(game)
    check(game)
    survives_json(game)
    play(game, ["0510"])
    assert game.state.pieces["FA"].hex == "0510"
    assert model(game, "A1").activated
    assert (model(game, "B1").hex, game.state.active) == ("", "B2")
    assert unread(game) == ()


@pytest.mark.rule("MC-CTF-3", "MC-PERK-10")
def test_a_flag_that_falls_in_a_divided_attack_is_placed_before_the_next_part_is_rolled():
    game = skirmish(
        mech(weapons=[SPREAD]) @ "0508",
        [mech() @ "0510", mech() @ "0708", mech() @ "1420"],
        type="capture-the-flag",
        dice=[4, 4, 4, 3, 6],
    )
    game.state.set_piece(Piece("FA", "flag", 0, "0511"))
    run(game, PickUpFlag("B1", "FA"))
    activate(game, "A1")
    play(game, "shoot:Spread", {"B1": 1, "B2": 2})
    assert game.question.rules == ("MC-CTF-3",)
    assert under_way(game)[:4] == ["PlaceDroppedFlag", "OfferReactions", "RollAttack", "AfterAttack"]
    play(game, ["0509"])
    assert [event.unit for event in game.events if isinstance(event, Fell)] == ["B1", "B2"]
    assert game.question.about == "A1"


@pytest.mark.rule("MC-PERK-8", "MC-TAG-4", "MC-PERK-10")
def test_flurry_of_one_part_comes_before_the_reaction_to_the_next():
    storm = gun("Storm", range=3, damage=1, attacks=2, multi=True, flurry=True)
    foes = [mech() @ "0505", mech(abilities=[WALL]) @ "0510"]
    game = skirmish(mech(weapons=[storm]) @ "0508", foes, dice=[6, 1, 1, 1, 1])
    activate(game, "A1")
    play(game, "shoot:Storm", {"B1": 1, "B2": 1})
    answer(game, 0, "A1", "roll")
    answer(game, 1, "B2", "let")
    answer(game, 0, "A1", "end")
    assert unread(game) == ()


# ---------------------------------------------------------------- a contest in the middle of a walk
@pytest.mark.rule("MC-COND-14", "MC-CTF-4", "MC-MOVE-1")
def test_a_carrier_is_held_a_step_before_its_zone_and_scores_when_the_tether_is_cleared():
    game = skirmish(mech() @ "0705", [mech(strength=1) @ "0708", mech() @ "1420"], type="capture-the-flag", dice=[2, 3])
    game.state.set_piece(Piece("FB", "flag", 1, "0706"))
    run(game, PickUpFlag("A1", "FB"))
    conditions.tether(game, model(game, "B1"), model(game, "A1"), 4)
    activate(game, "A1")
    play(game, "move", ["0703"])
    assert (model(game, "A1").hex, game.state.scores) == ("0704", (0, 0))
    answer(game, 0, "A1", "roll")
    answer(game, 1, "B1", "roll")
    answer(game, 0, "A1", "clear")
    assert (model(game, "A1").hex, game.state.scores, game.state.last_round) == ("0703", (5, 0), True)
    answer(game, 0, "A1", "end")


# ---------------------------------------------------------------- explosions between the turns
@pytest.mark.rule("MC-BOOM-1", "MC-BOOM-3", "MC-CTF-3", "MC-ACT-1")
def test_an_explosion_makes_a_carrier_drop_its_flag_between_two_activations():
    """A1 destroys B1 beside the carrier B2; B3's turn ends with the blast, then a Flag is placed, then Red goes on."""
    game = skirmish(
        [mech(weapons=[gun(attacks=1, damage=9)]) @ "0505", mech() @ "0101"],
        [mech() @ "0507", mech(integrity=4) @ "0508", mech() @ "1420"],
        type="capture-the-flag",
        dice=[4, 6, 2, 4],
    )
    game.state.set_piece(Piece("FA", "flag", 0, "0509"))
    run(game, PickUpFlag("B2", "FA"))
    start_round(game)
    play(game, "A1", "shoot:Gun", "B1", "end", "B3", "end")
    assert [event.unit for event in game.events if isinstance(event, Fell)] == ["B1", "B2"]
    assert (game.question.seat, game.question.rules) == (0, ("MC-CTF-3",))
    check(game)
    survives_json(game)
    play(game, ["0509"])
    assert game.state.active == "A2"
    assert [wreck.name for wreck in game.state.wrecks] == ["B2 Mech"]


@pytest.mark.rule("MC-BOOM-2", "MC-VIC-2", "MC-VIC-1")
def test_attacker_and_last_enemy_fall_by_the_attackers_own_blast_weapons_in_turn_not_together():
    """Backfire comes after the shot: the last enemy is gone by then, and the attacker has won."""
    game = skirmish(
        mech(integrity=1, weapons=[gun(attacks=1, damage=9, backfire=1)]) @ "0505", mech() @ "0507", dice=[4, 6]
    )
    game.state.scores = (0, 9)
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert game.result.winners == (0,)


@pytest.mark.rule("MC-VIC-2", "MC-PERK-3")
def test_the_attacker_can_lose_by_its_own_backfire():
    game = skirmish(mech(integrity=1, weapons=[gun(attacks=1, backfire=1)]) @ "0505", mech() @ "0507", dice=[1])
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert game.result.winners == (1,)


# ---------------------------------------------------------------- real dice, at depth
@pytest.mark.rule("MC-TAG-4", "MC-COND-14")
def test_players_own_dice_are_asked_for_in_the_middle_of_a_contest_in_the_middle_of_an_attack():
    game = skirmish(mech(weapons=[gun(range=3, attacks=1, damage=1)]) @ "0508", mech(abilities=[EVADE]) @ "0511")
    game.dice = TypedDice()
    conditions.tether(game, model(game, "A1"), model(game, "B1"), 3)
    activate(game, "A1")
    play(game, "shoot:Gun", "B1", "react", ["0512"], "roll", "roll")
    assert isinstance(game.agenda[-1], AskDice)
    assert game.question.seat == 1
    play(game, [5])
    assert game.question.seat == 0
    survives_json(game)
    play(game, [2])
    assert options(game) == {"clear": "", "stop": "", "drag": ""}
    play(game, "drag")
    assert (model(game, "A1").hex, model(game, "B1").hex) == ("0509", "0512")
    play(game, [4], [6])
    assert model(game, "B1").integrity == 7
    assert len([event for event in game.events if isinstance(event, Rolled)]) == 4
