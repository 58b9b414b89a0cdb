"""Moving: coherency, keeping off other units, difficult and dangerous terrain (AMC-MOVE, AMC-TERR-2, AMC-TERR-3)."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.armymen.damage.dangerous_terrain import Dangerous
from tabletop_tui.rules.armymen.reactions.guarded_march import UnitMarch
from tabletop_tui.rules.armymen.shown import views
from tabletop_tui.rules.armymen.ways.move_field import move_field
from tabletop_tui.table.bases import middle_text
from tests.armymen.build import act, artillery, box, field, gunners, jeep, riflemen, said, snipers, stand, tank, unit
from tests.playing import allowed, options, play, refused, run, unread

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


@rule("AMC-PREP-1")
def test_no_way_leads_off_the_table_and_back():
    game = field([tank(6, 20), gunners(20, 20)], [gunners(45, 45)])
    edge = unit(game, "A1").radius
    act(game, "A1", "rush")
    assert refused(game, [f"{edge:g},20", "6,26"]) == ""
    assert refused(game, [f"{edge - 0.1:g},20", "6,26"]) == "AMC-PREP-1", "with a part of its base"
    assert refused(game, ["-3,20", "6,26"]) == "AMC-PREP-1"


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


# ---------------------------------------------------------------- coherency in full
@rule("AMC-MOVE-1")
def test_two_pairs_are_a_unit_as_long_as_each_has_a_neighbour():
    game = field([riflemen(20, 20)], [gunners(45, 45)])
    stand(game, "A1", (20, 20), (20, 21.5), (20, 25), (20, 26.5))
    act(game, "A1", "advance")
    assert refused(game, ["23,23.25"]) == "", "2.5 in between the pairs"


@rule("AMC-MOVE-1")
def test_a_unit_that_casualties_have_torn_comes_together_when_it_moves():
    game = field([riflemen(20, 20)], [gunners(45, 45)])
    stand(game, "A1", (20, 20), (20, 26))
    act(game, "A1", "advance")
    ends = [spot[:2] for spot in game.question.field.stands(["22,23"])]
    assert abs(ends[0][0] - ends[1][0]) <= 3, "the usual block instead of as it stands"
    assert refused(game, ["22,23"]) == ""
    assert refused(game, ["22,23", "model1=0,-4"]) == "AMC-MOVE-1"
    assert all(refused(game, [cell]) == "" for cell in game.question.field.cells())
    assert views.overlay(game, "reach", "A1").labels == move_field(game.state, unit(game, "A1"), rush=True).cells()
    play(game, ["22,23"])
    assert unit(game, "A1").models == ((21.25, 23), (22.75, 23))


@rule("AMC-MOVE-1")
def test_a_torn_unit_that_is_too_far_apart_comes_together_as_far_as_its_move_allows():
    game = field([riflemen(20, 20)], [gunners(45, 45)])
    stand(game, "A1", (10, 20), (30, 20))
    act(game, "A1", "advance")
    assert refused(game, ["20,21"]) == ""
    assert refused(game, ["20,26"]) == "AMC-MOVE-1", "they could come much nearer"
    assert refused(game, ["14,20"]) == "AMC-MOVE-1", "both have to go"
    assert refused(game, ["20,20"]) == "", "to stay where its middle is is to come together there"
    assert game.question.field.cells()
    assert all(refused(game, [cell]) == "" for cell in game.question.field.cells())
    play(game, ["20,20"])
    (x, _), (u, _) = unit(game, "A1").models
    assert u - x <= 8.1, "both went 6 in"
    near = field([riflemen(20, 20)], [gunners(14, 20)])
    stand(near, "A1", (10, 20), (30, 20))
    act(near, "A1", "advance")
    assert refused(near, ["20,20"]) == "AMC-MOVE-3", "it keeps off others all the same"


@rule("AMC-MOVE-1", "AMC-MOVE-2")
def test_one_model_and_a_unit_that_stays_need_nothing():
    game = field([gunners(20, 20), riflemen(30, 20)], [gunners(45, 45)])
    stand(game, "A2", (30, 20), (30, 30))
    act(game, "A1", "advance", ["20,24"])
    assert unit(game, "A1").models == ((20, 24),)
    game.agenda.clear()
    act(game, "A2", "hunker")
    assert unit(game, "A2").hunkered


@rule("AMC-PREP-1")
def test_nobody_leaves_the_table():
    game = field([gunners(2, 2)], [gunners(45, 45)])
    act(game, "A1", "rush")
    assert refused(game, ["0.5,2"]) == ""
    assert refused(game, ["0.4,2"]) == "AMC-PREP-1"


# ---------------------------------------------------------------- an inch from others
@rule("AMC-MOVE-3")
def test_exactly_an_inch_is_too_near_on_the_way_and_at_the_end():
    game = field([gunners(10, 10)], [gunners(12, 16)])
    act(game, "A1", "rush")
    assert refused(game, ["10,20"]) == "AMC-MOVE-3", "it passes exactly 1 in from the enemy"
    assert refused(game, ["9.99,10", "9.99,20"]) == ""


@rule("AMC-MOVE-3")
def test_who_begins_too_near_ends_more_than_an_inch_off_or_stays():
    game = field([gunners(10, 10)], [gunners(10, 11.5)])
    act(game, "A1", "advance")
    assert refused(game, ["10,9.5"]) == "AMC-MOVE-3", "exactly 1 in off"
    assert refused(game, ["10,9.49"]) == ""
    assert refused(game, ["10,10"]) == "", "or it stays"


@rule("AMC-MOVE-3")
def test_models_of_the_unit_itself_are_no_obstacle():
    game = field([riflemen(10, 10)], [gunners(45, 45)])
    act(game, "A1", "advance")
    assert refused(game, ["10,16", "form=line"]) == ""


# ---------------------------------------------------------------- terrain in full
@rule("AMC-TERR-2")
def test_one_model_in_difficult_terrain_caps_the_whole_unit_and_starting_there_counts():
    game = field([riflemen(10, 10)], [gunners(45, 45)], pieces=(box("mud", 12.1, 10, 20, 11),))
    act(game, "A1", "rush")
    assert refused(game, ["17,13"]) == "AMC-TERR-2", "the first model crosses it"
    assert refused(game, ["10,20"]) == ""
    assert refused(game, ["16,13"]) == "", "6 in through it"
    inside = field([gunners(10, 10)], [gunners(45, 45)], pieces=(box("woods", 9, 9, 11, 11),))
    act(inside, "A1", "rush")
    assert refused(inside, ["10,17"]) == "AMC-TERR-2"
    assert refused(inside, ["10,16"]) == ""


@rule("AMC-TERR-2", "AMC-ACT-6")
def test_a_rush_that_is_capped_is_still_a_rush():
    game = field([gunners(10, 10)], [gunners(30, 20)], pieces=(box("woods", 5, 5, 15, 15),))
    act(game, "A1", "rush", ["10,14"])
    assert game.question is None, "no shooting"


@rule("AMC-TERR-2", "AMC-VUNIT-8")
def test_the_cap_of_artillery_is_six_inches():
    game = field([artillery(10, 10)], [gunners(45, 45)], pieces=(box("mud", 5, 14, 15, 15),))
    act(game, "A1", "rush")
    assert refused(game, ["10,16"]) == ""
    assert refused(game, ["10,16.1"]) == "AMC-TERR-2"


@rule("AMC-TERR-3")
def test_mines_are_rolled_for_once_by_every_model_even_those_beside():
    game = field([riflemen(10, 10)], [gunners(45, 45)], pieces=(box("minefield", 9, 20, 11, 21),), dice=(2,) * 5)
    act(game, "A1", "rush", ["10,22"])
    assert unread(game) == ()
    assert "dangerous terrain: " in said(game)


@rule("AMC-TERR-3", "AMC-MELEE-8")
def test_once_an_action_each_of_two_that_fight_rolls_for_the_mines():
    game = field([gunners(10, 10)], [gunners(20, 10)], dice=(2, 3))
    run(game, *(Dangerous(name) for name in ("A1", "B1", "A1", "B1")))
    assert unread(game) == ()
    assert said(game).count("dangerous terrain: ") == 2


@rule("AMC-TERR-3")
def test_who_does_not_move_or_passes_by_rolls_nothing():
    mines = (box("minefield", 5, 5, 15, 20),)
    game = field([riflemen(10, 10)], [gunners(45, 45)], pieces=mines)
    act(game, "A1", "advance", ["10,13"])
    assert "dangerous" not in said(game)
    beside = field([riflemen(20, 10)], [gunners(45, 45)], pieces=mines)
    act(beside, "A1", "advance", ["20,16"])
    assert "dangerous" not in said(beside)


@rule("AMC-TERR-3", "AMC-GUARD-3")
def test_mines_on_the_way_of_one_who_falls_before_them_are_not_crossed():
    game = field(
        [gunners(20, 10, 3)], [gunners(20, 30)], pieces=(box("minefield", 26, 8, 28, 10.5),), dice=(6, 1, 1, 1, 1)
    )
    unit(game, "B1").guarding = True
    run(
        game,
        UnitMarch("A1", (((20, 10), (30, 10)), ((20, 11.5), (30, 11.5)), ((20, 13), (30, 13))), 0.0, unseen=("B1",)),
    )
    play(game, "B1:3", "0")
    assert unit(game, "A1").models == ((30, 11.5), (30, 13))
    assert "dangerous" not in said(game)
    assert unread(game) == ()


@rule("AMC-ACT-7", "AMC-VEH-2")
def test_infantry_that_stays_where_it_is_is_not_said_to_move_or_turn():
    game = field([gunners(10, 10)], [gunners(45, 45)])
    run(game, UnitMarch("A1", (((10, 10),),), 0.0))
    assert not game.events


@rule("AMC-TERR-3", "AMC-MORALE-1")
def test_mines_come_before_the_shot_and_cause_no_morale_test():
    mines = (box("minefield", 5, 17, 15, 18),)
    game = field([riflemen(10, 10)], [riflemen(10, 34)], pieces=mines, dice=(1, 1, 1, 2, 2, 1, 1, 1))
    act(game, "A1", "advance", ["10,17"], "rest")
    assert unit(game, "A1").left == 2
    assert not unit(game, "A1").pinned
    assert allowed(game) == ["B1", "hold", "each"]


@rule("AMC-TERR-3")
def test_who_is_blown_up_does_not_shoot():
    mines = (box("minefield", 5, 12, 15, 13),)
    game = field([gunners(10, 10)], [riflemen(10, 25)], pieces=mines, dice=(1, 1))
    act(game, "A1", "advance", ["10,14"])
    assert unit(game, "A1").destroyed
    assert game.question is None


# ---------------------------------------------------------------- one model is enough
@rule("AMC-PREP-1")
def test_no_model_of_a_unit_leaves_the_table():
    game = field([riflemen(20, 2)], [gunners(45, 45)])
    act(game, "A1", "rush")
    assert refused(game, ["20,3.5"]) == "", "the first at the very edge"
    assert refused(game, ["20,3.4"]) == "AMC-PREP-1"


@rule("AMC-MOVE-3")
def test_one_model_that_passes_one_enemy_too_near_is_enough():
    game = field([riflemen(10, 10)], [riflemen(20, 17)])
    act(game, "A1", "rush")
    assert refused(game, ["18,13"]) == "", "2 in off at the end"
    assert refused(game, ["18.1,15"]) == "AMC-MOVE-3", "the last of these comes near the first of those"
    assert refused(game, ["22,13"]) == "AMC-MOVE-3"


@rule("AMC-MOVE-3")
def test_the_longest_way_of_any_model_is_looked_at():
    game = field([gunners(10, 10, 3)], [gunners(14, 11)])
    stand(game, "B1", (12.5, 8))
    act(game, "A1", "advance")
    # All stay but the last, who goes around the others' far side and past the enemy.
    assert refused(game, ["10,11.5", "model3=2.5,-3.5"]) == "AMC-MOVE-3"


@rule("AMC-ACT-5", "AMC-VEH-2")
def test_who_only_turns_or_changes_places_is_asked_unless_it_is_a_vehicle():
    asked = []
    for one in (snipers(20, 20), riflemen(20, 20), jeep(20, 20)):
        game = field([one], [gunners(45, 45)])
        act(game, "A1", "rush")
        here = middle_text(unit(game, "A1").models)
        asked.append([bool(game.question.warning([here, *more])) for more in ([], ["turn=90"], ["form=keep"])])
        assert not game.question.warning(["20,26"])
    man, men, vehicle = asked
    assert man == [True, True, True], "which way a man looks is nothing"
    assert men == [True, False, True], "their places are others then"
    assert vehicle == [True, False, True], "it faces another way then"


# ---------------------------------------------------------------- what is offered
@rule("AMC-MOVE-1")
def test_every_place_within_reach_is_offered_and_no_other():
    game = field([gunners(20, 20)], [gunners(45, 45)])
    act(game, "A1", "advance")
    cells = set(game.question.field.cells())
    wanted = {f"{x},{y}" for x in range(12, 29) for y in range(12, 29) if (x - 20) ** 2 + (y - 20) ** 2 <= 36}
    assert cells == wanted
