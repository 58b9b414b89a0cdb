"""Composing an army: prices, the share of vehicles, the three support units, upgrades (AMC-PREP-3 to 5, AMC-UPG)."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.tally import Refusal
from tabletop_tui.rules.armymen.profiles import UNITS, UPGRADES, Choice

SUPPORTS = 3
BOOK_POINTS = 300


def refuse_choice(choice: Choice) -> Refusal | None:
    """Why a unit cannot be bought like this, or None."""
    kind = UNITS.get(choice.unit)
    if kind is None:
        return Refusal(f"there is no unit {choice.unit!r}; choose one of: {', '.join(UNITS)}", "AMC-ARMY-2")
    if choice.size not in kind.costs:
        sizes = " or ".join(map(str, kind.costs))
        return Refusal(f"{kind.name} come as {sizes} models, not {choice.size}", "AMC-ARMY-2")
    slots: set[str] = set()
    for name in choice.upgrades:
        if name not in UPGRADES:
            return Refusal(f"there is no upgrade {name!r}; choose one of: {', '.join(UPGRADES)}", "AMC-UPG-1")
        upgrade = UPGRADES[name]
        if name not in kind.upgrades:
            return Refusal(f"{kind.name} cannot have {upgrade.name}", "AMC-VUPG-1" if kind.vehicle else "AMC-UPG-1")
        if upgrade.slot in slots:
            return Refusal(f"{kind.name} have {upgrade.name} or another of its kind already", upgrade.rule)
        slots.add(upgrade.slot)
    return None


def refuse_army(choices: Sequence[Choice], points: int) -> Refusal | None:
    """The first limit that these units break, or None."""
    for choice in choices:
        if (refusal := refuse_choice(choice)) is not None:
            return refusal
    if not choices:
        return Refusal("an army has at least one unit", "AMC-PREP-3")
    cost = sum(choice.cost for choice in choices)
    if cost > points:
        return Refusal(f"it costs {cost} points, {cost - points} above the {points} allowed", "AMC-PREP-3")
    vehicles = sum(choice.cost for choice in choices if choice.type.vehicle)
    if vehicles * 2 > points:
        return Refusal(f"its vehicles cost {vehicles} points, at most half of {points} is allowed", "AMC-PREP-4")
    supports = sum(choice.type.support for choice in choices)
    if supports > SUPPORTS:
        why = f"{supports} units of Gunners, Snipers and Heavy Weapons, at most {SUPPORTS} are allowed"
        return Refusal(why, "AMC-PREP-5")
    return None
