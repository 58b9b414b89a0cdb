"""Collisions (CD-COLL), ramming and vehicles in melee (CD-VMEL)."""

from __future__ import annotations

from math import dist

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.rules.crimsondusk.melee.melee import MeleePhase
from tabletop_tui.rules.crimsondusk.melee.vehicle_melee import TOUCH, attackers
from tabletop_tui.rules.crimsondusk.vehicles.driving import ChooseWay
from tests.crimsondusk.build import (
    Placed,
    activate,
    battle_of,
    box,
    field,
    leader,
    line,
    said,
    section,
    soldier,
    squad,
    told_rules,
    unit,
    vehicle,
)
from tests.playing import allowed, load, play, run, unread

rule = pytest.mark.rule


def drives(kind: str, speed: int, *theirs: Placed, dice: tuple[int, ...] = (), pieces=()) -> Game:  # type: ignore[no-untyped-def]
    """A vehicle at 10,24 that drives straight on to the east at such a speed."""
    game = field([vehicle(10, 24, kind)], theirs, pieces, dice)
    unit(game, "A1").alter_hull(speed=speed, declared=1)
    run(game, ChooseWay("A1"))
    play(game, ["straight=rest"])
    return game


# ---------------------------------------------------------------- collisions
@rule("CD-COLL-1")
def test_a_car_at_25_into_a_wall_of_av_14_takes_p_25():
    game = drives("car", 25, pieces=(line("wall", (20, 20), (20, 28)),), dice=(1,))
    assert (unit(game, "A1").hull.harm, unit(game, "A1").gone) == (25, "wrecked")


@rule("CD-COLL-1", "CD-VEH-7")
@pytest.mark.parametrize(("kind", "harm", "cracked"), [("apc", 5, {}), ("tank", 0, {"wall-14-20#1": 5})])
def test_only_what_has_at_least_its_av_hurts_it_and_low_walls_are_crossed(kind, harm, cracked):
    game = drives(kind, 5, pieces=(line("wall", (14, 20), (14, 28)),), dice=(10,))
    assert (unit(game, "A1").hull.harm, battle_of(game).damage) == (harm, cracked)
    assert unit(game, "A1").models == ((15.0, 24.0),)


@rule("CD-COLL-1", "CD-BLDG-1")
def test_a_tank_drives_its_speed_into_a_house_and_stops_there():
    house = box("house", 20, 20, 28, 28)
    game = drives("tank", 30, pieces=(house,), dice=(1, 1, 1))
    assert (battle_of(game).damage, unread(game)) == ({house.id: 30}, ()), "one roll to damage, two on the table"
    assert unit(game, "A1").models[0][0] == pytest.approx(20 - 2.25, abs=0.05)
    assert (unit(game, "A1").hull.speed, unit(game, "A1").hull.harm) == (0, 0)


@rule("CD-COLL-1", "CD-BLDG-4")
def test_a_tank_goes_on_through_a_high_wall_that_it_has_broken():
    for speed, sections in ((16, ["high-wall-20-22.5#0"]), (15, [])):
        game = drives("tank", speed, pieces=(line("high-wall", (20, 22.5), (20, 25.5)),), dice=(10, 1))
        assert battle_of(game).ruins == tuple(sections), "15 is not over its Dam"
        assert unit(game, "A1").models[0][0] == pytest.approx(26 if sections else 17.75, abs=0.05)
    game = drives("tank", 16, pieces=(line("high-wall", (20, 16.5), (20, 31.5)),), dice=(1, 1, 1))
    assert len(battle_of(game).ruins) == 3, "it breaks section after section that is in its way"
    assert unit(game, "A1").models == ((26.0, 24.0),)


