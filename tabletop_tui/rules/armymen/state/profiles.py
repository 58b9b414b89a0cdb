"""What an army of Army Men holds: weapons, units, upgrades, and units as they are bought (AMC-UNIT, AMC-WPN)."""

from __future__ import annotations

from typing import Literal

from attrs import field

from tabletop_tui.records import frozen

Quality = Literal["", "recruits", "veterans"]
"""Recruits must re-roll successes, veterans may re-roll failures (AMC-UNIT-2, AMC-UNIT-5)."""
Slot = Literal["bayonets", "grenadier", "specialist", "body", "mg"]
"""Of the upgrades for one slot a unit has one at most."""
FISTS = "fists"
"""What a unit without bayonets fights with in melee (AMC-WPN-1)."""


# ---------------------------------------------------------------- what is for sale
@frozen
class Weapon:
    """One line of the weapon list; a fixed number of `attacks`, or so many `dice` whose sum is the number."""

    id: str
    name: str
    range: int = 0
    """In inches; 0 for melee."""
    attacks: int = 0
    dice: int = 0
    star: bool = False
    """Whether its hits are doubled against vehicles, and not halved (AMC-WPN-3)."""

    @property
    def words(self) -> str:
        """The number of attacks as the list prints it."""
        number = str(self.attacks) if self.attacks else "D6" if self.dice == 1 else f"{self.dice}D6"
        return f"{number}{'*' if self.star else ''}"


@frozen(kw_only=True)
class Traits:
    """What the rules want to know of a kind of unit, and of one that was bought."""

    quality: Quality = ""
    vehicle: bool = False
    armour: int = 0
    """Extra dice to block (AMC-VEH-5)."""
    capacity: int = 0
    """Models that it carries (AMC-VUNIT-2)."""
    advance: int = 6
    rush: int = 12
    radius: float = 0.5
    """Of a base, in inches."""
    support: bool = False
    """One of which an army has three at most (AMC-PREP-5)."""
    sniper: bool = False
    indirect: bool = False
    """May shoot at what only friends see (AMC-UNIT-11, AMC-VUNIT-10)."""
    hold_only: bool = False
    """Shoots only with Hold (AMC-VUNIT-9)."""


@frozen(kw_only=True)
class UnitType(Traits):
    """One entry of the unit lists."""

    id: str
    name: str
    costs: tuple[tuple[int, int], ...]
    """Each size that can be bought, with its price."""
    single: str = ""
    """What a unit of one model is called; '' for the same name."""
    weapon: str = ""
    upgrades: tuple[str, ...] = ()


@frozen
class Upgrade:
    """Something that a unit can be upgraded with."""

    id: str
    name: str
    cost: int
    slot: Slot
    weapon: str = ""
    """What it arms a soldier, the whole unit (bayonets) or the vehicle with."""
    armour: int = 0
    capacity: int = 0


@frozen
class Catalogue:
    """All that can be bought, by id."""

    weapons: dict[str, Weapon] = field(factory=dict)
    units: dict[str, UnitType] = field(factory=dict)
    upgrades: dict[str, Upgrade] = field(factory=dict)


# ---------------------------------------------------------------- what was bought
@frozen
class Choice:
    """One unit as an army file buys it."""

    unit: str
    size: int = 1
    upgrades: tuple[str, ...] = ()


@frozen(kw_only=True)
class Sheet(Traits):
    """A unit as it was bought, with everything that the rules want to know of it."""

    name: str
    """Without its size: how many of it are left changes."""
    size: int
    cost: int
    weapons: dict[str, Weapon]
    """Every weapon that it has, by id."""
    arms: tuple[tuple[str, ...], ...]
    """The ids of the weapons that each model can fire."""
    melee: str = FISTS
    bought: tuple[str, ...] = ()
    """The names of its upgrades."""

    longest: int = field(init=False, eq=False, repr=False)
    """The range of the weapon of it that reaches furthest."""

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "longest", max((weapon.range for weapon in self.weapons.values()), default=0))

    def weapon(self, name: str) -> Weapon:
        return self.weapons[name]

    @property
    def listed_as(self) -> str:
        """The name in the list of a force, with how many there are of it."""
        return f"{self.size} {self.name}" if self.size > 1 else self.name

    @property
    def special_rules(self) -> list[tuple[str, str]]:
        """What is special about it, in a few words, each with its rule."""
        named = (
            ("re-rolls successes", "AMC-UNIT-2", self.quality == "recruits"),
            ("re-rolls failures", "AMC-UNIT-5", self.quality == "veterans"),
            ("hits on 2+", "AMC-UNIT-8", self.sniper),
            ("no block per hit", "AMC-UNIT-9", self.sniper),
            ("indirect fire", "AMC-VUNIT-10" if self.vehicle else "AMC-UNIT-11", self.indirect),
            ("shoots on Hold", "AMC-VUNIT-9", self.hold_only),
            (f"carries {self.capacity} models", "AMC-VUNIT-2", self.capacity),
        )
        return [(words, rule) for words, rule, has in named if has]


@frozen
class Army:
    """An army ready to play."""

    name: str
    units: tuple[Sheet, ...]
    points: int = 300
    """The limit to which it was built."""

    @property
    def cost(self) -> int:
        return sum(sheet.cost for sheet in self.units)
