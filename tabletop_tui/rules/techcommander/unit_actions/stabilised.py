"""Vehicles that fire as they drive (TC-AUTO-3): leg by leg, a shot wherever they like, one copy after another.

The shots are declared on the fly; once one was fired without moving, the vehicle stays (each shot of an action in which
it moves takes -1: TC-AUTO-1).
"""

from __future__ import annotations

from attrs import frozen

from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.question import Answer
from tabletop_tui.rules.techcommander.moving.movement import ChooseMove
from tabletop_tui.rules.techcommander.shooting.shooting import ChooseWeapon, ready_copies
from tabletop_tui.rules.techcommander.state.battle import Battle
from tabletop_tui.rules.techcommander.ways.movement_limits import MoveField, move_field
from tabletop_tui.skirmish.placement import Plan
from tabletop_tui.table.bases import HUNDREDTH, TINY


@frozen
class Leg(ChooseMove):
    title = "Choose the next leg"
    says = "The player says how far the vehicle drives before its next shot; where it stays, it has ended its drive."
    gone: float = 0.0
    """What of its speed is spent, in centimetres."""
    slowed: tuple[str, ...] = ()
    """The pieces that have slowed it in this action: each does so once in a move (TC-HIND-3)."""
    rules = ("TC-AUTO-1", "TC-AUTO-3", "TC-MOVE-1")

    def field(self, battle: Battle) -> MoveField:
        return move_field(battle, battle.units[self.unit], self.share, self.slowed)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        field = game.asked_field(self, MoveField)
        plan = field.read(answer)
        assert isinstance(plan, Plan)
        taken = field.judge_plan(plan)[1]
        if self.gone and taken <= TINY:
            return
        course = field.course(field.complete(plan)) if taken > TINY else None
        losses = [loss.piece for loss in course.losses if not loss.breach] if course is not None else []
        slowed = tuple(dict.fromkeys((*self.slowed, *losses)))
        game.push(Shoot(self.unit, self.gone + taken, taken > TINY, slowed))
        super().take(game, answer)


@frozen
class Shoot(Step):
    title = "Fire from here"
    says = "The vehicle may fire a weapon that it has not fired yet."
    unit: str
    gone: float
    drove: bool
    """Whether it came here just now."""
    slowed: tuple[str, ...] = ()
    """As of `Leg`."""
    rules = ("TC-AUTO-2", "TC-AUTO-3")

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        game.push(Onward(self.unit, self.gone, self.drove, len(unit.fired), self.slowed))
        if ready_copies(unit) or (unit.stopped and self.drove):  # who was stopped is told why it cannot fire
            game.push(ChooseWeapon(self.unit))


@frozen
class Onward(Step):
    title = "Drive on"
    says = "The vehicle drives on with what is left of its speed, or fires again."
    unit: str
    gone: float
    drove: bool
    fired: int
    """How many copies it had fired before this shot."""
    slowed: tuple[str, ...] = ()
    """As of `Leg`."""
    rules = ("TC-AUTO-1", "TC-AUTO-3")

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        left, fired = unit.speed - self.gone, len(unit.fired) > self.fired
        if not fired and not self.drove:
            return
        if left >= HUNDREDTH and self.gone > TINY and not unit.stopped:
            game.push(Leg(self.unit, left / unit.speed, self.gone, self.slowed))
        elif fired and ready_copies(unit):
            game.push(Shoot(self.unit, self.gone, False, self.slowed))
