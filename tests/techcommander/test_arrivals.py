"""New and reinforcing units come once the order of the turn is known, the lowest initiative first."""

from __future__ import annotations

import pytest

from tabletop_tui.rules.techcommander.deployment.spawning import CallUnits, EnterUnits
from tabletop_tui.rules.techcommander.turn.turn import BeginTurn
from tests.techcommander.build import field, unit


@pytest.mark.rule("TC-PHASE-2")
def test_arrivals_follow_initiative_and_its_order():
    game = field([unit("dwarf", 10, 10)], [unit("dwarf", 80, 80)])
    BeginTurn().run(game)
    assert [type(step).__name__ for step in reversed(game.agenda)][:3] == ["RollInitiative", "Arrive", "FillPurses"]
    match = field([], [], [], game="deathmatch", order=(2, 0, 1))
    CallUnits().run(match)
    assert [step.seat for step in reversed(match.agenda) if isinstance(step, EnterUnits)] == [2, 0, 1]
