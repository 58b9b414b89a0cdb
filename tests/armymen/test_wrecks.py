"""Wrecks: who is put out, where, and the hits taken there (AMC-VUNIT-5)."""

from __future__ import annotations

from math import cos, dist, pi, sin
from random import Random

import pytest

from tabletop_tui.rules.armymen.damage.damage import DamageRolls
from tabletop_tui.rules.armymen.state.victory import points
from tests.armymen.build import (
    act,
    battle_of,
    box,
    field,
    gunners,
    inside,
    jeep,
    recruits,
    riflemen,
    snipers,
    unit,
    wrecked,
)
from tests.playing import allowed, load, play, refused, run, unread

rule = pytest.mark.rule


@rule("AMC-VUNIT-5")
def test_those_in_a_wreck_are_put_out_and_take_d6_hits():
    game = field([gunners(40, 40)], [jeep(20, 20), riflemen(5, 5, 5)], dice=(5,))
    rider = inside(game, "B2", "B1")
    run(game, DamageRolls("B1", 1, "side", "A1"))
    assert game.question.seat == 1, "its owner places them"
    assert refused(game, ["20,26"]) == "AMC-VUNIT-5", "not within 3 in"
    load(game, 3, 4, 4, 1)
    play(game, next(iter(game.question.legal())))
    assert unread(game) == (), "D6 hits, blocked as usual"
    play(game, "0")
    assert rider.left == 4
    assert rider.aboard == ""
    assert not rider.activated


@rule("AMC-VUNIT-5", "AMC-PREP-11")
def test_a_vehicle_that_is_lost_in_melee_puts_its_passengers_out_too():
    from tabletop_tui.rules.armymen.melee.melee import Melee, Settle

    game = field([gunners(18, 18)], [jeep(20, 20), riflemen(5, 5, 5)], dice=(1,))
    inside(game, "B2", "B1")
    run(game, Settle(Melee("A1", "B1"), 1, 0))
    assert unit(game, "B1").destroyed
    assert "put out of the wreck" in game.question.prompt
    assert points(battle_of(game)) == (40, 0)


@rule("AMC-VUNIT-5", "AMC-TERR-3", "AMC-DMG-4")
def test_a_vehicle_that_is_blown_up_by_mines_puts_its_passengers_out_where_it_ended():
    mines = (box("minefield", 8, 14, 12, 15),)
    game = field([jeep(10, 10), gunners(1, 1)], [gunners(45, 45)], pieces=mines, dice=(1, 1, 1, 5))
    inside(game, "A2", "A1")
    act(game, "A1", "advance", ["10,18"])
    assert unit(game, "A1").destroyed
    assert (game.question.seat, game.question.about) == (0, "A2")
    assert refused(game, ["10,14.5"]) == ""
    assert refused(game, ["10,10"]) == "AMC-VUNIT-5"
    load(game, 1, 4)
    play(game, ["10,17"])
    assert unread(game) == ()
    assert unit(game, "A2").models == ((10, 17),)


# ---------------------------------------------------------------- the boundary cases
@rule("AMC-VUNIT-5")
def test_all_are_placed_within_three_inches_of_where_it_stood():
    game = wrecked(gunners(1, 1), hits=(1, 4))
    assert refused(game, ["20,24.75"]) == ""
    assert refused(game, ["20,24.77"]) == "AMC-VUNIT-5"
    assert refused(game, ["20,20"]) == "", "the vehicle is gone"
    for size in (5, 10):
        crew = wrecked(riflemen(1, 1, size))
        assert "block" in crew.question.field.forms, "not one by one"
        spots = [(x, y) for x, y, _ in crew.question.field.stands(["20,20"])]
        near = [min(dist(one, other) for other in spots if other != one) for one in spots]
        assert near == pytest.approx([1.01] * size, abs=0.005), "base to base"
    play(game, ["20,24.75"])
    assert unit(game, "B2").models == ((20, 24.75),)
    assert unread(game) == ()


@rule("AMC-VUNIT-5")
def test_every_unit_inside_rolls_its_own_die():
    game = wrecked(gunners(1, 1, 3), snipers(1, 1), hits=())
    owners = []
    for hits in ((2, 4, 4), (1, 4)):
        owners.append(game.question.about)
        load(game, *hits)
        play(game, game.question.sample(Random(1)))
        assert unread(game) == ()
    assert sorted(owners) == ["B2", "B3"]
    assert unit(game, "B2").left == 3


@rule("AMC-VUNIT-5", "AMC-SHOOT-3", "AMC-TERR-1", "AMC-MORALE-1")
def test_the_hits_are_blocked_without_cover_and_nobody_is_pinned():
    woods = (box("woods", 10, 10, 30, 30),)
    game = wrecked(riflemen(1, 1), hits=(4, 1, 1, 1, 4), pieces=woods)
    play(game, ["20,20"], "rest")
    assert unread(game) == (), "four hits, four dice"
    assert unit(game, "B2").left == 2
    assert not unit(game, "B2").pinned


@rule("AMC-VUNIT-5", "AMC-UNIT-2")
def test_recruits_re_roll_their_blocks_there_too():
    game = wrecked(recruits(1, 1), hits=(2, 4, 4, 1, 4))
    play(game, ["20,20"], "0")
    assert unread(game) == ()
    assert unit(game, "B2").left == 4


