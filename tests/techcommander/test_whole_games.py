"""Whole games by chance: they end, are saved and opened in the middle of anything, and nothing offered is refused."""

from __future__ import annotations

from random import Random

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.setup import SEAT_NAMES, SeatSetup, Setup
from tabletop_tui.rules.techcommander.system import NAMES, SYSTEM
from tests.conformance import speaks
from tests.techcommander.build import ROSTERS, SCENARIOS
from tests.whole_games import goes_on_as_it_would_have, to_the_end


def setup(scenario: str, seed: int) -> Setup:
    info = SYSTEM.scenario(SCENARIOS / "techcommander" / f"{scenario}.toml", [SCENARIOS])
    forces = {force.id: force.data for force in SYSTEM.forces([ROSTERS])}
    teams = info.teams or list(range(info.seats))
    seats = [SeatSetup(SEAT_NAMES[n], teams[n], "random", forces[force]) for n, force in enumerate(info.forces)]
    return Setup("techcommander", info.data, seats, seed)


def begun(scenario: str, seed: int) -> Game:
    return SYSTEM.start(setup(scenario, seed))


@pytest.mark.parametrize("scenario", ["elimination", "three-way"])
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.sampled(2)
def test_games_end_and_are_looked_at_from_all_sides_on_the_way(scenario, seed):
    to_the_end(begun(scenario, seed), Random(seed), 60, 3000)


def test_a_game_that_was_opened_again_goes_on_as_it_would_have():
    goes_on_as_it_would_have(begun("three-way", 3), 80, seed=3)


def test_every_step_says_what_happens():
    speaks(NAMES)


@pytest.mark.parametrize("leaver", range(3))
def test_who_gives_up_leaves_and_the_others_play_on(leaver):
    game, chooser = begun("three-way", 7), Random(7)
    for _ in range(70):
        question = game.advance()
        assert question is not None
        game.answer(question.sample(chooser))
    SYSTEM.concede(game, leaver)
    while (question := game.advance()) is not None:
        assert question.seat != leaver
        game.answer(question.sample(chooser))
    assert game.result is not None
    assert leaver not in game.result.winners
