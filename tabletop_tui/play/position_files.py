"""Positions: a game as it stands, as a file that is played like a scenario. A puzzle, a lesson, a fault to show.

A position is a TOML file of kind "position", of one of two forms. A person writes down units, places and states
(`rulebook/position.py`). A game that is saved is written whole, in the middle of whatever is being done: as tables the
set-up (as in a journal's header) and the state with what comes next (as the system dumps it). TOML has no word for
"nothing": a dash stands for it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from attrs import evolve
from cattrs import BaseValidationError, transform_error

from tabletop_tui.engine.codec import read_setup, write_setup
from tabletop_tui.engine.dice import LoadedDice, SeededDice
from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.engine.setup import Setup
from tabletop_tui.files import read_file
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.loading import each
from tabletop_tui.files.toml_writing import file_stem, toml_text, with_dashes, without_dashes
from tabletop_tui.files.validation import Wrong, a_line, a_name, attempt, text
from tabletop_tui.files.write_file import write_free
from tabletop_tui.play.journal import odd_place
from tabletop_tui.play.position_faults import FAULTS, all_wrong
from tabletop_tui.play.position_setup import form_of, setup_of, written
from tabletop_tui.play.setup_checks import check_setup
from tabletop_tui.rulebook.position import Position
from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.rulebook.state_validation import check_values, difference, require
from tabletop_tui.rulebook.system import Audited, ScenarioInfo, System

KIND = "position"
KEYS = {"system": str, "kind": str, "name": str, "summary": str, "rules": int, "setup": dict, "position": dict}
HEAD_KEYS = ("system", "kind", "name", "summary")
WANTED = {str: "a text", int: "a whole number", dict: "a table"}
HEAD = "# A saved position. A dash stands for nothing.\n"
TRY_ANSWERS, TRY_STEPS = 12, 1000
"""A position that is opened is tried out with so many answers, of so many steps each at most."""


# ---------------------------------------------------------------- starting from one
def opened(system: System, setup: Setup) -> Game[State]:
    """The game of a set-up: at its very beginning or, of a position, as it stands there. BadFile if it is not sound."""
    check_setup(setup)
    if setup.position is None:
        game = system.start(setup)
        if setup.lesson is not None and isinstance(game.dice, SeededDice):
            game.dice = _dice(setup)
        return game
    try:
        check_values(setup.position)
        game = system.load(setup, setup.position)
        if isinstance(game.dice, SeededDice):
            game.dice = _dice(setup)
        _check_as_written(game)
        if isinstance(system, Audited):
            system.audit(game)
        _look_over(game)
        _try_out(game)
    except Wrong as wrong:
        raise BadFile("position", f"{KIND}.{wrong.place}" if wrong.place else "", wrong.fix) from None
    except FAULTS as error:
        raise BadFile("position", "", _fault(error)) from error
    return game


def _dice(setup: Setup) -> SeededDice:
    """The dice of a position: those that were written down, those of its lesson, then those of its seed."""
    first = tuple(setup.faces or ())
    if setup.lesson is None or not setup.lesson.dice:
        return SeededDice(seed=setup.seed, first=first)
    loads = tuple((rule, tuple(faces)) for rule, faces in setup.lesson.dice)
    return LoadedDice(seed=setup.seed, first=first, loads=loads)


def _check_as_written(game: Game[State]) -> None:
    """Whether nothing was left out or read as something else."""
    place = difference(json.loads(json.dumps(game.system.dump(game))), game.setup.position)
    require(place is None, "this is not as it would be written", place or "")


def _look_over(game: Game[State]) -> None:
    """Whether all that a screen would ask of the game can be answered, at its first question."""
    if game.question is None:
        game = game.clone()
        game.dice = SeededDice(seed=0)
        _run(game)
    system, question = game.system, game.question
    if question is None:
        raise ValueError("nobody is asked anything there")
    if next(question.legal(), None) is None:
        raise ValueError("no answer is allowed there")
    system.scene(game)
    system.standing(game)
    for line in system.roster(game):
        system.card(game, line.unit)


def _try_out(game: Game[State]) -> None:
    """Whether the game goes on for a few answers, whatever they are."""
    chooser, trial = Random(0), game.clone()
    trial.dice = SeededDice(seed=0)
    _run(trial)
    for _ in range(TRY_ANSWERS):
        if (question := trial.question) is None:
            break
        answer = question.sample(chooser)
        trial.preview(answer)
        trial.answer(answer)
        _run(trial)
    require(trial.question is not None or trial.result is not None, "the game stops without an end", "agenda")


def _run(game: Game[State]) -> None:
    """Run steps up to the next question; ValueError if there is no end to them."""
    for _ in range(TRY_STEPS):
        if game.step() is None:
            return
    raise ValueError("there is no end to the steps that follow")


def _fault(error: BaseException) -> str:
    """What is wrong with the data, in a sentence."""
    if isinstance(error, BaseValidationError):
        return f"does not hold together: {transform_error(error)[0]}"
    said = f"{error.args[0]!r} is missing or unknown" if isinstance(error, LookupError) and error.args else str(error)
    return f"does not hold together: {said or type(error).__name__}"


# ---------------------------------------------------------------- files
def name_fault(name: str) -> str:
    """What is wrong with the name of a position, '' if nothing is."""
    try:
        a_name(name)
    except Wrong as wrong:
        return wrong.fix
    return ""


def why_not(game: Game[State]) -> str:
    """Why a game cannot be saved as a position just now, '' if it can."""
    if game.result is not None:
        return "The battle is over; there is nothing left to play"
    if isinstance(game.question, DiceQuestion):
        try:
            written(game)
        except Wrong:
            return "In the middle of a roll no position can be saved: its dice come first"
    return "" if game.question is not None else "In the middle of a roll no position can be saved"


def save(game: Game[State], name: str, folder: Path) -> Path:
    """Save the game as it stands under a new file name in the folder. BadFile if it cannot be written."""
    system, setup = game.system, evolve(game.setup, position=None)
    head = {"system": system.id, "kind": KIND, "name": name, "summary": summary_of(game), "rules": system.version}
    text = text_of({**head, "setup": write_setup(setup), KIND: system.dump(game)})
    return write_free(folder / system.id / f"{file_stem(name, KIND)}.toml", text)


def summary_of(game: Game[State]) -> str:
    """Of which battle a position is, and when in it."""
    standing = game.system.standing(game)
    name = game.setup.scenario.get("name", game.system.name)
    return f"{name}, {standing.phase} of {standing.called} {standing.round}"


def text_of(table: Mapping[str, Any]) -> str:
    """The text of a position's file."""
    return HEAD + toml_text(with_dashes(table))


