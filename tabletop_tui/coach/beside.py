"""Work in processes of its own, so that a screen stays as quick as when nobody thinks.

A job is a function of a module, with plain data, that yields what it finds. It ends when it is told to, and with the
program, however that ends.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

Job = Callable[..., Iterator[Any]]
YIELDING = 5
"""By so much less urgent the work is than the screen, where both want the same processor."""
WAIT = 0.2
"""Seconds in which a process may end by itself."""


class Failed(Exception):
    """A job broke off: what went wrong, in the words of the fault."""


class Beside:
    """One process that does one job after another; a new job ends the one before."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._job = 0
        self.busy = False
        """Whether a job is under way, as far as was heard."""

    def start(self, job: Job, *arguments: Any) -> None:
        """Begin a job; what is still under way is ended."""
        if self._process is None or not self._process.is_alive():
            self._open()
        assert self._pipe is not None
        self._job += 1
        self._pipe.send((self._job, job, arguments))
        self.busy = True

    def _open(self) -> None:
        self.close()
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), daemon=True)
        with redirect_stderr(sys.__stderr__):  # what a screen puts in its place is no file, which a process would need
            self._process.start()
        theirs.close()

    def heard(self) -> list[Any]:
        """What the job has found since this was asked last. Failed if it broke off."""
        found: list[Any] = []
        if self._pipe is None:
            return found
        try:
            while self.busy and self._pipe.poll():
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
        if self._pipe is not None and self.busy:
            self._job += 1
            with suppress(OSError):
                self._pipe.send((self._job, None, ()))
        self.busy = False

    def close(self) -> None:
        """End the process."""
        self.busy = False
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.join(WAIT)
            if self._process.is_alive():
                self._process.kill()
                self._process.join()
            self._process.close()
        self._process = self._pipe = None


def serve(pipe: Connection) -> None:
    """What the process does: job after job, until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the program, which then ends this one
    if hasattr(os, "nice"):
        os.nice(YIELDING)
    with suppress(EOFError, OSError):
        while True:
            number, job, arguments = pipe.recv()
            if job is None:
                continue
            try:
                for value in job(*arguments):
                    pipe.send((number, "found", value))
                    if pipe.poll():
                        break  # another job, or word to stop
                else:
                    pipe.send((number, "over", None))
            except (EOFError, OSError):
                raise
            except Exception as error:
                pipe.send((number, "failed", f"{type(error).__name__}: {error}"))
