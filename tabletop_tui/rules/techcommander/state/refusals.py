"""Why a unit that is named all the same is not among the options of a question: the reasons that many share."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit

Reason = Callable[[Unit], Refusal | None]


def gone(rule: str) -> Reason:
    """It is out of the game."""
    return lambda unit: Refusal(f"{unit.name} is out of the game: {unit.gone}", rule) if unit.gone else None


def not_of(battle: Battle, seat: int, rule: str) -> Reason:
    """It is out of the game, or belongs to another player than the question is about."""

    def reason(unit: Unit) -> Refusal | None:
        if (refusal := gone(rule)(unit)) is not None:
            return refusal
        return Refusal(f"{unit.name} belongs to {battle.seat_names[unit.seat]}", rule) if unit.seat != seat else None

    return reason


def always(what: str, rule: str) -> Reason:
    """What is said of all that are left."""
    return lambda unit: Refusal(f"{unit.name} {what}", rule)
