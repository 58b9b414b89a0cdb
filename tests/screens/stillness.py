"""Waiting for an app under test by what it still has to do.

A pilot of Textual's waits until the process uses little time: 20 ms at least for each key, and too short where the
machine gives the process no time at all. Here nothing is waited for that is not there, and nothing is left out.
"""

from __future__ import annotations

import asyncio
from asyncio import AbstractEventLoop

from textual import _wait
from textual._context import active_app

SOON = 0.034
"""Seconds: a timer that is due by then is waited for."""
PERIOD = 0.005
"""Seconds between two pictures of a screen, where one is due: else tests wait longer for pictures than these take to
paint. Having missed a period, as it does where the machine is slow, the timer that paints sits out the next one too."""
PATIENCE = 10.0
"""Seconds for what there is to do: a slow machine takes its time."""


async def still(min_sleep: float = SOON, max_sleep: float = 1) -> None:
    """Wait until no message, callback or timer that is due soon waits to be handled.

    At most so many seconds are spent on waiting for timers, of which some come for ever, and for other threads: nobody
    knows how long they take, and they may wait for the test itself.
    """
    loop = asyncio.get_running_loop()
    limit, waited = loop.time() + PATIENCE, 0.0
    while loop.time() < limit and waited < max_sleep:
        await asyncio.sleep(0)
        if loop._ready:
            continue
        begun = loop.time()
        if threads_work(loop):
            await _wait.wait_for_idle(0, max_sleep)
            waited += loop.time() - begun
        elif (due := next_timer(loop)) is not None and due < SOON and not leaves():
            await asyncio.sleep(due)
            waited += max(due, 0.001)
        else:
            return


def next_timer(loop: AbstractEventLoop) -> float | None:
    """Seconds until the next timer of this loop is due."""
    return min((timer.when() - loop.time() for timer in loop._scheduled if not timer.cancelled()), default=None)


def leaves() -> bool:
    """Whether the app is about to end: its timers still run, and do nothing any more."""
    app = active_app.get(None)
    return app is not None and app._exit


def threads_work(loop: AbstractEventLoop) -> bool:
    """Whether a thread of this loop has something to do."""
    pool = loop._default_executor
    return pool is not None and (not pool._work_queue.empty() or pool._idle_semaphore._value < len(pool._threads))
