"""The number to hit, the dice, the damage."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.aiming.shot_declaration import Salvo, aim_at
from tabletop_tui.rules.techcommander.aiming.to_hit import hit_tally
from tests.playing import load, options, unread
from tests.techcommander.build import act, box, field, line, named, unit


def tally(game, copy="lance-1", target="B1", shooter="A1"):
    return hit_tally(aim_at(game.state, Salvo(shooter, (copy,)), named(game, target)))


@pytest.mark.rule("TC-HIT-2", "TC-HIT-3", "TC-HIT-4", "TC-RANGE-4", "TC-DATA-1", "TC-DATA-2", "TC-GEAR-3")
def test_the_printed_example_without_its_smoke():
    game = field([unit("dwarf", 10, 10)], [unit("stingray", 10 + 3 + 27 + 2, 10)])
    number = tally(game, "devastator-1")
    assert number.total == 10 + 1 + 1 + 2 - 3


@pytest.mark.rule("TC-HIT-12")
@pytest.mark.parametrize(("moved", "modifier"), [(0.0, 0), (7.5, -1), (7.6, -4)])
def test_movement_counts_against_the_shot(moved, modifier):
    game = field([unit("dwarf", 10, 10, moved=moved)], [unit("stingray", 25, 10)])
    assert tally(game).total == 10 + 2 + 2 + 1 + modifier


@pytest.mark.rule("TC-ATTACK-2")
def test_a_vehicle_takes_one_off_however_far_it_has_moved():
    game = field([unit("stingray", 10, 10, moved=24.0)], [unit("stingray", 25, 10)])
    assert tally(game, "tank-gun-1").total == 10 + 2 + 1 - 1


@pytest.mark.rule("TC-COVER-1", "TC-COVER-2", "TC-COVER-4", "TC-COVER-7", "TC-UNIT-7")
@pytest.mark.parametrize(("top", "modifier"), [(2.0, -2), (1.0, 0)])
def test_a_thin_wall_half_way(top, modifier):
    """The eye is 3 up (three quarters of 4), the wall half way, the target 20 off, 2 high."""
    wall = box("building", 19.9, 0, 20.1, 40, top=top)
    game = field([unit("pigeonhawk", 10, 20)], [unit("stingray", 30, 20, card_changes={"height": 2.0})], pieces=(wall,))
    found = [one.value for one in tally(game).modifiers if one.rule.startswith("TC-COVER")]
    assert found == ([modifier] if modifier else [])


@pytest.mark.rule("TC-COVER-6")
def test_nothing_is_shot_at_of_which_nothing_shows():
    game = field([unit("marine", 10, 20)], [unit("marine", 30, 20)], pieces=(line("wall", (20, 0), (20, 40)),))
    act(game, "A1", "attack", ["10,20"], "rifle-1")
    assert options(game)["B1"] == "TC-COVER-6"


@pytest.mark.rule("TC-GEAR-8")
def test_the_minimum_range_itself_is_allowed():
    game = field([unit("marine", 10, 20)], [unit("marine", 16, 20), unit("marine", 15.9, 30)])
    assert act(game, "A1", "attack", ["10,20"], "rocket-tube-1")
    assert options(game)["B1"] == ""
    near = field([unit("marine", 10, 20)], [unit("marine", 15.9, 20)])
    act(near, "A1", "attack", ["10,20"], "rocket-tube-1")
    assert options(near)["B1"] == "TC-GEAR-8"


@pytest.mark.rule("TC-ATK-1", "TC-DMG-1", "TC-DMG-2", "TC-DMG-3", "TC-HIT-11", "TC-LINK-3")
def test_all_hits_are_added_up_less_armour_and_divided_by_the_ac():
    """Three hits of 8 at a Dwarf with reduction 12: 12 damage, AC4: 3 life."""
    game = field([unit("dwarf", 10, 10)], [unit("dwarf", 30, 10)])
    load(game, 1, 1, 1)
    act(game, "A1", "attack", ["10,10"], "devastator-1", "B1")
    assert named(game, "B1").life == 17
    assert unread(game) == ()


@pytest.mark.rule("TC-MSV-2", "TC-UNIT-4", "TC-FIRECOVER-1")
def test_the_second_attack_uses_another_copy():
    game = field([unit("dwarf", 10, 10)], [unit("dwarf", 30, 10)])
    load(game, 20, 20, 20)
    act(game, "A1", "attack-and-cover", "devastator-1", "B1", ["10,10"])
    act(game, "A1", "attack", ["10,10"])
    listed = {"B1": "", "devastator-1": "TC-MSV-2", "devastator-2": "", "lance-1": "", "hold": ""}
    assert {key: rule for key, rule in options(game).items() if key != "split"} == listed


@pytest.mark.rule("TC-ACT-4", "TC-GEAR-10")
def test_a_single_round_is_fired_once():
    game = field([unit("marine", 10, 20)], [unit("marine", 25, 20)])
    load(game, 20)
    act(game, "A1", "attack", ["10,20"], "rocket-tube-1", "B1")
    found = named(game, "A1")
    found.acted, found.fired = 0, ()
    act(game, "A1", "attack", ["10,20"])
    assert options(game)["rocket-tube-1"] == "TC-ACT-4"


@pytest.mark.rule("TC-INFIL-3")
def test_an_infiltrated_unit_is_no_target():
    game = field([unit("marine", 10, 20)], [unit("marine", 25, 20, infiltrated=True)])
    act(game, "A1", "attack", ["10,20"], "rifle-1")
    assert options(game)["B1"] == "TC-INFIL-3"


@pytest.mark.rule("TC-DUG-4", "TC-DUG-5")
@pytest.mark.parametrize(("changes", "told"), [({"dug_in": True}, True), ({"dug_in": True, "returned": True}, False)])
def test_before_a_shot_one_is_told_that_the_dug_in_may_shoot_back(changes, told):
    game = field([unit("marine", 10, 20)], [unit("marine", 25, 20, **changes)])
    act(game, "A1", "attack", ["10,20"], "rifle-1")
    labels = [line.label for line in game.preview("B1").lines]
    assert ("it may shoot back" in labels) == told
