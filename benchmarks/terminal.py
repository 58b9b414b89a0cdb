"""What a player feels: start to first picture, and key press to finished paint, through a real pseudo-terminal.

The program's own output is read until it falls silent, so ANSI rendering and writing are in the figure.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import sys
import tempfile
import termios
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from shutil import copy
from statistics import median, quantiles
from time import perf_counter
from typing import NamedTuple

from benchmarks.games import CASES, SCREEN_CASES, under_way, wanted
from benchmarks.page import Row

SILENCE = 0.12
PATIENCE = 3.0
PAUSE = 0.003
"""Seconds without output after which another picture begins, the key is done, or has done nothing."""
BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("first picture")
    def on_key(self):
        self.count = getattr(self, "count", 0) + 1
        self.query_one(Static).update(f"picture {self.count}")
Bare().run()
"""
"""What any app of Textual does at least: a text, and at each key another one."""
AT = re.compile(rb"\x1b\[\d+;(\d+)H")
"""What sends the cursor of the terminal to a column of a row."""
MOST = 0.8
"""A part of the screen that was painted on so large a share of the rows is the map, and the map was scrolled."""
FEW = 5
"""Of fewer keys no figures are given."""


class Painted(NamedTuple):
    """Seconds from a key to the first picture and to the last of the output; of how many rows one part was painted."""

    first: float
    last: float
    rows: int


class Terminal:
    """A program in a pseudo-terminal of a given size."""

    def __init__(self, command: list[str], columns: int, rows: int, home: Path) -> None:
        self.start = perf_counter()
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            # As an installed program, it finds its bytecode: here in the home, so that the sources stay clean.
            os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
            os.environ.update(PYTHONPYCACHEPREFIX=str(home / "bytecode"), TABLETOP_TUI_HOME=str(home))
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
            os.execv(command[0], command)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, patience: float) -> bytes:
        """What comes within `patience` seconds; b'' for silence."""
        ready, _, _ = select.select([self.master], [], [], patience)
        try:
            return os.read(self.master, 1 << 20) if ready else b""
        except OSError:
            return b""

    def wait_for(self, text: bytes, patience: float = 20.0) -> float:
        """Seconds from the start until `text` has been painted."""
        seen, until = b"", perf_counter() + patience
        while perf_counter() < until:
            seen += self.read(0.5)
            if text in seen:
                return perf_counter() - self.start
        raise TimeoutError(f"{text!r} was not painted within {patience} s")

    def settle(self, patience: float = 1.0) -> None:
        while self.read(patience):
            pass

    def press(self, keys: bytes) -> Painted | None:
        """What was painted after these keys; None for nothing."""
        start, painted, output = perf_counter(), list[float](), b""
        os.write(self.master, keys)
        while found := self.read(SILENCE if painted else PATIENCE):
            painted.append(perf_counter() - start)
            output += found
        if not painted:
            return None
        first = next((at for at, after in pairwise(painted) if after - at > PAUSE), painted[-1])
        return Painted(first, painted[-1], max(Counter(AT.findall(output)).values(), default=0))

    def close(self) -> float:
        """End the program; the seconds of a processor that it took."""
        os.kill(self.pid, 9)
        return self.ended()

    def ended(self) -> float:
        """Read on until the program ends; the seconds of a processor that it took."""
        while self.read(PATIENCE):
            pass
        _, _, used = os.wait4(self.pid, 0)
        os.close(self.master)
        return used.ru_utime + used.ru_stime


def shown(presses: list[Painted | None]) -> str:
    """The figures of some keys: to the first picture, and to the last where some keys paint more than one."""
    painted = [press for press in presses if press is not None]
    text = figures([press.first for press in painted])
    if any(press.first != press.last for press in painted):
        text += f"; all of it {figures([press.last for press in painted])}"
    idle = len(presses) - len(painted)
    return f"{text}; {idle} of {len(presses)} keys painted nothing" if idle else text


