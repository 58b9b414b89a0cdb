"""Rams (TC-RAM-1): a machine drives into a machine or a piece of terrain, and is hurt half as much itself."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.action import Action, AskAction, NoAction
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Pick, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.aiming.body_attack_rolls import (
    ALL_ARMOUR,
    body_tally,
    hits,
    in_contact,
    rolled_damage,
    smoke_between,
)
from tabletop_tui.rules.techcommander.aiming.defensive_gear import jams
from tabletop_tui.rules.techcommander.aiming.return_fire import returns
from tabletop_tui.rules.techcommander.damage.damage import Blow, strike
from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.moving.moving_into_contact import ChooseContact
from tabletop_tui.rules.techcommander.moving.unit_march import LEAST
from tabletop_tui.rules.techcommander.state import shot_targets
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.rules.techcommander.ways.base_contact_moves import contact_field, in_reach
from tabletop_tui.rules.techcommander.ways.collapse import hit_piece
from tabletop_tui.skirmish.battle import always, gone

FIRE_CONTROL = 2


def is_machine(units: tuple[Unit, ...]) -> bool:
    """Whether it is one MSV or vehicle on the table (TC-VEH-1)."""
    return len(units) == 1 and units[0].on_table and not units[0].sheet.on_foot


@frozen
class ToRam(UnitAction):
    family, name, rule, hotkey = "close", "Ram", "TC-RAM-1", "k"
    says = "It drives up to its full speed against a machine or a piece of terrain and hits it with its own weight."

    @classmethod
    def suits(cls, units: tuple[Unit, ...]) -> bool:
        return is_machine(units)

    def refuse(self) -> Refusal | None:
        if not any(in_reach(self.battle, self.unit, target) for target in targets(self.battle, self.unit)):
            return Refusal("nothing to ram within its speed", "TC-RAM-1")
        return None

    def work(self) -> Sequence[Step]:
        return [ChooseRammed(self.unit.id)]


def targets(battle: Battle, unit: Unit) -> list[str]:
    """What it could aim at: machines of others, and pieces of terrain that can be destroyed (TC-RAM-1)."""
    machines = [other.id for other in battle.enemies(unit.seat) if not other.sheet.on_foot and not other.hidden]
    return [*machines, *(piece.id for piece in battle.standing() if piece.size and piece.id != unit.on)]


@frozen
class ChooseRammed(AskAction):
    title = "Choose what to ram"
    says = "The player aims at a machine or a piece of terrain that can be reached."
    unit: str
    rules = ("TC-RAM-1",)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        unit = battle.units[self.unit]
        near = [target for target in targets(battle, unit) if in_reach(battle, unit, target)]
        return [*(ToAimAt(battle, unit, target) for target in near), Refrain()]

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        why_not = named(battle.units, gone("TC-RAM-1"), always("cannot be rammed", "TC-RAM-1"))
        options = self.options(game)
        return Pick(unit.seat, f"{unit.name} rams what?", options, about=unit.id, rules=self.rules, why_not=why_not)


@frozen
class Refrain(NoAction):
    key, label, rule = "hold", "Nothing after all", "TC-ACT-1"
    says = "The action ends without it."


@frozen
class ToAimAt(Action):
    called = "Ram this"
    battle: Battle
    unit: Unit
    what: str
    rule = "TC-RAM-1"
    says = "It drives into base contact with it, then rolls."

    @property
    def key(self) -> str:
        return self.what

    @property
    def label(self) -> str:
        battle = self.battle
        if self.what in battle.units:
            return battle.units[self.what].name
        return shot_targets.called(shot_targets.mark(battle, self.what))

    @property
    def target(self) -> str:
        return self.what if self.what in self.battle.units else ""

    def refuse(self) -> Refusal | None:
        if not contact_field(self.battle, self.unit, self.what, "TC-RAM-1").can_touch():
            return Refusal("no way into contact with it", "TC-RAM-1")
        return None

    def steps(self) -> Sequence[Step]:
        return [ChooseContact(self.unit.id, self.what, "TC-RAM-1"), Ram(self.unit.id, self.what)]

    def preview(self) -> Preview:
        tally = ram_tally(self.battle, self.unit, self.what)
        return Preview((Line("To hit", f"{tally.total} or less", tally, tally.rules),))


def thing(battle: Battle, target: str) -> Unit | Feature:
    return battle.units[target] if target in battle.units else battle.table.piece(target)


def ram_tally(battle: Battle, unit: Unit, target: str) -> Tally:
    """10, the AC of the target, +2 for fire control unless smoke or ECM takes it (TC-RAM-2, TC-SMOKE-7, TC-GEAR-5)."""
    found = thing(battle, target)
    tally = body_tally(battle, unit, found, "To ram")
    denied = isinstance(found, Unit) and (smoke_between(battle, unit, found) or jams(found))
    if unit.limps or not unit.crewed or denied:
        return tally
    return tally.plus(FIRE_CONTROL, "fire control", "TC-RAM-2")


@frozen
class Ram(Step):
    says = (
        "A D20: a hit is one D20 times the AC of the rammer, half of it to the rammer; armour does not help. "
        "A dug-in target may shoot back."
    )
    unit: str
    target: str
    rules = ("TC-RAM-2", "TC-RAM-3", "TC-DUG-4")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} rams {self.target}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, target = battle.units[self.unit], thing(battle, self.target)
        if unit.stopped or not in_contact(game, unit, target):
            return
        called = target.name if isinstance(target, Unit) else f"the {target.called}"
        answers = returns(battle, unit.id, self.target)
        if not hits(game, unit, ram_tally(battle, unit, self.target), f"{unit.name} rams {called}", self.rules[:1]):
            left = unit.speed - unit.moved
            game.push(*answers, *([ChooseMove(unit.id, left / unit.speed)] if left >= LEAST else []))  # TC-RAM-4
            return
        game.push(*answers)
        damage = rolled_damage(game, unit, f"{unit.name} hits {called}", "TC-RAM-3")
        strike(game, unit, Blow((damage + 1) // 2, unit.id, None, ALL_ARMOUR, "ram"))
        blow = Blow(damage, unit.id, unit.seat, ALL_ARMOUR, "ram")
        if isinstance(target, Unit):
            strike(game, target, blow)
        else:
            hit_piece(game, target, blow)


ACTIONS: tuple[type[UnitAction], ...] = (ToRam,)