@rule("CD-COLL-1", "CD-OW-4")
def test_where_a_wall_breaks_an_enemy_on_overwatch_sees_the_tank():
    game = field([vehicle(10, 24, "tank")], [squad(40, 24, 1)], (line("high-wall", (20, 22.5), (20, 25.5)),), (1,))
    unit(game, "A1").alter_hull(speed=20, declared=1)
    unit(game, "B1").overwatch, battle_of(game).active = True, "A1"
    run(game, ChooseWay("A1"))
    play(game, ["straight=rest"])
    assert (game.question.seat, game.question.about) == (1, "B1")
    assert unit(game, "A1").models[0][0] == pytest.approx(17.75, abs=0.05)


@rule("CD-COLL-1")
def test_a_fence_goes_down_before_a_car_that_it_does_not_hurt():
    game = drives("car", 10, pieces=(line("fence", (14, 23), (14, 25)),), dice=(1,))
    assert (battle_of(game).ruins, unit(game, "A1").hull.harm) == (("fence-14-23#0",), 0)
    assert unit(game, "A1").models == ((20.0, 24.0),)


@rule("CD-COLL-1")
def test_high_walls_stop_it_before_they_are_crossed():
    game = drives("tank", 7, pieces=(line("high-wall", (16, 20), (16, 28)),), dice=(10,))
    assert unit(game, "A1").models[0][0] == pytest.approx(16 - 2.25, abs=0.05)
    assert unit(game, "A1").hull.speed == 0


@rule("CD-COLL-2")
def test_two_vehicles_take_the_sum_of_both_speeds():
    game = field([vehicle(10, 24, "car")], [vehicle(20, 24, "car", heading=270)], dice=(1, 1))
    unit(game, "A1").alter_hull(speed=25, declared=1)
    unit(game, "B1").alter_hull(speed=15)
    run(game, ChooseWay("A1"))
    play(game, ["straight=rest"])
    assert (unit(game, "A1").hull.harm, unit(game, "B1").hull.harm) == (40, 40)
    assert "P 40" in said(game)


@rule("CD-COLL-3")
def test_the_rider_of_a_bike_takes_the_collision_too():
    game = drives("bike", 10, pieces=(line("wall", (14, 20), (14, 28)),), dice=(1, 1))
    assert unit(game, "A1").crew == ()
    assert "Damage to A1-1" in said(game)


# ---------------------------------------------------------------- ramming
@rule("CD-VMEL-1", "CD-VMEL-2", "CD-VMEL-3")
@pytest.mark.parametrize(("face", "aside"), [(4, True), (3, False)])
def test_a_truck_at_14_rams_irregulars(face, aside):
    game = drives("truck", 14, squad(18, 24, 1, "Ir", av=6), dice=(face, 1))
    assert len(unread(game)) == int(aside)
    assert unit(game, "A1").models == ((24.0, 24.0),)
    if aside:
        assert dist(unit(game, "B1").models[0], (18, 24)) == pytest.approx(1.75 + 0.5 + 0.1, abs=0.05)
    else:
        assert unit(game, "B1").gone == "killed"


@rule("CD-VMEL-2")
@pytest.mark.parametrize(("av", "needed"), [(8, 3), (9, 4), (11, 4), (12, 5), (14, 5), (15, 6)])
def test_light_models_jump_aside_more_easily_and_no_command_helps(av, needed):
    for face, passed in ((needed, True), (needed - 1, False)):
        game = drives("truck", 8, squad(16, 24, 1, "Rg", av=av), leader(16, 28, 2), dice=(face, 1, 1, 1, 1))
        assert ("Damage to B1-1" not in said(game)) == passed


@rule("CD-VMEL-3")
def test_the_vehicle_is_hurt_only_by_a_model_of_at_least_its_av():
    game = drives("car", 8, squad(16, 24, 1, "Rg", av=10), dice=(2, 1, 3))
    assert unit(game, "A1").hull.harm == 8
    game = drives("car", 8, squad(16, 24, 1, "Rg", av=9), dice=(2, 1, 3))
    assert (unit(game, "A1").hull.harm, len(unread(game))) == (0, 1)