@rule("AMC-VUNIT-5", "AMC-PREP-11")
def test_a_unit_that_dies_in_the_wreck_counts_beside_the_vehicle():
    game = wrecked(gunners(1, 1), hits=(1, 1))
    play(game, ["20,20"])
    assert unit(game, "B2").destroyed
    assert points(battle_of(game)) == (70, 0)


@rule("AMC-VUNIT-5", "AMC-ROUND-1")
@pytest.mark.parametrize("acted", [False, True])
def test_who_is_put_out_keeps_the_activation_that_is_left(acted):
    game = wrecked(gunners(1, 1), hits=(1, 4))
    unit(game, "B2").activated = acted
    play(game, ["20,20"])
    assert [one.id for one in battle_of(game).waiting(1)] == ([] if acted else ["B2"])


@rule("AMC-VUNIT-5", "AMC-MOVE-3")
def test_where_possible_they_are_placed_an_inch_off_others():
    game = field([gunners(20, 23)], [jeep(20, 20), gunners(1, 1)], dice=(6,))
    inside(game, "B2", "B1")
    run(game, DamageRolls("B1", 1, "side", "A1"))
    assert refused(game, ["20,21"]) == "AMC-MOVE-3", "exactly 1 in"
    assert refused(game, ["20,20.9"]) == ""


@rule("AMC-VUNIT-5")
def test_where_room_is_short_they_stand_closer_and_some_may_be_lost():
    around = [(20 + 3.5 * sin(n * pi / 12), 20 + 3.5 * cos(n * pi / 12)) for n in range(24)]
    game = field([riflemen(1, 1)], [jeep(20, 20), riflemen(1, 1)], dice=(6,))
    unit(game, "A1").models = tuple(around)
    inside(game, "B2", "B1")
    run(game, DamageRolls("B1", 1, "side", "A1"))
    load(game, 1, 4)
    play(game, game.question.sample(Random(1)))
    left = unit(game, "B2")
    assert left.left == 5, "in the middle there is room for all"
    assert all(dist(a, b) >= 0.99 for a in left.models for b in around)
    packed = field([riflemen(1, 1)], [jeep(20, 20), riflemen(1, 1)], dice=(6,))
    unit(packed, "A1").models = tuple(
        (20 + x, 20 + y) for x in range(-5, 6) for y in range(-5, 6) if (x, y) not in ((0, 0), (1, 0))
    )
    inside(packed, "B2", "B1")
    run(packed, DamageRolls("B1", 1, "side", "A1"))
    load(packed, 1, 4)
    play(packed, game_place(packed))
    assert unit(packed, "B2").left == 2, "two free places for five"
    none = field([riflemen(1, 1)], [jeep(20, 20), riflemen(1, 1)], dice=(6,))
    unit(none, "A1").models = tuple((20 + x, 20 + y) for x in range(-5, 6) for y in range(-5, 6))
    inside(none, "B2", "B1")
    run(none, DamageRolls("B1", 1, "side", "A1"))
    assert unit(none, "B2").destroyed
    assert none.question is None


@rule("AMC-VUNIT-5", "AMC-MOVE-3")
def test_if_they_cannot_stand_together_they_are_placed_apart_but_still_an_inch_off_others():
    """Two rows of riflemen cross where the truck stood; of ten in a block some would always stand among them."""
    rows = {(20, y) for y in range(15, 26)} | {(x, 20) for x in range(15, 26)}
    game = field([riflemen(1, 1)], [jeep(20, 20, 0, "truck"), riflemen(1, 1, 10)], dice=(6,))
    unit(game, "A1").models = tuple(sorted(rows))
    inside(game, "B2", "B1")
    run(game, DamageRolls("B1", 1, "side", "A1"))
    load(game, 1, 4)
    play(game, game_place(game))
    assert unit(game, "B2").left == 10
    assert min(dist(a, b) for a in unit(game, "B2").models for b in rows) > 2


@rule("AMC-VUNIT-5")
def test_he_for_whom_alone_there_is_no_place_is_lost():
    game = field([riflemen(1, 1)], [jeep(20, 20), gunners(1, 1, 3)], dice=(6,))
    packed = {(20 + x, 20 + y) for x in range(-5, 6) for y in range(-5, 6)} - {(20, 20), (21, 20)}
    unit(game, "A1").models = tuple(packed)
    inside(game, "B2", "B1")
    run(game, DamageRolls("B1", 1, "side", "A1"))
    load(game, 1, 4)
    play(game, game_place(game))
    assert unit(game, "B2").left == len(unit(game, "B2").models) == 2


def game_place(game):
    """Some place that the waiting question takes."""
    return next(iter(game.question.legal()))


@rule("AMC-VUNIT-5", "AMC-GUARD-3", "AMC-DMG-4")
def test_a_vehicle_that_is_shot_on_its_way_puts_its_passengers_out_there():
    game = field([jeep(14, 10, 90), gunners(1, 1)], [gunners(34, 20, 3)], pieces=(box("building", 16, 16, 24, 24),))
    inside(game, "A2", "A1")
    unit(game, "B1").guarding = True
    act(game, "A1", "advance", ["14,14", "20,12"])
    load(game, *(6, 6, 1, *[1] * 6), *(1, 1, 1), 6)
    play(game, allowed(game)[-2])
    assert unit(game, "A1").destroyed
    assert game.question.about == "A2"
    load(game, 1, 4)
    play(game, game_place(game))
    assert unit(game, "A2").on_table
    assert game.question is None, "the vehicle does not go on"
