"""The state of an Army Men battle: units with their models' places and weapons, and whose activation it is."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import chain
from typing import TypeVar

from attrs import define, field

from tabletop_tui.rules.armymen.state.battlefield import Battlefield
from tabletop_tui.rules.armymen.state.profiles import Army, Sheet, Weapon
from tabletop_tui.rules.armymen.state.scenario import Scenario
from tabletop_tui.skirmish.battle import TableBattle, TableUnit
from tabletop_tui.table.points import Spots
from tabletop_tui.table.polygons import Box
from tabletop_tui.table.region_cache import Kept, boxed

SEAT_LETTERS = "AB"
T = TypeVar("T")


@define(slots=False)
class Unit(TableUnit):
    """An infantry unit or a vehicle. What is inside is replaced when it changes, never altered in place."""

    id: str
    seat: int
    sheet: Sheet
    models: Spots = field(default=(), on_setattr=boxed)
    """Where its models stand; () before deployment, aboard a vehicle, and once it is gone."""
    arms: tuple[tuple[str, ...], ...] = ()
    """The weapons of each model left, in the same order."""
    facing: float = 0.0
    """Of a vehicle, in degrees clockwise from north."""
    activated: bool = False
    pinned: bool = False
    hunkered: bool = False
    guarding: bool = False
    """On guard, its reaction not yet used."""
    rattled: bool = False
    """A vehicle that needs a 4+ to make its next activation (AMC-DMG-2)."""
    stuck: bool = False
    """A vehicle that may not move or pivot in its next activation (AMC-DMG-3)."""
    aboard: str = ""
    destroyed: bool = False
    box: Box = field(init=False, eq=False, repr=False)
    """The box around its models."""
    radius: float = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self.models, self.radius = self.models, self.sheet.radius

    @property
    def why_gone(self) -> str:
        return f"{self.does('is')} destroyed" if self.destroyed else ""

    @property
    def vehicle(self) -> bool:
        return self.sheet.vehicle

    @property
    def left(self) -> int:
        return len(self.arms)

    @property
    def on_table(self) -> bool:
        return bool(self.models)

    @property
    def in_play(self) -> bool:
        """Standing on the table or carried by a vehicle on it."""
        return not self.destroyed and bool(self.models or self.aboard)

    @property
    def weapons(self) -> list[Weapon]:
        """Every weapon that any of its models can fire, once each."""
        return [self.sheet.weapon(name) for name in dict.fromkeys(chain.from_iterable(self.arms))]

    @property
    def melee(self) -> Weapon:
        """What its models strike with."""
        return self.sheet.weapon(self.sheet.melee)

    @property
    def status(self) -> str:
        if self.destroyed:
            return "destroyed"
        return "Pinned" if self.pinned else "on Guard" if self.guarding else "Hunkered" if self.hunkered else ""


@define(slots=False)
class Battle(TableBattle[Unit]):
    """All that can change in a battle, with the table, the armies and the scenario, which do not."""

    table: Battlefield
    scenario: Scenario
    armies: tuple[Army, ...]
    seat_names: tuple[str, ...]

    units: dict[str, Unit] = field(factory=dict)
    round: int = 0
    phase: str = "Set-up"
    edges: tuple[str, ...] = ()
    active: str = ""
    mined: tuple[str, ...] = ()
    """The units that have rolled for dangerous terrain in this action (AMC-TERR-3)."""
    thinned: tuple[str, ...] = ()
    """The units that lost models to Guards on their way in this action (AMC-MELEE-1)."""
    scores: tuple[int, ...] = (0, 0)
    kept: Kept = field(factory=Kept, init=False, eq=False, repr=False)
    """What was found out about where units can go; no part of the game, and not saved."""

    def ground(self) -> Hashable:
        return self.table

    def side(self, seat: int) -> list[Unit]:
        """The units of a seat that still play, aboard vehicles too."""
        return [unit for unit in self.units.values() if unit.seat == seat and unit.in_play]

    def enemies(self, seat: int) -> list[Unit]:
        """The enemy units that stand on the table."""
        return [unit for unit in self.units.values() if unit.seat != seat and unit.models]

    def waiting(self, seat: int) -> list[Unit]:
        """The units of a seat that have not been activated this round (AMC-ROUND-2)."""
        return [unit for unit in self.side(seat) if not unit.activated]

    def passengers(self, vehicle: Unit) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.aboard == vehicle.id]

    def destroy(self, unit: Unit) -> None:
        """Take a unit off the table for good."""
        unit.models, unit.arms, unit.aboard, unit.destroyed = (), (), "", True
        unit.pinned = unit.guarding = unit.hunkered = False


def new_battle(scenario: Scenario, armies: tuple[Army, ...], seat_names: tuple[str, ...]) -> Battle:
    """The battle before the first step, no unit placed yet."""
    battle = Battle(scenario.table, scenario, armies, seat_names)
    for seat, army in enumerate(armies):
        for number, sheet in enumerate(army.units, 1):
            name = f"{SEAT_LETTERS[seat]}{number}"
            battle.units[name] = Unit(name, seat, sheet, arms=sheet.arms)
    return battle
