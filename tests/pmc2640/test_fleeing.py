"""Broken units flee, Suppressed units go to cover (PMC-FLEE)."""

from __future__ import annotations

from math import cos, dist, radians, sin
from random import Random

import pytest

from tabletop_tui.engine.events import Moved
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.turn.fleeing import Flee, FleePhase, MoveShaken, TakeCover
from tabletop_tui.rules.pmc2640.ways import fleeing_paths
from tabletop_tui.rules.pmc2640.ways.fall_back_to_cover import CoverField
from tabletop_tui.rules.pmc2640.ways.nearby_lookup import Surroundings, box_around
from tabletop_tui.table.points import Spots
from tests.guard import guarded
from tests.playing import options, play, run
from tests.pmc2640.build import battle_of, box, buggy, field, rifles, unit, wall
from tests.pmc2640.crowds import met

rule = pytest.mark.rule


def flees(*pieces, at=(20.0, 20.0), foes=((20.0, 10.0),), friends=(), **changes):
    """Where a lone Broken man (Move 4, so 6 in) ends, or his fate."""
    enemies = [rifles(x, y, size=1) for x, y in foes]
    game = field([rifles(*at, size=1, **changes), *friends], enemies, pieces=pieces)
    unit(game, "A1").suppression = 12
    run(game, Flee("A1"))
    gone = unit(game, "A1")
    return gone.gone or gone.models[0]


# ---------------------------------------------------------------- fleeing
@rule("PMC-FLEE-2")
def test_flight_is_move_and_two_inches_straight_from_the_closest_enemy():
    assert flees() == (20, 26)
    assert flees(move=6) == (20, 28)
    assert flees(foes=((20, 10), (20, 45))) == (20, 26), "the other is further away"
    assert flees(foes=((17, 16), (40, 40))) == (23.6, 24.8)


@rule("PMC-FLEE-2", "PMC-TERR-7")
def test_terrain_costs_a_fleeing_unit_as_usual():
    assert flees(wall("w", 15, 23, 25, 23)) == (20, 25)
    assert flees(wall("w", 15, 22, 25, 22), wall("v", 15, 23, 25, 23)) == (20, 24)


@rule("PMC-FLEE-2")
def test_an_activated_unit_flees_too_and_a_suppressed_one_does_not():
    game = field([rifles(10, 20), rifles(30, 20)], [rifles(20, 10)])
    unit(game, "A1").suppression, unit(game, "A1").activated = 9, True
    unit(game, "A2").suppression = 8
    run(game, FleePhase())
    assert unit(game, "A1").models[0][1] > 20
    assert unit(game, "A2").models[0] == (30, 20)
    assert game.question is None


@rule("PMC-FLEE-3")
def test_a_blocked_flight_goes_where_the_closest_enemy_is_furthest():
    x, y = flees(wall("w", 17, 23, 23, 23, "medium-wall"))
    assert x != 20
    assert y > 20, "around the wall"
    x, y = flees(box("r", "rocks", 10, 21, 30, 23))
    assert y <= 21
    assert abs(x - 20) > 5, "to the side"


@rule("PMC-FLEE-3")
def test_a_flight_does_not_run_into_another_enemy():
    x, y = flees(foes=((20, 17), (20, 25.5)))
    assert min(dist((x, y), foe) for foe in ((20, 17), (20, 25.5))) > 5


@rule("PMC-FLEE-3")
def test_the_straight_flight_is_taken_as_long_as_it_leads_nearer_to_nobody():
    assert flees(foes=((20, 45), (20, 10))) == (20, 26), "from the closest enemy, whoever was placed first"
    assert flees(foes=((20, 10), (20, 36.5))) == (20, 26), "though to the side both would be further away"
    x, y = flees(foes=((20, 16), (23, 28)))
    assert min(dist((x, y), foe) for foe in ((20, 16), (23, 28))) > 4, "straight on it is 3.6 in to the second"


@rule("PMC-FLEE-3", "PMC-MOVE-4")
def test_a_flight_does_not_lead_past_another_enemy_within_an_inch():
    x, y = flees(foes=((20, 18.2), (21, 22)))
    assert (x, y) != (20, 20)
    assert x < 19, "away from the one at the side, too"


@rule("PMC-FLEE-3", "PMC-COH-2")
def test_a_flight_does_not_end_within_an_inch_of_a_friend():
    end = flees(friends=(rifles(20.8, 26, size=1),))
    assert end != (20, 20)
    assert dist(end, (20.8, 26)) >= 1.5


