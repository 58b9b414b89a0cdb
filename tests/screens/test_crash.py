"""Ends that nobody chose: a fault of the program, a signal, a terminal that goes away. In a real pseudo-terminal."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from pathlib import Path

import pexpect
import pytest

from tabletop_tui.play.session import Session

PATIENCE = 90.0
MODES = {b"1049": b"l", b"25": b"h", b"1000": b"l", b"1003": b"l", b"1006": b"l", b"2004": b"l", b"7": b"h"}
"""What a terminal must have heard last: the usual screen, a cursor, no mouse, no brackets around what is pasted, ..."""
BATTLE = (
    "from tabletop_tui.screens.battle.screen import BattleScreen as Battle\ndef fail(*_): raise ValueError('a fault')\n"
)


class Played:
    """The app in a pseudo-terminal, on a game, with lines of Python run before it."""

    def __init__(self, home: Path, before: str = "") -> None:
        self.path = home / "game.jsonl"
        arguments = ["play", "mechcom/quick-start", "--seed", "1", "--journal", str(self.path)]
        code = f"{before}\nimport sys\nfrom tabletop_tui.cli import run\nsys.exit(run({arguments}))"
        environment = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "XDG_CONFIG_HOME": str(home)}
        self.child = pexpect.spawn(sys.executable, ["-c", code], dimensions=(24, 80), env=environment, timeout=PATIENCE)
        self.raw = b""

    def wait_for(self, words: bytes) -> None:
        until = time.monotonic() + PATIENCE
        while words not in self.raw:
            assert time.monotonic() < until, self.raw[-2000:]
            self.raw += self.child.read_nonblocking(65536, timeout=PATIENCE)

    def end(self) -> int:
        """Its exit code; all that it wrote is in `raw`, and the terminal is as it was."""
        self.raw += self.child.read()
        assert self.child.getecho(), "what is typed is shown again"
        modes = dict(re.findall(rb"\x1b\[\?(\d+)([hl])", self.raw))
        assert {mode: modes.get(mode) for mode in MODES} == MODES
        self.child.close()
        assert self.child.exitstatus is not None
        return self.child.exitstatus

    def hang_up(self) -> None:
        """The terminal goes away."""
        self.child.ptyproc.fileobj.close()
        self.child.ptyproc.closed = self.child.closed = True
        self.child.child_fd = -1

    @property
    def said(self) -> str:
        """What stands on the usual screen."""
        return re.sub(r"\x1b[^a-z]*[a-z]", "", self.raw.rpartition(b"\x1b[?1049l")[2].decode()).strip()


FAULTS = {
    "a command": "Battle.do_pace = fail",
    "a command that leaves": "def leave(_): raise SystemExit\nBattle.do_pace = leave",
    "a worker": "async def work(): fail()\nBattle.do_pace = lambda self: self.run_worker(work())",
    "a thread that leaves": (
        "import asyncio, sys\nasync def work(): await asyncio.to_thread(sys.exit, 0)\n"
        "Battle.do_pace = lambda self: self.run_worker(work())"
    ),
    "a task": (
        "import asyncio\nasync def work(): fail()\ndef start(_): asyncio.create_task(work())\nBattle.do_pace = start"
    ),
    "painting": (
        "from tabletop_tui.widgets.panels import Panel\n"
        "def paint(self): Panel.render_lines = fail; [panel.refresh() for panel in self.query(Panel)]\n"
        "Battle.do_pace = paint"
    ),
    "reading keys": (
        "from textual.drivers.linux_driver import LinuxDriver as Driver\nheard = Driver.process_message\n"
        "def hear(self, message): fail() if getattr(message, 'key', '') == 'P' else heard(self, message)\n"
        "Driver.process_message = hear"
    ),
}


@pytest.mark.parametrize("kind", FAULTS)
@pytest.mark.sampled(2)
def test_a_fault_is_told_in_a_sentence_and_the_game_is_kept(home: Path, kind: str):
    played = Played(home, BATTLE + FAULTS[kind])
    played.wait_for(b"keys")
    played.child.send("P")
    assert played.end() == 70
    said = played.said
    assert said.startswith("tabletop-tui: a fault in the program: ")
    assert said.count("\n") == 0
    assert f"the game is saved; go on with it: tabletop-tui resume {played.path};" in said
    report = Path(said.rpartition(" is in ")[2])
    assert "fail" in report.read_text() or "SystemExit" in report.read_text()
    assert Session.replay(played.path).question is not None


def test_a_fault_before_the_first_picture(home: Path):
    played = Played(home, f"{BATTLE}Battle.compose = fail")
    assert played.end() == 70
    assert "a fault in the program: ValueError: a fault; the game is saved" in played.said


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_as_if_it_had_been_quit(home: Path, number: signal.Signals):
    played = Played(home)
    played.wait_for(b"keys")
    os.kill(played.child.pid, number)
    assert played.end() == 128 + number
    assert played.said == f"tabletop-tui: stopped by {number.name}; what was answered is saved"
    assert Session.replay(played.path).question is not None


AMID = {
    "a battle": ("Battle", ""),
    "a page": ("Sheet", "M"),
    "a list": ("Choose", ":"),
    "a text": ("AskText", "g"),
    "the help": ("HelpPage", "?"),
}
"""For each screen amid whose opening a signal comes its class, and the key that opens it from a battle."""


@pytest.mark.parametrize("moment", ["compose", "on_mount"])
@pytest.mark.parametrize("name", AMID)
@pytest.mark.sampled(2)
def test_a_signal_while_a_screen_opens_is_no_fault(home: Path, name: str, moment: str):
    screen, key = AMID[name]
    before = f"""{BATTLE}import os, signal
from tabletop_tui.screens.base.dialogs import AskText, Choose, Sheet
from tabletop_tui.screens.rulebook.help_page import HelpPage
real = {screen}.{moment}
def signalled(self):
    os.kill(os.getpid(), signal.SIGTERM)
    return real(self)
{screen}.{moment} = signalled"""
    played = Played(home, before)
    if key:
        played.wait_for(b"keys")
        played.child.send(key)
    assert played.end() == 128 + signal.SIGTERM, played.said
    assert played.said == "tabletop-tui: stopped by SIGTERM; what was answered is saved"
    assert not list(home.rglob("tabletop-tui-fault-*"))


BUSY = f"""{BATTLE}import os
def work(_):
    os.write(2, b'busy now')
    while True: sum(range(1000))
Battle.do_pace = work"""


@pytest.mark.parametrize("before", ["", BUSY], ids=["idle", "busy"])
def test_a_terminal_that_goes_away_takes_the_program_with_it(home: Path, before: str):
    played = Played(home, before)
    played.wait_for(b"keys")
    if before:
        played.child.send("P")
        played.wait_for(b"busy now")
    played.hang_up()
    until = time.monotonic() + PATIENCE
    while os.waitpid(played.child.pid, os.WNOHANG)[0] == 0:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert Session.replay(played.path).question is not None
