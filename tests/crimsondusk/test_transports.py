"""Passengers (CD-PASS): getting on and off, riding on top, shooting from a vehicle."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.rules.crimsondusk.damage.damage import Hit
from tabletop_tui.rules.crimsondusk.damage.vehicle_damage import HitVehicle
from tabletop_tui.rules.crimsondusk.state.vehicles import room_in
from tabletop_tui.rules.crimsondusk.vehicles.driving import ChooseWay
from tests.crimsondusk.build import activate, battle_of, box, field, said, squad, unit, vehicle
from tests.playing import load, options, play, run, unread

rule = pytest.mark.rule


def ride(game: Game, name: str, on: str, on_top: bool = False) -> Game:
    found = unit(game, name)
    found.aboard, found.on_top, found.models = on, on_top, ()
    return game


def moving(kind: str, speed: int, on_top: bool = False, count: int = 5) -> Game:
    game = ride(field([vehicle(20, 24, kind, "lmg"), squad(10, 10, count)], [squad(30, 24)]), "A2", "A1", on_top)
    unit(game, "A1").alter_hull(speed=speed)
    return game


@rule("CD-PASS-1")
@pytest.mark.parametrize(
    ("kind", "seats", "top"), [("car", 3, 3), ("racing-car", 0, 2), ("truck", 10, 10), ("bike", 1, 0), ("tank", 0, 2)]
)
def test_crew_and_room_for_passengers(kind, seats, top):
    game = field([vehicle(20, 24, kind)])
    assert [room_in(battle_of(game), unit(game, "A1"), on_top) for on_top in (False, True)] == [seats, top]


@rule("CD-PASS-2", "CD-PASS-9")
def test_who_walks_up_to_a_vehicle_that_does_not_move_gets_in_and_it_waits():
    game = activate(field([vehicle(20, 24, "truck"), squad(17, 21, 5)]), "A2")
    play(game, "board:A1", "end")
    squad_ = unit(game, "A2")
    assert (squad_.aboard, squad_.models, squad_.spent) == ("A1", (), 3)
    activate(game)
    assert unit(game, "A1").hull.speed == 0
    assert "A2" not in {one.id for one in battle_of(game).enemies(1)}


@rule("CD-PASS-2")
def test_nobody_boards_what_moves_or_what_is_too_far():
    game = field([vehicle(20, 24, "truck"), squad(17, 20, 5)])
    unit(game, "A1").alter_hull(speed=3)
    assert options(activate(game, "A2"))["board:A1"] == "CD-PASS-2"
    game = activate(field([vehicle(20, 24, "truck"), squad(17, 18, 5)]), "A2")
    assert options(game).get("board:A1", "CD-PASS-2") == "CD-PASS-2"


@rule("CD-PASS-1", "CD-PASS-5")
def test_a_section_rides_whole():
    game = activate(field([vehicle(20, 24, "car"), squad(17, 20.5, 5)]), "A2")
    assert options(game)["board:A1"] == "CD-PASS-1"


@rule("CD-PASS-3")
@pytest.mark.parametrize(("speed", "beside", "asked"), [(9, 1.0, True), (10, 1.0, False), (9, 1.05, False)])
def test_who_does_not_move_boards_what_goes_past_slower_than_its_acdc(speed, beside, asked):
    y = 24 + 1.75 + 0.5 + beside
    game = field([vehicle(20, 24, "truck"), squad(21, y, 5)])
    unit(game, "A1").alter_hull(speed=speed, firm=True, declared=1)
    run(game, ChooseWay("A1"))
    play(game, ["straight=rest"])
    assert (game.question is not None) == asked
    if asked:
        assert set(options(game)) == {"none", "board:A2", "top:A2"}
        play(game, "board:A2")
        activate(game, "A2")
        assert options(game)["off"] == "CD-PASS-3"


@rule("CD-PASS-4")
@pytest.mark.parametrize(("speed", "power"), [(0, 0), (7, 0), (8, 8), (30, 30)])
def test_getting_off_a_fast_one_is_a_damage_roll_with_p_of_its_speed(speed, power):
    game = activate(moving("truck", speed), "A2")
    load(game, *[1] * 5)
    play(game, "off")
    play(game, anywhere(game))
    assert len(unread(game)) == (0 if power else 5)
    assert ("Damage to" in said(game)) == bool(power)


def anywhere(game: Game) -> Any:
    """The first place that is offered."""
    assert game.question is not None
    return next(iter(game.question.legal()))


@rule("CD-PASS-4")
def test_who_got_off_a_moving_one_does_not_move_himself():
    game = activate(moving("truck", 7), "A2", "off")
    play(game, anywhere(game))
    assert options(game)["move"] == "CD-PASS-4"
    game = activate(moving("truck", 0), "A2", "off")
    play(game, anywhere(game))
    assert options(game)["move"] == ""


@rule("CD-PASS-7")
@pytest.mark.parametrize(("speed", "falls"), [(10, False), (11, True)])
def test_those_on_top_fall_off_above_acdc(speed, falls):
    game = moving("truck", 10, on_top=True)
    load(game, *[1] * 5)
    activate(game, "A1", speed)
    assert bool(unit(game, "A2").aboard) is not falls
    assert len(unread(game)) == (0 if falls else 5)


@rule("CD-PASS-8")
def test_each_hit_also_hits_one_on_top():
    game = moving("truck", 0, on_top=True)
    load(game, 1, 3, 10)
    run(game, HitVehicle("A1", (Hit(4, 0, "shell"),), ""))
    assert [man.id for man in unit(game, "A2").men] == ["A2-1", "A2-2", "A2-4", "A2-5"]
    game = moving("truck", 0)
    load(game, 1)
    run(game, HitVehicle("A1", (Hit(4, 0, "shell"),), ""))
    assert not unread(game)


@rule("CD-PASS-9", "CD-HIT-13")
@pytest.mark.parametrize(
    ("kind", "on_top", "refusal"), [("truck", False, ""), ("apc", False, "CD-PASS-9"), ("apc", True, "")]
)
def test_who_rides_in_the_open_shoots_with_the_modifier_of_the_movement(kind, on_top, refusal):
    game = activate(moving(kind, 7, on_top), "A2")
    assert options(game)["shoot"] == refusal
    if not refusal:
        play(game, "shoot")
        assert "CD-HIT-13" in str(game.preview("B1"))
        load(game, *[1] * 30)
        play(game, "B1")
        assert "shoots at B1" in said(game)


@rule("CD-VTGT-4", "CD-PASS-4")
def test_there_has_to_be_room_to_get_off():
    game = moving("truck", 0)
    assert options(activate(game, "A2"))["off"] == ""
    game = moving("truck", 0)
    battle_of(game).table = type(battle_of(game).table)("T", 72, 48, (box("house", 22, 20, 30, 28),))
    assert options(activate(game, "A2"))["off"] == ""
