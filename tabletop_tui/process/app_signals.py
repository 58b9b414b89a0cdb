"""Signals that end the app: it leaves the terminal as it found it, and nothing is lost."""

from __future__ import annotations

import os
import signal
from asyncio import get_running_loop
from collections.abc import Callable
from threading import Timer
from types import FrameType

PATIENCE = 5.0
"""So many seconds the app may take to end itself; then it is ended as it stands."""
HEEDED = ("SIGINT", "SIGTERM", "SIGHUP")


class Stopped(Exception):
    """The app was ended by the signal of this number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"stopped by {signal.Signals(number).name}")
        self.code = 128 + number


def heed(leave: Callable[[int], None]) -> None:
    """Call `leave` with the number of a signal that wants an end. From the event loop's thread only."""
    loop = get_running_loop()

    def end(number: int, _: FrameType | None) -> None:
        # The loop may be stuck, waiting for a terminal that is gone: journals are whole at every moment.
        patience = Timer(PATIENCE, os._exit, [128 + number])
        patience.daemon = True
        patience.start()
        loop.call_soon_threadsafe(leave, number)

    for name in HEEDED:
        if (number := getattr(signal, name, None)) is not None:
            signal.signal(number, end)
