"""Where matches are played: in this process, in processes of this machine, or on machines that Dask knows."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stderr
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from tabletop_tui.lab.match import Match
from tabletop_tui.lab.playing import played
from tabletop_tui.lab.record import GameRecord
from tabletop_tui.play.new_game import BadChoice

AHEAD = 2
"""So many matches a worker wait for it at any time."""
PATIENCE = 10
"""Seconds in which a Dask scheduler has to answer."""


class WorkersLost(Exception):
    """The workers are gone: one sentence."""


def in_turn(matches: Iterable[Match]) -> Iterator[GameRecord]:
    """One after the other, in this process."""
    return map(played, matches)


# ---------------------------------------------------------------- one machine
def in_processes(matches: Iterable[Match], count: int) -> Iterator[GameRecord]:
    """In so many processes of this machine, as they come to an end. They die with whoever wanted them."""
    context = get_context("spawn")  # a fork would take the threads' locks along
    held, end = context.Pipe(duplex=False)
    with redirect_stderr(sys.__stderr__):  # what a screen puts in its place is no file, which processes want
        pool = ProcessPoolExecutor(count, mp_context=context, initializer=_live_as_long_as, initargs=(held,))
    try:
        yield from _as_played(pool, iter(matches), count * AHEAD)
    except BrokenProcessPool as error:
        raise WorkersLost("a worker process was ended from outside, perhaps for want of memory") from error
    finally:
        end.close()  # which ends the workers at once, whatever they are playing
        pool.shutdown(cancel_futures=True)
        held.close()


def _as_played(pool: ProcessPoolExecutor, matches: Iterator[Match], most: int) -> Iterator[GameRecord]:
    waiting = {_submitted(pool, match) for match in islice(matches, most)}
    while waiting:
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        waiting |= {_submitted(pool, match) for match in islice(matches, len(done))}
        for future in done:
            yield future.result()


def _submitted(pool: ProcessPoolExecutor, match: Match) -> Future[GameRecord]:
    """A match that a worker will play; the worker may begin with it."""
    with redirect_stderr(sys.__stderr__):
        return pool.submit(played, match)


def _live_as_long_as(held: Connection) -> None:
    """In a worker: end with the other end of the pipe, which closes when its process ends, however that comes about."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process; only the first one decides

    def watch() -> None:
        held.poll(None)  # nothing is ever sent: there is something to read when the other end is closed
        os._exit(0)

    Thread(target=watch, daemon=True).start()


# ---------------------------------------------------------------- many machines
def on_dask(matches: Iterable[Match], address: str) -> Iterator[GameRecord]:
    """On the workers of the Dask scheduler at this address, as they come to an end. BadChoice if that cannot be had."""
    try:
        import distributed
    except ImportError:
        raise BadChoice("--dask needs Dask, which is not installed: pip install 'tabletop-tui[lab]'") from None
    dask: Any = distributed  # its signatures name no types
    try:
        client = dask.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise BadChoice(f"no Dask scheduler answers at {address}; start one with: dask scheduler") from error
    with client:
        futures = client.map(played, list(matches), pure=False)
        try:
            for future in dask.as_completed(futures, loop=client.loop):
                yield future.result()
        except ImportError as error:
            raise WorkersLost(f"the workers at {address} do not have this program: {error}") from error
        except (OSError, RuntimeError) as error:
            raise WorkersLost(f"the workers at {address} are gone: {error}") from error
        finally:
            client.cancel(futures)
