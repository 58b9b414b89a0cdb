"""Why a unit that is named all the same is not among the options of a question: the reasons that many share."""

from __future__ import annotations

from collections.abc import Collection

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.skirmish.battle import Reason


def in_reserve(unit: Unit) -> Refusal | None:
    return Refusal(f"{unit.does('is')} still in reserve", "PMC-RES-1") if unit.reserve else None


def among(done: Collection[str], what: str, rule: str) -> Reason:
    """It is one of those that have done something already."""
    verb, _, rest = what.partition(" ")
    return lambda unit: Refusal(f"{unit.does(verb)} {rest}", rule) if unit.id in done else None


def suppressed(unit: Unit, rule: str) -> Refusal | None:
    return Refusal(f"{unit.does('is')} {unit.status}", rule) if unit.suppressed else None


def further(battle: Battle, other: Unit, reach: float, rule: str) -> Reason:
    """It is further from another unit than it may be."""

    def reason(unit: Unit) -> Refusal | None:
        if distances.within(battle, unit, other, reach):
            return None
        return Refusal(f"{unit.does('is')} further than {reach:g} in from {other.name}", rule)

    return reason
