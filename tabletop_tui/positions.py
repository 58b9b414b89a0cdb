"""Positions: a game as it stands, saved as a file that is played like a scenario. A puzzle, a lesson, a fault to show.

A position is a TOML file of kind "position": a name, a summary, and as JSON text the set-up (as in a journal's header)
and the state with what comes next (as the system dumps it), a unit a line, so that it can be read and changed by hand.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import asdict, evolve
from cattrs import BaseValidationError, transform_error
from cattrs.errors import CattrsError

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.journal import odd_place, setup_from
from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.engine.reading import each
from tabletop_tui.engine.system import BadFile, ScenarioInfo, Setup, System
from tabletop_tui.engine.writing import file_stem, toml_text, write_beside

KIND = "position"
KEYS = {"system": str, "kind": str, "name": str, "summary": str, "setup": str, "position": str}
FAULTS = (LookupError, TypeError, ValueError, AttributeError, AssertionError, BaseValidationError, CattrsError)
"""What comes of data in which somebody has changed what does not go together."""


# ---------------------------------------------------------------- starting from one
def opened(system: System, setup: Setup) -> Game:
    """The game of a set-up: at its very beginning or, of a position, as it stands there. BadFile if it is not sound."""
    if setup.position is None:
        return system.start(setup)
    try:
        game = system.load(setup, setup.position)
        _look_over(game)
    except FAULTS as error:
        raise BadFile("position", "", _fault(error)) from error
    return game


def _look_over(game: Game) -> None:
    """Whether all that a screen would ask of the game can be answered."""
    system, question = game.system, game.question
    if question is None:
        raise ValueError("nobody is asked anything there")
    if next(question.legal(), None) is None:
        raise ValueError("no answer is allowed there")
    system.scene(game)
    system.standing(game)
    for line in system.roster(game):
        system.card(game, line.unit)
    if json.loads(json.dumps(system.dump(game))) != game.setup.position:
        raise ValueError("some of it is not as it would be written")


def _fault(error: BaseException) -> str:
    """What is wrong with the data, in a sentence."""
    if isinstance(error, BaseValidationError):
        return f"does not hold together: {transform_error(error)[0]}"
    said = f"{error.args[0]!r} is missing or unknown" if isinstance(error, LookupError) and error.args else str(error)
    return f"does not hold together: {said or type(error).__name__}"


# ---------------------------------------------------------------- files
def why_not(game: Game) -> str:
    """Why a game cannot be saved as a position just now, '' if it can."""
    if game.result is not None:
        return "The battle is over; there is nothing left to play"
    question = game.question
    if question is None or isinstance(question, DiceQuestion):
        return "In the middle of a roll no position can be saved"
    return ""


def save(game: Game, name: str, folder: Path) -> Path:
    """Save the game as it stands under a new file name in the folder. BadFile if it cannot be written."""
    system, standing = game.system, game.system.standing(game)
    setup = evolve(game.setup, position=None)
    stem = file_stem(name, KIND)
    path, number = folder / system.id / f"{stem}.toml", 1
    while path.exists():
        number += 1
        path = path.with_name(f"{stem}-{number}.toml")
    about = f"{setup.scenario.get('name', system.name)}, {standing.phase} of round {standing.round}"
    data = {key: value for key, value in asdict(setup).items() if key != "position"}
    head = {"system": system.id, "kind": KIND, "name": name, "summary": about}
    texts = [f"{key} = '''\n{_json(value)}'''\n" for key, value in (("setup", data), (KIND, system.dump(game)))]
    write_beside(path, toml_text(head) + "".join(texts))
    return path


def _json(data: Mapping[str, Any]) -> str:
    """JSON with an entry a line, and of lists of tables a table a line."""
    lines = []
    for key, value in data.items():
        text = json.dumps(value, ensure_ascii=False)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            text = "[\n  " + ",\n  ".join(json.dumps(one, ensure_ascii=False) for one in value) + "\n ]"
        lines.append(f" {json.dumps(key)}: {text}")
    body = ",\n".join(lines).replace("'", "\\u0027")  # three of them would end the text
    return "{\n" + body + "\n}\n"


def is_position(path: Path) -> bool:
    """Whether a file says that it is a position; False for one that cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8")).get("kind") == KIND
    except (OSError, ValueError, RecursionError):
        return False


def read(system: System, path: Path) -> ScenarioInfo:
    """A position as a scenario. BadFile for one that cannot be played."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadFile(path, "", f"is not sound TOML: {error}") from error
    for key, kind in KEYS.items():
        if type(table.get(key)) is not kind:
            raise BadFile(path, key, "a text is wanted here" if key in table else "the key is missing")
    for key in table:
        if key not in KEYS:
            raise BadFile(path, key, f"there is no such key; known: {', '.join(KEYS)}")
    setup = _setup(path, table)
    if setup.system != system.id or table["system"] != system.id:
        raise BadFile(
            path, "system", f"{table['system']!r} and {setup.system!r} of the set-up should both be {system.id}"
        )
    try:
        opened(system, setup)
    except BadFile as error:
        raise BadFile(path, error.place or KIND, error.fix) from error
    forces = [str(seat.force.get("name", "")) for seat in setup.seats]
    teams = [seat.team for seat in setup.seats]
    seats, data = len(setup.seats), setup.scenario
    return ScenarioInfo(path.stem, table["name"], table["summary"], seats, KIND, forces, data, teams, setup=setup)


def _setup(path: Path, table: Mapping[str, str]) -> Setup:
    texts = {}
    for key in ("setup", KIND):
        try:
            texts[key] = json.loads(table[key])
        except (ValueError, RecursionError) as error:
            raise BadFile(path, key, f"is not sound JSON: {error}") from error
    try:
        setup = evolve(setup_from(texts["setup"]), position=texts[KIND])
    except (LookupError, TypeError, ValueError) as error:
        raise BadFile(path, "setup", f"does not hold what a game starts from ({error})") from error
    if place := odd_place(setup):
        raise BadFile(path, "setup", f"{place} is not what it should be")
    return setup


def listed(system: System, folders: Sequence[Path], wrong: list[BadFile] | None = None) -> list[ScenarioInfo]:
    """Every position of a system in the folders, by file name; files at fault as `each` handles them."""
    files = sorted(path for folder in folders for path in (folder / system.id).glob("*.toml"))
    return each(files, lambda path: read(system, path), wrong)
