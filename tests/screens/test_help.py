"""Help by what one wants to do: it is found by a player's words, tells the key, and does what is marked."""

from itertools import groupby

import pytest

from tabletop_tui.bindings import (
    BATTLE,
    FORM_EDITOR,
    HEX_EDITOR,
    LESSON_EDITOR,
    POSITION_EDITOR,
    REPLAY,
    SCENARIO_EDITOR,
    TABLE_EDITOR,
    TITLE,
)
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.screens.rulebook.command_finder import WANTS
from tabletop_tui.screens.rulebook.help_page import HelpPage, entries_of, fitting
from tests.screens.conftest import at, toy

EDITORS = HEX_EDITOR, TABLE_EDITOR, SCENARIO_EDITOR, POSITION_EDITOR, LESSON_EDITOR, FORM_EDITOR
HEADINGS = "Make a map", "Make a map", "Write a scenario", "Set up a position", "Write a lesson or a puzzle"
WISHES = [(said, name) for told in WANTS.values() for said, name in told]


def test_every_wish_is_a_command_and_none_is_told_twice():
    assert {name for _, name in WISHES} <= {name for commands in (BATTLE, *EDITORS) for name in commands.by_id}
    assert len({said.lower() for said, _ in WISHES}) == len(WISHES)
    assert all(said[0].isupper() and not said.endswith(".") for said, _ in WISHES)


@pytest.mark.parametrize(("number", "heading"), list(enumerate(HEADINGS)))
def test_the_help_of_each_editor_speaks_of_what_is_made_there(number: int, heading: str):
    headings = list(dict.fromkeys(entry.heading for entry in entries_of(EDITORS[number], {})))
    assert headings[:2] == [heading, "The file"]
    assert all(one.startswith("More keys") for one in headings[2:])


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("shoot me", "battle.watchers"),
        ("take back", "battle.undo"),
        ("why roll", "battle.explain"),
        ("measure", "battle.tape"),
        ("give up", "battle.concede"),
        ("redo", "battle.redo"),
        ("zoom out", "battle.further"),
    ],
)
def test_what_is_meant_stands_first(typed: str, command: str):
    assert fitting(entries_of(BATTLE, {}), typed)[0].command.id == command


def test_each_command_is_found_once_and_all_are_listed():
    entries = entries_of(BATTLE, {})
    found = [entry.command.id for entry in fitting(entries, "e")]
    assert len(found) == len(set(found))
    assert {entry.command.id for entry in entries} >= {one.id for one in BATTLE.commands if one.listed}
    told = [entry.command.id for entry in entries]
    assert len(told) == len(set(told)) > 60
    headings = [entry.heading for entry in entries]
    assert len([*groupby(headings)]) == len(set(headings)), "each group stands together"
    assert fitting(entries, "xyzzy") == []


def test_keys_are_the_players_own():
    (entry,) = fitting(entries_of(BATTLE, {"battle.watchers": "f5"}), "shoot me")
    assert entry.keys == "f5"


def test_a_screen_without_wishes_lists_its_keys_and_a_replay_has_those_it_can_do():
    assert {entry.heading for entry in entries_of(TITLE, {})} == {"Game"}
    wishes = [entry.said for entry in entries_of(REPLAY, {}) if not entry.heading.startswith("More keys")]
    assert "Measure a distance" in wishes
    assert "Take back" not in wishes


async def test_help_does_what_is_marked():
    async with at(toy()) as player:
        await player.press("1")
        answers = len(player.session.history)
        assert answers
        await player.press("question_mark t a k e space b a c k")
        assert isinstance(player.app.screen, HelpPage)
        assert "take back_" in player.picture
        await player.press("enter")
        assert isinstance(player.app.screen, BattleScreen)
        assert len(player.session.history) == answers - 1


async def test_help_closes_and_searches_anew():
    async with at(toy()) as player:
        await player.press("question_mark x y z z y")
        assert "nothing is called so" in player.picture
        await player.press("enter backspace backspace backspace backspace backspace down down")
        assert "See all I can do" in player.picture
        await player.press("end")
        assert "The mouse: " in player.picture
        await player.press("question_mark")
        assert isinstance(player.app.screen, BattleScreen)
