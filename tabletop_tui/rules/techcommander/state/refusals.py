"""Why a unit that is named all the same is not among the options: reasons that many questions share."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.question import WhyNot, named
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


class OfUnits:
    """What a window has besides at which units of a seat have something to use (TC-REACT-2)."""

    def why_not(self, game: Game[Battle], seat: int) -> WhyNot | None:
        assert isinstance(self, Step)
        battle, rule = game.state, self.rules[0]
        return named(battle.units, not_of(battle, seat, rule), always("has nothing to use now", rule))
