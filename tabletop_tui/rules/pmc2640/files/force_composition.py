"""Composing an army: the limits of Tier and Priority level (PMC-ARMY)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tabletop_tui.engine.refusal import Refusal, together
from tabletop_tui.engine.wording import counted
from tabletop_tui.rules.pmc2640.state.profiles import ROMAN, UnitType

BATTLE_TIER = 2
"""PMC-ARMY-1."""
POINTS = 6
"""Composition points for each Battle Tier and Priority level."""
LIMITS = {1: (0, 4), 2: (3, None), 3: (0, 2), 4: (0, 1), 5: (0, 0)}
"""Fewest and most units of each Unit Tier at Priority level 1 (None: any number); both grow with the level."""
VEHICLES = 3


def refuse_army(units: Sequence[UnitType], priority: int) -> Refusal | None:
    """Every limit that these units break at a Priority level, or None."""
    return together([*_too_much(units, priority), *_too_little(units, priority)])


def refuse_too_much(units: Sequence[UnitType], priority: int) -> Refusal | None:
    """Every limit that these units go above, or None."""
    return together(_too_much(units, priority))


def _too_much(units: Sequence[UnitType], priority: int) -> Iterator[Refusal]:
    points, allowed = sum(unit.tier for unit in units), points_allowed(priority)
    if points > allowed:
        yield Refusal(f"the Tiers add up to {points}, {allowed} are allowed at Priority {priority}", "PMC-ARMY-2")
    for tier, count, _, most in per_tier(units, priority):
        if most is not None and count > most:
            yield Refusal(f"{counted(count, 'unit')} of Tier {ROMAN[tier]}, {at_most(most)}", tier_rule(priority))
    vehicles = [unit for unit in units if unit.vehicle]
    if len(vehicles) > VEHICLES * priority:
        yield Refusal(f"{len(vehicles)} vehicles, {at_most(VEHICLES * priority)}", "PMC-ARMY-5")
    for heavy in {unit.id: unit for unit in vehicles if priority == 1 and unit.tier > BATTLE_TIER}.values():
        yield Refusal(f"{heavy.name} is above Tier {ROMAN[BATTLE_TIER]}", "PMC-ARMY-6")
    if (commands := sum(unit.command > 0 for unit in units)) > priority:
        yield Refusal(f"{commands} Command units, {at_most(priority)}", "PMC-ARMY-7")
    for unit in {unit.id: unit for unit in units}.values():
        count = sum(other.id == unit.id for other in units)
        if unit.most and count > unit.most * priority:
            yield Refusal(f"{count} {unit.name}, {at_most(unit.most * priority)}", "PMC-ARMY-8")


def _too_little(units: Sequence[UnitType], priority: int) -> Iterator[Refusal]:
    for tier, count, fewest, _ in per_tier(units, priority):
        if count < fewest:
            yield Refusal(
                f"{counted(count, 'unit')} of Tier {ROMAN[tier]}, at least {fewest} are needed", tier_rule(priority)
            )


def at_most(number: int) -> str:
    """A limit in words."""
    return f"at most {number} {'is' if number == 1 else 'are'} allowed"


def points_allowed(priority: int) -> int:
    """What the Tiers of an army may add up to (PMC-ARMY-2)."""
    return POINTS * BATTLE_TIER * priority


def per_tier(units: Sequence[UnitType], priority: int) -> list[tuple[int, int, int, int | None]]:
    """For each Unit Tier: how many there are, how many at least and at most may be (None: any number)."""
    counts = Counter(unit.tier for unit in units)
    return [
        (tier, counts[tier], fewest * priority, None if most is None else most * priority)
        for tier, (fewest, most) in LIMITS.items()
    ]


def tier_rule(priority: int) -> str:
    return "PMC-ARMY-3" if priority == 1 else "PMC-ARMY-4"
