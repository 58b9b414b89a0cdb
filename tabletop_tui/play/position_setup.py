"""A position as a person writes it becomes a set-up to play from, and a game that stands can be written so.

Scenario and forces are found by their ids among the player's own and the shipped ones.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from attrs import evolve

from tabletop_tui import paths
from tabletop_tui.engine.dice import SeededDice
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.setup import PERSON, SEAT_NAMES, SeatSetup, Setup
from tabletop_tui.engine.wording import which
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.files.validation import Faults, Wrong, shown, text, whole
from tabletop_tui.play.scenario_from_map import map_paths, on_map
from tabletop_tui.play.setup_checks import faces_fault, seat_name_fault, told_apart
from tabletop_tui.rulebook.position import ID, SEAT_LETTERS, SEATS, SETUP, UNITS, Position, seat_of
from tabletop_tui.rulebook.position_form import Positioned, PositionForm
from tabletop_tui.rulebook.position_reading import build, check_bare, check_keys, in_position, sketch
from tabletop_tui.rulebook.position_writing import told, write
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rulebook.scenario_form import HasScenarioForm
from tabletop_tui.rulebook.state_validation import check_values, require
from tabletop_tui.rulebook.system import Audited, ScenarioInfo, System

MOST_ANSWERS = 200


def form_of(system: System) -> PositionForm:
    """How a system's positions are written; Wrong for one that has no such form."""
    if not isinstance(system, Positioned):
        raise Wrong(f"positions of {system.name} are not written by hand", "system")
    return system.position


# ---------------------------------------------------------------- reading
def setup_of(system: System, position: Position) -> Setup:
    """The set-up of a position, which holds its state unless it is the very beginning.

    Wrong, with the place in the position, if it cannot be.
    """
    form = form_of(system)
    check_keys(form, position)
    # Scenario and forces are checked as they are read; a map is a long text.
    seats = [{key: value for key, value in seat.items() if key != "force"} for seat in position.seats]
    check_values(evolve(position, scenario="", map="", seats=seats).table())
    if (fault := faces_fault(position.dice)) is not None:
        raise Wrong(fault[1], fault[0].replace("faces", "dice"))
    info = _scenario(system, position)
    setup = Setup(system.id, info.data, _seats(system, form, position, info), position.seed, position={})
    setup.stalemate = info.stalemate
    if position.go == SETUP:
        check_bare(form, position)
        setup = evolve(setup, position=None, faces=list(position.dice) or None)
        started(system, setup)
        return setup
    game = build(form, started(system, setup), position)
    try:
        if isinstance(system, Audited):
            system.audit(game)
    except Wrong as wrong:
        raise in_position(form, game.state, position, wrong) from None
    game.dice = SeededDice(seed=position.seed, first=tuple(position.dice))
    _answered(game, position.answers)
    assert isinstance(game.dice, SeededDice)
    left = position.dice[game.dice.index :]
    return evolve(setup, position=json.loads(json.dumps(system.dump(game))), faces=left or None)


def sketched(system: System, position: Position) -> Game[Any]:
    """The battle of a position as far as it can be, to look at: nobody is asked anything. Wrong without a scenario.

    A seat whose units cannot be bought has some ready force, which is nowhere on the table.
    """
    form, info = form_of(system), _scenario(system, position)
    given = [*position.seats, *({} for _ in range(info.seats))][: info.seats]
    seats = []
    for number, seat in enumerate(given):
        name = SEAT_NAMES[number % len(SEAT_NAMES)]
        try:
            force = _force(system, form, position, number, seat.get("force"), name)
        except (Wrong, LookupError, TypeError, ValueError):
            force = next((one.data for one in system.forces(paths.roster_folders(), [])), {})
        seats.append(SeatSetup(name, number, PERSON, force))
    game = started(system, Setup(system.id, info.data, seats, position.seed, position={}))
    sketch(form, game, position)
    return game


def started(system: System, setup: Setup) -> Game[Any]:
    """The game at its very beginning; Wrong where the data of scenario or forces is not sound."""
    try:
        return system.start(setup)
    except BadFile as error:
        raise Wrong(error.fix, f"{error.path}.{error.place}".strip(".")) from None


def _answered(game: Game[Any], answers: Sequence[Any]) -> None:
    """The game after these answers."""
    require(len(answers) <= MOST_ANSWERS, f"give at most {MOST_ANSWERS}", "answers")
    if not answers:  # at the end of a round nobody is asked yet
        return
    game.advance()
    for number, answer in enumerate(answers):
        require(game.question is not None, "the battle is over before this", f"answers[{number}]")
        if (refusal := game.refuse(answer)) is not None:
            raise Wrong(f"{shown(answer)} is refused: {refusal}", f"answers[{number}]")
        game.answer(answer)
        game.advance()
    require(game.question is not None, "nobody is asked anything after these", "answers")


