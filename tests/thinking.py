"""Computers that think in another thread while somebody looks at the game: in turns, so that no clock decides anything.

answer = think_aside(session, look, chooser)    # `look` is called while the thought stands still, at calls by chance
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from queue import SimpleQueue
from random import Random
from threading import Thread
from types import FrameType
from typing import Any

from tabletop_tui.engine.question import Answer
from tabletop_tui.session import Session

HALTS = 17
"""So often a thought is halted: the first time after a call or two, each further time after up to twice as many."""
HALT = object()


def think_aside(session: Session, look: Callable[[], None], chooser: Random) -> Answer:
    """What the computer that is asked answers, thought out in another thread."""
    thinking, said, word = session.thinking(), SimpleQueue[Any](), SimpleQueue[None]()
    waits = [chooser.randint(1, 2**number) for number in reversed(range(1, HALTS + 1))]

    def halt(_frame: FrameType, event: str, _arg: object) -> None:
        if not waits:
            sys.setprofile(None)
        elif event == "call":
            waits[-1] -= 1
            if not waits[-1]:
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
