"""Whole games of forces with all six vehicles, by chance: they end, and nothing that is offered is refused."""

from __future__ import annotations

from random import Random

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.setup import SeatSetup, Setup
from tabletop_tui.rules.crimsondusk.files.validation import plain
from tabletop_tui.rules.crimsondusk.state.battlefield import Battlefield
from tabletop_tui.rules.crimsondusk.state.scenario import Scenario
from tabletop_tui.rules.crimsondusk.system import SYSTEM
from tests.crimsondusk.build import box, line
from tests.crimsondusk.columns import COLUMN, HORDE, force
from tests.whole_games import goes_on_as_it_would_have, to_the_end

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
@pytest.mark.sampled(2)
def test_games_end_and_are_looked_at_from_all_sides_on_the_way(seed):
    to_the_end(begun(seed), Random(seed), 25, 3000)


def test_a_game_that_was_opened_again_goes_on_as_it_would_have():
    goes_on_as_it_would_have(begun(3), 90, seed=3)
