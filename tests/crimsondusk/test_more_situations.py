"""Thirty situations of the book, the second half: pins, kit, overwatch, melee, vehicles. Its numbers stand in each."""

from __future__ import annotations

from math import dist

import pytest

from tests.crimsondusk.situations import area, asked, field, one, played, row, section, vehicle
from tests.playing import options, refused

rule = pytest.mark.rule
FAR_A, FAR_B = section("A2", *row(60, 4, 4)), section("B2", *row(60, 44, 4))
"""Somebody on each side who is no part of it."""


@rule("CD-PIN-8", "CD-AP-3")
def test_16_pinned_with_5_ap_it_has_3_and_shoots_without_a_step(tmp_path):
    table = field(section("A1", *row(10, 10, 4), ap=5, pinned=True), section("B1", *row(10, 40, 9)), FAR_A, go="A1")
    game = asked(table)
    assert {key: options(game)[key] for key in ("move", "run", "shoot")} == {
        "move": "CD-PIN-8",
        "run": "CD-PIN-8",
        "shoot": "",
    }
    end = played(tmp_path, table | {"go": "A1"}, ["shoot", "B1", "shoot", "B1", "end"], [1] * 8)
    assert end.unit("A1").spent == 3


@rule("CD-SR-NONCOM-1", "CD-PIN-1")
def test_16_a_non_combatant_is_pinned_by_one_miss_in_range(tmp_path):
    theirs = section("B1", *row(10, 30, 6), quality="Ir", traits={"non-com": 1})
    end = played(tmp_path, field(one("A1", 10, 10), theirs, FAR_A, go="A1"), ["shoot", "B1"], [1])
    assert end.battle.is_pinned(end.unit("B1"))


@rule("CD-SR-FANATIC")
def test_16_a_fanatic_rolls_again_once(tmp_path):
    theirs = section("B1", *row(10, 30, 4), traits={"fanatic": 1})
    table = field(section("A1", *row(10, 10, 4)), theirs, go="A1")
    held = played(tmp_path / "a", table, ["shoot", "B1", "again"], [1, 1, 1, 1, 4, 5])
    assert not held.battle.is_pinned(held.unit("B1"))
    failed = played(tmp_path / "b", table, ["shoot", "B1", "again"], [1, 1, 1, 1, 4, 4])
    assert failed.battle.is_pinned(failed.unit("B1"))
    assert failed.game.question.about == "A1"


@rule("CD-TRAIT-9", "CD-TRAIT-10")
def test_17_a_grenade_machine_gun_with_one_man(tmp_path):
    gun = one("A1", 10, 10, "grenade-machine-gun", ap=5)
    table = field(gun, section("B1", *row(10, 30, 6), armour="thas"), go="A1")
    end = played(tmp_path / "a", table, ["shoot", "shoot", ["10,30"], "end"], [10, 9, 1, 10])
    assert [roll.why for roll in end.rolls].count("the Grenade machine gun lands where it was aimed") == 1
    end = played(tmp_path / "b", table, ["move", ["10,11"]])
    assert end.man("A1-1").unready == 9


@rule("CD-TRAIT-4", "CD-TRAIT-5", "CD-TRAIT-6", "CD-TRAIT-15")
def test_18_artillery_has_a_circle_of_3_across_and_a_ring_of_1(tmp_path):
    kinds = [{"weapons": ["artillery-piece"]}, {"count": 4, "weapons": ["rifle"]}]
    gun = section("A1", *row(10, 10, 5), model=kinds, marks={"A1-1": {"loading": "artillery-piece", "paid": 2}})
    # A base of 1 is touched by the circle up to 2 from its middle, by the ring up to 3.
    target = section("B1", (30, 30), (32, 30), (33, 30), (33.01, 32), armour="thas")
    table = field(gun, target, FAR_A, FAR_B, go="A1")
    end = played(tmp_path, table, ["shoot", ["30,30"]], [7, 5, 1, 1, 6])
    assert [need for need, roll in zip(end.needs, end.rolls, strict=True) if "damage" not in roll.why] == [7, 5, 5 + 2]
    assert [roll.adds.total for roll in end.rolls if "damage" in roll.why] == [6, 6]
    assert end.battle.is_pinned(end.unit("B1"))


