"""Shots from a jump (TC-JUMPASLT-1, TC-POP-1): up, fire, and down again."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, inf

from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Number, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.aiming.ready_weapons import refuse_used
from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.table.bases import TINY


@frozen
class ToPop(UnitAction):
    family, name, rule, hotkey, seldom = "both", "Pop and shoot", "TC-POP-1", "q", True
    says = "It jumps straight up, at most as high as its speed, attacks at -1, and drops back to its place."

    @classmethod
    def suits(cls, units: tuple[Unit, ...]) -> bool:
        return len(units) == 1 and units[0].on_table and units[0].sheet.jumps

    def refuse(self) -> Refusal | None:
        return refuse_used(self.unit)

    def work(self) -> Sequence[Step]:
        return [ChooseHeight(self.unit.id)]


@frozen
class ToJumpAssault(UnitAction):
    family, name, rule, hotkey, seldom = "both", "Jump assault", "TC-JUMPASLT-1", "j", True
    says = "It jumps up and along, each as far as its speed, attacks from up there at -4, and drops straight down."

    @classmethod
    def suits(cls, units: tuple[Unit, ...]) -> bool:
        return len(units) == 1 and units[0].on_table and units[0].sheet.jumps

    def refuse(self) -> Refusal | None:
        return refuse_used(self.unit)

    def work(self) -> Sequence[Step]:
        return [NoteFoot(self.unit.id)]


@frozen
class NoteFoot(Step):
    says = "The height of the jump counts from where it begins."
    unit: str
    rules = ("TC-JUMPASLT-1",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} jumps"

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        game.push(ChooseMove(self.unit), ChooseHeight(self.unit, game.state.foot(unit)))


@frozen
class ChooseHeight(Ask):
    title = "Choose the height of the jump"
    says = "The player says how high above the surface under it the unit is when it fires, in whole centimetres."
    unit: str
    start: float | None = None
    """How high the place is from which it has jumped; None for the place where it is."""
    rules = ("TC-POP-1", "TC-JUMPASLT-1")
    attacks = True

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        high = highest(game.state, unit, self.start)
        prompt = f"{unit.name}: how high does it jump, up to {high} cm?"
        return Number(unit.seat, prompt, about=unit.id, rules=self.rules, low=min(1, high), high=high)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(ChooseWeapon(self.unit, raised=float(answer)))


def highest(battle: Battle, unit: Unit, start: float | None) -> int:
    """How high over the surface under it a unit can be, by its speed from where it jumped."""
    here = battle.foot(unit)
    most = (here if start is None else start) + unit.speed - here
    return max(0, floor(min(most, headroom(battle, unit)) + TINY))


def headroom(battle: Battle, unit: Unit) -> float:
    """How far its model can rise straight up until it comes against a bridge above it, in centimetres (TC-MOVE-5)."""
    head = battle.foot(unit) + unit.sheet.height
    above = (piece for piece in battle.standing() if piece.body.bottom >= head - TINY and piece.id != unit.on)
    over = (piece for piece in above if piece.figure.near(unit.at, unit.sheet.width / 2 - TINY))
    return min((piece.body.bottom - head for piece in over), default=inf)


ACTIONS: tuple[type[UnitAction], ...] = (ToPop, ToJumpAssault)
