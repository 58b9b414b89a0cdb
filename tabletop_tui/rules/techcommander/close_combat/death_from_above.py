"""Death from above (TC-DFA-1): an MSV that jumps comes down on its target."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.action import Action, AskAction, UnitChoice
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Pick, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.aiming.body_attack_rolls import (
    ALL_ARMOUR,
    IN_SMOKE,
    body_tally,
    hits,
    in_contact,
    mostly_in_smoke,
)
from tabletop_tui.rules.techcommander.aiming.return_fire import returns
from tabletop_tui.rules.techcommander.close_combat.ramming import Refrain
from tabletop_tui.rules.techcommander.damage import bubble_shields
from tabletop_tui.rules.techcommander.damage.damage import Blow, strike
from tabletop_tui.rules.techcommander.moving.moving_into_contact import ChooseContact
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle, Unit
from tabletop_tui.rules.techcommander.ways.base_contact_moves import contact_field, in_reach
from tabletop_tui.skirmish.battle import always, gone

EACH_AC = 20
"""The damage for each AC of the MSV (TC-DFA-3)."""


@frozen
class ToDropOn(UnitAction):
    family, name, rule, hotkey = "close", "Death from above", "TC-DFA-1", "B"
    says = "It jumps up to its full speed and comes down in contact with its target, which it may crush."

    @classmethod
    def suits(cls, units: tuple[Unit, ...]) -> bool:
        (unit,) = units if len(units) == 1 else (None,)
        return unit is not None and unit.on_table and unit.sheet.kind == "msv" and unit.sheet.jumps

    def refuse(self) -> Refusal | None:
        enemies = (
            enemy for enemy in self.battle.enemies(self.unit.seat) if not bubble_shields.conceals(self.battle, enemy)
        )
        if not any(in_reach(self.battle, self.unit, enemy.id) for enemy in enemies):
            return Refusal("no target within its speed", "TC-DFA-1")
        return None

    def work(self) -> Sequence[Step]:
        return [ChooseCrushed(self.unit.id)]


@frozen
class ChooseCrushed(AskAction):
    title = "Choose whom to drop on"
    says = "The player names the target of a death from above."
    unit: str
    rules = ("TC-DFA-1",)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        unit = battle.units[self.unit]
        near = [enemy for enemy in battle.enemies(unit.seat) if in_reach(battle, unit, enemy.id)]
        return [*(ToCrush(battle, unit, enemy) for enemy in near), Refrain()]

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        why_not = named(battle.units, gone("TC-DFA-1"), always("is out of its reach", "TC-DFA-1"))
        options = self.options(game)
        return Pick(unit.seat, f"{unit.name} drops on whom?", options, about=unit.id, rules=self.rules, why_not=why_not)


@frozen
class ToCrush(UnitChoice):
    called = "Come down on a target"
    whom = "enemy"
    battle: Battle
    unit: Unit
    enemy: Unit
    rule = "TC-DFA-1"
    says = "It comes down in base contact with it, then rolls."

    def refuse(self) -> Refusal | None:
        if bubble_shields.conceals(self.battle, self.enemy):
            return Refusal(f"{self.enemy.name} is infiltrated", "TC-ATK-3")
        if not contact_field(self.battle, self.unit, self.enemy.id, "TC-DFA-1").can_touch():
            return Refusal("no place to come down beside it", "TC-DFA-1")
        return None

    def steps(self) -> Sequence[Step]:
        return [ChooseContact(self.unit.id, self.enemy.id, "TC-DFA-1"), Crash(self.unit.id, self.enemy.id)]

    def preview(self) -> Preview:
        tally = crash_tally(self.battle, self.unit, self.enemy)
        return Preview((Line("To hit", f"{tally.total} or less", tally, tally.rules),))


def crash_tally(battle: Battle, unit: Unit, target: Unit) -> Tally:
    """No fire control, no movement; -2 where the target is mostly in smoke (TC-DFA-2, TC-SMOKE-8)."""
    tally = body_tally(battle, unit, target, "Death from above")
    return tally.plus(IN_SMOKE, "mostly in smoke", "TC-SMOKE-8") if mostly_in_smoke(battle, target) else tally


@frozen
class Crash(Step):
    says = (
        "On a hit the target takes 20 for each AC of the MSV and a D20, past all armour, and the MSV a D20. "
        "A dug-in target may shoot back."
    )
    unit: str
    target: str
    rules = ("TC-DFA-2", "TC-DFA-3", "TC-DUG-4")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} comes down on {self.target}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, target = battle.units[self.unit], battle.units[self.target]
        if unit.stopped or not in_contact(game, unit, target):
            return
        game.push(*returns(battle, unit.id, target.id))
        why = f"{unit.name} comes down on {target.name}"
        if not hits(game, unit, crash_tally(battle, unit, target), why, self.rules[:1]):
            return
        more = game.check(Check(unit.seat, why, sides=SIDES, rules=self.rules[1:])).total
        strike(game, target, Blow(EACH_AC * unit.ac + more, unit.id, unit.seat, ALL_ARMOUR, "crushed"))
        own = game.check(Check(unit.seat, f"{unit.name} takes the shock", sides=SIDES, rules=self.rules[1:])).total
        strike(game, unit, Blow(own, unit.id, None, cause="the shock"))


ACTIONS: tuple[type[UnitAction], ...] = (ToDropOn,)
