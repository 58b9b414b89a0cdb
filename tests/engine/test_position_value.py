"""How well a side stands: what is alike for all rulebooks."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Ended
from tabletop_tui.rulebook.position_value import SURE, ahead, value
from tests.toy import TOY, toy_setup


@pytest.mark.parametrize(("winners", "values"), [((0,), [1, -1]), ((1,), [-1, 1]), ((), [0, 0]), ((0, 1), [1, 1])])
def test_the_end_of_a_game_is_worth_all_whatever_the_lead_was(winners, values):
    game = TOY.start(toy_setup())
    game.end(Ended("over", winners=winners))
    assert [value(game, seat, 5.0) for seat in (0, 1)] == values


def test_a_game_under_way_is_worth_less_than_all():
    game = TOY.start(toy_setup())
    assert value(game, 0, 0.0) == 0
    assert 0.5 < value(game, 0, 1.0) < value(game, 0, 3.0) < value(game, 0, 50.0) <= SURE < 1
    assert value(game, 0, -1.0) == -value(game, 0, 1.0)


def test_a_team_is_measured_against_the_strongest_of_the_others():
    assert ahead({0: 3.0, 1: 1.0}, 0) == 0.5
    assert ahead({0: 3.0, 1: 1.0}, 1) == -0.5
    assert ahead({0: 3.0, 1: 1.0, 2: 3.0}, 0) == 0
    assert ahead({0: 0.0, 1: 0.0}, 0) == 0
    assert ahead({0: 2.0}, 0) == 1
