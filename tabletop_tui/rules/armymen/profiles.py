"""What an army of Army Men holds: weapons, units, upgrades, and units as they are bought (AMC-UNIT, AMC-WPN)."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

Quality = Literal["", "recruits", "veterans"]
"""Recruits must re-roll successes, veterans may re-roll failures."""


# ---------------------------------------------------------------- weapons
@frozen
class Weapon:
    """One line of the weapon list. Range in inches, None for melee; `dice` D6 are rolled for the number of attacks."""

    id: str
    name: str
    range: int | None
    attacks: int
    """A fixed number of attacks; 0 where dice are rolled."""
    dice: int
    star: bool
    """Whether its hits are doubled against vehicles, and not halved (AMC-WPN-3)."""
    rule: str

    @property
    def words(self) -> str:
        number = str(self.attacks) if self.attacks else "D6" if self.dice == 1 else f"{self.dice}D6"
        return f"{number}{'*' if self.star else ''}"


WEAPONS = {
    weapon.id: weapon
    for weapon in (
        Weapon("fists", "Fists", None, 1, 0, False, "AMC-WPN-5"),
        Weapon("bayonet", "Bayonet", None, 2, 0, False, "AMC-WPN-6"),
        Weapon("bomb", "Bomb", 6, 0, 2, True, "AMC-WPN-7"),
        Weapon("grenade", "Grenade", 12, 0, 1, False, "AMC-WPN-8"),
        Weapon("c4", "C4", 12, 0, 1, True, "AMC-WPN-9"),
        Weapon("flamethrower", "Flamethrower", 12, 0, 2, False, "AMC-WPN-10"),
        Weapon("rifle", "Rifle", 24, 1, 0, False, "AMC-WPN-11"),
        Weapon("sniper-rifle", "Sniper Rifle", 36, 1, 0, False, "AMC-WPN-12"),
        Weapon("machinegun", "Machinegun", 36, 3, 0, False, "AMC-WPN-13"),
        Weapon("bazooka", "Bazooka", 36, 0, 1, True, "AMC-WPN-14"),
        Weapon("autocannon", "Autocannon", 48, 3, 0, False, "AMC-WPN-15"),
        Weapon("mortar", "Mortar", 48, 0, 1, True, "AMC-WPN-16"),
        Weapon("missile", "Missile", 48, 0, 1, True, "AMC-WPN-16"),
        Weapon("cannon", "Cannon", 48, 0, 2, True, "AMC-WPN-17"),
    )
}


# ---------------------------------------------------------------- what is for sale
@frozen
class UnitType:
    """One entry of the unit lists; `costs` gives the price for each size that can be bought."""

    id: str
    name: str
    costs: dict[int, int]
    weapon: str = ""
    quality: Quality = ""
    vehicle: bool = False
    armour: int = 0
    """Extra dice to block (AMC-VEH-5)."""
    capacity: int = 0
    advance: int = 6
    rush: int = 12
    radius: float = 0.5
    support: bool = False
    """Gunners, Snipers and Heavy Weapons: three such units an army (AMC-PREP-5)."""
    sniper: bool = False
    indirect: bool = False
    """May shoot at what only friends see (AMC-UNIT-11, AMC-VUNIT-10)."""
    hold_only: bool = False
    """Shoots only with Hold (AMC-VUNIT-9)."""
    upgrades: tuple[str, ...] = ()
    rule: str = ""


@frozen
class Upgrade:
    """Something that a unit can be upgraded with; of one `slot` a unit has one at most."""

    id: str
    name: str
    cost: int
    slot: str
    weapon: str = ""
    """What it arms a soldier or the vehicle with."""
    armour: int = 0
    capacity: int = 0
    rule: str = ""


SOLDIERS = ("bayonets", "grenades", "c4", "flamethrower", "bazooka")
UNITS = {
    unit.id: unit
    for unit in (
        UnitType("recruits", "Recruits", {5: 15, 10: 30}, "rifle", "recruits", upgrades=SOLDIERS, rule="AMC-UNIT-1"),
        UnitType("riflemen", "Riflemen", {5: 25, 10: 50}, "rifle", upgrades=SOLDIERS, rule="AMC-UNIT-3"),
        UnitType("veterans", "Veterans", {5: 40, 10: 80}, "rifle", "veterans", upgrades=SOLDIERS, rule="AMC-UNIT-4"),
        UnitType("gunners", "Gunners", {1: 10, 3: 30}, "machinegun", support=True, rule="AMC-UNIT-6"),
        UnitType("snipers", "Snipers", {1: 10, 3: 30}, "sniper-rifle", support=True, sniper=True, rule="AMC-UNIT-7"),
        UnitType("heavy", "Heavy Weapons", {1: 20, 3: 60}, "mortar", support=True, indirect=True, rule="AMC-UNIT-10"),
        UnitType(
            id="jeep",
            name="Jeep",
            costs={1: 40},
            vehicle=True,
            armour=1,
            capacity=5,
            advance=12,
            rush=24,
            radius=1.25,
            upgrades=("truck", "apc", "jeep-mg"),
            rule="AMC-VUNIT-1",
        ),
        UnitType(
            id="tank",
            name="Tank",
            costs={1: 150},
            weapon="cannon",
            vehicle=True,
            armour=3,
            advance=12,
            rush=24,
            radius=1.75,
            upgrades=("medium-tank", "heavy-tank", "tank-mg"),
            rule="AMC-VUNIT-6",
        ),
        UnitType(
            id="artillery",
            name="Artillery",
            costs={1: 90},
            weapon="cannon",
            vehicle=True,
            radius=1.25,
            indirect=True,
            hold_only=True,
            rule="AMC-VUNIT-7",
        ),
    )
}
UPGRADES = {
    upgrade.id: upgrade
    for upgrade in (
        Upgrade("bayonets", "Bayonets", 10, "bayonets", rule="AMC-UPG-2"),
        Upgrade("grenades", "grenades", 5, "grenadier", "grenade", rule="AMC-UPG-3"),
        Upgrade("c4", "C4", 10, "grenadier", "c4", rule="AMC-UPG-3"),
        Upgrade("flamethrower", "Flamethrower", 10, "specialist", "flamethrower", rule="AMC-UPG-4"),
        Upgrade("bazooka", "Bazooka", 10, "specialist", "bazooka", rule="AMC-UPG-4"),
        Upgrade("truck", "Truck", 20, "body", capacity=10, rule="AMC-VUPG-1"),
        Upgrade("apc", "APC", 70, "body", armour=1, capacity=10, rule="AMC-VUPG-2"),
        Upgrade("jeep-mg", "MG", 10, "mg", "machinegun", rule="AMC-VUPG-3"),
        Upgrade("medium-tank", "Medium Tank", 25, "body", armour=1, rule="AMC-VUPG-4"),
        Upgrade("heavy-tank", "Heavy Tank", 50, "body", armour=2, rule="AMC-VUPG-5"),
        Upgrade("tank-mg", "MG", 10, "mg", "machinegun", rule="AMC-VUPG-6"),
    )
}


# ---------------------------------------------------------------- what was bought
@frozen
class Choice:
    """One unit as it is bought."""

    unit: str
    size: int
    upgrades: tuple[str, ...] = ()

    @property
    def type(self) -> UnitType:
        return UNITS[self.unit]

    @property
    def bought(self) -> list[Upgrade]:
        return [UPGRADES[name] for name in self.upgrades]

    @property
    def cost(self) -> int:
        return self.type.costs[self.size] + sum(upgrade.cost for upgrade in self.bought)

    @property
    def name(self) -> str:
        """Its name; a Truck, an APC or a heavier tank goes by that."""
        body = next((upgrade.name for upgrade in self.bought if upgrade.slot == "body"), self.type.name)
        return body if self.type.vehicle else f"{body} {self.size}"

    @property
    def armour(self) -> int:
        return self.type.armour + sum(upgrade.armour for upgrade in self.bought)

    @property
    def capacity(self) -> int:
        return max([self.type.capacity, *(upgrade.capacity for upgrade in self.bought)])

    @property
    def melee(self) -> Weapon:
        return WEAPONS["bayonet" if "bayonets" in self.upgrades else "fists"]

    def arms(self) -> tuple[tuple[str, ...], ...]:
        """The weapons of each model: the grenadier keeps his rifle, the specialist gives it up (AMC-UPG-3, -4)."""
        models = [[self.type.weapon] if self.type.weapon else [] for _ in range(self.size)]
        for upgrade in self.bought:
            if upgrade.slot == "grenadier":
                models[-1].append(upgrade.weapon)
            elif upgrade.slot == "specialist":
                models[0] = [upgrade.weapon]
            elif upgrade.weapon:
                models[0].append(upgrade.weapon)
        return tuple(map(tuple, models))


@frozen
class Army:
    """An army ready to play."""

    name: str
    units: tuple[Choice, ...]
    points: int = 300
    """The limit to which it was built."""

    @property
    def cost(self) -> int:
        return sum(choice.cost for choice in self.units)
