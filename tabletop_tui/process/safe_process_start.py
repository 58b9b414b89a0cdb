"""How processes of the program are started: they take no code from the folder in which the player stands."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from threading import Lock

SAFE_PATH = "PYTHONSAFEPATH"
"""With it a Python does not look for modules in the current folder, where anybody's files may lie."""
ONE_BY_ONE = Lock()
"""Held by the thread that starts a process: what it changes meanwhile is the whole program's."""


@contextmanager
def starting() -> Iterator[None]:
    """While `multiprocessing` starts a process: with a safe path, and with the error output that it wants to hand on.

    What a screen puts in the place of the error output is no file.
    """
    with ONE_BY_ONE:
        before = os.environ.get(SAFE_PATH)
        os.environ[SAFE_PATH] = "1"
        try:
            with redirect_stderr(sys.__stderr__):
                yield
        finally:
            if before is None:
                os.environ.pop(SAFE_PATH, None)
            else:
                os.environ[SAFE_PATH] = before
