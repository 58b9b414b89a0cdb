"""Which action the named units take (TC-ACT-1): every action is a class of its own, in the module of its family."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.question import Answer, Pick, Question
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation import passing
from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.activation.action_start_and_end import EndAction
from tabletop_tui.rules.techcommander.activation.smoke_launching import Smokes
from tabletop_tui.rules.techcommander.anytime.group_questions import Part
from tabletop_tui.rules.techcommander.close_combat import death_from_above, overrun_actions, ramming, trampling
from tabletop_tui.rules.techcommander.groups import group_actions
from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.passengers import boarding, loading_units, looting
from tabletop_tui.rules.techcommander.reactions.hatch_fire import FireFromHatch
from tabletop_tui.rules.techcommander.state.battle import Battle
from tabletop_tui.rules.techcommander.unit_actions import (
    crew_leaving_table,
    jump_shots,
    shooting_actions,
    stance_actions,
)


@frozen
class ToMove(UnitAction):
    family, name, rule, hotkey = "move", "Move", "TC-MOVEACT-1", "m"
    says = "It moves up to its full speed."

    def work(self) -> Sequence[Step]:
        return [ChooseMove(self.unit.id, alone=True)]


KINDS: tuple[type[UnitAction], ...] = (
    ToMove,
    *jump_shots.ACTIONS,
    *looting.ACTIONS,
    *crew_leaving_table.ACTIONS,
    *shooting_actions.ACTIONS,
    *stance_actions.ACTIONS,
    *loading_units.ACTIONS,
    *boarding.ACTIONS,
    *ramming.ACTIONS,
    *overrun_actions.ACTIONS,
    *trampling.ACTIONS,
    *death_from_above.ACTIONS,
    *passing.ACTIONS,
)
"""All actions, in the order in which they are listed."""


@frozen
class ChooseAction(AskAction):
    title = "Choose an action"
    says = "The player says which action the named unit takes."
    units: tuple[str, ...]
    part: Part | None = None
    """Who of a rallied group takes which part."""
    rules = ("TC-ACT-1", "TC-ACT-2")

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        units = tuple(battle.units[name] for name in self.units)
        if self.part is not None:
            return [kind(battle, units, self.part) for kind in group_actions.ACTIONS]
        return [kind(battle, units) for kind in KINDS if kind.suits(units)]

    def take(self, game: Game[Battle], answer: Answer) -> None:
        action = self.chosen(game, answer)
        again = isinstance(action, UnitAction) and action.again
        steps = with_hatches(game.state, self.units, action.steps())
        game.push(*steps, *([self] if again else []))

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.units[0]]
        prompt = f"{unit.name if self.part is None else ', '.join(self.part.moving)}: which action?"
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules)


def with_hatches(battle: Battle, units: Sequence[str], steps: Sequence[Step]) -> list[Step]:
    """An action with the question to those in hatches at its end (TC-UNBUT-2).

    As their carrier moves they are asked on the way and where that ends (`hatches.HatchFire`).
    """
    found = list(steps)
    work = [step for step in found if not isinstance(step, EndAction | Smokes)]
    hosts = [name for name in units if any(one.hatch for one in battle.passengers(battle.units[name]))]
    if len(work) < len(found) and type(work[-1]) is not ChooseMove:
        found[-1:-1] = [FireFromHatch(name, drops=False) for name in hosts]
    return found
