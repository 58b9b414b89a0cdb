"""Where matches are played: in this process, in processes of this machine, or on machines that Dask knows."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib.util import find_spec
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from socket import create_connection
from threading import Thread
from time import sleep
from typing import Any

from tabletop_tui.lab.match_record import GameRecord
from tabletop_tui.lab.match_runner import played
from tabletop_tui.lab.pairings import Match
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.process.app_signals import HEEDED
from tabletop_tui.process.install_hint import install_line
from tabletop_tui.process.safe_process_start import starting

AHEAD = 2
"""So many matches a worker wait for it at any time."""
PATIENCE = 10
"""Seconds in which a Dask scheduler has to answer."""
BEAT = 0.2
"""Seconds after which a signal is heeded at the latest while other processes play."""
ADDRESS = re.compile(r"(?:(?P<scheme>tcp|tls)://)?(?P<host>\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):(?P<port>[0-9]{1,5})")
"""Of a scheduler."""


Whole = Callable[[], AbstractContextManager[object]]
"""Within it no signal breaks off what is done: a lock of the pool or of Dask that was just taken would stay taken."""


class WorkersLost(Exception):
    """The workers are gone: one sentence."""


def in_turn(matches: Iterable[Match]) -> Generator[GameRecord]:
    """One after the other, in this process."""
    yield from map(played, matches)


# ---------------------------------------------------------------- one machine
def in_processes(matches: Iterable[Match], count: int, whole: Whole = nullcontext) -> Generator[GameRecord]:
    """In so many processes of this machine, as they come to an end. They die with whoever wanted them."""
    context = get_context("spawn")  # a fork would take the threads' locks along
    held, end = context.Pipe(duplex=False)
    with starting():
        pool = ProcessPoolExecutor(count, mp_context=context, initializer=_live_as_long_as, initargs=(held,))
    try:
        yield from _as_played(pool, iter(matches), count * AHEAD, whole)
    except BrokenProcessPool as error:
        raise WorkersLost("a worker process was ended from outside, perhaps for want of memory") from error
    finally:
        with whole():
            end.close()  # which ends the workers at once, whatever they are playing
            pool.shutdown(cancel_futures=True)
            held.close()


def _as_played(pool: ProcessPoolExecutor, matches: Iterator[Match], most: int, whole: Whole) -> Iterator[GameRecord]:
    waiting: set[Future[GameRecord]] = set()
    while True:
        with whole():
            waiting |= {_submitted(pool, match) for match in islice(matches, most - len(waiting))}
            done, waiting = wait(waiting, BEAT, FIRST_COMPLETED)
        yield from (future.result() for future in done)
        if not done and not waiting:
            return


def _submitted(pool: ProcessPoolExecutor, match: Match) -> Future[GameRecord]:
    """A match that a worker will play; the worker may begin with it."""
    with starting():
        return pool.submit(played, match)


def _live_as_long_as(held: Connection) -> None:
    """In a worker: end with the other end of the pipe, which closes when its process ends, however that comes about."""
    for name in HEEDED:  # Ctrl-C, or the end of a terminal, reaches every process; only the first one decides
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)

    def watch() -> None:
        held.poll(None)  # nothing is ever sent: there is something to read when the other end is closed
        os._exit(0)

    Thread(target=watch, daemon=True).start()


# ---------------------------------------------------------------- many machines
def look_for(address: str) -> None:
    """BadChoice unless Dask is installed, and a scheduler is at this address: HOST:PORT, with tcp:// or tls:// before.

    A plain socket says so at once. A client leaves half of itself behind where it cannot connect, and waits for ever
    where somebody listens who is no scheduler; a scheduler is the first to speak, but for tls.
    """
    found = ADDRESS.fullmatch(address)
    if found is None or not 0 < int(found["port"]) < 1 << 16:
        forms = "HOST:PORT, tcp://HOST:PORT or tls://HOST:PORT"
        raise BadChoice(f"--dask {address!r} is no address of a scheduler; name it as {forms}")
    if find_spec("distributed") is None:
        raise BadChoice(f"--dask needs Dask, which is not installed: {install_line('lab')}")
    try:
        with create_connection((found["host"].strip("[]"), int(found["port"])), PATIENCE) as line:
            speaks = found["scheme"] == "tls" or line.recv(1)
    except OSError as error:
        raise _no_scheduler(address) from error
    if not speaks:
        raise _no_scheduler(address)


def _no_scheduler(address: str) -> BadChoice:
    return BadChoice(f"no Dask scheduler answers at {address}; start one with: dask scheduler")


def on_dask(matches: Iterable[Match], address: str, whole: Whole = nullcontext) -> Generator[GameRecord]:
    """On the workers of the Dask scheduler at this address, as they come to an end. BadChoice if that cannot be had."""
    look_for(address)
    import distributed

    dask: Any = distributed  # its signatures name no types
    try:
        client = dask.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise _no_scheduler(address) from error
    with _silent_dask(), client:
        if not client.nthreads():
            where = client.scheduler.address
            raise BadChoice(f"the Dask scheduler at {address} has no workers; start one with: dask worker {where}")
        futures = client.map(played, list(matches), pure=False)
        try:
            yield from _as_they_come(dask.as_completed(futures, loop=client.loop), whole)
        except ImportError as error:
            raise WorkersLost(f"the workers at {address} do not have this program: {error}") from error
        except (OSError, CancelledError, asyncio.CancelledError) as error:
            raise WorkersLost(f"the workers at {address} are gone: the scheduler does not answer any more") from error
        except (RuntimeError, dask.KilledWorker) as error:
            raise WorkersLost(f"the workers at {address} are gone: {error}") from error
        finally:
            client.cancel(futures)


@contextmanager
def _silent_dask() -> Iterator[None]:
    """Meanwhile Dask writes no log: it would say in tracebacks what we say in a sentence."""
    handlers = {one for name in ("distributed", "distributed.client") for one in logging.getLogger(name).handlers}
    for handler in handlers:
        handler.addFilter(_nothing)
    try:
        yield
    finally:
        for handler in handlers:
            handler.removeFilter(_nothing)


def _nothing(_: logging.LogRecord) -> bool:
    return False


def _as_they_come(completed: Any, whole: Whole) -> Iterator[GameRecord]:
    """The results of futures of Dask."""
    while True:
        with whole():
            if completed.is_empty():
                return
            record = next(completed).result() if completed.has_ready() else None
        if record is None:
            sleep(BEAT)
        else:
            yield record
