"""Where a map of one's own begins: empty, as a copy of one that there is, or from the rulebook's generator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tabletop_tui import paths
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.maps import hex_map, table_map
from tabletop_tui.editor.own.own_files import MAP, free_path
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.map_vocabulary import HexForm, MapForm


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


# ---------------------------------------------------------------- ways to begin
def empty(system_id: str, form: MapForm, name: str, wide: float, high: float) -> Document:
    """A map with nothing on it."""
    data: dict[str, Any] = {"system": system_id, "kind": "map", "name": name, "summary": ""}
    if isinstance(form, HexForm):
        data |= {**form.begins, form.key: hex_map.empty_ground(form, int(wide), int(high))}
    else:
        table_map.set_size(data, wide, high)
        data |= form.begins
    return Document.begun(free_path(MAP, system_id, name), data, heading(form))


def heading(form: MapForm) -> str:
    """The comment at the top of a new file."""
    if not isinstance(form, HexForm):
        return f"# All lengths in {form.unit.name}; x runs to the east, y to the south.\n"
    letters = ", ".join(f"{kind.code} {kind.look.name}" for kind in form.kinds)
    return (
        f"# Each cell is a level (0 to {form.highest}) and a letter. Even columns lie half a hex lower.\n# {letters}\n"
    )


def generated(document: Document, form: MapForm, seed: int) -> None:
    """Let the rulebook's generator lay out its terrain on a map. Wrong if it has none, or the map is not sound."""
    assert form.generate is not None
    made: Mapping[str, Any] = form.generate(document.data, seed)
    document.change("terrain from the generator", lambda data: data.update(made))