@rule("PMC-FLEE-3", "PMC-FLEE-4")
def test_a_unit_that_could_only_come_nearer_stays():
    pocket = (
        box("n", "rocks", 10, 10, 30, 18),
        box("s", "rocks", 10, 21, 30, 28),
        box("w", "rocks", 10, 18, 17, 21),
    )
    corner = (17.25, 20.75)
    assert flees(*pocket, at=corner, foes=((25, 19.5),)) == corner
    assert flees(*pocket, at=(17.5, 20.5), foes=((25, 19.5),)) == corner, "into the corner, though it is not far"


@rule("PMC-FLEE-3")
def test_a_flight_goes_around_a_corner_where_no_straight_way_is_free():
    # A nook of rocks open to the west only, where the enemy is; a lane leads north from its mouth.
    nook = (
        box("n", "rocks", 19, 12, 30, 19.5),
        box("s", "rocks", 17, 20.5, 30, 28),
        box("e", "rocks", 20.4, 19, 30, 21),
    )
    x, y = flees(*nook, at=(20, 20), foes=((14.5, 22),))
    assert (x, y) != (20, 20)
    assert dist((x, y), (14.5, 22)) > dist((20, 20), (14.5, 22))
    assert y < 19, "around the corner and up the lane"


@rule("PMC-FLEE-3")
def test_the_way_of_a_flight_is_told_with_its_turns():
    game = field([rifles(20, 20, size=1)], [rifles(14.5, 20, size=1)])
    unit(game, "A1").suppression = 12
    run(game, Flee("A1"))
    (moved,) = [event for event in game.events if isinstance(event, Moved)]
    assert moved.path == ("20,20", "26,20")


def test_the_log_says_who_has_fled_and_who_has_not():
    for foes, said in (((20, 10), "flee to 20, 26"), ((20, 30), "must stay")):
        closed = box("r", "rocks", 18, 10, 22, 19.75), wall("w", 19, 15, 19, 24, "medium-wall")
        pieces = () if said != "must stay" else (*closed, wall("v", 21, 15, 21, 24, "medium-wall"))
        x = 20 if said != "must stay" else 19.25  # in the corner that is furthest from his enemy
        game = field([rifles(x, 20, size=1)], [rifles(*foes, size=1)], pieces=pieces)
        unit(game, "A1").suppression = 12
        run(game, Flee("A1"))
        assert said in game.events[-1].text


@rule("PMC-FLEE-3", "PMC-BLDG-4")
def test_a_blocked_flight_from_a_garrison_goes_to_the_side():
    pieces = (box("b", "building", 18, 14, 22, 18), box("r", "rocks", 10, 21, 30, 22))
    game = field([rifles(20, 20, size=1)], [rifles(0, 0)], pieces=pieces)
    unit(game, "B1").models, unit(game, "B1").building = (), "b"
    unit(game, "A1").suppression = 12
    run(game, Flee("A1"))
    assert unit(game, "A1").models[0] != (20, 20)
    assert distances.distance(battle_of(game), unit(game, "A1"), unit(game, "B1")) > 3


@rule("PMC-FLEE-4")
def test_a_flight_ends_on_the_table_or_off_it():
    assert flees(at=(20, 41.75)) == (20, 47.75), "just on it"
    assert flees(at=(20, 41.8)) == "fled"


@rule("PMC-FLEE-2")
def test_without_an_enemy_on_the_table_nobody_flees():
    game = field([rifles(20, 20)], [rifles(20, 10)])
    unit(game, "B1").models, unit(game, "B1").reserve = (), "second"
    unit(game, "A1").suppression = 12
    run(game, FleePhase())
    assert unit(game, "A1").models[0] == (20, 20)


@rule("PMC-VEH-10", "PMC-FLEE-2")
def test_a_damaged_vehicle_does_not_flee():
    game = field([buggy(20, 20)], [rifles(20, 10)])
    unit(game, "A1").damage = 3
    run(game, FleePhase())
    assert unit(game, "A1").models == ((20, 20),)


# ---------------------------------------------------------------- to cover
def shaken(*pieces, at=(20.0, 20.0), foes=((20.0, 5.0),), **changes):
    game = field([rifles(*at, size=1, **changes)], [rifles(x, y, size=1) for x, y in foes], pieces=pieces)
    unit(game, "A1").suppression = 5
    return game


