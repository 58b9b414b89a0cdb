"""Composing an army: prices, vehicles, support units, upgrades (AMC-PREP-3 to AMC-PREP-5, AMC-ARMY-2, AMC-UPG)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import fields

from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.rules.armymen.state.profiles import FISTS, Catalogue, Choice, Sheet, Traits, UnitType, Upgrade

SUPPORTS = 3
BOOK_POINTS = 300
SLOT_RULES = {"bayonets": "AMC-UPG-2", "grenadier": "AMC-UPG-3", "specialist": "AMC-UPG-4"}
CARRIER_RULES = {"body": "AMC-VUPG-1", "mg": "AMC-VUPG-3"}
TANK_RULES = {"body": "AMC-VUPG-5", "mg": "AMC-VUPG-6"}


def rule_of(kind: UnitType, upgrade: Upgrade) -> str:
    """The rule about an upgrade of this slot for such a unit."""
    return {**SLOT_RULES, **(CARRIER_RULES if kind.capacity else TANK_RULES)}[upgrade.slot]


def refuse_choice(choice: Choice, sold: Catalogue) -> Refusal | None:
    """Every reason why a unit of the list cannot be bought like this, or None."""
    return together(_wrong_with(choice, sold))


def _wrong_with(choice: Choice, sold: Catalogue) -> Iterator[Refusal]:
    kind = sold.units[choice.unit]
    sizes = [size for size, _ in kind.costs]
    if choice.size not in sizes:
        yield Refusal(f"{kind.name} come as {' or '.join(map(str, sizes))} models, not {choice.size}", "AMC-ARMY-2")
    taken: dict[str, Upgrade] = {}
    for name in choice.upgrades:
        upgrade = sold.upgrades[name]
        if name not in kind.upgrades:
            rule = rule_of(kind, upgrade) if kind.vehicle else "AMC-UPG-1"
            yield Refusal(f"{kind.name} cannot have {upgrade.name}", rule)
        elif upgrade.slot in taken:
            why = f"{upgrade.name} and {taken[upgrade.slot].name} exclude each other"
            yield Refusal(why, rule_of(kind, upgrade))
        else:
            taken[upgrade.slot] = upgrade


def equip(choice: Choice, sold: Catalogue) -> Sheet:
    """The unit that a choice buys; it must not be refused."""
    kind = sold.units[choice.unit]
    bought = [sold.upgrades[name] for name in choice.upgrades]
    melee = next((upgrade.weapon for upgrade in bought if upgrade.slot == "bayonets"), FISTS)
    arms = arms_of(kind, choice.size, bought)
    called = kind.single if choice.size == 1 and kind.single else kind.name
    body = next((upgrade.name for upgrade in bought if upgrade.slot == "body"), called)
    traits = {trait.name: getattr(kind, trait.name) for trait in fields(Traits)}
    traits["armour"] += sum(upgrade.armour for upgrade in bought)
    traits["capacity"] = max([kind.capacity, *(upgrade.capacity for upgrade in bought)])
    names = dict.fromkeys([melee, *(name for model in arms for name in model)])
    return Sheet(
        name=body,
        size=choice.size,
        cost=dict(kind.costs)[choice.size] + sum(upgrade.cost for upgrade in bought),
        weapons={name: sold.weapons[name] for name in names},
        arms=arms,
        melee=melee,
        bought=tuple(upgrade.name for upgrade in bought if upgrade.name != body),
        **traits,
    )


def arms_of(kind: UnitType, size: int, bought: Sequence[Upgrade]) -> tuple[tuple[str, ...], ...]:
    """The weapons of each model: the grenadier keeps his rifle, the specialist gives it up (AMC-UPG-3, AMC-UPG-4)."""
    models = [[kind.weapon] if kind.weapon else [] for _ in range(size)]
    for upgrade in bought:
        if upgrade.slot == "grenadier":
            models[-1].append(upgrade.weapon)
        elif upgrade.slot == "specialist":
            models[0] = [upgrade.weapon]
        elif upgrade.slot == "mg":
            models[0].append(upgrade.weapon)
    return tuple(map(tuple, models))


def refuse_army(sheets: Sequence[Sheet], points: int) -> Refusal | None:
    """Every limit that these units break, or None."""
    return together(_limits_broken(sheets, points))


def _limits_broken(sheets: Sequence[Sheet], points: int) -> Iterator[Refusal]:
    if not sheets:
        yield Refusal("an army has at least one unit", "AMC-PREP-3")
    cost = sum(sheet.cost for sheet in sheets)
    if cost > points:
        yield Refusal(f"it costs {cost} points, {cost - points} above the {points} allowed", "AMC-PREP-3")
    vehicles = sum(sheet.cost for sheet in sheets if sheet.vehicle)
    if vehicles > vehicles_allowed(points):
        yield Refusal(f"its vehicles cost {vehicles} points, at most half of {points} is allowed", "AMC-PREP-4")
    supports = sum(sheet.support for sheet in sheets)
    if supports > SUPPORTS:
        why = f"{supports} units of Gunners, Snipers and Heavy Weapons, at most {SUPPORTS} are allowed"
        yield Refusal(why, "AMC-PREP-5")


def vehicles_allowed(points: int) -> int:
    """What all vehicles of an army may cost together (AMC-PREP-4)."""
    return points // 2
