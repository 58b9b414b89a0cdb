"""The files of TechCommander: catalogues, forces, maps, scenarios."""

from __future__ import annotations

from typing import Any

from tabletop_tui.files.loading import Library, Strict
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.files.validation import CHECKS
from tabletop_tui.rules.techcommander.state.profiles import Gear, UnitCard, Weapon
from tabletop_tui.rules.techcommander.state.scenario import Game, Mission
from tabletop_tui.rules.techcommander.state.terrain import LINES, Feature
from tabletop_tui.skirmish.map_files import PieceShape
from tabletop_tui.table.points import Spot

SYSTEM = "techcommander"


@frozen
class CatalogueFile:
    """A part of the list: [[weapon]], [[gear]] and [[unit]] tables."""

    system: str
    kind: str
    weapon: tuple[Weapon, ...] = ()
    gear: tuple[Gear, ...] = ()
    unit: tuple[UnitCard, ...] = ()


@frozen
class Choice:
    """A unit of a force: a card, and what it carries in place of its standard build."""

    unit: str
    build: tuple[str, ...] | None = None
    """By id; left out, the standard build (TC-MSV-5)."""
    name: str = ""


@frozen
class ForceFile:
    """A force: each unit a [[unit]]."""

    system: str
    kind: str
    name: str
    unit: tuple[Choice, ...]
    summary: str = ""


@frozen
class PieceTable(PieceShape):
    """A piece of terrain as a file writes it; what it leaves out is that of its kind."""

    ac: int | None = None
    top: float | None = None
    bottom: float | None = None
    hinders: float | None = None
    reach: float = 3.0
    thick: bool = False
    on: str = ""
    rubble: bool = False

    def feature(self, number: int) -> Feature:
        return Feature(
            *(f"t{number + 1}", self.kind, self.corners, self.name, self.kind in LINES),
            ac=self.ac,
            top=self.top,
            bottom=self.bottom,
            hinders=self.hinders,
            reach=self.reach,
            thick=self.thick,
            on=self.on,
            rubble=self.rubble,
        )


@frozen
class MapFile:
    """A table with its terrain, each a [[piece]], in centimetres; x runs to the east, y to the south."""

    system: str
    kind: str
    name: str
    width: float
    height: float
    starts: tuple[Spot, ...]
    alternates: tuple[Spot, ...] = ()
    points: tuple[Spot, ...] = ()
    piece: tuple[PieceTable, ...] = ()
    summary: str = ""


@frozen
class ScenarioFile:
    """A scenario: a map, what is fought for, for how many turns."""

    system: str
    kind: str
    name: str
    map: str
    summary: str = ""
    game: Game = "skirmish"
    missions: tuple[Mission, ...] = ("elimination",)
    seats: int = 2
    teams: tuple[int, ...] = ()
    """The number of the team of each seat, counted from 1; none where each plays for himself."""
    turns: int = 6
    limit: int = 12
    attacker: int = 0
    """The number of the seat that attacks, counted from 1; 0 for none."""
    tokens: int = 4
    objectives: int = 3
    cap: int = 3
    most_cap: int = 8
    stock: int = 12
    advanced: bool = False
    hot_drops: bool = True
    large: bool = False
    spawns: tuple[tuple[int, ...], ...] = ()
    """The numbers of the spawn points of each team, counted from 1; none where all share them."""
    requisition: bool = False
    forces: tuple[str, ...] = ()
    """The force that each seat is offered first."""
    moment: tuple[dict[str, Any], ...] = ()
    """What is told with it (`rulebook/scenario_script_files.py`)."""


KINDS_OF_FILE: dict[str, type] = {
    "catalogue": CatalogueFile,
    "force": ForceFile,
    "map": MapFile,
    "scenario": ScenarioFile,
}
LIBRARY = Library(SYSTEM, KINDS_OF_FILE, lambda: Strict(CHECKS))