def _scenario(system: System, position: Position) -> ScenarioInfo:
    """The scenario of a position, as long as that wants it."""
    info = _scenario_as_it_is(system, position)
    if position.length is None:
        return info
    require(isinstance(system, HasScenarioForm), f"no battle of {system.name} can have a length", "length")
    assert isinstance(system, HasScenarioForm)
    key = system.scenario_form[system.scenario_form.length]
    require(key.least <= position.length <= key.most, f"give {key.least:g} to {key.most:g}", "length")
    return evolve(info, data={**info.data, key.key: position.length})


def length_of(system: System, scenario: Mapping[str, Any]) -> int | None:
    """After how many turns or rounds a scenario ends, as a set-up holds it; None where it does not say."""
    found = scenario.get(system.scenario_form.length) if isinstance(system, HasScenarioForm) else None
    return found if isinstance(found, int) else None


def _but_for_length(system: System, scenario: Mapping[str, Any]) -> dict[str, Any]:
    length = system.scenario_form.length if isinstance(system, HasScenarioForm) else ""
    return {key: value for key, value in scenario.items() if key != length}


def _scenario_as_it_is(system: System, position: Position) -> ScenarioInfo:
    """The scenario that a position names, or one that it holds, or one on the map that it names."""
    if position.map:
        return on_map(system, position.map)
    if isinstance(position.scenario, str):
        return _scenario_of_id(system, position.scenario)
    listed = [seat_of(str(unit[ID])) for unit in position.units]
    seats = max(2, len(position.seats), *(seat + 1 for seat in listed))
    return ScenarioInfo("", "", "", seats, "", [], position.scenario)


def _scenario_of_id(system: System, name: str) -> ScenarioInfo:
    folders = paths.scenario_folders()
    for path in _named(folders, system.id, name):
        if toml_table(path).get("kind", "scenario") == "scenario":
            return system.scenario(path, folders)
    known = sorted(info.id for info in system.scenarios(folders, []))
    raise Wrong(f"there is no scenario {shown(name)}; {which(name, known)}", "scenario")


def _named(folders: Sequence[Path], system_id: str, name: str) -> list[Path]:
    """The files of this name among those of a system, the player's own first."""
    return [path for root in folders for path in sorted((root / system_id).rglob("*.toml")) if path.stem == name]


def _seats(system: System, form: PositionForm, position: Position, info: ScenarioInfo) -> list[SeatSetup]:
    """The seats with their forces, which are named or bought unit by unit."""
    given = [*position.seats, *({} for _ in range(info.seats - len(position.seats)))]
    require(len(given) == info.seats, f"give at most {info.seats}", SEATS)
    names, teams, faults = [], [], Faults()
    usual = info.teams or list(range(info.seats))
    for number, seat in enumerate(given):
        with faults.of(f"{SEATS}[{number}].name"):
            names.append(text(seat.get("name", SEAT_NAMES[number % len(SEAT_NAMES)])))
            require(not (fault := seat_name_fault(names[-1])), fault)
        with faults.of(f"{SEATS}[{number}].team"):
            teams.append(whole(seat.get("team", usual[number] + 1)) - 1)
            require(0 <= teams[-1] < info.seats, f"give 1 to {info.seats}")
    faults.raise_any()
    require(len(set(teams)) > 1, "give at least two teams", SEATS)
    forces = [
        _force(system, form, position, number, seat.get("force"), name)
        for number, (seat, name) in enumerate(zip(given, names, strict=True))
    ]
    named = zip(told_apart(names), teams, forces, strict=True)
    return [SeatSetup(name, team, PERSON, force) for name, team, force in named]


def _force(system: System, form: PositionForm, position: Position, seat: int, force: Any, name: str) -> dict[str, Any]:
    """The force of a seat: named, whole, or bought."""
    mine = [(place, unit) for place, unit in enumerate(position.units) if _bought(form, unit, seat)]
    place = f"{SEATS}[{seat}].force"
    if force is not None:
        if mine:
            raise Wrong("the force of its seat is given; leave out with what it is bought", f"{UNITS}[{mine[0][0]}]")
        if isinstance(force, dict):
            return force
        try:
            return _force_of_id(system, text(force))
        except Wrong as wrong:
            raise wrong.inside(place) from None
    mine.sort(key=lambda one: int(one[1][ID][1:]))
    if not mine:
        raise Wrong(f"name one, or give {name} units", place)
    for number, (at, unit) in enumerate(mine, 1):
        require(
            unit[ID][1:] == str(number),
            f"there is no {unit[ID][0]}{number}; number them from 1 on, and list those that fell too, as gone",
            f"{UNITS}[{at}].{ID}",
        )
    bought = [{key: value for key, value in unit.items() if key in form.bought_with} for _, unit in mine]
    try:
        return form.buy(name, bought, paths.roster_folders())
    except Wrong as wrong:
        which, _, rest = wrong.place.removeprefix("[").partition("]")
        at = mine[int(which)][0] if which.isdecimal() else mine[0][0]
        raise Wrong(wrong.fix, f"{UNITS}[{at}]{rest}", wrong.refusal) from None


