"""What can be shot at, and from where: sight, ranges, weapons without line of sight, walls, terrain."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.aiming.shooting_limits import refuse_target
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Aim, Salvo, aim_at
from tabletop_tui.rules.techcommander.aiming.to_hit import hit_tally
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon
from tabletop_tui.rules.techcommander.state.battle import Bubble
from tabletop_tui.rules.techcommander.state.profiles import Mode
from tabletop_tui.rules.techcommander.state.shot_targets import Point, mark
from tests.playing import load, options, play, run, unread
from tests.techcommander.build import armed, box, field, gun, line, named, unit

AP = gun(modes=(Mode(id="he", name="HE"), Mode(id="ap", name="AP", ignores=4)))


def aim(game, target="B1", shooter="A1", copy="gun-1", **more) -> Aim:
    return aim_at(game.state, Salvo(shooter, (copy,), **more), mark(game.state, target))


def why(found: Aim) -> str:
    refusal = refuse_target(found)
    return "" if refusal is None else refusal.rule


def shot(game, *answers):
    run(game, ChooseWeapon("A1"))
    play(game, *answers)
    return game


# ---------------------------------------------------------------- what may be named
@pytest.mark.rule("TC-ATK-3", "TC-ATK-4")
def test_buildings_walls_and_doors_are_targets_the_ground_is_none():
    pieces = (box("building", 30, 5, 40, 15), line("wall", (30, 40), (30, 50)), line("door", (30, 60), (30, 70)))
    hill = box("hill", 50, 50, 60, 60)
    game = field([armed("dwarf", 10, 40, gun())], [unit("marine", 80, 80)], pieces=(*pieces, hill))
    run(game, ChooseWeapon("A1"))
    found = options(game)
    assert [found[piece.id] for piece in pieces] == ["", "", ""]
    assert hill.id not in found
    assert why(aim(game, hill.id)) == "TC-ATK-3"
    wall = hit_tally(aim(game, pieces[1].id))
    assert [one.value for one in wall.modifiers if one.rule == "TC-HIT-3"] == [1]


@pytest.mark.rule("TC-LOS-1", "TC-LOS-2", "TC-LOS-6")
def test_where_only_the_base_shows_there_is_no_target():
    """The model is 3 wide, its base 6; the house hides the model, and of the base 1 sticks out on each side."""
    house = box("building", 20, 18, 24, 22, top=8.0)
    game = field([armed("dwarf", 5, 20, gun())], [unit("dwarf", 28, 20)], pieces=(house,))
    assert aim(game).hidden == 1.0
    assert why(aim(game)) == "TC-COVER-6"
    beside = field([armed("dwarf", 5, 20, gun())], [unit("dwarf", 28, 22)], pieces=(house,))
    assert why(aim(beside)) == ""


@pytest.mark.rule("TC-LOS-3", "TC-RANGE-5")
@pytest.mark.parametrize("facing", [0.0, 90.0, 180.0])
def test_a_gun_points_steeply_down_and_any_way(facing):
    tower = box("tower", 10, 10, 20, 20, top=12.0)
    roof = field([armed("dwarf", 18.4, 15, gun())], [unit("dwarf", 26, 15)], pieces=(tower,))
    named(roof, "A1").on, named(roof, "A1").facing = tower.id, facing
    assert why(aim(roof)) == ""


@pytest.mark.rule("TC-LOS-4", "TC-LOS-5", "TC-NLOS-1", "TC-GEAR-7")
def test_a_lobbed_shot_goes_over_walls_into_a_yard_but_not_under_its_roof():
    walls = (
        line("wall", (30, 10), (50, 10)),
        line("wall", (50, 10), (50, 30)),
        line("wall", (50, 30), (30, 30)),
        line("wall", (30, 30), (30, 10)),
    )
    roof = box("bridge", 29, 9, 51, 31, bottom=3.0, top=3.2)
    sides = [armed("marine", 10, 20, gun(nlos=True), gun(id="rifle"))], [unit("marine", 40, 20)]
    yard = field(*sides, pieces=walls)
    assert why(aim(yard)) == ""
    assert why(aim(yard, copy="rifle-1")) == "TC-COVER-6"
    blind = [one.value for one in hit_tally(aim(yard)).modifiers if one.rule == "TC-NLOS-1"]
    assert blind == [-6]
    assert why(aim(field(*sides, pieces=(*walls, roof)))) == "TC-LOS-5"
    inside = field([armed("marine", 34, 14, gun(nlos=True))], [unit("marine", 40, 20)], pieces=(*walls, roof))
    assert why(aim(inside)) == ""


@pytest.mark.rule("TC-NLOS-2")
def test_lobbing_at_a_visible_target_takes_6_and_leaves_out_cover_and_the_minimum():
    game = field([armed("marine", 10, 20, gun(nlos=True, min=8.0))], [unit("marine", 17, 20)])
    assert why(aim(game)) == "TC-GEAR-8"
    assert why(aim(game, nlos=True)) == ""
    assert hit_tally(aim(game, nlos=True)).total == 10 + 1 - 6


# ---------------------------------------------------------------- ranges
@pytest.mark.rule("TC-RANGE-2")
def test_the_range_goes_to_the_nearest_point_of_the_base_in_sight():
    """A low wall that ends on the line between the middles hides the half of the base above it."""
    wall = line("wall", (26, 10), (26, 20), top=2.2)
    game = field([armed("marine", 10, 20, gun())], [unit("dwarf", 30, 21)], pieces=(wall,))
    plain = field([armed("marine", 10, 20, gun())], [unit("dwarf", 30, 21)])
    assert aim(plain).range == pytest.approx((20**2 + 1) ** 0.5 - 4)
    assert 0 < aim(game).hidden < 1
    assert aim(game).range >= aim(plain).range
    covering = line("wall", (26, 10), (26, 20.9), top=2.2)
    hidden = field([armed("marine", 10, 20, gun())], [unit("dwarf", 30, 21)], pieces=(covering,))
    assert aim(hidden).range > aim(plain).range + 0.001
    lobbed = field([armed("marine", 10, 20, gun(nlos=True))], [unit("dwarf", 30, 21)], pieces=(covering,))
    assert aim(lobbed, nlos=True).range == aim(plain).range


@pytest.mark.rule("TC-RANGE-3")
def test_at_what_is_designated_the_nearest_point_of_all_counts():
    wall = line("wall", (26, 10), (26, 20.9), top=2.2)
    spotter = unit("heron", 30, 40)
    game = field([armed("marine", 10, 20, gun()), spotter], [unit("dwarf", 30, 21)], pieces=(wall,))
    assert aim(game).designated
    assert aim(game).range == pytest.approx((20**2 + 1) ** 0.5 - 4)


@pytest.mark.rule("TC-GEAR-9", "TC-HIT-5")
def test_there_is_no_longest_range_only_a_growing_penalty():
    game = field([armed("marine", 1, 20, gun(opt=10.0, per=2.0))], [unit("marine", 89, 20)])
    assert why(aim(game)) == ""
    penalty = [one.value for one in hit_tally(aim(game)).modifiers if one.rule == "TC-RANGE-4"]
    assert penalty == [-38], "86 is 76 beyond 10"


# ---------------------------------------------------------------- terrain takes damage
@pytest.mark.rule("TC-ATK-3", "TC-DMG-4")
def test_a_building_loses_life_by_its_ac_and_falls_at_once():
    house = box("building", 30, 10, 40, 30, ac=2)
    game = field([armed("dwarf", 10, 20, gun(damage=7))], [], pieces=(house,))
    load(game, 1)
    shot(game, house.id)
    assert game.state.piece_life(house) == 17, "7 damage at AC2 are 3 life, and 1 is lost"
    big = field([armed("dwarf", 10, 20, gun(damage=40))], [], pieces=(house,))
    load(big, 1)
    shot(big, house.id)
    assert big.state.ruins == (house.id,)


# ---------------------------------------------------------------- through walls
@pytest.mark.rule("TC-WALL-1", "TC-WALL-2", "TC-WALL-3")
def test_an_armour_piercing_shot_goes_through_a_wall_at_half_damage():
    wall = line("wall", (30, 10), (30, 30))
    behind = unit("marine", 31, 20, infiltrated=True)
    game = field([armed("dwarf", 10, 20, AP)], [behind, unit("marine", 40, 20)], pieces=(wall,))
    run(game, ChooseWeapon("A1"))
    assert f"{wall.id}>B1" not in options(game), "the first round does not pierce"
    play(game, "mode:ap")
    found = options(game)
    assert found[f"{wall.id}>B1"] == ""
    assert f"{wall.id}>B2" not in found, "it does not stand against the wall"
    load(game, 12)
    play(game, f"{wall.id}>B1")
    assert game.state.piece_life(wall) == 10, "base 10, AC1, Wet Wire Jacks 1: 12 or less"
    assert named(game, "B1").life == 15
    assert unread(game) == ()


@pytest.mark.rule("TC-WALL-4")
def test_a_thick_wall_is_not_pierced():
    wall = line("wall", (30, 10), (30, 30), thick=True)
    game = field([armed("dwarf", 10, 20, AP)], [unit("marine", 31, 20)], pieces=(wall,))
    run(game, ChooseWeapon("A1"))
    play(game, "mode:ap")
    assert f"{wall.id}>B1" not in options(game)


@pytest.mark.rule("TC-WALL-5")
@pytest.mark.parametrize(("mode", "life"), [("he", 12), ("ap", 5)])
def test_a_flimsy_door_is_shot_through_with_anything(mode, life):
    door = line("door", (30, 10), (30, 30))
    weapon = gun(damage=15, modes=AP.modes)
    game = field([armed("dwarf", 10, 20, weapon)], [unit("marine", 31, 20)], pieces=(door,))
    load(game, 1)
    shot(game, *(["mode:ap"] if mode == "ap" else []), f"{door.id}>B1")
    assert named(game, "B1").life == life, "15: 8 and all"


def test_a_place_and_a_shield_have_names_of_their_own():
    game = field([unit("dwarf", 10, 20)], [])
    game.state.bubbles = (Bubble("bubble-1", 1, (30.0, 20.0)),)
    assert mark(game.state, "@30,12.5") == Point((30.0, 12.5))
    assert mark(game.state, "bubble-1") is game.state.bubbles[0]
    with pytest.raises(KeyError):
        mark(game.state, "nothing")
