"""The files of Army Men: the army list, armies, maps, scenarios."""

from __future__ import annotations

from typing import Any

from tabletop_tui.files.loading import Library, Strict
from tabletop_tui.records import frozen
from tabletop_tui.rules.armymen.files.force_composition import BOOK_POINTS
from tabletop_tui.rules.armymen.files.validation import CHECKS
from tabletop_tui.rules.armymen.state.profiles import Choice, UnitType, Upgrade, Weapon
from tabletop_tui.skirmish.map_files import MapFile

SYSTEM = "armymen"
BOOK_ROUNDS = 4


@frozen
class CatalogueFile:
    """A part of the army list: [[weapon]], [[unit]] and [[upgrade]] tables."""

    system: str
    kind: str
    weapon: tuple[Weapon, ...] = ()
    unit: tuple[UnitType, ...] = ()
    upgrade: tuple[Upgrade, ...] = ()


@frozen
class ArmyFile:
    """An army: each unit a [[unit]] with its size and upgrades."""

    system: str
    kind: str
    name: str
    unit: tuple[Choice, ...]
    points: int = BOOK_POINTS
    summary: str = ""


@frozen
class ScenarioFile:
    """A scenario: a map, the points of the armies, the rounds."""

    system: str
    kind: str
    name: str
    map: str
    summary: str = ""
    points: int = BOOK_POINTS
    rounds: int = BOOK_ROUNDS
    forces: tuple[str, ...] = ()
    """The army that each seat is offered first."""
    moment: tuple[dict[str, Any], ...] = ()
    """What is told with it (`rulebook/scenario_script_files.py`)."""


KINDS_OF_FILE: dict[str, type] = {
    "catalogue": CatalogueFile,
    "army": ArmyFile,
    "map": MapFile,
    "scenario": ScenarioFile,
}
LIBRARY = Library(SYSTEM, KINDS_OF_FILE, lambda: Strict(CHECKS))
