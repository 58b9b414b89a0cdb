"""Vehicles: damage by side, transports, wrecks (AMC-DMG, AMC-VUNIT, AMC-VEH)."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.armymen.damage import DamageRolls, destroyed_chance
from tabletop_tui.rules.armymen.shoot import default_fire, refuse_target, usable
from tabletop_tui.rules.armymen.sight import arc
from tests.armymen.build import (
    act,
    allowed,
    artillery,
    battle_of,
    box,
    field,
    gunners,
    jeep,
    load,
    mortars,
    options,
    play,
    refused,
    riflemen,
    run,
    stand,
    tank,
    unit,
    unread,
)

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


# ---------------------------------------------------------------- moving
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