def table_of(text: str) -> dict[str, Any]:
    """What `text_of` wrote. ValueError (or RecursionError) for what it would never write."""
    table: dict[str, Any] = without_dashes(read_file.toml_of(text))
    return table


def other_rules(what: str, version: int, system: System) -> str:
    """What happened under another version of the rules, and which this is."""
    return (
        f"{what} under version {version} of the rules of {system.name}, and this program plays version {system.version}"
    )


def is_position(path: Path) -> bool:
    """Whether a file says that it is a position; False for one that cannot be read."""
    try:
        return read_file.toml_table(path).get("kind") == KIND
    except BadFile:
        return False


def read(system: System, path: Path) -> ScenarioInfo:
    """A position as a scenario. BadFile for one that cannot be played."""
    try:
        found = read_file.text(path)
        table = table_of(found)
    except (ValueError, RecursionError) as error:
        raise BadFile(path, "", f"is not sound TOML: {error}") from error
    if "setup" not in table:
        return by_hand(system, path, read_file.toml_of(found))
    for key, kind in KEYS.items():
        if type(table.get(key)) is not kind:
            raise BadFile(path, key, f"give {WANTED[kind]} here" if key in table else "the key is missing")
    for key in table:
        if key not in KEYS:
            raise BadFile(path, key, f"there is no such key; known: {', '.join(KEYS)}")
    attempt(path, lambda: a_name(table["name"]))
    attempt(path, lambda: a_line(table["summary"], "summary"))
    setup = _setup(path, table)
    if setup.system != system.id or table["system"] != system.id:
        raise BadFile(
            path, "system", f"{table['system']!r} and {setup.system!r} of the set-up should both be {system.id}"
        )
    if table["rules"] > system.version:
        raise BadFile(path, "rules", other_rules("the position was saved", table["rules"], system))
    return _info(system, path, table, setup)


