"""The way of a unit: around what stops it, around what slows it if that is shorter, and how far a charge reaches."""

from __future__ import annotations

from itertools import pairwise
from math import cos, dist, pi, sin
from random import Random

import pytest

from tabletop_tui.engine.events import Moved
from tabletop_tui.rules.pmc2640.assault.assault import ChooseAssaulted, refuse_assault
from tabletop_tui.rules.pmc2640.moving.move_choice import ChooseMove
from tabletop_tui.rules.pmc2640.state import coherency, distances
from tabletop_tui.rules.pmc2640.state.battle import Wreck
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece
from tabletop_tui.rules.pmc2640.ways.charge_move import approach, charge_way, touch
from tabletop_tui.rules.pmc2640.ways.move_field import MoveField
from tabletop_tui.rules.pmc2640.ways.standing_checks import refuse_stand
from tabletop_tui.skirmish.unit_place_fields import Plan, plan_of
from tabletop_tui.table.points import parse_spot
from tabletop_tui.table.polygons import off
from tests.playing import play, run
from tests.pmc2640.build import battle_of, box, buggy, field, rifles, unit, wall

rule = pytest.mark.rule
FAR = [rifles(44, 40)]


def move(game, *answer, allowance=6.0, name="A1"):
    """The rule that refuses a movement ('' if none does), its inches, and the way of the unit's middle."""
    found = MoveField(battle_of(game), unit(game, name), allowance)
    refusal, taken = found.judge_answer(plan_of(list(answer)))
    return ("" if refusal is None else refusal.rule), round(taken, 2), [parse_spot(s) for s in found.path(list(answer))]


def lone(x=20.0, y=20.0, **changes):
    return rifles(x, y, size=1, **changes)


# ---------------------------------------------------------------- around what stops
@rule("PMC-MOVE-1", "PMC-BLDG-6", "PMC-AREA-2", "PMC-AREA-6")
@pytest.mark.parametrize("kind", ["building", "water", "rocks"])
def test_a_single_place_behind_an_obstacle_is_reached_around_it(kind):
    game = field([lone()], FAR, pieces=(box("b", kind, 22, 19, 24, 22),))
    refusal, taken, way = move(game, "26,20", allowance=7)
    assert refusal == ""
    assert 6.5 < taken < 6.85, "2.5 in and 2.2 in past the nearer corners, with 0.25 in for the base"
    assert way[0] == (20, 20)
    assert way[-1] == (26, 20)
    assert all(18.6 < y < 18.85 for _, y in way[1:-1]), "by the nearer side, close to the wall"
    assert move(game, "26,20", allowance=6.5)[0] != ""


def test_an_answer_with_waypoints_goes_exactly_there():
    game = field([lone()], FAR, pieces=(box("b", "building", 22, 19, 24, 22),))
    assert move(game, "23,20", "26,20", allowance=9)[0] == "PMC-BLDG-6"
    refusal, taken, way = move(game, "23,17", "26,20", allowance=9)
    assert (refusal, taken) == ("", round(2 * 18**0.5, 2))
    assert way == [(20, 20), (23, 17), (26, 20)]


@rule("PMC-MOVE-3")
def test_a_way_leads_by_places_too_near_a_friend_to_stay_there():
    game = field([lone(), lone(24, 20)], [lone(20, 26)])
    found = MoveField(battle_of(game), unit(game, "A1"), 9)
    assert move(game, "24,20.5", allowance=9)[0] == "PMC-COH-2"
    assert found.refuse_on(["24,20.5"]) is None
    assert move(game, "24,20.5", "28,20", allowance=9)[0] == ""
    assert found.refuse_on(["30,20"]).rule == "PMC-MOVE-1"
    assert found.refuse_on(["20,25"]).rule == "PMC-MOVE-4"
    assert found.refuse_on(["20,20", "20,18", "12,20"]).rule == "PMC-MOVE-1", "the whole way counts"
    assert "off the table" in MoveField(battle_of(game), unit(game, "A1"), 60).refuse_on(["-3,20"]).why


