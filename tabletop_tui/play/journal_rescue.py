"""Another file for a game whose journal can keep it no longer.

A journal can vanish under a game: its folder is removed, the file is emptied, replaced, made read-only. That is noticed
before the next answer counts as kept; the whole game is then written to another file, and goes on there.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import count
from pathlib import Path

from tabletop_tui import paths
from tabletop_tui.play.journal import SUFFIX, Header, Journal, JournalError


def journal_beside(lost: Path, header: Header, lines: Iterable[str]) -> Journal:
    """A new journal of these records beside a lost one or, if that folder is no more to be had, among the games."""
    lines = list(lines)
    try:
        return _journal_in(lost.parent, lost.stem, header, lines)
    except JournalError:
        if paths.games() == lost.parent:
            raise
        return _journal_in(paths.games(), lost.stem, header, lines)


def _journal_in(folder: Path, stem: str, header: Header, lines: list[str]) -> Journal:
    names = (f"{stem}{SUFFIX}" if number == 1 else f"{stem}_{number}{SUFFIX}" for number in count(1))
    path = next(path for path in map(folder.joinpath, names) if not path.is_symlink() and not os.path.exists(path))
    with Journal.begun(path, header) as journal:
        journal.write(lines, sync=True)
    return journal
