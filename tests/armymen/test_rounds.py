"""Set-up, rounds, the activation roll, actions, scoring (AMC-PREP, AMC-ROUND, AMC-ACT)."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.question import Place
from tabletop_tui.rules.armymen.battle import new_battle
from tabletop_tui.rules.armymen.checks import check_table
from tabletop_tui.rules.armymen.mission import points
from tabletop_tui.rules.armymen.setup import Deploy, SetUp
from tabletop_tui.rules.armymen.shoot import ChooseTarget
from tabletop_tui.rules.armymen.terrain import Battlefield
from tabletop_tui.rules.armymen.turn import BeginRound, EndRound, NextActivation
from tests.armymen.build import (
    act,
    allowed,
    battle_of,
    box,
    field,
    gunners,
    jeep,
    load,
    options,
    play,
    recruits,
    refused,
    riflemen,
    run,
    said,
    tank,
    unit,
    unread,
)

rule = pytest.mark.rule


def unplaced(*sides, dice=()):
    """A battle before deployment."""
    game = field(*sides, dice=dice)
    game.state = new_battle(game.state.scenario, game.state.armies, game.state.seat_names)
    return game


# ---------------------------------------------------------------- the table
@rule("AMC-PREP-1", "AMC-PREP-2")
def test_the_table_is_48_inches_square_and_has_five_pieces_of_terrain():
    pieces = tuple(box("woods", 4 * n, 10, 4 * n + 3, 13) for n in range(5))
    check_table(Battlefield("Full", 48, 48, pieces))
    with pytest.raises(ValueError, match="AMC-PREP-2"):
        check_table(Battlefield("Bare", 48, 48, pieces[:4]))
    with pytest.raises(ValueError, match="48"):
        check_table(Battlefield("Narrow", 47, 48, pieces))


# ---------------------------------------------------------------- edges and deployment
@rule("AMC-PREP-6", "AMC-PREP-7")
def test_the_winner_of_the_roll_off_picks_an_edge_and_the_loser_gets_the_opposite():
    game = unplaced([riflemen(0, 0)], [riflemen(0, 0)], dice=(3, 3, 2, 5))
    run(game, SetUp())
    assert game.question.seat == 1, "ties are rolled again"
    assert sorted(options(game)) == ["east", "north", "south", "west"]
    play(game, "west")
    assert battle_of(game).edges == ("east", "west")


@rule("AMC-PREP-8")
def test_units_are_placed_in_turn_the_winner_first_and_the_rest_one_after_another():
    game = unplaced([riflemen(0, 0)], [riflemen(0, 0), gunners(0, 0), gunners(0, 0)])
    battle_of(game).edges = ("south", "north")
    run(game, Deploy(1))
    seats = []
    while game.question is not None and battle_of(game).round == 0:
        seats.append(game.question.seat)
        play(game, next(iter(game.question.legal())))
        if not game.agenda:
            break
    assert seats == [1, 1, 0, 0, 1, 1, 1, 1], "each unit is chosen, then placed"


@rule("AMC-PREP-9")
def test_every_model_stands_wholly_within_twelve_inches_of_its_edge():
    game = unplaced([gunners(0, 0), gunners(0, 0)], [gunners(0, 0)])
    battle_of(game).edges = ("south", "north")
    run(game, Deploy(0))
    play(game, "A1")
    assert isinstance(game.question, Place)
    assert refused(game, ["24,36.5"]) == "", "its base reaches exactly 12 in from the edge"
    assert refused(game, ["24,36.4"]) == "AMC-PREP-9"
    assert refused(game, ["24,47.6"]) == "AMC-PREP-1", "off the table"
    play(game, ["24,40"])
    play(game, "B1", ["24,5"], "A2")
    assert refused(game, ["26,40"]) == "AMC-MOVE-3", "exactly 1 in between the bases is within 1 in"
    assert refused(game, ["26.1,40"]) == ""


@rule("AMC-PREP-8")
def test_a_vehicle_is_placed_with_a_facing():
    game = unplaced([jeep(0, 0)], [gunners(0, 0)])
    battle_of(game).edges = ("south", "north")
    run(game, Deploy(0))
    play(game, "A1", ["24,44", "turn=90"])
    assert unit(game, "A1").facing == 90, "it looks away from its own edge unless it is turned"


# ---------------------------------------------------------------- rounds
@rule("AMC-ROUND-1")
def test_a_round_ends_when_every_unit_has_been_activated_once():
    game = field([gunners(5, 5), gunners(15, 5)], [gunners(40, 40)], dice=(6, 1, 6, 1, 6, 1))
    battle_of(game).round = 0
    run(game, BeginRound())
    assert game.question.seat == 0
    play(game, "A1", "hunker")
    assert options(game) == {"A1": "AMC-ROUND-1", "A2": ""}, "nobody passes, nobody goes twice"
    play(game, "A2", "hunker", "B1", "hunker")
    assert battle_of(game).round == 2
    assert not any(one.activated for one in battle_of(game).units.values())


@rule("AMC-ROUND-2")
def test_the_higher_of_die_and_waiting_units_activates_next():
    game = field([gunners(5, 5), gunners(15, 5)], [gunners(40, 40)], dice=(2, 3, 1, 3))
    run(game, NextActivation())
    assert unread(game) == (), "2 + 2 and 3 + 1 are a tie, rolled again: 1 + 2 against 3 + 1"
    assert game.question.seat == 1


@rule("AMC-ROUND-2")
def test_destroyed_units_are_not_counted_and_a_lone_side_does_not_roll():
    game = field([gunners(5, 5), gunners(15, 5)], [gunners(40, 40)], dice=(3, 4))
    battle_of(game).destroy(unit(game, "A2"))
    run(game, NextActivation())
    assert game.question.seat == 1, "3 + 1 against 4 + 1"
    game = field([gunners(5, 5), gunners(15, 5)], [gunners(40, 40)])
    unit(game, "B1").activated = True
    run(game, NextActivation())
    assert game.question.seat == 0
    assert "activation" not in said(game)


# ---------------------------------------------------------------- actions
@rule("AMC-ACT-1", "AMC-VEH-1")
def test_infantry_has_six_actions_and_a_vehicle_three():
    game = field([riflemen(10, 10), tank(30, 10)], [riflemen(10, 19)])
    act(game, "A1")
    assert allowed(game) == ["hold", "hunker", "guard", "advance", "rush", "charge"]
    play(game, "hunker")
    act(game, "A2")
    assert allowed(game) == ["hold", "advance", "rush"]
    assert options(game)["charge"] == "AMC-VEH-1"
    assert options(game)["guard"] == options(game)["hunker"] == "AMC-VEH-1"


@rule("AMC-ACT-2")
def test_hold_shoots_without_a_move():
    game = field([riflemen(10, 10)], [riflemen(10, 25)])
    act(game, "A1", "hold")
    assert isinstance(game.agenda[-1], ChooseTarget)
    assert allowed(game) == ["B1", "hold"]


@rule("AMC-ACT-3")
def test_hunker_adds_a_die_to_every_block_until_the_next_activation():
    game = field([riflemen(10, 10, 5), gunners(40, 40)], [gunners(10, 25)])
    act(game, "A1", "hunker")
    assert unit(game, "A1").hunkered
    load(game, *(6, 6, 6), *(1, 1, 4, 1))
    act(game, "B1", "hold", "A1")
    assert unread(game) == (), "three hits, four dice to block"
    play(game, "rest")
    assert unit(game, "A1").left == 3
    act(game, "A1")
    assert not unit(game, "A1").hunkered


@rule("AMC-ACT-5")
def test_advance_moves_six_inches_and_then_shoots():
    game = field([gunners(10, 10)], [gunners(10, 45)])
    act(game, "A1", "advance")
    assert refused(game, ["10,16"]) == ""
    assert refused(game, ["10,16.1"]) == "AMC-ACT-5"
    play(game, ["10,16"])
    assert unit(game, "A1").models == ((10, 16),)
    assert isinstance(game.agenda[-1], ChooseTarget)
    load(game, 1, 1, 1)
    play(game, "B1")
    assert not game.agenda, "shooting ends the activation"


@rule("AMC-ACT-6")
def test_rush_moves_twelve_inches_and_does_not_shoot():
    game = field([gunners(10, 10)], [gunners(10, 45)])
    act(game, "A1", "rush")
    assert refused(game, ["10,22"]) == ""
    assert refused(game, ["10,22.1"]) == "AMC-ACT-6"
    play(game, ["10,22"])
    assert not game.agenda


@rule("AMC-ACT-7", "AMC-MOVE-4")
def test_a_charge_needs_a_target_that_one_model_can_reach():
    game = field([gunners(10, 10)], [gunners(10, 23), gunners(30, 23)])
    act(game, "A1")
    assert options(game)["charge"] == ""
    play(game, "charge")
    assert options(game) == {"B1": "", "B2": "AMC-MOVE-4"}, "exactly 12 in between the bases can be reached"
    game = field([gunners(10, 10)], [gunners(10, 23.1)])
    act(game, "A1")
    assert options(game)["charge"] == "AMC-MOVE-4"


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
    assert refused(game, ["30,23", "model1=0,-0.5", "model5=0,0.6"]) == "AMC-MOVE-1", "further than 6 in"


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
    game = field([gunners(10, 10)], [gunners(10, 19)], pieces=(box("mud", 8, 12, 12, 13),))
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


# ---------------------------------------------------------------- the end
@rule("AMC-PREP-10", "AMC-PREP-12")
def test_after_the_fourth_round_the_points_are_counted():
    game = field([riflemen(10, 10)], [riflemen(30, 30)], dice=(6, 1))
    battle_of(game).round = 3
    run(game, EndRound())
    assert game.result is None
    game = field([riflemen(10, 10)], [riflemen(30, 30)])
    battle_of(game).round = 4
    run(game, EndRound())
    assert game.result.winners == (), "nothing against nothing is a draw"


@rule("AMC-PREP-11", "AMC-PREP-12")
def test_units_destroyed_or_pinned_score_their_full_price():
    game = field([riflemen(10, 10, 10, "bazooka"), gunners(30, 10)], [recruits(10, 30, 5), jeep(30, 30)])
    battle_of(game).destroy(unit(game, "A1"))
    unit(game, "B1").pinned = True
    unit(game, "B2").rattled = True
    assert points(battle_of(game)) == (15, 60), "damage alone scores nothing; upgrades count"
    battle_of(game).round = 4
    run(game, EndRound())
    assert game.result.winners == (1,)
