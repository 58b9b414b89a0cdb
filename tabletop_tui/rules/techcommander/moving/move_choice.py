"""Where to move (TC-MOVE-1, TC-MOVEACT-1): the owner of a unit chooses."""

from __future__ import annotations

from functools import partial

from attrs import field

from tabletop_tui.engine.action import AskAction
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.codec import ADDED
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.previews import Preview, exposed_to, shootable, shot_on_the_way
from tabletop_tui.engine.question import Answer, Option, Place, Question
from tabletop_tui.engine.wording import tenths
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.aiming.ready_weapons import ready_copies
from tabletop_tui.rules.techcommander.aiming.shooting_limits import attackers, standing_at, within_fire
from tabletop_tui.rules.techcommander.moving.unit_march import marched
from tabletop_tui.rules.techcommander.reactions.covering_fire import entries
from tabletop_tui.rules.techcommander.state.battle import Battle
from tabletop_tui.rules.techcommander.state.terrain import UNIT
from tabletop_tui.rules.techcommander.ways.falling import dice_of_fall
from tabletop_tui.rules.techcommander.ways.move_field import MoveField, move_field
from tabletop_tui.skirmish.unit_place_fields import Plan, longest
from tabletop_tui.table.bases import TINY


@frozen
class ChooseMove(Ask):
    title = "Choose where to move"
    says = "The player says where the unit goes, and which way it then faces; it may stay where it is."
    unit: str
    share: float = 1.0
    """Of its speed."""
    alone: bool = field(default=False, kw_only=True, metadata={ADDED: True})
    """Whether nothing of the action comes after this."""
    rules = ("TC-MOVE-1", "TC-MOVEACT-1", "TC-STAT-5")

    def field(self, battle: Battle) -> MoveField:
        """Where it may go."""
        return move_field(battle, battle.units[self.unit], self.share)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = self.field(battle)
        prompt = f"{unit.name}: where to, up to {tenths(field.allowance)} {UNIT.short}?"
        warn = partial(self.warning, game)
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field, many=True, warn=warn)

    def warning(self, game: Game[Battle], answer: Answer) -> str:
        """What is asked before it falls and is harmed (TC-FALL-4), and before it stays, where it has done nothing in
        this action and then can do nothing more."""
        unit, doing = game.state.units[self.unit], game.state.doing
        field = game.asked_field(self, MoveField)
        if dice := sum(dice_of_fall(unit, height) for height in field.falls_of(answer)):
            return f"{unit.name} falls on this way and takes {dice}D20 of damage: is it to go there all the same?"
        if unit.moved > TINY or not stays(field, answer):
            return ""
        if self.alone and unit.fired and doing is not None and doing.kind != "move":
            return ""
        if self.alone:
            return f"{unit.name} stays where it is: is the action spent on that?"
        if not hits_nobody(game, self.shot(game)):
            return ""
        return f"{unit.name} can hit nobody from here: is the action spent on that?"

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(marched(self.unit, game.asked_field(self, MoveField), answer))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        field = game.asked_field(self, MoveField)
        lines = [Line("way", field.cost(answer), rules=("TC-MOVE-1",))]
        if field.refuse(answer) is None:
            battle, march = game.state, marched(self.unit, field, answer)
            hostile = {enemy.seat for enemy in battle.enemies(battle.units[self.unit].seat)}
            covered = (entry.watcher for seat in sorted(hostile) for entry in entries(battle, march, seat))
            lines += shot_on_the_way(covered, "TC-REACT-1")
            there = standing_at(battle, battle.units[self.unit], march.tracks[0][-1], march.on[0])
            ghost = there.units[self.unit]
            ghost.moved, ghost.facing = max(ghost.moved, longest(march.tracks)), march.facings[0]
            lines.append(exposed_to(attackers(there, ghost), "TC-ATK-3"))
            if attacks(self.shot(game)) and (copies := ready_copies(ghost)):
                lines += shootable(within_fire(there, ghost, copies), "TC-ATK-3")
        return Preview(tuple(lines), path=tuple(field.path(answer)))

    def shot(self, game: Game[Battle]) -> Step | None:
        """The step that follows where it stays."""
        return game.agenda[-2] if len(game.agenda) > 1 else None


def stays(field: MoveField, answer: Answer) -> bool:
    """Whether a unit goes nowhere by this answer: to turn on the spot is free without an action (TC-MOVE-2)."""
    plan = field.read(answer)
    if not isinstance(plan, Plan) or longest(field.tracks(plan)) > TINY:
        return False
    return field.surface_of(plan) == field.unit.on


def hits_nobody(game: Game[Battle], shot: Step | None) -> bool:
    """Whether this is an attack for which nobody can be hit."""
    return isinstance(shot, AskAction) and attacks(shot) and not any(map(useful, shot.options(game)))


def attacks(step: Step | None) -> bool:
    return bool(getattr(step, "attacks", False))


def useful(option: Option) -> bool:
    """Whether it is a shot that may do something."""
    return bool(option.target) and option.refusal is None and not option.idle
