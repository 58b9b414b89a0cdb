"""What a force of Crimson Dusk holds: weapons, soldiers with their quality, sections (CD-CHAR, CD-WPN, CD-MWPN)."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Literal, get_args

from attrs import define, evolve, field

from tabletop_tui.records import frozen

Quality = Literal["Ir", "Rg", "Vt", "El"]
QUALITIES: tuple[Quality, ...] = get_args(Quality)
"""From worst to best (CD-CHAR-2)."""
QUALITY_WORDS = {"Ir": "irregular", "Rg": "regular", "Vt": "veteran", "El": "elite"}
SPACING: dict[Quality, float] = {"Ir": 2.0, "Rg": 2.0, "Vt": 3.0, "El": 4.0}
"""How far a model may be from the next one of its section, edge to edge, in units (CD-COH-3)."""
FEWEST: dict[Quality, int] = {"Ir": 5, "Rg": 4, "Vt": 3, "El": 2}
"""The minimum number of models in a section (CD-COH-3)."""
BASE = 1.0
"""The diameter of the base of one on foot, in units (CD-GEN-2)."""
BULKY = 11
"""Whoever has a higher AV cannot go to ground (CD-GTG-2)."""
PAIR = "two-pistols"
"""What both pistols of a gun fighter are called, fired together (CD-SR-GUNFIGHTER)."""
RUNNERS = 9
"""Whoever has a higher AV cannot run (CD-RUN-1)."""


# ---------------------------------------------------------------- weapons
@frozen(kw_only=True)
class Weapon:
    """One line of the weapon list, with its traits (CD-WPN-1)."""

    id: str
    name: str
    range: int
    """In units."""
    rof: int
    """Shots for 1 AP; below 0 the AP for one shot."""
    p: int = 0
    at: int = 0
    blast: int = 0
    """The diameter of its circle, in units."""
    heavy: int = 0
    flame: int = 0
    to_hit: int = 0
    pistol: bool = False
    hail: bool = False
    pinning: bool = False
    move_and_fire: bool = False
    indirect: bool = False
    thrown: bool = False
    """Carried besides whatever is in the hands."""
    hands: int = 2
    """So many it takes (CD-WPN-5)."""
    ammunition: tuple[str, ...] = ()
    """What it can be loaded with in place of the usual (CD-AMMO)."""

    @property
    def shots(self) -> int:
        """How many dice one firing rolls (CD-WPN-2)."""
        return max(1, self.rof)

    @property
    def aps(self) -> int:
        """How many AP one firing takes (CD-WPN-3)."""
        return max(1, -self.rof)

    @property
    def furthest(self) -> float:
        """Beyond maximum range by half of it again; a flamethrower has no beyond (CD-SHOOT-3, CD-TRAIT-11C)."""
        return float(self.range) if self.flame else 1.5 * self.range


@frozen(kw_only=True)
class Blade:
    """A weapon for melee (CD-MEL-10, CD-MWPN)."""

    id: str
    name: str
    hands: int = 1
    p: int = 0
    """Added to the P of whoever strikes."""
    hit: int = 0


FISTS = Blade(id="knife", name="Knife or bayonet")
"""What everybody has (CD-MEL-10)."""


@frozen(kw_only=True)
class Ammunition:
    """Something to load in place of the usual (CD-AMMO)."""

    id: str
    name: str
    blast: int = 0
    p: int = 0
    at: int = 0


@frozen(kw_only=True)
class Armour:
    """A class of armour, and the equipment that it is (CD-CHAR-6)."""

    id: str
    name: str
    av: int
    trait: str = ""


@frozen(kw_only=True)
class Trait:
    """A special rule, a training or a piece of equipment (CD-EQ, CD-SR)."""

    id: str
    name: str
    rule: str
    low: int = 0
    """Its number lies between this ..."""
    high: int = 0
    """... and this; 0 where it has none."""


Locomotion = Literal["wheeled", "off-road", "tracked", "hover", "anti-grav"]
"""How a vehicle moves (CD-VEH-9 to CD-VEH-13); 'off-road' are half-tracked ones too."""


@frozen(kw_only=True)
class VehicleType:
    """One line of the vehicle list (CD-VEX); its size and locomotion are ours."""

    id: str
    name: str
    speed: int
    """The highest, in units a turn."""
    acdc: int
    """By how much its speed may rise in a turn, and by half of how much it may fall, in units."""
    tr: int
    """The radius of its bends, in units, for each full Ac/Dc of its speed (CD-VEH-4)."""
    av: int
    dam: int
    crew: int
    seats: int
    locomotion: Locomotion
    size: float
    """The diameter of its base, in units."""
    exposed: bool = False
    """Whether those aboard sit in the open, and so may shoot (CD-PASS-9)."""
    bike: bool = False


@frozen
class Catalogue:
    """All that a force can be composed of, by id."""

    weapons: dict[str, Weapon] = field(factory=dict)
    blades: dict[str, Blade] = field(factory=dict)
    armours: dict[str, Armour] = field(factory=dict)
    traits: dict[str, Trait] = field(factory=dict)
    ammunition: dict[str, Ammunition] = field(factory=dict)
    vehicles: dict[str, VehicleType] = field(factory=dict)


# ---------------------------------------------------------------- those who carry them
@define(eq=False, slots=False)
class Soldier:
    """The profile of one model (CD-CHAR-1). It never changes."""

    quality: Quality = "Rg"
    ap: int = 3
    sm: int = 0
    mm: int = 0
    av: int = 6
    cb: int = 0
    """The command bonus of a personality (CD-CHAR-8)."""
    weapons: tuple[Weapon, ...] = ()
    blades: tuple[Blade, ...] = ()
    traits: dict[str, int] = field(factory=dict)
    """Special rules and equipment by id, each with its number, 1 where it has none."""
    loads: tuple[Ammunition, ...] = ()
    """What it carries to load in place of the usual (CD-AMMO)."""

    def has(self, trait: str) -> bool:
        return trait in self.traits

    def weapon(self, name: str) -> Weapon:
        return next(weapon for weapon in self.at_hand if weapon.id == name)

    @cached_property
    def at_hand(self) -> tuple[Weapon, ...]:
        """What it may fire: its weapons, before them both pistols of a gun fighter as one (CD-SR-GUNFIGHTER)."""
        pistols = [weapon for weapon in self.weapons if weapon.pistol]
        if not self.has("gun-fighter") or len(pistols) < 2:
            return self.weapons
        both = evolve(pistols[0], id=PAIR, name="Two pistols", rof=2 * pistols[0].rof)
        return (both, *self.weapons)

    def loads_of(self, weapon: Weapon) -> tuple[Ammunition, ...]:
        """What it may load into a weapon (CD-AMMO-1)."""
        return tuple(load for load in self.loads if load.id in weapon.ammunition)

    def loaded(self, weapon: Weapon, load: str) -> Weapon:
        """A weapon with what was loaded into it; '' is the usual."""
        found = next((one for one in self.loads if one.id == load), None)
        if found is None:
            return weapon
        return evolve(weapon, name=f"{found.name}, {weapon.name}", blast=found.blast, p=found.p, at=found.at)

    @cached_property
    def pace(self) -> int:
        """How far it moves for 1 AP, in units (CD-MOVE-1, CD-MOVE-2, CD-EQ-JUMP-1)."""
        return 4 if self.has("fast") or self.has("jump-pack") else 3 if self.has("quick") else 2

    @cached_property
    def melee_av(self) -> int:
        """Its AV against blows (CD-EQ-SHIELD)."""
        return self.av + 2 * self.has("shield")

    @cached_property
    def arms(self) -> str:
        """What it carries, in words."""
        names = [weapon.name for weapon in self.weapons] + [blade.name for blade in self.blades]
        return ", ".join(names) or "unarmed"


@define(eq=False, slots=False)
class Sheet:
    """A section, or a personality alone, as it was composed. It never changes."""

    name: str
    men: tuple[Soldier, ...]
    personality: bool = False
    """Activated and moved by itself (CD-CHAR-7)."""
    size: float = BASE
    """The diameter of each base, in units."""
    cost: int = 0
    vehicle: VehicleType | None = None
    """What it is where it is a vehicle; its men are the crew then, the driver first (CD-PASS-1)."""
    mounted: tuple[Weapon, ...] = ()
    """The weapons of a vehicle."""

    @property
    def quality(self) -> Quality:
        """The worst quality in it (CD-SKILL-3)."""
        return worst(self.men)


@define(eq=False, slots=False)
class Force:
    """A force ready to play."""

    name: str
    sections: tuple[Sheet, ...]

    @property
    def cost(self) -> int:
        return sum(sheet.cost for sheet in self.sections)


@lru_cache(maxsize=1 << 12)
def worst(men: tuple[Soldier, ...]) -> Quality:
    """The worst quality among some (CD-SKILL-3)."""
    found = {man.quality for man in men}
    return next(quality for quality in QUALITIES if quality in found)
