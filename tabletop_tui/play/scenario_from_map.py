"""A map by itself as something to play on: the plainest scenario of its rulebook that can be played there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

from tabletop_tui import paths
from tabletop_tui.engine.wording import which
from tabletop_tui.files import read_file
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.toml_writing import toml_text
from tabletop_tui.files.validation import Wrong, shown
from tabletop_tui.rulebook.map_vocabulary import HasMaps, TableForm
from tabletop_tui.rulebook.registry import system as system_of_id
from tabletop_tui.rulebook.scenario_form import HasScenarioForm, ScenarioForm
from tabletop_tui.rulebook.system import ScenarioInfo, System


def map_paths(found: System) -> list[Path]:
    """The maps of a rulebook, the player's own first."""
    listed = []
    for folder in paths.scenario_folders():
        for path in sorted((folder / found.id).rglob("*.toml")):
            try:
                if read_file.toml_table(path).get("kind") == "map":
                    listed.append(path)
            except BadFile:
                continue
    return listed


def on_map(found: System, map_id: str | Mapping[str, Any]) -> ScenarioInfo:
    """A scenario on a map of this id, or on one in a table. Wrong for no such map, BadFile if nothing can be played."""
    if isinstance(map_id, Mapping):
        return _on_map_in(found, map_id)
    known = map_paths(found)
    path = next((path for path in known if path.stem == map_id), None)
    if path is None:
        raise Wrong(f"there is no map {shown(map_id)}; {which(map_id, sorted(path.stem for path in known))}", "map")
    return _on_map(found.id, path, read_file.text(path))


def _on_map_in(found: System, table: Mapping[str, Any]) -> ScenarioInfo:
    """The same of a map in a table, with the keys of a map's file. Wrong, with its key, for what is no map."""
    path = paths.scenario_folders()[0] / found.id / "maps" / "map-of-the-position.toml"
    text = toml_text({"system": found.id, "kind": "map", "name": "Table", "summary": "", **table})
    try:
        with read_file.unsaved(path, text):
            return _on_map(found.id, path, text)
    except BadFile as error:
        raise Wrong(error.fix, f"map.{error.place}".rstrip(".")) from None


@lru_cache(maxsize=8)
def _on_map(system_id: str, path: Path, text: str) -> ScenarioInfo:
    found = system_of_id(system_id)
    if not isinstance(found, HasScenarioForm):
        raise BadFile(path, "system", f"scenarios of {found.name} are not written here; name one")
    with read_file.unsaved(path, _whole(found, text)):
        return _on_whole_map(found, found.scenario_form, path)


def _whole(found: System, text: str) -> str:
    """The text of a map with what it needs to be played by itself and does not say."""
    form = found.map_form if isinstance(found, HasMaps) else None
    table = read_file.toml_of(text)
    try:
        more = form.bare(float(table["width"]), float(table["height"])) if isinstance(form, TableForm) else {}
    except (KeyError, TypeError, ValueError):
        return text
    missing = {key: value for key, value in more.items() if not table.get(key)}
    return toml_text({**table, **missing}) if missing else text


def _on_whole_map(found: System, form: ScenarioForm, path: Path) -> ScenarioInfo:
    found.check(path, [*paths.scenario_folders(), *paths.roster_folders()])
    name = str(read_file.toml_table(path)["name"])
    blank, beside = form.blank(found.id, name, path.stem), path.with_name(f"{path.stem}-table.toml")
    refused: BadFile | None = None
    for chosen in _choices(form, blank):
        try:
            with read_file.unsaved(beside, toml_text({**blank, **chosen})):
                return found.scenario(beside, paths.scenario_folders())
        except BadFile as error:
            refused = refused or BadFile(path, error.place, error.fix)
    assert refused is not None
    raise refused


def _choices(form: ScenarioForm, blank: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """What the keys can be that have to be there."""
    needed = [
        [(key.key, choice.value) for choice in key.choices] for key in form.keys if key.key in blank and key.choices
    ]
    yield from (dict(one) for one in product(*needed))
