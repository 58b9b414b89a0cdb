"""Standard input, output and error output as they may be: closed, full, shut by their reader, poor in letters."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper

WITHOUT_PICTURES = ("dumb", "unknown")
"""What the variable TERM says of terminals on which nothing can be drawn."""


class NoStream(Exception):
    """Something cannot be read or written: one sentence."""


class Enough(Exception):
    """Whoever read the output (a pager, head) has seen enough."""


class Output(TextIOWrapper):
    """Standard output that takes every letter, and says why it cannot be written."""

    closed_before = False
    """Whether there was none when the program began."""

    def write(self, text: str) -> int:
        if self.closed_before:
            raise NoStream("the output is closed, so nothing can be shown")
        with said():
            return super().write(text)

    def flush(self) -> None:
        with said():
            super().flush()


@contextmanager
def said() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise Enough from None
    except OSError as error:
        raise NoStream(f"the output cannot be written: {error.strerror}") from error


def make_ready() -> None:
    """Before anything is read, written or opened: each stream is there, and takes every letter."""
    # A file that is opened while a number below 3 is free would get it, and with it what is meant for the stream.
    while (free := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(free, True)
    os.close(free)
    if sys.stdin is None:
        sys.stdin = open(0, closefd=False)  # noqa: SIM115 - as the one in whose place it is, it is never closed
    if sys.stderr is None:
        sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115
    before = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115
    sys.stdout = Output(
        before.buffer,
        before.encoding,
        "replace",
        line_buffering=bool(before.line_buffering),
        write_through=before.isatty(),
    )
    sys.stdout.closed_before = sys.__stdout__ is None
    if isinstance(sys.stderr, TextIOWrapper):
        sys.stderr.reconfigure(errors="replace")


def give_up(stream: int) -> None:
    """What could not be written to a stream (1 or 2) goes nowhere, also when the program ends."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream)
        os.close(nowhere)


def need_terminal() -> None:
    """NoStream where the app could not be shown."""
    if os.environ.get("TEXTUAL_DRIVER"):
        return  # it is shown in a browser
    way_out = "without one, give a command, and --headless to play or to watch"
    for stream, name in ((sys.stdin, "input"), (sys.stderr, "error output")):
        if not stream.isatty():
            raise NoStream(f"the app needs a terminal, and the standard {name} is none; {way_out}")
    if os.environ.get("TERM", "").lower() in WITHOUT_PICTURES:
        raise NoStream(f"this terminal (TERM={os.environ['TERM']}) cannot show the app; {way_out}")
