"""Vehicles that fire as they drive (TC-AUTO-3): leg by leg, a shot wherever they like, one copy after another.

The shots are declared on the fly; once one was fired without moving, the vehicle stays (each shot of an action in which
it moves takes -1: TC-AUTO-1). All of them are of one weapon system, of which each copy may fire (TC-ATK-1, TC-AUTO-2).
An overrun is such a drive in which all legs lie on one line (TC-OVERRUN-1, TC-OVERRUN-4).
"""

from __future__ import annotations

from tabletop_tui.engine.codec import added
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.question import Answer
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.aiming.ready_weapons import ready_copies
from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.moving.overrunning import OVERRUN, overrun_field
from tabletop_tui.rules.techcommander.moving.unit_march import LEAST
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.ways.move_field import MoveField, move_field
from tabletop_tui.skirmish.unit_place_fields import Plan
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot


@frozen
class Leg(ChooseMove):
    title = "Choose the next leg"
    says = "The player says how far the vehicle drives before its next shot; where it stays, it has ended its drive."
    gone: float = 0.0
    """What of its speed is spent, in centimetres."""
    slowed: tuple[str, ...] = ()
    """The pieces that have slowed it in this action: each does so once in a move (TC-HIND-3)."""
    arms: str = added("")
    """The weapon system that it has fired in this action, '' for none yet."""
    line: tuple[Spot, ...] = added(())
    """Two places on the line of an overrun; () for none yet."""
    rules = ("TC-AUTO-1", "TC-AUTO-3", "TC-MOVE-1")

    def field(self, battle: Battle) -> MoveField:
        unit = battle.units[self.unit]
        if battle.doing is not None and battle.doing.kind == OVERRUN:
            return overrun_field(battle, unit, self.share, self.slowed, self.line)
        return move_field(battle, unit, self.share, self.slowed)

    def shot(self, game: Game[Battle]) -> Step | None:
        return ChooseWeapon(self.unit, copies=system_copies(game.state.units[self.unit], self.arms))

    def take(self, game: Game[Battle], answer: Answer) -> None:
        field = game.asked_field(self, MoveField)
        plan = field.read(answer)
        assert isinstance(plan, Plan)
        taken = field.judge_plan(plan)[1]
        if self.gone and taken <= TINY:
            if system_copies(game.state.units[self.unit], self.arms):  # what it has not fired yet it may fire here
                game.push(Shoot(self.unit, self.gone, False, self.slowed, self.arms, self.line))
            return
        course = field.course(field.complete(plan)) if taken > TINY else None
        losses = [loss.piece for loss in course.losses if not loss.breach] if course is not None else []
        slowed = tuple(dict.fromkeys((*self.slowed, *losses)))
        line = self.line or ((field.middle, field.ends(plan)[0]) if taken > TINY else ())
        game.push(Shoot(self.unit, self.gone + taken, taken > TINY, slowed, self.arms, line))
        super().take(game, answer)


def system_copies(unit: Unit, arms: str) -> tuple[str, ...]:
    """The copies that it can still fire in this action: of the weapon system that it has begun with (TC-ATK-1)."""
    return tuple(copy for copy in ready_copies(unit) if arms in ("", unit.sheet.arms[copy].id))


@frozen
class Shoot(Step):
    title = "Fire from here"
    says = "The vehicle may fire a weapon that it has not fired yet, of the system that it has begun with."
    unit: str
    gone: float
    drove: bool
    """Whether it came here just now."""
    slowed: tuple[str, ...] = ()
    arms: str = added("")
    line: tuple[Spot, ...] = added(())
    """As of `Leg`."""
    rules = ("TC-ATK-1", "TC-AUTO-2", "TC-AUTO-3")
    attacks = True

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        game.push(Onward(self.unit, self.gone, self.drove, len(unit.fired), self.slowed, self.arms, self.line))
        copies = system_copies(unit, self.arms)
        if copies or (unit.stopped and self.drove):  # who was stopped is told why it cannot fire
            game.push(ChooseWeapon(self.unit, copies=copies))


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
    arms: str = added("")
    line: tuple[Spot, ...] = added(())
    """As of `Leg`."""
    rules = ("TC-AUTO-1", "TC-AUTO-3")

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        new, left = unit.fired[self.fired :], unit.speed - self.gone
        arms = unit.sheet.arms[new[0]].id if new else self.arms
        if not new and not self.drove:
            return
        if left >= LEAST and self.gone > TINY and not unit.stopped:
            game.push(Leg(self.unit, left / unit.speed, self.gone, self.slowed, arms, self.line))
        elif new and system_copies(unit, arms):
            game.push(Shoot(self.unit, self.gone, False, self.slowed, arms, self.line))