@rule("CD-TRAIT-2")
def test_19_a_point_1_beside_a_hidden_model_is_as_hard_as_the_model(tmp_path):
    theirs = section("B1", *row(10, 30, 4), quality="Vt", ground=True)
    table = field(one("A1", 10, 10, "grenade-launcher"), theirs, go="A1", pieces=[area("scrub", 5, 29, 30, 32)])
    at_it = played(tmp_path / "a", table, ["shoot", ["10,30"]], [10, 4, 1, 10])
    beside = played(tmp_path / "b", table, ["shoot", ["10,28.5"]], [10, 9])
    assert at_it.needs[0] == beside.needs[0] == 7 + 2


@rule("CD-AMMO-2")
def test_20_smoke_stands_until_its_section_acts_again(tmp_path):
    mine = section("A1", (4, 20), personality=True, model=[{"weapons": ["grenade-launcher"], "ammunition": ["smoke"]}])
    near, behind = one("B1", 20, 19, activated=True), one("B2", 20, 26, activated=True)
    table = field(mine, one("A2", 20, 10), near, behind, go="A1")
    laid, dice = ["shoot", "smoke", ["20,20"], "end"], [10, 10]
    game = asked(table, *laid, "shoot", dice=dice)
    assert {key: options(game)[key] for key in ("B1", "B2")} == {"B1": "", "B2": "CD-AMMO-2"}
    end = played(tmp_path / "a", table, [*laid, "end"], [*dice, 9, 1])
    assert (end.battle.turn, len(end.battle.clouds)) == (2, 1)
    end = played(tmp_path / "b", table, [*laid, "end", "A1"], [*dice, 9, 1])
    assert end.battle.clouds == ()


@rule("CD-AMMO-3", "CD-EQ-GASMASK")
def test_21_gas_kills_under_the_template_only_and_not_through_a_mask(tmp_path):
    mine = section("A1", (20, 6), personality=True, model=[{"weapons": ["grenade-launcher"], "ammunition": ["gas"]}])
    plain, mask = {"weapons": ["rifle"]}, {"weapons": ["rifle"], "traits": {"gas-mask": 1}}
    theirs = section("B1", (20, 20), (21.5, 20), (22.99, 20), (24.5, 20), model=[plain, mask, plain, plain])
    end = played(tmp_path, field(mine, theirs, FAR_A, FAR_B, go="A1"), ["shoot", "gas", ["20,20"]], [10, 4, 8])
    assert end.needs == [7, 5, 5 + 2 + 1], "25% lost, and a blast"
    assert [man.id for man in end.unit("B1").men] == ["B1-2", "B1-3", "B1-4"]
    assert not end.battle.is_pinned(end.unit("B1"))


@rule("CD-OW-4", "CD-OW-5", "CD-RUN-3", "CD-SHOOT-5")
def test_22_overwatch_halts_a_run_and_the_survivors_go_on(tmp_path):
    house = area("house", 0, 20, 20, 22)
    runners = section("A1", (10, 10), (10, 11.5), (10, 13), (10, 14.5))
    watchers = section("B1", *row(24, 30, 4), overwatch=True, activated=True)
    table = field(runners, section("A2", *row(40, 24, 4)), watchers, FAR_B, go="A1", pieces=[house])
    run = ["run", ["14,12.25"]]
    game = asked(table, *run)
    assert (game.question.seat, game.question.about) == (1, "B1")
    (halted,) = {x for x, _ in game.state.units["A1"].models}
    assert 12 < halted < 13, "where one of them comes round the corner of the house"
    end = played(tmp_path, table, [*run, "fire"], [7, 9])
    assert end.needs == [7, 5], "regular at regular, though A2 is nearer and A1 runs; AV 8 against P 4"
    assert [spot[0] for spot in end.unit("A1").models] == [14.0] * 3
    assert (end.unit("B1").overwatch, end.game.question.about) == (False, "A1")


