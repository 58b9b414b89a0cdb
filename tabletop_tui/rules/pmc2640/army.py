"""Composing an army: the limits of Tier and Priority level (PMC-ARMY)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tabletop_tui.engine.tally import Refusal
from tabletop_tui.rules.pmc2640.profiles import ROMAN, UnitType

BATTLE_TIER = 2
POINTS = 6
"""Composition points for each Battle Tier and Priority level."""
LIMITS = {1: (0, 4), 2: (3, None), 3: (0, 2), 4: (0, 1), 5: (0, 0)}
"""Fewest and most units of each Unit Tier at Priority level 1 (None: any number); both grow with the level."""
VEHICLES = 3


def refuse_army(units: Sequence[UnitType], priority: int) -> Refusal | None:
    """The first limit that these units break at a Priority level, or None."""
    points, allowed = sum(unit.tier for unit in units), POINTS * BATTLE_TIER * priority
    if points > allowed:
        return Refusal(f"the Tiers add up to {points}, {allowed} are allowed at Priority {priority}", "PMC-ARMY-2")
    per_tier = Counter(unit.tier for unit in units)
    for tier, (fewest, most) in LIMITS.items():
        count, rule = per_tier[tier], "PMC-ARMY-3" if priority == 1 else "PMC-ARMY-4"
        if count < fewest * priority:
            return Refusal(f"{count} units of Tier {ROMAN[tier]}, at least {fewest * priority} are needed", rule)
        if most is not None and count > most * priority:
            return Refusal(f"{count} units of Tier {ROMAN[tier]}, at most {most * priority} are allowed", rule)
    vehicles = [unit for unit in units if unit.vehicle]
    if len(vehicles) > VEHICLES * priority:
        return Refusal(f"{len(vehicles)} vehicles, at most {VEHICLES * priority} are allowed", "PMC-ARMY-5")
    heavy = next((unit for unit in vehicles if priority == 1 and unit.tier > BATTLE_TIER), None)
    if heavy is not None:
        return Refusal(f"{heavy.name} is above Tier {ROMAN[BATTLE_TIER]}", "PMC-ARMY-6")
    if sum(unit.command > 0 for unit in units) > priority:
        return Refusal(f"more than {priority} Command unit", "PMC-ARMY-7")
    for unit in units:
        count = sum(other.id == unit.id for other in units)
        if unit.most and count > unit.most * priority:
            return Refusal(f"{count} {unit.name}, at most {unit.most * priority} are allowed", "PMC-ARMY-8")
    return None
