"""The actions by which a unit waits for others: posted up, dug in (TC-POSTUP-1, TC-DIGIN-1)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from tabletop_tui.engine.events import Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.rules.techcommander.action_base import UnitAction
from tabletop_tui.rules.techcommander.battle import Battle
from tabletop_tui.rules.techcommander.movement import ChooseMove


@frozen
class ToDigIn(UnitAction):
    family, name, rule, hotkey = "reaction", "Dig in", "TC-DIGIN-1", "d"
    says = "It moves up to half its speed and digs in: -2 to hit it, and one attack in return."

    def work(self) -> Sequence[Step]:
        return [ChooseMove(self.unit.id, 0.5), DigIn(self.unit.id)]


@frozen
class DigIn(Step):
    title = "Dig in"
    says = "The unit is dug in until it leaves its place."
    unit: str
    rules = ("TC-DIGIN-1", "TC-DUG-1")

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        unit.dug_in = True
        game.emit(Status(f"{unit.name} is dug in", self.rules, unit.seat, unit.id, "dug in"))


ACTIONS: tuple[type[UnitAction], ...] = (ToDigIn,)
