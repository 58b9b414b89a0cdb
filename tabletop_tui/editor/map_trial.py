"""A map tried out before anybody wrote a scenario for it: in one of the rulebook's own, on this map in place of its."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tabletop_tui import paths
from tabletop_tui.editor.document import Document
from tabletop_tui.editor.toml_merge import merged
from tabletop_tui.files import read_file
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play import new_game
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.play.players import PERSON
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.system import ScenarioInfo, System

OF_A_MAP = ("objective", "target", "house", "goal", "spawns")
"""Keys of scenarios that speak of what lies on their own map: such a scenario fits no other."""


class NoTrial(Exception):
    """A map that cannot be tried out: one sentence."""


def trial(system: System, document: Document) -> Session:
    """A small battle on a map as it stands, saved nowhere; BadFile or NoTrial if there can be none."""
    if faults := document.faults():
        raise faults[0]
    why = "there is no scenario that could be played here"
    for path, table in _scenarios(system):
        try:
            info = _on_map(system, document, path, table)
            players = [PERSON, *["greedy"] * (info.seats - 1)]
            return Session.new(new_game.set_table(system, info, (), players))
        except (BadFile, BadChoice) as error:
            why = str(error)
    raise NoTrial(f"This map cannot be tried yet: {why}")


def _scenarios(system: System) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The scenarios that could be played on another map, the first game's before all others, small ones first."""
    first = getattr(getattr(system, "guide", None), "scenario", "")
    known = [path for folder in paths.scenario_folders() for path in (folder / system.id).glob("*.toml")]
    order = [info.id for info in system.scenarios(paths.scenario_folders(), [])]
    rank = {name: number for number, name in enumerate(order)}
    for path in sorted(known, key=lambda path: (path.stem != first, rank.get(path.stem, len(rank)))):
        try:
            table = read_file.toml_table(path)
        except BadFile:
            continue
        if table.get("kind") == "scenario" and not any(key in table for key in OF_A_MAP):
            yield path, table


def _on_map(system: System, document: Document, path: Path, table: dict[str, Any]) -> ScenarioInfo:
    """A scenario on this map; neither of them needs a file."""
    beside = document.path.with_name(f"{document.path.stem}-trial.toml")
    text = merged(read_file.text(path), {**table, "map": document.path.stem})
    with read_file.unsaved(document.path, document.text), read_file.unsaved(beside, text):
        return system.scenario(beside, paths.scenario_folders())
