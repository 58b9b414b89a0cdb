"""What is being edited and not saved yet, kept beside: to be found again after a crash.

A draft is the text as it stands, under a line that names its file. Its lock says that somebody is still at it; the
system lets go of that when the program ends, however it ends.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import IO

from tabletop_tui import paths
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.files import read_file
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.locks import appended, lock
from tabletop_tui.files.validation import shown_error
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.records import frozen

HEAD = "# unsaved: "


class DraftFile:
    """The place where one document is kept while it is edited; BadFile where nothing can be written."""

    def __init__(self, stem: str) -> None:
        folder = paths.drafts()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for number in count(1):
                self.path = folder / f"{stem}-{number}.toml"
                if os.path.lexists(self.path) or (held := _held(self.path)) is None:
                    continue
                if not os.path.lexists(self.path):  # nobody kept one and left it since we looked
                    self._lock = held
                    return
                held.close()
        except (OSError, ValueError) as error:
            raise BadFile(folder, "", f"no draft can be kept here: {error}") from None

    def keep(self, document: Document) -> None:
        """Keep it as it stands, or nothing if all of it is saved. BadFile if it cannot be written."""
        if document.changed:
            write_beside(self.path, f"{HEAD}{json.dumps(str(document.path))}\n{document.text}")
            return
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise BadFile(self.path, "", f"cannot be removed: {shown_error(error)}") from None

    def leave(self) -> None:
        """Nobody is at it any more; what was kept is found again."""
        self._lock.close()

    def drop(self) -> None:
        """Nothing is to be kept any more."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
            _lock_of(self.path).unlink(missing_ok=True)
        self._lock.close()


@frozen
class Found:
    """A draft that nobody is at."""

    path: Path
    document: Document

    def forget(self) -> None:
        """It is not wanted any more, or has been taken up under another name."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
            _lock_of(self.path).unlink(missing_ok=True)


def found() -> Iterator[Found]:
    """The drafts that were left behind, the last first; what is no draft, or cannot be written, is left alone."""
    try:
        known = sorted(paths.drafts().glob("*.toml"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    except OSError:  # a folder that may not be looked into, or another program that is just leaving
        return
    for path in known:
        try:
            held = _held(path)
        except OSError:
            continue
        if held is None:
            continue
        held.close()
        if (document := _document(path)) is not None:
            yield Found(path, document)


def _document(path: Path) -> Document | None:
    try:
        head, _, text = read_file.text(path).partition("\n")
        name = json.loads(head.removeprefix(HEAD))
        return Document(Path(name), text, _saved(Path(name))) if isinstance(name, str) else None
    except (BadFile, ValueError, RecursionError):
        return None


def _saved(path: Path) -> str:
    try:
        return read_file.text(path)
    except BadFile:
        return ""


def _lock_of(path: Path) -> Path:
    return path.with_suffix(".lock")


def _held(path: Path) -> IO[bytes] | None:
    """The lock of a draft, None if somebody else has it, or what has its name is none."""
    try:
        file = appended(_lock_of(path))
    except BadFile:
        return None
    try:
        lock(file)
        if os.path.samestat(os.fstat(file.fileno()), os.stat(_lock_of(path))):
            return file
    except (BlockingIOError, FileNotFoundError):
        pass
    file.close()  # of somebody who is at it, or who has just removed it
    return None
