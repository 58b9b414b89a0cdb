"""The state of a PMC 2640 battle: units with their models' places, points, and what has become of the terrain."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import ClassVar, Literal, TypeVar

from attrs import define, field

from tabletop_tui.engine.codec import added
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.state.battlefield import TableMap
from tabletop_tui.rules.pmc2640.state.profiles import Army, UnitType
from tabletop_tui.rules.pmc2640.state.scenario import Scenario
from tabletop_tui.skirmish.battle import TableBattle, TableUnit
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Box
from tabletop_tui.table.region_cache import Kept, boxed

SEAT_LETTERS = "AB"
MOST_SUPPRESSION = 12
Gone = Literal["", "destroyed", "fled"]
T = TypeVar("T")


@define(slots=False)
class Unit(TableUnit):
    """A team of soldiers or a vehicle. What is inside is replaced when it changes, never altered in place."""

    id: str
    seat: int
    type: UnitType
    models: Spots = field(default=(), on_setattr=boxed)
    """Where its models stand; () while it is in reserve, in a building, or gone."""
    left: int = 0
    """Models left; in reserve and in buildings too."""
    facing: float = 0.0
    """Of a vehicle, in degrees clockwise from north."""
    suppression: int = 0
    damage: int = 0
    activated: bool = False
    """Whether it has been activated this turn."""
    shot_by: tuple[str, ...] = ()
    """The units that have shot at it this phase (PMC-XFIRE-1)."""
    reserve: Literal["", "first", "second"] = ""
    """Which half of the force it waits in; '' once it has been deployed."""
    building: str = ""
    gone: Gone = ""
    box: Box = field(init=False, eq=False, repr=False)
    """The box around its models."""

    def __attrs_post_init__(self) -> None:
        self.models = self.models

    def at(self, models: Spots) -> Unit:
        """A copy that stands at other places, to ask what would hold there."""
        new = self.clone()
        new.models = models
        return new

    @property
    def name(self) -> str:
        return f"{self.id} {self.type.name}"

    @property
    def why_gone(self) -> str:
        if self.gone == "fled":
            return f"{self.does('has')} fled"
        return f"{self.does('is')} destroyed" if self.gone or not self.left else ""

    @property
    def vehicle(self) -> bool:
        return self.type.vehicle

    @property
    def on_table(self) -> bool:
        """Standing on the table or inside a building on it."""
        return bool(self.models or self.building)

    @property
    def lost(self) -> int:
        return self.type.size - self.left

    @property
    def morale(self) -> int:
        """Current Morale: 1 less for each model lost, never below 1 (PMC-STAT-3)."""
        return self.type.morale_of(self.left)

    @property
    def broken(self) -> bool:
        """More Suppression points than twice its Morale (PMC-SUPP-3)."""
        return self.suppression > 0 and not self.type.vehicle and self.suppression > 2 * self.morale

    @property
    def suppressed(self) -> bool:
        """More Suppression points than its Morale, Broken too (PMC-SUPP-2)."""
        return self.suppression > 0 and not self.type.vehicle and self.suppression > self.morale

    @property
    def status(self) -> str:
        if self.gone or not self.left:
            return self.gone or "destroyed"
        return "Broken" if self.broken else "Suppressed" if self.suppressed else ""

    def morale_tally(self) -> Tally:
        if self.type.vehicle:
            return Tally("Structure", self.type.morale, self.type.name, "PMC-VEH-1")
        tally = Tally("Morale", self.type.morale, self.type.name, "PMC-STAT-2")
        return tally.plus(-self.lost, "models lost", "PMC-STAT-3").at_least(1, "never below 1", "PMC-STAT-3")

    def suppress(self, points: int) -> int:
        """Add Suppression points up to the most a unit holds; how many were added (PMC-SUPP-5)."""
        before = self.suppression
        self.suppression = min(MOST_SUPPRESSION, before + points)
        return self.suppression - before


@frozen
class Location:
    """A possible place of the objective: checked or not, true, false or not yet known (PMC-FIND-4)."""

    id: str
    spot: Spot
    state: Literal["", "true", "false"] = ""


@frozen
class Wreck:
    """A knocked-out vehicle: an obstacle that blocks sight, no unit any more (PMC-VEH-13)."""

    name: str
    spot: Spot
    radius: float


@define(slots=False)
class Battle(TableBattle[Unit]):
    """All that can change in a battle, with the table, the armies and the scenario, which do not."""

    copied: ClassVar[tuple[str, ...]] = ("locations",)
    table: TableMap
    """The table with its pieces of terrain as they were set up."""
    scenario: Scenario
    armies: tuple[Army, ...]
    seat_names: tuple[str, ...]

    units: dict[str, Unit] = field(factory=dict)
    turn: int = 0
    phase: str = "Set-up"
    first: int = 0
    """Who activates first this turn."""
    edges: tuple[str, ...] = ()
    in_a_row: tuple[int, ...] = (1, 1)
    """How many units each player activates in a row this phase (PMC-OVER-1)."""
    done: tuple[bool, ...] = (False, False)
    """Who has quit this phase (PMC-GEN-10)."""
    arriving: tuple[int, ...] = (0, 0)
    """How many units each player may still bring on this turn."""
    in_line: tuple[str, ...] = added(("", ""))
    """The unit beside which each player's others come on this turn; '' where he places them one by one."""
    active: str = ""
    reacted: tuple[str, ...] = ()
    """The units that have shot in reaction to the assault under way (PMC-ASSLT-3)."""
    contested: str = ""
    """The building that the assault under way is about, '' if none."""
    destroyed: frozenset[str] = frozenset()
    """Pieces of terrain that are no more."""
    rubble: frozenset[str] = frozenset()
    """Buildings that are rubble now."""
    locations: dict[str, Location] = field(factory=dict)
    wrecks: tuple[Wreck, ...] = ()
    kept: Kept = field(factory=Kept, init=False, eq=False, repr=False)
    """What was found out about where units can go; no part of the game, and not saved."""

    def ground(self) -> Hashable:
        return self.table, self.rubble, self.destroyed, self.wrecks

    # ------------------------------------------------------------------ sides
    def on_table(self) -> Iterator[Unit]:
        return (unit for unit in self.units.values() if unit.models or unit.building)

    def side(self, seat: int) -> list[Unit]:
        """The units of a seat that are on the table."""
        return [unit for unit in self.units.values() if unit.seat == seat and (unit.models or unit.building)]

    def enemies(self, seat: int) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.seat != seat and (unit.models or unit.building)]

    def in_building(self, building: str) -> Unit | None:
        return next((unit for unit in self.units.values() if unit.building == building), None)

    def order(self) -> tuple[int, int]:
        """Both seats, who activates first this turn before the other."""
        return self.first, 1 - self.first

    def remove(self, unit: Unit, fate: Gone) -> None:
        """Take a unit off the table for good."""
        unit.models, unit.building, unit.gone = (), "", fate
        if fate == "destroyed":
            unit.left = 0
