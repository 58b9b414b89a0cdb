"""Vehicles: damage by side, moving, armour, all weapons at once, artillery (AMC-DMG, AMC-VUNIT, AMC-VEH)."""

from __future__ import annotations

from math import cos, radians, sin

import pytest

from tabletop_tui.rules.armymen.damage.damage import DamageRolls, TakeHits, damage_rule, damage_words, destroyed_chance
from tabletop_tui.rules.armymen.shooting.shooting_limits import default_fire, refuse_target, usable
from tabletop_tui.rules.armymen.sight.sight import arc
from tabletop_tui.rules.armymen.state.victory import points
from tabletop_tui.rules.armymen.turn.turn import Activate, NextActivation
from tabletop_tui.skirmish.unit_place_fields import heading
from tests.armymen.build import (
    act,
    artillery,
    battle_of,
    box,
    field,
    gunners,
    jeep,
    mortars,
    riflemen,
    said,
    stand,
    tank,
    unit,
)
from tests.playing import allowed, load, options, play, refused, run, unread

rule = pytest.mark.rule


# ---------------------------------------------------------------- damage
@rule("AMC-DMG-5", "AMC-DMG-6", "AMC-DMG-7")
@pytest.mark.parametrize(
    ("side", "dice", "destroyed"),
    [("front", (6, 4), False), ("front", (5, 6), True), ("side", (5,), True), ("rear", (1, 5), True)],
)
def test_the_side_says_which_die_counts(side, dice, destroyed):
    game = field([], [tank(10, 10)], dice=dice)
    run(game, DamageRolls("B1", 1, side))
    assert unread(game) == ()
    assert unit(game, "B1").destroyed == destroyed
    assert destroyed_chance("front") == pytest.approx(1 / 9)
    assert destroyed_chance("rear") == pytest.approx(5 / 9)


@rule("AMC-DMG-5")
def test_the_arcs_are_quarters_and_borders_count_for_the_vehicle():
    game = field([], [tank(10, 10, 0)])
    vehicle = unit(game, "B1")
    assert [arc(vehicle, [spot]) for spot in ((10, 5), (15, 5), (15, 6), (15, 15), (14, 15), (10, 15))] == [
        *("front", "front", "side", "side", "rear", "rear")
    ]
    assert arc(vehicle, [(10, 20), (12, 10)]) == "side", "the nearest attacker"
    assert arc(vehicle, [(10, 5), (10, 20), (12, 20)]) == "front", "however many are behind"


@rule("AMC-DMG-5", "AMC-DMG-6", "AMC-DMG-7")
@pytest.mark.parametrize("facing", [0, 90, 200, 350])
@pytest.mark.parametrize(
    ("turn", "side"),
    [(0, "front"), (44.9, "front"), (45.3, "side"), (90, "side"), (134.7, "side"), (135.3, "rear"), (180, "rear")],
)
def test_each_quarter_is_ninety_degrees_wide_on_both_sides(facing, turn, side):
    vehicle = unit(field([], [tank(24, 24, facing)]), "B1")
    for way in (facing + turn, facing - turn):
        spot = (24 + 20 * sin(radians(way)), 24 - 20 * cos(radians(way)))
        assert arc(vehicle, [spot]) == side


@rule("AMC-DMG-5")
def test_of_several_attackers_equally_near_the_side_of_most_counts_and_a_nearer_one_alone():
    vehicle = unit(field([], [tank(10, 10, 0)]), "B1")
    assert arc(vehicle, [(10, 15), (10, 5), (10, 15)]) == "rear"
    assert arc(vehicle, [(10, 15), (10, 15), (10, 5.1)]) == "front", "a tenth of an inch nearer"
    assert arc(vehicle, [(10, 15), (10, 15), (10, 5.01)]) == "rear", "places are kept to the hundredth"
    assert arc(vehicle, [(10, 15), (10, 5)]) == "front", "as many on both: the better for the vehicle"


@rule("AMC-SHOOT-4", "AMC-TERR-3", "AMC-VEH-5")
def test_more_blocks_than_hits_do_nothing_to_a_vehicle_in_a_minefield():
    game = field([], [tank(10, 10)], dice=(4, 4, 4, 4))
    run(game, TakeHits("B1", 1, "dangerous terrain", "AMC-TERR-3"))
    assert unread(game) == ()
    assert said(game).splitlines()[-1] == "1 hit on B1 Tank by dangerous terrain, blocked: no damage"


