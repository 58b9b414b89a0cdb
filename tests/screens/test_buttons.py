"""What looks like a button is one: a click on a key that a footer or a title names presses it."""

import pytest

from tabletop_tui.bindings.command import KEY_NAMES
from tabletop_tui.screens.battle.pages.log_page import LogPage
from tabletop_tui.screens.rulebook.help_page import HelpPage
from tabletop_tui.screens.start.new_game import NewGameScreen
from tabletop_tui.widgets.clickable_keys import TITLE, key_at, press_of
from tabletop_tui.widgets.styled_text import text_of
from tests.screens.conftest import at, toy

FOOT = [(" Tab", "hint-key"), (" next  ", "hint"), ("Up Down", "hint-key"), (" scroll  ", "hint"), ("… ", "hint")]


def test_a_key_and_its_word_are_one_button():
    found = [key_at(FOOT, column) for column in range(30)]
    assert found == [*["Tab"] * 11, *["Up"] * 3, *["Down"] * 4, *["Up"] * 9, *[""] * 3]
    assert key_at([(" ", "text"), ("L", "key"), (" all ", "dim")], 3, TITLE) == "L"
    assert key_at([("plain", "text")], 2) == ""


def test_a_printed_key_is_pressed_as_the_keyboard_sends_it():
    assert {press_of(said).key for said in KEY_NAMES.values()} == set(KEY_NAMES)
    assert [press_of(said).key for said in ("z", "Z", "9", "F3")] == ["z", "Z", "9", "f3"]
    assert [press_of(said) for said in ("any", "1-9", "", "letters")] == [None] * 4


async def test_the_footer_and_the_titles_of_a_battle_are_clicked():
    async with at(toy(), size=(160, 50)) as player:
        hints = player.battle.panels.hints
        line = text_of(hints.lines[0])
        await player.pilot.click(hints, offset=(line.index(" keys") + 2, 0))
        assert isinstance(player.app.screen, HelpPage)
        help_hint = player.app.screen.query_one("#hint")
        await player.pilot.click(help_hint, offset=(text_of(help_hint.lines[0]).index("Esc"), 0))
        assert player.app.screen is player.battle
        await player.pilot.click(player.battle.panels.titles["log"], offset=(4, 0))
        assert isinstance(player.app.screen, LogPage)


@pytest.mark.parametrize(("word", "opened"), [("new", NewGameScreen), ("keys", HelpPage)])
async def test_the_footer_of_the_title_is_clicked(word: str, opened: type):
    async with at(None, size=(160, 50)) as player:
        hints = player.app.screen.query_one("#title-hints")
        await player.pilot.click(hints, offset=(text_of(hints.lines[0]).index(word), 0))
        await player.pilot.pause()
        assert isinstance(player.app.screen, opened)
