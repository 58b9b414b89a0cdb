"""What an army list of PMC 2640 holds: unit types with their parameters and special rules (PMC-STAT, PMC-SR)."""

from __future__ import annotations

from functools import cached_property

from tabletop_tui.records import frozen

INFANTRY_RADIUS = 0.25
"""Half an inch across: small beside the 1 in gaps, and more than a point (PMC-GEN-4)."""
VEHICLE_RADIUS = 1.0
AUXILIARY_FIREPOWER = 1
AUXILIARY_RANGE = 12
ROMAN = ("", "I", "II", "III", "IV", "V")
"""The Tiers, the weakest first (PMC-TIER-1)."""

COUNTED = {"Command unit ({})": "command", "Minimum range ({} in)": "minimum_range"}
"""Special rules that come with a number, as the army list names them, and the attribute of UnitType that holds it."""
SPECIAL = {
    "Inspiring presence": "inspiring",
    "Cumbersome weapon": "cumbersome",
    "Destructive weapon": "destructive",
    "Indirect fire": "indirect",
    "Markerlights": "markerlights",
    "Specialisation (ground)": "ground_only",
    "Stealth": "stealth",
    "always Basic Firepower": "basic_only",
    "Ground vehicle": "vehicle",
}
"""The other special rules, and their attributes."""


def half_of(number: int) -> int:
    """Half of a number: whatever is divided is rounded up (PMC-GEN-13)."""
    return -(-number // 2)


@frozen
class UnitType:
    """One line of the army list. Distances in inches; a vehicle is a unit of one model (PMC-VEH-3)."""

    id: str
    name: str
    tier: int
    size: int
    move: int
    firepower: int
    range: int
    defence: int
    """Against shots and hand to hand (PMC-STAT-4)."""
    assault: int
    morale: int
    """Structure, for a vehicle (PMC-VEH-1)."""
    vehicle: bool = False
    turn_cost: int = 0
    """What a turn of up to 90 degrees costs a vehicle, in inches (PMC-VEH-5)."""
    command: int = 0
    """Command unit (X): how many units Coordinate may activate (PMC-SR-1)."""
    inspiring: bool = False
    cumbersome: bool = False
    destructive: bool = False
    indirect: bool = False
    minimum_range: int = 0
    markerlights: bool = False
    ground_only: bool = False
    """The main weapon hits nothing that flies, of which there is nothing here (PMC-SR-13)."""
    stealth: bool = False
    basic_only: bool = False
    """The main weapon always uses Basic Firepower (PMC-SR-15)."""
    most: int = 0
    """The most units of this type for each Priority level; 0 for no limit of its own (PMC-ARMY-8)."""

    @cached_property
    def radius(self) -> float:
        return VEHICLE_RADIUS if self.vehicle else INFANTRY_RADIUS

    def morale_of(self, left: int) -> int:
        """The Morale with so many models left: 1 less for each model lost, never below 1 (PMC-STAT-3)."""
        return max(1, self.morale - (self.size - left))

    def model_bonus(self, left: int) -> int:
        """For attacks with so many soldiers: 1-2 nothing, 3-4 +1, 5-6 +2, 7 and more +3 (PMC-FIRE-4, PMC-ASSLT-7)."""
        return 0 if self.vehicle else min(3, half_of(left) - 1)

    @property
    def special_rules(self) -> list[str]:
        """The special rules as the army list names them."""
        return [name for _, name in self.specials]

    @property
    def specials(self) -> list[tuple[str, str]]:
        """The same, each after its attribute."""
        found = [(key, name.format(count)) for name, key in COUNTED.items() if (count := getattr(self, key))]
        return [*found, *((key, name) for name, key in SPECIAL.items() if getattr(self, key))]


@frozen
class Army:
    """An army ready to play."""

    name: str
    priority: int
    units: tuple[UnitType, ...]

    @property
    def tiers(self) -> int:
        """The sum of all Unit Tiers (PMC-ARMY-2)."""
        return sum(unit.tier for unit in self.units)
