"""Special actions and special rules: Coordinate, Designate, Destructive weapons, buildings, vehicles."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import Attack, defence, firepower
from tabletop_tui.rules.pmc2640.shooting.markerlight_targets import refuse_mark
from tabletop_tui.rules.pmc2640.shooting.shooting import Shoot
from tabletop_tui.rules.pmc2640.shooting.shooting_limits import weapons_for
from tabletop_tui.rules.pmc2640.shooting.target_choice import ChooseTarget
from tabletop_tui.rules.pmc2640.sight import sight
from tabletop_tui.rules.pmc2640.state import distances, terrain_state
from tabletop_tui.rules.pmc2640.turn.activation import ChooseAction, Coordinate
from tabletop_tui.rules.pmc2640.turn.turn import ActionPhase
from tests.playing import options, play, run, unread
from tests.pmc2640.build import battle_of, box, buggy, field, rifles, unit, wall

rule = pytest.mark.rule
ORDINARY = {"move", "fire", "advance", "assault"}


def does(game, name, *answers):
    """Activate a unit out of any order and answer."""
    run(game, ChooseAction(name))
    return play(game, *answers)


def command(x, y, **changes):
    return rifles(x, y, size=2, tier=2, command=2, **changes)


# ---------------------------------------------------------------- special actions
@rule("PMC-SPEC-1", "PMC-ACT-1")
def test_without_a_special_rule_there_are_four_actions_and_one_of_them_is_all():
    game = field([rifles(20, 30), rifles(30, 30)], [rifles(20, 10), rifles(30, 10)])
    run(game, ActionPhase())
    play(game, "A1")
    assert set(options(game)) == ORDINARY
    play(game, "move", ["20,33"])
    assert game.question.seat == 1
    assert unit(game, "A1").activated


@rule("PMC-SPEC-1", "PMC-BLDG-1")
def test_a_special_action_is_the_whole_activation():
    house = box("b", "building", 22, 18, 26, 22)
    game = field([rifles(20, 20)], [rifles(20, 5)], pieces=(house,))
    run(game, ActionPhase())
    play(game, "A1", "enter:b")
    assert unit(game, "A1").activated
    assert game.question.seat == 1


# ---------------------------------------------------------------- Coordinate
@rule("PMC-SR-1", "PMC-SR-3")
def test_a_command_unit_activates_two_friends_in_a_row_and_does_nothing_else():
    friends = [rifles(20, 30, size=1), rifles(24, 30, size=1), rifles(28, 30, size=1)]
    game = field([command(16, 30), *friends], [rifles(10 + 9 * n, 5, size=1) for n in range(3)])
    run(game, ActionPhase())
    assert battle_of(game).in_a_row == (1, 1)
    play(game, "A1")
    assert options(game)["coordinate"] == ""
    play(game, "coordinate")
    assert set(options(game)) == {"A2", "A3", "A4"}, "the first has to be somebody"
    assert game.question.seat == 0
    play(game, "A2", "move", ["20,33"])
    assert set(options(game)) == {"A3", "A4", "enough"}
    play(game, "A3", "move", ["24,33"])
    assert game.question.seat == 1, "two friends and no more"
    assert [unit(game, name).activated for name in ("A1", "A2", "A3", "A4")] == [True, True, True, False]


@rule("PMC-SR-1")
def test_coordinating_fewer_is_allowed():
    game = field([command(16, 30), rifles(20, 30, size=1), rifles(24, 30, size=1)], [rifles(10, 5)])
    run(game, Coordinate("A1", 2))
    play(game, "A2", "move", ["20,33"], "enough")
    assert game.question is None
    assert not unit(game, "A3").activated


@rule("PMC-SR-1", "PMC-SR-2")
def test_whom_a_command_unit_cannot_activate():
    friends = [
        rifles(28.5, 30, size=1),  # 2: exactly 12 in
        rifles(28.6, 33, size=1),  # 3: further
        command(20, 25),  # 4: another Command unit
        rifles(18, 33, size=1, tier=3),  # 5: one Tier above
        rifles(21, 33, size=1, tier=4),  # 6: two Tiers above
        rifles(12, 30, size=1),  # 7: already activated
        rifles(12, 33, size=1),  # 8: Suppressed
        rifles(12, 26, size=1),  # 9: in reserve
    ]
    game = field([command(16, 30), *friends], [rifles(10, 5), rifles(16, 34)])
    unit(game, "A7").activated, unit(game, "A8").suppression = True, 5
    unit(game, "A9").models, unit(game, "A9").reserve = (), "second"
    run(game, Coordinate("A1", 2))
    assert set(options(game)) == {"A2", "A5"}


@rule("PMC-SR-1", "PMC-GEN-11")
def test_with_nobody_to_coordinate_it_is_refused():
    game = field([command(16, 30), rifles(40, 30, size=1)], [rifles(10, 5)])
    run(game, ChooseAction("A1"))
    assert options(game)["coordinate"] == "PMC-SR-1"


@rule("PMC-SR-3")
def test_coordinated_units_come_with_one_of_the_activations_due_and_are_not_multiplied():
    friends = [rifles(20 + 4 * n, 30, size=1) for n in range(5)]
    game = field([command(16, 30), *friends], [rifles(10, 5), rifles(30, 5), rifles(40, 5)])
    run(game, ActionPhase())
    assert battle_of(game).in_a_row == (2, 1)
    play(game, "A1", "coordinate", "A2", "move", ["20,33"], "A3", "move", ["24,33"])
    assert (game.question.seat, options(game)["A4"]) == (0, ""), "the second of two in a row"
    play(game, "A4", "move", ["28,33"])
    assert game.question.seat == 1


# ---------------------------------------------------------------- Designate
def observed(*pieces, marker=(20.0, 30.0), target=(20.0, 15.0), gunner=(20.0, 40.0), dice=(), **mortar):
    """A marker (A1), a mortar (A2) with Range 48, and an enemy; a wall of rocks hides the enemy from the mortar."""
    mortar = {"size": 2, "range": 48, "firepower": 6, "indirect": True, "cumbersome": True} | mortar
    mine = [rifles(*marker, size=1, markerlights=True), rifles(*gunner, **mortar)]
    rocks = box("r", "rocks", 17, 36, 23, 37)
    return field(mine, [rifles(*target, size=1), rifles(45, 46)], pieces=(rocks, *pieces), dice=dice)


@rule("PMC-SR-8", "PMC-SR-11", "PMC-SR-12", "PMC-BASIC-1")
def test_a_marked_enemy_is_shot_at_once_out_of_sight_with_basic_firepower():
    # Firepower 6, 2 models +0, no Fire!, no half range: 4 + 6 = 10 against 9, one hit.
    game = observed(dice=(4, 3))
    assert sight.no_sight(battle_of(game), unit(game, "A2"), unit(game, "B1")) is not None
    run(game, ActionPhase())
    play(game, "A1", "designate", ["20,30"])
    assert (game.question.seat, options(game)) == (0, {"B1:A2": ""})
    play(game, "B1:A2")
    assert unit(game, "B1").suppression == 1
    assert unit(game, "A2").activated
    assert not unread(game)
    assert game.question.seat == 1, "the shot is not one more go"


@rule("PMC-SR-12")
def test_the_owner_chooses_among_his_own_indirect_fire_units():
    mortar = {"size": 1, "range": 48, "indirect": True}
    mine = [rifles(20, 30, size=1, markerlights=True), rifles(20, 40, **mortar), rifles(24, 40, **mortar)]
    game = field(mine, [rifles(20, 15, size=1), rifles(30, 40, **mortar)])
    does(game, "A1", "designate", ["20,30"])
    assert {key for key in options(game) if key.startswith("B1")} == {"B1:A2", "B1:A3"}


@rule("PMC-SR-11")
def test_the_marker_moves_up_to_its_move_without_the_two_inches():
    game = observed()
    does(game, "A1", "designate")
    assert game.refuse(["24,30"]) is None
    assert game.refuse(["24.1,30"]).rule == "PMC-MOVE-1"


@rule("PMC-SR-11")
@pytest.mark.parametrize(("distance", "marked"), [(24.0, True), (24.02, False)])
def test_marking_reaches_24_inches(distance, marked):
    game = observed(marker=(20, 28), target=(20, 27.5 - distance))
    does(game, "A1", "designate", ["24,28"])  # step aside: further away than before
    assert game.question is None, "nothing to mark from there"
    game = observed(marker=(20, 28), target=(20, 27.5 - distance))
    does(game, "A1", "designate")
    if not marked:
        assert game.refuse(["20,28"]) is not None, "to stay and mark nobody is to do nothing"
        why = refuse_mark(battle_of(game), unit(game, "A1"), unit(game, "B1"))
        assert str(why) == "24.02 in away, marking reaches 24 [PMC-SR-11]"
    else:
        play(game, ["20,28"])
        assert options(game) == {"B1:A2": ""}


@rule("PMC-SR-11", "PMC-SR-12")
def test_what_the_marker_does_not_see_it_does_not_mark():
    game = observed(box("s", "rocks", 15, 22, 21.4, 23))
    does(game, "A1", "designate", ["20,31"])
    assert game.question is None, "from there the rocks are in between"
    game = observed(box("s", "rocks", 15, 22, 21.4, 23))
    does(game, "A1", "designate", ["24,30"])
    assert options(game) == {"B1:A2": ""}


@rule("PMC-SR-8")
@pytest.mark.parametrize(("reach", "least", "marked"), [(24, 0, False), (25, 0, True), (48, 25, False), (48, 24, True)])
def test_the_indirect_shot_keeps_to_range_and_minimum_range(reach, least, marked):
    game = observed(range=reach, minimum_range=least, size=1, target=(20, 15.5))  # the mortar is 24 in away
    gap = distances.distance(battle_of(game), unit(game, "A2"), unit(game, "B1"))
    assert gap == pytest.approx(24)
    unit(game, "A2").models = ((20, 40.5 if reach == 25 or least == 25 else 40),)
    if reach == 24:
        unit(game, "A2").models = ((20, 40.1),)
    if least == 25:
        unit(game, "A2").models = ((20, 40.4),)
    run(game, ChooseAction("A1"))
    # The other enemy can be shot at from 25 in, but is far from the marker.
    assert options(game)["designate"] == ("" if marked else "PMC-SR-8" if reach == 24 else "PMC-SR-11")
    if marked:
        play(game, "designate", ["20,29"])
        assert options(game) == {"B1:A2": ""}


# The marker goes 4 in, so that it can mark up to 28 in away from where it stands.
@rule("PMC-GEN-11", "PMC-SR-11")
@pytest.mark.parametrize(("distance", "said"), [(28.0, ""), (28.02, "PMC-SR-11"), (35.0, "PMC-SR-11")])
def test_designate_is_not_offered_where_nobody_is_within_reach_of_move_and_mark(distance, said):
    game = observed(marker=(20, 32), target=(20, 31.5 - distance))
    run(game, ChooseAction("A1"))
    assert options(game)["designate"] == said


def courtyard(*gaps):
    """High walls all around (20,30), at 6 in, with gaps in the one to the north: each from here to there."""
    ends = [12.0, *(end for gap in gaps for end in gap), 28.0]
    north = [
        wall(f"n{n}", a, 24, b, 24, "medium-wall") for n, (a, b) in enumerate(zip(ends[::2], ends[1::2], strict=True))
    ]
    sides = wall("w", 12, 24, 12, 46, "medium-wall"), wall("e", 28, 24, 28, 46, "medium-wall")
    return (*north, *sides, wall("s", 12, 46, 28, 46, "medium-wall"))


@rule("PMC-GEN-11", "PMC-SR-11")
@pytest.mark.parametrize("size", [1, 4])
def test_designate_is_offered_only_if_somebody_can_be_seen_from_some_place_in_reach(size):
    """From within the walls the enemy is seen through the gap only: by who stands in line with both."""
    for gaps, said in (((), "PMC-GEN-11"), (((15.7, 16.3),), ""), (((24.0, 24.2),), "PMC-GEN-11")):
        game = observed(*courtyard(*gaps), target=(12.0, 18.0))
        unit(game, "A1").models, unit(game, "A1").left = ((20, 30), (20.9, 30), (20, 30.9), (20.9, 30.9))[:size], size
        run(game, ChooseAction("A1"))
        assert options(game)["designate"] == said, gaps
        if not said:
            play(game, "designate")
            assert any(marks_after(game, spot) for spot in game.question.field.cells())


def marks_after(game, spot):
    """Whether somebody can be marked after this move."""
    clone = game.clone()
    play(clone, [spot])
    return clone.question is not None


@rule("PMC-GEN-11", "PMC-SR-11")
def test_a_slit_between_the_whole_inches_is_found_too():
    """Two walls a fifth of an inch apart: the enemy is seen through the slit from a strip that holds no whole inch."""
    slit = (wall("l", 10, 24, 20.35, 24, "medium-wall"), wall("r", 20.65, 24, 31, 24, "medium-wall"))
    game = observed(*slit, marker=(18, 30.5), target=(20.5, 12))
    run(game, ChooseAction("A1"))
    assert options(game)["designate"] == ""
    play(game, "designate")
    assert not any(marks_after(game, spot) for spot in game.question.field.cells())
    assert marks_after(game, "20.5,30.5")


@rule("PMC-SR-12", "PMC-GEN-11")
def test_designate_needs_an_indirect_fire_unit_that_can_still_be_activated():
    for spoil in ("activated", "suppressed", "gone", ""):
        game = observed()
        gunner = unit(game, "A2")
        gunner.activated = spoil == "activated"
        gunner.suppression = 5 if spoil == "suppressed" else 0
        if spoil == "gone":
            battle_of(game).remove(gunner, "destroyed")
        run(game, ChooseAction("A1"))
        assert options(game)["designate"] == ("PMC-SR-12" if spoil else "")
    both = field([rifles(20, 30, markerlights=True, indirect=True, range=48)], [rifles(20, 15)])
    run(both, ChooseAction("A1"))
    assert options(both)["designate"] == "PMC-SR-12", "it cannot be activated once more"
    game = field([rifles(20, 30), rifles(20, 40, indirect=True)], [rifles(20, 10)])
    run(game, ChooseAction("A1"))
    assert "designate" not in options(game), "only with Markerlights"


@rule("PMC-SR-14", "PMC-SR-8")
def test_a_stealthy_enemy_can_be_marked_but_not_shot_at_indirectly_from_afar():
    game = field(
        [rifles(20, 25, size=1, markerlights=True), rifles(20, 39, range=48, indirect=True)],
        [rifles(20, 15, size=1, stealth=True)],
    )
    run(game, ChooseAction("A1"))
    assert options(game)["designate"] == "PMC-SR-8", "nobody could shoot at it"
    unit(game, "B1").activated = True  # then up to 24 in, and the mortar is 23.5 in away
    run(game, ChooseAction("A1"))
    play(game, "designate", ["20,24"])
    assert options(game) == {"B1:A2": ""}


@rule("PMC-LOS-1", "PMC-SR-8")
def test_a_long_range_needs_a_mark_beyond_36_inches():
    game = field([rifles(10, 44, range=48, size=1, indirect=True)], [rifles(10, 7.5, size=1), rifles(12, 7.4, size=1)])
    run(game, ChooseTarget("A1", "fire"))
    assert options(game) == {"B1": "", "B2": "PMC-LOS-1"}


@rule("PMC-SR-13")
def test_specialisation_against_the_ground_hinders_nothing_here():
    game = field([rifles(20, 20, ground_only=True)], [rifles(26, 20), buggy(30, 24)])
    run(game, ChooseTarget("A1", "fire"))
    assert options(game) == {"B1": "", "B2": ""}


@rule("PMC-SR-4")
def test_a_cumbersome_unit_moves_and_fires():
    game = field([rifles(20, 20, cumbersome=True)], [rifles(24, 20)])
    run(game, ChooseAction("A1"))
    assert options(game) == {"move": "", "fire": "", "advance": "PMC-SR-4", "assault": "PMC-SR-4"}


# ---------------------------------------------------------------- Destructive weapons
GRENADES = {"destructive": True, "range": 12, "firepower": 3}


@rule("PMC-SR-5", "PMC-AREA-10", "PMC-BLDG-7")
def test_what_a_destructive_weapon_can_shoot_at():
    pieces = (
        wall("low", 16, 14, 20, 14),
        wall("medium", 24, 14, 28, 14, "medium-wall"),
        box("house", "building", 28, 20, 32, 24),
        box("bunker", "reinforced", 20, 28, 24, 30),
        box("woods", "woods", 12, 20, 14, 24),
        box("ruins", "ruins", 12, 26, 14, 28),
        box("rocks", "rocks", 26, 28, 28, 30),
        box("far", "building", 40, 20, 44, 24),
    )
    game = field([rifles(20, 20, **GRENADES)], [rifles(20, 5)], pieces=pieces)
    run(game, ChooseTarget("A1", "fire"))
    assert {key for key in options(game) if key.startswith("piece")} == {"piece:low", "piece:medium", "piece:house"}
    ordinary = field([rifles(20, 20)], [rifles(20, 5)], pieces=pieces)
    run(ordinary, ChooseTarget("A1", "fire"))
    assert set(options(ordinary)) == {"B1"}


@rule("PMC-SR-5", "PMC-AREA-10")
@pytest.mark.parametrize(("face", "gone"), [(0, False), (7, False), (8, True), (9, True)])
def test_one_hit_on_defence_14_destroys_the_piece(face, gone):
    # Firepower 3, 4 models +1, half range 2, Fire! 1: 7 + the die against 14.
    game = field([rifles(20, 20, **GRENADES)], [rifles(20, 5)], pieces=(wall("w", 24, 18, 24, 22),), dice=(face,))
    run(game, ChooseTarget("A1", "fire"))
    play(game, "piece:w")
    assert ("w" in battle_of(game).destroyed) is gone
    assert not unread(game), "no D6 is rolled"


@rule("PMC-SR-5")
def test_a_natural_nine_destroys_the_piece_against_all_odds():
    game = field(
        [rifles(20, 20, destructive=True, firepower=0, size=1)],
        [rifles(20, 5)],
        pieces=(wall("w", 32, 18, 32, 22),),
        dice=(9,),
    )
    run(game, ChooseTarget("A1", "advance"))
    play(game, "piece:w")
    assert "w" in battle_of(game).destroyed


@rule("PMC-SR-6")
def test_an_enemy_hidden_behind_the_wall_is_attacked_first_and_has_its_cover():
    # On the unit: 3 + 1 + half range 2 + Fire! 1 = 7 against 9 + 2; on the wall 7 against 14.
    game = field(
        [rifles(20, 20, **GRENADES)],
        [rifles(25, 20), rifles(25, 30)],
        pieces=(wall("w", 24, 19, 24, 24),),
        dice=(5, 2, 8),
    )
    run(game, ChooseTarget("A1", "fire"))
    play(game, "piece:w")
    assert (unit(game, "B1").suppression, unit(game, "B2").suppression) == (1, 0)
    assert "w" in battle_of(game).destroyed
    assert not unread(game)


@rule("PMC-SR-6")
def test_an_enemy_behind_a_medium_wall_is_hit_without_being_seen():
    pieces = (wall("w", 24, 18, 24, 24, "medium-wall"),)
    game = field([rifles(20, 20, **GRENADES)], [rifles(25, 20)], pieces=pieces, dice=(3, 2, 0))
    run(game, ChooseTarget("A1", "fire"))
    assert options(game)["B1"] == "PMC-LIN-2"
    play(game, "piece:w")
    assert unit(game, "B1").suppression == 1, "no Defence bonus from a medium wall: 3 + 7 against 9"
    assert "w" not in battle_of(game).destroyed
    assert not unread(game)


@rule("PMC-SR-6", "PMC-SR-14")
def test_a_stealthy_enemy_behind_the_wall_is_not_attacked_from_afar():
    game = field(
        [rifles(10, 20, destructive=True, range=24, firepower=9)],
        [rifles(24, 20, stealth=True)],
        pieces=(wall("w", 23, 18, 23, 24),),
        dice=(9,),  # for the wall
    )
    run(game, ChooseTarget("A1", "fire"))
    play(game, "piece:w")
    assert unit(game, "B1").suppression == 0
    assert "w" in battle_of(game).destroyed
    assert not unread(game)


def occupied(*dice, enemy_inside=True, **changes):
    """Grenadiers before a building with riflemen inside."""
    shooter = rifles(20, 20, **(GRENADES | changes))
    inside = rifles(30, 20)
    sides = ([shooter], [inside]) if enemy_inside else ([shooter, inside], [rifles(40, 40)])
    game = field(*sides, pieces=(box("b", "building", 24, 18, 32, 24),), dice=dice)
    name = "B1" if enemy_inside else "A2"
    unit(game, name).models, unit(game, name).building = (), "b"
    return game


@rule("PMC-SR-6", "PMC-FIRE-1")
@pytest.mark.parametrize(("x", "hit"), [(38.5, True), (38.51, False), (39.5, False)])
def test_who_shelters_beyond_the_range_is_not_attacked_with_the_wall(x, hit):
    """The wall is within 18 in; who stands 0.5 in further than that from middle to middle is 18 in away."""
    game = field(
        [rifles(20, 20, size=1, destructive=True)],
        [rifles(x, 20, size=1)],
        pieces=(wall("w", 38.24, 18, 38.24, 22),),
        dice=(0, 0) if hit else (0,),
    )
    run(game, ChooseTarget("A1", "fire"))
    assert [line.value for line in game.preview("piece:w").lines if "PMC-SR-6" in line.rules] == ["B1 Rifles"] * hit
    play(game, "piece:w")
    assert not unread(game)


@rule("PMC-SR-6", "PMC-SR-7", "PMC-BLDG-8")
def test_a_building_that_falls_buries_its_occupants_who_then_stand_in_rubble():
    # On the unit 1 + 7 against 11: none. On the building 8 + 7 against 14: gone. The collapse 2 + 10 against 9: 3 hits.
    game = occupied(1, 8, 2, 1, 2, 3)
    run(game, ChooseTarget("A1", "fire"))
    play(game, "piece:b")
    battle, victim = battle_of(game), unit(game, "B1")
    assert not unread(game)
    assert victim.suppression == 2
    assert (victim.building, len(victim.models)) == ("", 4)
    assert all(terrain_state.ground_at(battle, spot) == "rubble" for spot in victim.models)
    assert terrain_state.kind_of(battle, "b") == "rubble"
    assert defence(battle, Attack("A1", "B1")).rules == ("PMC-FIRE-2", "PMC-AREA-7")
    assert terrain_state.destructible(battle) == [], "rubble is not destroyed again"


@rule("PMC-SR-7")
def test_the_collapse_has_no_modifiers_but_adds_one_to_hits_on_the_broken():
    game = occupied(0, 9, 1, 5, 5)
    unit(game, "B1").suppression = 9
    run(game, ChooseTarget("A1", "fire"))
    play(game, "piece:b", "0")
    assert unit(game, "B1").left == 3
    assert not unread(game)


@rule("PMC-SR-7")
def test_a_friend_inside_is_not_attacked_but_buried():
    game = occupied()
    run(game, ChooseTarget("A1", "fire"))
    assert {line.label: line.mood for line in game.preview("piece:b").lines}["falls on"] == ""
    game = occupied(8, 0, enemy_inside=False)
    run(game, ChooseTarget("A1", "fire"))
    assert {line.label: line.mood for line in game.preview("piece:b").lines}["falls on"] == "bad"
    play(game, "piece:b")
    assert unit(game, "A2").building == ""
    assert not unread(game)


@rule("PMC-SR-7")
def test_occupants_who_die_by_the_first_roll_are_not_buried():
    # 4 + 9 + 1 + 2 + 1 = 17 against 11: six hits; the building 0.
    game = occupied(4, 6, 1, 1, 1, 1, 1, 9, firepower=9)
    unit(game, "B1").left = 1
    run(game, ChooseTarget("A1", "fire"))
    play(game, "piece:b")
    assert unit(game, "B1").gone == "destroyed"
    assert not unread(game)


@rule("PMC-AUX-2")
def test_auxiliary_weapons_are_not_destructive_nor_indirect():
    wall_near = (wall("w", 24, 18, 24, 22),)
    game = field([rifles(20, 20, destructive=True, minimum_range=12, range=48)], [rifles(28, 40)], pieces=wall_near)
    run(game, ChooseTarget("A1", "fire"))
    assert options(game) == {"B1": ""}, "the wall is inside the minimum range"


@rule("PMC-SR-15", "PMC-SR-5")
def test_the_mortar_uses_basic_firepower_on_walls_too():
    game = field(
        [rifles(20, 20, destructive=True, basic_only=True)], [rifles(40, 40)], pieces=(wall("w", 24, 18, 24, 22),)
    )
    assert firepower(battle_of(game), Attack("A1", "", piece="w")).total == 3


@rule("PMC-LOS-1", "PMC-LOS-2", "PMC-SR-5")
def test_a_piece_is_shot_at_only_in_sight():
    weapon = {"destructive": True, "range": 48, "size": 1}
    walls = (wall("near", 10, 8, 14, 8), wall("far", 30, 7.7, 34, 7.7))
    game = field([rifles(12, 44.25, **weapon), rifles(32, 44.25, **weapon)], [rifles(45, 30)], pieces=walls)
    run(game, ChooseTarget("A1", "fire"))
    assert "piece:near" in options(game)
    assert "piece:far" not in options(game), "more than 36 in away"
    game = field([rifles(12, 20, **weapon)], [rifles(11.1, 12, size=1), rifles(12.9, 12)], pieces=(walls[0],))
    unit(game, "B1").models, unit(game, "B1").left = ((11, 12), (12, 12), (13, 12)), 3
    run(game, ChooseTarget("A1", "fire"))
    assert "piece:near" not in options(game), "a unit stands in the way"


@rule("PMC-AREA-3", "PMC-SR-5")
def test_who_stands_on_a_hill_can_shoot_at_a_wall_below():
    pieces = (box("h", "hill", 16, 16, 22, 26), wall("w", 28, 18, 28, 22))
    game = field([rifles(20, 20, destructive=True)], [rifles(40, 40)], pieces=pieces)
    run(game, ChooseTarget("A1", "fire"))
    assert "piece:w" in options(game)


# ---------------------------------------------------------------- shots in general
@rule("PMC-STAT-4", "PMC-FIRE-2")
def test_the_same_defence_stands_against_shots_and_in_the_assault():
    game = field([rifles(20, 20)], [rifles(25, 20, defence=12)])
    assert defence(battle_of(game), Attack("A1", "B1")).total == 12
    run(game, ChooseAction("A1"))
    play(game, "assault")
    assert next(line for line in game.preview("B1").lines if line.label == "against").value == "Defence 12"


@rule("PMC-ADV-2", "PMC-ADV-1")
def test_an_advance_pays_for_terrain_and_shoots_by_the_ordinary_rules():
    game = field(
        [rifles(20, 20)], [rifles(30, 20), rifles(44, 5)], pieces=(box("r", "rubble", 21, 15, 23, 26),), dice=(1,)
    )
    does(game, "A1", "advance")
    assert game.refuse(["24,21.35"]).rule == "PMC-TERR-7"
    play(game, ["23,21.35"])
    assert options(game) == {"B1": "", "B2": "PMC-FIRE-1", "hold": ""}
    shot = Attack("A1", "B1", order="advance")
    assert firepower(battle_of(game), shot).total == 2 + 1 + 2


@rule("PMC-ADV-1", "PMC-GEN-11")
def test_an_advance_of_nothing_has_to_shoot():
    game = field([rifles(20, 20)], [rifles(44, 44)])
    does(game, "A1", "advance")
    assert game.refuse(["20,21.35"]).rule == "PMC-GEN-11", "no target, so it has to go somewhere"
    game = field([rifles(20, 20)], [rifles(30, 20)], dice=(1,))
    does(game, "A1", "advance", ["20,21.35"])
    assert options(game) == {"B1": "", "hold": "PMC-GEN-11"}
    play(game, "B1", "main")
    assert not unread(game)
    game = field([buggy(20, 20)], [rifles(30, 20)])
    does(game, "A1", "advance", ["20,20", "turn=90"])
    assert options(game)["hold"] == "", "to turn is to move"


@rule("PMC-ADV-1")
def test_after_an_advance_nobody_is_asked_for_a_target_who_has_none():
    game = field([rifles(20, 20)], [rifles(44, 44)])
    does(game, "A1", "advance", ["20,23.35"])
    assert game.question is None


@rule("PMC-AUX-1")
def test_auxiliary_weapons_reach_12_inches_whatever_the_main_weapon():
    game = field([rifles(20, 20, range=6)], [rifles(32.5, 20), rifles(32.6, 30)], dice=(7, 2))
    run(game, ChooseTarget("A1", "fire"))
    assert options(game) == {"B1": "", "B2": "PMC-FIRE-1"}
    play(game, "B1")  # with only one weapon in range nothing is asked: 7 + 1 + 1 + Fire! 1 against 9
    assert unit(game, "B1").suppression == 1


@rule("PMC-SR-14")
def test_stealth_holds_against_auxiliary_weapons_too():
    game = field([rifles(20, 20, size=1, minimum_range=1)], [rifles(36, 20, stealth=True)])
    assert weapons_for(battle_of(game), unit(game, "A1"), unit(game, "B1"), "fire") == []
    unit(game, "B1").activated = True
    assert weapons_for(battle_of(game), unit(game, "A1"), unit(game, "B1"), "fire") == ["main"]


@rule("PMC-FIRE-2")
def test_a_shot_of_a_unit_that_is_gone_does_not_happen():
    game = field([rifles(20, 20)], [rifles(26, 20)])
    battle_of(game).remove(unit(game, "B1"), "destroyed")
    run(game, Shoot(Attack("A1", "B1")))
    assert game.question is None