@rule("PMC-TERR-3", "PMC-LIN-1")
def test_a_way_leads_by_places_where_a_wall_parts_the_unit():
    """All or nobody is said of the move: where it ends all have crossed the wall, or none has."""
    game = field([rifles(20, 20)], FAR, pieces=(wall("w", 10, 25, 30, 25),))
    found = MoveField(battle_of(game), unit(game, "A1"), 9)
    x, y = found.middle
    half, over, back = (f"{x:g},{there:g}" for there in (25.0, 28.5, y))
    parted = [y < 25 for _, y in found.ends(Plan((parse_spot(half),)))]
    assert parted == [True, True, False, False]
    assert found.refuse_on([half]) is None
    assert move(game, half, allowance=9)[0] == "PMC-TERR-3", "there it cannot end"
    refusal, taken, way = move(game, half, over, allowance=9)
    assert (refusal, len(way)) == ("", 3)
    assert taken == pytest.approx(28.5 - y + 1), "an inch for the wall"
    assert move(game, half, back, allowance=9)[0] == "PMC-TERR-3", "some have crossed it, twice, and some never"
    assert found.refuse_on([half, "20,44"]).rule == "PMC-MOVE-1"


def test_the_straight_way_where_it_is_free():
    game = field([lone()], FAR, pieces=(box("b", "building", 22, 21, 24, 23),))
    assert move(game, "26,20") == ("", 6, [(20, 20), (26, 20)])


def test_a_unit_in_formation_needs_room_for_all_its_models():
    house = box("b", "building", 22, 19, 24, 26)
    slim = move(field([lone(20, 21.35)], FAR, pieces=(house,)), "26,21.35", allowance=12)[1]
    wide = move(field([rifles(20, 20)], FAR, pieces=(house,)), "26,21.35", allowance=12)[1]
    assert slim < wide - 0.5
    gate = (box("n", "building", 22, 10, 23, 20), box("s", "building", 22, 21.5, 23, 31))
    assert move(field([lone(20, 20)], FAR, pieces=gate), "25,20")[0] == "", "1.5 in are enough for one"
    assert move(field([rifles(20, 18.5)], FAR, pieces=gate), "25,19.85")[0] != "", "but not for four abreast"


@rule("PMC-LIN-2", "PMC-TERR-3")
def test_around_the_end_of_a_wall():
    game = field([lone()], FAR, pieces=(wall("w", 22, 19, 22, 30, "medium-wall"),))
    refusal, taken, way = move(game, "24,20")
    assert refusal == ""
    assert len(way) > 2
    assert taken < 5
    corner = (wall("w", 22, 19, 22, 30, "medium-wall"), wall("v", 18, 19, 22, 19, "medium-wall"))
    assert move(field([lone()], FAR, pieces=corner), "24,20")[0] == "PMC-LIN-2"


@rule("PMC-MOVE-4")
def test_around_an_enemy_an_inch_away():
    game = field([lone()], [lone(23, 20.2)])
    refusal, taken, way = move(game, "26,20", allowance=8)
    assert refusal == ""
    assert taken > 6.3
    keep = min(((x - 23) ** 2 + (y - 20.2) ** 2) ** 0.5 for x, y in way)
    assert 1.5 <= keep < 1.7, "1 in from base to base"


@rule("PMC-MOVE-4")
def test_around_a_vehicle_of_the_enemy_an_inch_from_its_base():
    game = field([lone()], [buggy(24, 20.2)])
    refusal, _, way = move(game, "28,20", allowance=12)
    assert refusal == ""
    assert 2.25 <= min(dist(spot, (24, 20.2)) for spot in way) < 2.5


@rule("PMC-VEH-13")
def test_around_a_wreck():
    game = field([lone()], FAR)
    game.state.wrecks = (Wreck("a wreck", (23, 20.2), 1.0),)
    refusal, taken, _ = move(game, "26,20", allowance=8)
    assert refusal == ""
    assert taken > 6.2