def split(what: str, presses: list[Painted | None], lines: int) -> Iterator[tuple[str, list[Painted | None]]]:
    """Some keys, apart from those that scroll the map to another place: that is panning."""
    panned: list[Painted | None] = []
    stayed: list[Painted | None] = []
    for press in presses:
        (panned if press is not None and press.rows >= MOST * lines else stayed).append(press)
    if what not in JUMPING or min(len(panned), len(stayed)) < FEW:
        yield what, presses
    else:
        yield what, stayed
        yield f"{what} that scrolls the map", panned


def figures(seconds: list[float]) -> str:
    return f"{median(seconds) * 1e3:.1f} ms (p95 {quantiles(seconds, n=20)[18] * 1e3:.1f})"


class Started(NamedTuple):
    """Medians of seconds from exec to the first picture, and of seconds of a processor until then and a little on."""

    wall: float
    processor: float


def first_pictures(commands: list[tuple[list[str], bytes]], home: Path, times: int = 5) -> list[Started]:
    """How long each command takes to its first picture, which has this text.

    They are started in turns, so that all meet the machine as it is; the first start leaves the bytecode in `home`.
    """
    found: list[list[Started]] = [[] for _ in commands]
    for _ in range(times + 1):
        for starts, (command, text) in zip(found, commands, strict=True):
            terminal = Terminal(command, 80, 24, home)
            wall = terminal.wait_for(text, 60.0)
            terminal.settle(0.3)
            starts.append(Started(wall, terminal.close()))
    return [Started(*(median(part) for part in zip(*starts[1:], strict=True))) for starts in found]


COMMANDS = ("--help", "list systems", "list scenarios")
"""Commands that print something and end."""
IMPORTED = "import textual.app, textual.widgets"


def printed(home: Path, times: int = 5) -> Iterator[Row]:
    """Seconds of a processor of commands without a screen, beside an interpreter that imports Textual."""
    python = sys.executable
    commands = [[python, "-c", IMPORTED], *([python, "-m", "tabletop_tui", *words.split()] for words in COMMANDS)]
    found: list[list[float]] = [[] for _ in commands]
    for _ in range(times + 1):
        for seconds, command in zip(found, commands, strict=True):
            seconds.append(Terminal(command, 80, 24, home).ended())
    bare, *ours = [median(seconds[1:]) for seconds in found]
    for words, took in zip(COMMANDS, ours, strict=True):
        yield Row(f"command {words}", f"{took * 1e3:.0f} ms of a processor", took / bare, "imports of Textual")


KEYS = {
    "cursor": [b"k", b"j", b"b", b"n", b"y", b"u"] * 8,
    "pan": [b"K", b"J", b"B", b"N", b"Y", b"U"] * 8,
    "overlay": [b"o"] * 48,
    "undo": [b"z"] * 96,
    "answer": [b"Z"] * 96,
}
"""The keys of each measurement. An answer is one that was taken back, given again."""
JUMPING = ("undo", "answer")
"""Those after which the cursor may lie on another unit, far away."""
BEFORE = {"cursor": [b"j"], "pan": [b"+"], "overlay": [b"A"], "undo": [b"j"], "answer": [b"z"] * 96}
"""What is pressed first: the map has to be larger than the screen, and the cursor on a unit."""


class Beside:
    """A bare app that gets a key for each that is measured: what a key costs any app of Textual here and now."""

    def __init__(self, columns: int, lines: int, home: Path) -> None:
        self._app = Terminal([sys.executable, "-c", BARE], columns, lines, home)
        self._app.wait_for(b"picture", 60.0)
        self._app.settle(0.3)
        self.presses: list[Painted | None] = []

    def press(self) -> None:
        self.presses.append(self._app.press(b"x"))

    def close(self) -> None:
        self._app.close()

    @property
    def median(self) -> float:
        return median(press.first for press in self.presses if press is not None)


