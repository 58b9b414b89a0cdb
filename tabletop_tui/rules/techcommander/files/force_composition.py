"""What a unit may carry and a force may hold (TC-MSV-13, TC-MSV-18, TC-EQUIP-1, TC-GAME-2)."""

from __future__ import annotations

from collections.abc import Iterable

from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.profiles import (
    A_TON,
    Catalogue,
    Force,
    Gear,
    Sheet,
    UnitCard,
    Weapon,
    kilograms,
)
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.deterministic_math import added


# ---------------------------------------------------------------- what an MSV can carry
@frozen
class MsvClass:
    """A class of the MSV standard, before standard gear is taken off."""

    name: str
    total: float
    """The most that it may weigh with all its gear, in tons (TC-MSV-11) ..."""
    gear: float
    """... half of which is for weapons and gear."""
    power: float
    """Its power limit (TC-MSV-12)."""
    rule: str


CLASSES = {
    3: MsvClass("light", 30, 15, 30, "TC-MSV-7"),
    4: MsvClass("medium", 40, 20, 40, "TC-MSV-8"),
    5: MsvClass("heavy", 50, 25, 50, "TC-MSV-9"),
    6: MsvClass("ultra heavy", 60, 30, 60, "TC-MSV-10"),
}
"""By AC."""


def free_weight(card: UnitCard) -> float:
    """What standard gear and the rest of an MSV may weigh together, in tons (TC-MSV-6, TC-MSV-11, TC-MSV-15)."""
    return card.gear_weight or CLASSES[card.ac].gear


def free_power(card: UnitCard) -> float:
    """The same of its power (TC-MSV-6, TC-MSV-12, TC-MSV-15)."""
    return card.gear_power or CLASSES[card.ac].power


def weight_of(things: Iterable[Weapon | Gear]) -> float:
    """In kilograms."""
    return added(map(kilograms, things))


def power_of(things: Iterable[Weapon | Gear]) -> float:
    return added(thing.power for thing in things)


def paid(sheet: Sheet) -> list[Weapon | Gear]:
    """All that it carries but what is built in without weight and power (TC-MSV-16, TC-GEAR-12)."""
    integrated = list(sheet.card.integrated)
    found: list[Weapon | Gear] = []
    for thing in sheet.carried:
        if thing.id in integrated:
            integrated.remove(thing.id)
        else:
            found.append(thing)
    return found


def refuse_build(sheet: Sheet) -> Refusal | None:
    """Why a unit may not be built so, or None; whatever was made for others it may carry (TC-GEAR-1)."""
    if sheet.on_foot:
        return refuse_pack(sheet)
    if sheet.kind == "vehicle":
        return refuse_custom(sheet)
    return together([refuse_load(sheet), refuse_power(sheet), refuse_mounts(sheet)])


def refuse_pack(sheet: Sheet) -> Refusal | None:
    """Crew and troops carry so many kilograms (TC-EQUIP-1)."""
    carried = weight_of(paid(sheet))
    if carried <= sheet.card.capacity + TINY:
        return None
    return Refusal(f"{sheet.name} carries {carried:g} of {sheet.card.capacity:g} kg", "TC-EQUIP-1")


def refuse_custom(sheet: Sheet) -> Refusal | None:
    """A vehicle has no free weight and power: it is as its card has it (TC-STAT-3)."""
    return Refusal(f"{sheet.name} is a vehicle, which carries what it has", "TC-STAT-3") if sheet.loose else None


def refuse_load(sheet: Sheet) -> Refusal | None:
    weight, most = weight_of(paid(sheet)) / A_TON, free_weight(sheet.card)
    return Refusal(f"{sheet.name} weighs {weight:g} of {most:g} t", "TC-MSV-13") if weight > most + TINY else None


def refuse_power(sheet: Sheet) -> Refusal | None:
    power, most = power_of(paid(sheet)), free_power(sheet.card)
    return Refusal(f"{sheet.name} needs {power:g} of {most:g} power", "TC-MSV-13") if power > most + TINY else None


def refuse_mounts(sheet: Sheet) -> Refusal | None:
    count, most = len(sheet.weapons), sheet.card.mounts
    return Refusal(f"{sheet.name} has {count} weapons on {most} mounts", "TC-MSV-18") if count > most else None


# ---------------------------------------------------------------- units and forces
def sheet_of(card: UnitCard, sold: Catalogue, build: Iterable[str] | None = None, name: str = "") -> Sheet:
    """A unit with its standard build, or another one (TC-MSV-5, TC-MSV-19); KeyError for what is not sold.

    What is standard or integrated stays on it in any case (TC-MSV-17).
    """
    loose = tuple(card.build if build is None else build)
    ids = (*card.standard, *card.integrated, *loose)
    weapons = tuple(sold.weapons[one] for one in ids if one in sold.weapons)
    gear = tuple(sold.gear[one] for one in ids if one not in sold.weapons)
    return Sheet(card, weapons, gear, name=name, loose=loose)


def refuse_force(force: Force, limit: int) -> Refusal | None:
    """Why a force may not play a skirmish of so many AC, or None (TC-GAME-2)."""
    if not force.units:
        return Refusal(f"{force.name} has no unit", "TC-GAME-2")
    return Refusal(f"{force.name} has {force.cost} AC, {limit} allowed", "TC-GAME-2") if force.cost > limit else None