def cover_at(game, spot):
    """'' if the Suppressed unit may go there, else the rule that forbids it."""
    refusal = CoverField(battle_of(game), unit(game, "A1")).refuse([spot])
    return "" if refusal is None else refusal.rule


@rule("PMC-FLEE-6")
def test_nobody_is_moved_while_cover_is_looked_for():
    game = shaken(box("c", "woods", 22.5, 18, 28, 24))
    game.push(TakeCover("A1"))
    with guarded(game):
        assert game.refuse(["22,20"]).rule == "PMC-FLEE-6"
        assert game.refuse(["23,20"]) is None
        assert "23,20" in game.question.field.cells()


@rule("PMC-FLEE-6")
@pytest.mark.parametrize("kind", ["rubble", "ruins", "woods"])
def test_a_suppressed_unit_may_go_up_to_its_move_into_cover(kind):
    game = shaken(box("c", kind, 22.5, 18, 28, 24))
    assert cover_at(game, "23,20") == "", "3 in and 1 for the terrain"
    assert cover_at(game, "23.1,20") == "PMC-TERR-7", "no two inches more"
    assert cover_at(game, "22,20") == "PMC-FLEE-6", "still in the open"


@rule("PMC-FLEE-6")
def test_a_suppressed_unit_may_go_behind_a_low_wall_or_out_of_sight():
    game = shaken(wall("w", 21, 18, 26, 18))
    assert cover_at(game, "23,20") == ""
    assert cover_at(game, "23,21") == "PMC-FLEE-6", "more than 2 in from the wall"
    from_both_sides = shaken(wall("w", 21, 18, 26, 18), foes=((20, 5), (23, 35)))
    assert cover_at(from_both_sides, "23,20") == "PMC-FLEE-6"
    one_is_blind = shaken(wall("w", 21, 18, 26, 18), box("b", "building", 18, 26, 28, 28), foes=((20, 5), (23, 35)))
    assert cover_at(one_is_blind, "23,20") == "", "who does not see it needs no wall"
    assert cover_at(shaken(box("r", "rocks", 21, 16, 26, 18)), "23,20") == ""
    assert cover_at(shaken(wall("m", 21, 18, 26, 18, "medium-wall")), "23,20") == ""
    hill = box("h", "hill", 21, 14, 26, 18)
    assert cover_at(shaken(hill), "23,20") == ""


@rule("PMC-FLEE-6")
def test_hidden_by_a_building_a_unit_or_the_distance_is_no_terrain_to_go_to():
    assert cover_at(shaken(box("b", "building", 21, 14, 26, 18)), "23,20") == "PMC-FLEE-6"
    far = field([rifles(20, 11.6, size=1)], [rifles(20, 47.5, size=1)])
    unit(far, "A1").suppression = 5
    assert cover_at(far, "20,10") == "PMC-FLEE-6", "out of sight, but in the open"


@rule("PMC-FLEE-6", "PMC-FLEE-1")
def test_the_owner_may_let_a_suppressed_unit_stay():
    game = shaken(box("c", "woods", 22, 18, 28, 24))
    run(game, FleePhase())
    assert game.question.about == "A1"
    play(game, ["20,20"])
    assert unit(game, "A1").models == ((20, 20),)
    assert game.question is None
    assert "go to cover" not in game.events[-1].text
    game = shaken(box("c", "woods", 22, 18, 28, 24))
    run(game, FleePhase())
    play(game, ["23,20"])
    assert unit(game, "A1").models == ((23, 20),), "or takes it there"
    assert game.events[-1].text == "A1 Rifles go to cover"


@rule("PMC-FLEE-6")
def test_only_suppressed_units_are_asked_to_go_to_cover():
    game = shaken(box("c", "woods", 22, 18, 28, 24))
    unit(game, "A1").suppression = 4
    run(game, FleePhase())
    assert game.question is None


@rule("PMC-FLEE-7")
@pytest.mark.parametrize(
    "here", [box("a", "rubble", 18, 18, 21, 21), wall("a", 18, 18.5, 22, 18.5), box("a", "rocks", 18, 16, 22, 18)]
)
def test_who_is_in_cover_or_hidden_does_not_move_to_other_cover(here):
    game = shaken(here, box("c", "woods", 22, 18, 28, 24))
    run(game, MoveShaken(0, ()))
    assert game.question is None


