"""A screen closes in one way and once, however fast the keys come that close it; what lies below stays alive."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from textual import events
from textual.screen import Screen

from tabletop_tui.bindings import BATTLE
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.maps.map_scene import form_of
from tabletop_tui.editor.own import new_maps
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system
from tabletop_tui.screens.base.command_screen import CommandScreen
from tabletop_tui.screens.base.dialogs import Choose
from tests.screens.conftest import Player, at, toy
from tests.screens.test_replay import journal  # noqa: F401 - the fixture

ROOT = Path(__file__).parent.parent.parent
CLOSING = ("escape", "enter", "q", "Q")
ENOUGH = 2
"""So many bursts each kind of page gets."""
LEAVING = ("back", "leave", "out", "quit", "commit", "begin", "search")
"""Names of commands that leave the screen whose pages are tried, or take its keys as letters."""


def table(system_id: str) -> Document:
    form = form_of(system_id)
    assert form is not None
    return new_maps.empty(system_id, form, "Ours", *form.usual[0])


SCREENS: dict[str, tuple[Callable[[Player], object], set[str]]] = {
    "battle": (
        lambda player: player.app.play(toy()),
        {"HelpPage", "Sheet", "LegendPage", "LogPage", "RosterSheet", "JumpPage", "PanelChoice", "Choose", "AskText"},
    ),
    "title": (
        lambda player: None,
        {"NewGameScreen", "Choose", "SavedGames", "WelcomeScreen", "SettingsScreen", "HelpPage"},
    ),
    "new game": (lambda player: player.app.open_screen("new game"), {"ScenarioScreen", "BuilderScreen", "HelpPage"}),
    "lessons": (lambda player: player.app.open_screen("chapters", system("mechcom")), {"Choose", "Sheet"}),
    "builder": (lambda player: player.app.open_screen("builder", system("mechcom")), {"AskText", "Choose"}),
    "hex editor": (
        lambda player: player.app.open_screen("editor", table("mechcom")),
        {"Choose", "AskText", "JumpPage"},
    ),
    "table editor": (lambda player: player.app.open_screen("editor", table("armymen")), {"Choose", "AskText"}),
    "settings": (lambda player: player.app.open_screen("settings"), {"KeymapScreen", "HelpPage"}),
    "keymap": (lambda player: player.app.open_screen("keymap"), {"PressKey", "Choose", "HelpPage"}),
    "rules": (lambda player: player.app.open_screen("rules", system("mechcom")), {"HelpPage"}),
}
"""For each screen how it opens, and pages that are certainly among those that open from it."""


async def try_all_pages(player: Player) -> dict[str, int]:
    """Each kind of page that a key of the screen on top opens gets each key that closes it two and three at once.

    Gives how many bursts each kind got.
    """
    below = player.app.screen
    assert isinstance(below, CommandScreen)
    tried: dict[str, int] = {}
    for command in below.commands.commands:
        opening = command.keys.split(",")[0]
        if not opening or command.name in LEAVING or not await opens(player, below, opening):
            continue
        kind = type(player.app.screen).__name__
        await back(player, below)
        if kind in tried:
            continue
        tried[kind] = 0
        for closing in CLOSING:
            if tried[kind] >= ENOUGH:
                break
            for times in (1, 2, 3):
                if not await opens(player, below, opening):
                    break  # what Enter took there has changed what can be done
                await player.burst(*[closing] * times)
                if times == 1 and player.app.screen is not below:
                    await back(player, below)
                    break  # it is not a key that closes this page
                assert player.app.screen is below, (kind, closing, times)
                assert player.picture.strip()
                tried[kind] += times > 1
    return tried


async def opens(player: Player, below: Screen[object], key: str) -> bool:
    """Whether a key opens a page over this screen."""
    await player.press(key)
    return player.app.screen is not below and below in player.app.screen_stack


async def back(player: Player, below: Screen[object]) -> None:
    """Out of whatever was opened over this screen."""
    for key in ("escape", "Y", "Q", "q") * 3:
        if player.app.screen is not below and player.app.is_running:
            await player.press(key)
    assert player.app.screen is below


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.sampled(2)
async def test_closing_keys_that_come_at_once_close_one_page(name: str, home: Path) -> None:
    begin, pages = SCREENS[name]
    async with at(None, size=(100, 30)) as player:
        begin(player)
        await player.pilot.pause()
        tried = await try_all_pages(player)
        assert pages <= tried.keys(), tried
        assert all(tried.values()), tried
        print(name, tried)


async def test_closing_keys_at_once_in_a_replay(journal: Path) -> None:  # noqa: F811
    async with at(Session.replay(journal, 0), watching=True, size=(100, 30)) as player:
        tried = await try_all_pages(player)
        assert {"LogPage", "Sheet", "Choose"} <= tried.keys(), tried
        print(tried)


async def test_keys_that_come_at_once_do_what_they_do_one_by_one() -> None:
    """A list is opened, searched and taken from in one read; no letter of it goes to the battle below."""
    async with at(toy()) as player:
        await player.press("colon")
        assert isinstance(player.app.screen, Choose)
        await player.press("escape")
        before = len(player.session.history)
        keys = BATTLE.keys("battle.log", {})
        await player.burst("colon", *"legend", "enter", "escape", *keys)
        assert type(player.app.screen).__name__ == "LogPage"
        assert len(player.session.history) == before


async def test_the_mark_of_the_log_stays_on_an_entry_before_anything_is_drawn() -> None:
    async with at(toy()) as player:
        await player.burst(*BATTLE.keys("battle.log", {})[:1])
        page = player.app.screen
        for key in ("end", "down", "pagedown", "home", "up", "pageup"):
            page.take(events.Key(key, None))
            assert page.marked is page.told[page.places[page.index]], key
        page.filter.words = "zq"
        page.sift()
        page.take(events.Key("down", None))
        assert page.marked is None


async def test_a_question_taken_back_while_a_computer_is_called_is_no_fault() -> None:
    """It has been seen that the computer is asked, and before it begins to think a key makes that another question."""
    async with at(toy("keyboard", "random")) as player:
        session, pace = player.session, player.app.screen.pace
        while session.waits_for_person:
            session.answer(next(session.question.legal()))
        called = asyncio.create_task(pace._computer(pace.turn))
        await asyncio.sleep(0)
        session.undo()
        pace.turn += 1
        assert session.waits_for_person
        assert await called is None


async def test_a_key_pressed_before_the_page_was_there_is_heard_by_it() -> None:
    async with at(None) as player:
        await player.burst("W", "q", "q")
        assert len(player.app.screen_stack) == 2
        assert "New game" in player.picture


def test_there_is_one_way_to_close_a_screen() -> None:
    """Textual's own ways would close whatever lies on top, or close a screen that is leaving already."""
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tabletop_tui").rglob("*.py")
        if re.search(r"\.(dismiss|pop_screen|switch_screen|action_dismiss|pop_until_active)\(", path.read_text("utf-8"))
    }
    assert found == {"tabletop_tui/screens/base/base_screen.py"}
