"""What is being edited as something to be played: a map, a scenario or a position, whether or not it was saved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

from attrs import evolve

from tabletop_tui import paths
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.files.toml_merge import merged
from tabletop_tui.editor.forms import scenario_rows
from tabletop_tui.editor.maps.map_scene import form_of
from tabletop_tui.files import read_file
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play import new_game, position_files
from tabletop_tui.rulebook.map_vocabulary import TableForm
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rulebook.scenario_form import SCENARIO
from tabletop_tui.rulebook.scenario_script_files import MOMENTS
from tabletop_tui.rulebook.system import ScenarioInfo, System


def of_map(document: Document) -> ScenarioInfo:
    """A small battle on a map that no scenario names yet: one of the rulebook's own, on this map in place of its.

    Where the map lists places (possible locations and the like), one that uses them goes before all others.
    BadFile for a map with a fault; BadChoice, with the reason of the first that was tried, where none can be played.
    """
    if faults := document.faults():
        raise faults[0]
    found, form, reasons = system(document.system), form_of(document.system), []
    listed = [place.key for place in form.places if document.data.get(place.key)] if isinstance(form, TableForm) else []
    other: ScenarioInfo | None = None
    for path, table in _scenarios(found):
        try:
            info = _on_map(found, document, path, table)
            new_game.set_table(found, info)
            if all(_says(info.data, key, document.data[key]) for key in listed):
                return info
            other = other or info
        except BadFile as error:
            reasons.append(f"{table.get('name')}: {error.place}: {error.fix}")
        except new_game.BadChoice as error:
            reasons.append(str(error))
    if other is not None:
        return other
    raise new_game.BadChoice(reasons[0] if reasons else "there is no scenario that could be played on this map")


def of_position(system_id: str, table: Mapping[str, Any], path: Path) -> ScenarioInfo:
    """A position as it stands on the screen, to be played. BadFile if it cannot be."""
    name = table.get("name")
    head = {"system": system_id, "name": name if isinstance(name, str) and name else path.stem}
    return position_files.by_hand(system(system_id), path, {**table, **head})


def info_of(document: Document) -> ScenarioInfo:
    """A scenario as it stands on the screen. BadFile if it cannot be one."""
    with read_file.unsaved(document.path, document.text):
        return system(document.system).scenario(document.path, paths.scenario_folders())


def table_of(document: Document) -> ScenarioInfo | None:
    """Any scenario that can be played on the map that a scenario names, for its table; None where there is none."""
    found = system(document.system)
    form = scenario_rows.form_of(found)
    map_id = document.data.get("map")
    if form is None or not isinstance(map_id, str):
        return None
    blank = form.blank(found.id, "A table", map_id)
    needed = [
        [(key.key, choice.value) for choice in key.choices] for key in form.keys if key.key in blank and key.choices
    ]
    for chosen in product(*needed):
        text = merged("", {**blank, **dict(chosen)})
        try:
            return info_of(Document(document.path, text))
        except BadFile:
            continue
    return None


def of_scenario(document: Document) -> ScenarioInfo:
    """A scenario as it stands, with forces for it. BadFile or BadChoice if it cannot be played."""
    info = info_of(document)
    return evolve(info, forces=forces_for(document, info))


def forces_for(document: Document, info: ScenarioInfo) -> list[str]:
    """The forces of a scenario; where it names none, the first ready ones that fit."""
    if len(info.forces) == info.seats:
        return info.forces
    found = system(document.system)
    infos = found.forces(paths.roster_folders(), [])
    for one in infos:
        if found.fits(info, [one] * info.seats) is None:
            return [one.id] * info.seats
    raise new_game.BadChoice("no ready force fits it; name a force for each seat, or build one")


# ---------------------------------------------------------------- of a map
def _scenarios(system: System) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The scenarios that could be played on another map, the first game's before all others, small ones first."""
    first = getattr(getattr(system, "guide", None), "scenario", "")
    form = scenario_rows.form_of(system)
    known = [path for folder in paths.scenario_folders() for path in (folder / system.id).glob("*.toml")]
    order = [info.id for info in system.scenarios(paths.scenario_folders(), [])]
    rank = {name: number for number, name in enumerate(order)}
    for path in sorted(known, key=lambda path: (path.stem != first, rank.get(path.stem, len(rank)))):
        try:
            table = read_file.toml_table(path)
        except BadFile:
            continue
        bound = MOMENTS in table or (form is not None and form.of_one_map(table))
        if table.get("kind") == SCENARIO and not bound:
            yield path, table


def _says(held: Any, key: str, places: Any) -> bool:
    """Whether what a set-up holds says these places under this key, at whatever depth."""
    if not isinstance(held, Mapping):
        return False
    lists = [[list(spot) for spot in found] for found in (held.get(key, ()), places)]
    return lists[0] == lists[1] or any(_says(one, key, places) for one in held.values())


def _on_map(found: System, document: Document, path: Path, table: dict[str, Any]) -> ScenarioInfo:
    """A scenario on this map; neither of them needs a file."""
    beside = document.path.with_name(f"{document.path.stem}-trial.toml")
    text = merged(read_file.text(path), {**table, "map": document.path.stem})
    with read_file.unsaved(document.path, document.text), read_file.unsaved(beside, text):
        return evolve(found.scenario(beside, paths.scenario_folders()), id=document.path.stem)
