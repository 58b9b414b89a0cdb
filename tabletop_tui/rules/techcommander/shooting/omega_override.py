"""Omega Override (TC-OMEGA-1): an MSV fires all its weapons at one target, and does nothing else this turn."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.durations import Lasting, give, turn_end
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.previews import FUTILE, Preview
from tabletop_tui.engine.question import Pick, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.roll_wording import counted_dice
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.aiming import shot_odds
from tabletop_tui.rules.techcommander.aiming.ready_weapons import ready_copies
from tabletop_tui.rules.techcommander.aiming.shooting_limits import keys, refuse_target
from tabletop_tui.rules.techcommander.aiming.shot_declaration import OMEGA, Aim, Salvo, aim_at
from tabletop_tui.rules.techcommander.shooting.attack_choices import HoldFire
from tabletop_tui.rules.techcommander.shooting.defensive_gear_window import DefensiveGear
from tabletop_tui.rules.techcommander.state import shot_targets
from tabletop_tui.rules.techcommander.state.battle import UNSHIELDED, Battle, Unit
from tabletop_tui.skirmish.battle import always, gone


def salvos(battle: Battle, unit: Unit, key: str) -> list[Salvo]:
    """A salvo of each weapon that can be fired at a target, without line of sight where it cannot be fired directly."""
    found = []
    for copy in ready_copies(unit):
        weapon = unit.sheet.arms[copy]
        ways = [Salvo(unit.id, (copy,), nlos=blind, reaction=OMEGA) for blind in (False, True)[: 1 + weapon.nlos]]
        for salvo in ways:
            if (
                key in keys(battle, salvo)
                and refuse_target(aim_at(battle, salvo, shot_targets.mark(battle, key))) is None
            ):
                found.append(evolve(salvo, shares=((key, weapon.shots),)))
                break
    return found


@frozen
class ToOverride(UnitAction):
    family, name, rule, hotkey, seldom = "shoot", "Omega override", "TC-OMEGA-1", "J", True
    says = "All its weapons at one target, without fire control and size; no other action, its defensive gear is off."

    @classmethod
    def suits(cls, units: tuple[Unit, ...]) -> bool:
        return len(units) == 1 and units[0].on_table and units[0].sheet.kind == "msv"

    def refuse(self) -> Refusal | None:
        if self.unit.acted:
            return Refusal("it has been given another action this turn", "TC-OMEGA-1")
        return None if ready_copies(self.unit) else Refusal("no weapon that can be fired", "TC-MSV-2")

    def work(self) -> Sequence[Step]:
        return [Override(self.unit.id)]


@frozen
class Override(Step):
    title = "Omega override"
    says = "Its defensive gear is off until the turn ends, it acts no more; in the red it fires only if it was rigged."
    unit: str
    rules = ("TC-OMEGA-1", "TC-OMEGA-2", "TC-OMEGA-4")

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        unit.done = True
        give(game, unit, Lasting(UNSHIELDED, "TC-OMEGA-4", turn_end()))
        if unit.limps:
            game.emit(Event(f"{unit.name} cannot fire", ("TC-OMEGA-2",), unit.seat))
        else:
            game.push(ChooseOmega(self.unit))


@frozen
class ChooseOmega(AskAction):
    title = "Choose the target of all weapons"
    says = "The player names the one target; each weapon that can be fired at it is."
    unit: str
    rules = ("TC-OMEGA-1",)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        unit = battle.units[self.unit]
        names = dict.fromkeys(key for copy in ready_copies(unit) for key in keys(battle, Salvo(unit.id, (copy,))))
        return [*(AllAt(battle, unit, key) for key in names), HoldFire()]

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        prompt = f"{unit.name}, all weapons: at whom?"
        why_not = named(battle.units, gone("TC-OMEGA-1"), always("is no target", "TC-OMEGA-1"))
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules, why_not=why_not)


@frozen
class AllAt(Action):
    called = "All weapons at one target"
    battle: Battle
    unit: Unit
    named: str
    rule = "TC-OMEGA-1"
    says = "All weapons that can be fired at it are."

    @property
    def key(self) -> str:
        return self.named

    @property
    def label(self) -> str:
        found, behind = shot_targets.mark(self.battle, self.named), shot_targets.behind(self.battle, self.named)
        return (
            f"{behind.name} through {shot_targets.called(found)}" if behind is not None else shot_targets.called(found)
        )

    @property
    def target(self) -> str:
        found = shot_targets.behind(self.battle, self.named) or shot_targets.mark(self.battle, self.named)
        return found.id if isinstance(found, Unit) else ""

    def refuse(self) -> Refusal | None:
        if salvos(self.battle, self.unit, self.named):
            return None
        copy = ready_copies(self.unit)[0]
        aim = aim_at(self.battle, Salvo(self.unit.id, (copy,)), shot_targets.mark(self.battle, self.named))
        return refuse_target(aim) or Refusal("no weapon can be fired at it", "TC-OMEGA-1")

    @property
    def cost(self) -> str:
        found = salvos(self.battle, self.unit, self.named)
        return counted_dice(sum(dice for salvo in found for _, dice in salvo.shares)) if found else ""

    def steps(self) -> Sequence[Step]:
        first, *rest = salvos(self.battle, self.unit, self.named)
        return [DefensiveGear(first, ChooseOmega(self.unit.id), tuple(rest))]

    @property
    def idle(self) -> str:
        return FUTILE if self.preview().futile else ""

    def preview(self) -> Preview:
        return shot_odds.preview_pooled(self.aims(), shot_targets.behind(self.battle, self.named))

    def aims(self) -> list[tuple[Aim, int]]:
        found = salvos(self.battle, self.unit, self.named)
        target = shot_targets.mark(self.battle, self.named)
        return [(aim_at(self.battle, salvo, target), salvo.shares[0][1]) for salvo in found]
