"""Files of one's own, of any kind: where they are saved, how one is opened, how a new one begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tabletop_tui import paths
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.forms import lesson_making, scenario_rows
from tabletop_tui.editor.positions import position_edits
from tabletop_tui.engine.game import Game
from tabletop_tui.files import write_file
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.files.toml_writing import file_stem
from tabletop_tui.files.validation import attempt, one_of
from tabletop_tui.play import position_files
from tabletop_tui.play.new_game import system_of
from tabletop_tui.play.position_setup import written
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.system import System

MAP, SCENARIO, POSITION, LESSON, PUZZLE = "map", "scenario", "position", "lesson", "puzzle"
FOLDERS = {MAP: "scenarios", SCENARIO: "scenarios", POSITION: "positions", LESSON: "lessons", PUZZLE: "puzzles"}
"""The kinds of files that are edited, and the folder of each below the player's own."""


@frozen
class Ready:
    """A file that there is."""

    path: Path
    kind: str
    name: str
    own: bool
    """Whether it lies among the player's own files."""


def folder_of(kind: str, system_id: str) -> Path:
    """The player's own folder for files of a kind."""
    folder = paths.home() / FOLDERS.get(kind, FOLDERS[SCENARIO]) / system_id
    return folder / "maps" if kind == MAP else folder


def free_path(kind: str, system_id: str, name: str) -> Path:
    """A new file of this name: nothing is there yet."""
    return write_file.free_path(folder_of(kind, system_id) / f"{file_stem(name, kind)}.toml")


def ready(system_id: str, kinds: tuple[str, ...]) -> Iterator[Ready]:
    """The files of these kinds that there are, the player's own first; what is none is left out."""
    for name in dict.fromkeys(FOLDERS[kind] for kind in kinds):
        for folder in dict.fromkeys((paths.home() / name, *paths.folders(name))):
            for path in sorted((folder / system_id).glob("*.toml")):
                if (found := _ready(path, folder == paths.home() / name)) is not None and found.kind in kinds:
                    yield found


def _ready(path: Path, own: bool) -> Ready | None:
    try:
        table = toml_table(path)
    except BadFile:
        return None
    name, kind = table.get("name"), table.get("kind")
    return Ready(path, str(kind), name if isinstance(name, str) and name else path.stem, own)


# ---------------------------------------------------------------- opening
def opened(path: Path) -> Document:
    """The file, to be edited; a position that a game has saved becomes one by hand. BadFile if nothing edits it."""
    found = system_of(path)
    document = Document.opened(path)
    if document.kind not in FOLDERS:
        raise BadFile(path, "kind", one_of(document.kind, FOLDERS, "kind of file that is edited").fix)
    if document.kind == POSITION and "setup" in document.data:
        return _by_hand(found, path)
    return document


def _by_hand(found: System, path: Path) -> Document:
    """A position that a game has saved, as a person would write it, not saved yet."""
    info = position_files.read(found, path)
    assert info.setup is not None
    game = position_files.opened(found, info.setup)
    table = attempt(path, lambda: written(game)).table()
    document = Document.opened(path)
    head = {"system": found.id, "kind": POSITION, "name": info.name, "summary": info.summary}
    new = Document.begun(path, {**head, **table})
    return Document(path, new.text, document.text)


# ---------------------------------------------------------------- new ones
def new_scenario(found: System, name: str, map_id: str) -> Document:
    return Document.begun(free_path(SCENARIO, found.id, name), scenario_rows.begun(found, name, map_id))


def new_position(system_id: str, name: str, where: Mapping[str, Any]) -> Document:
    """A position with nobody on the table; `where` names a scenario or a map, or holds a scenario."""
    return Document.begun(free_path(POSITION, system_id, name), position_edits.blank(system_id, name, where))


def on_map(name: str) -> dict[str, Any]:
    """What a position says that stands on a map."""
    return {"map": name}


def table_named(key: str) -> dict[str, Any]:
    """What a position says that stands on a map or in a scenario, from the key of an entry in a list of both."""
    kind, _, name = key.partition(" ")
    return on_map(name) if kind == "map" else {"scenario": name}


def position_of(game: Game[Any], name: str) -> Document:
    """A battle as it stands, as a position. BadFile, with a sentence, where none can be written."""
    system_id = game.system.id
    path = free_path(POSITION, system_id, name)
    table = attempt(path.name, lambda: written(game)).table()
    return Document.begun(path, {"system": system_id, "kind": POSITION, "name": name, **table})


def new_lesson(kind: str, position: Mapping[str, Any], system_id: str, name: str) -> Document:
    """A lesson or puzzle of a position."""
    return Document.begun(free_path(kind, system_id, name), lesson_making.blank(kind, position, system_id, name))


def copied(path: Path, name: str) -> Document:
    """A copy of a file under another name; BadFile if nothing edits it."""
    document = opened(path)
    new = Document(free_path(document.kind, document.system, name), document.text)
    new.change("name it", lambda data: data.update(name=name))
    return Document(new.path, new.text)
