"""Bubble shields: dropping, what they stop, what they reveal, how they end. And smoke that is launched."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.reactions import PASS
from tabletop_tui.rules.techcommander.activation.smoke_launching import Smokes
from tabletop_tui.rules.techcommander.anytime.anytime_windows import BeforeAction
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon
from tabletop_tui.rules.techcommander.state.battle import Bubble
from tabletop_tui.rules.techcommander.turn.activation_order import NextGo
from tabletop_tui.rules.techcommander.turn.turn import Reset
from tests.playing import load, options, play, refused, run, unread
from tests.techcommander.build import act, armed, box, field, gun, kit, named, unit

SHIELD = kit("bubble", rounds=1)


def shot(mine, *foes, bubbles=((30.0, 20.0),), answers=("B1",), dice=(), **more):
    game = field([mine], list(foes), **more)
    game.state.bubbles = tuple(Bubble(f"bubble-{n}", 1, spot) for n, spot in enumerate(bubbles, 1))
    load(game, *dice)
    run(game, ChooseWeapon("A1"))
    play(game, *answers)
    return game


def life(game, number=0):
    return game.state.bubbles[number].life


# ---------------------------------------------------------------- shots
@pytest.mark.rule("TC-BUBBLE-1", "TC-BUBBLE-6", "TC-BUBBLE-9")
def test_shots_at_who_is_wholly_inside_strike_the_shield_as_ac5():
    game = shot(armed("dwarf", 10, 20, gun(damage=7), card_changes={"bonus": 0}), unit("marine", 30, 20), dice=(15,))
    assert (named(game, "B1").life, life(game)) == (20, 13)
    edge = shot(armed("dwarf", 10, 20, gun(damage=7)), unit("marine", 34.1, 20), dice=(1,))
    assert (named(edge, "B1").life, life(edge)) == (13, 20), "its base is not wholly inside"
    tall = shot(armed("dwarf", 10, 20, gun(damage=8)), unit("pigeonhawk", 30, 20), dice=(1,))
    assert (named(tall, "B1").life, life(tall)) == (18, 20), "it is taller than the shield"


@pytest.mark.rule("TC-BUBBLE-1", "TC-BUBBLE-9")
def test_from_inside_one_can_only_shoot_at_who_is_inside_and_at_the_shield():
    foes = unit("marine", 32, 20), unit("marine", 50, 20)
    game = shot(armed("marine", 29, 20, gun()), *foes, answers=())
    assert {key: options(game)[key] for key in ("B1", "B2", "bubble-1")} == {
        "B1": "",
        "B2": "TC-BUBBLE-1",
        "bubble-1": "",
    }


@pytest.mark.rule("TC-BUBBLE-11")
def test_what_is_left_after_the_shield_has_failed_is_lost():
    game = shot(armed("dwarf", 10, 20, gun(shots=3, damage=15)), unit("marine", 30, 20), dice=(1, 1, 1))
    assert (named(game, "B1").life, life(game)) == (20, 0)
    named(game, "A1").fired = ()
    load(game, 1, 20, 20)
    run(game, ChooseWeapon("A1"))
    assert "bubble-1" not in options(game)
    play(game, "B1")
    assert named(game, "B1").life == 5, "a later attack hits"


@pytest.mark.rule("TC-BUBBLE-2", "TC-BUBBLE-8")
def test_all_inside_are_revealed_and_can_be_seen():
    game = shot(armed("marine", 29, 20, gun()), unit("marine", 32, 20, infiltrated=True), dice=(1,))
    assert named(game, "B1").life == 10


@pytest.mark.rule("TC-BUBBLE-10")
def test_a_shield_is_whole_again_at_the_end_of_the_turn_unless_it_failed():
    game = shot(armed("dwarf", 10, 20, gun(damage=7)), unit("marine", 30, 20), bubbles=((30, 20), (60, 60)), dice=(1,))
    game.state.bubbles = (*game.state.bubbles, Bubble("bubble-3", 0, (80.0, 80.0), 0.0, 0))
    assert life(game) == 13
    run(game, Reset())
    assert [(one.id, one.life) for one in game.state.bubbles] == [("bubble-1", 20), ("bubble-2", 20)]


@pytest.mark.rule("TC-BUBBLE-12")
def test_an_anti_missile_does_not_work_inside():
    foe = armed("marine", 30, 20, kit("anti-missile", value=10))
    game = shot(armed("marine", 27, 20, gun(missile=True)), foe, dice=(1,))
    assert named(game, "B1").life == 10, "nobody was asked"


# ---------------------------------------------------------------- dropping
@pytest.mark.rule("TC-BUBBLE-3", "TC-BUBBLE-5", "TC-HIT-10")
def test_a_shield_is_dropped_when_gear_is_asked_for_and_the_shot_is_thought_over():
    game = shot(armed("dwarf", 10, 20, gun()), armed("marine", 30, 20, SHIELD), bubbles=())
    assert options(game) == {"bubble:B1:bubble-1": "", PASS: ""}
    play(game, "bubble:B1:bubble-1", ["31,20"])
    (bubble,) = game.state.bubbles
    assert (bubble.spot, bubble.seat, named(game, "B1").uses) == ((31.0, 20.0), 1, {"bubble-1": 1})
    assert game.question.prompt == "A1 Dwarf: the target has dropped a shield. Fire all the same?"
    load(game, 1)
    play(game, "fire")
    assert (named(game, "B1").life, life(game)) == (20, 10)


@pytest.mark.rule("TC-BUBBLE-3")
def test_who_declines_gear_cannot_drop_it_against_this_shot():
    game = shot(armed("dwarf", 10, 20, gun()), armed("marine", 30, 20, SHIELD), bubbles=(), dice=(1,))
    play(game, PASS)
    assert named(game, "B1").life == 10
    assert game.question is None


@pytest.mark.rule("TC-BUBBLE-8", "TC-ACT-3", "TC-REACT-2")
def test_a_shield_over_an_infiltrated_enemy_reveals_him():
    game = field([armed("marine", 30, 20, SHIELD)], [unit("marine", 33, 20, infiltrated=True)])
    run(game, BeforeAction(0))
    play(game, "bubble:A1:bubble-1", ["31,20"])
    assert not named(game, "B1").hidden


@pytest.mark.rule("TC-BUBBLE-4", "TC-BUBBLE-13")
def test_25_two_that_overlap_are_both_gone_and_no_other_comes_there_this_turn():
    mine = [armed("marine", 30, 20, SHIELD, SHIELD), armed("marine", 38, 20, SHIELD)]
    game = field(mine, [unit("marine", 33, 20, infiltrated=True), unit("marine", 36, 24, infiltrated=True)])
    run(game, BeforeAction(0))
    play(game, "bubble:A1:bubble-1", ["31,20"])
    assert life(game) == 20
    play(game, "bubble:A2:bubble-1", ["37,20"])
    assert [one.life for one in game.state.bubbles] == [0, 0]
    named(game, "B1").lasting = ()
    run(game, BeforeAction(0))
    assert game.question is None or options(game)["bubble:A1:bubble-2"] == "TC-BUBBLE-13"


# ---------------------------------------------------------------- launching smoke
@pytest.mark.rule("TC-SMOKE-12", "TC-ACT-4")
def test_smoke_is_launched_at_the_end_of_an_action_and_spends_a_use():
    puff = kit("smoke", radius=4.0, height=4.0, rounds=1)
    game = field([armed("stingray", 10, 20, puff)], [unit("dwarf", 40, 20)])
    act(game, "A1", "move", ["15,20"])
    assert options(game) == {"smoke:A1:smoke-1": "", PASS: ""}
    play(game, "smoke:A1:smoke-1")
    (cloud,) = game.state.clouds
    assert (cloud.spot, cloud.radius, cloud.height) == ((15.0, 20.0), 4.0, 4.0)
    assert named(game, "A1").left("smoke-1") == 0
    game.state.clouds = ()
    run(game, Smokes(("A1",), ends=True))
    assert game.question is None


@pytest.mark.rule("TC-SMOKE-12")
def test_nobody_is_asked_for_smoke_out_of_sight():
    puff = kit("smoke", radius=4.0, height=4.0)
    house = box("building", 25, 0, 30, 60)
    game = field([armed("stingray", 10, 20, puff)], [unit("marine", 40, 20)], pieces=(house,))
    act(game, "A1", "move", ["15,20"])
    assert game.question is None
    assert unread(game) == ()
    run(game, NextGo())
    assert refused(game, "nobody")
