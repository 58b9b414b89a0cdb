"""How well a side stands: how near it is to a rout, and whose the objective will be."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.rules.pmc2640.state.battle import Location
from tabletop_tui.rules.pmc2640.state.victory import at_the_end, finish
from tests.pmc2640.build import box, field, rifles
from tests.values import change, gain, value, values

PLACE = Location("L1", (24.0, 24.0), "true")


def battle(units=6, **rest):
    sides = [[rifles(6.0 * number + 4, y) for number in range(units)] for y in (4, 38)]
    return field(*sides, **rest)


def fall(*names):
    def do(battle):
        for name in names:
            battle.remove(battle.units[name], "destroyed")

    return do


def at_place(name):
    return change(name, models=((24.0, 24.0), (24.0, 25.0), (24.0, 26.0), (24.0, 27.0)))


def test_two_sides_that_have_the_same_are_level():
    assert value(battle()) == pytest.approx(0.0)


def test_an_enemy_that_falls_is_worth_more_than_one_that_breaks_and_that_more_than_one_that_loses_a_model():
    game = battle()
    dead, broken = gain(game, fall("B1")), gain(game, change("B1", suppression=9))
    assert dead > broken > -1e-9 < gain(game, change("B1", left=3)) < dead
    assert gain(game, change("B1", suppression=5)) > -1e-9
    assert gain(game, fall("A1")) == pytest.approx(-dead)


def test_each_unit_that_brings_the_enemy_nearer_to_a_rout_counts_until_it_is_routed():
    game = battle()
    found = [value(game)]
    for name in ("B1", "B2"):
        fall(name)(game.state)
        found.append(value(game))
    assert found[0] < found[1] < found[2]
    assert found[2] > found[1] + 0.2 > 0.4, "two of six destroyed: a quarter, rounded up"


def test_the_objective_is_worth_more_with_each_turn():
    """The same units in the same places, with the objective below them and elsewhere."""
    held = []
    for turn in (1, battle().state.scenario.turns):
        here, there = battle(), battle()
        for game, place in ((here, PLACE), (there, evolve(PLACE, state="false"))):
            game.state.turn, game.state.locations = turn, {"L1": place}
            at_place("A1")(game.state)
        held.append(value(here) - value(there))
    assert held[1] > 2 * held[0] > 0.1


def test_a_target_that_falls_is_the_attackers():
    game = battle(pieces=(box("shed", "building", 20, 20, 26, 26),))
    game.state.scenario = evolve(game.state.scenario, type="destroy", target="shed")
    game.state.turn = game.state.scenario.turns
    assert gain(game, lambda battle: setattr(battle, "rubble", frozenset({"shed"}))) > 0.05


def test_only_the_end_is_worth_all():
    game = battle()
    game.state.locations = {"L1": PLACE}
    at_place("A1")(game.state)
    finish(game, *at_the_end(game.state))
    assert values(game) == [1, -1]
