"""Kills, points, the end of the game."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.damage.damage import Blow, strike
from tabletop_tui.rules.techcommander.victory.victory import EndTurn
from tests.playing import run
from tests.techcommander.build import field, named, unit


@pytest.mark.rule("TC-PTS-1", "TC-PTS-3")
def test_a_kill_pays_the_ac_once_and_nothing_for_an_own_unit():
    game = field([unit("dwarf", 10, 10), unit("marine", 20, 10)], [unit("stingray", 30, 10)])
    strike(game, named(game, "B1"), Blow(60, "A1", 0))
    strike(game, named(game, "B1"), Blow(60, "A1", 0))
    strike(game, named(game, "A2"), Blow(60, "A1", 0))
    red, blue = game.state.players
    assert (red.score, red.kills, red.deaths) == (2, 1, 1)
    assert (blue.score, blue.kills, blue.deaths) == (0, 0, 1)
    assert named(game, "B1").life == -40


@pytest.mark.rule("TC-SCEN-1", "TC-SCEN-13")
def test_the_last_team_with_units_has_won():
    game = field([unit("dwarf", 10, 10)], [unit("dwarf", 30, 10, gone="eliminated")], [unit("dwarf", 60, 10)])
    named(game, "B1").models = ()
    run(game, EndTurn())
    assert game.result is None
    named(game, "C1").models = ()
    run(game, EndTurn())
    assert game.result.winners == (0,)


@pytest.mark.rule("TC-SCEN-2")
def test_after_the_last_turn_the_ac_of_kills_decides():
    game = field([unit("dwarf", 10, 10)], [unit("dwarf", 30, 10)], turns=1)
    game.state.alter(1, score=3)
    run(game, EndTurn())
    assert game.result.winners == (1,)