@rule("AMC-DMG-5", "AMC-DMG-6")
def test_borders_count_for_a_vehicle_whichever_way_it_faces():
    for x, y in ((-9, 3), (-7, 2), (-8, 9), (-8, -4), (-8, -3), (-8, -1)):
        vehicle = unit(field([], [tank(20, 20, heading((20, 20), (20 + x, 20 + y)))]), "B1")
        assert arc(vehicle, [(20 + x - y, 20 + y + x)]) == "front", "exactly 45 degrees"
        for across in ((20 - x - y, 20 + x - y), (20 - x + y, 20 - x - y)):
            assert arc(vehicle, [across]) == "side", "exactly 135 degrees"


@rule("AMC-DMG-1", "AMC-DMG-2", "AMC-DMG-3")
@pytest.mark.parametrize("dice", [(1, 3), (3, 1)])
def test_what_an_earlier_shot_has_done_stays(dice):
    game = field([], [tank(10, 10)], dice=dice)
    for _ in dice:
        run(game, DamageRolls("B1", 1, "side"))
    assert (unit(game, "B1").rattled, unit(game, "B1").stuck) == (True, True)


@rule("AMC-DMG-5", "AMC-DMG-6", "AMC-DMG-7", "AMC-DMG-1")
@pytest.mark.parametrize(("y", "dice"), [(2, (6, 4)), (38, (6, 4))])
def test_a_shot_damages_the_side_that_it_comes_from(y, dice):
    """A gunner north or south of a tank that faces south: two dice each, of which the lower or the higher counts."""
    game = field([gunners(20, y)], [tank(20, 20, 180)], dice=(6, 6, 1, *[1] * 4, *dice))
    act(game, "A1", "hold", "B1")
    assert unread(game) == ()
    assert unit(game, "B1").destroyed == (y == 2)
    assert unit(game, "B1").stuck == (y == 38)


@rule("AMC-DMG-1", "AMC-DMG-2", "AMC-DMG-3")
def test_results_of_different_kinds_add_up_and_equal_ones_do_not():
    game = field([], [tank(10, 10)], dice=(1, 3, 2))
    run(game, DamageRolls("B1", 3, "side"))
    assert unit(game, "B1").rattled
    assert unit(game, "B1").stuck
    load(game, 4)
    act(game, "B1")
    assert unread(game) == (), "one roll, however many such results"
    assert allowed(game) == ["hold"]
    assert options(game)["advance"] == options(game)["rush"] == "AMC-DMG-3"
    play(game, "hold")
    assert not unit(game, "B1").stuck, "it was for one activation"


@rule("AMC-DMG-2", "AMC-DMG-3", "AMC-ROUND-1")
def test_a_lost_activation_counts_and_leaves_it_stuck():
    game = field([], [tank(10, 10)])
    unit(game, "B1").rattled = unit(game, "B1").stuck = True
    load(game, 3)
    act(game, "B1")
    assert not game.agenda
    assert unit(game, "B1").activated
    assert unit(game, "B1").stuck
    assert not unit(game, "B1").rattled


@rule("AMC-DMG-4")
def test_a_five_destroys_and_removes_it():
    game = field([], [tank(10, 10)], dice=(1, 5))
    run(game, DamageRolls("B1", 2, "side"))
    assert unit(game, "B1").destroyed
    assert unit(game, "B1").models == ()


@rule("AMC-DMG-1")
def test_every_roll_is_made_even_after_one_that_destroys():
    game = field([], [tank(10, 10)], dice=(6, 6, 1, 1, 3, 3))
    run(game, DamageRolls("B1", 3, "rear"))
    assert unread(game) == ()
    assert unit(game, "B1").destroyed


