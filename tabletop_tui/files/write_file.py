"""The one door by which files go out: whole or not at all, and nothing but a regular file gives way to them."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import refuse_irregular
from tabletop_tui.files.validation import shown_error

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


class Taken(BadFile):
    """A file that should be new, where something is already."""


def write_beside(path: Path, text: str | bytes, *, overwrite: bool = True) -> None:
    """Write a file whole: beside its place first, then renamed, so that no half of it is ever seen.

    A link stays, and what it leads to is written; a file that was there keeps its mode. BadFile for a folder, a pipe
    or a device, for a file that is read-only, and where nothing can be written. Taken, without `overwrite`, if
    anything is there, whoever put it there and however late.
    """
    try:
        target = _target(path)
        if not overwrite and os.path.lexists(target):
            raise _taken(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = target.with_name(f".{target.stem[:20]}.{token_hex(8)}.new")
        try:
            with os.fdopen(os.open(beside, _NEW, 0o666), "wb") as file:
                if os.path.exists(target):
                    os.chmod(beside, _mode_of(target))
                file.write(text.encode() if isinstance(text, str) else text)
                file.flush()
                os.fsync(file.fileno())  # a disk may find out late that it is full
            if overwrite:
                os.replace(beside, target)
            elif not _put_new(beside, target):
                raise _taken(path)
        finally:
            with suppress(OSError):
                beside.unlink(missing_ok=True)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have, half a letter
        raise BadFile(path, "", f"cannot be written: {shown_error(error)}") from None


def check_place(path: Path) -> None:
    """BadFile where no file can be written, as far as that shows before it is made: for what takes long to make."""
    try:
        _target(path)
    except (OSError, ValueError) as error:
        raise BadFile(path, "", f"cannot be written: {shown_error(error)}") from None


def _taken(path: Path) -> Taken:
    return Taken(path, "", "exists already; name another file")


def _target(path: Path) -> Path:
    """Where a path leads to. BadFile if what is there is no regular file."""
    target = Path(os.path.realpath(path))
    with suppress(FileNotFoundError):
        mode = target.lstat().st_mode
        if stat.S_ISLNK(mode):
            raise BadFile(path, "", "cannot be written: it is a link that leads to itself; name a file")
        refuse_irregular(path, mode, "cannot be written: it ")
    return target


def _mode_of(target: Path) -> int:
    """The mode of a file that is written anew; PermissionError if it was made read-only."""
    mode = stat.S_IMODE(target.stat().st_mode)
    if not mode & 0o222:
        raise PermissionError("it was made read-only")
    return mode & 0o777


def _put_new(beside: Path, target: Path) -> bool:
    """Give a file this name, unless something has it; whether that was done."""
    try:
        os.link(beside, target)
    except FileExistsError:
        return False
    except OSError:  # a file system without links
        if os.path.lexists(target):
            return False
        os.replace(beside, target)
    return True


def free_path(path: Path) -> Path:
    """The path, or with a number behind its name, where nothing lies yet, not even a link that leads nowhere."""
    free, number = path, 1
    while os.path.lexists(free):
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free


def write_free(path: Path, text: str) -> Path:
    """Write a new file at the free path, which another program may just have taken: then at the next one."""
    while True:
        free = free_path(path)
        with suppress(Taken):
            write_beside(free, text, overwrite=False)
            return free