def _bought(form: PositionForm, unit: dict[str, Any], seat: int) -> bool:
    """Whether a unit of this seat is bought by itself."""
    first, name = next(iter(form.bought_with), ""), str(unit[ID])
    return first in unit and seat_of(name) == seat and name[1:].isdecimal() and name[0].isupper() and len(name) < 5


def _force_of_id(system: System, name: str) -> dict[str, Any]:
    folders = paths.roster_folders()
    for path in _named(folders, system.id, name):
        return system.force(path, folders).data
    known = sorted(info.id for info in system.forces(folders, []))
    raise Wrong(f"there is no force {shown(name)}; {which(name, known)}")


# ---------------------------------------------------------------- writing
def written(game: Game[Any]) -> Position:
    """A game as it stands as a person would write it. Wrong, with a sentence, where such a position cannot say it."""
    if game.result is not None:
        raise Wrong("the battle is over; there is nothing left to play")
    if game.question is None:
        raise Wrong("in the middle of a roll no position can be written")
    return _written(game, write)


def told_of(game: Game[Any]) -> Position:
    """What a person could write of a game as it stands, whoever is asked what. Wrong for a rulebook without positions.

    Whether that is all of it, `written` knows.
    """
    return _written(game, told)


def _written(game: Game[Any], write: Callable[..., Position]) -> Position:
    setup = evolve(game.setup, position={}, faces=None)
    rulebook = system(setup.system)
    form = form_of(rulebook)
    scenarios = {info.id: info for info in rulebook.scenarios(paths.scenario_folders(), [])}
    forces = {info.id: info.data for info in rulebook.forces(paths.roster_folders(), [])}
    like = _but_for_length(rulebook, setup.scenario)
    known = next((name for name, info in scenarios.items() if _but_for_length(rulebook, info.data) == like), None)
    teams = (known and scenarios[known].teams) or list(range(len(setup.seats)))
    seats: list[dict[str, Any]] = []
    bought: dict[str, dict[str, Any]] = {}
    blank = started(rulebook, setup).state
    for number, seat in enumerate(setup.seats):
        named = next((name for name, data in forces.items() if data == seat.force), None)
        # Units that come in play only in the battle have numbers of their own: their force is told whole.
        units = [] if named or form.comes(blank, number) else _units_of(form, seat)
        bought |= {f"{SEAT_LETTERS[number]}{place}": unit for place, unit in enumerate(units, 1)}
        seats.append({"name": seat.name} if units else {"name": seat.name, "force": named or seat.force})
        if seat.team != teams[number]:
            seats[-1]["team"] = seat.team + 1
    position = write(form, game, known or setup.scenario, seats, bought, partial(started, rulebook, setup))
    usual = scenarios[known] if known else None
    if usual is None and (found := _map_of(rulebook, like)):
        position.scenario, (position.map, usual) = "", found
    if usual is not None and usual.data != setup.scenario:
        position.length = length_of(rulebook, setup.scenario)
    return position


def _map_of(system: System, scenario: Mapping[str, Any]) -> tuple[str, ScenarioInfo] | None:
    """The map by which a position would name this scenario, whose length may be any, and what is played there."""
    for path in map_paths(system):
        if _says(scenario, toml_table(path).get("name")):
            try:
                info = on_map(system, path.stem)
            except (BadFile, Wrong):
                continue
            if _but_for_length(system, info.data) == scenario:
                return path.stem, info
    return None


def _says(data: Any, name: Any) -> bool:
    """Whether what a set-up holds says this, at whatever depth."""
    if isinstance(data, Mapping):
        return any(_says(one, name) for one in data.values())
    return isinstance(data, str) and data == name


def _units_of(form: PositionForm, seat: SeatSetup) -> list[dict[str, Any]]:
    """The units of a force as they can be bought one by one; [] where its data is needed to say what they are."""
    folders = paths.roster_folders()
    units = form.bought(seat.force, folders)
    try:
        return units if units and form.buy(seat.name, units, folders) == seat.force else []
    except Wrong:
        return []
