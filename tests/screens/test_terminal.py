"""The program in a real pseudo-terminal: begin a game from the title, play an activation by keys, quit."""

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

import pexpect
import pyte

COLUMNS, ROWS = 80, 24
PATIENCE = 90.0


class Terminal:
    """A program in a pseudo-terminal, and the screen that a person would see."""

    def __init__(self, home: Path, *arguments: str, **more: str) -> None:
        wanted = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "TABLETOP_TUI_HOME": str(home)}
        environment = {**os.environ, **wanted, "XDG_CONFIG_HOME": str(home), **more}
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "tabletop_tui", *arguments],
            dimensions=(ROWS, COLUMNS),
            env=environment,
            timeout=PATIENCE,
        )

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def read(self, seconds: float) -> None:
        """Feed the screen with what comes within so many seconds."""
        with suppress(pexpect.TIMEOUT):
            self.stream.feed(self.child.read_nonblocking(65536, timeout=seconds))

    def wait_for(self, *words: str) -> None:
        """Read until all of these words stand on the screen."""
        until = time.monotonic() + PATIENCE
        while not all(word in self.text for word in words):
            assert time.monotonic() < until, f"{words} did not appear in:\n{self.text}"
            self.read(0.1)

    def press_until(self, keys: str, words: str) -> None:
        """Press these keys until the words stand on the screen, a few times at most."""
        for _ in range(6):
            if words in self.text:
                return
            self.press(keys)

    def press(self, keys: str) -> None:
        """Press keys, and look for as long as Enter has to rest between two commits."""
        self.child.send(keys)
        until = time.monotonic() + 0.4
        while time.monotonic() < until:
            self.read(0.05)


def test_an_activation_by_keys(home):
    terminal = Terminal(home)
    terminal.wait_for("New game", "Quit")
    terminal.press("\r")
    terminal.wait_for("Scenario", "Begin the battle")
    terminal.press("k")  # up to the line of the system
    terminal.press_until("l", "< MECHCOM")  # the next system
    terminal.press("\r")
    terminal.press("\r")
    terminal.wait_for("Enter", "? keys")
    for _ in range(40):
        if "Activation" in terminal.screen.display[0]:
            break
        terminal.press("\r")
    terminal.press_until("\r", "which action?")  # a turn card first, where the other player is asked
    terminal.wait_for("which action?", "Move")
    terminal.press("m")
    terminal.wait_for("where to?")
    terminal.press("\t")
    terminal.wait_for("Enter: ", "Movement")
    terminal.press("\r")
    terminal.wait_for("which action?", "moves")
    terminal.press("e")
    terminal.wait_for("Are you sure?")  # with Energy left
    terminal.press("y")
    terminal.press_until("\r", "mech?")  # past the turn card of the other player
    terminal.wait_for("mech?")
    terminal.press("Q")
    terminal.wait_for("Go on", "Which rulebook?")
    terminal.child.send("q")
    terminal.child.expect(pexpect.EOF)
    terminal.child.close()
    assert terminal.child.exitstatus == 0


def test_an_open_table_by_keys(home):
    """Halves, arrivals and a move of PMC 2640, and its journal can be played on."""
    terminal = Terminal(home, "play", "pmc2640/laboratory-find", "--seed", "2")
    terminal.wait_for("first half", "? keys")
    for _ in range(60):
        if "which action?" in terminal.text:
            break
        terminal.press("\r")
    terminal.wait_for("which action?", "Move 6 in")
    terminal.press("m")
    terminal.wait_for("where to?", "form")
    terminal.press("\t")
    terminal.wait_for("Enter: ", " of 6 in")
    terminal.press("\r")
    terminal.wait_for("moves to", "it is your turn")
    terminal.press("")  # for a while: a key that comes as soon as the turn card does may still be the other player's
    terminal.child.send("Q")
    terminal.child.expect(pexpect.EOF)
    terminal.child.close()
    assert terminal.child.exitstatus == 0
    assert list(home.rglob("*.jsonl"))


def test_a_terminal_without_utf8_and_colour_gets_plain_ascii(home):
    terminal = Terminal(home, "play", "mechcom/quick-start", LC_ALL="C", NO_COLOR="1", TERM="vt100")
    terminal.wait_for("? keys", "\\___/")
    assert terminal.text.isascii()
    terminal.child.send("Q")
    terminal.child.expect(pexpect.EOF)
