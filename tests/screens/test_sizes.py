"""On every screen: a terminal that is too small is told in a sentence, a resize keeps the place, ? lists the keys."""

import pytest

from tabletop_tui.screens.base.dialogs import Choose, Sheet
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.screens.rulebook.help_page import HelpPage
from tabletop_tui.widgets.panels import Page
from tests.screens.conftest import at, toy

SCREENS = {
    "title": "",
    "new game": "n",
    "table": "n v",
    "settings": "s",
    "builder": "b down enter",
    "rules": "r enter",
    "editor": "e enter enter enter enter",
}
SENTENCE = "This terminal is too small: at least 80 columns and 24 rows are needed."


async def resize(player, width, height):
    await player.pilot.resize_terminal(width, height)
    await player.pilot.pause()


@pytest.mark.parametrize("keys", SCREENS.values(), ids=SCREENS)
async def test_every_screen_says_that_it_is_too_small_and_comes_back_as_it_was(keys):
    async with at(None) as player:
        if keys:
            await player.press(keys)
        screen, before = player.app.screen, player.picture
        await resize(player, 60, 20)
        assert " ".join(player.picture.split()) == SENTENCE
        await player.press("down enter q escape")
        assert player.app.screen is screen, "what cannot be seen is not done"
        await resize(player, 80, 24)
        assert player.picture == before
        await player.press("question_mark")
        assert isinstance(player.app.screen, HelpPage)
        await player.press("escape")
        assert player.app.screen is screen


async def test_a_list_over_a_battle_keeps_its_place_and_is_hidden_while_there_is_no_room():
    async with at(toy()) as player:
        await player.press("colon down down down")
        screen, before = player.app.screen, player.picture
        assert isinstance(screen, Choose)
        await resize(player, 70, 24)
        assert " ".join(player.picture.split()) == SENTENCE
        await player.press("enter escape down Q")
        await resize(player, 80, 24)
        assert player.picture == before
        await player.press("question_mark")
        assert "Only the entries that have these letters" in player.picture
        await player.press("escape escape")
        assert isinstance(player.app.screen, BattleScreen)


async def test_the_roster_keeps_its_place_and_lists_its_keys():
    async with at(toy()) as player:
        await player.press("i down")
        before = player.picture
        await resize(player, 70, 24)
        assert " ".join(player.picture.split()) == SENTENCE
        await resize(player, 80, 24)
        assert player.picture == before
        await player.press("question_mark")
        assert "Sorted otherwise" in player.picture


async def test_a_battle_keeps_its_cursor_and_half_made_answer():
    async with at(toy()) as player:
        await player.press("1 1 tab tab")
        before = player.picture
        await resize(player, 160, 50)
        assert player.picture != before
        await resize(player, 40, 10)
        assert " ".join(player.picture.split()) == SENTENCE
        await resize(player, 80, 24)
        assert player.picture == before


async def test_a_page_keeps_the_line_at_its_top():
    async with at(toy(), size=(160, 30)) as player:
        said = "words enough to be wrapped where there is less room for them than on a wide screen " * 2
        player.app.push_screen(Sheet("Long", [[(f"{number}: {said}", "text")] for number in range(40)]))
        await player.press("pagedown down down")
        page = player.app.screen.query_one(Page)

        def top() -> str:
            return page.render_line(0).text.strip()[:40]

        while not top()[:1].isdigit():
            await player.press("down")
        words = top()
        assert page.scroll_offset.y > 10
        for size in ((90, 30), (80, 26), (160, 30)):
            await resize(player, *size)
            assert top() == words
        await player.press("escape L")
        await resize(player, 80, 24)
        assert player.battle.model.events[-1].text in player.picture, "who read the end of the log still does"
        await player.press("question_mark")
        assert "Mark another entry" in player.picture
