"""Terrain: walls of several sections, the borders of area terrain, hills, the chest rule, vehicles on the move."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest

from tabletop_tui.rules.pmc2640.damage.damage import KnockOut
from tabletop_tui.rules.pmc2640.moving.move_choice import ChooseMove
from tabletop_tui.rules.pmc2640.shooting.firepower_and_defence import Attack, defence, firepower
from tabletop_tui.rules.pmc2640.sight import sight
from tabletop_tui.rules.pmc2640.state import coherency, terrain_state
from tabletop_tui.rules.pmc2640.state.battle import Location
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece
from tabletop_tui.rules.pmc2640.state.terrain import KINDS
from tabletop_tui.rules.pmc2640.turn.activation import ChooseAction
from tabletop_tui.rules.pmc2640.ways.move_field import MoveField
from tabletop_tui.rules.pmc2640.ways.standing_checks import refuse_stand
from tabletop_tui.skirmish.unit_place_fields import plan_of
from tests.playing import options, play, run
from tests.pmc2640.build import battle_of, box, buggy, field, rifles, unit, wall
from tests.pmc2640.test_table import judge, lone, unseen

rule = pytest.mark.rule


def guard(*pieces, at=(20.0, 20.0), to=(26.0, 20.0), **changes):
    """The rules in the Defence of B1 against a shot of A1."""
    game = field([rifles(*at)], [rifles(*to, **changes)], pieces=pieces)
    return defence(battle_of(game), Attack("A1", "B1")).rules[1:]


# ---------------------------------------------------------------- the summary
@rule("PMC-AREA-10", "PMC-TERR-1", "PMC-AREA-1", "PMC-AREA-3", "PMC-BLDG-7")
def test_the_kinds_of_terrain_are_those_of_the_summary():
    summary = {
        name: (
            kind.category,
            kind.blocks_sight,
            kind.impassable,
            kind.penalty,
            kind.defence_bonus,
            kind.firepower_bonus,
            kind.destructible,
        )
        for name, kind in KINDS.items()
    }
    assert summary == {
        # category, blocks sight, impassable, penalty, Defence bonus, Firepower bonus, destructible
        "low-wall": ("linear", False, False, True, True, False, True),
        "medium-wall": ("linear", True, True, False, False, False, True),
        "open": ("area", False, False, False, False, False, False),
        "water": ("area", False, True, False, False, False, False),
        "hill": ("area", True, False, False, False, True, False),
        "rocks": ("area", True, True, False, False, False, False),
        "rubble": ("area", False, False, True, True, False, False),
        "ruins": ("area", True, False, True, True, False, False),
        "woods": ("area", True, False, True, True, False, False),
        "building": ("building", True, True, False, True, True, True),
        "reinforced": ("building", True, True, False, True, True, False),
        "location": ("area", False, False, False, False, False, False),
    }


# ---------------------------------------------------------------- walls
@rule("PMC-LIN-1", "PMC-TERR-2")
def test_a_wall_shelters_to_two_inches_and_only_from_its_other_side():
    line = wall("w", 24, 17, 24, 26)
    assert guard(line, to=(26.25, 20)) == ("PMC-LIN-1",), "exactly 2 in, base to wall"
    assert guard(line, to=(26.3, 20)) == ()
    assert guard(line, at=(32, 20)) == (), "not behind it"
    assert guard(wall("w", 24, 17, 24, 21)) == (), "the last model stands out"


@rule("PMC-LIN-1", "PMC-TERR-2")
def test_sections_of_one_wall_shelter_together():
    sections = (wall("w1", 24, 15, 24, 21), wall("w2", 24, 21, 24, 27))
    assert guard(*sections, to=(25, 19.5)) == ("PMC-LIN-1",)
    assert guard(sections[0], to=(25, 19.5)) == ()


@rule("PMC-TERR-8")
def test_a_bonus_is_had_only_once():
    line, rubble = wall("w", 24, 17, 24, 26), box("r", "rubble", 24.5, 18, 28, 26)
    game = field([rifles(20, 20)], [rifles(26, 20)], pieces=(line, rubble))
    assert defence(battle_of(game), Attack("A1", "B1")).total == 11


@rule("PMC-TERR-3", "PMC-TERR-7", "PMC-TERR-2")
def test_sections_of_one_wall_are_crossed_together_for_one_inch():
    sections = (wall("w1", 22, 15, 22, 21), wall("w2", 22, 21, 22, 27))
    game = field([rifles(20, 19.5)], [rifles(40, 40)], pieces=sections)
    assert judge(game, "25,20.85") == ("", 6), "5 in and 1 for the wall"
    assert judge(game, "25.05,20.85")[0] == "PMC-TERR-7"
    game = field([lone(20, 21)], [rifles(40, 40)], pieces=sections)
    assert judge(game, "25,21") == ("", 6), "right over the joint"


@rule("PMC-TERR-3")
def test_a_wall_does_not_split_a_unit_that_goes_around_its_end():
    game = field([rifles(20, 20)], [rifles(40, 40)], pieces=(wall("w", 20.5, 18.75, 24, 18.75),))
    refusal = MoveField(battle_of(game), unit(game, "A1"), 9).judge_answer(plan_of(["20,18.2"]))[0]
    assert refusal is None, "beside the end of the wall"
    game = field([rifles(20, 20)], [rifles(40, 40)], pieces=(wall("w", 21.5, 20, 24, 20),))
    around = ((21, 19), (21, 20), (22, 20.6), (22, 19.4))
    assert refuse_stand(battle_of(game), unit(game, "A1"), around).rule == "PMC-TERR-3"


@rule("PMC-TERR-3", "PMC-AREA-6")
def test_a_unit_may_stand_around_rocks_but_not_around_the_end_of_a_wall_with_models_on_both_sides():
    around = ((20.4, 20), (19.6, 20.5), (20.4, 21))
    for thin, refusal in ((wall("w", 20, 20.5, 22, 20.5), "PMC-TERR-3"), (box("r", "rocks", 20, 20.4, 22, 20.6), "")):
        game = field([rifles(20, 30, size=3)], [rifles(40, 40)], pieces=(thin,))
        said = refuse_stand(battle_of(game), unit(game, "A1"), around)
        assert ("" if said is None else said.rule) == refusal, "neighbours are on one side, the first and last are not"


@rule("PMC-VEH-6", "PMC-VEH-7")
@pytest.mark.parametrize("tier", [1, 2])
@pytest.mark.parametrize("kind", ["low-wall", "medium-wall"])
def test_no_vehicle_of_tier_one_or_two_breaks_through_a_wall(tier, kind):
    game = field([buggy(20, 20, 90, tier=tier)], [rifles(40, 40)], pieces=(wall("w", 23, 15, 23, 25, kind),))
    assert judge(game, "26,20", allowance=14)[0] == "PMC-VEH-6"
    assert judge(game, "21.9,20", allowance=14) == ("", 1.9)
    assert battle_of(game).destroyed == frozenset()


@rule("PMC-VEH-6", "PMC-VEH-7", "PMC-BLDG-1")
def test_a_vehicle_enters_no_building_and_breaks_none():
    game = field([buggy(20, 20, 90)], [rifles(40, 40)], pieces=(box("b", "building", 23, 15, 25, 25),))
    assert judge(game, "26,20", allowance=14)[0] == "PMC-BLDG-6"


# ---------------------------------------------------------------- area terrain
@rule("PMC-TERR-4")
def test_the_rim_is_two_inches_from_the_base_and_one_model_in_it_is_enough():
    piece = box("w", "woods", 24, 10, 36, 30)
    assert unseen(piece, to=(26.24, 20)) == "", "the base begins less than 2 in inside"
    assert unseen(piece, to=(26.26, 20)) == "PMC-TERR-4"
    game = field([rifles(20, 20, size=1)], [rifles(27, 20, size=2)], pieces=(piece,))
    assert sight.no_sight(battle_of(game), unit(game, "A1"), unit(game, "B1")).rule == "PMC-TERR-4"
    unit(game, "B1").models = ((27, 20), (25.6, 20))
    assert sight.no_sight(battle_of(game), unit(game, "A1"), unit(game, "B1")) is None
    assert sight.no_sight(battle_of(game), unit(game, "B1"), unit(game, "A1")) is None


@rule("PMC-TERR-4")
@pytest.mark.parametrize(("at", "to"), [((20, 8), (20, 12.24)), ((32, 20), (28.76, 20)), ((20, 32), (20, 28.76))])
def test_the_rim_is_two_inches_from_every_side(at, to):
    piece = box("w", "woods", 12, 10, 31, 31)
    assert unseen(piece, at=at, to=to) == "", "the base begins less than 2 in inside"
    deeper = tuple(
        there + (0.02 if there > here else -0.02 if there < here else 0) for here, there in zip(at, to, strict=True)
    )
    assert unseen(piece, at=at, to=deeper) == "PMC-TERR-4"


BLOCKED_BY = {"woods": "PMC-TERR-4", "ruins": "PMC-TERR-4", "hill": "PMC-AREA-3", "rocks": "PMC-AREA-6"}


@rule("PMC-TERR-4", "PMC-AREA-3", "PMC-AREA-6", "PMC-AREA-8", "PMC-AREA-9")
@pytest.mark.parametrize("kind", BLOCKED_BY)
def test_where_neither_end_stands_the_shallowest_strip_blocks_but_a_touched_border_does_not(kind):
    said = BLOCKED_BY[kind]
    assert unseen(box("p", kind, 24, 14, 24.05, 26)) == said, "a strip"
    assert unseen(MapPiece("p", kind, ((24, 19.95), (27, 25), (21, 25)))) == said, "a tip"
    assert unseen(MapPiece("p", kind, ((24, 20), (27, 25), (21, 25)))) == "", "a tip that is touched"
    assert unseen(box("p", kind, 24, 20, 27, 25)) == "", "along a side"
    assert unseen(box("p", kind, 26, 20, 30, 26), to=(32, 32)) == "", "past a corner"
    arms = ((22, 15), (28, 15), (28, 21), (27, 21), (27, 17), (23, 17), (23, 20), (22, 20))
    assert unseen(MapPiece("p", kind, arms)) == said, "one arm is touched, through the other one the line runs"


@rule("PMC-TERR-4")
def test_out_of_the_rim_one_sees_but_not_through_the_next_wood_nor_across_ones_own():
    rim, belt = box("w", "woods", 14, 14, 21, 26), box("v", "ruins", 24, 14, 25, 26)
    assert unseen(rim) == ""
    assert unseen(rim, belt) == "PMC-TERR-4", "through another piece"
    assert unseen(rim, at=(15, 20)) == "PMC-TERR-4", "across the inner part"
    assert unseen(rim, box("v", "hill", 24, 14, 25, 26)) == "PMC-AREA-3"
    on_border = box("v", "woods", 15, 15, 20, 25)
    assert unseen(on_border) == "", "who stands on the border looks out"


@rule("PMC-TERR-4", "PMC-GEN-7")
def test_in_the_rim_it_is_the_base_of_who_stands_there_that_counts():
    piece = box("w", "woods", 24, 10, 36, 30)
    for x, seen in ((26.24, True), (26.26, False), (26.99, False)):
        game = field([buggy(20, 20)], [rifles(x, 20, size=1)], pieces=(piece,))
        battle, car, man = battle_of(game), unit(game, "A1"), unit(game, "B1")
        assert (sight.no_sight(battle, car, man) is None) is seen, "a man's base is 0.5 in across"
        assert (sight.no_sight(battle, man, car) is None) is seen
    game = field([rifles(20, 20, size=1)], [buggy(26.99, 20)], pieces=(piece,))
    assert sight.no_sight(battle_of(game), unit(game, "A1"), unit(game, "B1")) is None, "a vehicle's is 2 in"


@rule("PMC-TERR-4", "PMC-SR-5")
@pytest.mark.parametrize(("x", "seen"), [(25.9, True), (26.5, False)])
def test_a_wall_deep_in_a_wood_is_not_seen_from_outside(x, seen):
    pieces = (box("w", "woods", 24, 10, 36, 30), wall("low", x, 18, x, 22))
    game = field([rifles(20, 20, size=1)], [rifles(45, 45)], pieces=pieces)
    assert sight.sees_piece(battle_of(game), unit(game, "A1"), "low") is seen


@rule("PMC-TERR-5", "PMC-AREA-7")
def test_the_eight_inches_hold_within_one_piece_that_blocks_sight_only():
    halves = (box("a", "woods", 14, 14, 25, 26), box("b", "woods", 25, 14, 36, 26))
    assert unseen(*halves, to=(28, 20)) == "PMC-TERR-4", "two pieces side by side"
    assert unseen(box("a", "rubble", 14, 14, 40, 26), to=(38, 20)) == ""
    assert unseen(box("a", "hill", 14, 14, 40, 26), to=(38, 20)) == ""


@rule("PMC-TERR-6")
def test_of_several_grounds_the_worst_counts_for_shots_and_for_moves():
    pieces = (box("w", "woods", 24, 18, 28, 21.3), box("r", "rubble", 24, 21.3, 28, 26))
    assert guard(*pieces) == ("PMC-AREA-7",), "both protect"
    game = field([rifles(20, 20)], [rifles(40, 40)], pieces=(box("w", "woods", 19, 22, 21, 26),))
    assert judge(game, "15,21.35")[0] == "", "5 in and 1 for the man in the wood"
    assert judge(game, "14.9,21.35")[0] == "PMC-TERR-7"


@rule("PMC-TERR-7")
def test_leaving_and_staying_within_terrain_cost_an_inch_too():
    game = field([lone()], [rifles(40, 40)], pieces=(box("r", "ruins", 18, 18, 21, 22),))
    assert judge(game, "25,20") == ("", 6)
    assert judge(game, "25.1,20")[0] == "PMC-TERR-7"
    assert judge(game, "20.5,20") == ("", 1.5)


@rule("PMC-TERR-9")
def test_in_a_wood_on_a_hill_only_the_wood_counts():
    pieces = (box("h", "hill", 12, 12, 30, 28), box("w", "woods", 18, 18, 24, 24))
    game = field([rifles(20, 20)], [rifles(40, 20)], pieces=pieces)
    battle = battle_of(game)
    assert not sight.shoots_down(battle, unit(game, "A1"), unit(game, "B1"))
    assert defence(battle, Attack("B1", "A1")).rules[1:] == ("PMC-AREA-9",)
    near_rim = field([lone(18.5, 20)], [rifles(6, 20)], pieces=pieces)
    found = sight.no_sight(battle_of(near_rim), unit(near_rim, "A1"), unit(near_rim, "B1"))
    assert found is None, "the hill under it does not blind it"
    assert judge(game, "26,21.35")[0] == "PMC-TERR-7", "the wood slows"


@rule("PMC-AREA-3", "PMC-TERR-7")
def test_a_hill_neither_slows_nor_protects():
    hill = box("h", "hill", 21, 10, 40, 30)
    assert judge(field([lone()], [rifles(45, 45)], pieces=(hill,)), "26,20") == ("", 6)
    assert guard(hill) == ()


@rule("PMC-TERR-9", "PMC-FIND-1")
def test_on_a_location_in_a_wood_or_on_a_hill_only_the_location_counts():
    for kind in ("woods", "hill"):
        piece = box("p", kind, 20, 15, 30, 25)
        for spots, counts in (((), True), (((25.0, 20.0),), False)):
            game = field([rifles(25, 20, size=1)], [rifles(25, 5)], pieces=(piece,), locations=spots)
            assert terrain_state.ground_at(battle_of(game), (25, 20)) == (kind if counts else "location")
            assert (sight.cover(battle_of(game), None, unit(game, "A1")) is not None) == (counts and kind == "woods")
            assert sight.on_hill(battle_of(game), unit(game, "A1")) == (counts and kind == "hill")


@rule("PMC-AREA-4")
def test_from_a_hill_one_shoots_down_only_if_no_model_is_on_the_same_height():
    hill = box("h", "hill", 18, 18, 22, 26)
    game = field([rifles(20, 20)], [rifles(30, 20)], pieces=(hill,))
    shot = Attack("A1", "B1", order="advance")
    assert "PMC-AREA-4" in firepower(battle_of(game), shot).rules
    assert firepower(battle_of(game), shot).total == 2 + 1 + 2
    assert "PMC-AREA-4" not in firepower(battle_of(game), Attack("A1", "B1", order="reaction")).rules
    half = field([rifles(20, 20)], [rifles(30, 20)], pieces=(box("h", "hill", 18, 18, 22, 22),))
    assert "PMC-AREA-4" not in firepower(battle_of(half), shot).rules, "a shooter partly below"
    target = field([rifles(20, 20)], [rifles(30, 20)], pieces=(hill, box("g", "hill", 28, 18, 32, 22)))
    assert "PMC-AREA-4" not in firepower(battle_of(target), shot).rules, "a target partly above"


@rule("PMC-AREA-5", "PMC-LOS-2")
def test_friends_below_do_not_hide_who_is_on_a_hill_but_enemies_do():
    def seen(middle_seat, *hills, middle=(25.0, 20.0)):
        sides = [[lone()], [rifles(30, 20, size=1)]]
        sides[middle_seat].append(rifles(*middle, size=1))
        game = field(*sides, pieces=hills)
        return sight.no_sight(battle_of(game), unit(game, "A1"), unit(game, "B1")) is None

    mine, theirs = box("h", "hill", 18, 18, 22, 22), box("g", "hill", 28, 18, 32, 22)
    assert (seen(0), seen(1)) == (False, False)
    assert (seen(0, mine), seen(1, mine)) == (True, False)
    assert (seen(0, theirs), seen(1, theirs)) == (False, True)
    assert (seen(0, mine, theirs), seen(1, mine, theirs)) == (True, True)
    assert not seen(0, box("h", "hill", 18, 18, 32, 22)), "a friend on the same height"

    game = field([lone(), rifles(23, 20, size=1)], [rifles(30, 20, size=1), rifles(26, 20, size=1)], pieces=(mine,))
    assert sight.no_sight(battle_of(game), unit(game, "A1"), unit(game, "B1")).rule == "PMC-LOS-2", "over one, not both"


@rule("PMC-AREA-5", "PMC-TERR-6")
def test_who_is_only_partly_on_a_hill_does_not_look_over_friends():
    hill = box("h", "hill", 18, 18, 22, 22)
    for spots, over in ((((21.5, 20), (20.5, 20)), True), (((22.5, 20), (21.5, 20)), False)):
        game = field([rifles(20, 20, size=2), rifles(25, 20, size=1)], [rifles(30, 20, size=1)], pieces=(hill,))
        unit(game, "A1").models = spots
        assert (sight.no_sight(battle_of(game), unit(game, "A1"), unit(game, "B1")) is None) is over


@rule("PMC-AREA-3")
def test_from_one_hill_one_sees_over_another():
    pieces = (box("h", "hill", 18, 18, 22, 22), box("g", "hill", 26, 16, 30, 24))
    assert unseen(pieces[1], to=(34, 20)) == "PMC-AREA-3"
    assert unseen(*pieces, to=(34, 20)) == ""


@rule("PMC-LIN-1", "PMC-FIRE-1")
def test_whether_a_wall_is_between_goes_by_the_shooters_nearest_model():
    """Of two shooters one stands beside the end of the wall, nearer to the target, the other behind it."""
    game = field([rifles(20, 20, size=2)], [rifles(26, 20, size=1)], pieces=(wall("w", 25, 18.5, 25, 20.6),))
    unit(game, "A1").models = ((20, 20), (21.4, 20))
    assert defence(battle_of(game), Attack("A1", "B1")).rules[1:] == ("PMC-LIN-1",)
    unit(game, "A1").models = ((23.5, 22), (22.5, 21))
    assert defence(battle_of(game), Attack("A1", "B1")).rules[1:] == ()
    unit(game, "A1").models = ((22.5, 21), (21.1, 20.4))
    assert defence(battle_of(game), Attack("A1", "B1")).rules[1:] == ("PMC-LIN-1",)


# ---------------------------------------------------------------- vehicles
@rule("PMC-VEH-4", "PMC-VEH-16")
def test_a_vehicle_moves_fires_and_advances_and_shoots_all_round():
    game = field([buggy(20, 20, 0)], [rifles(20, 30, size=1), rifles(10, 20, size=1)])
    run(game, ChooseAction("A1"))
    assert options(game) == {"move": "", "fire": "", "advance": "", "assault": "PMC-VEH-14"}
    play(game, "fire")
    assert options(game) == {"B1": "", "B2": ""}, "behind it and beside it"
    shot = Attack("A1", "B1")
    assert firepower(battle_of(game), shot).total == 3 + 1, "no bonus for its one model"


@rule("PMC-VEH-4", "PMC-FIND-4")
def test_a_vehicle_may_check_the_area():
    game = field([buggy(20, 20)], [rifles(40, 40)])
    battle_of(game).locations = {"L1": Location("L1", (26.0, 20.0))}
    run(game, ChooseAction("A1"))
    assert options(game)["check:L1"] == ""


@rule("PMC-VEH-5")
@pytest.mark.parametrize(("turn", "cost"), [(0, 4), (1, 6), (90, 6), (91, 8), (180, 8), (270, 6), (-90, 6)])
def test_turns_of_up_to_a_right_angle_cost_once_beyond_twice(turn, cost):
    game = field([buggy(20, 20, 90, turn_cost=2)], [rifles(40, 40)])
    assert judge(game, "24,20", f"turn={turn}", allowance=14) == ("", cost)


@rule("PMC-VEH-5", "PMC-VEH-8", "PMC-TERR-7")
def test_what_a_move_costs_explains_itself_and_says_how_a_vehicle_faces():
    pieces = (box("r", "rubble", 22, 18, 24, 22), wall("w", 10, 18, 30, 18))
    game = field([buggy(20, 20, 0, turn_cost=2), rifles(30, 16)], [rifles(44, 44)], pieces=pieces)
    run(game, ChooseMove("A1", 14))
    shown = {line.label: line.value for line in game.preview(["26,20"]).lines}
    assert shown == {
        "cost": "10.0 of 14 in, faces E",
        "way": "6.0 in",
        "turns": "2.0 in",
        "terrain": "2.0 in",
        "exposed to": "nobody",
    }
    shown = {line.label: line.value for line in game.preview(["20,19", "turn=135"]).lines}
    assert shown["cost"] == "5.0 of 14 in, faces SE"
    run(game, ChooseMove("A2", 6))
    assert [line.label for line in game.preview(["31,17.35"]).lines] == ["cost", "exposed to"], "nothing but the way"


@rule("PMC-VEH-5", "PMC-ADV-1", "PMC-MOVE-1")
def test_a_vehicle_spends_its_move_with_or_without_the_two_inches():
    game = field([buggy(20, 20, 90, turn_cost=2)], [rifles(40, 40)])
    run(game, ChooseAction("A1"))
    play(game, "move")
    assert game.refuse(["34,20"]) is None
    assert game.refuse(["32,20", "turn=90"]) is None
    assert game.refuse(["32.1,20", "turn=90"]).rule == "PMC-MOVE-1"
    run(game, ChooseAction("A1"))
    play(game, "advance")
    assert game.refuse(["32,20"]) is None
    assert game.refuse(["32.1,20"]).rule == "PMC-MOVE-1"


@rule("PMC-VEH-8")
def test_a_vehicle_pays_two_inches_for_all_area_terrain_together():
    pieces = (box("a", "rubble", 23, 15, 25, 25), box("b", "woods", 26, 15, 27, 25))
    game = field([buggy(20, 20, 90)], [rifles(40, 40)], pieces=pieces)
    assert judge(game, "32,20", allowance=14) == ("", 14)
    assert judge(game, "32.1,20", allowance=14)[0] == "PMC-TERR-7"


@rule("PMC-VEH-13", "PMC-LOS-2")
def test_a_wreck_blocks_sight_and_ways_and_is_no_unit():
    game = field([lone(), buggy(25, 20)], [rifles(30, 20, size=1)])
    battle = battle_of(game)
    unit(game, "A2").damage = 4
    game.dice.unread = (2,)
    run(game, KnockOut("A2", "B1"))
    assert unit(game, "A2").gone == "destroyed"
    assert sight.no_sight(battle, unit(game, "A1"), unit(game, "B1")).rule == "PMC-LOS-2"
    unit(game, "A1").models = ((20, 21.1),)
    assert sight.no_sight(battle, unit(game, "A1"), unit(game, "B1")).rule == "PMC-LOS-2"
    unit(game, "A1").models = ((20, 22.5),)
    assert sight.no_sight(battle, unit(game, "A1"), unit(game, "B1")) is None, "past the wreck"
    unit(game, "A1").models = ((20, 20),)
    assert judge(game, "25,20", allowance=9)[0] == "PMC-VEH-13"
    assert judge(game, "23.75,20", allowance=9)[0] == "", "up to it: it is no unit to keep away from"
    assert judge(game, "23,21.25", "27,21.25", allowance=9)[0] == "", "and along it"
    assert judge(game, "23,21.2", "27,21.2", allowance=9)[0] == "PMC-VEH-13"


@rule("PMC-AREA-6", "PMC-MOVE-4", "PMC-COH-2")
def test_exactly_along_the_rocks_and_an_inch_from_the_enemy():
    game = field([lone()], [rifles(40, 40)], pieces=(box("r", "rocks", 21, 15, 25, 19.75),))
    assert judge(game, "22,20", "26,20") == ("", 6)
    assert judge(game, "22,19.99", "25.9,19.99")[0] == "PMC-AREA-6"
    game = field([lone()], [lone(23, 21.5)])
    assert judge(game, "22,20", "26,20") == ("", 6)
    assert judge(game, "22,20.01", "25.9,20.01")[0] == "PMC-MOVE-4"
    assert judge(game, "23,20")[0] == ""
    friend = field([lone(), lone(23, 21.5)], [rifles(40, 40)])
    assert judge(friend, "23,20")[0] == ""
    assert judge(friend, "23,20.01")[0] == "PMC-COH-2"
    assert judge(friend, "22,20.01", "25.9,20.01")[0] == "", "friends are passed as near as one likes"


@rule("PMC-MOVE-4", "PMC-COH-2", "PMC-GEN-7")
def test_the_inch_is_kept_from_the_base_of_a_vehicle_too():
    # A vehicle's base is 2 in across, a man's 0.5: 2.25 in from middle to middle.
    game = field([lone()], [buggy(23, 22.25)])
    assert judge(game, "22,20", "26,20") == ("", 6)
    assert judge(game, "22,20.01", "25.9,20.01")[0] == "PMC-MOVE-4"
    friend = field([lone(), buggy(23, 22.25)], [rifles(40, 40)])
    assert judge(friend, "23,20")[0] == ""
    assert judge(friend, "23,20.01")[0] == "PMC-COH-2"


@rule("PMC-MOVE-2")
def test_single_models_can_be_moved_as_long_as_the_unit_keeps_together():
    game = field([rifles(20, 20)], [rifles(40, 40)])
    run(game, ChooseMove("A1", 6))
    assert game.refuse(["22,21.35", "model4=0,0.5"]) is None
    assert game.refuse(["22,21.35", "model4=0,1"]).rule == "PMC-COH-1"
    assert game.refuse(["24.65,21.35", "model4=1,0"]) is None
    assert game.refuse(["25.9,21.35", "model4=1,0"]).rule == "PMC-MOVE-1", "no model goes further"


@rule("PMC-COH-3")
def test_six_inches_across_at_most_measured_between_the_bases():
    spots = [(1.3 * n, 0.0) for n in range(5)]
    assert all(dist(a, b) < 1.5 for a, b in pairwise([*spots, (6.5, 0.0)]))
    assert coherency.coherent([*spots, (6.5, 0.0)])
    assert not coherency.coherent([*spots, (6.51, 0.0)])
