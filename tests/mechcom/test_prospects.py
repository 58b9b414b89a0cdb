"""What a side may expect: by its mechs, and by its victory points."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.rules.mechcom.state.battle import Piece
from tabletop_tui.rules.mechcom.state.victory import end_by_score
from tests.mechcom.build import mech, skirmish
from tests.values import gain, value, values

SIDES = ([mech() @ "0506", mech() @ "0706"], [mech() @ "0515", mech() @ "0715"])


def change(name, **changes):
    def do(battle):
        for key, one in changes.items():
            setattr(battle.models[name], key, one)

    return do


def lose(name):
    def do(battle):
        battle.take_off(battle.models[name])
        battle.models[name].integrity = 0

    return do


def stands(name, spot):
    return lambda battle: battle.put(battle.models[name], spot)


def test_two_sides_that_have_the_same_are_level():
    assert value(skirmish(*SIDES)) == pytest.approx(0.0, abs=0.03), "but for who goes next"


def test_a_destroyed_enemy_is_worth_more_than_a_hurt_one():
    game = skirmish(*SIDES)
    dead, hurt = gain(game, lose("B1")), gain(game, change("B1", integrity=2))
    assert dead > hurt + 0.1 > gain(game, change("B1", integrity=6)) + 0.2 > 0.3
    assert gain(game, lose("A1")) == pytest.approx(-dead, abs=0.04), "the same but for who goes next"


def test_conditions_and_heat_weigh_on_a_mech():
    game = skirmish(*SIDES)
    assert gain(game, change("B1", conditions={"Blinded": 1})) > 0.1
    assert gain(game, change("B1", heat=3)) > 0.03
    assert gain(game, change("B1", conditions={"Invisible": 1})) == 0


def test_a_mech_far_from_any_enemy_is_worth_less():
    game = skirmish([mech() @ "0506", mech() @ "1401"], [mech() @ "0510", mech() @ "0711"])
    assert gain(game, stands("A2", "1204")) > 0


def test_the_zone_is_worth_more_the_fewer_rounds_are_left_to_take_it():
    game = skirmish([mech() @ "0501"], [mech() @ "0520"], type="control-zone", objective="0510")
    gains = []
    for number in (1, 3, 5):
        game.state.round = number
        gains.append(gain(game, stands("A1", "0509")))
    assert 0.05 < gains[0] < gains[1] < gains[2]
    late = game.clone()
    late.state.round, late.state.scores = 6, (0, 4)
    assert value(late) < -0.8, "what the zone brings now will not do any more"


def test_a_flag_is_worth_more_the_nearer_it_is_to_home():
    game = skirmish(*SIDES, type="capture-the-flag", rounds=8)
    game.state.edges = ("north", "south")
    flag = Piece("FB", "flag", 1, "0720")
    carried = evolve(flag, hex="", carrier="A1")
    game.state.set_piece(flag)

    def take(spot):
        def do(battle):
            battle.set_piece(carried)
            battle.put(battle.models["A1"], spot)

        return do

    assert gain(game, take("0904")) > gain(game, take("0914")) > 0.05


def test_teams_stand_as_their_members_do_and_are_measured_against_the_best_of_the_others():
    game = skirmish(mech() @ "0305", mech() @ "0505", mech() @ "0515", mech() @ "0715", teams=(0, 0, 1, 1))
    lose("D1")(game.state)
    found = values(game)
    assert found[0] == found[1] > 0 > found[2] == found[3]
    three = skirmish(mech() @ "0305", mech() @ "0505", mech() @ "0515")
    change("B1", integrity=2)(three.state)
    found = values(three)
    assert found[1] < min(found[0], found[2])
    assert sum(three.system.prospects(three, seat).win for seat in range(3)) == pytest.approx(1, abs=0.05)


def test_who_gave_up_has_lost_even_while_others_play_on():
    game = skirmish(mech() @ "0305", mech() @ "0505", mech() @ "0515")
    game.system.concede(game, 1)
    assert values(game)[1] == -1 < values(game)[0]


@pytest.mark.parametrize(("scores", "expected"), [((3, 1), [1, -1]), ((1, 3), [-1, 1]), ((2, 2), [0, 0])])
def test_only_the_end_is_worth_all(scores, expected):
    game = skirmish(*SIDES)
    game.state.scores = scores
    end_by_score(game, "time")
    assert values(game) == expected
