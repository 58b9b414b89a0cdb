"""The version of the rules is pinned to what a fixed game comes to.

When a change to the rules makes the same answers and dice give another game, this test fails: raise `Mechcom.version`,
so that journals of the old rules are refused with a sentence instead of going astray, and write down the new outcome.
"""

from __future__ import annotations

import pytest

from tabletop_tui import newgame
from tabletop_tui.engine.system import SEAT_NAMES, SeatSetup, Setup
from tabletop_tui.session import Session

OUTCOMES = {
    1: {
        "canyon-deathmatch": "55b0255537574697cb82265a33cd2a76",
        "port-flags": "f67cb48439278d3b8fd1d0e9eae01786",
        "fort-siege": "a89fbe332b32fa6fef8d33ccb129e059",
    }
}
"""Rules version -> scenario -> digest of the last state of a game of random players with seed 2640."""


@pytest.mark.parametrize("scenario", ["canyon-deathmatch", "port-flags", "fort-siege"])
def test_a_fixed_game_comes_to_what_it_did(scenario: str) -> None:
    found, told = newgame.find_scenario(scenario)
    forces = [newgame.find_force(found, name) for name in told.forces]
    seats = [SeatSetup(SEAT_NAMES[n], n, "random", force.data) for n, force in enumerate(forces)]
    session = Session.new(Setup(found.id, told.data, seats, seed=2640))
    session.run()
    assert session.over is not None
    assert {scenario: session.digest()} == {scenario: OUTCOMES[found.version][scenario]}
