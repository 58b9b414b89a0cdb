"""The player's own forces: in which file one is saved, and what a save would take the place of."""

from __future__ import annotations

import os
from pathlib import Path

from tabletop_tui import paths
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.files.toml_writing import file_stem, toml_text
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.rulebook.force_builder import Force, Muster
from tabletop_tui.rulebook.system import ForceInfo, System


def file_of(found: System, name: str) -> Path:
    """Where a force of this name is saved: the file that has the name already, or a new one."""
    folder = paths.home() / "rosters" / found.id
    stem = file_stem(name, "force")
    return next(iter(sorted(folder.rglob(f"{stem}.toml"))), folder / f"{stem}.toml")


def instead_of(found: System, path: Path) -> str:
    """What a save in this file would take the place of, '' if nothing."""
    if os.path.exists(path):
        return f"{path.name} is there already; it would be replaced."
    known = [info.name for info in found.forces(paths.roster_folders(), []) if info.id == path.stem]
    return f"It would be offered in place of the ready force {known[0]}." if known else ""


def save(found: System, muster: Muster, force: Force, path: Path) -> ForceInfo:
    """Save a whole force in this file and read it back. BadChoice if it is not whole, BadFile if it cannot be saved."""
    if (refusal := muster.fault(force)) is not None:
        raise BadChoice(f"{force['name']} cannot be saved yet: {refusal}")
    if os.path.exists(path) and toml_table(path).get("kind") != muster.kind:
        raise BadFile(path, "kind", f"this file is no {muster.kind}; save under another name")
    write_beside(path, toml_text(muster.table(force)))
    return found.force(path, paths.roster_folders())
