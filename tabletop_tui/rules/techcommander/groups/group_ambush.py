"""Ambushes by rallied groups (TC-AMBUSH-1, TC-RALLY-4): all come from behind and stay there, one roll, one target."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.action import Action, AskAction, UnitChoice
from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.question import Pick, Question
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.aiming.shot_aftermath import AMBUSH
from tabletop_tui.rules.techcommander.groups.group_moves import ChooseGroupMove
from tabletop_tui.rules.techcommander.groups.rallied_fire import ChooseRallyTarget, Join, Shots
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle, Unit
from tabletop_tui.rules.techcommander.unit_actions.ambush import (
    ReturnAmbush,
    ambushable,
    behind,
    reasons_of,
    tally_of,
)


def ambushed_by_all(battle: Battle, units: Sequence[Unit]) -> list[Unit]:
    """The posted-up enemies behind which all of these are."""
    return [enemy for enemy in ambushable(battle, units[0]) if all(behind(enemy, unit.at) for unit in units)]


@frozen
class ChooseGroupAmbushed(AskAction):
    title = "Choose whom the group ambushes"
    says = "The player names the posted-up unit, behind which all who take part stay."
    units: tuple[str, ...]
    moving: tuple[str, ...]
    """They, and those who only come along."""
    hidden: bool
    """Whether all of them began infiltrated."""
    rules = ("TC-AMBUSH-1", "TC-RALLY-4", "TC-RALLY-8")

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        units = [battle.units[name] for name in self.units]
        return [ToAmbushTogether(enemy, self) for enemy in ambushed_by_all(battle, units)]

    def question(self, game: Game[Battle]) -> Question:
        first = game.state.units[self.units[0]]
        prompt = f"{', '.join(self.units)}: whom do they ambush?"
        return Pick(first.seat, prompt, self.options(game), about=first.id, rules=self.rules)


@frozen
class ToAmbushTogether(UnitChoice):
    whom = "enemy"
    enemy: Unit
    asked: ChooseGroupAmbushed
    rule = "TC-AMBUSH-1"
    says = "They move up to the speed of the slowest behind this unit, and attack it together."

    def steps(self) -> Sequence[Step]:
        asked, enemy = self.asked, self.enemy.id
        return [ChooseGroupMove(asked.moving, enemy=enemy), ReactToGroup(asked.units, enemy, asked.hidden)]


@frozen
class ReactToGroup(Step):
    title = "React to the ambush"
    says = "The posted-up unit rolls once; what is true of all who ambush it makes that harder."
    units: tuple[str, ...]
    target: str
    hidden: bool
    attacks = True
    rules = ("TC-AMBUSH-2", "TC-AMBUSH-3", "TC-AMBUSH-4")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        target, units = battle.units[self.target], [battle.units[name] for name in self.units]
        there = [unit for unit in units if unit.on_table]
        if not there or not target.on_table or not all(behind(target, unit.at) for unit in there):
            game.push(ChooseRallyTarget(self.units))
            return
        found = [reasons_of(unit, self.hidden) for unit in there]
        true_of_all = [one[0][1] for one in zip(*found, strict=True) if all(holds for holds, _ in one)]
        needed = Need(tally_of(true_of_all), "at most")
        why = f"{target.name}: reaction to the ambush"
        passed = game.check(Check(target.seat, why, needed, sides=SIDES, rules=self.rules[:1])).passed
        asked = ChooseRallyTarget(self.units, Shots("" if passed else AMBUSH))
        returns = [ReturnAmbush(self.target, there[0].id)] if passed else []
        game.push(Join(self.units, self.target, asked), *returns)
