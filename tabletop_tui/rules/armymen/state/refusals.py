"""Why a unit that is named all the same is not among the options of a question: the reasons that many share."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.armymen.state.battle import Battle, Unit

Reason = Callable[[Unit], Refusal | None]


def not_of(battle: Battle, seat: int, rule: str) -> Reason:
    """It is gone, or of the other side than the question is about."""

    def reason(unit: Unit) -> Refusal | None:
        if unit.destroyed:
            return Refusal(f"{unit.does('is')} destroyed", rule)
        if unit.seat != seat:
            return Refusal(f"{unit.does('belongs')} to {battle.seat_names[unit.seat]}", rule)
        return None

    return reason


def no_enemy(battle: Battle, unit: Unit, rule: str) -> tuple[Reason, ...]:
    """It is gone, of the unit's own side, or in a vehicle, where nobody gets at it."""

    def inside(other: Unit) -> Refusal | None:
        return Refusal(f"{other.does('is')} aboard {other.aboard}", rule) if other.aboard else None

    return not_of(battle, 1 - unit.seat, rule), inside


def always(what: str, rule: str) -> Reason:
    """What is said of all that are left."""
    verb, _, rest = what.partition(" ")
    return lambda unit: Refusal(f"{unit.does(verb)} {rest}", rule)
