"""A handful of random plays from random positions; `random_plays` by itself plays as many as one likes."""

from __future__ import annotations

import pytest

from tests.techcommander.random_plays import play, position


@pytest.mark.parametrize("number", [3, 17, 40, 135, 7006])
def test_whatever_stands_where_what_must_hold_holds_at_every_question(number: int):
    assert play(number) >= 20


def test_positions_are_crowded_and_different():
    games = [position(number) for number in range(12)]
    crowds = [len(list(game.state.on_table())) for game in games]
    assert min(crowds) >= 8
    units = [unit for game in games for unit in game.state.units.values()]
    assert sum(unit.infiltrated for unit in units) >= 5
    assert sum(bool(unit.group) for unit in units) >= 4
    assert sum(bool(unit.aboard) for unit in units) >= 4
    assert sum(unit.abandoned and unit.on_table for unit in units) >= 3
    assert sum(unit.posted is not None for unit in units) >= 5
    assert sum(bool(unit.on != "ground") for unit in units) >= 5
    assert {game.state.scenario.game for game in games} == {"skirmish", "deathmatch"}
