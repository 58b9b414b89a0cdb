"""Moving: coherency, keeping off other units, difficult and dangerous terrain (AMC-MOVE, AMC-TERR-2, AMC-TERR-3)."""

from __future__ import annotations

import pytest

from tests.armymen.build import (
    act,
    box,
    field,
    gunners,
    jeep,
    options,
    play,
    refused,
    riflemen,
    tank,
    unit,
    unread,
)

rule = pytest.mark.rule


# ---------------------------------------------------------------- moving
@rule("AMC-MOVE-1", "AMC-MOVE-2")
def test_models_end_within_two_inches_of_another_and_six_of_all():
    game = field([gunners(20, 20, 3), riflemen(30, 20, 5)], [gunners(45, 45)])
    act(game, "A1", "advance")
    assert refused(game, ["20,22", "model3=0,1.5"]) == "", "a gap of exactly 2 in"
    assert refused(game, ["20,22", "model3=0,1.6"]) == "AMC-MOVE-1"
    game.agenda.clear()
    act(game, "A2", "advance")
    assert refused(game, ["30,23", "model1=0,-0.5", "model5=0,0.5"]) == "", "6 in across, edge to edge"
    assert refused(game, ["30,23", "model1=0,-0.5", "model5=0,0.6"]) == "AMC-MOVE-2", "further than 6 in"


@rule("AMC-MOVE-3")
def test_nobody_comes_within_an_inch_of_another_unit_on_the_way_either():
    game = field([gunners(10, 10), gunners(14, 13)], [gunners(10, 16)])
    act(game, "A1", "rush")
    assert refused(game, ["10,14"]) == "AMC-MOVE-3", "exactly 1 in from the enemy"
    assert refused(game, ["10,13.9"]) == ""
    assert refused(game, ["10,20"]) == "AMC-MOVE-3", "through the enemy"
    assert refused(game, ["14,16"]) == "AMC-MOVE-3", "past a friend too near"
    assert refused(game, ["7,16", "10,19"]) == "", "round about"


@rule("AMC-MOVE-3")
def test_a_unit_that_begins_too_near_may_only_go_away():
    game = field([gunners(10, 10)], [gunners(10, 11.5)])
    act(game, "A1", "advance")
    assert refused(game, ["10,8"]) == ""
    assert refused(game, ["10.4,11.5"]) == "AMC-MOVE-3"


@rule("AMC-TERR-2")
def test_difficult_terrain_caps_the_whole_move_at_an_advance():
    woods = box("woods", 8, 12, 12, 14)
    game = field([gunners(10, 10), tank(30, 10)], [gunners(45, 45)], pieces=(woods, box("mud", 28, 15, 32, 16)))
    act(game, "A1", "rush")
    assert refused(game, ["10,16"]) == ""
    assert refused(game, ["10,17"]) == "AMC-TERR-2"
    assert refused(game, ["18,16"]) == "", "past it"
    game.agenda.clear()
    act(game, "A2", "rush")
    assert refused(game, ["30,22"]) == "", "12 in for a vehicle"
    assert refused(game, ["30,23"]) == "AMC-TERR-2"


@rule("AMC-TERR-2", "AMC-MOVE-4")
def test_difficult_terrain_caps_a_charge_too():
    river = (box("river", 0, 12, 48, 13),)
    game = field([gunners(10, 10)], [gunners(10, 17)], pieces=river)
    act(game, "A1")
    assert options(game)["charge"] == "", "exactly 6 in"
    game = field([gunners(10, 10)], [gunners(10, 17.01)], pieces=river)
    act(game, "A1")
    assert options(game)["charge"] == "AMC-MOVE-4"


@rule("AMC-TERR-3")
def test_a_unit_that_crosses_dangerous_terrain_rolls_a_die_for_every_model():
    mines = (box("minefield", 8, 13, 30, 14),)
    game = field([riflemen(10, 4, 5)], [gunners(45, 45)], pieces=mines, dice=(1, 2, 1, 3, 4, 4, 2))
    act(game, "A1", "rush", ["10,14"])
    assert unread(game) == (), "five dice, two 1s: two hits, two dice to block, no cover"
    assert unit(game, "A1").left == 4 or game.question is not None
    if game.question is not None:
        play(game, "0")
    assert unit(game, "A1").left == 4
    assert not unit(game, "A1").pinned


@rule("AMC-TERR-3")
def test_a_vehicle_in_a_minefield_rolls_one_die_and_one_die_of_damage():
    game = field([jeep(10, 10)], [gunners(45, 45)], pieces=(box("minefield", 8, 14, 12, 15),), dice=(1, 1, 1, 3))
    act(game, "A1", "advance", ["10,18"])
    assert unread(game) == (), "a hit, two dice to block, one die of damage"
    assert unit(game, "A1").stuck