@rule("AMC-DMG-1", "AMC-DMG-2", "AMC-DMG-3", "AMC-DMG-4")
@pytest.mark.parametrize(
    ("face", "fate"), [(1, "rattled"), (2, "rattled"), (3, "stuck"), (4, "stuck"), (5, "destroyed"), (6, "destroyed")]
)
def test_what_each_face_does(face, fate):
    game = field([], [jeep(10, 10)], dice=(face,))
    run(game, DamageRolls("B1", 1, "side"))
    vehicle = unit(game, "B1")
    assert [name for name in ("rattled", "stuck", "destroyed") if getattr(vehicle, name)] == [fate]
    words = {
        "rattled": "B1 Jeep must roll 4+ to activate",
        "stuck": "B1 Jeep may not move or pivot when next activated",
        "destroyed": "B1 Jeep is destroyed by damage",
    }
    assert game.events[-1].text == words[fate]


@rule("AMC-DMG-2")
def test_a_second_such_result_later_needs_no_second_roll():
    game = field([], [tank(10, 10)], dice=(1, 2))
    run(game, DamageRolls("B1", 1, "side"))
    run(game, DamageRolls("B1", 1, "side"))
    load(game, 4)
    act(game, "B1")
    assert unread(game) == ()
    assert "hold" in allowed(game)
    assert not unit(game, "B1").rattled, "the effect is over, it was for this activation"


@rule("AMC-DMG-2", "AMC-ROUND-1")
def test_next_is_this_round_if_it_has_not_acted_and_else_the_next_round():
    game = field([jeep(10, 10)], [jeep(40, 40)], dice=(2,))
    run(game, DamageRolls("A1", 1, "side"))
    unit(game, "B1").activated = True
    load(game, 3)
    run(game, NextActivation())
    assert "loses this activation" in said(game)
    assert unit(game, "A1").activated
    assert game.question is None, "both have acted"
    run(game, Activate("A1"))
    assert "hold" in allowed(game), "and it is free again"


@rule("AMC-DMG-3")
def test_who_is_stuck_may_hold_and_shoot_and_drives_again_in_the_activation_after():
    game = field([tank(10, 10)], [riflemen(10, 30)])
    unit(game, "A1").stuck = True
    act(game, "A1")
    assert allowed(game) == ["hold"]
    play(game, "hold")
    assert allowed(game) == ["B1", "hold"]
    play(game, "hold")
    act(game, "A1")
    assert allowed(game) == ["hold", "advance", "rush"]


@rule("AMC-DMG-4", "AMC-PREP-11")
def test_a_destroyed_vehicle_counts_with_all_its_upgrades():
    game = field([gunners(40, 40)], [jeep(10, 10, 0, "apc", "jeep-mg")], dice=(6,))
    run(game, DamageRolls("B1", 1, "side", "A1"))
    assert points(battle_of(game)) == (120, 0)


# ---------------------------------------------------------------- armour
@rule("AMC-VEH-5", "AMC-VUNIT-1", "AMC-VUNIT-6", "AMC-VUNIT-7", "AMC-VUPG-2", "AMC-VUPG-4", "AMC-VUPG-5")
@pytest.mark.parametrize(
    ("target", "armour"),
    [
        (artillery(20, 20, 180), 0),
        (jeep(20, 20, 180), 1),
        (jeep(20, 20, 180, "apc"), 2),
        (tank(20, 20, 180), 3),
        (tank(20, 20, 180, "medium-tank"), 4),
        (tank(20, 20, 180, "heavy-tank"), 5),
    ],
)
def test_a_vehicle_blocks_with_a_die_for_each_hit_and_those_of_its_armour(target, armour):
    game = field([riflemen(20, 30)], [target], dice=(*[6] * 4, 1, *[4] * (2 + armour)))
    act(game, "A1", "hold", "B1")
    assert unread(game) == (), "four hits are two"
    assert not unit(game, "B1").rattled


@rule("AMC-VEH-5", "AMC-GEN-3")
def test_where_nothing_hits_nothing_is_blocked():
    game = field([riflemen(20, 30)], [tank(20, 20)], dice=(6, 1, 1, 1, 1))
    act(game, "A1", "hold", "B1")
    assert unread(game) == (), "one hit is halved to none: no dice for the armour"


