"""What a force of TechCommander holds: weapons, gear, units (TC-STAT-1, TC-GEAR-2). The book prints no cards: all of
these are ours, made by its rules."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, TypeVar, get_args

from attrs import define, field

from tabletop_tui.records import frozen
from tabletop_tui.table.deterministic_math import added

Kind = Literal["msv", "vehicle", "troop", "crew"]
"""The families of units (TC-GEN-2, TC-CREW-1)."""
KINDS: tuple[Kind, ...] = get_args(Kind)
KIND_WORDS = {"msv": "MSV", "vehicle": "vehicle", "troop": "troop", "crew": "crew"}
Locomotion = Literal["legs", "wheeled", "tracked", "hover", "flying"]
FULL_LIFE = 20
"""What every unit and every piece of terrain starts with (TC-DMG-1)."""
MOST_SIZE_BONUS = 6
PEOPLE_HEIGHT = 1.0
"""Of crew and troops, in centimetres (TC-UNIT-7)."""
HEIGHTS: dict[tuple[str, int], float] = {
    **{("vehicle", ac): height for ac, height in ((1, 1.0), (2, 1.5), (3, 2.0), (4, 2.5))},
    **{("msv", ac): height for ac, height in ((3, 4.0), (4, 5.0), (5, 6.0), (6, 7.0))},
}
"""How high models are, by kind and AC, in centimetres (TC-UNIT-7)."""
BASES: dict[tuple[str, int], float] = {
    **{("vehicle", ac): size for ac, size in ((1, 2.0), (2, 4.0), (3, 6.0), (4, 8.0))},
    **{("msv", ac): size for ac, size in ((3, 5.0), (4, 6.0), (5, 8.0), (6, 8.0))},
}
"""The diameters of bases, in centimetres (TC-BASE-3, TC-BASE-4, TC-BASE-5, TC-BASE-6, TC-BASE-7, TC-BASE-8)."""
PEOPLE_BASE = 2.0
"""The diameter of the base of whoever is AC1, in centimetres (TC-BASE-2)."""


# ---------------------------------------------------------------- weapons and gear
@frozen(kw_only=True)
class Mode:
    """A type of round, or a way to fire a weapon (TC-MODE-1)."""

    id: str
    name: str
    ignores: int = 0
    """The armour reduction that it ignores: armour piercing (TC-WALL-1)."""
    damage: int = 0
    """Of each shot, where it is another than the weapon's."""
    splash: int = 0
    radius: float = 0.0
    """The damage of its splash and how far that reaches, where they are other than the weapon's, in centimetres."""


@frozen(kw_only=True)
class Weapon:
    """A weapon, one copy of it (TC-GEAR-2 and all that follow)."""

    id: str
    name: str
    shots: int
    """Dice, and the most targets (TC-GEAR-11)."""
    damage: int
    """Of each shot that hits (TC-GEAR-2)."""
    opt: float
    """The optimum range, in centimetres; 0 of a melee weapon (TC-GEAR-9)."""
    min: float = 0.0
    """The shortest range of a direct shot, in centimetres (TC-GEAR-8)."""
    drop: int = 1
    """The penalty for each ... (TC-GEAR-3)"""
    per: float = 1.0
    """... so many centimetres beyond the optimum."""
    fire_control: int = 0
    link: int = 1
    """So many copies may be fired in one action (TC-GEAR-6)."""
    rounds: int = 0
    """How often it can be fired; 0 without end (TC-GEAR-10)."""
    weight: float = 0.0
    """In tons; in kilograms where crew or troops carry it (TC-GEAR-12)."""
    power: float = 0.0
    made_for: str = ""
    """The kind of unit that it was made for, which limits nobody (TC-GEAR-1)."""
    nlos: bool = False
    """Whether it can be fired without line of sight (TC-NLOS-1)."""
    missile: bool = False
    melee: bool = False
    """Whether it wants base contact (TC-OOS-1)."""
    repairs: bool = False
    """Whether it gives life instead of taking it (TC-REPAIR-1)."""
    sentry: bool = False
    """Whether it fires by itself at what moves (TC-SENTRY-1)."""
    again: bool = False
    """Whether it may be used more than once a turn (TC-POSTUP-3)."""
    splash: int = 0
    """The damage of its splash ..."""
    radius: float = 0.0
    """... and how far that reaches, in centimetres (TC-SPLASH-4)."""
    portable: bool = False
    """Whether crew and troops carry it, by kilograms (TC-EQUIP-1)."""
    modes: tuple[Mode, ...] = ()
    """The first is taken where none is chosen (TC-MODE-2); none where all its rounds are alike."""

    def mode(self, name: str) -> Mode | None:
        return next((mode for mode in self.modes if mode.id == name), None)


