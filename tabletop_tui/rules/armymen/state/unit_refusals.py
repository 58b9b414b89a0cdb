"""Why a unit that is named all the same is not among the options of a question: the reasons that many share."""

from __future__ import annotations

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.skirmish.battle import Reason, not_of


def no_enemy(battle: Battle, unit: Unit, rule: str) -> tuple[Reason, ...]:
    """It is gone, of the unit's own side, or in a vehicle, where nobody gets at it."""

    def inside(other: Unit) -> Refusal | None:
        return Refusal(f"{other.does('is')} aboard {other.aboard}", rule) if other.aboard else None

    return not_of(battle, 1 - unit.seat, rule), inside