# ---------------------------------------------------------------- moving
@rule("AMC-VEH-2")
def test_a_vehicle_may_pivot_where_it_stands_by_an_advance_and_not_by_hold():
    game = field([tank(10, 10, 0)], [riflemen(10, 40)])
    act(game, "A1", "advance", ["10,10", "turn=180"])
    assert (unit(game, "A1").models, unit(game, "A1").facing) == (((10, 10),), 180)
    assert allowed(game) == ["B1", "hold"], "and shoots then"
    game.agenda.clear()
    act(game, "A1", "rush", ["10,10", "turn=-45"])
    assert unit(game, "A1").facing == 135
    assert game.question is None, "no shot after a Rush"
    act(game, "A1", "hold")
    assert allowed(game) == ["B1", "hold"], "nobody asks which way it turns"


@rule("AMC-VEH-2", "AMC-VUNIT-8")
@pytest.mark.parametrize(
    ("one", "action", "inches"),
    [
        *((jeep(3, 24, 90), "advance", 12), (jeep(3, 24, 90), "rush", 24)),
        *((tank(3, 24, 90), "advance", 12), (tank(3, 24, 90), "rush", 24)),
        *((artillery(3, 24, 90), "advance", 6), (artillery(3, 24, 90), "rush", 12)),
    ],
)
def test_how_far_each_vehicle_goes(one, action, inches):
    game = field([one], [gunners(40, 4)])
    act(game, "A1", action)
    assert refused(game, [f"{3 + inches},24"]) == ""
    assert refused(game, [f"{3.02 + inches},24"]) == "AMC-VEH-2"


@rule("AMC-VEH-2")
def test_vehicles_move_twelve_and_twenty_four_and_turn_freely():
    game = field([jeep(10, 10, 0)], [gunners(40, 40)])
    act(game, "A1", "advance")
    assert refused(game, ["22,10"]) == ""
    assert refused(game, ["22.1,10"]) == "AMC-VEH-2"
    play(game, ["22,10", "turn=180"])
    assert unit(game, "A1").facing == 270, "along its way, turned on from there"
    act(game, "A1", "rush")
    assert refused(game, ["46,10"]) == ""
    assert refused(game, ["46.1,10"]) == "AMC-VEH-2"


# ---------------------------------------------------------------- shooting
@rule("AMC-VEH-3")
def test_a_vehicle_fires_everything_it_has():
    game = field([tank(10, 10, 180, "tank-mg")], [riflemen(10, 40)])
    fire = default_fire(unit(game, "A1"), usable(battle_of(game), unit(game, "A1"), unit(game, "B1")), unit(game, "B1"))
    assert sorted(name for _, name in fire) == ["cannon", "machinegun"]
    stand(game, "B1", (10, 55))
    fire = usable(battle_of(game), unit(game, "A1"), unit(game, "B1"))
    assert [name for _, name in fire] == ["cannon"], "each weapon by its own range"


@rule("AMC-VEH-3", "AMC-WPN-2", "AMC-WPN-3", "AMC-WPN-13", "AMC-WPN-17")
def test_cannon_and_machinegun_are_one_attack_with_one_roll_to_block():
    game = field([tank(20, 30, 0, "tank-mg")], [riflemen(20, 10, 10)], dice=(1, 2, *[4] * 6, *[4] * 6))
    act(game, "A1", "hold", "B1")
    assert unread(game) == (), "three attacks of the cannon, three of the machinegun, six hits blocked"
    game = field([tank(20, 30, 0, "tank-mg")], [tank(20, 10, 180)])
    # The cannon's two attacks hit once: 2. The machinegun hits three times: 1. Three hits and three dice of armour.
    load(game, 1, 1, *(4, 4, 4), *(4, 1), *[4] * 6)
    act(game, "A1", "hold", "B1")
    assert unread(game) == ()
    assert "3 hits halved and 1 hit with * doubled" in said(game)


@rule("AMC-VEH-3")
def test_an_unarmed_vehicle_is_asked_for_no_target():
    game = field([jeep(20, 30)], [riflemen(20, 20)])
    act(game, "A1", "hold")
    assert game.question is None
    act(game, "A1", "advance", ["24,30"])
    assert game.question is None
    why = refuse_target(battle_of(game), unit(game, "A1"), unit(game, "B1"))
    assert (why.why, why.rule) == ("it has no weapon to shoot with", "AMC-SHOOT-1")