@rule("CD-VMEL-8")
def test_a_bike_that_runs_into_a_model_hurts_its_rider():
    game = drives("bike", 10, squad(16, 24, 1, "Ir", av=6), dice=(3, 1, 1))
    assert "Damage to A1-1" in said(game)
    assert unit(game, "A1").gone == "abandoned"
    game = drives("bike", 10, squad(16, 24, 1, "Ir", av=6), dice=(4,))
    assert (unit(game, "A1").gone, unit(game, "B1").left) == ("", 1), "who jumps aside is not run into"


@rule("CD-PASS-8")
def test_a_blow_at_a_vehicle_reaches_nobody_on_top():
    game = field([section(20, 26.25, soldier())], [vehicle(20, 24, "truck"), squad(40, 40, 2)], dice=(10,))
    top = unit(game, "B2")
    top.aboard, top.on_top, top.models = "B1", True, ()
    run(game, MeleePhase())
    assert (unit(game, "B1").hull.harm, top.left, unread(game)) == (6, 2, ())


# ---------------------------------------------------------------- in contact
def attacked(speed: int, *dice: int, kind: str = "truck", **traits: int) -> Game:
    game = field([section(20, 26.25, soldier("Rg", **traits))], [vehicle(20, 24, kind)], dice=dice)
    unit(game, "B1").alter_hull(speed=speed)
    return run(game, MeleePhase())


@rule("CD-VMEL-5")
def test_a_standing_vehicle_is_hit_surely_with_p_2_more():
    game = attacked(0, 6)
    assert unit(game, "B1").hull.harm == 6
    assert unit(attacked(0, 5), "B1").hull.harm == 0


@rule("CD-VMEL-6")
@pytest.mark.parametrize(("face", "harm"), [(5, 4), (4, 0)])
def test_a_slow_one_is_hit_on_a_skill_test(face, harm):
    assert unit(attacked(8, face, 8), "B1").hull.harm == harm


@rule("CD-VMEL-7")
def test_a_fast_one_is_out_of_reach():
    game = attacked(9, 10, 10)
    assert len(unread(game)) == 2
    assert "CD-VMEL-7" in told_rules(game)


@rule("CD-VMEL-7", "CD-ACT-5")
def test_contact_with_a_vehicle_is_no_melee_and_ends_no_activation():
    game = activate(field([squad(20, 28.25, 1)], [vehicle(20, 24, "truck")]), "A1")
    play(game, "move", ["20,26.25"])
    assert not unit(game, "A1").fighting
    assert "shoot" in allowed(game)


@rule("CD-EQ-THERMAL")
def test_a_thermal_detonator_has_p_14():
    assert unit(attacked(0, 2, 5, kind="tank", thermal_detonator=1), "B1").hull.harm == 0
    assert unit(attacked(0, 3, 5, kind="tank", thermal_detonator=1), "B1").hull.harm == 14


@rule("CD-VMEL-9")
def test_a_bike_strikes_one_model_that_it_goes_past_and_is_struck_back():
    game = drives("bike", 20, squad(20, 25.75, 1, "Rg", av=8), squad(20, 22, 1))
    assert allowed(game) == ["none", "B1-1", "B2-1"]
    load(game, 5, 1, 6, 1, 1)
    play(game, "B1-1")
    assert not unread(game)
    assert "strikes back" in said(game)
    game = drives("bike", 20, squad(20, 26.3, 1, "Rg", av=8))
    assert game.question is None


@rule("CD-AMMO-7", "CD-VMEL-5")
def test_the_blinded_do_not_strike_a_vehicle():
    game = field([vehicle(10, 24, "truck")], [leader(12.5, 24), leader(40, 40)])
    touching = unit(game, "B1")
    touching.models = ((10 + unit(game, "A1").radius + 0.5, 24.0),)
    assert [man.id for _, man in attackers(game.state, unit(game, "A1"), TOUCH)] == ["B1-1"]
    touching.alter_all(flashed=1)
    assert not list(attackers(game.state, unit(game, "A1"), TOUCH))
