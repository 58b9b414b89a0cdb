"""Work in processes of its own, so that a screen stays as quick as when nobody thinks.

A job is a function of a module, with plain data, that yields what it finds. It ends when it is told to, and with the
program, however that ends. Nothing here waits for a process: what goes to it is sent by a thread.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from threading import Thread
from typing import Any

from tabletop_tui.process.children import starting

Job = Callable[..., Iterator[Any]]
YIELDING = 5
"""By so much less urgent the work is than the screen, where both want the same processor."""


class Failed(Exception):
    """A job broke off: what went wrong, in the words of the fault."""


class Beside:
    """One process that does one job after another; a new job ends the one before."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._sent: SimpleQueue[Any] = SimpleQueue()
        self._job = 0
        self.busy = False
        """Whether a job is under way, as far as was heard."""

    def start(self, job: Job, *arguments: Any) -> None:
        """Begin a job; what is still under way is ended. Where no process can be had, that is heard of later."""
        if self._process is None or not self._process.is_alive():
            try:
                self._open()
            except OSError:
                self.close()
        self._job += 1
        self._sent.put((self._job, job, arguments))
        self.busy = True

    def _open(self) -> None:
        self.close()
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs,), daemon=True)
        with starting():
            process.start()
        self._process = process
        theirs.close()
        self._sent = SimpleQueue()
        Thread(target=send, args=(self._pipe, self._sent), daemon=True).start()

    def heard(self) -> list[Any]:
        """What the job has found since this was asked last. Failed if it broke off."""
        found: list[Any] = []
        if self.busy and self._pipe is None:
            self.busy = False
            raise Failed("no process could be started to think in")
        try:
            while self.busy and self._pipe is not None and self._pipe.poll():
                job, kind, value = self._pipe.recv()
                if job != self._job:
                    continue
                if kind == "found":
                    found.append(value)
                    continue
                self.busy = False
                if kind == "failed":
                    raise Failed(value)
        except (EOFError, OSError):
            self.close()
            raise Failed("the process that thinks has ended") from None
        return found

    def stop(self) -> None:
        """End the job; what it has found until now and nobody has heard is lost."""
        if self.busy:
            self._job += 1
            self._sent.put((self._job, None, ()))
        self.busy = False

    def close(self) -> None:
        """End the process."""
        self.busy = False
        self._sent.put(None)
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def send(pipe: Connection, sent: SimpleQueue[Any]) -> None:
    """Send what is to be sent, in a thread: a process that begins or is busy may take its time to read it."""
    with suppress(OSError, ValueError):
        while (item := sent.get()) is not None:
            pipe.send(item)


# ---------------------------------------------------------------- in the process
def serve(pipe: Connection) -> None:
    """Do job after job, until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the program, which then ends this one
    if hasattr(os, "nice"):
        os.nice(YIELDING)
    jobs: SimpleQueue[Any] = SimpleQueue()
    Thread(target=listen, args=(pipe, jobs), daemon=True).start()
    with suppress(OSError):
        while True:
            number, job, arguments = jobs.get()
            if job is None or not jobs.empty():
                continue
            try:
                for value in job(*arguments):
                    pipe.send((number, "found", value))
                    if not jobs.empty():
                        break  # another job, or word to stop
                else:
                    pipe.send((number, "over", None))
            except OSError:
                raise
            except Exception as error:
                pipe.send((number, "failed", f"{type(error).__name__}: {error}"))


def listen(pipe: Connection, jobs: SimpleQueue[Any]) -> None:
    """Hand on what comes in; end with whoever sends it, whatever is being thought just then."""
    try:
        while True:
            jobs.put(pipe.recv())
    except (EOFError, OSError):
        os._exit(0)
