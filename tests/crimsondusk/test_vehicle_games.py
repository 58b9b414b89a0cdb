"""Whole games of forces with all six vehicles, by chance: they end, and nothing that is offered is refused."""

from __future__ import annotations

import json
from random import Random

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.setup import SeatSetup, Setup
from tabletop_tui.rules.crimsondusk.files.validation import plain
from tabletop_tui.rules.crimsondusk.state.terrain import Battlefield, Scenario
from tabletop_tui.rules.crimsondusk.system import SYSTEM
from tests.conformance import examine
from tests.crimsondusk.build import box, line
from tests.crimsondusk.columns import COLUMN, HORDE, force

PIECES = (
    box("marsh", 8, 16, 20, 22),
    box("scrub", 26, 26, 34, 32),
    box("house", 22, 18, 27, 23),
    box("woods", 34, 14, 42, 20),
    box("road", 20, 0, 22, 48),
    line("wall", (10, 27), (18, 27)),
    line("fence", (36, 25), (44, 25)),
)


def begun(seed: int) -> Game:
    scenario = Scenario("Meeting", Battlefield("Meeting", 48, 48, PIECES), 6, 900, 10.0)
    seats = [SeatSetup(name, number, "random", force(file)) for number, (name, file) in enumerate(SIDES)]
    return SYSTEM.start(Setup("crimsondusk", plain().unstructure(scenario), seats, seed))


SIDES = (("Red", COLUMN), ("Blue", HORDE))


@pytest.mark.parametrize("seed", range(6))
def test_games_end_and_are_looked_at_from_all_sides_on_the_way(seed):
    game, chooser, count = begun(seed), Random(seed), 0
    while (question := game.advance()) is not None:
        if chooser.randrange(25) == 0:
            examine(game, chooser)
        game.answer(question.sample(chooser))
        count += 1
        assert count < 3000
    assert game.result is not None


def test_a_game_that_was_opened_again_goes_on_as_it_would_have():
    game, chooser = begun(3), Random(3)
    for _ in range(90):
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
