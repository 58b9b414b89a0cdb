"""Where rules meet that seldom do: expected from the book alone, then asked of the program."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.skulls.skull_effects import Anger, Famine, GiveAway
from tabletop_tui.rules.techcommander.skulls.skulls import TurnSkull
from tabletop_tui.rules.techcommander.turn.turn import ResolveDamage
from tests.playing import load, options, play, run, unread
from tests.techcommander.build import act, armed, field, gun, named, said, unit
from tests.techcommander.test_hatches import inside
from tests.techcommander.test_machines import truck
from tests.techcommander.test_meetings import lost

rule = pytest.mark.rule


# ---------------------------------------------------------------- the skull of one who has got in
def boarded(*dice):
    """A marine that has claimed the skull on its way into a carrier; the dice of the skull are these."""
    game = field([unit("marine", 18, 45), truck(26, 45)], [unit("dwarf", 60, 60)], game="deathmatch")
    game.state.skull = (20.5, 45.0)
    act(game, "A1", "board", ["23,45"], "A2:passenger")
    load(game, *dice)
    return run(game, TurnSkull())


@rule("TC-SKB-6", "TC-SKULL-6", "TC-ATTACHED-2")
def test_fire_burns_a_claimer_who_is_aboard_by_then_and_drives_him_nowhere():
    game = boarded(6, 7)
    assert game.question is None, game.question
    assert (named(game, "A1").life, named(game, "A1").aboard, unread(game)) == (13, "A2", ()), said(game)


@rule("TC-SKB-16", "TC-SKULL-6", "TC-ATTACHED-1")
def test_navigator_takes_a_claimer_out_of_the_carrier_that_he_has_boarded():
    game = boarded(16)
    play(game, ["70,30"])
    claimer = named(game, "A1")
    assert (claimer.at, claimer.aboard, claimer.hatch) == ((70.0, 30.0), "", False)
    assert game.state.passengers(named(game, "A2")) == []


@rule("TC-SKB-17", "TC-SKULL-6", "TC-ATTACHED-1")
def test_fate_gives_away_a_passenger_where_there_is_nobody_else():
    """Whoever is aboard is a unit under his player's control: it respawns for the opponent, off its carrier."""
    game = boarded(17)
    assert options(game) == {"A1": "", "A2": "TC-SKB-17"}
    load(game, 1)
    play(game, "A1")
    assert game.state.passengers(named(game, "A2")) == []
    assert named(game, "A1").gone
    assert "B2" in game.state.units, said(game)


@rule("TC-SKB-7", "TC-SKB-17", "TC-BOARD-2", "TC-ACT-5")
@pytest.mark.parametrize("how", [Famine("A1"), GiveAway("A2", 1)])
def test_a_post_is_empty_again_once_a_skull_has_taken_whoever_held_it(how):
    driver = inside("A3", crewing=True, life=8)
    game = field([unit("marine", 60, 60), driver, truck(26, 45)], [unit("dwarf", 80, 80)], dice=(1,), game="deathmatch")
    run(game, how)
    if isinstance(how, Famine):
        run(game, ResolveDamage())
    assert named(game, "A2").gone, said(game)
    assert (named(game, "A3").crew, named(game, "A3").crewed) == (1, False)


@rule("TC-SKB-2", "TC-RED-2", "TC-RED-5")
@pytest.mark.parametrize(("check", "hits"), [(10, True), (11, False)])
def test_one_in_the_red_makes_a_gut_check_before_the_attack_of_anger(check, hits):
    """Fire control 2 on AC1 is 13; without it 11."""
    angry = armed("marine", 20, 45, gun(fire_control=2), life=5)
    game = field([angry], [unit("marine", 30, 45)], dice=(check, 12), game="deathmatch")
    run(game, Anger("A1"))
    play(game, "B1", ["28,45"], "B1")
    assert unread(game) == ()
    assert lost(game, "B1") == (10 if hits else 0), said(game)


# ---------------------------------------------------------------- set down and acting at once
def set_down(then, *dice, skull=None, order=(0, 1), **state):
    """A marine that a carrier sets down at 30,48 and that moves half or attacks at once."""
    foes = [unit("dwarf", 50, 45)]
    game = field([truck(30, 45), inside("A1", **state)], foes, dice=dice, game="deathmatch", order=order)
    game.state.skull = skull
    act(game, "A1", "offload", "offload-first", "A2", ["30,48"], then)
    return game


@rule("TC-OFFLOAD-2", "TC-INFIL-5", "TC-INFIL-6")
@pytest.mark.parametrize("then", ["move", "attack"])
@pytest.mark.parametrize(
    ("order", "dice", "hidden"), [((0, 1), (11,), False), ((0, 1), (10,), True), ((1, 0), (), True)]
)
def test_the_hidden_who_act_as_they_are_set_down_make_their_stealth_roll(then, order, dice, hidden):
    game = set_down(then, *dice, order=order, infiltrated=True)
    assert (named(game, "A2").hidden, unread(game)) == (hidden, ()), said(game)


@rule("TC-OFFLOAD-2", "TC-RED-2", "TC-RED-3")
def test_one_in_the_red_who_acts_as_he_is_set_down_makes_his_gut_check_first():
    whole, limping = set_down("move", 10, life=3), set_down("move", 11, life=3)
    assert whole.question.field.allowance == 2 * limping.question.field.allowance
    assert named(set_down("attack", 11, life=3), "A2").limps
    assert named(set_down("wait", life=3), "A2").acted == 0


@rule("TC-OFFLOAD-2", "TC-SKULL-5")
def test_one_who_moves_as_he_is_set_down_claims_the_skull_that_he_comes_upon():
    assert set_down("wait", skull=(30.0, 49.0)).state.claimed == "", "it is only put down beside it"
    assert set_down("attack", skull=(30.0, 49.0)).state.claimed == "A2"
    game = set_down("move", skull=(30.0, 52.0))
    assert game.state.claimed == ""
    play(game, ["30,55"])
    assert game.state.claimed == "A2"


@rule("TC-OFFLOAD-2", "TC-PTS-5")
def test_two_who_are_set_down_and_kill_one_between_them_have_not_done_it_alone():
    """One takes 10 of 20 life, the other the rest: 1 point for AC1 and no 5 for a single action."""
    pair = [armed("marine", 0, 0, gun()), armed("marine", 0, 0, gun())]
    game = field([truck(30, 45), *pair], [unit("marine", 40, 45, acted=1)], dice=(1, 1), game="deathmatch")
    for name in ("A2", "A3"):
        named(game, name).models, named(game, name).aboard = (), "A1"
    act(game, "A1", "offload", "offload-first", "A2", ["30,48"], "attack", "B1", "A3", ["30,42"], "attack", "B1")
    assert (named(game, "B1").eliminated, game.state.players[0].score) == (True, 1), said(game)
