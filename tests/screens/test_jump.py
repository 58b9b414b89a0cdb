"""Jumping by letters: each place has one of its own, and typing it lays the cursor there or opens the panel."""

import pytest

from tabletop_tui.screens.base.dialogs import Sheet
from tabletop_tui.screens.base.jump_page import JumpPage
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.widgets.jump_labels import LETTERS, begun, labels, spread_out
from tests.screens.conftest import at, toy


@pytest.mark.parametrize("count", [0, 1, 26, 27, 200])
def test_labels_differ_and_none_begins_another(count: int):
    names = labels(count)
    assert len(set(names)) == len(names) == count
    assert all(len(begun(names, name)) == 1 for name in names)
    assert len(LETTERS) == len(set(LETTERS)) == 26


def test_labels_stand_apart_and_on_the_screen():
    places = spread_out([(0, 0), (1, 0), (0, 0), (79, 23), (79, 23)], 3, 80, 24)
    cells = [(x + cell, y) for x, y in filter(None, places) for cell in range(3)]
    assert len(cells) == len(set(cells))
    assert all(0 <= x < 80 and 0 <= y < 24 for x, y in cells)
    assert places[0] == (0, 0)
    assert None in spread_out([(5, 5)] * 40, 3, 80, 24)


async def test_a_letter_lays_the_cursor_on_a_unit():
    async with at(toy()) as player:
        await player.press("apostrophe")
        page = player.app.screen
        assert isinstance(page, JumpPage)
        aim = player.battle.model.where["B2"]
        letter = next(name for name, target, _ in page.targets if target.key == aim)
        assert f" {letter} " in player.picture
        await player.press(letter)
        assert isinstance(player.app.screen, BattleScreen)
        assert player.battle.field.cursor == aim
        assert not player.session.history


async def test_a_letter_opens_what_a_panel_stands_for_and_any_other_key_nothing():
    async with at(toy()) as player:
        before = player.battle.field.cursor
        await player.press("apostrophe")
        letter = next(name for name, target, _ in player.app.screen.targets if target.key == "command battle.agenda")
        await player.press(letter)
        assert isinstance(player.app.screen, Sheet)
        assert "Where the battle stands" in player.picture
        await player.press("escape apostrophe escape")
        assert isinstance(player.app.screen, BattleScreen)
        assert player.battle.field.cursor == before
