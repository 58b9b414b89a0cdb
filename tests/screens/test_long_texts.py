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


async def test_a_long_text_is_refused_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = []
    real = dialogs.width_of
    monkeypatch.setattr(
        dialogs, "width_of", lambda line: measured.append(sum(len(one[0]) for one in line)) or real(line)
    )
    async with at(toy()) as player:
        page = dialogs.AskText("A story", lambda typed: "")
        player.app.push_screen(page)
        await player.pilot.pause()
        await paste(player, PASTED)
        assert page.typed == ""
        assert f"at most {dialogs.LONGEST_TYPED} letters" in player.picture
        await paste(player, PASTED[: dialogs.LONGEST_TYPED].strip())
        del measured[:]
        await player.press("backspace")
        assert sum(measured) < 1000  # each key looks at what is shown, not at all that stands there


@pytest.mark.parametrize("width", [1, 2])
async def test_the_end_of_what_is_typed_is_shown(width: int) -> None:
    """Letters of one column and of two, up to the last column of the box."""
    async with at(toy()) as player:
        page = dialogs.AskText("A name", lambda typed: "")
        player.app.push_screen(page)
        await player.pilot.pause()
        for count in range(1, 80):
            page.typed = ("x" if width == 1 else "\u6f22") * count
            page.draw()
            seen = page._seen()
            room = page.panel.size.width - 2
            assert dialogs.width_of([(seen, "")]) <= room
            assert seen == page.typed or dialogs.width_of([(seen, "")]) > room - width - 1


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
