"""Waiting for an app under test by what it still has to do.

A pilot of Textual's waits until the process uses little time: 20 ms at least for each key, and too short where the
machine gives the process no time at all. Here nothing is waited for that is not there, and nothing is left out.
"""

from __future__ import annotations

import asyncio
from asyncio import AbstractEventLoop

from textual import _wait

SOON = _wait.SLEEP_GRANULARITY
"""Seconds: a timer that is due by then, such as the one that paints, is waited for."""


async def still(min_sleep: float = SOON, max_sleep: float = 1) -> None:
    """Wait until no message, callback or timer that is due soon waits to be handled; at most so many seconds."""
    loop = asyncio.get_running_loop()
    limit = loop.time() + max_sleep
    while loop.time() < limit:
        await asyncio.sleep(0)
        if loop._ready:
            continue
        if threads_work(loop):
            await _wait.wait_for_idle(0, max_sleep)  # Nobody knows how long, and they may wait for the test itself.
        elif (due := next_timer(loop)) is not None and due < SOON:
            await asyncio.sleep(due)
        else:
            return


def next_timer(loop: AbstractEventLoop) -> float | None:
    """Seconds until the next timer of this loop is due."""
    return min((timer.when() - loop.time() for timer in loop._scheduled if not timer.cancelled()), default=None)


def threads_work(loop: AbstractEventLoop) -> bool:
    """Whether a thread of this loop has something to do."""
    pool = loop._default_executor
    return pool is not None and (not pool._work_queue.empty() or pool._idle_semaphore._value < len(pool._threads))
