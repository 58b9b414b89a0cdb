"""Whole games by chance: they end, are saved and opened in the middle of anything, and nothing offered is refused."""

from __future__ import annotations

import json
from random import Random

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.setup import SEAT_NAMES, SeatSetup, Setup
from tabletop_tui.rules.techcommander.system import NAMES, SYSTEM
from tests.conformance import examine, speaks
from tests.techcommander.build import ROSTERS, SCENARIOS


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
def test_games_end_and_are_looked_at_from_all_sides_on_the_way(scenario, seed):
    game, chooser, count = begun(scenario, seed), Random(seed), 0
    while (question := game.advance()) is not None:
        if chooser.randrange(60) == 0:
            examine(game, chooser)
        game.answer(question.sample(chooser))
        count += 1
        assert count < 3000
    assert game.result is not None


def test_a_game_that_was_opened_again_goes_on_as_it_would_have():
    game, chooser = begun("three-way", 3), Random(3)
    for _ in range(80):
        question = game.advance()
        assert question is not None
        game.answer(question.sample(chooser))
    game.advance()
    again = SYSTEM.load(game.setup, json.loads(json.dumps(SYSTEM.dump(game))))
    again.dice = game.dice.clone()
    left, right = Random(5), Random(5)
    for one, other in ((game, left), (again, right)):
        while (question := one.advance()) is not None:
            one.answer(question.sample(other))
    assert SYSTEM.dump(game) == SYSTEM.dump(again)


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
