"""The action of an overrun (TC-OVERRUN-1), with the shot that may follow it (TC-OVERRUN-4)."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.engine.wording import tenths
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.aiming.ready_weapons import ready_copies
from tabletop_tui.rules.techcommander.close_combat.ramming import is_machine
from tabletop_tui.rules.techcommander.moving.overrunning import OverrunField, overrun_field
from tabletop_tui.rules.techcommander.moving.unit_march import marched
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.unit_actions.fire_on_the_move import Leg


@frozen
class ToOverrun(UnitAction):
    family, name, rule, hotkey = "close", "Overrun", "TC-OVERRUN-1", "N"
    says = "It turns and drives straight ahead over whoever is in its way, friends too, and may fire."

    @classmethod
    def suits(cls, units: tuple[Unit, ...]) -> bool:
        return is_machine(units)

    def work(self) -> Sequence[Step]:
        if self.unit.sheet.kind == "vehicle":
            return [Leg(self.unit.id)]  # TC-AUTO-1: it fires anywhere on its way
        fire = [ChooseWeapon(self.unit.id)] if ready_copies(self.unit) else []
        return [ChooseOverrun(self.unit.id), *fire]


@frozen
class ChooseOverrun(Ask):
    title = "Choose the way of an overrun"
    says = "The player says how far straight ahead the machine drives, and which way."
    unit: str
    rules = ("TC-OVERRUN-1",)

    def question(self, game: Game[Battle]) -> Question:
        unit, field = game.state.units[self.unit], overrun_field(game.state, game.state.units[self.unit])
        prompt = f"{unit.name} overruns: straight to where, up to {tenths(field.allowance)} cm?"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(marched(self.unit, game.asked_field(self, OverrunField), answer))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        field = game.asked_field(self, OverrunField)
        return Preview((Line("way", field.cost(answer), rules=self.rules),), path=tuple(field.path(answer)))


ACTIONS: tuple[type[UnitAction], ...] = (ToOverrun,)
