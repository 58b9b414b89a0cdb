"""Keys that come faster than they can be heard do not pile up, and the app still hears the one that leaves it."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Thread

import pytest

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
