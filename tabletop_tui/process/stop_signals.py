"""Signals that want an end, for commands that play or judge for long: heeded at once, but not amid what is one act."""

from __future__ import annotations

import os
import signal
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Self

from attrs import define, field

from tabletop_tui.process import standard_streams
from tabletop_tui.process.app_signals import HEEDED


class EndedBySignal(KeyboardInterrupt):
    """The command was ended by the signal of this number."""

    def __init__(self, number: int) -> None:
        by = "" if number == signal.SIGINT else f" by {signal.Signals(number).name}"
        super().__init__(f"stopped{by}")
        self.code = 128 + number


@define
class Ending:
    """While this lasts, each of the signals raises Ended; one that is ignored (as after nohup) stays so."""

    amid: bool = False
    number: int = 0
    """The signal that came."""
    before: dict[int, Any] = field(factory=dict)

    def __enter__(self) -> Self:
        numbers = [int(getattr(signal, name)) for name in HEEDED if hasattr(signal, name)]
        for number in numbers:
            if signal.getsignal(number) != signal.SIG_IGN:
                self.before[number] = signal.signal(number, self._end)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self.before.items():
            signal.signal(number, handler)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """What is done meanwhile is done whole: a signal waits until it is over."""
        self.amid = True
        try:
            yield
        finally:
            self.amid = False
        if self.number:
            raise EndedBySignal(self.number)

    def _end(self, number: int, _: FrameType | None) -> None:
        leave_dead_terminal()
        self.number = number
        if not self.amid:
            raise EndedBySignal(number)


def leave_dead_terminal() -> None:
    """What would go to a terminal that has been closed goes nowhere, and hinders nothing."""
    for stream in (1, 2):
        if stat.S_ISCHR(os.fstat(stream).st_mode) and not os.isatty(stream):
            standard_streams.give_up(stream)