@rule("PMC-MOVE-5")
def test_no_way_leads_over_the_edge():
    game = field([lone(20, 1)], FAR, pieces=(box("b", "building", 22, 0.3, 24, 4),))
    way = move(game, "26,1", allowance=20)[2]
    assert max(y for _, y in way) > 4
    assert all(y >= 0.25 for _, y in way)


@rule("PMC-VEH-5")
def test_a_vehicle_drives_straight_legs_and_pays_for_every_turn():
    game = field([buggy(20, 20, facing=90)], FAR, pieces=(box("b", "rocks", 24, 18.5, 26, 30),))
    refusal, taken, way = move(game, "30,20", allowance=16)
    assert refusal == ""
    length = sum(((a - c) ** 2 + (b - d) ** 2) ** 0.5 for (a, b), (c, d) in pairwise(way))
    turns = len(way) - 1
    assert taken == pytest.approx(length + turns, abs=0.01)
    assert min(off(*leg, spot) for leg in pairwise(way) for spot in ((24, 18.5), (26, 18.5))) >= 1, (
        "its base is so wide"
    )
    assert len(way) == 3, "one turn in the open is less than one at each corner"
    run(game, ChooseMove("A1", 16))
    play(game, ["30,20"])
    assert unit(game, "A1").facing > 90, "as on its last leg"


@rule("PMC-VEH-5", "PMC-MOVE-1")
def test_a_vehicle_goes_the_longer_way_around_if_that_has_fewer_turns():
    # Rocks, round to the north and square to the south, where the way is a little longer.
    bow = tuple((25 + 3 * cos(n * pi / 6), 20.5 - 2.5 * sin(n * pi / 6)) for n in range(7))
    rocks = MapPiece("r", "rocks", (*bow, (22, 23), (28, 23)))
    game = field([buggy(20, 20.5, facing=90, turn_cost=2)], FAR, pieces=(rocks,))
    refusal, taken, way = move(game, "30,20.5", allowance=24)
    assert refusal == ""
    assert len(way) == 4
    assert all(y > 20.5 for _, y in way[1:-1])
    assert taken == pytest.approx(sum(dist(a, b) for a, b in pairwise(way)) + 3 * 2, abs=0.01)


@rule("PMC-GEN-4", "PMC-COH-1")
def test_a_model_moved_by_itself_may_touch_another_but_not_stand_on_it():
    game = field([rifles(20, 20)], FAR)
    assert move(game, "22,21.35", "model2=0,-0.4")[0] == ""
    assert move(game, "22,21.35", "model2=0,-0.45")[0] == "PMC-GEN-4"
    assert move(game, "22,21.35", "model2=3,0")[0] == "PMC-COH-1"


# ---------------------------------------------------------------- around what slows
@rule("PMC-TERR-7")
def test_the_way_past_a_wood_if_it_is_shorter_than_the_penalty():
    wood = box("w", "woods", 22, 19.9, 24, 24)
    refusal, taken, way = move(field([lone()], FAR, pieces=(wood,)), "26,20", allowance=8)
    assert refusal == ""
    assert len(way) > 2
    assert 6 < taken < 6.05
    deep = box("w", "woods", 22, 16, 24, 24)
    assert move(field([lone()], FAR, pieces=(deep,)), "26,20", allowance=8) == ("", 7, [(20, 20), (26, 20)])


@rule("PMC-TERR-7")
def test_who_is_in_the_wood_already_goes_straight():
    wood = box("w", "woods", 19, 19.9, 24, 24)
    assert move(field([lone()], FAR, pieces=(wood,)), "26,20", allowance=8) == ("", 7, [(20, 20), (26, 20)])


@rule("PMC-TERR-7", "PMC-LIN-1")
def test_past_the_end_of_a_low_wall_or_over_it():
    over = move(field([lone()], FAR, pieces=(wall("w", 22, 15, 22, 25),)), "24,20")
    assert over == ("", 5, [(20, 20), (24, 20)])
    past = move(field([lone()], FAR, pieces=(wall("w", 22, 19.8, 22, 25),)), "24,20")
    assert 4 < past[1] < 4.2
    assert len(past[2]) > 2