@rule("AMC-VEH-2", "AMC-VEH-3")
def test_weapons_fire_all_round():
    game = field([tank(20, 30, 180)], [riflemen(20, 10)])
    act(game, "A1", "hold")
    assert allowed(game) == ["B1", "hold"], "it turns its back"


@rule("AMC-UNIT-11", "AMC-VUNIT-10")
@pytest.mark.parametrize("gun", [mortars(10, 5), artillery(10, 5)])
def test_indirect_weapons_shoot_at_what_a_friend_sees(gun):
    house = box("building", 5, 12, 15, 16)
    game = field([gun, gunners(40, 30)], [riflemen(10, 24)], pieces=(house,))
    battle = battle_of(game)
    assert refuse_target(battle, unit(game, "A1"), unit(game, "B1")) is None
    battle.destroy(unit(game, "A2"))
    assert refuse_target(battle, unit(game, "A1"), unit(game, "B1")) is not None
    game = field([gunners(10, 5), gunners(40, 30)], [riflemen(10, 24)], pieces=(house,))
    assert refuse_target(battle_of(game), unit(game, "A1"), unit(game, "B1")) is not None, "others need to see"


@rule("AMC-VUNIT-9", "AMC-VUNIT-8")
def test_artillery_shoots_only_with_hold_and_moves_six_inches():
    game = field([artillery(10, 10)], [riflemen(10, 40)])
    act(game, "A1", "advance", ["10,16"])
    assert not game.agenda, "no shot after an Advance"
    act(game, "A1", "rush", ["10,20"])
    assert not game.agenda
    act(game, "A1", "hold")
    assert allowed(game) == ["B1", "hold"]


@rule("AMC-VUNIT-9", "AMC-DMG-3")
def test_the_advance_of_artillery_promises_no_shot():
    game = field([artillery(10, 10), tank(30, 10)], [riflemen(10, 40)])
    act(game, "A1")
    assert game.question.option("advance").label == "Advance 6 in"
    game.agenda.clear()
    act(game, "A2")
    assert game.question.option("advance").label == "Advance 12 in, then shoot"
    game = field([jeep(10, 10)], [gunners(40, 40)])
    act(game, "A1")
    assert game.question.option("advance").label == "Advance 12 in", "it has nothing to shoot with"


@rule("AMC-MORALE-1", "AMC-VEH-1", "AMC-TERR-1")
def test_vehicles_know_neither_morale_nor_cover():
    game = field([gunners(20, 40)], [jeep(20, 10, 180)], pieces=(box("woods", 10, 5, 30, 17),))
    load(game, 6, 6, 1, 1, 1, 4, 4)
    act(game, "A1", "hold", "B1")
    assert unread(game) == (), "a hit and its own die of armour; two dice of damage in front; no test"
    assert unit(game, "B1").stuck
    assert not unit(game, "B1").pinned


@rule("AMC-DMG-2", "AMC-DMG-3", "AMC-DMG-4")
def test_each_result_is_said_with_its_rule():
    words = [damage_words(face) for face in range(1, 7)]
    assert words == [*["must roll 4+ to activate"] * 2, *["may not move"] * 2, *["destroyed"] * 2]
    rules = [damage_rule(face) for face in range(1, 7)]
    assert rules == [*["AMC-DMG-2"] * 2, *["AMC-DMG-3"] * 2, *["AMC-DMG-4"] * 2]


# ---------------------------------------------------------------- hits from something that is no attack
@rule("AMC-TERR-3", "AMC-ACT-3", "AMC-VEH-5")
def test_hits_of_mines_and_wrecks_are_blocked_with_the_units_own_dice():
    game = field([], [riflemen(10, 10), jeep(30, 30, 0, "apc")])
    unit(game, "B1").hunkered = True
    load(game, *[4] * 4, *[4] * 5)
    run(game, TakeHits("B1", 3, "mines", "AMC-TERR-3"), TakeHits("B2", 3, "mines", "AMC-TERR-3"))
    assert unread(game) == (), "one die for Hunker, two for armour"


@rule("AMC-TERR-3")
def test_who_is_gone_takes_no_more_hits():
    game = field([], [riflemen(10, 10)])
    game.state.destroy(unit(game, "B1"))
    run(game, TakeHits("B1", 3, "mines", "AMC-TERR-3"))
    assert not game.events
