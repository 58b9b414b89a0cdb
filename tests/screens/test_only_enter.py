"""Only Enter, on the battle screen itself: it sets up, names a unit and an action, and then waits to be told where."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.question import Place
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.screens.battle.confirmations import Sure
from tests.careless import pressed
from tests.screens.conftest import at

PRESSES = 40


@pytest.mark.parametrize("name", ["armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander"])
async def test_enter_alone_sets_up_and_spends_nothing(name: str) -> None:
    session = Session.new(new_game.set_table(*new_game.find_scenario(f"{name}/quick-start"), seed=7))
    async with at(session, sure="ask") as player:
        await player.press(" ".join(["enter"] * PRESSES))
        if isinstance(player.app.screen, Sure):
            await player.press("escape")
        model = player.battle.model
        assert session.history[-1].answer in ("move", "advance")
        assert isinstance(model.question, Place)
        assert pressed(model).answer is None, "the last Enters have answered nothing"
        assert 8 <= len(session.history) < PRESSES - 10
