"""Work in processes of its own, so that a screen stays as quick as when nobody thinks.

A job is a function of a module, with plain data, that yields what it finds. It ends when it is told to, and with the
program, however that ends. But for `wait`, nothing here waits for a process: what goes to it is sent by a thread.
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
from traceback import format_exc
from typing import Any

from tabletop_tui.process.safe_process_start import starting

Job = Callable[..., Iterator[Any]]
YIELDING = 5
"""By so much less urgent the work is than the screen, where both want the same processor and nobody waits for it."""
WAIT = 0.1
"""Seconds between two looks at whether anybody still waits for what a job finds."""


class Failed(Exception):
    """A job broke off: what went wrong, in the words of the fault, and where that was."""

    def __init__(self, words: str, trace: str = "") -> None:
        super().__init__(words)
        self.trace = trace


class Ended(Failed):
    """The process that had the job has ended, or none could be had."""


class Beside:
    """One process that does one job after another; a new job ends the one before."""

    def __init__(self, *, urgent: bool = False) -> None:
        """`urgent` work is not put behind the screen's."""
        self._urgent = urgent
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._sent: SimpleQueue[Any] = SimpleQueue()
        self._job = 0
        self.busy = False
        """Whether a job is under way, as far as was heard."""

    @property
    def pid(self) -> int | None:
        """The number of the process; None where there is none."""
        return self._process.pid if self._process is not None else None

    def start(self, job: Job, *arguments: Any) -> None:
        """Begin a job; what is still under way is ended. Where no process can be had, that is heard of later."""
        try:
            self.begin()
        except OSError:
            self.close()
        self._job += 1
        self._sent.put((self._job, job, arguments))
        self.busy = True

    def begin(self) -> None:
        """Have the process ready, which takes it a while. OSError where none can be had."""
        if self._process is not None and self._process.is_alive():
            return
        self.close()
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs, self._urgent), daemon=True)
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
            raise Ended("no process could be started to think in")
        try:
            while self.busy and self._pipe is not None and self._pipe.poll():
                self._take(self._pipe.recv(), found)
        except (EOFError, OSError):
            self.close()
            raise Ended("the process that thinks has ended") from None
        return found

    def wait(self) -> Any:
        """The first thing that the job finds. Failed if it breaks off, Ended if another thread closes this."""
        found: list[Any] = []
        pipe = self._pipe
        try:
            while self.busy and pipe is not None and not found:
                if pipe.poll(WAIT):
                    self._take(pipe.recv(), found)
        except (EOFError, OSError):
            found.clear()
        if not found:
            raise Ended("the process that thinks has ended")
        return found[0]

    def _take(self, said: tuple[int, str, Any], found: list[Any]) -> None:
        """Take in what the process says: what it has found, and whether its job is over."""
        job, kind, value = said
        if job == self._job and kind == "found":
            found.append(value)
        elif job == self._job:
            self.busy = False
            if kind == "failed":
                raise Failed(*value)

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
        process, pipe, self._process, self._pipe = self._process, self._pipe, None, None
        if process is not None:
            process.kill()
            process.join()
            process.close()
        if pipe is not None:
            pipe.close()


def send(pipe: Connection, sent: SimpleQueue[Any]) -> None:
    """Send what is to be sent, in a thread: a process that begins or is busy may take its time to read it."""
    with suppress(OSError, ValueError):
        while (item := sent.get()) is not None:
            pipe.send(item)


# ---------------------------------------------------------------- in the process
def serve(pipe: Connection, urgent: bool) -> None:
    """Do job after job, until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the program, which then ends this one
    if hasattr(os, "nice") and not urgent:
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
                pipe.send((number, "failed", (f"{type(error).__name__}: {error}", format_exc())))


def listen(pipe: Connection, jobs: SimpleQueue[Any]) -> None:
    """Hand on what comes in; end with whoever sends it, whatever is being thought just then."""
    try:
        while True:
            jobs.put(pipe.recv())
    except (EOFError, OSError):
        os._exit(0)
