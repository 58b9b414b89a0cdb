"""Shooting: hits, blocks and casualties, range and sight, weapons, targets that only friends see."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Rolled
from tabletop_tui.rules.armymen.damage.damage import Casualties, outermost
from tabletop_tui.rules.armymen.shooting.block_dice import blocking
from tabletop_tui.rules.armymen.shooting.shooting import ChooseTarget
from tabletop_tui.rules.armymen.shooting.shooting_limits import can_shoot, usable
from tests.armymen.build import (
    act,
    battle_of,
    box,
    field,
    gunners,
    inside,
    jeep,
    mortars,
    recruits,
    riflemen,
    snipers,
    stand,
    tank,
    unit,
    veterans,
)
from tests.playing import allowed, load, options, play, run, unread

rule = pytest.mark.rule


def shoot(game, at="B1", *answers):
    """A1 holds and shoots."""
    run(game, ChooseTarget("A1"))
    return play(game, at, *answers)


# ---------------------------------------------------------------- hits, blocks, casualties
@rule("AMC-SHOOT-2", "AMC-SHOOT-3", "AMC-SHOOT-4", "AMC-ACT-2", "AMC-WPN-11")
def test_each_attack_may_hit_each_hit_may_be_blocked_the_rest_are_casualties():
    game = field([riflemen(20, 30)], [riflemen(20, 10, 10)], dice=(4, 5, 6, 3, 2, 1, 4, 3))
    shoot(game, "B1", "rest")
    assert unit(game, "B1").left == 8
    assert not unread(game)


@rule("AMC-SHOOT-3")
def test_surplus_blocks_do_nothing_and_no_hit_needs_no_block():
    game = field([riflemen(20, 30)], [veterans(20, 10)], dice=(4, 1, 1, 1, 1, 4))
    shoot(game)
    assert unit(game, "B1").left == 5
    game = field([riflemen(20, 30)], [riflemen(20, 10)], dice=(4, 1, 1, 1, 1, 4, 4))
    unit(game, "B1").hunkered = True
    shoot(game)
    assert game.question is None, "two blocks for one hit"
    assert unit(game, "B1").left == 5
    load(game, 3, 1, 1, 1, 1)
    shoot(game)
    assert game.question is None
    assert not unread(game), "with no hit there is no roll for a bonus die either"
    assert game.events[-1].text == "No hit on B1 Riflemen"


@rule("AMC-SHOOT-4")
def test_more_hits_than_models_wipe_out_and_no_more():
    game = field([gunners(20, 30, 3)], [riflemen(20, 10)], dice=(*[6] * 9, *[1] * 9))
    events = shoot(game)
    assert unit(game, "B1").destroyed
    assert unit(game, "B1").models == ()
    assert game.question is None
    assert events[-1].text == "B1 Riflemen are destroyed by shooting"


@rule("AMC-SHOOT-3")
def test_a_lone_survivor_blocks_with_a_die_a_hit():
    game = field([riflemen(20, 30)], [riflemen(20, 12)], dice=(6, 6, 6, 6, 6, 4, 4, 4, 4, 4))
    stand(game, "B1", (20, 12))
    shoot(game)
    assert unit(game, "B1").left == 1
    assert not unread(game)


@rule("AMC-SHOOT-4", "AMC-UPG-4")
def test_the_defender_chooses_who_is_lost():
    game = field([riflemen(20, 30)], [riflemen(20, 10, 5, "bazooka")], dice=(6, 6, 1, 1, 1, 1, 1))
    shoot(game)
    question = game.question
    assert question.seat == 1
    assert list(options(game)) == ["rest", "0", "1", "2", "3", "4"]
    assert [one.label for one in question.options[1:3]] == ["model 1: Bazooka", "model 2: Rifle"]
    play(game, "3")
    assert unit(game, "B1").left == 4
    assert list(options(game)) == ["0", "1", "2", "3"], "one is left to choose"
    play(game, "0")
    assert unit(game, "B1").arms == (("rifle",),) * 3
    assert unit(game, "B1").models == ((20, 11.5), (20, 13), (20, 16))


@rule("AMC-SHOOT-4")
def test_the_rest_are_plain_soldiers_those_at_the_ends_first():
    game = field([riflemen(20, 30)], [riflemen(20, 10, 5, "bazooka", "c4")], dice=(6, 6, 1, 1, 1, 1, 1))
    shoot(game, "B1", "rest")
    assert unit(game, "B1").models == ((20, 10), (20, 13), (20, 16))
    assert unit(game, "B1").arms == (("bazooka",), ("rifle",), ("rifle", "c4"))


@rule("AMC-SHOOT-4")
def test_casualties_may_be_chosen_one_by_one_until_all_are_gone():
    game = field([riflemen(20, 30)], [riflemen(20, 10)])
    run(game, Casualties("B1", 3))
    for left, answer in ((5, "0"), (4, "0"), (3, "2")):
        assert f"({left - 2} to remove)" in game.question.prompt
        assert unit(game, "B1").left == left
        play(game, answer)
    assert game.question is None
    assert unit(game, "B1").models == ((20, 13), (20, 14.5))


@rule("AMC-SHOOT-4")
def test_plain_soldiers_are_those_armed_as_most_were_when_the_unit_was_whole():
    game = field([riflemen(20, 30)], [riflemen(20, 10, 5, "bazooka")])
    target = unit(game, "B1")
    target.models, target.arms = target.models[:2], target.arms[:2]
    assert target.arms == (("bazooka",), ("rifle",))
    assert outermost(target, 1) == [1]


@rule("AMC-GEN-3")
def test_bonus_dice_are_one_a_unit_and_add_up():
    game = field([riflemen(20, 30)], [riflemen(20, 10, 10)], pieces=(box("woods", 15, 5, 25, 20),))
    unit(game, "B1").hunkered = True
    shooters = list(unit(game, "A1").models)
    dice = blocking(battle_of(game), unit(game, "A1"), unit(game, "B1"), shooters, 3, reaction=True)
    assert dice.total == 3 + 3
    assert set(dice.rules) == {"AMC-SHOOT-3", "AMC-ACT-3", "AMC-GUARD-4", "AMC-TERR-1"}


@rule("AMC-GEN-3", "AMC-UNIT-2")
def test_a_bonus_die_is_a_test_of_that_unit_like_the_others():
    game = field([riflemen(20, 30)], [recruits(20, 10)], dice=(6, 1, 1, 1, 1, 4, 4, 1, 1))
    unit(game, "B1").hunkered = True
    shoot(game, "B1", "0")
    assert not unread(game)
    assert unit(game, "B1").left == 4


# ---------------------------------------------------------------- range and sight
@rule("AMC-SHOOT-1", "AMC-WPN-11")
def test_exactly_at_its_range_a_weapon_reaches():
    game = field([riflemen(10, 20)], [riflemen(35, 20, 5), riflemen(35.01, 30, 5)])
    stand(game, "A1", (10, 20))
    stand(game, "B1", (35, 20))
    stand(game, "B2", (35.01, 20))
    run(game, ChooseTarget("A1"))
    assert options(game) == {"B1": "", "B2": "AMC-SHOOT-1", "hold": ""}
    assert game.question.option("B2").refusal.why == "24.01 in away, the longest range is 24"
    stand(game, "A1", (7.2, 20))
    stand(game, "B1", (32.2, 20))
    game.ask_anew()
    assert options(game)["B1"] == "", "whatever the last digits of its numbers are"
    assert can_shoot(battle_of(game), unit(game, "A1"))


@rule("AMC-SHOOT-1")
def test_who_can_be_shot_at_is_offered_first_the_nearest_of_them_before_the_others():
    house = (box("building", 18, 15, 22, 17),)
    game = field([gunners(20, 20)], [gunners(20, 12), gunners(32, 20), gunners(30, 20), gunners(14, 14)], pieces=house)
    run(game, ChooseTarget("A1"))
    assert list(options(game).items()) == [("B4", ""), ("B3", ""), ("B2", ""), ("B1", "AMC-SHOOT-1"), ("hold", "")]


@rule("AMC-SHOOT-1")
def test_range_is_taken_model_by_model():
    game = field([riflemen(20, 30)], [riflemen(20, 4)])
    stand(game, "B1", (20, 5))
    rifles, target = unit(game, "A1"), unit(game, "B1")
    assert usable(battle_of(game), rifles, target) == [(0, "rifle")], "the second is 25.5 in away"


@rule("AMC-SHOOT-1")
def test_only_terrain_that_blocks_stops_the_line_of_sight():
    shed = box("building", 15, 18, 25, 22)
    game = field([riflemen(20, 30)], [riflemen(20, 8)], pieces=(shed,))
    run(game, ChooseTarget("A1"))
    assert options(game)["B1"] == "AMC-SHOOT-1"
    assert game.question.option("B1").refusal.why == "building is in the way"
    for kind in ("woods", "hill", "mud"):
        assert can_shoot(
            battle_of(field([riflemen(20, 30)], [riflemen(20, 8)], pieces=(box(kind, 15, 18, 25, 22),))),
            unit(game, "A1"),
        )
    between = field([riflemen(20, 30), tank(20, 20)], [riflemen(20, 8)])
    assert can_shoot(battle_of(between), unit(between, "A1")), "models never block"


@rule("AMC-SHOOT-1")
def test_who_stands_in_a_building_sees_out_and_is_seen():
    shed = box("building", 15, 5, 25, 15)
    game = field([riflemen(20, 30)], [riflemen(20, 7)], pieces=(shed,))
    assert can_shoot(battle_of(game), unit(game, "A1"))
    assert can_shoot(battle_of(game), unit(game, "B1"))


@rule("AMC-SHOOT-1")
def test_each_model_needs_its_own_line_and_measures_to_one_that_it_sees():
    shed = box("building", 15, 18, 21, 22)
    game = field([riflemen(20, 30)], [riflemen(20, 10)], pieces=(shed,))
    stand(game, "A1", (20, 30), (26, 30))
    stand(game, "B1", (20, 10), (26, 4.9))
    # The first sees (26, 4.9) only, 25.8 in away from middle to middle; the second (26, 4.9), 25.1 in, and (20, 10).
    assert usable(battle_of(game), unit(game, "A1"), unit(game, "B1")) == [(1, "rifle")]


@rule("AMC-SHOOT-1", "AMC-UPG-3")
def test_a_grenadier_fires_one_of_his_two_weapons_or_none():
    game = field([riflemen(20, 30, 5, "grenades")], [riflemen(20, 20, 10)], dice=(2, *[1] * 6))
    run(game, ChooseTarget("A1"))
    play(game, "B1")
    assert options(game) == {"rifle": "", "grenade": "", "none": ""}
    assert "the man at 20, 36" in game.question.prompt
    play(game, "grenade")
    assert not unread(game), "two attacks of the grenade and four of the rifles"
    game = field([riflemen(20, 30, 5, "grenades")], [riflemen(20, 20, 10)], dice=(1,) * 4)
    shoot(game, "B1", "none")
    assert not unread(game)
    game = field([riflemen(20, 30, 5, "grenades")], [riflemen(20, 16)], dice=(1,) * 5)
    stand(game, "B1", (20, 22.9))
    shoot(game, "B1")
    assert not unread(game), "beyond 12 in the grenade is no choice"


@rule("AMC-SHOOT-1", "AMC-ACT-2")
def test_all_models_fire_at_one_unit_and_need_not_fire():
    game = field([riflemen(20, 30)], [riflemen(20, 10), riflemen(30, 10)])
    run(game, ChooseTarget("A1"))
    assert game.question.seat == 0
    assert allowed(game) == ["B1", "B2", "hold", "each"]
    play(game, "hold")
    assert game.question is None
    assert not game.events


def side_shown(game):
    """Which side of a vehicle the preview of 'rest' says to be hit."""
    return {line.label: line.value for line in game.preview("rest").lines}["side hit"]


@rule("AMC-SHOOT-1", "AMC-DMG-7")
def test_the_player_may_say_of_each_soldier_whether_he_fires():
    """The nearest man stands beside the tank; those behind it do better without him."""
    game = field([riflemen(20, 30)], [tank(20, 20, 0)])
    stand(game, "A1", (22.5, 20), (20, 26), (20, 27.5))
    run(game, ChooseTarget("A1"))
    assert allowed(game) == ["B1", "hold", "each"]
    play(game, "each")
    assert allowed(game) == ["B1", "hold"]
    play(game, "B1")
    assert "the man at 22.5, 20" in game.question.prompt
    assert options(game) == {"rifle": "", "none": "", "rest": ""}
    assert side_shown(game) == "side"
    play(game, "none")
    assert side_shown(game) == "rear"
    load(game, 6, 6, *[1] * 4, 1, 2)
    play(game, "rest")
    assert not unread(game), "two rifles, one hit, four dice to block, two of damage in the rear"
    assert game.question is None


@rule("AMC-SHOOT-1", "AMC-UPG-3")
def test_of_those_left_each_fires_the_weapon_that_promises_most():
    game = field([riflemen(20, 30, 5, "grenades")], [riflemen(20, 24.5, 10)])
    run(game, ChooseTarget("A1"))
    play(game, "each", "B1", "none", "rifle")
    load(game, 2, *[1] * 5)
    play(game, "rest")
    assert not unread(game), "four rifles less one, the grenade and its two attacks"
    game = field([riflemen(20, 30, 5, "grenades")], [riflemen(20, 24.5, 10)])
    run(game, ChooseTarget("A1"))
    play(game, "each", "B1")
    assert list(options(game)) == ["rifle", "none", "rest"], "the grenades are another's"
    play(game, "none", "none", "none", "none")
    assert list(options(game)) == ["rifle", "grenade", "none"], "the last one"
    play(game, "none")
    assert game.question is None
    assert not game.events, "nobody fired"


@rule("AMC-SHOOT-1")
def test_a_single_model_is_not_asked_who_fires():
    game = field([gunners(20, 30), tank(30, 30)], [riflemen(20, 20)])
    for name in ("A1", "A2"):
        run(game, ChooseTarget(name))
        assert "each" not in options(game)
        game.agenda.clear()


# ---------------------------------------------------------------- weapons
@rule("AMC-WPN-4", "AMC-WPN-10")
@pytest.mark.parametrize(
    ("upgrade", "dice"), [("bazooka", (3,)), ("flamethrower", (1, 2)), ("grenades", (3,)), ("c4", (3,))]
)
def test_dice_weapons_roll_their_attacks_first(upgrade, dice):
    game = field([riflemen(20, 30, 5, upgrade)], [riflemen(20, 20, 10)], dice=(*dice, *[1] * 7))
    run(game, ChooseTarget("A1"))
    play(game, "B1")
    if game.question is not None:
        play(game, {"grenades": "grenade", "c4": "c4"}[upgrade])
    assert not unread(game), "3 attacks and four rifles"


@rule("AMC-WPN-4")
def test_every_such_weapon_rolls_for_itself():
    game = field([mortars(20, 40, 3)], [riflemen(20, 10, 10)], dice=(1, 2, 1, *[1] * 4))
    shoot(game)
    assert not unread(game)
    rolls = [event for event in game.events if isinstance(event, Rolled) and "attack" in event.outcome]
    assert [event.faces for event in rolls] == [(1,), (2,), (1,)]


@rule("AMC-WPN-2")
@pytest.mark.parametrize(("hits", "blocks"), [(1, 0), (2, 1), (3, 1), (5, 2)])
def test_plain_hits_on_a_vehicle_are_added_up_and_halved_once(hits, blocks):
    faces = (6,) * hits + (1,) * (5 - hits)
    block = (6,) * (blocks + 3) if blocks else ()
    game = field([riflemen(20, 30)], [tank(20, 10, 180)], dice=(*faces, *block))
    shoot(game)
    assert not unread(game), f"{blocks} hits and three dice of armour"


@rule("AMC-WPN-3", "AMC-WPN-14")
def test_starred_hits_on_a_vehicle_are_doubled_beside_the_halved_ones():
    # Four rifles hit three times: 1. The bazooka has two attacks and hits once: 2. Three hits and a jeep's die.
    game = field([riflemen(20, 30, 5, "bazooka")], [jeep(20, 14, 180)], dice=(2, 6, 6, 6, 1, 6, 1, 4, 4, 4, 4))
    shoot(game)
    assert not unread(game)
    assert "3 hits halved and 1 hit with * doubled" in "\n".join(event.text for event in game.events)
    assert unit(game, "B1").on_table


@rule("AMC-WPN-3")
def test_the_asterisk_does_nothing_against_infantry():
    game = field([mortars(20, 40)], [riflemen(20, 10, 10)], dice=(2, 6, 6, 4, 4))
    shoot(game)
    assert not unread(game), "two attacks, two hits, two blocks"


@rule("AMC-UNIT-9", "AMC-UNIT-8", "AMC-WPN-12")
def test_infantry_has_no_die_a_hit_against_snipers_but_its_bonus_dice():
    game = field([snipers(20, 40, 3)], [riflemen(20, 10, 10)], dice=(2, 2, 1))
    shoot(game, "B1", "rest")
    assert unit(game, "B1").left == 8
    game = field([snipers(20, 40, 3)], [riflemen(20, 10, 10)], dice=(2, 2, 2, 4))
    unit(game, "B1").hunkered = True
    shoot(game, "B1", "rest")
    assert unit(game, "B1").left == 8
    assert not unread(game)


@rule("AMC-UNIT-9")
def test_vehicles_block_snipers_in_full():
    game = field([snipers(20, 40, 3)], [tank(20, 10, 180)], dice=(2, 2, 1, 4, 4, 4, 4))
    shoot(game)
    assert not unread(game), "two hits, halved to one, and three dice of armour"


# ---------------------------------------------------------------- out of sight
@rule("AMC-UNIT-11")
def test_mortars_shoot_at_what_friends_see():
    shed = box("building", 15, 18, 25, 22)
    friends = [mortars(20, 30), riflemen(40, 10)]
    game = field(friends, [riflemen(20, 8)], pieces=(shed,))
    assert can_shoot(battle_of(game), unit(game, "A1"))
    stand(game, "A2", (20, 40))
    assert not can_shoot(battle_of(game), unit(game, "A1")), "the friends do not see it either"
    alone = field([mortars(20, 30)], [riflemen(20, 8), riflemen(40, 8)], pieces=(shed,))
    assert not usable(battle_of(alone), unit(alone, "A1"), unit(alone, "B1"))


@rule("AMC-UNIT-11")
def test_a_friend_whose_own_line_is_blocked_far_from_the_mortar_does_not_spot():
    shed, barn = box("building", 15, 18, 25, 22), box("building", 32, 6, 36, 12)
    game = field([mortars(20, 30), gunners(42, 9)], [gunners(20, 8)], pieces=(shed, barn))
    assert not can_shoot(battle_of(game), unit(game, "A1"))
    stand(game, "A2", (42, 2))
    assert can_shoot(battle_of(game), unit(game, "A1")), "past the barn"


@rule("AMC-UNIT-11")
def test_a_mortar_does_not_spot_for_its_own_unit():
    shed = box("building", 16, 18, 25, 22)
    game = field([mortars(20, 30, 3)], [gunners(12, 8)], pieces=(shed,))
    stand(game, "A1", (20, 30), (10, 30))
    assert usable(battle_of(game), unit(game, "A1"), unit(game, "B1")) == [(1, "mortar")]


@rule("AMC-UNIT-11", "AMC-SHOOT-1")
def test_of_mortars_that_see_nothing_each_may_be_told_to_fire():
    shed = box("building", 15, 18, 25, 22)
    game = field([mortars(20, 30, 3), riflemen(40, 10)], [riflemen(20, 8)], pieces=(shed,))
    run(game, ChooseTarget("A1"))
    play(game, "each", "B1")
    assert list(options(game)) == ["mortar", "none", "rest"]


@rule("AMC-UNIT-11", "AMC-ACT-5")
def test_mortars_shoot_so_after_an_advance_too():
    shed = box("building", 15, 18, 25, 22)
    game = field([mortars(20, 36), riflemen(40, 10)], [riflemen(20, 8)], pieces=(shed,))
    act(game, "A1", "advance", ["20,30"])
    assert allowed(game) == ["B1", "hold"]


@rule("AMC-UNIT-11", "AMC-SHOOT-1")
def test_range_to_what_friends_see_is_taken_from_the_mortar():
    shed = box("building", 1, 30, 10, 34)
    game = field([mortars(4, 47.4), riflemen(30, 10)], [riflemen(4, 2)], pieces=(shed,))
    stand(game, "B1", (4, 0.5))
    assert usable(battle_of(game), unit(game, "A1"), unit(game, "B1")) == [(0, "mortar")]
    far = field([mortars(1, 47.4), riflemen(30, 10)], [riflemen(14, 2)], pieces=(shed,))
    stand(far, "B1", (16, 0.5))
    assert not usable(battle_of(far), unit(far, "A1"), unit(far, "B1"))


@rule("AMC-UNIT-11")
def test_a_mortar_that_sees_one_far_model_reaches_a_nearer_one_that_friends_see():
    shed = box("building", 3, 30, 20, 34)
    game = field([mortars(4, 47.4), riflemen(30, 10)], [riflemen(4, 2)], pieces=(shed,))
    stand(game, "B1", (4, 20), (47, 20))
    found = usable(battle_of(game), unit(game, "A1"), unit(game, "B1"))
    assert found == [(0, "mortar")]


@rule("AMC-UNIT-11")
def test_a_vehicle_spots_and_a_unit_inside_one_does_not():
    shed = box("building", 15, 18, 25, 22)
    game = field([mortars(20, 30), jeep(40, 10), riflemen(44, 40)], [riflemen(20, 8)], pieces=(shed,))
    assert can_shoot(battle_of(game), unit(game, "A1"))
    stand(game, "A2", (20, 40))
    inside(game, "A3", "A2")
    assert not can_shoot(battle_of(game), unit(game, "A1"))


@rule("AMC-UNIT-11", "AMC-SHOOT-1")
def test_rifles_do_not_shoot_at_what_only_friends_see():
    shed = box("building", 15, 18, 25, 22)
    game = field([riflemen(20, 28), riflemen(36, 10)], [riflemen(20, 8)], pieces=(shed,))
    assert not can_shoot(battle_of(game), unit(game, "A1"))
