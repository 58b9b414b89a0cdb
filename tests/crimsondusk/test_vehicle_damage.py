"""Vehicles as targets (CD-VTGT) and the vehicle damage table (CD-VDAM)."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.engine import odds
from tabletop_tui.engine.game import Game
from tabletop_tui.files.validation import Wrong
from tabletop_tui.rules.crimsondusk.aiming.to_hit import Shooter
from tabletop_tui.rules.crimsondusk.aiming.volley_preview import salvos
from tabletop_tui.rules.crimsondusk.collisions.vehicle_collisions import Settle, hits_on
from tabletop_tui.rules.crimsondusk.damage.damage import Hit
from tabletop_tui.rules.crimsondusk.damage.special_ammunition import take_effect
from tabletop_tui.rules.crimsondusk.damage.vehicle_damage import Harm, HitVehicle, RollTable, tens_passed
from tabletop_tui.rules.crimsondusk.files.file_formats import ForceFile, VehicleTable
from tabletop_tui.rules.crimsondusk.files.loader import BOOK
from tabletop_tui.rules.crimsondusk.files.validation import check_vehicle
from tabletop_tui.rules.crimsondusk.shooting.shooting import Volley
from tabletop_tui.rules.crimsondusk.shooting.vehicle_odds import chances_on_vehicle, harm_of
from tabletop_tui.rules.crimsondusk.shooting.volley_odds import Group
from tabletop_tui.rules.crimsondusk.sight.sight import sees
from tabletop_tui.rules.crimsondusk.state.profiles import Sheet, Weapon
from tabletop_tui.rules.crimsondusk.state.units import ABANDONED, WRECKED, crew_of
from tabletop_tui.rules.crimsondusk.state.vehicles import able_gunners, acdc, band, driver, gunners
from tests.crimsondusk.build import (
    Placed,
    activate,
    battle_of,
    field,
    leader,
    said,
    soldier,
    squad,
    stock,
    told_rules,
    unit,
    vehicle,
)
from tests.playing import allowed, options, play, run, unread

rule = pytest.mark.rule
SHELL = Hit(4, 0, "shell")


def struck(kind: str, hit: Hit, *dice: int, speed: int = 0, guns: tuple[str, ...] = ("lmg",), **changes: int) -> Game:
    game = field([vehicle(20, 24, kind, *guns)], [squad(60, 40)], dice=dice)
    unit(game, "A1").alter_hull(speed=speed, **changes)
    return run(game, *hits_on(unit(game, "A1"), (hit,), (), ""))


@rule("CD-VTGT-3", "CD-VTGT-6", "CD-TRAIT-12")
@pytest.mark.parametrize(("face", "harm"), [(2, 0), (3, 28)])
def test_a_missile_has_to_be_over_the_av_and_does_twice_its_at(face, harm):
    game = struck("tank", Hit(5, 14, "missile"), face, 5, 5)
    assert unit(game, "A1").hull.harm == harm
    assert len(unread(game)) == (0 if harm else 2)


@rule("CD-VTGT-3")
def test_without_at_it_takes_p_and_equal_to_av_does_nothing():
    assert unit(struck("car", SHELL, 7), "A1").hull.harm == 4
    game = struck("car", SHELL, 6)
    assert (unit(game, "A1").hull.harm, unit(game, "A1").men[0].stunned) == (0, 0)


@rule("CD-VTGT-6")
@pytest.mark.parametrize(("before", "after", "rolls"), [(0, 10, 0), (0, 11, 1), (10, 11, 1), (0, 24, 2), (11, 20, 0)])
def test_each_multiple_of_ten_that_is_passed_is_a_roll(before, after, rolls):
    assert tens_passed(before, after) == rolls


@rule("CD-VTGT-3", "CD-VTGT-4", "CD-VTGT-6")
def test_what_dice_would_do_to_a_vehicle():
    """A car (AV 10, Dam 20) that has taken 8: each die hits by half, and then 4 (P) go through on 7 and more."""
    game = field([vehicle(20, 24, "car")])
    car = unit(game, "A1")
    car.alter_hull(harm=8)
    harm = harm_of(Group(3, 0.5, False, ((SHELL, 1.0),)), car)
    assert harm == pytest.approx((0.8, 0, 0, 0, 0.2))
    told = {one.what: one.probability for one in chances_on_vehicle(car, odds.repeat(harm, 3))}
    assert told == pytest.approx({"wrecked at once": 0, "a roll on its table": 1 - 0.8**3, "damaged": 1 - 0.8**3})
    car.alter_hull(harm=9)
    told = {one.what: one.probability for one in chances_on_vehicle(car, odds.repeat(harm, 3))}
    assert told["wrecked at once"] == pytest.approx(0.2**3), "9 + 12 is over 20"
    assert told["a roll on its table"] == pytest.approx(1 - 0.8**3 - 0.2**3)
    car.alter_hull(harm=2)
    told = {one.what: one.probability for one in chances_on_vehicle(car, odds.repeat(harm, 3))}
    assert told["a roll on its table"] == pytest.approx(0.2**3), "2 + 8 is not over 10, 2 + 12 is"
    twice = harm_of(Group(1, 0.5, False, ((SHELL, 0.75), (Hit(8, 0, "shell"), 0.25))), car)
    assert twice == pytest.approx((1 - 0.15 - 0.1, 0, 0, 0, 0.15, 0, 0, 0, 0.1))


@rule("CD-VTGT-4")
def test_over_its_dam_it_is_wrecked_exactly_equal_is_not_and_a_wreck_does_not_roll():
    game = struck("car", SHELL, 10, harm=16)
    assert (unit(game, "A1").gone, unit(game, "A1").hull.harm) == ("", 20)
    game = struck("car", SHELL, 10, harm=17)
    assert (unit(game, "A1").gone, unread(game)) == (WRECKED, ())


@rule("CD-VTGT-4", "CD-LOS-8")
def test_the_crew_of_a_wreck_gets_out_when_it_acts_and_the_wreck_blocks_sight():
    game = struck("car", SHELL, 10, harm=20)
    crew = unit(game, crew_of("A1"))
    assert (crew.left, crew.aboard, crew.models) == (2, "A1", ())
    activate(game, crew.id)
    assert allowed(game) == ["off", "end"]
    play(game, "off", ["20,21.5"])
    assert len(crew.models) == 2
    assert allowed(game)[:2] == ["move", "run"]
    game = field([squad(10, 24, 1), vehicle(15, 24, "tank")], [squad(20, 24, 1)])
    assert not sees(battle_of(game), unit(game, "A1"), unit(game, "B1"))
    run(game, Harm("A2", 51, SHELL))
    assert not sees(battle_of(game), unit(game, "A1"), unit(game, "B1"))


@rule("CD-VTGT-5")
@pytest.mark.parametrize(("speed", "on"), [(0, 0), (9, 0), (10, 0), (11, 10)])
def test_wrecked_above_its_acdc_it_runs_on_by_that(speed, on):
    game = struck("car", SHELL, 10, speed=speed, harm=20)
    assert unit(game, "A1").models == ((20.0 + on, 24.0),)
    assert unit(game, "A1").hull.speed == 0


@rule("CD-VTGT-1", "CD-HIT-9", "CD-HIT-11")
def test_it_counts_as_irregular_and_large_and_has_no_short_range():
    game = field([squad(20, 24, 1)], [vehicle(24, 24, "tank", quality="El")])
    (shot,) = salvos(battle_of(game), unit(game, "A1"), unit(game, "B1"), (Shooter("A1-1", "assault-rifle"),))
    assert (shot.tally.base, shot.tally.total) == (6, 5)


@rule("CD-VTGT-7")
def test_it_is_never_pinned():
    game = field([squad(10, 24, 8)], [vehicle(30, 24, "tank")], dice=(1,) * 8)
    run(game, Volley("A1", "B1", tuple(Shooter(f"A1-{n}", "assault-rifle") for n in range(1, 9))))
    assert not battle_of(game).is_pinned(unit(game, "B1"))
    assert "CD-PIN-1" not in told_rules(game)


@rule("CD-VTGT-8")
@pytest.mark.parametrize("heading", [0.0, 90.0, 180.0, 270.0])
def test_its_weapons_fire_all_round(heading):
    game = field([vehicle(20, 24, "apc", "lmg", heading=heading)], [squad(30, 24)])
    assert salvos(battle_of(game), unit(game, "A1"), unit(game, "B1"), (Shooter("A1-2", "lmg"),))


# ---------------------------------------------------------------- the table
def rolled(*dice: int, kind: str = "apc", guns: tuple[str, ...] = ("lmg",), speed: int = 5) -> Game:
    game = field([vehicle(20, 24, kind, *guns)], [squad(60, 40)], dice=dice)
    unit(game, "A1").alter_hull(speed=speed)
    run(game, RollTable("A1", SHELL), Settle("A1"))
    assert not unread(game)
    return game


@rule("CD-VDAM-10")
def test_10_is_more_damage_and_another_roll_if_that_passes_a_ten():
    game = rolled(10, 10)
    assert unit(game, "A1").hull.harm == 10
    game = field([vehicle(20, 24, "apc")], [squad(60, 40)], dice=(10, 3, 9))
    unit(game, "A1").alter_hull(harm=8)
    run(game, RollTable("A1", SHELL))
    assert (unit(game, "A1").hull.harm, unit(game, "A1").hull.engine) == (11, False)


@rule("CD-VDAM-9")
def test_9_it_only_slows_down_and_then_stands_for_good():
    game = rolled(9, kind="car", speed=25)
    for speed in (1, 0, 0):
        unit(game, "A1").spent = 0
        game.state.turn += 1
        activate(game)
        assert unit(game, "A1").hull.speed == speed
        if speed:
            play(game, "drive", ["straight=rest"])


@rule("CD-VDAM-8")
def test_8_halves_its_acdc_rounded_up():
    game = rolled(8, kind="tank")
    assert acdc(unit(game, "A1"), firm=False) == 4


@rule("CD-VDAM-7")
def test_7_hits_one_of_the_crew_and_a_driver_who_is_hit_lets_it_stop():
    game = rolled(7, 2, 5)
    assert ([man.id for man in unit(game, "A1").crew], unit(game, "A1").hull.speed) == (["A1-1"], 5)
    game = rolled(7, 1, 1)
    assert (len(unit(game, "A1").crew), unit(game, "A1").hull.speed) == (2, 0)
    game = rolled(7, 1, 5, speed=12)
    assert unit(game, "A1").models == ((28.0, 24.0),)
    assert [man.id for man in unit(game, "A1").crew] == ["A1-2"]
    game.state.turn += 1
    activate(game, "A1", 4)
    assert options(game)["drive"] == ""


@rule("CD-VDAM-7")
def test_a_vehicle_without_crew_is_abandoned():
    game = rolled(7, 9, kind="bike", guns=())
    assert (unit(game, "A1").gone, unit(game, "A1").crew) == (ABANDONED, ())


@rule("CD-VDAM-6")
def test_6_destroys_a_weapon_if_it_has_one():
    game = rolled(6, 2, guns=("lmg", "hmg"))
    assert [gun.id for _, gun in gunners(unit(game, "A1"))] == ["lmg"]
    assert "no weapon" in said(rolled(6, guns=()))


@rule("CD-VDAM-5")
def test_5_lets_it_go_straight_on_next_turn_and_no_faster():
    game = rolled(5, speed=5)
    game.state.turn += 1
    activate(game)
    assert (game.question.low, game.question.high) == (0, 5)
    play(game, 5, "drive")
    assert game.refuse(["straight=1", "spin=90", "straight=rest"]).rule == "CD-VDAM-5"
    play(game, ["straight=rest"])


@rule("CD-VDAM-3")
@pytest.mark.parametrize(("face", "side", "heading"), [(3, 5, 45.0), (4, 6, 135.0)])
def test_3_and_4_let_it_veer(face, side, heading):
    assert unit(rolled(face, side), "A1").hull.heading == heading


@rule("CD-VDAM-1")
@pytest.mark.parametrize("face", [1, 2])
def test_1_and_2_stun_a_gunner(face):
    game = rolled(face)
    game.state.turn += 1
    assert [man.id for man, _ in gunners(unit(game, "A1"))] == ["A1-2"]
    assert not able_gunners(battle_of(game), unit(game, "A1"))
    game.state.turn += 1
    assert len(able_gunners(battle_of(game), unit(game, "A1"))) == 1
    assert unit(rolled(face, guns=()), "A1").hull.harm == 0


@rule("CD-VDAM-1")
def test_a_rider_who_cannot_fire_his_gun_still_drives():
    game = field([vehicle(30, 24, "bike", "smg")], [leader(60, 40)], dice=(1,))
    run(game, RollTable("A1", SHELL))
    game.state.turn += 1
    bike = unit(game, "A1")
    assert driver(battle_of(game), bike) == bike.crew[0]
    assert band(battle_of(game), bike, firm=False)[:2] == (-15, 15)


@rule("CD-VDAM-11")
def test_a_blast_on_thin_armour_reaches_the_crew():
    for kind, hurt in (("car", 2), ("tank", 0)):
        game = field([vehicle(20, 24, kind)], [squad(60, 40)], dice=(1,) + (10,) * hurt)
        run(game, HitVehicle("A1", (SHELL,), "", spread=True))
        assert (unread(game), len(unit(game, "A1").crew)) == ((), 0 if hurt else 4)


@rule("CD-VDAM-12", "CD-PASS-8")
def test_a_hit_on_a_bike_hits_a_rider_too():
    game = field([vehicle(20, 24, "bike", av=6)], [squad(60, 40)], dice=(1, 1))
    run(game, HitVehicle("A1", (SHELL,), ""))
    assert not unread(game)
    assert "Damage to A1-1" in said(game)


@rule("CD-SHOOT-5", "CD-SHOOT-6")
def test_the_nearest_section_counts_and_at_weapons_look_for_vehicles():
    enemies = [vehicle(16, 30, "tank"), squad(40, 24)]
    game = field([squad(10, 24, 5)], enemies)
    activate(game, "A1", "shoot")
    assert {one.key: one.cost for one in game.question.options if one.key[0] == "B"} == {"B1": "test 5+ 60%", "B2": ""}
    game = field([squad(10, 24, 5, "Rg", "panzerfaust")], enemies)
    activate(game, "A1", "shoot")
    assert {one.key: one.cost for one in game.question.options if one.key == "B1"} == {"B1": ""}
    assert soldier().quality == "Rg"


@rule("CD-AMMO-8")
@pytest.mark.parametrize(("face", "dazed"), [(7, 0), (8, 2)])
def test_a_flash_bang_on_8_lets_it_go_straight_on_next_turn(face, dazed):
    game = field([vehicle(20, 24, "apc")], [squad(60, 40)], dice=(face,))
    take_effect(game, unit(game, "A1"), ["A1-0"], "flash-bang", "B1")
    assert unit(game, "A1").hull.dazed == dazed


@rule("CD-AMMO-3")
def test_gas_does_nothing_to_a_vehicle():
    game = field([vehicle(20, 24, "truck")], [squad(60, 40)], dice=(1,))
    take_effect(game, unit(game, "A1"), ["A1-0"], "gas", "B1")
    assert (len(unit(game, "A1").crew), unread(game)) == (2, (1,))


@rule("CD-AMMO-9")
def test_heat_seeking_munitions_mind_no_speed():
    for load, needed in (("", 8), ("heat-seeking", 5)):
        seeking = evolve(stock().weapons["rpg"], ammunition=(load,))
        truck = vehicle(10, 24, "truck")
        armed = Placed(evolve_sheet(truck.sheet, mounted=(seeking,)), truck.models)
        game = field([armed], [vehicle(30, 24, "car")])
        unit(game, "A1").alter_hull(speed=8)
        unit(game, "B1").alter(["B1-0"], moved_before=12.0)
        (shot,) = salvos(battle_of(game), unit(game, "A1"), unit(game, "B1"), (Shooter("A1-2", "rpg"),))
        assert shot.tally.total == needed


def evolve_sheet(sheet: Sheet, mounted: tuple[Weapon, ...]) -> Sheet:
    return Sheet(sheet.name, sheet.men, False, sheet.size, 0, sheet.vehicle, mounted)


# ---------------------------------------------------------------- the list
@rule("CD-VEX-CAR", "CD-VEX-RACING", "CD-VEX-TRUCK", "CD-VEX-BIKE", "CD-VEX-APC", "CD-VEX-TANK")
@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("car", (40, 10, 5, 10, 20, 2, 3, "wheeled")),
        ("racing-car", (50, 12, 5, 10, 20, 2, 0, "wheeled")),
        ("truck", (30, 8, 6, 11, 30, 2, 10, "wheeled")),
        ("bike", (60, 15, 3, 9, 10, 1, 1, "wheeled")),
        ("apc", (30, 8, 6, 13, 35, 2, 8, "off-road")),
        ("tank", (30, 7, 6, 16, 50, 4, 0, "tracked")),
    ],
)
def test_the_list_is_the_books(kind, line):
    found = stock().vehicles[kind]
    assert line == (
        *(found.speed, found.acdc, found.tr, found.av, found.dam, found.crew, found.seats),
        found.locomotion,
    )


@rule("CD-VEX-1", "CD-PTS-1")
@pytest.mark.parametrize(
    ("kind", "guns", "quality", "cost"),
    [
        ("apc", ("lmg",), "Rg", 64),
        ("truck", ("lmg",), "Ir", 54),
        ("bike", (), "Ir", 24),
    ],
)
def test_players_compose_vehicles_and_the_points_are_those_of_the_formula(kind, guns, quality, cost):
    table = VehicleTable("One", kind, guns, quality)
    force = BOOK.compose(ForceFile("crimsondusk", "force", "Test", (), "", (table,)), stock())
    assert force.sections[0].cost == cost
    hull = evolve(stock().vehicles["apc"], av=14)
    check_vehicle(hull)
    with pytest.raises(Wrong):
        check_vehicle(evolve(hull, acdc=0))
    with pytest.raises(Wrong):
        BOOK.compose(ForceFile("crimsondusk", "force", "Test", (), "", (VehicleTable("One", "zeppelin"),)), stock())
