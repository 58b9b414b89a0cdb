"""What is being edited is played at once: a game of a map, a scenario or a position that is saved nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import dist
from pathlib import Path
from typing import Any

from attrs import evolve

from tabletop_tui import paths
from tabletop_tui.editor.files.document import Document
from tabletop_tui.editor.files.toml_merge import merged
from tabletop_tui.editor.forms import scenario_edits
from tabletop_tui.editor.maps import table_map
from tabletop_tui.editor.maps.map_scene import form_of
from tabletop_tui.engine.setup import Setup
from tabletop_tui.files import read_file
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play import new_game, positions
from tabletop_tui.play.players import PERSON
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.map_form import TableForm
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rulebook.scenario_form import SCENARIO
from tabletop_tui.rulebook.system import ScenarioInfo, System
from tabletop_tui.table.points import Spot

COMPUTER = "greedy"


def of_map(document: Document) -> Session:
    """A small battle on a map that no scenario names yet: one of the rulebook's own, on this map in place of its.

    Where the map lists places (possible locations and the like), one that uses them goes before all others.

    BadFile for a map with a fault; BadChoice, with the reason of the first that was tried, where none can be played.
    """
    if faults := document.faults():
        raise faults[0]
    found, form, reasons = system(document.system), form_of(document.system), []
    listed = [place.key for place in form.places if document.data.get(place.key)] if isinstance(form, TableForm) else []
    other: Setup | None = None
    for path, table in _scenarios(found):
        try:
            info = _on_map(found, document, path, table)
            setup = new_game.set_table(found, info, (), [PERSON, *[COMPUTER] * (info.seats - 1)])
            if all(_says(setup.scenario, key, document.data[key]) for key in listed):
                return Session.new(setup)
            other = other or setup
        except BadFile as error:
            reasons.append(f"{table.get('name')}: {error.place}: {error.fix}")
        except new_game.BadChoice as error:
            reasons.append(str(error))
    if other is not None:
        return Session.new(other)
    raise new_game.BadChoice(reasons[0] if reasons else "there is no scenario that could be played on this map")


def of_position(system_id: str, table: Mapping[str, Any]) -> Session:
    """A game that goes on from a position, a person at the seat that is to act. BadFile if it cannot be played."""
    body = {key: value for key, value in table.items() if key not in positions.HEAD_KEYS}
    setup = positions.setup_in({"system": system_id, **body})
    game = positions.opened(system(system_id), setup)
    asked = game.question.seat if game.question is not None else 0
    seats = [evolve(seat, player=PERSON if n == asked else COMPUTER) for n, seat in enumerate(setup.seats)]
    return Session.new(evolve(setup, seats=seats, seed=new_game.new_seed()))


def info_of(document: Document) -> ScenarioInfo:
    """A scenario as it stands on the screen. BadFile if it cannot be one."""
    with read_file.unsaved(document.path, document.text):
        return system(document.system).scenario(document.path, paths.scenario_folders())


def table_of(document: Document) -> ScenarioInfo | None:
    """Any scenario that can be played on the map that a scenario names, for its table; None where there is none."""
    found = system(document.system)
    form = scenario_edits.form_of(found)
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


def of_scenario(document: Document, seed: int | None = None) -> Session:
    """A game of a scenario as it stands, the first seat a person. BadFile or BadChoice if it cannot be begun."""
    found, info = system(document.system), info_of(document)
    forces = [new_game.find_force(found, name) for name in forces_for(document, info)]
    players = [PERSON, *[COMPUTER] * (info.seats - 1)]
    return Session.new(new_game.set_table(found, info, forces, players, seed=seed))


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
    form = scenario_edits.form_of(system)
    known = [path for folder in paths.scenario_folders() for path in (folder / system.id).glob("*.toml")]
    order = [info.id for info in system.scenarios(paths.scenario_folders(), [])]
    rank = {name: number for number, name in enumerate(order)}
    for path in sorted(known, key=lambda path: (path.stem != first, rank.get(path.stem, len(rank)))):
        try:
            table = read_file.toml_table(path)
        except BadFile:
            continue
        if table.get("kind") == SCENARIO and (form is None or not form.of_one_map(table)):
            yield path, table


def _says(held: Any, key: str, places: Any) -> bool:
    """Whether what a set-up holds says these places under this key, at whatever depth."""
    if not isinstance(held, Mapping):
        return False
    lists = [[list(spot) for spot in found] for found in (held.get(key, ()), places)]
    return lists[0] == lists[1] or any(_says(one, key, places) for one in held.values())


def _on_map(system: System, document: Document, path: Path, table: dict[str, Any]) -> ScenarioInfo:
    """A scenario on this map; neither of them needs a file.

    What would lie in the middle, where it cannot on this map, lies at the nearest place where it can.
    """
    beside = document.path.with_name(f"{document.path.stem}-trial.toml")

    def read(**more: Any) -> ScenarioInfo:
        text = merged(read_file.text(path), {**table, "map": document.path.stem, **more})
        with read_file.unsaved(document.path, document.text), read_file.unsaved(beside, text):
            return system.scenario(beside, paths.scenario_folders())

    try:
        return read()
    except BadFile as error:
        form = scenario_edits.form_of(system)
        keys = [key.key for key in form.keys if key.kind == "place"] if form is not None else []
        if error.place not in keys or not isinstance(form_of(document.system), TableForm):
            raise
        for spot in _from_the_middle(*table_map.size_of(document.data)):
            try:
                return read(**{error.place: list(spot)})
            except BadFile as other:
                if other.place != error.place:
                    raise
        raise


def _from_the_middle(width: float, height: float) -> list[Spot]:
    """Places every two units, the nearest to the middle of the table first."""
    x, y = width / 2, height / 2
    spots = [(x + 2.0 * i, y + 2.0 * j) for i in range(-int(x / 2), int(x / 2)) for j in range(-int(y / 2), int(y / 2))]
    return sorted(spots, key=lambda spot: (dist(spot, (x, y)), spot))