GearKind = Literal[
    "smoke",
    "plating",
    "designator",
    "ecm",
    "anti-missile",
    "linker",
    "jump",
    "command",
    "bubble",
    "scanner",
    "suppression",
    "thermal",
]


@frozen(kw_only=True)
class Gear:
    """A piece of gear that is no weapon; what it does says its kind."""

    id: str
    name: str
    does: GearKind
    value: int = 0
    """The reduction of plating, the actions of a command suite, the bonus of a scanner, the number of a defence."""
    radius: float = 0.0
    height: float = 0.0
    """Of a cloud of smoke, in centimetres; the radius of a scanner's scan as well, 0 for the usual."""
    rounds: int = 0
    """How often it can be used; 0 without end."""
    weight: float = 0.0
    power: float = 0.0
    portable: bool = False


Thing = TypeVar("Thing", Weapon, Gear)


def kilograms(thing: Weapon | Gear) -> float:
    """What it weighs, whoever carries it."""
    return thing.weight if thing.portable else thing.weight * A_TON


A_TON = 1000.0
"""In kilograms."""


# ---------------------------------------------------------------- units
@frozen(kw_only=True)
class UnitCard:
    """A unit as the list sells it: a chassis, a vehicle, a soldier in his suit, with its standard build.

    What is particular to it stands on its card (TC-STAT-1); the suit of a troop says how fast it is and what it can
    carry (TC-ECBS-1), the chassis of an MSV is legs, engine, cockpit and what is fixed to them (TC-MSV-14).
    """

    id: str
    name: str
    kind: Kind
    ac: int
    speed: float
    """Before under-loading, in centimetres."""
    locomotion: Locomotion = "legs"
    jump: bool = False
    """Whether it jumps without gear for it (TC-ECBS-2)."""
    infiltrates: bool = False
    syndicate: bool = False
    tier: int = 0
    rallies: bool = False
    """Of a vehicle: whether it may be rallied with infantry (TC-RALLY-1)."""
    capacity: float = 0.0
    """What crew and troops carry, in kilograms (TC-EQUIP-1)."""
    mounts: int = 0
    """For weapons of an MSV (TC-MSV-18)."""
    gear_weight: float = 0.0
    """What an MSV can carry, in tons, where that is not what its class can (TC-MSV-6) ..."""
    gear_power: float = 0.0
    """... and the power that it has for it."""
    crew: int = 0
    """Who come with it, as the pilot and the IO of an MSV do, and count against no limit (TC-MSV-3)."""
    seats: int = 0
    """For passengers (TC-VEH-3, TC-MSV-4)."""
    hatch: int = 0
    """So many of them can shoot out (TC-UNBUT-1)."""
    bonus: int = 0
    """What an ability adds to hit, as Wet Wire Jacks do (TC-DATA-2) ..."""
    ability: str = ""
    """... and what it is called."""
    height: float = 0.0
    """Where it is another than usual, in centimetres (TC-UNIT-7)."""
    standard: tuple[str, ...] = ()
    """The gear of its card (TC-STAT-4): what is fixed, and its weight and power taken off (TC-MSV-15) ..."""
    integrated: tuple[str, ...] = ()
    """... and fixed gear that costs none (TC-MSV-16), by id."""
    build: tuple[str, ...] = ()
    """The rest of its standard build, which may be swapped (TC-MSV-19), by id."""


Carried = Weapon | Gear


