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
from time import perf_counter, sleep
from typing import NamedTuple

from benchmarks.games import CASES, SCREEN_CASES, under_way

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
Bare().run()
"""
AT = re.compile(rb"\x1b\[\d+;(\d+)H")
"""What sends the cursor of the terminal to a column of a row."""
MOST = 0.8
"""A part of the screen that was painted on so large a share of the rows is the map, and the map was scrolled."""
FEW = 5
"""Of fewer keys no figures are given."""
Row = tuple[str, str]


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
        start, painted, output = perf_counter(), [], b""
        os.write(self.master, keys)
        while found := self.read(SILENCE if painted else PATIENCE):
            painted.append(perf_counter() - start)
            output += found
        if not painted:
            return None
        first = next((at for at, after in pairwise(painted) if after - at > PAUSE), painted[-1])
        return Painted(first, painted[-1], max(Counter(AT.findall(output)).values(), default=0))

    def close(self) -> None:
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)
        os.close(self.master)


def shown(presses: list[Painted | None]) -> str:
    """The figures of some keys: to the first picture, and to the last where some keys paint more than one."""
    painted = [press for press in presses if press is not None]
    text = figures([press.first for press in painted])
    if any(press.first != press.last for press in painted):
        text += f"; all of it {figures([press.last for press in painted])}"
    idle = len(presses) - len(painted)
    return f"{text}; {idle} of {len(presses)} keys painted nothing" if idle else text


def split(what: str, presses: list[Painted | None], lines: int) -> Iterator[Row]:
    """The figures of some keys, apart from those that scroll the map to another place: that is panning."""
    panned: list[Painted | None] = []
    stayed: list[Painted | None] = []
    for press in presses:
        (panned if press is not None and press.rows >= MOST * lines else stayed).append(press)
    if what not in JUMPING or min(len(panned), len(stayed)) < FEW:
        yield what, shown(presses)
    else:
        yield what, shown(stayed)
        yield f"{what} that scrolls the map ({len(panned)} of {len(presses)})", shown(panned)


def figures(seconds: list[float]) -> str:
    return f"{median(seconds) * 1e3:.1f} ms (p95 {quantiles(seconds, n=20)[18] * 1e3:.1f})"


def first_pictures(commands: list[tuple[list[str], bytes]], home: Path, times: int = 9) -> list[float]:
    """For each command the median of seconds from exec to the first picture, which has this text.

    They are started in turns, so that all meet the machine as it is; the first start leaves the bytecode in `home`.
    """
    found: list[list[float]] = [[] for _ in commands]
    for _ in range(times + 1):
        for seconds, (command, text) in zip(found, commands, strict=True):
            terminal = Terminal(command, 80, 24, home)
            seconds.append(terminal.wait_for(text, 60.0))
            terminal.close()
    return [median(seconds[1:]) for seconds in found]


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
BEFORE = {"cursor": b"j", "pan": b"+", "overlay": b"A", "undo": b"j", "answer": b"z" * 96}
"""What is pressed first: the map has to be larger than the screen, and the cursor on a unit."""


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
        yield (
            f"{case.label}: cursor while a computer thinks, 120x40, key to paint",
            f"{figures(busy)}; {slower:.2f} of idle",
        )


def rows() -> Iterator[Row]:
    """One row a measurement: what, and the figure."""
    python = sys.executable
    with tempfile.TemporaryDirectory() as place:
        home = Path(place)
        yield from while_thinking(home)
        starts = [([python, "-c", BARE], b"first picture"), ([python, "-m", "tabletop_tui"], b"abletop")]
        bare, ours = first_pictures(starts, home)
        yield "start to first picture, bare Textual app", f"{bare * 1e3:.0f} ms"
        yield "start to first picture", f"{ours * 1e3:.0f} ms ({ours / bare:.2f} of the bare app)"
        for number, case in enumerate(SCREEN_CASES):
            path = home / f"begun-{number}.jsonl"
            under_way(case, path, case.answers, seed=3).close()
            for columns, lines in ((80, 24), (200, 60)):
                for what, keys in KEYS.items():
                    battle = copy(path, home / "battle.jsonl")  # what is pressed is written down in it
                    terminal = Terminal([python, "-m", "tabletop_tui", "resume", str(battle)], columns, lines, home)
                    terminal.wait_for(b"keys")
                    terminal.settle()
                    terminal.press(BEFORE[what])
                    terminal.settle()
                    presses = [terminal.press(key) for key in keys]
                    terminal.close()
                    for row, figure in split(what, presses, lines):
                        yield f"{case.label}: {row}, {columns}x{lines}, key to paint", figure
                    sleep(0.2)
