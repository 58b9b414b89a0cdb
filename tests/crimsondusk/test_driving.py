"""Vehicles take up a speed and drive (CD-VEH), and shoot on the move (CD-HIT-13, CD-AIM-3, CD-OW-8)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from attrs import evolve

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Number
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter
from tabletop_tui.rules.crimsondusk.aiming.volley_preview import salvos
from tabletop_tui.rules.crimsondusk.state.profiles import Locomotion, Sheet
from tabletop_tui.rules.crimsondusk.state.vehicles import acdc, bend, platform_tally
from tabletop_tui.rules.crimsondusk.vehicles.driving import ChooseWay
from tabletop_tui.rules.crimsondusk.ways.driving_limits import declared_field, speeds, way_field
from tabletop_tui.table import winding_ways
from tests.crimsondusk.build import (
    Placed,
    activate,
    battle_of,
    box,
    field,
    line,
    soldier,
    squad,
    stock,
    told_rules,
    unit,
    vehicle,
)
from tests.playing import load, options, play, refused, run, unread

rule = pytest.mark.rule


def at_speed(game: Game, name: str, speed: int, **changes: object) -> Game:
    unit(game, name).alter_hull(speed=speed, **changes)
    return game


def next_turn(game: Game) -> None:
    game.state.turn += 1
    unit(game, "A1").spent = 0


def band(game: Game) -> tuple[int, int]:
    low, high, _ = speeds(battle_of(game), unit(game, "A1"))
    return low, high


# ---------------------------------------------------------------- speed
@rule("CD-VEH-1", "CD-VEH-2", "CD-VEH-4", "CD-VEH-9")
def test_a_truck_on_the_road_takes_up_10_then_20_then_30_wheels_wide_and_slows_by_20():
    game = field([vehicle(4, 24, "truck")], pieces=(box("road", 0, 20, 72, 28),))
    for speed in (10, 20, 30):
        assert band(game)[1] == speed
        activate(game, "A1", speed)
        play(game, "drive", ["straight=rest"], "end")
        next_turn(game)
    assert unit(game, "A1").models == ((64.0, 24.0),)
    assert band(game) == (10, 30)
    truck = unit(game, "A1")
    truck.alter_hull(firm=True)
    assert bend(truck, 25, firm=True) == 12


@rule("CD-VEH-1")
def test_it_never_goes_faster_than_its_maximum():
    game = at_speed(field([vehicle(4, 24, "tank")]), "A1", 28)
    assert band(game) == (14, 30)


@rule("CD-VEH-2")
def test_it_moves_exactly_its_speed_and_may_reverse_from_a_standing_start():
    game = activate(field([vehicle(20, 24, "tank")]))
    question = game.question
    assert isinstance(question, Number)
    assert (question.low, question.high) == (-7, 7)
    play(game, 5, "drive")
    assert refused(game, ["straight=4"]) == "CD-VEH-2"
    assert refused(game, ["straight=6"]) == "CD-VEH-2"
    game = activate(field([vehicle(20, 24, "tank")]), "A1", -4)
    assert options(game)["end"] == "CD-VEH-2"
    play(game, "drive", ["straight=rest"])
    assert (unit(game, "A1").models, unit(game, "A1").hull.heading) == (((16.0, 24.0),), 90.0)


@rule("CD-VEH-2")
def test_what_drives_off_the_table_is_out_with_all_aboard():
    game = field([vehicle(68, 24, "truck"), squad(10, 10)])
    ride(game, "A2", "A1")
    activate(game, "A1", 10, "drive", ["straight=rest"])
    assert (unit(game, "A1").models, unit(game, "A1").gone) == ((), "off by the east edge")
    assert unit(game, "A2").gone == "off by the east edge"


def ride(game: Game, name: str, on: str, on_top: bool = False) -> None:
    found = unit(game, name)
    found.aboard, found.on_top, found.models = on, on_top, ()


@rule("CD-VEH-3")
def test_a_slow_one_turns_on_the_spot_by_90_degrees_after_each_unit():
    game = activate(field([vehicle(20, 24, "tank")]), "A1", 7, "drive")
    assert refused(game, ["spin=90", "straight=rest"]) == "CD-VEH-2"
    assert refused(game, ["straight=1", "spin=91", "straight=rest"]) == "CD-VEH-2"
    play(game, ["straight=1", "spin=90", "straight=rest"])
    tank = unit(game, "A1")
    assert (tank.models, tank.hull.heading) == (((21.0, 30.0),), 180.0)
    game = at_speed(field([vehicle(20, 24, "tank")]), "A1", 7)
    activate(game, "A1", 8, "drive")
    assert refused(game, ["straight=1", "spin=90", "straight=rest"]) == "CD-VEH-2"


@rule("CD-VEH-4")
@pytest.mark.parametrize(("speed", "radius"), [(15, 5), (25, 10), (40, 20)])
def test_a_fast_one_wheels_on_its_tr_for_each_full_acdc(speed, radius):
    game = field([vehicle(20, 24, "car")])
    car = unit(game, "A1")
    assert bend(car, speed, firm=False) == radius
    at_speed(game, "A1", speed)
    found = declared_field(battle_of(game), car)
    assert found.refuse([f"left=10@{radius}", "straight=rest"]) is None
    assert found.refuse([f"left=10@{radius - 0.01}", "straight=rest"]).rule == "CD-VEH-4"


# ---------------------------------------------------------------- ground
def into_marsh(kind: str, *dice: int, ground: str = "marsh") -> Game:
    game = field([vehicle(10, 24, kind)], pieces=(box(ground, 14, 20, 18, 28),), dice=dice)
    return activate(game, "A1", 7, "drive", ["straight=rest"])


@rule("CD-VEH-5", "CD-VEH-9", "CD-VEH-10", "CD-VEH-11")
@pytest.mark.parametrize(("kind", "bogs"), [("truck", 3), ("apc", 2), ("tank", 1)])
def test_how_it_moves_says_on_what_it_bogs_down(kind, bogs):
    game = into_marsh(kind, bogs)
    assert unit(game, "A1").hull.bogged
    assert (unit(game, "A1").models, unit(game, "A1").hull.speed) == (((15.5, 24.0),), 0)
    game = into_marsh(kind, bogs + 1)
    assert unit(game, "A1").models == ((17.0, 24.0),)


@rule("CD-VEH-6")
def test_the_crew_frees_it_with_a_skill_test_and_it_does_not_roll_again_there():
    game = into_marsh("truck", 1, 4)
    next_turn(game)
    activate(game)
    assert unit(game, "A1").hull.bogged
    assert band(game) == (0, 0)
    next_turn(game)
    load(game, 5)
    activate(game, "A1", 8, "drive", ["straight=rest"])
    assert unit(game, "A1").models[0][0] == pytest.approx(23.5)
    assert not unread(game)


@rule("CD-VEH-9", "CD-VEH-10", "CD-VEH-11")
@pytest.mark.parametrize(("kind", "raised", "plain"), [("truck", 10, 8), ("apc", 9, 8), ("tank", 7, 7)])
def test_firm_ground_raises_acdc_if_all_of_the_way_is_on_it(kind, raised, plain):
    game = field([vehicle(10, 24, kind)])
    assert band(game) == (-raised, raised)
    game = field([vehicle(10, 24, kind)], pieces=(box("marsh", 8, 20, 12, 28),))
    assert band(game) == (-plain, plain)
    game = field([vehicle(10, 24, kind)], pieces=(box("scree", 13, 0, 72, 48),))
    activate(game, "A1", raised, "drive")
    assert refused(game, ["straight=rest"]) == ("CD-VEH-9" if raised > plain else "")


@rule("CD-VEH-12", "CD-VEH-13")
@pytest.mark.parametrize(("ground", "hover", "floats"), [("marsh", 0, 0), ("soft-sand", 0, 0), ("scree", 1, 0)])
def test_hover_ignores_water_and_soft_ground_anti_grav_all_that_is_low(ground, hover, floats):
    for locomotion, rolls in (("hover", hover), ("anti-grav", floats)):
        game = field([floating(locomotion)], pieces=(box(ground, 14, 20, 18, 28),), dice=(10,))
        activate(game, "A1", 7, "drive", ["straight=rest"])
        assert len(unread(game)) == 1 - rolls


def floating(locomotion: Locomotion) -> Placed:
    kind = evolve(stock().vehicles["tank"], locomotion=locomotion)
    return Placed(Sheet(kind.name, (soldier(),) * 4, False, kind.size, 0, kind), ((10.0, 24.0),), 90.0)


@rule("CD-VEH-13")
def test_anti_grav_crosses_rocks_but_not_a_high_wall():
    rocks = (box("rocks", 14, 20, 18, 28),)
    game = activate(field([floating("anti-grav")], pieces=rocks), "A1", 7, "drive", ["straight=rest"])
    assert unit(game, "A1").models == ((17.0, 24.0),)
    wall = (line("high-wall", (14, 20), (14, 28)),)
    game = activate(field([floating("anti-grav")], pieces=wall, dice=(1,)), "A1", 7, "drive", ["straight=rest"])
    assert unit(game, "A1").models[0][0] < 12


# ---------------------------------------------------------------- shooting on the move
@rule("CD-HIT-13", "CD-EQ-STABILISER")
@pytest.mark.parametrize(("speed", "minus"), [(0, 0), (1, 1), (9, 1), (10, 2), (19, 3)])
def test_each_started_acdc_of_speed_is_1_more_to_hit_and_stabilisers_take_the_first_off(speed, minus):
    for steady in (False, True):
        traits = {"stabilisers": 1} if steady else {}
        game = field([vehicle(10, 24, "apc", "lmg", **traits)], [squad(30, 24)])
        at_speed(game, "A1", speed, firm=True, declared=1, driven=1)
        apc = unit(game, "A1")
        assert (acdc(apc), platform_tally(apc).total) == (9, minus)
        (shot,) = salvos(battle_of(game), apc, unit(game, "B1"), (Shooter("A1-2", "lmg"),))
        assert shot.tally.total == 7 + minus - int(steady and minus > 0)


@rule("CD-AIM-3")
def test_nobody_aims_from_a_vehicle_that_moves():
    game = activate(field([vehicle(10, 24, "tank", "tank-gun")]), "A1", 5)
    assert options(game)["aim"] == "CD-AIM-3"
    game = activate(field([vehicle(10, 24, "tank", "tank-gun")]), "A1", 0)
    assert options(game)["aim"] == ""


@rule("CD-OW-8", "CD-VMEL-4")
def test_gunners_of_a_standing_vehicle_go_on_overwatch_and_fire_at_one_that_drives_up():
    game = activate(field([vehicle(10, 24, "apc", "lmg")]), "A1", 3)
    assert options(game)["overwatch"] == "CD-OW-8"
    game = field([vehicle(6, 24, "apc", "lmg")], [vehicle(70, 24, "truck", heading=270)])
    activate(game, "A1", 0, "overwatch")
    assert unit(game, "A1").overwatch
    at_speed(game, "B1", 30, declared=1, firm=True)
    game.state.active = "B1"
    run(game, ChooseWay("B1"))
    play(game, ["straight=rest"])
    assert game.question is not None
    assert "CD-OW-4" in {option.rule for option in game.question.options}
    assert unit(game, "B1").models[0][0] == pytest.approx(6 + 36 + 1.75 + 1.75, abs=0.02)


@rule("CD-VTGT-2", "CD-TURN-1")
def test_each_gunner_serves_one_weapon_and_the_driver_only_while_it_stands():
    game = activate(field([vehicle(10, 24, "apc", "lmg", "hmg")], [squad(30, 24)]), "A1", 0)
    play(game, "shoot")
    assert {(one.man, one.weapon) for one in game.agenda[-1].shooters} == {("A1-2", "lmg"), ("A1-1", "hmg")}
    game = activate(field([vehicle(10, 24, "apc", "lmg", "hmg")], [squad(30, 24)]), "A1", 3)
    play(game, "shoot")
    assert [(one.man, one.weapon) for one in game.agenda[-1].shooters] == [("A1-2", "lmg")]


@rule("CD-VEH-8", "CD-COLL-1")
def test_what_cannot_be_crossed_stops_it_at_its_rim_with_a_hit_of_its_speed():
    game = field([vehicle(10, 24, "truck")], pieces=(box("woods", 16, 20, 30, 28),), dice=(4, 5, 9))
    at_speed(game, "A1", 10)
    activate(game, "A1", 14, "drive", ["straight=rest"])
    truck = unit(game, "A1")
    assert (truck.models[0][0], truck.hull.speed) == (pytest.approx(16 - 1.75, abs=0.05), 0)
    assert truck.hull.harm == 14
    assert {"CD-VEH-8", "CD-VTGT-3", "CD-VTGT-6"} <= told_rules(game)


def test_soldiers_are_never_asked_for_a_speed():
    game = activate(field([squad(10, 24)]))
    assert "drive" not in options(game)
    assert soldier().av == 8


@rule("CD-VDAM-7", "CD-VTGT-2", "CD-VDAM-5")
def test_another_drives_in_place_of_a_stunned_driver_and_does_not_shoot_while_it_moves():
    game = at_speed(field([vehicle(20, 24, "car", "lmg")], [squad(40, 24)]), "A1", 10)
    unit(game, "A1").alter(["A1-1"], stunned=1)
    assert band(game)[1] > 10, "it may go faster"
    play(activate(game), 10)
    assert options(game)["shoot"] == "CD-VTGT-2"
    play(game, "drive")
    assert not refused(game, ["straight=2", "spin=90", "straight=rest"])
    game = at_speed(field([vehicle(20, 24, "bike")], [squad(40, 24)]), "A1", 10)
    unit(game, "A1").alter(["A1-1"], stunned=1)
    assert band(game)[1] == 10, "nobody else is there to drive it"


@rule("CD-BLDG-1", "CD-TRAIT-2", "CD-VTGT-2")
def test_gunners_who_reach_no_enemy_may_fire_at_a_building_or_a_place():
    house = (box("house", 30, 20, 36, 28),)
    game = activate(field([vehicle(10, 24, "apc", "hmg")], [squad(40, 24)], house), "A1", 0)
    assert options(game)["shoot"] == "CD-VTGT-2"
    play(game, "elsewhere")
    assert "house-30-20" in options(game)
    game = activate(field([vehicle(10, 24, "apc", "grenade-launcher")], [squad(65, 24)]), "A1", 0)
    play(game, "elsewhere")
    assert not refused(game, ["20,24"])
    game = activate(field([vehicle(10, 24, "apc", "hmg")], [squad(40, 24)]), "A1", 0)
    assert options(game)["elsewhere"] == "CD-BLDG-1"


# ---------------------------------------------------------------- hemmed in
def hemmed_in(chooser: Random) -> tuple[Game, int]:
    """A vehicle among marshes, at a speed that it is allowed on firm ground only."""
    kind, quick = chooser.choice([("truck", 8), ("truck", 0), ("car", 10), ("bike", 11), ("apc", 14)])
    marshes = []
    while len(marshes) < 8:
        x, y, wide, deep = (chooser.uniform(*ends) for ends in ((22, 50), (10, 38), (2, 14), (2, 14)))
        if max(abs(x - 36) - wide / 2, abs(y - 24) - deep / 2) > 2:
            marshes.append(box("marsh", x - wide / 2, y - deep / 2, x + wide / 2, y + deep / 2))
    game = field([vehicle(36, 24, kind, heading=chooser.uniform(0, 360))], pieces=tuple(marshes))
    at_speed(game, "A1", quick, firm=True)
    return game, unit(game, "A1").type.acdc + quick + 1


@rule("CD-VEH-9")
def test_a_vehicle_can_drive_just_where_it_is_offered_a_way_and_none_is_missed(monkeypatch):
    chooser, found = Random(1), Counter[str]()
    for _ in range(50):
        game, speed = hemmed_in(chooser)
        way = way_field(battle_of(game), unit(game, "A1"), speed)
        offered = next(way.answers(), None)
        assert way.can_drive() is (offered is not None)
        assert (band(game)[1] >= speed) is (offered is not None)
        if offered is not None:
            assert not way.is_hemmed_in()
            found["a way" if offered in [*way.tries()] else "winding"] += 1
            activate(game, "A1", speed, "drive")
            assert next(iter(game.question.legal()), None) is not None
        elif way.is_hemmed_in():
            found["proved"] += 1
        else:
            with monkeypatch.context() as finer:
                finer.setattr(winding_ways, "LEGS", (0.2,))
                finer.setattr(winding_ways, "MOST", 1000)
                found["missed" if evolve(way).winding else "none"] += 1
    assert found["a way"] > 25, found
    assert found["winding"] > 2, found
    assert found["proved"] > 10, found
    assert found["none"] < 4, found
    assert not found["missed"], found


def test_who_has_no_other_way_takes_a_winding_one_and_ends_where_it_says():
    chooser = Random(1)
    game, speed = [hemmed_in(chooser) for _ in range(15)][-1]
    field = way_field(battle_of(game), unit(game, "A1"), speed)
    assert not [words for words in field.tries() if field.refuse(words) is None]
    activate(game, "A1", speed, "drive")
    answer = game.question.sample(chooser)
    assert answer in field.winding
    play(game, answer)
    assert unit(game, "A1").models[0] == pytest.approx(field.end(answer).spot)
