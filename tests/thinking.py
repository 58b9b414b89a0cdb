"""Computers that think in another thread while somebody looks at the game: in turns, so that no clock decides anything.

answer = think_aside(session, look, chooser)    # `look` is called while the thought stands still, at calls by chance
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cached_property
from queue import SimpleQueue
from random import Random
from threading import Thread
from types import FrameType
from typing import Any

from tabletop_tui.engine.question import Answer
from tabletop_tui.play.session import Session

HALTS = 17
"""So often a thought is halted: the first time after a call or two, each further time after up to twice as many."""
HALT = object()
CACHED = cached_property.__get__.__code__


def holds_lock(frame: FrameType | None) -> bool:
    """Whether a thread that is here would hold up others: a cached property is found under a lock, as is a module."""
    while frame is not None:
        if frame.f_code is CACHED or frame.f_globals.get("__name__", "").startswith("importlib"):
            return True
        frame = frame.f_back
    return False


def think_aside(session: Session, look: Callable[[], None], chooser: Random) -> Answer:
    """What the computer that is asked answers, thought out in another thread."""
    thinking, said, word = session.thinking(), SimpleQueue[Any](), SimpleQueue[None]()
    waits = [chooser.randint(1, 2**number) for number in reversed(range(1, HALTS + 1))]

    def halt(frame: FrameType, event: str, _arg: object) -> None:
        if not waits:
            sys.setprofile(None)
        elif event == "call":
            waits[-1] -= 1
            if waits[-1] <= 0 and not holds_lock(frame):
                waits.pop()
                said.put(HALT)
                word.get()

    def think() -> None:
        sys.setprofile(halt)
        try:
            answer = thinking()
        except BaseException as error:
            answer = error
        sys.setprofile(None)
        said.put(answer)

    thread = Thread(target=think)
    thread.start()
    try:
        while (answer := said.get()) is HALT:
            look()
            word.put(None)
    finally:
        waits.clear()
        word.put(None)
        thread.join()
    if isinstance(answer, BaseException):
        raise answer
    return answer