# ---------------------------------------------------------------- what is offered
def test_places_behind_an_obstacle_are_offered_with_what_the_way_takes():
    game = field([lone()], FAR, pieces=(box("b", "building", 22, 19, 24, 22),))
    found = MoveField(battle_of(game), unit(game, "A1"), 7)
    cells = found.cells()
    assert cells["26,20"] == "7"
    assert found.cost(["26,20"]) == "6.8 of 7 in"
    assert "23,20" not in cells, "inside the building"
    assert "25,22" in cells
    assert "26,22" not in cells, "too far around"


def test_the_way_is_on_the_log():
    game = field([lone()], FAR, pieces=(box("b", "building", 22, 19, 24, 22),))
    run(game, ChooseMove("A1", 8))
    (moved,) = play(game, ["26,20"])
    assert len(moved.path) > 2
    assert unit(game, "A1").models == ((26, 20),)


@pytest.mark.parametrize("seed", range(6))
def test_every_place_offered_is_reached_by_its_way_and_no_straight_way_is_missed(seed):
    chance = Random(seed)
    kinds = ["woods", "building", "rocks", "rubble", "low-wall", "medium-wall"]
    pieces = []
    for number in range(7):
        x, y, kind = chance.uniform(12, 28), chance.uniform(12, 28), chance.choice(kinds)
        if kind.endswith("wall"):
            pieces.append(wall(f"p{number}", x, y, x + chance.uniform(-3, 3), y + chance.uniform(-3, 3), kind))
        elif not (x - 1 < 20 < x + 4 and y - 1 < 24 and y > 15):
            pieces.append(box(f"p{number}", kind, x, y, x + chance.uniform(1, 3), y + chance.uniform(1, 3)))
    mover = rifles(20, 20, size=chance.choice([1, 4])) if seed % 3 else buggy(20, 20, facing=90)
    game = field([mover, rifles(26, 14, size=2)], [rifles(15, 22, size=3)], pieces=tuple(pieces))
    found = MoveField(battle_of(game), unit(game, "A1"), 8)
    cells = found.cells()
    x, y = (round(value) for value in found.middle)
    around = 0
    for spot in [(float(x + dx), float(y + dy)) for dx in range(-7, 8) for dy in range(-7, 8)]:
        text = f"{spot[0]:g},{spot[1]:g}"
        refusal, straight = found.judge_plan(Plan((spot,)))
        if refusal is None and straight < 7.9:
            assert text in cells
        if text not in cells:
            continue
        way, (_, taken) = found.path([text]), found.judge_answer(plan_of([text]))
        assert refusal is not None or taken <= straight
        again = MoveField(battle_of(game), unit(game, "A1"), 8).judge_answer(plan_of([*way[1:]]))
        assert again == (None, pytest.approx(taken))
        around += len(way) > 2
    assert around or seed % 3 == 0, "with this seed it goes nowhere around anything"


# ---------------------------------------------------------------- charging
def way_to(game, reach, name="B1"):
    return charge_way(battle_of(game), unit(game, "A1"), unit(game, name), reach)


def inches(way):
    return sum(dist(a, b) for a, b in pairwise(way))


def nearest(game):
    return distances.distance(battle_of(game), unit(game, "A1"), unit(game, "B1"))


@rule("PMC-ASSLT-1", "PMC-ASSLT-2")
def test_a_charge_takes_the_shortest_way_around_what_is_in_the_way():
    game = field([lone()], [lone(25.5, 20)], pieces=(box("r", "rocks", 22, 19, 23, 24),))
    way = way_to(game, 7)
    assert len(way) > 2
    assert 5.4 < inches(way) < 5.8
    assert dist(way[-1], (25.5, 20)) == pytest.approx(0.5), "base to base"
    assert way_to(game, 5.2) is None, "the straight line would be 5 in"
    assert refuse_assault(battle_of(game), unit(game, "A1"), unit(game, "B1")) is None
    assert way_to(field([lone()], [lone(25.5, 20)]), 5) == ((20, 20), (25, 20))


