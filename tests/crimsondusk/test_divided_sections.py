"""A section that is divided among several vehicles (CD-PASS-5, CD-PASS-6)."""

from __future__ import annotations

from random import Random

import pytest

from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.rules.crimsondusk.collisions.vehicle_collisions import LeaveTable
from tabletop_tui.rules.crimsondusk.damage.casualties import kill
from tabletop_tui.rules.crimsondusk.damage.vehicle_damage import out_of_action
from tabletop_tui.rules.crimsondusk.moving.casualty_recovery import can_return, get_up
from tabletop_tui.rules.crimsondusk.state.units import SPLIT
from tabletop_tui.rules.crimsondusk.state.vehicles import have_parted, parts_firing, rides_of, room_in
from tests.crimsondusk.build import activate, at, battle_of, field, man, section, soldier, squad, stock, unit, vehicle
from tests.playing import allowed, options, play, refused, run

rule = pytest.mark.rule
CARS = ("A1", "A2")


def cars(gap=3.0, count=5, kind="car", theirs=()):
    """Two cars that stand side by side, this far apart, and a section between and below them."""
    size = stock().vehicles[kind].size
    other = 20 + size + gap
    spots = [(x + 1.2 * n - 1.2, 24 + size / 2 + 1) for x, some in ((20, 3), (other, count - 3)) for n in range(some)]
    men = section(0, 0, *[soldier("Rg", "rifle", tough=5)] * count)
    return field(
        [vehicle(20, 24, kind), vehicle(other, 24, kind), at(men, *spots)], theirs or [squad(60, 5)], dice=(1,) * 40
    )


def ride(gap=3.0, kind="car", theirs=()):
    """The same, three aboard the first and two aboard the second."""
    game = cars(gap, kind=kind, theirs=theirs)
    one = unit(game, "A3")
    one.aboard, one.models = "A1", ()
    one.alter(["A3-4", "A3-5"], rides="A2")
    return game


@rule("CD-PASS-5", "CD-PASS-1", "CD-PASS-2")
def test_a_section_gets_into_two_vehicles_where_neither_has_room_for_all():
    game = activate(cars(), "A3")
    assert [key for key in allowed(game) if key.startswith("board")] == ["board:A1+A2"]
    play(game, "board:A1+A2")
    assert isinstance(game.question, Assign)
    assert sorted(game.question.default.values()).count("A1") in (2, 3)
    assert game.question.most == {"A1": 3, "A2": 3}
    assert refused(game, {f"A3-{n}": "A1" for n in range(1, 6)}) == "CD-PASS-2"
    play(game, game.question.default)
    one = unit(game, "A3")
    assert (set(rides_of(one)), one.models, one.spent) == (set(CARS), (), 1)
    assert [room_in(battle_of(game), unit(game, name), False) for name in CARS] in ([0, 1], [1, 0])
    assert [unit(game, name).hull.stays for name in CARS] == [1, 1]


@rule("CD-PASS-5")
@pytest.mark.parametrize(("gap", "kind", "offered"), [(5.0, "car", True), (5.01, "car", False), (3.0, "truck", False)])
def test_it_is_divided_only_if_it_has_to_be_and_among_vehicles_within_5_of_each_other(gap, kind, offered):
    game = cars(gap, kind=kind)
    if kind == "truck":
        unit(game, "A3").models = tuple((19 + 1.5 * n, 27.5) for n in range(5))
    assert ("board:A1+A2" in options(activate(game, "A3"))) == offered


@rule("CD-PASS-6")
@pytest.mark.parametrize(("gap", "parted"), [(5.0, False), (5.01, True)])
def test_vehicles_more_than_5_from_each_other_have_parted(gap, parted):
    assert have_parted(battle_of(ride(gap)), CARS) == parted


def land(game):
    activate(game, "A3", "off")
    play(game, sample(game))
    play(game, sample(game))
    return unit(game, "A3")


def sample(game):
    return game.question.sample(Random(1))


@rule("CD-PASS-4", "CD-PASS-5", "CD-COH-2")
def test_all_get_off_beside_their_own_vehicles_and_are_one_section():
    game = ride()
    one = land(game)
    assert (one.aboard, len(one.models), one.spent, one.muddled) == ("", 5, 1, 0)
    assert not any(each.part or each.rides for each in one.men)
    for name, spot in zip((each.id for each in one.men), one.models, strict=True):
        car = unit(game, "A2" if name in ("A3-4", "A3-5") else "A1").models[0]
        assert ((spot[0] - car[0]) ** 2 + (spot[1] - car[1]) ** 2) ** 0.5 <= unit(game, "A1").radius + 0.5 + 2 + 1e-6


@rule("CD-PASS-6", "CD-REORG-5")
def test_after_the_vehicles_have_parted_it_is_split_and_confused_in_the_next_turn_only():
    game = ride(12.0)
    one, battle = land(game), battle_of(game)
    assert [each.part for each in one.men] == [0, 0, 0, SPLIT, SPLIT]
    confused = []
    for turn in (1, 2, 3):
        battle.turn = turn
        confused.append(battle.is_confused(one))
    assert confused == [False, True, False]


@rule("CD-PASS-6")
def test_whoever_has_driven_back_within_5_before_it_gets_off_is_whole():
    game = ride(12.0)
    unit(game, "A2").models = ((20 + 2 * unit(game, "A2").radius + 5, 24.0),)
    assert not any(each.part for each in land(game).men)


@rule("CD-PASS-9", "CD-PASS-5")
def test_those_of_each_vehicle_shoot_from_there():
    game = ride(kind="truck", theirs=[squad(20, 45), squad(40, 24)])
    parts = parts_firing(battle_of(game), unit(game, "A3"))
    assert [(part.aboard, part.left, part.models[0]) for part in parts] == [("A1", 3, (20, 24)), ("A2", 2, (26.5, 24))]
    activate(game, "A3", "shoot")
    assert "3 Rifles" in game.question.prompt
    play(game, "B1")
    assert "2 Rifles" in game.question.prompt
    play(game, "B2")
    assert (unit(game, "B1").shots, unit(game, "B2").shots) == (3, 2)


@rule("CD-VEH-2", "CD-PASS-5")
def test_when_one_vehicle_leaves_the_table_those_in_the_other_are_left():
    game = ride()
    run(game, LeaveTable("A1"))
    one = unit(game, "A3")
    assert ([each.id for each in one.men], one.aboard, one.gone) == (["A3-4", "A3-5"], "A2", "")
    assert not any(each.rides for each in one.men)
    run(game, LeaveTable("A2"))
    assert unit(game, "A3").gone


@rule("CD-SR-TOUGH", "CD-PASS-5")
def test_a_tough_man_gets_up_in_the_vehicle_in_which_he_fell():
    game = ride()
    kill(game, unit(game, "A3"), ["A3-5"], "CD-VDAM-7")
    (fallen,) = battle_of(game).fallen
    assert fallen.aboard == "A2"
    assert can_return(battle_of(game), fallen)
    get_up(game, fallen, "CD-SR-TOUGH")
    assert man(game, "A3-5").rides == "A2"


@rule("CD-VTGT-4", "CD-PASS-5")
def test_those_of_a_wreck_and_of_the_other_vehicle_get_off_together():
    game = ride()
    out_of_action(game, unit(game, "A1"), "wrecked", "CD-VTGT-4")
    assert land(game).left == 5
