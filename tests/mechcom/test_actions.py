"""What a model may do is said once: its question, what follows, and what it is worth to a computer."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.action import AskAction
from tabletop_tui.engine.question import Pick
from tabletop_tui.rulebook.answer_values import appraise
from tabletop_tui.rules.mechcom.aiming.attack_base import Attack
from tabletop_tui.rules.mechcom.attacking.declare_attack import Declare
from tabletop_tui.rules.mechcom.computer import answer_values
from tabletop_tui.rules.mechcom.state.battle import Piece
from tabletop_tui.rules.mechcom.state.conditions import ClearCondition
from tabletop_tui.rules.mechcom.state.profiles import UNARMED, Deploy, VentHeat
from tabletop_tui.rules.mechcom.turn.actions import ToEnd, ToShoot, ToStrike
from tabletop_tui.rules.mechcom.turn.turn import ChooseAction, ChooseDeployableAction
from tests.mechcom.build import ability, activate, deployable, give, gun, mech, model, skirmish
from tests.playing import play

GUN = gun(range=4)


def busy():
    """A1 with everything that a mech might do, and its drone a1."""
    knacks = [ability(Deploy("drone"), 1, "Deploy drone"), ability(VentHeat(), 0, "Vent")]
    drone = deployable("Drone", movement=3, weapons=[GUN], abilities=[ability(VentHeat(), 1, "Vent")])
    game = skirmish(
        mech(energy=12, weapons=[GUN], abilities=knacks) @ "0505",
        mech() @ "0507",
        type="capture-the-flag",
        deployables={"drone": drone},
    )
    game.state.set_piece(Piece("FB", "flag", 1, "0404"))
    activate(game, "A1")
    play(game, "ability:Deploy drone", ["0504"])
    give(game, "A1", "Burned")
    game.ask_anew()
    return game


def asked(game) -> AskAction:
    ask = game.agenda[-1]
    assert isinstance(ask, AskAction)
    return ask


@pytest.mark.rule("MC-ACT-5", "MC-ACT-6")
def test_a_mech_is_offered_each_action_with_its_price_its_rule_and_a_sentence():
    question = busy().question
    assert isinstance(question, Pick)
    assert [(option.key, option.cost, option.rule) for option in question.options] == [
        ("move", "2 Energy", "MC-MOVE-1"),
        ("spot", "3 Energy", "MC-SPOT-1"),
        ("shoot:Gun", "3 Energy", "MC-SHOOT-1"),
        ("melee:Unarmed", "3 Energy", "MC-MELEE-1"),
        ("ability:Deploy drone", "1 Energy", "MC-ACT-6"),
        ("ability:Vent", "no Energy", "MC-ACT-6"),
        ("deployable:a1", "1 Energy", "MC-DEPLOY-2"),
        ("clear:Burned", "2 Energy", "MC-COND-3"),
        ("flag:FB", "3 Energy", "MC-CTF-2"),
        ("end", "", "MC-ACT-3"),
    ]
    assert all(option.says.endswith(".") for option in question.options)


@pytest.mark.rule("MC-DEPLOY-3")
def test_a_deployable_is_offered_its_one_action_without_a_price():
    game = busy()
    play(game, "deployable:a1")
    assert isinstance(asked(game), ChooseDeployableAction)
    assert isinstance(game.question, Pick)
    assert [(option.key, option.cost) for option in game.question.options] == [
        ("move", ""),
        ("shoot:Gun", ""),
        ("melee:Unarmed", ""),
        ("ability:Vent", ""),
    ]
    shot = asked(game).chosen(game, "shoot:Gun")
    assert shot.steps() == [Declare(Attack("a1", GUN, 0))]


@pytest.mark.rule("MC-SHOOT-1", "MC-MELEE-1", "MC-COND-3")
def test_an_action_goes_on_with_its_own_steps():
    game = busy()
    ask, battle, unit = asked(game), game.state, model(game, "A1")
    assert isinstance(ask, ChooseAction)
    assert ask.chosen(game, "shoot:Gun") == ToShoot(battle, unit, GUN)
    assert ask.chosen(game, "melee:Unarmed") == ToStrike(battle, unit, UNARMED)
    assert ask.chosen(game, "shoot:Gun").steps() == [Declare(Attack("A1", GUN, 3))]
    assert ask.chosen(game, "clear:Burned").steps() == [ClearCondition("A1", "Burned")]
    assert ask.chosen(game, "end") == ToEnd(battle, unit)


def test_after_an_action_the_mech_may_act_again_unless_it_ends_its_activation():
    game = busy()
    play(game, "clear:Burned")
    assert asked(game) == ChooseAction("A1")
    play(game, "end")
    assert game.state.active != "A1"


def test_a_computer_values_the_kinds_of_action():
    game = busy()
    assert appraise(game, "flag:FB") == answer_values.FLAG
    assert appraise(game, "clear:Burned") == answer_values.BURN
    assert appraise(game, "deployable:a1") == answer_values.ACTIVATE
    assert appraise(game, "end") == 0
    assert appraise(game, "shoot:Gun") > 0
