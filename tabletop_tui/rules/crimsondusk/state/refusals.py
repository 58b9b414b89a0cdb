"""Why a unit that is named all the same is not among the options of a question: the reasons that many share."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.units import Unit

Reason = Callable[[Unit], Refusal | None]


def gone(rule: str) -> Reason:
    """It is no more."""
    return lambda unit: Refusal(f"{unit.does('is')} {unit.gone}", rule) if unit.gone else None


def not_of(battle: Battle, seat: int, rule: str) -> Reason:
    """It is no more, or of the other side than the question is about."""

    def reason(unit: Unit) -> Refusal | None:
        if unit.gone:
            return Refusal(f"{unit.does('is')} {unit.gone}", rule)
        return Refusal(f"{unit.does('belongs')} to {battle.seat_names[unit.seat]}", rule) if unit.seat != seat else None

    return reason


def always(what: str, rule: str) -> Reason:
    """What is said of all that are left."""
    verb, _, rest = what.partition(" ")
    return lambda unit: Refusal(f"{unit.does(verb)} {rest}", rule)
