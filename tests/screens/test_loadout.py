"""The builder shows and edits counts: more and fewer by keys, bars of two budgets, the reason where it ends, saved."""

import pytest

from tabletop_tui.rulebook import registry
from tabletop_tui.screens.forces.force_builder import BuilderScreen, open_builder
from tabletop_tui.screens.forces.loadout import Loadout
from tests.drill import DRILL
from tests.screens.conftest import at


@pytest.fixture(autouse=True)
def _drill(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, DRILL.id, DRILL)


async def test_counts_are_changed_and_saved(home):
    async with at(None) as player:
        player.app.push_screen(open_builder(DRILL))
        await player.pilot.pause()
        await player.press("enter tab down")
        assert "Weight 3/20 kg" in player.picture
        await player.press("enter + + enter")
        assert isinstance(player.app.screen, Loadout)
        assert "Weight 12/20 kg" in player.picture
        assert " 4 Weapons: Rifles  +5 each" in player.picture
        await player.press("down +")
        assert "Power 2/3" in player.picture
        assert "32 points" in player.picture
        await player.press("+")
        assert "not one more: the weight is 28, at most 20 is allowed [DRILL-LOAD-2]" in player.picture
        await player.press("- -")
        assert "not fewer: there is none to give back" in player.picture
        await player.press("question_mark")
        assert "One more of what is marked, one fewer" in player.picture
        await player.press("escape + escape")
        screen = player.app.screen
        assert isinstance(screen, BuilderScreen)
        assert "4 x Rifles, 1 x Guns" in player.picture
        assert not screen.bench.saved
        await player.press("s")
        text = (home / "rosters" / "drill" / "new-squad.toml").read_text()
        assert "Rifles = 4" in text
        assert "Guns = 1" in text
