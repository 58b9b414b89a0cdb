"""The whole base of a model meets what cannot be passed, not only its middle (PMC-VEH-6, PMC-LIN-2, PMC-MOVE-5)."""

from __future__ import annotations

from random import Random

import pytest
from shapely import LineString, Polygon

from tabletop_tui.rules.pmc2640.state.battle import Wreck
from tabletop_tui.rules.pmc2640.ways.move_field import MoveField
from tabletop_tui.table.points import parse_spot
from tests.pmc2640.build import battle_of, box, buggy, field, rifles, unit, wall
from tests.pmc2640.test_table import judge, lone

rule = pytest.mark.rule
FAR = [rifles(44, 40)]


def gap(wide, kind):
    """Two walls across the way at x = 23 with a gap between, its middle at y = 20."""
    return wall("n", 23, 5, 23, 20 - wide / 2, kind), wall("s", 23, 20 + wide / 2, 23, 35, kind)


# ---------------------------------------------------------------- walls
@rule("PMC-VEH-6")
@pytest.mark.parametrize("kind", ["low-wall", "medium-wall"])
@pytest.mark.parametrize(("wide", "said"), [(1.0, "PMC-VEH-6"), (1.98, "PMC-VEH-6"), (2.0, ""), (3.0, "")])
def test_a_vehicle_needs_a_gap_as_wide_as_its_base(kind, wide, said):
    game = field([buggy(20, 20, 90)], FAR, pieces=gap(wide, kind))
    assert judge(game, "23,20", "28,20", allowance=14)[0] == said
    assert judge(game, "28,20", allowance=14)[0] == said, "there is no other way"


@rule("PMC-VEH-6")
def test_a_vehicle_does_not_clip_the_end_of_a_wall():
    game = field([buggy(20, 20, 90)], FAR, pieces=(wall("w", 23, 21, 23, 30),))
    assert judge(game, "22,20", "28,20", allowance=14) == ("", 8), "exactly past it"
    game = field([buggy(20, 20, 90)], FAR, pieces=(wall("w", 23, 20.9, 23, 30),))
    assert judge(game, "22,20", "28,20", allowance=14)[0] == "PMC-VEH-6"
    refusal, taken = judge(game, "28,20", allowance=14)
    assert refusal == "", "around it"
    assert taken > 8


@rule("PMC-LIN-2", "PMC-LIN-1")
def test_infantry_needs_room_for_its_bases_past_medium_walls_and_just_steps_over_low_ones():
    for wide, said in ((0.3, "PMC-LIN-2"), (0.48, "PMC-LIN-2"), (0.5, ""), (1.0, "")):
        game = field([lone()], FAR, pieces=gap(wide, "medium-wall"))
        assert judge(game, "23,20", "26,20")[0] == said
    game = field([lone()], FAR, pieces=gap(0.3, "low-wall"))
    assert judge(game, "23,20", "26,20") == ("", 6), "its middle crosses neither"


@rule("PMC-VEH-6", "PMC-LIN-2")
def test_who_stands_against_a_wall_may_drive_away_from_it_but_not_over_it():
    game = field([buggy(20, 20, 90)], FAR, pieces=(wall("w", 20.5, 15, 20.5, 25),))
    assert judge(game, "16,20", allowance=14)[0] == "", "away"
    assert judge(game, "19.5,16", allowance=14)[0] == "", "away at a slant"
    assert judge(game, "20,24", allowance=14)[0] == "PMC-LIN-1", "along it, to stay on it"
    assert judge(game, "20.3,20", "16,20", allowance=14)[0] == "PMC-VEH-6", "first nearer"
    assert judge(game, "25,20", allowance=14)[0] == "PMC-VEH-6", "across"
    field_ = MoveField(battle_of(game), unit(game, "A1"), 14)
    assert field_.can_move()


# ---------------------------------------------------------------- everything else that stops
@rule("PMC-AREA-2", "PMC-AREA-6", "PMC-BLDG-6")
@pytest.mark.parametrize(
    ("kind", "said"), [("rocks", "PMC-AREA-6"), ("water", "PMC-AREA-2"), ("building", "PMC-BLDG-6")]
)
def test_rocks_water_and_buildings_are_met_by_the_base_too(kind, said):
    for least, found in ((1.9, said), (2.0, "")):
        pieces = box("n", kind, 22, 5, 25, 20 - least / 2), box("s", kind, 22, 20 + least / 2, 25, 35)
        game = field([buggy(20, 20, 90)], FAR, pieces=pieces)
        assert judge(game, "23,20", "28,20", allowance=14)[0] == found
    game = field([lone()], FAR, pieces=(box("r", kind, 20.2, 15, 24, 25),))
    assert judge(game, "17,20")[0] == "", "away from where it stands against it"
    assert judge(game, "20.1,20", "17,20")[0] == said


@rule("PMC-VEH-13")
def test_who_touches_a_wreck_may_leave_it_but_not_go_through_it():
    """In contact places are kept to the hundredth, so that two bases may be a hair too near to each other."""
    game = field([lone()], FAR)
    battle_of(game).wrecks = (Wreck("a buggy", (21.24, 20.0), 1.0),)
    assert judge(game, "16,20")[0] == ""
    assert judge(game, "20,24")[0] == ""
    assert judge(game, "24,20", allowance=4)[0] == "PMC-VEH-13"
    assert judge(game, "20.1,20", "16,20")[0] == "PMC-VEH-13"


@rule("PMC-MOVE-5")
def test_no_way_leads_off_the_table_and_back():
    game = field([buggy(3, 20, 270)], FAR)
    assert judge(game, "1,20", "1,24", allowance=14)[0] == ""
    assert judge(game, "0.9,20", "3,24", allowance=14)[0] == "PMC-MOVE-5", "with half its base"
    assert judge(game, "-2,20", "3,24", allowance=14)[0] == "PMC-MOVE-5"


# ---------------------------------------------------------------- what is offered
@rule("PMC-VEH-6", "PMC-MOVE-4")
@pytest.mark.parametrize("seed", range(6))
def test_no_way_that_is_offered_leads_a_base_over_anything(seed):
    """Every place offered among walls and rocks is reached by a way whose swept base is clear of all of them."""
    chooser = Random(seed)
    pieces = [box("r", "rocks", 26, 22, 28, 25)]
    for number in range(9):
        x, y = chooser.uniform(12, 30), chooser.uniform(12, 30)
        kind = chooser.choice(["low-wall", "medium-wall"])
        pieces.append(wall(f"w{number}", x, y, x + chooser.uniform(-4, 4), y + chooser.uniform(-4, 4), kind))
    game = field([buggy(21, 21, 90)], FAR, pieces=tuple(pieces))
    here = unit(game, "A1").models[0]
    solids = [LineString(p.points) if p.line else Polygon(p.points) for p in pieces]
    start = [solid.distance(LineString([here, here])) for solid in solids]
    found = MoveField(battle_of(game), unit(game, "A1"), 8)
    for spot in found.cells():
        way = LineString([parse_spot(text) for text in found.path([spot])])
        for solid, before in zip(solids, start, strict=True):
            assert way.distance(solid) >= min(1.0, before) - 0.01, spot
        assert found.refuse([spot]) is None
