"""What can be played, and whether files are sound: plain lines for the commands."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from tabletop_tui import paths
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.play import positions
from tabletop_tui.play.headless import verified
from tabletop_tui.play.journal import SUFFIX
from tabletop_tui.play.new_game import all_scenarios, system_of
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import systems

Others = Mapping[str, Callable[[Path], str]]
"""Kinds of files that are checked elsewhere: what such a file is in a few words, or BadFile."""


def listed(what: str, wrong: list[BadFile]) -> Iterator[str]:
    """Every system, scenario or roster, one a line; files and rulebooks at fault are put down in `wrong`."""
    if what == "systems":
        for found in systems(wrong):
            players = " to ".join(map(str, sorted(set(found.seats))))
            yield f"{found.id:<16}{found.name}, {players} players, in {found.units}"
    elif what == "scenarios":
        for found, scenario in all_scenarios(wrong):
            name = f"{found.id}/{scenario.id}"
            yield f"{name:<36}{scenario.name} ({scenario.seats} players, {scenario.size}): {_line(scenario.summary)}"
    else:
        for found in systems(wrong):
            for force in found.forces(paths.roster_folders(), wrong):
                name = f"{found.id}/{force.id}"
                yield f"{name:<36}{force.name}, {force.worth}: {_line(force.summary)}"


def _line(text: str) -> str:
    """A text of several lines on one, so that no entry of a list looks like two."""
    return " ".join(text.split())


# ---------------------------------------------------------------- checking
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
            yield from ((False, str(fault)) for fault in error.all)


def what_is(path: Path, others: Others = {}) -> str:  # noqa: B006
    """What a file is, in a few words; BadFile if it cannot be used."""
    if path.suffix == SUFFIX:
        return verified(Session.replay(path))
    if (check := others.get(_kind(path))) is not None:
        return check(path)
    if positions.is_position(path):
        info = positions.read(system_of(path), path)
        return f"a position, {info.name} ({info.summary})" if info.summary else f"a position, {info.name}"
    return system_of(path).check(path, [*paths.scenario_folders(), *paths.roster_folders()])


def _kind(path: Path) -> str:
    """What a file says that it is, '' for one that says nothing."""
    kind = toml_table(path).get("kind")
    return kind if isinstance(kind, str) else ""
