"""How well a side stands: the points that it may expect, and its men."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.rules.crimsondusk.state.scenario import Goal
from tabletop_tui.rules.crimsondusk.turn.victory import score
from tests.crimsondusk.build import box, field, leader, lose, squad, vehicle
from tests.values import change, gain, value, values

HOUSE = evolve(box("house", 30, 18, 40, 28), name="farm")


def battle(mission="clash", mine=(), theirs=(), pieces=(), **changes):
    game = field(mine or [squad(20, 40), squad(40, 40)], theirs or [squad(20, 8), squad(40, 8)], pieces)
    state = game.state
    state.scenario = evolve(state.scenario, mission=mission, table=state.table, **changes)
    return game


def killed(name):
    return lambda battle: battle.remove(battle.units[name], "killed")


def moved(name, x, y):
    def do(battle):
        unit = battle.units[name]
        unit.models = tuple((x + 1.5 * number, y) for number in range(unit.left))

    return do


def test_two_sides_that_have_the_same_are_level():
    assert value(battle()) == pytest.approx(0.0)


def test_an_enemy_that_is_lost_is_worth_more_than_one_that_is_near_it():
    game = battle()
    thinned = game.clone()
    lose(thinned, "B1", 2)
    dead = gain(game, killed("B1"))
    assert dead > value(thinned) > 0.02
    assert gain(game, killed("A1")) == pytest.approx(-dead)
    assert dead > 2 * gain(game, change("B1", pinned_from=1, pinned_to=2)) > 0.1


def test_points_are_surer_the_later_they_are_had():
    early, late = battle(), battle()
    late.state.turn = late.state.scenario.turns
    for game in (early, late):
        game.state.scores = (1, 0)
    assert value(late) > 3 * value(early) > 0.15


def test_places_are_worth_more_the_longer_they_can_be_held():
    game = battle("crossroads", goals=(Goal("the ford", (36, 24)),))
    assert gain(game, moved("A1", 34, 24)) > 2 * gain(game, moved("A1", 20, 34)) > 0


def test_the_house_counts_for_whoever_holds_it():
    game = battle("hold-house", pieces=(HOUSE,), house="farm")
    assert gain(game, moved("A1", 32, 22)) > 0.01


def test_the_leader_is_worth_more_where_he_is_hunted():
    mine, theirs = [squad(20, 40), leader(40, 40)], [squad(20, 8), leader(40, 8)]
    hunted, other = battle("assassinate", mine, theirs), battle("clash", mine, theirs)
    assert gain(hunted, killed("B2")) > gain(other, killed("B2")) > 0


def test_a_vehicle_of_a_convoy_is_worth_more_the_further_it_has_come():
    mine = [vehicle(20, 40, "truck"), squad(40, 40)]
    game = battle("convoy", mine)
    game.state.edges = ("south", "north")
    assert gain(game, moved("A1", 20, 10)) > gain(game, moved("A1", 20, 30)) > 0
    assert gain(game, change("A1", gone="off by the north edge", models=())) > gain(game, moved("A1", 20, 10))


def test_who_makes_a_last_stand_wants_his_units_to_stand():
    game = battle("last-stand")
    assert gain(game, killed("A1")) < -gain(game, killed("B1"))


@pytest.mark.parametrize(("scores", "expected"), [((3, 1), [1, -1]), ((1, 3), [-1, 1]), ((2, 2), [0, 0])])
def test_only_the_end_is_worth_all(scores, expected):
    game = battle()
    game.state.scores = scores
    score(game)
    assert values(game) == expected
