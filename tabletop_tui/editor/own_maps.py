"""Where a map of one's own begins: empty, as a copy of one that there is, or from the rulebook's generator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from attrs import frozen

from tabletop_tui import paths
from tabletop_tui.editor import hex_map, table_map
from tabletop_tui.editor.document import Document
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.files.toml_files import file_stem
from tabletop_tui.files.validation import shown
from tabletop_tui.rulebook.map_form import HexForm, MapForm


@frozen
class ReadyMap:
    """A map that there is."""

    path: Path
    name: str
    own: bool
    """Whether it lies among the player's own files."""


def ready_maps(system_id: str) -> Iterator[ReadyMap]:
    """The maps of a rulebook, the player's own first; files that are none are left out."""
    for folder in paths.scenario_folders():
        for path in sorted((folder / system_id).rglob("*.toml")):
            try:
                table = toml_table(path)
            except BadFile:
                continue
            if table.get("kind") == "map":
                name = table.get("name")
                yield ReadyMap(path, name if isinstance(name, str) else path.stem, folder == own_folder())


def own_folder() -> Path:
    return paths.home() / "scenarios"


def place_for(system_id: str, name: str, kind: str = "map") -> Path:
    """Where a new file of one's own is saved: in a file of its name that there is not yet."""
    folder, stem = own_folder() / system_id / f"{kind}s", file_stem(name, kind)
    for number in count(1):
        path = folder / (f"{stem}.toml" if number == 1 else f"{stem}-{number}.toml")
        if not path.exists():
            return path
    raise AssertionError


# ---------------------------------------------------------------- ways to begin
def empty(system_id: str, form: MapForm, name: str, wide: float, high: float) -> Document:
    """A map with nothing on it."""
    data: dict[str, Any] = {"system": system_id, "kind": "map", "name": name, "summary": ""}
    if isinstance(form, HexForm):
        data |= {**form.begins, form.key: hex_map.empty_ground(form, int(wide), int(high))}
    else:
        table_map.set_size(data, wide, high)
        data |= form.begins
    return Document.begun(place_for(system_id, name), data, heading(form))


def heading(form: MapForm) -> str:
    """The comment at the top of a new file."""
    if not isinstance(form, HexForm):
        return f"# All lengths in {form.unit.name}; x runs to the east, y to the south.\n"
    letters = ", ".join(f"{kind.code} {kind.look.name}" for kind in form.kinds)
    return (
        f"# Each cell is a level (0 to {form.highest}) and a letter. Even columns lie half a hex lower.\n# {letters}\n"
    )


def copied(path: Path, name: str) -> Document:
    """A copy of a map under another name; BadFile if it is none."""
    document = Document.opened(path)
    new = Document(place_for(document.system, name), document.text)
    new.change("name it", lambda data: data.update(name=name))
    return Document(new.path, new.text)


def generated(document: Document, form: MapForm, seed: int) -> None:
    """Let the rulebook's generator lay out its terrain on a map. Wrong if it has none, or the map is not sound."""
    assert form.generate is not None
    made: Mapping[str, Any] = form.generate(document.data, seed)
    document.change("terrain from the generator", lambda data: data.update(made))


def opened(path: Path) -> Document:
    """The map of this file, to be edited; BadFile if it is not one of a rulebook that can be played."""
    document = Document.opened(path)
    if document.kind != "map":
        raise BadFile(path, "kind", f"a map is wanted here, not {shown(document.data.get('kind'))}")
    return document
