"""Giving up while a question or a roll of one's own, or about one's models, waits: what becomes of it."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.dice import TypedDice
from tabletop_tui.engine.game import AskDice
from tabletop_tui.rules.mechcom.moving.walking_and_tethers import Walk
from tabletop_tui.rules.mechcom.state import conditions
from tabletop_tui.rules.mechcom.state.battle import Piece, Wreck
from tabletop_tui.rules.mechcom.state.profiles import AttackAllWithin, Deploy
from tabletop_tui.rules.mechcom.turn.turn import StartPhase
from tests.mechcom.build import (
    ability,
    activate,
    deployable,
    give,
    gun,
    mech,
    model,
    skirmish,
    start_round,
    texts,
    three,
)
from tests.mechcom.games import begin, leave, rich_setup
from tests.playing import options, play, run


@pytest.mark.rule("MC-END-3", "MC-ACT-1")
def test_the_next_player_has_a_go_when_the_one_who_should_choose_a_mech_leaves():
    game = start_round(three())
    assert game.question.seat == 0
    leave(game, 0)
    assert (game.question.seat, game.question.prompt) == (1, "Activate which mech?")


@pytest.mark.rule("MC-END-3", "MC-ACT-1")
def test_who_is_to_choose_a_mech_keeps_his_go_when_another_leaves():
    game = start_round(three())
    leave(game, 1)
    assert (game.question.seat, game.question.prompt) == (0, "Activate which mech?")


@pytest.mark.rule("MC-END-3", "MC-COND-8")
def test_with_real_dice_a_mech_recovers_in_its_activation_all_the_same_when_another_leaves():
    game = three()
    game.dice = TypedDice()
    give(game, "A1", "Malfunctioning")
    start_round(game)
    play(game, "A1")
    leave(game, 1)
    assert (game.question.seat, game.question.roll.why) == (0, "A1 Mech tries to recover")
    play(game, [6])
    assert game.question.about == "A1"


@pytest.mark.rule("MC-END-3", "MC-ACT-1", "MC-BOOM-1")
def test_the_activation_of_a_leaver_ends_with_the_explosions_that_are_due():
    game = start_round(three(dice=[1]))
    play(game, "A1", "move")
    game.state.wrecks = (Wreck("C3 Mech", 2, "0508", 0, 1),)
    leave(game, 0)
    assert any("C3 Mech explodes at B1 Mech" in text for text in texts(game))
    assert game.question.seat == 1


@pytest.mark.rule("MC-END-3", "MC-ACT-3")
def test_the_active_player_chooses_anew_when_the_target_of_a_declared_attack_leaves():
    """B1 was chosen, and a Spot token of it is being thought about; nothing has been paid."""
    game = activate(three(), "A1")
    model(game, "B1").spot = 1
    game.ask_anew()
    play(game, "shoot:Spread", {"B1": 1, "C1": 1})
    assert "Spot tokens of B1" in game.question.prompt
    leave(game, 1)
    assert (game.question.about, model(game, "A1").energy) == ("A1", 9)
    assert options(game)["shoot:Spread"] == ""


@pytest.mark.rule("MC-END-3", "MC-PERK-4")
@pytest.mark.parametrize(
    ("multi", "range", "asked"),
    [(False, 5, False), (True, 2, False), (True, 3, True)],
    ids=["at the leaver", "nobody else in range", "another in range"],
)
def test_barrage_is_asked_for_only_as_long_as_there_is_a_target(multi, range, asked):
    """B1 is 2 hexes away and has been chosen unless the gun is Multi; C1 is 3 away. Nothing has been paid."""
    arms = [gun(range=range, barrage=True, multi=multi)]
    game = activate(skirmish(mech(energy=9, weapons=arms) @ "0505", mech() @ "0507", mech() @ "0508"), "A1")
    play(game, "shoot:Gun", *([] if multi else ["B1"]))
    assert game.question.prompt.startswith("Barrage")
    leave(game, 1)
    assert game.question.prompt.startswith("Barrage") == asked
    assert (game.question.about, model(game, "A1").energy) == ("A1", 9)


@pytest.mark.rule("MC-END-3", "MC-PERK-8", "MC-PERK-13")
def test_no_flurry_at_a_target_that_leaves_but_the_weapon_heats():
    arms = [gun(flurry=True, superheated=True)]
    game = skirmish(mech(weapons=arms) @ "0505", mech() @ "0507", mech() @ "0508", dice=[6, 6])
    activate(game, "A1")
    play(game, "shoot:Gun", "B1")
    assert game.question.prompt.startswith("Flurry")
    leave(game, 1)
    assert (game.question.about, model(game, "A1").heat) == ("A1", 1)
    assert not game.question.prompt.startswith("Flurry")


@pytest.mark.rule("MC-END-3", "MC-ABIL-1", "MC-DEPLOY-1")
def test_an_ability_of_the_leaver_that_was_being_used_is_off():
    deploy = ability(Deploy("sentry"), 1, "Deploy")
    sheets = mech(abilities=[deploy]) @ "0505", mech() @ "0507", mech() @ "0508"
    game = start_round(skirmish(*sheets, deployables={"sentry": deployable()}))
    play(game, "ability:Deploy")
    assert game.question.prompt == "Where to put the Sentry?"
    leave(game, 0)
    assert (game.question.seat, game.question.about) == (1, "B1")


@pytest.mark.rule("MC-END-3", "MC-PERK-10", "MC-TAG-4")
def test_a_divided_attack_goes_on_against_the_others_when_one_target_leaves_instead_of_reacting():
    game = activate(three(dice=[4, 6]), "A1")
    play(game, "shoot:Spread", {"B1": 1, "C1": 1})
    assert (game.question.seat, game.question.about) == (1, "B1")
    leave(game, 1)
    assert (game.question.seat, game.question.about) == (2, "C1")
    play(game, "let")
    assert model(game, "C1").integrity == 7
    assert (game.question.about, model(game, "A1").energy) == ("A1", 6)


@pytest.mark.rule("MC-END-3", "MC-TAG-4")
def test_an_attack_is_off_when_the_attacker_leaves_while_the_target_thinks():
    game = start_round(three())
    play(game, "A1", "shoot:Spread", {"B1": 2})
    assert game.question.seat == 1
    leave(game, 0)
    assert (game.question.seat, game.question.prompt) == (1, "Activate which mech?")
    assert model(game, "B1").integrity == 8


@pytest.mark.rule("MC-END-3", "MC-SHEET-5")
def test_a_wave_that_is_paid_for_strikes_the_others_and_heats():
    wave = ability(AttackAllWithin(3, 1, 1, heat=2), 1, "Wave")
    game = skirmish(mech(abilities=[wave]) @ "0505", mech() @ "0507", mech() @ "0705", dice=[4, 6])
    model(game, "B1").spot = 1
    activate(game, "A1")
    play(game, "ability:Wave")
    assert "Spot tokens of B1" in game.question.prompt
    leave(game, 1)
    assert (model(game, "C1").integrity, model(game, "A1").heat, model(game, "A1").energy) == (7, 2, 5)


@pytest.mark.rule("MC-END-3", "MC-SHEET-5")
def test_a_wave_whose_only_target_leaves_still_heats():
    wave = ability(AttackAllWithin(3, 1, 1, heat=2), 1, "Wave")
    game = skirmish(mech(abilities=[wave]) @ "0505", mech() @ "0507", mech() @ "1420")
    model(game, "B1").spot = 1
    activate(game, "A1")
    play(game, "ability:Wave")
    leave(game, 1)
    assert (model(game, "A1").heat, game.question.about) == (2, "A1")


@pytest.mark.rule("MC-END-3", "MC-COND-14")
@pytest.mark.parametrize("answers", [[], ["roll"], ["fail"]], ids=["mover asked", "other asked", "winner asked"])
def test_a_walk_goes_on_when_the_other_end_of_the_tether_leaves(answers):
    game = three()
    conditions.tether(game, model(game, "B1"), model(game, "A1"), 3)
    activate(game, "A1")
    play(game, "move", ["0502"], *answers)
    leave(game, 1)
    assert model(game, "A1").hex == "0502"
    assert game.question.about == "A1"


@pytest.mark.rule("MC-END-3", "MC-COND-14")
@pytest.mark.parametrize("answers", [[], ["roll"], ["fail"]], ids=["mover asked", "other asked", "winner asked"])
def test_a_contest_goes_on_when_a_third_leaves(answers):
    game = three()
    conditions.tether(game, model(game, "B1"), model(game, "A1"), 3)
    activate(game, "A1")
    play(game, "move", ["0502"], *answers)
    asked = game.question.prompt
    leave(game, 2)
    assert game.question.prompt == asked
    assert model(game, "A1").hex == "0504", "as far as the tether reaches"


@pytest.mark.rule("MC-END-3", "MC-COND-14")
@pytest.mark.parametrize("answers", [[], ["roll"], ["fail"]], ids=["mover asked", "other asked", "winner asked"])
def test_a_walk_is_off_when_the_mover_leaves(answers):
    game = three()
    conditions.tether(game, model(game, "B1"), model(game, "A1"), 3)
    start_round(game)
    play(game, "A1", "move", ["0502"], *answers)
    leave(game, 0)
    assert (game.question.seat, model(game, "B1").conditions) == (1, {})


@pytest.mark.rule("MC-END-3", "MC-COND-14")
def test_with_real_dice_no_contest_is_rolled_with_one_who_left():
    game = three()
    game.dice = TypedDice()
    conditions.tether(game, model(game, "B1"), model(game, "A1"), 3)
    activate(game, "A1")
    play(game, "move", ["0502"], "roll", "roll")
    assert game.question.roll.why == "A1 Mech strains at the tether"
    leave(game, 1)
    assert (model(game, "A1").hex, game.question.about) == ("0502", "A1")


@pytest.mark.rule("MC-END-3", "MC-COND-15")
def test_a_drag_goes_on_as_a_walk_when_the_dragged_one_leaves_in_a_second_contest():
    game = skirmish(mech() @ "0505", mech() @ "0508", mech() @ "0706")
    conditions.tether(game, model(game, "A1"), model(game, "B1"), 3)
    conditions.tether(game, model(game, "A1"), model(game, "C1"), 3)
    run(game, Walk("A1", ("0504", "0503", "0502")))
    play(game, "roll", "fail", "drag")
    assert game.question.about == "A1"
    leave(game, 1)
    play(game, "roll", "fail", "clear")
    assert model(game, "A1").hex == "0502"


@pytest.mark.rule("MC-END-3", "MC-AI-2", "MC-AI-3", "MC-COND-9")
def test_the_ai_table_is_consulted_anew_when_the_enemy_in_question_leaves():
    """Two enemies equally near: the owner is to choose. One leaves, so it heads for the other."""
    game = skirmish(mech(weapons=[], movement=1) @ "0505", mech() @ "0508", mech() @ "0502", dice=[3])
    give(game, "A1", "Malfunctioning")
    activate(game, "A1")
    assert options(game) == {"B1": "", "C1": ""}
    leave(game, 1)
    assert model(game, "A1").hex == "0504"
    assert model(game, "A1").activated


@pytest.mark.rule("MC-END-3", "MC-AI-2", "MC-AI-3")
def test_the_ai_table_is_consulted_anew_when_the_only_enemy_in_range_leaves():
    arms = [gun("One", range=3), gun("Two", range=3)]
    game = skirmish(mech(weapons=arms, movement=1) @ "0505", mech() @ "0508", mech() @ "0501", dice=[3])
    give(game, "A1", "Malfunctioning")
    activate(game, "A1")
    assert options(game) == {"B1:One": "", "B1:Two": ""}
    leave(game, 1)
    assert model(game, "A1").hex == "0504"


@pytest.mark.rule("MC-END-3", "MC-AI-3", "MC-PERK-13")
def test_an_attack_of_the_ai_table_that_is_off_heats_nobody():
    """B1 is attacked, and a Spot token of it is being thought about."""
    arms = [gun(range=3, superheated=True)]
    game = skirmish(mech(weapons=arms) @ "0505", mech() @ "0508", mech() @ "1420", dice=[3])
    give(game, "A1", "Malfunctioning")
    model(game, "B1").spot = 1
    activate(game, "A1")
    assert "Spot tokens of B1" in game.question.prompt
    leave(game, 1)
    assert (model(game, "A1").heat, model(game, "A1").activated) == (0, True)


@pytest.mark.rule("MC-END-3", "MC-CTF-3")
def test_another_places_the_flag_that_the_leaver_was_to_place():
    game = three(type="capture-the-flag", dice=[4, 1, 6])
    game.state.set_piece(Piece("FA", "flag", 0, "", carrier="B1"))
    model(game, "B1").integrity = 1
    activate(game, "C1")
    play(game, "shoot:Gun", "B1", "let")
    assert (game.question.seat, game.question.rules) == (2, ("MC-CTF-3",))
    leave(game, 2)
    assert (game.question.seat, game.question.rules) == (0, ("MC-CTF-3",))
    play(game, next(iter(game.question.legal())))
    assert game.state.pieces["FA"].hex


@pytest.mark.rule("MC-END-3", "MC-CTF-3")
def test_the_attacker_places_the_flag_even_if_its_carriers_player_leaves():
    game = three(type="capture-the-flag", dice=[4, 1, 6])
    game.state.set_piece(Piece("FA", "flag", 0, "", carrier="B1"))
    model(game, "B1").integrity = 1
    activate(game, "C1")
    play(game, "shoot:Gun", "B1", "let")
    leave(game, 1)
    assert (game.question.seat, game.question.rules) == (2, ("MC-CTF-3",))


@pytest.mark.rule("MC-END-3", "MC-DEPLOY-3")
def test_a_question_that_is_left_without_an_answer_is_not_put_again():
    """A Sentry is to shoot the only enemy it sees, and that one leaves."""
    deploy = ability(Deploy("sentry"), 1, "Deploy")
    sentry = deployable(stability=4, weapons=[gun()])
    game = skirmish(mech(abilities=[deploy]) @ "0505", mech() @ "0508", mech() @ "1420", deployables={"sentry": sentry})
    activate(game, "A1")
    play(game, "ability:Deploy", ["0506"], "deployable:a1")
    leave(game, 1)
    assert (game.question.about, game.state.active) == ("A1", "A1")


@pytest.mark.rule("MC-END-3", "MC-START-1")
def test_with_real_dice_a_roll_for_the_leaver_is_not_asked_for_again():
    game = three()
    game.dice = TypedDice()
    run(game, StartPhase())
    play(game, [3])
    assert game.question.seat == 1
    leave(game, 1)
    assert isinstance(game.agenda[-1], AskDice)
    asked = []
    while isinstance(game.agenda[-1], AskDice):
        asked.append(game.question.seat)
        play(game, [6 - 2 * len(asked)])
    assert asked == [0, 2]
    assert game.state.order == (0, 2)


@pytest.mark.rule("MC-END-3", "MC-SETUP-2")
def test_with_real_dice_the_leaver_does_not_roll_for_the_edge():
    game = begin(rich_setup(5, dice="typed"))
    play(game, [3])
    assert (game.question.seat, game.question.roll.why) == (2, "equal totals, who chooses the edge")
    leave(game, 2)
    asked = []
    while isinstance(game.agenda[-1], AskDice):
        asked.append(game.question.seat)
        play(game, [len(asked)])
    assert asked == [0, 4, 1, 3]


@pytest.mark.rule("MC-END-3", "MC-BOOM-2")
def test_with_real_dice_the_explosion_of_a_leavers_wreck_is_off():
    game = start_round(three())
    game.dice = TypedDice()
    game.state.wrecks = (Wreck("B3 Mech", 1, "0504", 0, 1), Wreck("C3 Mech", 2, "0506", 0, 1))
    play(game, "A1", "end")
    assert (game.question.seat, game.question.roll.why) == (1, "B3 Mech explodes at A1 Mech")
    leave(game, 1)
    assert (game.question.seat, game.question.roll.why) == (2, "C3 Mech explodes at A1 Mech")
    play(game, [1])
    assert (game.question.seat, game.question.prompt) == (2, "Activate which mech?")


@pytest.mark.rule("MC-END-3", "MC-COND-8")
def test_with_real_dice_the_next_player_has_a_go_when_the_roll_to_recover_is_off():
    game = three()
    game.dice = TypedDice()
    give(game, "A1", "Malfunctioning")
    start_round(game)
    play(game, "A1")
    assert isinstance(game.agenda[-1], AskDice)
    leave(game, 0)
    assert (game.question.seat, game.question.prompt) == (1, "Activate which mech?")


@pytest.mark.rule("MC-END-3", "MC-SPOT-1")
def test_with_real_dice_the_roll_at_a_target_that_leaves_is_off():
    game = activate(three(), "A1")
    game.dice = TypedDice()
    play(game, "spot", "B1")
    assert isinstance(game.agenda[-1], AskDice)
    leave(game, 1)
    assert game.question.about == "A1"
