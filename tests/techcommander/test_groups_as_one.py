"""What one unit can do, a rallied group can (TC-RALLY-4): at any target, each with the weapon that its player picks."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.state.battle import Bubble
from tests.playing import load, options, play, unread
from tests.techcommander.build import armed, box, field, gun, kit, line, named, told_rules, unit
from tests.techcommander.test_machines import truck
from tests.techcommander.test_rallied_groups import going

rule = pytest.mark.rule
TWO = {"A1": "acts", "A2": "acts"}
PAIR = "A1+A2"


def pair(*arms, **state):
    """Two troopers beside each other at 20,43 and 20,47, each with the same things."""
    return [armed("marine", 20, y, *arms, group="A1", **state) for y in (43, 47)]


def attack(game, kind, *answers):
    going(game, kind, TWO, PAIR)
    play(game, *answers)
    return game


@rule("TC-RALLY-4")
def test_a_group_of_which_nobody_goes_elsewhere_is_asked_however_that_is_said():
    game = field(pair(gun(damage=10)), [unit("marine", 20, 95)])
    game.orders = {(1, "dig-in"): "never"}
    going(game, "move", TWO, PAIR)
    stays = [bool(game.question.warning(["20,45", *more])) for more in ([], ["A1=0,0"], ["form=keep"], ["A1=0,0.5"])]
    assert stays == [True, True, True, False]


# ---------------------------------------------------------------- at what, and with what
@rule("TC-RALLY-7", "TC-ATK-3", "TC-UNBUT-1")
def test_a_group_attacks_buildings_shields_walls_doors_units_behind_them_and_people_in_hatches():
    wall, door = line("wall", (50, 40), (50, 50)), line("door", (60, 60), (60, 64))
    house = box("building", 24, 55, 30, 60)
    foes = [unit("marine", 51, 45), truck(40, 20), unit("marine", None, 0, "rifle", aboard="B2", hatch=True)]
    game = field(pair(gun(damage=10)), foes, pieces=(wall, door, house))
    game.state.bubbles = (Bubble("bubble-1", 1, (20.0, 80.0)),)
    game.orders = {(1, "dig-in"): "never"}
    attack(game, "rallied-attack", ["20,45"])
    assert {key for key, refused in options(game).items() if not refused} >= {
        wall.id,
        door.id,
        house.id,
        "bubble-1",
        "B2",
        "B3",
    }
    load(game, 1, 1)
    play(game, house.id)
    assert game.state.damage[house.id] == 5, "20 damage together, AC4"
    assert unread(game) == ()


@rule("TC-WALL-1", "TC-RALATK-1")
def test_a_group_shoots_through_a_wall_with_those_weapons_that_go_through_it():
    wall = line("wall", (40, 35), (40, 55))
    snipers = [unit("marine", 20, y, "sniper", group="A1") for y in (43, 47)]
    game = field(snipers, [unit("marine", 41, 45, acted=1)], pieces=(wall,), dice=(1, 1))
    attack(game, "rallied-attack", ["20,45"], f"{wall.id}>B1")
    assert named(game, "B1").life == 20 - 14
    assert game.state.ruins == (wall.id,)


@rule("TC-RALLY-7", "TC-GEAR-10")
def test_each_member_is_asked_for_its_weapon_where_there_is_anything_to_choose():
    rocket = gun(id="rocket", name="Rocket", damage=36, rounds=1, missile=True)
    game = field(pair(gun(damage=10), rocket), [unit("stingray", 40, 45, life=1)], dice=(20, 1))
    attack(game, "rallied-attack", ["20,45"], "B1")
    assert game.question.about == "A1"
    assert {"gun-1", "rocket-1", "hold"} <= set(options(game))
    play(game, "gun-1", "B1")
    assert game.question.about == "A2"
    play(game, "rocket-1", "B1")
    assert [named(game, name).left("rocket-1") for name in ("A1", "A2")] == [1, 0]
    assert named(game, "B1").eliminated


@rule("TC-RALLY-9", "TC-GEAR-10")
def test_a_member_may_hold_his_fire_and_the_others_fire():
    rocket = gun(id="rocket", name="Rocket", damage=36, rounds=1)
    game = field(pair(rocket), [unit("stingray", 40, 45)], dice=(1,))
    attack(game, "rallied-attack", ["20,45"], "B1", "hold", "B1")
    assert [named(game, name).left("rocket-1") for name in ("A1", "A2")] == [1, 0]
    assert named(game, "B1").life == 20 - 18


@rule("TC-RALLY-7", "TC-HIT-10")
def test_gear_against_the_shots_of_a_group_lets_it_choose_anew():
    game = field(pair(gun(damage=10, fire_control=2)), [armed("stingray", 40, 45, kit("ecm"))], dice=(20, 20))
    attack(game, "rallied-attack", ["20,45"], "B1")
    assert game.question.seat == 1
    play(game, "B1:ecm-1")
    assert set(options(game)) == {"fire", "change", "hold"}
    play(game, "change")
    assert "B1" in options(game)


# ---------------------------------------------------------------- actions
@rule("TC-FIRECOVER-1", "TC-RALLY-4")
def test_a_group_attacks_and_takes_cover():
    game = field(pair(gun(damage=10)), [unit("stingray", 40, 45)], dice=(12, 13))
    attack(game, "attack-and-cover")
    assert next(one.cost for one in game.question.options if one.key == "B1") == "2 attacks: 12, 12 or less"
    play(game, "B1")
    assert named(game, "B1").life == 15
    play(game, ["20,50"])
    assert [named(game, name).at for name in ("A1", "A2")] == [(20.0, 48.0), (20.0, 52.0)]
    assert [named(game, name).acted for name in ("A1", "A2")] == [1, 1]


@rule("TC-JUMPASLT-1", "TC-RALLY-4")
def test_a_group_assaults_from_a_jump_over_what_is_between():
    tower = box("building", 32, 35, 34, 55, top=4.0)
    game = field(pair(gun(damage=10)), [unit("stingray", 45, 45)], pieces=(tower,), dice=(1, 1))
    attack(game, "jump-assault", ["22,45"], 10)
    assert game.question.about == "A2"
    play(game, 10)
    cost = next(one.cost for one in game.question.options if one.key == "B1")
    assert cost == "2 attacks: 5, 5 or less", "10, AC2, -4 from the jump, -3 for a range of 22.3"
    play(game, "B1")
    assert named(game, "B1").life == 10
    grounded = field(pair(gun(), card_changes={"jump": False}), [unit("stingray", 45, 45)])
    going(grounded, "pass", TWO, PAIR)
    assert grounded.question is None


@rule("TC-FFE-1", "TC-RALLY-4", "TC-RALLY-7")
def test_a_group_fires_for_effect_at_one_place():
    shell = gun(splash=6, radius=3.0)
    game = field(pair(shell), [unit("stingray", 40, 45, infiltrated=False)], dice=(6, 6))
    attack(game, "fire-for-effect", ["20,45"], "gun-1")
    assert game.question.about == "A2"
    play(game, "gun-1", ["36,45"])
    assert named(game, "B1").life == 20 - 12 // 2
    assert unread(game) == ()


@rule("TC-AMBUSH-1", "TC-AMBUSH-2", "TC-RALLY-4")
@pytest.mark.parametrize(("roll", "posted"), [(10, 270.0), (11, None)])
def test_a_group_ambushes_and_the_posted_up_rolls_once(roll, posted):
    dice = (roll, 1, 1, 20) if roll == 10 else (roll, 1, 1)
    game = field(pair(gun(damage=10)), [unit("dwarf", 30, 60, "lance", posted=90.0)], dice=dice)
    game.orders = {(1, "posted"): "never"}
    attack(game, "ambush", "B1")
    assert game.refuse(["34,45"]) is not None, "one of them would not be behind it"
    play(game, ["20,50"])
    if roll == 10:
        assert game.question.seat == 1, "it shoots back"
        play(game, "A1")
    assert named(game, "B1").life == 15
    assert (named(game, "B1").posted is None) is (posted is None)
    assert "TC-AMBUSH-2" in told_rules(game)


@rule("TC-REPAIR-1", "TC-RALLY-4")
def test_a_group_repairs_one_friend_together():
    medics = pair(gun(id="kit", name="Kit", repairs=True, damage=12))
    game = field([*medics, unit("stingray", 40, 45, life=2)], [], dice=(1, 1))
    attack(game, "repair", ["20,45"], "A3")
    assert named(game, "A3").life == 2 + 12


@rule("TC-BOARD-1", "TC-RALLY-4")
def test_a_group_boards_together():
    game = field([*pair(gun()), truck(24, 45)], [])
    attack(game, "board", ["21.76,45"])
    for _ in range(2):
        key = next((key for key in options(game) if key != "stay"), "stay")
        play(game, key)
    assert [named(game, name).aboard for name in ("A1", "A2")] == ["A3", "A3"]
    assert game.state.players[0].base == 3


@rule("TC-LOOT-1", "TC-RALLY-4")
def test_a_group_loots_together_each_his_own():
    dead = [unit("marine", 24, y, life=-1, acted=1) for y in (43, 47)]
    game = field(pair(gun()), dead)
    attack(game, "loot", ["22,45"], "B1", "B2")
    assert [named(game, name).looter for name in ("B1", "B2")] == ["A1", "A2"]


@rule("TC-EVAC-1", "TC-RALLY-4")
def test_crew_of_a_group_leave_together():
    game = field([unit("crew", 12, 89, group="A1"), unit("crew", 16, 89, group="A1")], [])
    attack(game, "evacuate")
    assert [named(game, name).gone for name in ("A1", "A2")] == ["evacuated", "evacuated"]
    assert game.state.players[0].base == 3
