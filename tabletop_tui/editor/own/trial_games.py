"""What is being edited is played at once: a game of a map, a scenario or a position that is saved nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

from attrs import evolve

from tabletop_tui import paths
from tabletop_tui.editor.files.document import Document
from tabletop_tui.editor.files.toml_merge import merged
from tabletop_tui.editor.forms import scenario_edits
from tabletop_tui.files import read_file
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play import new_game, positions
from tabletop_tui.play.players import PERSON
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rulebook.scenario_form import SCENARIO
from tabletop_tui.rulebook.system import ScenarioInfo, System

COMPUTER = "greedy"


def of_map(document: Document) -> Session:
    """A small battle on a map that no scenario names yet: one of the rulebook's own, on this map in place of its.

    BadFile for a map with a fault; BadChoice, with the reason of the first that was tried, where none can be played.
    """
    if faults := document.faults():
        raise faults[0]
    found, reasons = system(document.system), []
    for path, table in _scenarios(found):
        try:
            info = _on_map(found, document, path, table)
            return Session.new(new_game.set_table(found, info, (), [PERSON, *[COMPUTER] * (info.seats - 1)]))
        except BadFile as error:
            reasons.append(error.fix)
        except new_game.BadChoice as error:
            reasons.append(str(error))
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


def _on_map(system: System, document: Document, path: Path, table: dict[str, Any]) -> ScenarioInfo:
    """A scenario on this map; neither of them needs a file."""
    beside = document.path.with_name(f"{document.path.stem}-trial.toml")
    text = merged(read_file.text(path), {**table, "map": document.path.stem})
    with read_file.unsaved(document.path, document.text), read_file.unsaved(beside, text):
        return system.scenario(beside, paths.scenario_folders())
