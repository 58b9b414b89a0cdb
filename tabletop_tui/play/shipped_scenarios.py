"""What lists say of the scenarios that came with the program, kept beside them: no rulebook is imported for that."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple, Protocol

from tabletop_tui import paths
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import LARGEST_TEXT, content, text

FILE = "listed.json"
"""What is kept, in the folder of a rulebook's scenarios; `python -m docs.scenario_lists` writes it."""


class Info(Protocol):
    """What a list says of a scenario, as of each `ScenarioInfo`."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def size(self) -> str: ...
    @property
    def summary(self) -> str: ...


class Listed(NamedTuple):
    id: str
    name: str
    seats: int
    size: str
    summary: str


def known(system_id: str) -> list[Listed] | None:
    """The scenarios of a rulebook in its order, where those that came with the program are all there are.

    None where a player has scenarios, maps or positions of it, or a file is not the one that was listed.
    """
    own = (paths.home() / "scenarios", "**/*.toml"), (paths.positions(), "*.toml")
    if any(next((folder / system_id).glob(pattern), None) is not None for folder, pattern in own):
        return None
    folder = paths.shipped("scenarios") / system_id
    try:
        kept = json.loads(text(folder / FILE, LARGEST_TEXT))
        return [Listed(*one) for one in kept["scenarios"]] if kept["files"] == mark(folder) else None
    except (BadFile, ValueError):
        return None


def mark(folder: Path) -> str:
    """What tells the scenarios and maps of a folder from any others. BadFile where one cannot be read."""
    found = blake2b(digest_size=16)
    for path in sorted(folder.rglob("*.toml")):
        data = content(path, LARGEST_TEXT).replace(b"\r\n", b"\n")
        found.update(f"{path.relative_to(folder).as_posix()} {len(data)}\n".encode())
        found.update(data)
    return found.hexdigest()


def written(folder: Path, scenarios: Iterable[Info]) -> str:
    """What the file in a folder of these scenarios has to say."""
    listed = [Listed(one.id, one.name, one.seats, one.size, one.summary) for one in scenarios]
    return json.dumps({"files": mark(folder), "scenarios": listed}, indent=1, ensure_ascii=False) + "\n"
