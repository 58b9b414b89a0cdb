"""The greedy player: it fires on its way to the objective, and does not walk past an enemy in reach."""

from __future__ import annotations

import pytest

from tabletop_tui.play.players.greedy_player import Greedy
from tabletop_tui.rules.pmc2640.state.battle import Location
from tabletop_tui.rules.pmc2640.system import SYSTEM
from tabletop_tui.rules.pmc2640.turn.activation import ChooseAction
from tests.playing import allowed, run
from tests.pmc2640.build import battle_of, field, rifles


def asked(mine, theirs, goal=(24.0, 24.0)):
    """A1 is asked for its action; the true location of the objective lies at the goal."""
    game = field(mine, theirs)
    battle_of(game).locations = {"L1": Location("L1", goal, "true")}
    game.system = SYSTEM
    return run(game, ChooseAction("A1"))


@pytest.mark.parametrize(
    ("at", "enemy"),
    [
        ((24, 33), (24, 16)),  # with the objective between them
        ((24, 31), (24, 17)),
        ((30, 30), (24, 16)),
        ((20, 33), (28, 18)),
    ],
)
def test_a_unit_with_an_enemy_in_reach_fires_on_its_way(at, enemy):
    game = asked([rifles(*at, size=6, firepower=3)], [rifles(*enemy)])
    assert {"move", "advance", "fire"} <= set(allowed(game)), "the blunder can be made"
    for seed in range(3):
        assert Greedy(seed, 0, seconds=60).choose(game, 1) in ("advance", "fire")


def test_out_of_reach_it_moves_as_far_as_it_can():
    game = asked([rifles(24, 44)], [rifles(24, 4)])
    assert Greedy(1, 0, seconds=60).choose(game, 1) == "move"


def test_at_the_objective_it_stays_and_fires():
    game = asked([rifles(24, 24)], [rifles(24, 8)])
    assert Greedy(1, 0, seconds=60).choose(game, 1) == "fire"
