"""The files of Crimson Dusk: catalogues, forces, maps, scenarios."""

from __future__ import annotations

from typing import Any

from attrs import field

from tabletop_tui.files.loading import Library, Strict
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.files.validation import CHECKS
from tabletop_tui.rules.crimsondusk.state.profiles import (
    BASE,
    Ammunition,
    Armour,
    Blade,
    Quality,
    Trait,
    VehicleType,
    Weapon,
)
from tabletop_tui.rules.crimsondusk.state.scenario import Goal, Mission
from tabletop_tui.skirmish.map_files import MapFile

SYSTEM = "crimsondusk"


@frozen
class CatalogueFile:
    """A part of what forces are composed of."""

    system: str
    kind: str
    armour: tuple[Armour, ...] = ()
    weapon: tuple[Weapon, ...] = ()
    ammunition: tuple[Ammunition, ...] = ()
    blade: tuple[Blade, ...] = ()
    trait: tuple[Trait, ...] = ()
    vehicle: tuple[VehicleType, ...] = ()


@frozen
class ModelTable:
    """So many models that are armed and equipped alike."""

    count: int = 1
    weapons: tuple[str, ...] = ()
    blades: tuple[str, ...] = ()
    traits: dict[str, int] = field(factory=dict)
    ammunition: tuple[str, ...] = ()


@frozen
class SectionTable:
    """A section, or a personality, as a force file composes it: what all have, then each kind of model."""

    name: str
    model: tuple[ModelTable, ...]
    quality: Quality = "Rg"
    ap: int = 3
    sm: int = 0
    mm: int = 0
    armour: str = "none"
    cb: int = 0
    personality: bool = False
    size: float = BASE
    traits: dict[str, int] = field(factory=dict)


@frozen
class VehicleTable:
    """A vehicle as a force file composes it: its type by id, its weapons, and the crew, who are all alike."""

    name: str
    type: str
    weapons: tuple[str, ...] = ()
    quality: Quality = "Rg"
    ap: int = 3
    sm: int = 0
    mm: int = 0
    armour: str = "none"
    arms: tuple[str, ...] = ()
    """What each of the crew carries, for when they are on foot."""
    traits: dict[str, int] = field(factory=dict)
    ammunition: tuple[str, ...] = ()


@frozen
class ForceFile:
    """A force: each section a [[section]] with its [[section.model]] tables, each vehicle a [[vehicle]] behind them."""

    system: str
    kind: str
    name: str
    section: tuple[SectionTable, ...] = ()
    summary: str = ""
    vehicle: tuple[VehicleTable, ...] = ()


@frozen
class ScenarioFile:
    """A scenario: a map, the points of the forces, the turns, how deep the sides begin."""

    system: str
    kind: str
    name: str
    map: str
    summary: str = ""
    points: int = 275
    turns: int = 8
    strip: float = 8.0
    forces: tuple[str, ...] = ()
    """The force that each seat is offered first."""
    mission: Mission = "clash"
    limits: tuple[int, ...] = ()
    """The points of each seat, where they differ."""
    goal: tuple[Goal, ...] = ()
    """The places that are fought for, each a [[goal]] with its name and spot."""
    house: str = ""
    """The name of the building that is fought for."""
    moment: tuple[dict[str, Any], ...] = ()
    """What is told with it (`rulebook/scenario_script_files.py`)."""


@frozen
class TableFile(MapFile):
    """A map, whose units are as long as the players agree."""

    unit: str = ""
    """How long one is on the real table, as '1 in'; '' where nobody says."""


KINDS_OF_FILE: dict[str, type] = {
    "catalogue": CatalogueFile,
    "force": ForceFile,
    "map": TableFile,
    "scenario": ScenarioFile,
}
LIBRARY = Library(SYSTEM, KINDS_OF_FILE, lambda: Strict(CHECKS))