def by_hand(system: System, path: Path, table: Mapping[str, Any]) -> ScenarioInfo:
    """A position that a person has written, as a scenario. BadFile for one that cannot be played."""
    attempt(path, lambda: _check_head(system, table))
    body = {key: value for key, value in table.items() if key not in HEAD_KEYS}
    return _info(system, path, {"summary": "", **table}, attempt(path, lambda: _read(system, body)))


def _check_head(system: System, table: Mapping[str, Any]) -> None:
    if table.get("system") != system.id:
        raise Wrong(f"it should be {system.id!r}", "system")
    a_name(text(table.get("name", "")))
    a_line(text(table.get("summary", "")), "summary")


def _read(system: System, table: Mapping[str, Any]) -> Setup:
    """The set-up of a position in a table. Wrong, with all that was found, if it cannot be one."""

    def read(table: Mapping[str, Any]) -> Setup:
        return setup_of(system, Position.of(table))

    try:
        return read(table)
    except Wrong as wrong:
        raise all_wrong(table, wrong, read, next(iter(form_of(system).bought_with), "")) from None
    except BadFile:
        raise
    except FAULTS as error:
        raise Wrong(_fault(error)) from error


def game_of(table: Mapping[str, Any]) -> Game[Any]:
    """The game of a position that a person writes, in a table: its system, and what its file would hold.

    BadFile, which names the place, if it cannot be. Its dice are those of the position, then those of its seed.
    """
    return loaded(setup_in(table))


def setup_in(table: Mapping[str, Any]) -> Setup:
    """The set-up of such a position, for a Session."""
    name = table.get("system")
    if name not in system_ids():
        raise BadFile(KIND, "system", f"name the system that it belongs to: {', '.join(system_ids())}")
    found = system(str(name))
    body = {key: value for key, value in table.items() if key not in HEAD_KEYS}
    return attempt(KIND, lambda: _read(found, body))


def loaded(setup: Setup) -> Game[Any]:
    """The game of a set-up made here, which need not be tried out; at its very beginning if it has no position."""
    found = system(setup.system)
    game = (
        found.start(setup) if setup.position is None else found.load(setup, setup.position)
    )  # before the set-up: none
    game.dice = _dice(setup)
    return game


def _info(system: System, path: Path, table: Mapping[str, Any], setup: Setup) -> ScenarioInfo:
    """A position as a scenario; BadFile if it cannot be played on."""
    try:
        opened(system, setup)
    except BadFile as error:
        raise BadFile(path, error.place or KIND, error.fix) from error
    forces = [str(seat.force.get("name", "")) for seat in setup.seats]
    teams = [seat.team for seat in setup.seats]
    seats, data = len(setup.seats), setup.scenario
    return ScenarioInfo(
        path.stem, table["name"], table["summary"], seats, KIND, forces, data, teams, "", setup.stalemate, setup
    )


def _setup(path: Path, table: Mapping[str, Any]) -> Setup:
    try:
        setup = evolve(read_setup(table["setup"]), position=table[KIND])
    except (LookupError, TypeError, ValueError) as error:
        raise BadFile(path, "setup", f"does not hold what a game starts from ({error})") from error
    if place := odd_place(setup):
        raise BadFile(path, "setup", f"{place} is not what it should be")
    return setup


def listed(system: System, folders: Sequence[Path], wrong: list[BadFile] | None = None) -> list[ScenarioInfo]:
    """Every position of a system in the folders, by file name; files at fault as `each` handles them."""
    files = sorted(path for folder in folders for path in (folder / system.id).glob("*.toml"))
    return each(files, lambda path: read(system, path), wrong)
