"""Whole games by chance: they end, are saved and opened in the middle of anything, and nothing offered is refused."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.setup import SeatSetup, Setup
from tabletop_tui.rules.crimsondusk.system import SYSTEM
from tests.conformance import examine
from tests.crimsondusk.build import ROSTERS

SCENARIOS = Path(__file__).parents[2] / "scenarios"


def setup(seed: int) -> Setup:
    info = SYSTEM.scenario(SCENARIOS / "crimsondusk" / "quick-start.toml", [SCENARIOS])
    forces = {force.id: force.data for force in SYSTEM.forces([ROSTERS])}
    names = zip(("Red", "Blue"), info.forces, strict=True)
    seats = [SeatSetup(name, number, "random", forces[force]) for number, (name, force) in enumerate(names)]
    return Setup("crimsondusk", info.data, seats, seed)


def begun(seed: int) -> Game:
    return SYSTEM.start(setup(seed))


@pytest.mark.parametrize("seed", range(6))
def test_games_end_and_are_looked_at_from_all_sides_on_the_way(seed):
    game, chooser, count = begun(seed), Random(seed), 0
    while (question := game.advance()) is not None:
        if chooser.randrange(12) == 0:
            examine(game, chooser)
        game.answer(question.sample(chooser))
        count += 1
        assert count < 2000
    assert game.result is not None


def test_a_game_that_was_opened_again_goes_on_as_it_would_have():
    game, chooser = begun(3), Random(3)
    for _ in range(60):
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
