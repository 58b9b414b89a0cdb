"""Passing (TC-PASS-1): a unit is named for it, and has then acted for all of its actions."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit


@frozen
class ToPass(UnitAction):
    family, name, rule, hotkey, seldom = "pass", "Pass", "TC-PASS-1", "p", True
    says = "It does nothing more this turn; one action of its player is used up."

    @classmethod
    def suits(cls, units: tuple[Unit, ...]) -> bool:
        return True

    deliberate = False

    @property
    def warning(self) -> str:
        """Who is posted up or ready stays so, and wants nothing more."""
        return "" if self.unit.waits else f"{self.unit.name} passes: it does nothing more this turn?"

    def steps(self) -> Sequence[Step]:
        return [Passes(self.ids)]


@frozen
class Passes(Step):
    title = "Pass"
    says = "The unit counts as having acted for every action that it had left."
    units: tuple[str, ...]
    rules = ("TC-PASS-1",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        seat = battle.units[self.units[0]].seat
        battle.pay(seat)
        for name in self.units:
            unit = battle.units[name]
            unit.done = True
            game.emit(Event(f"{unit.name} passes", self.rules, seat))


ACTIONS: tuple[type[UnitAction], ...] = (ToPass,)
