"""Omega override, fire for effect, repairs, splash, bombardment, vehicles that fire as they drive."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.anytime.bombardment import Bombard
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon
from tabletop_tui.rules.techcommander.state.battle import UNSHIELDED, Bubble
from tabletop_tui.rules.techcommander.state.profiles import Mode
from tests.playing import load, options, play, refused, run, unread
from tests.techcommander.build import act, armed, box, doing, field, gun, kit, line, named, unit

HAIL = gun(id="hail", name="Hail", shots=2, damage=10, opt=30.0, per=2.0, nlos=True, splash=6, radius=3.0)


# ---------------------------------------------------------------- omega
@pytest.mark.rule("TC-OMEGA-1", "TC-OMEGA-3", "TC-OMEGA-4")
def test_all_weapons_at_one_target_without_anything_positive():
    guns = gun(shots=2, damage=9, fire_control=3), gun(shots=2, damage=9), gun(id="lance", damage=30)
    game = field([armed("dwarf", 10, 10, *guns)], [armed("dwarf", 30, 10, kit("plating", value=6))])
    load(game, 10, 11, 10, 11, 10)
    act(game, "A1", "omega-override")
    assert [(option.label, option.cost) for option in game.question.options[:1]] == [("B1 Dwarf", "5 dice")]
    assert game.preview("B1").lines[0].value == "10 or less"
    play(game, "B1")
    assert named(game, "B1").life == 20 - (9 + 9 + 30 - 6) // 4
    shooter = named(game, "A1")
    assert (shooter.done, shooter.has(UNSHIELDED), len(shooter.fired)) == (True, True, 3)
    assert unread(game) == ()


@pytest.mark.rule("TC-OMEGA-1", "TC-MSV-1")
def test_only_an_msv_that_has_not_acted_may_override():
    game = field([unit("dwarf", 10, 10, acted=1), unit("stingray", 50, 10)], [unit("dwarf", 30, 10)])
    act(game, "A1")
    assert options(game)["omega-override"] == "TC-OMEGA-1"
    act(game, "A2")
    assert "omega-override" not in options(game)


@pytest.mark.rule("TC-OMEGA-2")
def test_an_override_in_the_red_fires_nothing_where_the_jury_rig_fails():
    game = field([unit("dwarf", 10, 10, life=5)], [unit("dwarf", 30, 10)])
    load(game, 11)
    act(game, "A1", "omega-override")
    assert (named(game, "A1").done, named(game, "A1").fired) == (True, ())
    assert unread(game) == ()


# ---------------------------------------------------------------- fire for effect
@pytest.mark.rule("TC-FFE-1", "TC-FFE-2")
def test_15_fire_for_effect_in_sight_after_half_a_move_and_out_of_sight():
    """At 34, OPT 30, -1 per 2, moved half: 10 - 2 - 4 - 1; out of sight and unmoved: 10 - 2 - 8."""
    shooter = armed("dwarf", 10, 10, HAIL, card_changes={"bonus": 0})
    game = doing(field([shooter], [unit("marine", 50, 10)]), "A1")
    act(game, "A1", "fire-for-effect", ["13,10"], "hail-1")
    assert game.preview(["50,10"]).lines[0].value == "3 or less"
    load(game, 3, 3)
    play(game, ["49,10"])
    assert named(game, "B1").life == 20 - 12, "two bursts of 6; the direct damage hits nobody"
    wall = line("wall", (30, 0), (30, 40), top=8.0)
    blind = field([armed("dwarf", 10, 10, HAIL, card_changes={"bonus": 0})], [unit("marine", 47, 10)], pieces=(wall,))
    load(blind, 1, 1)
    act(blind, "A1", "fire-for-effect", ["10,10"], "hail-1")
    assert blind.preview(["47,10"]).lines[0].value == "0 or less"
    play(blind, ["47,10"])
    assert named(blind, "B1").life == 20


# ---------------------------------------------------------------- repairs
@pytest.mark.rule("TC-REPAIR-1")
def test_a_repair_gives_life_up_to_20_and_can_save_the_eliminated():
    tool = gun(id="repair", name="Repair kit", damage=12, repairs=True)
    friends = [unit("stingray", 20, 10, life=-3), unit("dwarf", 10, 40, life=19)]
    game = field([armed("marine", 10, 10, tool), *friends], [unit("marine", 40, 40)])
    load(game, 1)
    act(game, "A1", "repair", ["10,10"])
    assert {key for key, rule in options(game).items() if not rule} == {"A2", "A3", "repair-1", "hold"}
    play(game, "A2")
    assert named(game, "A2").life == 3
    named(game, "A1").fired = ()
    load(game, 1)
    act(game, "A1", "repair", ["10,10"], "A3")
    assert named(game, "A3").life == 20


@pytest.mark.rule("TC-REPAIR-1", "TC-OOS-1")
def test_a_place_from_which_a_tool_of_contact_repairs_is_suggested_first():
    tool = gun(id="repair", name="Repair kit", damage=12, repairs=True, melee=True)
    friends = [unit("stingray", 20.3, 14.2, life=3), unit("dwarf", 10, 40)]
    game = field([armed("marine", 10, 10, tool), *friends], [unit("marine", 40, 40)])
    load(game, 1)
    act(game, "A1", "repair")
    places = game.question.suggest(4)
    reasons = [game.question.field.reasons(place) for place in places]
    assert len(places) == 4
    assert all(said[0] == "in contact" for said in reasons), reasons
    play(game, places[0])
    assert "A2" in {key for key, rule in options(game).items() if not rule}, "it can be repaired from there"


# ---------------------------------------------------------------- splash
def burst(*foes, pieces=(), answers=("B1",), dice=(1, 1), weapon=HAIL, friends=()):
    game = field([armed("dwarf", 10, 20, weapon), *friends], list(foes), pieces=pieces)
    load(game, *dice)
    run(game, ChooseWeapon("A1"))
    play(game, *answers)
    return game


@pytest.mark.rule("TC-SPLASH-1", "TC-SPLASH-4", "TC-HIT-11", "TC-INFIL-4", "TC-RANGE-8")
def test_14_two_hits_splash_an_ac3_with_reduction_4_for_2_life():
    plated = armed("pigeonhawk", 29.5, 25, kit("plating", value=4))
    sneak = unit("marine", 27.4, 21.4, infiltrated=True)
    mine = unit("marine", 31.4, 22.2)
    game = burst(unit("marine", 30, 20), plated, sneak, friends=[mine], answers=("B1", ["29.8,20.4"], ["29.8,20.4"]))
    assert named(game, "B1").life == 0, "two direct hits of 10, and no splash of its own"
    assert named(game, "B2").life == 20 - (12 - 4) // 3
    assert named(game, "B3").life == 20 - 12
    assert named(game, "A2").life == 20 - 12


@pytest.mark.rule("TC-SPLASH-1")
def test_friends_whom_splash_takes_are_named_and_asked_about_before_it_bursts():
    foes = unit("marine", 30, 20), unit("marine", 50, 20)
    game = burst(*foes, friends=[unit("marine", 28, 21)], answers=(), dice=(1, 1, 1))
    line = next(line for line in game.preview("B1").lines if line.label == "splash takes")
    assert (line.value, line.mood) == ("A2", "bad")
    assert not [line for line in game.preview("B2").lines if line.label == "splash takes"]
    play(game, "B1")
    near, far = game.question.warning(["29.8,20.2"]), game.question.warning(["30.2,19.8"])
    assert "A2 Marine too" in near
    assert far == ""


@pytest.mark.rule("TC-SPLASH-4")
def test_splash_of_an_armour_piercing_round_does_not_ignore_armour():
    piercing = gun(shots=1, damage=10, modes=(Mode(id="ap", name="AP", ignores=6, splash=8, radius=3.0),))
    foes = armed("marine", 30, 20, kit("plating", value=6)), armed("marine", 28, 18, kit("plating", value=6))
    game = burst(*foes, weapon=piercing, dice=(1,), answers=("B1", ["29.9,20"]))
    assert (named(game, "B1").life, named(game, "B2").life) == (10, 18)


@pytest.mark.rule("TC-SPLASH-5", "TC-SPLASH-7", "TC-SPLASH-6")
def test_who_stands_behind_a_wall_or_right_behind_the_one_hit_takes_no_splash():
    wall = line("wall", (29, 21), (36, 21))
    game = burst(
        unit("marine", 30, 19.9),
        unit("marine", 30, 22.1),
        pieces=(wall,),
        answers=("B1", ["29.9,19.9"], ["29.9,19.9"]),
    )
    assert named(game, "B2").life == 20
    shielded = burst(unit("dwarf", 30, 20), unit("marine", 34, 20), answers=("B1", ["29.5,20"], ["29.5,20"]))
    assert named(shielded, "B2").life == 20, "the leg of the model that was hit is in between"


@pytest.mark.rule("TC-SPLASH-6")
def test_splash_of_a_direct_shot_at_a_wall_stops_at_its_plane():
    wall = line("wall", (30, 10), (30, 30))
    game = burst(unit("marine", 31.1, 20), unit("marine", 28, 21), pieces=(wall,), answers=(f"{wall.id}",))
    assert named(game, "B1").life == 20
    assert named(game, "B2").life == 20 - 12


@pytest.mark.rule("TC-SPLASH-2", "TC-SPLASH-1")
def test_the_weapon_has_to_see_the_impact_unless_it_lobs():
    foes = unit("dwarf", 30, 20), unit("marine", 34, 20)
    game = burst(*foes, dice=(1, 20))
    assert refused(game, ["30.7,20"]) == "TC-SPLASH-2"
    assert refused(game, ["29.3,20"]) == ""
    assert refused(game, ["33,20"]) == "TC-SPLASH-1"
    lobbed = burst(*foes, answers=("nlos", "B1"), dice=(1, 20))
    assert refused(lobbed, ["30.7,20"]) == ""
    play(lobbed, ["30.7,20"])
    assert named(lobbed, "B2").life == 14


@pytest.mark.rule("TC-SPLASH-3")
def test_whoever_designates_for_a_shot_has_to_see_the_impact():
    missile = gun(shots=1, damage=10, missile=True, nlos=True, splash=6, radius=4.0)
    wall = line("wall", (20, 0), (20, 40), top=8.0)
    spotter = armed("marine", 45, 20, kit("designator"))
    foes = unit("dwarf", 30, 20), unit("marine", 26, 20)
    game = burst(*foes, weapon=missile, friends=[spotter], pieces=(wall,), dice=(1,))
    assert refused(game, ["29.6,20.4"]) == "TC-SPLASH-3"
    assert refused(game, ["30.7,20"]) == ""


@pytest.mark.rule("TC-BUBBLE-7", "TC-SPLASH-7")
def test_a_shield_between_impact_and_unit_stops_splash():
    game = field([armed("dwarf", 10, 20, HAIL)], [unit("marine", 30, 20), unit("marine", 32.2, 20)])
    game.state.bubbles = (Bubble("bubble-1", 1, (36.0, 20.0)),)
    load(game, 1, 1)
    run(game, ChooseWeapon("A1"))
    play(game, "B1", *([["29.9,20"]] * 2))
    assert named(game, "B1").life == 0
    assert named(game, "B2").life == 20


# ---------------------------------------------------------------- bombardment
@pytest.mark.rule("TC-PTS-8")
def test_a_bombardment_takes_each_unit_within_6_of_a_line_with_its_own_dice():
    game = field([unit("marine", 20, 27)], [unit("dwarf", 40, 20), unit("marine", 60, 30)])
    load(game, 5, 5, 5, 5, 10, 10, 10, 10)
    run(game, Bombard(0, ((10.0, 20.0), (50.0, 20.0))))
    assert [named(game, name).life for name in ("A1", "B1", "B2")] == [0, 20 - (40 - 12) // 4, 20]
    red, blue = game.state.players
    assert (red.score, red.deaths, blue.score) == (0, 1, 0), "his own loss scores for nobody"
    assert unread(game) == ()


# ---------------------------------------------------------------- vehicles
@pytest.mark.rule("TC-AUTO-3", "TC-AUTO-2", "TC-AUTO-1")
def test_25_a_tank_drives_inside_a_shield_fires_and_drives_on():
    tank = armed("stingray", 10, 20, gun(), gun(), card_changes={"speed": 30})
    game = field([tank], [unit("marine", 31, 20)])
    game.state.bubbles = (Bubble("bubble-1", 1, (30.0, 20.0)),)
    load(game, 10, 20)
    act(game, "A1", "attack", ["15,20"])
    assert game.preview("B1").lines[1].label == "Shield"
    play(game, "hold", ["27.5,20"])
    assert [line.label for line in game.preview("B1").lines] == ["To hit"]
    assert game.preview("B1").lines[0].value == "10 or less", "10 + AC1 - 1"
    play(game, "B1")
    assert named(game, "B1").life == 10
    play(game, ["25,20"], "hold", ["25,20"])
    assert named(game, "A1").at == (25.0, 20.0)
    assert named(game, "A1").fired == ("gun-1",)


@pytest.mark.rule("TC-AUTO-1")
def test_a_vehicle_that_fires_without_moving_stays():
    game = field([armed("stingray", 10, 20, gun(), gun())], [unit("marine", 31, 20)])
    load(game, 20, 20)
    act(game, "A1", "attack", ["10,20"], "B1", "gun-2", "B1")
    assert game.question is None
    assert named(game, "A1").fired == ("gun-1", "gun-2")


def test_a_vehicle_breaches_its_way_with_a_shot_and_fires_through_the_gap():
    wall = box("building", 20, 0, 24, 40, ac=1, top=4.0)
    game = field([armed("stingray", 10, 20, gun(damage=20), gun())], [unit("marine", 40, 20)], pieces=(wall,))
    load(game, 1, 1)
    act(game, "A1", "attack", ["11,20"])
    assert options(game)["B1"] == "TC-COVER-6"
    play(game, wall.id, ["12,20"])
    assert game.state.ruins == (wall.id,)
    play(game, "B1")
    assert named(game, "B1").life == 10
