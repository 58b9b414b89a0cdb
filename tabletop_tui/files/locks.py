"""Locks of files against other processes: the system lets go of them when their holder ends, however it ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import BinaryIO

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import regular
from tabletop_tui.files.validation import shown_error

PATIENCE, AGAIN = 2.0, 0.01
"""Seconds that somebody else may hold a file, for a change takes a moment only; and seconds between two tries."""


if sys.platform == "win32":
    import msvcrt

    def lock(file: BinaryIO) -> None:
        """Lock a file; BlockingIOError if another process has it."""
        # The lock is on a byte far behind the text, for on this platform a locked byte cannot be read.
        place = file.tell()
        file.seek(1 << 40)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error
        finally:
            file.seek(place)
else:
    import fcntl

    def lock(file: BinaryIO) -> None:
        """Lock a file; BlockingIOError if another process has it."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise
        except OSError:
            return  # A file system without locks (some network folders): go on, as without a second window.


def wait_for(file: BinaryIO, patience: float | None = None) -> None:
    """Lock a file as soon as nobody else writes into it; OSError if that takes longer than PATIENCE (seconds)."""
    end = monotonic() + (PATIENCE if patience is None else patience)
    while True:
        try:
            return lock(file)
        except BlockingIOError:
            if monotonic() > end:
                raise OSError("another program holds it") from None
            sleep(AGAIN)


def wait_until_free(path: Path, patience: float) -> None:
    """Wait until nobody else holds a file, so many seconds at most; whoever opens it then is told if one still does."""
    with suppress(OSError, ValueError, BadFile), os.fdopen(regular(path, os.O_RDWR), "r+b", buffering=0) as file:
        wait_for(file, patience)


def appended(path: Path) -> BinaryIO:
    """A regular file to add to, made if it is not there. BadFile for a pipe or a device, OSError or ValueError else."""
    return os.fdopen(regular(path, os.O_RDWR | os.O_CREAT | os.O_APPEND), "a+b")


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """While this lasts no other program that asks for it changes the file of this path, which need not be there.

    The file itself is replaced at each change, so the lock is on an empty one beside it. BadFile if it cannot be had.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with appended(path.with_name(f".{path.name}.lock")) as held:
            wait_for(held)
            yield
    except (OSError, ValueError) as error:
        raise BadFile(path, "", f"cannot be written: {shown_error(error)}") from None
