"""The state of a Crimson Dusk battle: its units, what lies on the table, and whose go it is."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from attrs import define, field

from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.state.battlefield import Battlefield
from tabletop_tui.rules.crimsondusk.state.profiles import BASE, Force, Sheet
from tabletop_tui.rules.crimsondusk.state.scenario import Scenario
from tabletop_tui.rules.crimsondusk.state.units import IN_VEHICLE, Hull, Man, Unit, body_of, crew_of, part_of
from tabletop_tui.skirmish.battle import TableBattle
from tabletop_tui.table.points import Spot
from tabletop_tui.table.region_cache import Kept

SEAT_LETTERS = "AB"
T = TypeVar("T")


@frozen
class Cloud:
    """A template that lies on the table: smoke or fire (CD-AMMO-2, CD-AMMO-6)."""

    kind: str
    spot: Spot
    radius: float
    owner: str
    """The section whose next activation ends it ..."""
    until: int
    """... or the end of this turn."""


@frozen
class Fallen:
    """A man who was killed, where and when: he may get up again, or be brought back (CD-SR-TOUGH, CD-EQ-MEDI)."""

    man: Man
    unit: str
    spot: Spot
    turn: int
    rolled: bool = False
    """Whether somebody tough has had his roll."""
    aboard: str = ""
    """The vehicle in which he lies; '' on the ground."""


@frozen
class Fire:
    """What a section has been shot at with in one AP of another, until its pinning test (CD-PIN-2)."""

    unit: str
    by: str
    shots: int
    """Those that count (CD-SHOOT-3, CD-SHOOT-4)."""
    models: int
    """So many it had when they were fired (CD-PIN-1)."""
    part: str = ""
    """Which part of a split section was shot at, '' where it is whole (CD-REORG-7)."""
    forced: bool = False
    """Whether it is tested however few they were (CD-TRAIT-6, CD-TRAIT-14)."""
    penalty: int = 0
    """1 after a hit of a pinning weapon (CD-TRAIT-15) ..."""
    blast: int = 0
    """... and 1 after a hit of a blast (CD-TRAIT-6)."""


@define(slots=False)
class Battle(TableBattle[Unit]):
    """All that can change in a battle, with the table, the forces and the scenario, which do not."""

    table: Battlefield
    scenario: Scenario
    forces: tuple[Force, ...]
    seat_names: tuple[str, ...]

    units: dict[str, Unit] = field(factory=dict)
    turn: int = 0
    phase: str = "Set-up"
    edges: tuple[str, ...] = ()
    initiative: int = 0
    """The seat that has it this turn."""
    active: str = ""
    """The unit whose activation it is."""
    may_hold: int = -1
    """The seat that may hold a unit this turn, -1 for neither (CD-HOLD-1) ..."""
    held: str = ""
    """... and the unit that it holds."""
    clouds: tuple[Cloud, ...] = ()
    fallen: tuple[Fallen, ...] = ()
    """Those who fell this turn or in the one before."""
    damage: dict[str, int] = field(factory=dict)
    """What buildings and sections of walls have taken, by their ids (CD-BLDG-1) ..."""
    ruins: tuple[str, ...] = ()
    """... and which of them are destroyed."""
    firing: str = ""
    """The unit that shoots in this AP: what comes of all its shots is tested when all are fired ..."""
    fires: tuple[Fire, ...] = ()
    """... and who has been shot at so far (CD-PIN-2)."""
    scores: tuple[int, ...] = (0, 0)
    kept: Kept = field(factory=Kept, init=False, eq=False, repr=False)
    """What was found out about the table as it stands; no part of the game, and not saved."""

    def ground(self) -> Hashable:
        return self.table, self.clouds, frozenset([unit.id for unit in self.units.values() if unit.ground])

    # ------------------------------------------------------------------ sides

    def side(self, seat: int) -> list[Unit]:
        """The units of a seat that still play."""
        return [unit for unit in self.units.values() if unit.seat == seat and unit.living]

    def enemies(self, seat: int) -> list[Unit]:
        """The enemy units that stand on the table, wrecks apart."""
        return [unit for unit in self.units.values() if unit.seat != seat and unit.models and not unit.gone]

    def waiting(self, seat: int) -> list[Unit]:
        """The units of a seat that have still to be activated this turn, the held one too (CD-ACT-3)."""
        return [unit for unit in self.side(seat) if not unit.activated and not unit.fighting]

    # ------------------------------------------------------------------ until when (CD-TURN-4)
    def is_pinned(self, unit: Unit, man: Man | None = None) -> bool:
        """Whether a unit, or one of its men, counts as pinned: from the failed test to the end of the pinned turn."""
        pinned = 0 < unit.pinned_from <= self.turn + 1 <= unit.pinned_to + 1
        return pinned and (man is None or not unit.pinned_part or unit.pinned_part == part_of(man))

    def serves_pin(self, unit: Unit, man: Man | None = None) -> bool:
        """Whether this is a turn without movement and with half the AP, for a unit or for one of its men (CD-PIN-8)."""
        serves = 0 < unit.pinned_from <= self.turn <= unit.pinned_to
        return serves and (man is None or not unit.pinned_part or unit.pinned_part == part_of(man))

    def is_confused(self, unit: Unit) -> bool:
        return 0 < unit.confused_from <= self.turn or unit.muddled == self.turn > 0

    def is_stunned(self, man: Man) -> bool:
        return man.stunned == self.turn > 0

    def is_tangled(self, man: Man) -> bool:
        return man.tangled == self.turn > 0

    def is_flashed(self, man: Man) -> bool:
        return man.flashed == self.turn > 0

    def points_of(self, unit: Unit) -> int:
        """The AP that a section has this turn: those of its best model, halved by a pin (CD-AP-3, CD-PIN-8)."""
        return max((self.points_of_man(unit, man) for man in unit.hands), default=0)

    def points_of_man(self, unit: Unit, man: Man) -> int:
        """In how many AP of its section, counted from the first, a model takes part (CD-CHAR-3, CD-AP-3)."""
        points = 0 if man.done == self.turn > 0 else man.soldier.ap
        return (points + 1) // 2 if unit.pinned_from and self.serves_pin(unit, man) else points

    def able(self, unit: Unit) -> list[Man]:
        """Who can do anything in the coming AP."""
        return [man for man in unit.hands if unit.spent < self.points_of_man(unit, man) and not self.is_stunned(man)]

    def remove(self, unit: Unit, why: str) -> None:
        """Take a unit off the table for good."""
        unit.models, unit.men, unit.crew, unit.gone, unit.aboard = (), (), (), why, ""
        unit.foes, unit.overwatch, unit.ground = (), False, False
        for other in self.units.values():
            if unit.id in other.foes:
                other.foes = tuple(foe for foe in other.foes if foe != unit.id)


def new_battle(scenario: Scenario, forces: tuple[Force, ...], seat_names: tuple[str, ...]) -> Battle:
    """The battle before the first step, nobody placed yet."""
    battle = Battle(scenario.table, scenario, forces, seat_names)
    for seat, force in enumerate(forces):
        for number, sheet in enumerate(force.sections, 1):
            name = f"{SEAT_LETTERS[seat]}{number}"
            men = tuple(Man(f"{name}-{place}", soldier) for place, soldier in enumerate(sheet.men, 1))
            if sheet.vehicle is None:
                battle.units[name] = Unit(name, seat, sheet, men, start=len(men))
                continue
            body = Man(f"{name}-0", body_of(sheet.vehicle))
            battle.units[name] = Unit(name, seat, sheet, (body,), start=1, crew=men, hull=Hull())
            on_foot = Sheet(f"Crew of {name}", sheet.men, size=BASE)
            battle.units[crew_of(name)] = Unit(crew_of(name), seat, on_foot, gone=IN_VEHICLE)
    return battle
