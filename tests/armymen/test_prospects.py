"""How well a side stands: points of the mission first, then what may still come."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.armymen.state.victory import score
from tests.armymen.build import field, riflemen, stand, veterans
from tests.values import change, gain, value, values


def battle():
    return field([riflemen(20, 10), veterans(10, 10)], [riflemen(20, 38), veterans(10, 38)])


def fall(name):
    return lambda battle: battle.destroy(battle.units[name])


def test_two_sides_that_have_the_same_are_level():
    assert value(battle()) == pytest.approx(0.0)


def test_a_dead_enemy_is_worth_more_than_one_that_is_pinned_or_thinned():
    game = battle()
    thinned = game.clone()
    stand(thinned, "B2", *thinned.state.units["B2"].models[:3])
    dead, pinned = gain(game, fall("B2")), gain(game, change("B2", pinned=True))
    assert dead > 2 * pinned > 0.4
    assert dead > 2 * value(thinned) > 0.4
    assert gain(game, fall("A2")) == pytest.approx(-dead)
    assert dead > gain(game, fall("B1")) + 0.1 > 0.4, "the dearer one is worth more"


def test_points_are_surer_the_later_they_are_had():
    early = battle()
    late = battle()
    late.state.round = late.state.scenario.rounds
    for unit in late.state.units.values():
        unit.activated = True
    assert gain(late, fall("B1")) > gain(early, fall("B1")) + 0.3
    done = change("B1", pinned=True)
    assert gain(late, done) == pytest.approx(gain(late, fall("B1")), abs=0.1), "it cannot rally any more"


def test_a_unit_far_from_any_enemy_is_worth_less():
    game = field([riflemen(20, 20), riflemen(40, 4)], [riflemen(20, 30), riflemen(30, 30)])
    nearer = change("A2", models=tuple((x - 6.0, y + 8.0) for x, y in game.state.units["A2"].models))
    assert gain(game, nearer) > 0.04
    assert gain(game, change("B1", activated=True)) > 0.04, "the turn of others comes after"


@pytest.mark.parametrize(("fallen", "expected"), [("B1", [1, -1]), ("A1", [-1, 1]), ("", [0, 0])])
def test_only_the_end_is_worth_all(fallen, expected):
    game = battle()
    if fallen:
        fall(fallen)(game.state)
    score(game)
    assert values(game) == expected
