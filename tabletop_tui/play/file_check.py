"""Whether files are sound: plain lines for the commands."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from tabletop_tui import paths
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.fault_places import place_words
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.play import position_files
from tabletop_tui.play.headless_play import verified
from tabletop_tui.play.journal import SUFFIX
from tabletop_tui.play.new_game import BadChoice, check_story, system_of
from tabletop_tui.play.session import Session

Others = Mapping[str, Callable[[Path], str]]
"""Kinds of files that are checked elsewhere: what such a file is in a few words, or BadFile."""


def checked(files: Iterable[Path], others: Others = {}) -> Iterator[tuple[bool, str]]:  # noqa: B006
    """For each file (in folders: each TOML file and journal) whether it is sound, and a line that says so.

    `others` says for further kinds of files how they are checked.
    """
    for path in files:
        if os.path.isdir(path):
            inside = sorted(p for p in path.rglob("*") if p.suffix in (".toml", SUFFIX) and os.path.isfile(p))
            if not inside:
                yield False, f"{path}: there are no rosters, scenarios or journals in this folder"
            yield from checked(inside, others)
            continue
        try:
            yield True, f"{path}: {what_is(path, others)}"
        except BadFile as error:
            yield from ((False, _said(path, fault)) for fault in error.all)


def _said(path: Path, fault: BadFile) -> str:
    """A fault with its place in the file and, where that is another, as the screens call it."""
    try:
        words = place_words(fault.place, toml_table(path))
    except BadFile:
        words = fault.place
    return str(fault) if words == fault.place else str(BadFile(path, f"{fault.place} ({words})", fault.fix))


def what_is(path: Path, others: Others = {}) -> str:  # noqa: B006
    """What a file is, in a few words; BadFile if it cannot be used."""
    if path.suffix == SUFFIX:
        return verified(Session.replay(path))
    if (check := others.get(_kind(path))) is not None:
        return check(path)
    if position_files.is_position(path):
        info = position_files.read(system_of(path), path)
        return f"a position, {info.name} ({info.summary})" if info.summary else f"a position, {info.name}"
    told = system_of(path).check(path, [*paths.scenario_folders(), *paths.roster_folders()])
    try:
        check_story(system_of(path), path)
    except BadChoice as error:
        raise BadFile(path, "forces", str(error)) from None
    return told


def _kind(path: Path) -> str:
    """What a file says that it is, '' for one that says nothing."""
    kind = toml_table(path).get("kind")
    return kind if isinstance(kind, str) else ""