@rule("PMC-ASSLT-2", "PMC-TERR-7")
def test_a_charge_pays_for_terrain_or_goes_past_it():
    strip = box("w", "woods", 21, 10, 22, 30)
    game = field([lone()], [lone(25.5, 20)], pieces=(strip,))
    assert way_to(game, 6) == ((20, 20), (25, 20))
    assert way_to(game, 5.9) is None
    tip = box("w", "woods", 21, 10, 22, 20.2)
    past = way_to(field([lone()], [lone(25.5, 20)], pieces=(tip,)), 5.5)
    assert len(past) > 2
    assert inches(past) < 5.1


@rule("PMC-ASSLT-6")
def test_it_is_enough_that_one_model_gets_there():
    screen = box("r", "rocks", 21, 15, 22, 22.2)
    game = field([rifles(20, 20)], [lone(24, 20)], pieces=(screen,))
    way = way_to(game, 6)
    assert way[0] == (20, 22.7), "the last of the four, past the end of the rocks"
    assert way_to(field([rifles(20, 20, size=2)], [lone(24, 20)], pieces=(screen,)), 5) is None


@rule("PMC-ASSLT-2", "PMC-MOVE-4")
def test_a_charge_keeps_clear_of_other_enemies():
    game = field([lone()], [lone(26, 20), lone(23, 20.4)])
    way = way_to(game, 8)
    assert len(way) > 2
    assert all(dist(spot, (23, 20.4)) >= 1.5 for spot in way)
    assert way_to(game, 8, "B2") == ((20, 20), (pytest.approx(22.504, abs=0.01), pytest.approx(20.33, abs=0.01)))


@rule("PMC-ASSLT-1", "PMC-BLDG-4")
def test_a_charge_at_a_building_goes_to_its_nearest_wall():
    house = box("b", "building", 25, 18, 29, 24)
    game = field([lone()], [lone(40, 20)], pieces=(house,))
    inside = unit(game, "B1")
    inside.models, inside.building = (), "b"
    assert way_to(game, 5) == ((20, 20), (24.75, 20))
    assert way_to(game, 4.7) is None
    screened = field([lone()], [lone(40, 20)], pieces=(house, box("r", "rocks", 22, 19, 23, 24)))
    inside = unit(screened, "B1")
    inside.models, inside.building = (), "b"
    assert len(way_to(screened, 6)) > 2


@rule("PMC-ASSLT-4", "PMC-ASSLT-6")
def test_attackers_stop_an_inch_away_on_their_way_and_then_touch():
    game = field([rifles(20, 20)], [rifles(25.4, 20)], pieces=(box("r", "rocks", 22, 19, 23, 24),), dice=(0,) * 40)
    run(game, ChooseAssaulted("A1"))
    events = play(game, "B1")
    while "1 in away" not in game.question.prompt:
        events += play(game, "wait")
    moved = [event for event in events if isinstance(event, Moved)]
    assert sum(len(event.path) - 1 for event in moved) > 1, "around the rocks"
    assert nearest(game) == pytest.approx(1, abs=0.03)
    assert coherency.coherent(unit(game, "A1").models)


def test_nobody_ends_on_anybody_after_a_charge_around_a_corner():
    for n in range(24):
        place = (20 + 5 * cos(n * pi / 12), 20 + 5 * sin(n * pi / 12))
        rock = box("r", "rocks", 22, 18, 22.5, 22)
        game = field([rifles(round(place[0], 2), round(place[1], 2))], [rifles(20, 19)], pieces=(rock,))
        battle, one, other = battle_of(game), unit(game, "A1"), unit(game, "B1")
        before = nearest(game)
        one.models = tuple(track[-1] for track in approach(battle, one, other))
        assert nearest(game) >= min(before, 0.97)
        touch(battle, one, other)
        assert nearest(game) < 0.03
        assert min(dist(a, b) for a in one.models for b in other.models) >= 0.47
        assert refuse_stand(battle, one, one.models, "B1") is None
