"""Situations of the book about fire, each played in four ways that must come to the same."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.anytime.anytime_windows import BeforeAction
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon
from tabletop_tui.rules.techcommander.state.battle import Bubble, Cloud
from tabletop_tui.rules.techcommander.state.profiles import Mode
from tabletop_tui.rules.techcommander.turn.actions import ChooseAction
from tests.playing import options
from tests.techcommander.build import armed, box, field, gun, kit, line, named, unit
from tests.techcommander.situations import begun, plainly, played

rule = pytest.mark.rule
FIRE = (ChooseWeapon("A1"),)


def attack(name="A1"):
    return (ChooseAction((name,)),)


def rolled(game):
    return [event.need.number.total for event in game.events if getattr(event, "need", None) is not None]


@rule("TC-RANGE-9", "TC-RANGE-1")
def test_6_from_a_roof_9_high_to_a_base_12_away_the_range_is_15():
    def build():
        roof = box("building", 5, 10, 15, 30, top=9.0)
        game = field([armed("marine", 14, 20, gun(opt=14.0))], [unit("dwarf", 14 + 1 + 12 + 3, 20)], pieces=(roof,))
        named(game, "A1").on = roof.id
        return game

    game = played(build, FIRE, ["B1"], [13])
    assert rolled(game) == [13], "10 + AC4, and 1 beyond 14"
    assert named(game, "B1").life == 20, "10 damage less 12"


@rule("TC-RANGE-4", "TC-HIT-12")
def test_7_five_things_make_9_or_less():
    def build():
        shooter = armed("pigeonhawk", 10, 10, gun(per=2.0, fire_control=2), card_changes={"speed": 13})
        return field([shooter], [unit("mammoth", 16.6 + 2.5 + 26.4 + 4, 10)])

    game = played(build, attack(), ["attack", ["16.6,10"], "B1"], [9])
    assert rolled(game) == [9]


@rule("TC-COVER-7", "TC-COVER-4", "TC-COVER-2")
@pytest.mark.parametrize(("top", "needed"), [(2.0, 10 + 2 - 2), (1.0, 10 + 2)])
def test_8_a_thin_wall_half_way_hides_half_of_what_is_as_high_and_nothing_if_it_is_half_as_high(top, needed):
    def build():
        wall = line("wall", (20, 0), (20, 40), top=top)
        shooter = armed("pigeonhawk", 10, 20, gun(), card_changes={"height": 4.0})
        return field([shooter], [unit("stingray", 30, 20, card_changes={"height": 2.0})], pieces=(wall,))

    assert named(build(), "B1").sheet.width == 2
    game = played(build, FIRE, ["B1"], [needed])
    assert rolled(game) == [needed]
    assert named(game, "B1").life == 15, "it is hit: 10 damage at an AC2"


@rule("TC-HULL-2", "TC-DUG-3")
def test_9_half_hidden_hull_down_and_dug_in_take_6_off():
    def build():
        wall = box("rocks", 27.9, 10, 28.0, 30, top=1.0)
        return field([armed("pigeonhawk", 10, 20, gun())], [unit("stingray", 30, 20, dug_in=True)], pieces=(wall,))

    assert rolled(played(build, FIRE, ["B1"], [7])) == [10 + 2 - 6]


@rule("TC-SMOKE-10")
def test_10_the_feet_of_an_ac6_in_smoke():
    def build():
        foes = [unit("colossus", 40, 20), unit("marine", 40, 25)]
        game = field([armed("dwarf", 10, 20, gun(shots=2, opt=40.0), card_changes={"bonus": 0})], foes)
        game.state.clouds = (Cloud((40.0, 22.0), 4.0, 4.0),)
        return game

    game = played(build, FIRE, ["split", {"B1": 1, "B2": 1}], [16, 5])
    assert rolled(game) == [16, 5]
    assert named(game, "B2").life == 10


@rule("TC-NLOS-2", "TC-GEAR-8")
def test_11_inside_the_minimum_only_without_line_of_sight():
    def build():
        return field([armed("marine", 10, 20, gun(min=8.0, nlos=True))], [unit("marine", 17, 20)])

    assert options(plainly(begun(build, FIRE, ()), []))["B1"] == "TC-GEAR-8"
    assert rolled(played(build, FIRE, ["nlos", "B1"], [5], middle=1)) == [5]


@rule("TC-HIT-9", "TC-HIT-10")
def test_12_ecm_and_another_weapon_saved_while_the_defender_is_asked():
    def build():
        weapons = gun(fire_control=3), gun(id="rifle", name="Rifle")
        return field([armed("dwarf", 10, 10, *weapons)], [armed("dwarf", 30, 10, kit("ecm"))])

    answers = ["gun-1", "B1", "B1:ecm-1", "change", "rifle-1", "B1"]
    for middle in (2, 3, 4):
        game = played(build, FIRE, answers, [20], middle)
        assert (named(game, "A1").fired, named(game, "B1").uses) == (("rifle-1",), {})


@rule("TC-MSV-2")
def test_13_two_copies_that_cannot_be_linked_one_in_each_action():
    def build():
        return field([armed("dwarf", 10, 10, gun(), gun())], [unit("dwarf", 30, 10)])

    steps = (*attack(), *attack())
    game = plainly(begun(build, steps, (20,)), ["attack", ["10,10"], "gun-1", "B1", "attack", ["10,10"]])
    assert (options(game)["gun-1"], options(game)["gun-2"]) == ("TC-MSV-2", "")
    played(build, steps, ["attack", ["10,10"], "gun-1", "B1", "attack", ["10,10"], "gun-2", "B1"], [20, 20])


@rule("TC-SPLASH-1", "TC-SPLASH-5", "TC-HIT-11")
def test_14_splash_of_two_hits_and_who_stands_behind_a_wall():
    def build():
        hail = gun(shots=2, damage=10, splash=6, radius=3.0)
        plated = armed("pigeonhawk", 29.5, 25, kit("plating", value=4))
        foes = [unit("marine", 30, 20), plated, unit("marine", 28, 16)]
        return field([armed("dwarf", 10, 20, hail)], foes, pieces=(line("wall", (20, 17.3), (32, 17.3)),))

    game = played(build, FIRE, ["B1", ["29.8,20.4"], ["29.8,20.4"]], [1, 1], middle=2)
    assert [named(game, name).life for name in ("B1", "B2", "B3")] == [0, 18, 20]


@rule("TC-FFE-1", "TC-FFE-2")
def test_15_fire_for_effect_is_3_or_less():
    def build():
        hail = gun(id="hail", opt=30.0, per=2.0, splash=6, radius=3.0)
        return field([armed("dwarf", 10, 10, hail, card_changes={"bonus": 0})], [unit("marine", 50, 10)])

    game = played(build, attack(), ["fire-for-effect", ["13,10"], "hail-1", ["50,10"]], [3])
    assert rolled(game) == [3]
    assert named(game, "B1").life == 14


@rule("TC-WALL-5")
@pytest.mark.parametrize(("answers", "life"), [([], 12), (["mode:ap"], 5)])
def test_16_a_hit_of_15_on_a_flimsy_door(answers, life):
    def build():
        rounds = Mode(id="he", name="HE"), Mode(id="ap", name="AP", ignores=2)
        door = line("door", (30, 10), (30, 30))
        return field([armed("dwarf", 10, 20, gun(damage=15, modes=rounds))], [unit("marine", 31, 20)], pieces=(door,))

    game = played(build, FIRE, [*answers, "door-30-10>B1"], [1])
    assert named(game, "B1").life == life


@rule("TC-BUBBLE-4", "TC-BUBBLE-3")
def test_25_two_bubbles_overlap_and_both_are_gone():
    def build():
        mine = [armed("marine", 30, 20, kit("bubble", rounds=1)), armed("marine", 38, 20, kit("bubble", rounds=1))]
        foes = [unit("marine", 33, 20, infiltrated=True), unit("marine", 36, 24, infiltrated=True)]
        return field(mine, foes)

    game = played(build, (BeforeAction(0),), ["bubble:A1:bubble-1", ["31,20"], "bubble:A2:bubble-1", ["37,20"]])
    assert [one.life for one in game.state.bubbles] == [0, 0]


@rule("TC-AUTO-3", "TC-BUBBLE-1")
def test_25_a_tank_inside_a_bubble_shoots_as_if_it_were_not_there():
    def build():
        game = field([armed("stingray", 10, 20, gun(), card_changes={"speed": 30})], [unit("marine", 31, 20)])
        game.state.bubbles = (Bubble("bubble-1", 1, (30.0, 20.0)),)
        return game

    game = played(build, attack(), ["attack", ["15,20"], "hold", ["27.5,20"], "B1", ["27.5,20"]], [10], middle=3)
    assert (named(game, "B1").life, game.state.bubbles[0].life) == (10, 20)