@rule("PMC-FLEE-6", "PMC-FLEE-7")
def test_partly_in_the_open_is_not_in_cover_and_broken_units_do_not_take_cover():
    game = field([rifles(20, 20)], [rifles(20, 5)], pieces=(box("c", "woods", 18, 18, 28, 22),))
    unit(game, "A1").suppression = 5
    run(game, MoveShaken(0, ()))
    assert game.question is not None
    game = shaken(box("c", "woods", 22, 18, 28, 24))
    unit(game, "A1").suppression = 9
    run(game, MoveShaken(0, ()))
    assert game.question is None
    assert unit(game, "A1").models == ((20, 26),)


@rule("PMC-FLEE-1")
def test_the_owner_orders_flights_and_moves_to_cover():
    game = field([rifles(10, 20), rifles(30, 20)], [rifles(20, 10)], pieces=(box("c", "woods", 9, 21.5, 14, 30),))
    unit(game, "A1").suppression, unit(game, "A2").suppression = 5, 12
    run(game, FleePhase())
    assert set(options(game)) == {"A1", "A2"}
    play(game, "A1")
    assert game.question.about == "A1"


# ---------------------------------------------------------------- found quickly
@pytest.mark.parametrize(("slope", "far", "angle"), [(4, 5, 150), (4, 7, 180), (6, 6, 160), (8, 4, 150), (8, 6, 150)])
def test_lengths_that_are_left_out_would_be_refused(slope, far, angle, monkeypatch):
    """A slanting low wall would split five men: they stop before it, as if each hundredth of an inch were judged."""
    walls = (wall("w", 14, 20 + far - slope / 2, 26, 20 + far + slope / 2),)
    game = field([rifles(20, 20, size=5)], [rifles(20, 10)], pieces=walls)
    man = unit(game, "A1")
    around = Surroundings(battle_of(game), man, box_around(man.models, 8.0))
    toward = sin(radians(angle)), -cos(radians(angle))
    judged: list[Spots] = []
    refuse = fleeing_paths.refuse_flight
    monkeypatch.setattr(fleeing_paths, "refuse_flight", lambda *asked: judged.append(asked[1]) or refuse(*asked))
    quick, few = fleeing_paths.straight_flight(around, man, toward, 8.0), len(judged)
    monkeypatch.setattr(fleeing_paths, "as_short", lambda around, end, toward, far: far)
    judged.clear()
    assert fleeing_paths.straight_flight(around, man, toward, 8.0) == quick
    assert quick is not None
    assert few < len(judged) / 3


@pytest.mark.parametrize(
    ("seed", "angle", "inches"),
    [
        (54, 278.28184, 4.34),
        (56, 40.764449, 6.0),
        (139, 286.5603, 7.0),
        *((seed, 50.0 * seed, None) for seed in range(9)),
    ],
)
def test_among_many_low_walls_no_length_that_is_free_is_left_out(seed, angle, inches, monkeypatch):
    """Along a wall, and past the end of one, the rounding of an end tells who crosses it."""
    game = met(Random(seed), 40, ("low-wall",))
    man = unit(game, "A1")
    around = Surroundings(battle_of(game), man, box_around(man.models, 8.0))
    toward = sin(radians(angle)), -cos(radians(angle))
    quick = fleeing_paths.straight_flight(around, man, toward, 8.0)
    monkeypatch.setattr(fleeing_paths, "as_short", lambda around, end, toward, far: far)
    assert fleeing_paths.straight_flight(around, man, toward, 8.0) == quick
    if inches is not None:
        assert quick is not None
        assert dist(man.models[0], quick.models[0]) == pytest.approx(inches, abs=0.02)


@rule("PMC-FLEE-3", "PMC-TERR-3")
def test_a_wall_that_only_some_can_cross_does_not_cut_a_flight_short():
    """Straight on, the one on the right would come to the wall after 2 in and stop both: aside they get further."""
    game = field([rifles(20, 20, size=2)], [rifles(20.5, 9, size=1)], pieces=(wall("w", 21, 22, 21.8, 22),))
    one = unit(game, "A1")
    one.models = ((20.1, 20), (21.2, 20))
    found = fleeing_paths.flight(battle_of(game), one, 4)
    assert found is not None
    assert min(y for _, y in found.models) > 23, "past the wall, all on one side of it or both beyond"
    assert fleeing_paths.nearness(battle_of(game), one, [unit(game, "B1")])(found.models) > 13
