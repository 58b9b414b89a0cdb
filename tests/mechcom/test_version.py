"""The version of the rules is pinned to what a fixed game comes to.

When a change to the rules makes the same answers and dice give another game, this test fails: raise `Mechcom.version`,
so that journals of the old rules are refused with a sentence instead of going astray, and write down the new outcome.
"""

from __future__ import annotations

import pytest

from tabletop_tui.engine.setup import SEAT_NAMES, SeatSetup, Setup
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session

OUTCOMES = {
    2: {
        "canyon-deathmatch": "e4c2c3431d51b65bcfe3aeb3c57504f6",
        "port-flags": "6cf0d552ceedd28ec1dec47f2bd7b07a",
        "fort-siege": "354b3069ee73e2a62e9a17601c602850",
    }
}
"""Rules version -> scenario -> digest of the last state of a game of random players with seed 2640."""
FORCES = {
    "canyon-deathmatch": ("iron-charter", "haunted-charge"),
    "port-flags": ("drowned-choir", "hostile-takeover"),
    "fort-siege": ("iron-charter", "twelve-labours"),
}
"""The squads of these games, whatever a scenario's own are."""


@pytest.mark.parametrize("scenario", FORCES)
def test_a_fixed_game_comes_to_what_it_did(scenario: str) -> None:
    found, told = new_game.find_scenario(scenario)
    forces = [new_game.find_force(found, name) for name in FORCES[scenario]]
    seats = [SeatSetup(SEAT_NAMES[n], n, "random", force.data) for n, force in enumerate(forces)]
    session = Session.new(Setup(found.id, told.data, seats, seed=2640))
    session.run()
    assert session.over is not None
    assert {scenario: session.digest()} == {scenario: OUTCOMES[found.version][scenario]}
