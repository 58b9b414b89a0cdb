"""What a unit may carry and a force may hold (TC-MSV-11, TC-MSV-12, TC-MSV-18, TC-EQUIP-1, TC-GAME-2)."""

from __future__ import annotations

from collections.abc import Iterable

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.techcommander.profiles import Catalogue, Force, Gear, Sheet, UnitCard, Weapon


def free_weight(ac: int) -> float:
    """The gear weight of an MSV before its standard gear is taken off, in tons (TC-MSV-11)."""
    return ac * 10 / 2


def free_power(ac: int) -> float:
    """The same of its power (TC-MSV-12)."""
    return ac * 10.0


def weight_of(things: Iterable[Weapon | Gear]) -> float:
    return sum(thing.weight for thing in things)


def paid(sheet: Sheet) -> list[Weapon | Gear]:
    """All that it carries but what is built in without weight and power (TC-MSV-16)."""
    integrated = list(sheet.card.integrated)
    found: list[Weapon | Gear] = []
    for thing in sheet.carried:
        if thing.id in integrated:
            integrated.remove(thing.id)
        else:
            found.append(thing)
    return found


def refuse_build(sheet: Sheet) -> Refusal | None:
    """Why a unit may not be built so, or None."""
    if sheet.on_foot:
        carried = weight_of(paid(sheet))
        if carried > sheet.card.capacity:
            return Refusal(f"{sheet.name} carries {carried:g} of {sheet.card.capacity:g} kg", "TC-EQUIP-1")
    if sheet.kind == "msv":
        weight, power = weight_of(paid(sheet)), sum(thing.power for thing in paid(sheet))
        if weight > free_weight(sheet.ac):
            return Refusal(f"{sheet.name} weighs {weight:g} of {free_weight(sheet.ac):g} t", "TC-MSV-13")
        if power > free_power(sheet.ac):
            return Refusal(f"{sheet.name} needs {power:g} of {free_power(sheet.ac):g} power", "TC-MSV-13")
        if len(sheet.weapons) > sheet.card.mounts:
            return Refusal(f"{sheet.name} has {len(sheet.weapons)} weapons on {sheet.card.mounts} mounts", "TC-MSV-18")
    return None


def sheet_of(card: UnitCard, sold: Catalogue, build: Iterable[str] | None = None, name: str = "") -> Sheet:
    """A unit with its standard build, or another one; KeyError for what is not sold."""
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
