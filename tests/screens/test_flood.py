"""Keys that come faster than they can be heard do not pile up, and the app still hears the one that leaves it."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Thread

import pytest
from textual import events

from tabletop_tui.engine.question import Number
from tabletop_tui.screens.base.dialogs import AskText, Choose, ListItem
from tabletop_tui.screens.battle.answer_draft import MOST_DIGITS, Draft
from tests.screens.conftest import at
from tests.screens.test_terminal import Terminal

FLOOD = 100_000
ROOM = 100_000
"""Kilobytes that the program may take besides; each key that waits takes more than three."""


def most_memory(process: int) -> int:
    """The most kilobytes that a process had in memory so far."""
    (line,) = (line for line in Path(f"/proc/{process}/status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1])


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="look memory up in /proc")
@pytest.mark.parametrize("arguments", [(), ("play", "mechcom/quick-start", "--seed", "1")], ids=["title", "battle"])
def test_a_flood_of_keys(home: Path, arguments: tuple[str, ...]):
    terminal = Terminal(home, *arguments)
    terminal.wait_for("keys")
    before = most_memory(terminal.child.pid)

    def pour() -> None:
        for _ in range(FLOOD // 1000):
            sent = b"\r" * 1000
            while sent:
                sent = sent[os.write(terminal.child.child_fd, sent) :]

    pouring = Thread(target=pour)
    pouring.start()
    while pouring.is_alive():
        terminal.read(0.05)
    assert most_memory(terminal.child.pid) - before < ROOM
    terminal.child.send("\x11")  # ctrl+q
    terminal.child.read()
    terminal.child.close()
    assert terminal.child.exitstatus == 0


# ---------------------------------------------------------------- long texts
async def test_a_long_paste_is_refused_whole():
    async with at(None) as player:
        page = AskText("What is it called?", lambda _: "")
        player.app.push_screen(page)
        await player.press("a")
        page.post_message(events.Paste("b" * 100_000))
        await player.pilot.pause()
        assert page.typed == "a"
        assert "at most 2000 letters; that would be 100001" in player.picture
        page.post_message(events.Paste("b" * 1900))
        await player.pilot.pause()
        assert len(page.typed) == 1901
        await player.press("c d e")
        assert page.typed.endswith("bcde")
        await player.pilot.pause()
        assert "bbcde" in player.picture


async def test_what_is_looked_for_in_a_list_has_an_end():
    async with at(None) as player:
        page = Choose("Which?", [ListItem("one", [("One", "text")])])
        player.app.push_screen(page)
        await player.pilot.pause()
        page.post_message(events.Paste("word " * 30_000))
        await player.pilot.pause()
        assert len(page.typed) == 100


def test_a_number_that_is_typed_has_an_end():
    draft = Draft(Number(seat=0, prompt="How many?", low=0, high=5))
    for _ in range(5000):
        assert draft.press("0") == "typed"
    assert len(draft.typed) == MOST_DIGITS