@rule("CD-MEL-10", "CD-MEL-11", "CD-MEL-2", "CD-MWPN-1")
def test_23_irregular_with_sword_and_pistol(tmp_path):
    kinds = [{"weapons": ["pistol"], "blades": ["sword"]}]
    mine, theirs = one("A1", 10, 10, quality="Ir", model=kinds), one("B1", 10, 13, activated=True)
    table = field(mine, theirs, FAR_A | {"activated": True}, FAR_B | {"activated": True}, go="A1")
    end = played(tmp_path, table, ["move", ["10,12"]], [5, 6, 4, 6])
    blows = [roll for roll in end.rolls if "strikes" in roll.why]
    assert [roll.need.number.total for roll in blows] == [5, 6]
    assert [roll.adds.total for roll in end.rolls if "damage" in roll.why] == [4, 3]
    assert end.unit("B1").gone == "killed"


def melee(**more):
    """Two elite against two since the turn before: each reaches one."""
    mine = section("A1", (10, 20), (13, 20), quality="El", foes=["B1"], met=1, activated=True)
    theirs = section("B1", (10, 21), (13, 21), quality="El", foes=["A1"], met=1, activated=True)
    return field(mine, FAR_A, theirs, FAR_B | {"activated": True}, turn=2, go="A2", **more)


@rule("CD-MWIN-2", "CD-MEL-4")
def test_24_one_kill_each_and_nobody_is_tested(tmp_path):
    end = played(tmp_path, melee(), ["end", "stay", "stay"], [6, 1, 6, 1, 10, 10, 9, 1])
    assert [unit.left for unit in (end.unit("A1"), end.unit("B1"))] == [1, 1]
    assert "CD-MWIN-2" in end.rules
    assert end.unit("A1").fighting


@rule("CD-MWIN-7", "CD-MWIN-3")
def test_24_with_equal_distances_the_victors_stop_1_short(tmp_path):
    end = played(tmp_path, melee(), ["end", "stay", "stay", "B1"], [6, 1, 1, 1, 10, 2, 5, 5, 9, 1])
    mine, theirs = end.unit("A1"), end.unit("B1")
    assert dist(theirs.models[0], (13, 21)) == pytest.approx(5, abs=0.01)
    assert [dist(*pair) for pair in zip(mine.models, ((10, 20), (13, 20)), strict=True)] == pytest.approx(
        [4, 4], abs=0.01
    )
    assert not mine.fighting
    assert end.battle.is_confused(theirs)


@rule("CD-COH-4", "CD-COH-5", "CD-CONF-1", "CD-CONF-2")
def test_25_veterans_who_fall_from_3_to_2(tmp_path):
    veterans = section("A1", *row(10, 10, 3), quality="Vt", activated=True)
    table = field(veterans, section("B1", *row(10, 30, 4)), go="B1")
    turn_1, dice = ["shoot", "A1", {"1": "A1-1"}, "end"], [10, 1, 1, 1, 10, 10]
    game = asked(table, *turn_1, "A1", dice=[*dice, 9, 1])
    assert {key: options(game)[key] for key in ("shoot", "overwatch")} == {
        "shoot": "CD-CONF-2",
        "overwatch": "CD-CONF-2",
    }
    game = asked(table, *turn_1, "A1", "move", dice=[*dice, 9, 1])
    assert refused(game, ["12.25,11"]) == "CD-CONF-1"
    assert not refused(game, ["12.25,9"])
    end = played(tmp_path, table, [*turn_1, "A1", "end", "end"], [*dice, 9, 1, 4, 9, 1])
    assert "A1 Section A1 is no longer confused" in end.text
    assert end.needs[-1] == 4