@define(eq=False, slots=False)
class Sheet:
    """A unit ready to play. It never changes."""

    card: UnitCard
    weapons: tuple[Weapon, ...] = ()
    """Each copy by itself."""
    gear: tuple[Gear, ...] = ()
    name: str = field(default="", kw_only=True)
    """What a custom build is called; the name of its card else."""
    loose: tuple[str, ...] = field(default=(), kw_only=True)
    """The ids of what was added with free weight and power, so that it may be dropped or looted (TC-LOOT-2)."""

    def __attrs_post_init__(self) -> None:
        self.name = self.name or self.card.name

    @property
    def ac(self) -> int:
        """Its size: what is added to hit it, and what damage is divided by (TC-UNIT-3, TC-STAT-2)."""
        return self.card.ac

    @cached_property
    def carried(self) -> tuple[Carried, ...]:
        """All weapons and gear."""
        return (*self.weapons, *self.gear)

    @property
    def kind(self) -> Kind:
        return self.card.kind

    @property
    def on_foot(self) -> bool:
        """Whether it is crew or troops (TC-UNIT-6)."""
        return self.card.kind in ("troop", "crew")

    @cached_property
    def radius(self) -> float:
        """Of its base, in centimetres."""
        return (PEOPLE_BASE if self.on_foot else BASES[self.kind, self.ac]) / 2

    @cached_property
    def height(self) -> float:
        """Of its model, in centimetres (TC-UNIT-7)."""
        return self.card.height or (PEOPLE_HEIGHT if self.on_foot else HEIGHTS[self.kind, self.ac])

    @cached_property
    def width(self) -> float:
        """Of its model: half of its base (TC-UNIT-7, TC-BASE-10)."""
        return self.radius

    @cached_property
    def speed(self) -> float:
        """In centimetres, as it is bought (TC-EQUIP-2)."""
        return self.speed_without(())

    def speed_without(self, lost: tuple[str, ...]) -> float:
        """What crew and troops do not carry makes them faster; of this they carry the named copies no more."""
        if not self.on_foot:
            return self.card.speed
        things: dict[str, Carried] = {**self.arms, **self.kit}
        left = [thing for name, thing in things.items() if name not in lost]
        return self.card.speed + max(0.0, (self.card.capacity - added(map(kilograms, left))) // UNUSED)

    @cached_property
    def jumps(self) -> bool:
        return self.card.jump or self.has("jump")

    @cached_property
    def command(self) -> int:
        """The actions that it adds to those of its player (TC-CMD-1)."""
        return sum(one.value for one in self.gear if one.does == "command")

    def has(self, does: GearKind) -> bool:
        return any(one.does == does for one in self.gear)

    @cached_property
    def arms(self) -> dict[str, Weapon]:
        """Each copy of each weapon under a name of its own: 'lance-1', 'lance-2'."""
        return numbered(self.weapons)

    @cached_property
    def kit(self) -> dict[str, Gear]:
        """The same of its gear."""
        return numbered(self.gear)


UNUSED = 5
"""Each full 5 kg that crew or troops do not carry are 1 cm of speed (TC-EQUIP-2)."""


def numbered(things: tuple[Thing, ...]) -> dict[str, Thing]:
    """Each copy under the id of its kind and its number."""
    found: dict[str, Thing] = {}
    for thing in things:
        count = 1 + sum(one.id == thing.id for one in found.values())
        found[f"{thing.id}-{count}"] = thing
    return found


CREW_CARD = UnitCard(id="crew", name="Crew", kind="crew", ac=1, speed=18, capacity=23)
CREW = Sheet(CREW_CARD)
"""A crewmember (TC-CREW-1)."""


@define(eq=False, slots=False)
class Force:
    """A force ready to play."""

    name: str
    units: tuple[Sheet, ...]

    @property
    def cost(self) -> int:
        """The AC of all of its units together (TC-GAME-2)."""
        return sum(sheet.ac for sheet in self.units)


@frozen
class Catalogue:
    """All that is sold, by id."""

    weapons: dict[str, Weapon] = field(factory=dict)
    gear: dict[str, Gear] = field(factory=dict)
    units: dict[str, UnitCard] = field(factory=dict)
