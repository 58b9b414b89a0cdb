"""The open table: sight, moving, terrain, coherency, vehicles, buildings."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.pmc2640.moving.move_choice import ChooseMove
from tabletop_tui.rules.pmc2640.orders.special_actions import EnterBuilding, LeaveBuilding
from tabletop_tui.rules.pmc2640.shown.overlays import overlay
from tabletop_tui.rules.pmc2640.sight import sight
from tabletop_tui.rules.pmc2640.state import coherency, distances, terrain_state
from tabletop_tui.rules.pmc2640.ways.move_field import MoveField
from tabletop_tui.skirmish.unit_place_fields import plan_of
from tests.playing import play, run
from tests.pmc2640.build import battle_of, box, buggy, field, rifles, unit, wall

rule = pytest.mark.rule


def unseen(*pieces, at=(20, 20), to=(30, 20), others=(), **changes):
    """The rule by which the first unit does not see the second, '' if it does."""
    game = field([rifles(*at, size=1, **changes)], [rifles(*to, size=1), *others], pieces=pieces)
    refusal = sight.no_sight(battle_of(game), unit(game, "A1"), unit(game, "B1"))
    return "" if refusal is None else refusal.rule


# ---------------------------------------------------------------- sight
@rule("PMC-LOS-1")
def test_nobody_sees_beyond_36_inches():
    assert unseen(at=(5, 20), to=(41.5, 20)) == ""
    assert unseen(at=(5, 20), to=(41.6, 20)) == "PMC-LOS-1"


@rule("PMC-LOS-2", "PMC-AREA-6", "PMC-LIN-2", "PMC-BLDG-6", "PMC-AREA-2", "PMC-AREA-7", "PMC-LIN-1")
@pytest.mark.parametrize(
    ("kind", "expected"),
    [("rocks", "PMC-AREA-6"), ("building", "PMC-BLDG-6"), ("reinforced", "PMC-BLDG-7"), ("water", ""), ("rubble", "")],
)
def test_what_blocks_a_line(kind, expected):
    assert unseen(box("p", kind, 24, 18, 26, 22)) == expected


@rule("PMC-LIN-1", "PMC-LIN-2")
def test_a_low_wall_does_not_block_and_a_medium_wall_does():
    assert unseen(wall("w", 25, 18, 25, 22)) == ""
    assert unseen(wall("w", 25, 18, 25, 22, "medium-wall")) == "PMC-LIN-2"


@rule("PMC-LOS-2")
def test_a_unit_blocks_as_one_body_with_the_gaps_between_its_models():
    assert unseen(others=[rifles(25, 18.6)]) == "PMC-LOS-2"
    assert unseen(others=[rifles(25, 15)]) == ""


@rule("PMC-GEN-7")
def test_distances_are_measured_from_base_to_base():
    game = field([rifles(20, 20, size=1)], [buggy(30, 20)])
    battle = battle_of(game)
    assert distances.distance(battle, unit(game, "A1"), unit(game, "B1")) == 10 - 0.25 - 1
    assert distances.clear_of(battle, unit(game, "B1"), ((20, 20), (24, 20)), 0.25) == 6 - 0.25 - 1


@rule("PMC-LOS-3")
def test_what_one_model_sees_the_unit_sees():
    game = field([rifles(20, 20)], [rifles(30, 20)], pieces=(box("p", "rocks", 24, 18, 26, 22.5),))
    assert sight.no_sight(battle_of(game), unit(game, "A1"), unit(game, "B1")) is None


@rule("PMC-LOS-1", "PMC-LOS-3")
def test_one_model_within_36_inches_is_enough_whichever_it_is():
    for spots in (((4, 20), (5, 20)), ((5, 20), (4, 20))):
        game = field([rifles(4, 20, size=2)], [rifles(41.5, 20, size=1)])
        unit(game, "A1").models = spots
        assert sight.no_sight(battle_of(game), unit(game, "A1"), unit(game, "B1")) is None
        assert sight.sight_line(battle_of(game), unit(game, "B1"), unit(game, "A1")) == ((41.5, 20), (5, 20))


@rule("PMC-LOS-1", "PMC-LOS-2")
def test_a_refusal_tells_what_blocks_the_shortest_line():
    pieces = (box("p", "rocks", 24, 19, 26, 21), wall("w", 25, 21.5, 25, 24, "medium-wall"))
    for spots in (((20, 20), (19, 24)), ((19, 24), (20, 20))):
        game = field([rifles(20, 20, size=2)], [rifles(30, 20, size=1)], pieces=pieces)
        unit(game, "A1").models = spots
        assert sight.no_sight(battle_of(game), unit(game, "A1"), unit(game, "B1")).rule == "PMC-AREA-6"
    game = field([rifles(5, 20, size=2)], [rifles(41.5, 20, size=1)], pieces=pieces[:1])
    unit(game, "A1").models = ((5, 20), (4, 20))
    said = sight.no_sight(battle_of(game), unit(game, "A1"), unit(game, "B1"))
    assert said.rule == "PMC-AREA-6", "the shortest line is blocked, the other one too long"


@rule("PMC-TERR-4", "PMC-AREA-8", "PMC-AREA-9")
@pytest.mark.parametrize("kind", ["woods", "ruins"])
def test_woods_and_ruins_hide_beyond_their_rim(kind):
    piece = box("p", kind, 24, 14, 36, 26)
    assert unseen(piece, to=(25.5, 20)) == "", "in the rim"
    assert unseen(piece, to=(26.5, 20)) == "PMC-TERR-4", "deep inside"
    assert unseen(piece, to=(40, 20)) == "PMC-TERR-4", "right across"
    assert unseen(box("p", kind, 24, 14, 27, 26), to=(40, 20)) == "PMC-TERR-4", "a strip that is all rim"


@rule("PMC-TERR-5")
def test_within_one_wood_one_sees_8_inches():
    piece = box("p", "woods", 14, 14, 36, 26)
    assert unseen(piece, to=(28.5, 20)) == ""
    assert unseen(piece, to=(28.6, 20)) == "PMC-TERR-5"


@rule("PMC-AREA-3", "PMC-AREA-4", "PMC-AREA-5")
def test_a_hill_blocks_those_below_and_helps_those_on_top():
    hill = box("h", "hill", 22, 16, 26, 24)
    assert unseen(hill) == "PMC-AREA-3"
    assert unseen(hill, at=(24, 20)) == ""
    game = field([rifles(24, 20, size=1), rifles(27, 20, size=1)], [rifles(30, 20, size=1)], pieces=(hill,))
    battle = battle_of(game)
    assert sight.no_sight(battle, unit(game, "A1"), unit(game, "B1")) is None, "over a friend below"
    assert sight.shoots_down(battle, unit(game, "A1"), unit(game, "B1"))
    assert not sight.shoots_down(battle, unit(game, "B1"), unit(game, "A1"))


@rule("PMC-TERR-9")
def test_a_wood_on_a_hill_is_just_a_wood():
    pieces = (box("h", "hill", 16, 16, 30, 26), box("w", "woods", 22, 18, 26, 24))
    game = field([rifles(24, 20)], [rifles(40, 20)], pieces=pieces)
    assert terrain_state.ground_at(battle_of(game), (24, 20)) == "woods"
    assert not sight.on_hill(battle_of(game), unit(game, "A1"))


# ---------------------------------------------------------------- moving
def judge(game, *spots, allowance=6.0, name="A1"):
    refusal, taken = MoveField(battle_of(game), unit(game, name), allowance).judge_answer(plan_of(list(spots)))
    return ("" if refusal is None else refusal.rule), round(taken, 2)


def lone(x=20.0, y=20.0, **changes):
    return rifles(x, y, size=1, **changes)


@rule("PMC-MOVE-1", "PMC-GEN-11")
def test_no_model_goes_further_than_the_allowance_and_standing_still_is_no_move():
    game = field([lone()], [rifles(40, 40)])
    assert judge(game, "26,20") == ("", 6)
    assert judge(game, "26.1,20")[0] == "PMC-MOVE-1"
    assert judge(game, "22,20", "22,23") == ("", 5)
    assert judge(game, "20,20")[0] == "PMC-GEN-11"


@rule("PMC-MOVE-2", "PMC-COH-1", "PMC-COH-3")
def test_the_unit_keeps_its_formation_or_takes_another_and_stays_in_coherency():
    game = field([rifles(20, 20)], [rifles(40, 40)])
    run(game, ChooseMove("A1", 6))
    play(game, ["24,21.35", "form=line"])
    models = unit(game, "A1").models
    assert len({y for _, y in models}) == 1
    assert coherency.coherent(models)
    assert not coherency.coherent([(0, 0), (1.6, 0)])
    assert coherency.coherent([(0, 0), (1.5, 0)])
    assert not coherency.coherent([(x * 1.3, 0) for x in range(6)] + [(6.6, 0)])


@rule("PMC-MOVE-3", "PMC-COH-2")
def test_through_friends_but_not_to_within_an_inch_of_them():
    game = field([lone(), lone(23, 20)], [rifles(40, 40)])
    assert judge(game, "26,20")[0] == ""
    assert judge(game, "24.5,20")[0] == ""
    assert judge(game, "24.4,20")[0] == "PMC-COH-2"


@rule("PMC-MOVE-4")
def test_not_within_an_inch_of_an_enemy_on_the_way():
    game = field([lone()], [lone(23, 21.4)])
    assert judge(game, "26,20")[0] == "PMC-MOVE-4"
    assert judge(game, "23,18", "26,20", allowance=9)[0] == ""


@rule("PMC-MOVE-5")
def test_not_off_the_table():
    game = field([lone(2, 2)], [rifles(40, 40)])
    assert judge(game, "0.2,2")[0] == "PMC-MOVE-5"
    assert judge(game, "0.25,2")[0] == ""


@rule("PMC-TERR-7", "PMC-AREA-7", "PMC-TERR-1")
def test_area_terrain_costs_one_inch_however_far_and_walls_add_up():
    pieces = (box("a", "rubble", 21, 15, 23, 25), box("b", "woods", 24, 15, 25, 25))
    game = field([lone()], [rifles(40, 40)], pieces=pieces)
    assert judge(game, "25,20") == ("", 6)
    assert judge(game, "25.1,20")[0] == "PMC-TERR-7"
    walls = (wall("a", 21, 15, 21, 25), wall("b", 23, 15, 23, 25))
    game = field([lone()], [rifles(40, 40)], pieces=walls)
    assert judge(game, "24,20") == ("", 6)
    assert judge(game, "24.1,20")[0] == "PMC-TERR-7"


@rule("PMC-TERR-3", "PMC-LIN-1")
def test_all_of_a_unit_crosses_a_wall_or_none():
    game = field([rifles(20, 20)], [rifles(40, 40)], pieces=(wall("a", 21, 19, 21, 21.5),))
    assert judge(game, "22,21.35", "24,21.35")[0] == "PMC-TERR-3"


@rule("PMC-LIN-2", "PMC-AREA-2", "PMC-AREA-6", "PMC-BLDG-1")
@pytest.mark.parametrize(
    ("piece", "expected"),
    [
        (wall("w", 22, 15, 22, 25, "medium-wall"), "PMC-LIN-2"),
        (box("w", "water", 22, 15, 23, 25), "PMC-AREA-2"),
        (box("w", "rocks", 22, 15, 23, 25), "PMC-AREA-6"),
        (box("w", "building", 22, 15, 23, 25), "PMC-BLDG-6"),
    ],
)
def test_what_nobody_can_pass(piece, expected):
    assert judge(field([lone()], [rifles(40, 40)], pieces=(piece,)), "25,20")[0] == expected


# ---------------------------------------------------------------- vehicles
@rule("PMC-VEH-5", "PMC-VEH-1", "PMC-VEH-3")
def test_a_vehicle_pays_for_its_turns():
    game = field([buggy(20, 20, facing=90)], [rifles(40, 40)])
    assert judge(game, "24,20", allowance=14) == ("", 4)
    assert judge(game, "20,16", allowance=14) == ("", 5)
    assert judge(game, "16,20", allowance=14) == ("", 6), "more than 90 degrees counts as two turns"
    assert judge(game, "24,20", "24,24", allowance=14) == ("", 9)
    run(game, ChooseMove("A1", 14))
    play(game, ["24,20", "24,24"])
    assert unit(game, "A1").facing == 180


@rule("PMC-VEH-5", "PMC-GEN-11")
def test_a_vehicle_may_turn_on_the_spot():
    game = field([buggy(20, 20, facing=90)], [rifles(40, 40)])
    assert judge(game, "20,20", "turn=90") == ("", 1)
    assert judge(game, "20,20")[0] == "PMC-GEN-11"
    run(game, ChooseMove("A1", 14))
    assert len(play(game, ["20,20", "turn=90"])) == 1, "which is told"
    assert (unit(game, "A1").models, unit(game, "A1").facing) == (((20, 20),), 180)


@rule("PMC-VEH-6", "PMC-VEH-8")
def test_walls_stop_vehicles_and_rough_ground_costs_them_two_inches():
    game = field([buggy(20, 20, facing=90)], [rifles(40, 40)], pieces=(wall("w", 23, 15, 23, 25),))
    assert judge(game, "26,20", allowance=14)[0] == "PMC-VEH-6"
    game = field([buggy(20, 20, facing=90)], [rifles(40, 40)], pieces=(box("r", "rubble", 23, 15, 25, 25),))
    assert judge(game, "28,20", allowance=14) == ("", 10)


# ---------------------------------------------------------------- buildings
@rule("PMC-BLDG-1", "PMC-BLDG-2", "PMC-BLDG-4")
def test_entering_and_leaving_a_building():
    house = box("b", "building", 24, 18, 28, 24)
    game = field([rifles(21, 20), rifles(31, 20)], [rifles(40, 20, size=1)], pieces=(house,))
    battle = battle_of(game)
    run(game, EnterBuilding("A1", "b"))
    inside = unit(game, "A1")
    assert (inside.models, inside.building, inside.on_table) == ((), "b", True)
    assert distances.distance(battle, inside, unit(game, "B1")) == pytest.approx(12 - 0.25)
    run(game, LeaveBuilding("A1"))
    assert game.refuse(["12,20"]).rule == "PMC-BLDG-1"
    play(game, ["22,20"])
    assert len(inside.models) == 4
    assert inside.building == ""


@rule("PMC-LOS-1", "PMC-LOS-2")
def test_the_overlay_of_sight_is_what_a_unit_sees_past_rocks_and_other_units_never_past_itself():
    game = field([rifles(20, 20)], [rifles(20, 40)], pieces=(box("r", "rocks", 26, 20, 28, 24),))
    labels = overlay(game, "sight", "A1").labels
    assert {labels[spot] for spot in ("20,30", "10,21", "19,20", "25,22", "20,38")} == {"."}
    assert {labels[spot] for spot in ("30,22", "20,46", "48,48")} == {"x"}
