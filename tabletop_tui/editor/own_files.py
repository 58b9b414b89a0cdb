"""Where files of one's own are saved: each kind in its folder below the player's own, under a name that is free."""

from __future__ import annotations

from pathlib import Path

from tabletop_tui import paths
from tabletop_tui.editor.document import Document
from tabletop_tui.files.toml_files import file_stem

FOLDERS = {
    "scenario": "scenarios",
    "map": "scenarios",
    "position": "positions",
    "lesson": "lessons",
    "puzzle": "puzzles",
}


def folder_of(kind: str, system: str) -> Path:
    """The player's own folder for files of a kind."""
    folder = paths.home() / FOLDERS.get(kind, "scenarios") / system
    return folder / "maps" if kind == "map" else folder


def free_path(kind: str, system: str, name: str) -> Path:
    """A new file of this name: nothing is there yet."""
    folder, stem = folder_of(kind, system), file_stem(name, kind)
    path, number = folder / f"{stem}.toml", 1
    while path.exists():
        number += 1
        path = path.with_name(f"{stem}-{number}.toml")
    return path


def place_of(document: Document) -> Path:
    """Where a document is saved: in its file; one that came with the program as a file of one's own of that name."""
    shipped = [folder for name in {*FOLDERS.values()} for folder in paths.folders(name)[-1:]]
    own = paths.home().resolve()
    path = document.path.resolve()
    came = any(path.is_relative_to(folder.resolve()) for folder in shipped) and not path.is_relative_to(own)
    return folder_of(document.kind, document.system) / path.name if came else document.path
