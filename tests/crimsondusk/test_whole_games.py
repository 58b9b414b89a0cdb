"""Whole games by chance: they end, are saved and opened in the middle of anything, and nothing offered is refused."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.setup import SeatSetup, Setup
from tabletop_tui.rules.crimsondusk.system import SYSTEM
from tests.crimsondusk.build import ROSTERS
from tests.whole_games import goes_on_as_it_would_have, to_the_end

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
@pytest.mark.sampled(2)
def test_games_end_and_are_looked_at_from_all_sides_on_the_way(seed):
    to_the_end(begun(seed), Random(seed), 12, 2000)


def test_a_game_that_was_opened_again_goes_on_as_it_would_have():
    goes_on_as_it_would_have(begun(3), 60, seed=3)
