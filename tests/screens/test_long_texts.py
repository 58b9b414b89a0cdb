"""What is typed or pasted without measure: a limit that is said, and work that does not grow with what stands there."""

from __future__ import annotations

import pytest
from textual import events

from tabletop_tui.screens.base import dialogs
from tests.screens.conftest import Player, at, heard, toy

PASTED = "a long story " * 80_000


async def paste(player: Player, text: str) -> None:
    player.app.post_message(events.Paste(text))
    await player.pilot.pause()


async def test_a_long_text_is_refused_and_that_is_said() -> None:
    async with at(toy()) as player:
        page = dialogs.AskText("A story", lambda typed: "")
        player.app.push_screen(page)
        await player.pilot.pause()
        await paste(player, PASTED)
        assert page.typed == ""
        assert f"at most {dialogs.LONGEST_TYPED} letters" in player.picture
        await paste(player, PASTED[: dialogs.LONGEST_TYPED].strip())
        await player.press("backspace")
        assert page.typed == PASTED[: dialogs.LONGEST_TYPED].strip()[:-1]


@pytest.mark.parametrize("letter", ["x", "\u6f22"], ids=["narrow", "wide"])
async def test_the_caret_is_seen_wherever_it_stands(letter: str) -> None:
    """Letters of one column and of two: at the end of a long line its end is shown, at its beginning the beginning."""
    async with at(toy()) as player:
        for count in (1, 20, 60, 120):
            page = dialogs.AskText("A name", lambda typed: "", f"BEGIN{letter * count}END")
            player.app.push_screen(page)
            await player.pilot.pause()
            await player.press("end")
            await player.pilot.pause()
            assert f"{letter}END" in player.picture, count
            await player.press("home")
            await player.pilot.pause()
            assert f"BEGIN{letter}" in player.picture, count
            await player.press("escape")


async def test_what_stands_there_is_replaced_by_a_letter_and_gone_on_with_by_an_arrow() -> None:
    """What each key makes of "red mech", as in any line that is typed into."""
    cases = {
        "7": "7",
        "backspace": "",
        "end 7": "red mech7",
        "home 7": "7red mech",
        "right 7": "red mech7",
        "left 7": "7red mech",
        "end left left backspace": "red mch",
        "home delete": "ed mech",
        "end ctrl+u": "",
        "end ctrl+w": "red ",
        "home ctrl+k x": "x",
        "end shift+home y": "y",
        "left right right 7": "re7d mech",
    }
    async with at(toy()) as player:
        for keys, wanted in cases.items():
            page = dialogs.AskText("A name", lambda typed: "", "red mech")
            player.app.push_screen(page)
            await player.pilot.pause()
            await player.press(keys)
            assert page.typed == wanted, keys
            await player.press("escape")
            assert page not in player.app.screen_stack


@pytest.mark.parametrize("opening", ["colon", "question_mark", "L slash"])
async def test_a_search_has_no_more_letters_than_there_is_room_for(opening: str) -> None:
    async with at(toy()) as player:
        await player.press(opening)
        page = player.app.screen
        await paste(player, PASTED)
        for _ in range(2 * dialogs.LONGEST_SOUGHT):
            await player.app.hear(heard("x"))
        typed = page.filter.words if hasattr(page, "filter") else page.typed
        assert len(typed) == dialogs.LONGEST_SOUGHT
        await player.pilot.pause()
        assert player.picture.strip()