def while_thinking(home: Path) -> Iterator[Row]:
    """Keys while strong players think, a game of each rulebook, and the same keys where nobody thinks."""
    first = {case.scenario.partition("/")[0]: case for case in reversed(CASES)}
    for case in first.values():
        times = {}
        for player in ("keyboard", "strong"):
            path = home / f"{player}.jsonl"
            path.unlink(missing_ok=True)
            under_way(case, path, case.answers, seed=3, player=player).close()
            terminal = Terminal([sys.executable, "-m", "tabletop_tui", "resume", str(path)], 120, 40, home)
            terminal.wait_for(b"keys")
            terminal.read(1.0)
            times[player] = [press.first for key in KEYS["cursor"] if (press := terminal.press(key)) is not None]
            terminal.close()
        idle, busy = times["keyboard"], times["strong"]
        slower = median(busy) / median(idle)
        what = f"{case.label}: cursor while a computer thinks, 120x40, key to paint"
        yield Row(what, figures(busy), slower, "of idle")


def starts(home: Path) -> Iterator[Row]:
    """From the command to the first picture: the title, and a battle of each rulebook."""
    python = sys.executable
    cases = list({case.scenario.partition("/")[0]: case for case in reversed(CASES)}.values())
    commands = [([python, "-c", BARE], b"first picture"), ([python, "-m", "tabletop_tui"], b"abletop")]
    for number, case in enumerate(cases):
        path = home / f"start-{number}.jsonl"
        under_way(case, path, 60, seed=3).close()
        commands.append(([python, "-m", "tabletop_tui", "resume", str(path)], b"keys"))
    bare, *ours = first_pictures(commands, home)
    for what, start in zip(["the title", *(f"a battle, {case.label}" for case in cases)], ours, strict=True):
        told = f"{start.wall * 1e3:.0f} ms (bare {bare.wall * 1e3:.0f})"
        yield Row(f"start to first picture, {what}", told, start.wall / bare.wall, "bare apps")
        told = f"{start.processor * 1e3:.0f} ms of a processor (bare {bare.processor * 1e3:.0f})"
        yield Row(f"start, {what}, processor", told, start.processor / bare.processor, "bare apps")


def rows(only: str = "") -> Iterator[Row]:
    """One row a measurement."""
    with tempfile.TemporaryDirectory() as place:
        home = Path(place)
        if only in ("", "terminal", "start"):
            yield from printed(home)
            yield from starts(home)
        if only in ("", "terminal"):
            yield from while_thinking(home)
        for number, case in enumerate(case for case in SCREEN_CASES if case in wanted(only, "terminal")):
            path = home / f"begun-{number}.jsonl"
            under_way(case, path, case.answers, seed=3).close()
            for columns, lines in ((80, 24), (200, 60)):
                for what, keys in KEYS.items():
                    yield from keys_of(case.label, Path(copy(path, home / "battle.jsonl")), what, keys, columns, lines)


def keys_of(label: str, battle: Path, what: str, keys: list[bytes], columns: int, lines: int) -> Iterator[Row]:
    """Some keys in a battle, each with one in a bare app; what is pressed is written down in the battle's file."""
    terminal = Terminal([sys.executable, "-m", "tabletop_tui", "resume", str(battle)], columns, lines, battle.parent)
    beside = Beside(columns, lines, battle.parent)
    terminal.wait_for(b"keys")
    terminal.settle()
    for key in BEFORE[what]:
        terminal.press(key)
    terminal.settle()
    presses = []
    for key in keys:
        presses.append(terminal.press(key))
        beside.press()
    terminal.close()
    beside.close()
    for row, some in split(what, presses, lines):
        middle = median([press.first for press in some if press is not None])
        told = f"{shown(some)}, {len(some)} keys"
        yield Row(f"{label}: {row}, {columns}x{lines}, key to paint", told, middle / beside.median, "bare apps")