@rule("CD-VEH-1", "CD-VEH-2", "CD-VEH-4", "CD-VEH-9")
def test_26_a_truck_on_the_road(tmp_path):
    truck = vehicle("A1", 4, 24, "truck")
    table = field(truck, section("B1", *row(60, 44, 4)), go="A1", pieces=[area("road", 0, 20, 72, 28)])
    drive = ["drive", ["straight=rest"], "end", "end", "A1"]
    answers, dice = [10, *drive, 20, *drive, 30, *drive], [9, 1] * 3
    end = played(tmp_path, table, answers, dice, middle=8)
    assert end.unit("A1").models == ((64.0, 24.0),)
    assert (end.game.question.low, end.game.question.high) == (10, 30)
    lines = {line.label: line.value for line in end.game.preview(25).lines}
    assert (lines["Ac/Dc"], lines["turns"]) == ("10", "radius 12")


@rule("CD-HIT-13", "CD-EQ-STABILISER")
@pytest.mark.parametrize(("speed", "worse"), [(9, 1), (10, 2), (19, 3)])
def test_27_shots_from_a_moving_carrier(tmp_path, speed, worse):
    hull = {"speed": speed, "declared": 1, "firm": True}
    for kit, off in (({}, 0), ({"stabilisers": 1}, 1)):
        table = field(vehicle("A1", 20, 10, "apc", "lmg", hull=hull, traits=kit), one("B1", 20, 24), go="A1")
        end = played(tmp_path / f"{off}", table, ["shoot", "B1"], [1, 1, 9])
        assert end.needs[0] == 7 + worse - off


@rule("CD-VTGT-3", "CD-VTGT-6", "CD-TRAIT-12")
@pytest.mark.parametrize(("face", "harm"), [(2, 0), (3, 28)])
def test_28_a_missile_at_a_tank(tmp_path, face, harm):
    kinds = [{"weapons": ["missile-launcher"]}, {"count": 3, "weapons": []}]
    loaded = {"A1-1": {"loading": "missile-launcher", "paid": 2}}
    table = field(section("A1", *row(10, 10, 4), model=kinds, marks=loaded), vehicle("B1", 20, 40, "tank"), go="A1")
    end = played(tmp_path, table, ["shoot", "B1"], [10, face, *([5, 5] if harm else [])])
    assert end.unit("B1").hull.harm == harm


@rule("CD-VMEL-1", "CD-VMEL-2", "CD-VMEL-3")
@pytest.mark.parametrize(("face", "hit"), [(4, False), (3, True)])
def test_29_a_truck_at_14_rams_an_irregular(tmp_path, face, hit):
    truck = vehicle("A1", 10, 24, "truck", hull={"speed": 14, "declared": 1})
    table = field(truck, FAR_A, one("B1", 18, 24, quality="Ir", armour="none"), FAR_B, go="A1")
    end = played(tmp_path, table, ["drive", ["straight=rest"]], [face, *([1] if hit else [])])
    assert end.needs[0] == 6 - 2
    assert [roll.adds.total for roll in end.rolls[1:]] == ([14] if hit else [])
    assert end.unit("B1").living != hit


@rule("CD-EQ-MONSTER-1", "CD-EQ-MONSTER-2")
def test_30_a_monster_of_25_takes_two_rockets(tmp_path):
    kinds = [{"weapons": ["rpg"]}, {"weapons": ["rpg"]}, {"count": 2, "weapons": []}]
    marks = {name: {"loading": "rpg", "paid": 2} for name in ("A1-1", "A1-2")}
    beast = one("B1", 20, 30, size=2.0, armour="full-carapace", traits={"monster": 25})
    table = field(section("A1", *row(18, 10, 4), model=kinds, marks=marks), beast, FAR_B, go="A1")
    end = played(tmp_path / "a", table, ["shoot", "B1"], [10, 1, 1, 5])
    assert (end.man("B1-1").harm, end.rolls[1].adds.total) == (24, 12)
    end = played(tmp_path / "b", table, ["shoot", "B1"], [10, 10, 1, 1])
    assert end.unit("B1").gone == "killed"
