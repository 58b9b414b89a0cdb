"""The attacks of rallied groups: together at one target, each at his own, or at the nearest of a group."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.question import Pick, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.views import Preview
from tabletop_tui.engine.wording import counted
from tabletop_tui.rules.techcommander.aiming.foresight import preview_pooled
from tabletop_tui.rules.techcommander.aiming.shots import Aim, Salvo, aim_at
from tabletop_tui.rules.techcommander.aiming.targeting import refuse_target
from tabletop_tui.rules.techcommander.aiming.to_hit import ASSAULT, hit_tally
from tabletop_tui.rules.techcommander.moving.movement import ChooseMove
from tabletop_tui.rules.techcommander.shooting.defences import DefensiveGear
from tabletop_tui.rules.techcommander.shooting.shooting import ChooseWeapon, HoldFire, ready_copies
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import distance
from tabletop_tui.rules.techcommander.state.rallying import can_rally, chains, near_parts
from tabletop_tui.rules.techcommander.state.refusals import always, gone
from tabletop_tui.rules.techcommander.unit_actions.jump_shots import ChooseHeight
from tabletop_tui.rules.techcommander.watching.coverage import best_shot


# ---------------------------------------------------------------- all at one target
def best_aim(battle: Battle, unit: Unit, target: Unit) -> Aim | Refusal:
    """The shot of a member at the target of its group, with the weapon that does most; why there is none."""
    if (found := best_shot(battle, unit, target, (), "")) is not None:
        return found
    aims = [aim_at(battle, Salvo(unit.id, (copy,)), target) for copy in ready_copies(unit)]
    refusals = [refuse_target(aim) for aim in aims]
    legal = [aim for aim, refusal in zip(aims, refusals, strict=True) if refusal is None]
    if legal:
        return legal[0]
    first = next(iter(refusals), None)
    return first if first is not None else Refusal("no weapon that has not been used this turn", "TC-MSV-2")


@frozen
class ChooseRallyTarget(AskAction):
    title = "Choose the target of the group"
    says = "The player names the one target; each member attacks it with a weapon, and all damage is added up."
    units: tuple[str, ...]
    rules = ("TC-RALATK-1", "TC-RALLY-7", "TC-RALLY-8")
    attacks = True

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        units = tuple(battle.units[name] for name in self.units)
        return [*(ToRallyAt(battle, units, enemy, self) for enemy in battle.enemies(units[0].seat)), HoldFire()]

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        first = battle.units[self.units[0]]
        why_not = named(battle.units, gone("TC-ATK-3"), always("is no target", "TC-ATK-3"))
        prompt = f"{', '.join(self.units)}: all attack whom?"
        return Pick(first.seat, prompt, self.options(game), about=first.id, rules=self.rules, why_not=why_not)


@frozen
class ToRallyAt(Action):
    battle: Battle
    units: tuple[Unit, ...]
    enemy: Unit
    asked: ChooseRallyTarget
    rule = "TC-RALATK-1"
    says = "Each member that can attacks it; armour is taken off the sum once, and the AC divides the rest."

    @property
    def key(self) -> str:
        return self.enemy.id

    @property
    def label(self) -> str:
        return self.enemy.name

    @property
    def target(self) -> str:
        return self.enemy.id

    @property
    def aims(self) -> list[Aim]:
        found = (best_aim(self.battle, unit, self.enemy) for unit in self.units)
        return [aim for aim in found if isinstance(aim, Aim)]

    @property
    def cost(self) -> str:
        aims = self.aims
        numbers = ", ".join(f"{hit_tally(aim).total}" for aim in aims)
        return f"{counted(len(aims), 'attack')}: {numbers} or less" if aims else ""

    def refuse(self) -> Refusal | None:
        found = [best_aim(self.battle, unit, self.enemy) for unit in self.units]
        return None if any(isinstance(one, Aim) for one in found) else next(iter(found))  # type: ignore[return-value]

    def steps(self) -> Sequence[Step]:
        first, *rest = [Salvo(aim.unit.id, aim.salvo.copies, ((self.enemy.id, aim.weapon.shots),)) for aim in self.aims]
        return [DefensiveGear(first, self.asked, tuple(rest))]

    def preview(self) -> Preview | None:
        aims = [(aim, aim.weapon.shots) for aim in self.aims]
        return preview_pooled(aims) if aims else None


# ---------------------------------------------------------------- each at his own
@frozen
class FreeShot(AskAction):
    title = "Attack of a member"
    says = "A member of the group attacks from where it is, or pops up to do so."
    unit: str
    rules = ("TC-RALFREE-1",)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        unit = game.state.units[self.unit]
        pops = [FromJump(unit)] if unit.sheet.jumps else []
        return [FromHere(unit), *pops, HoldFire()]

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        return Pick(unit.seat, f"{unit.name} attacks: how?", self.options(game), about=unit.id, rules=self.rules)


@frozen
class FromHere(Action):
    unit: Unit
    key, label, hotkey, rule = "attack", "Attack", "a", "TC-RALFREE-1"
    says = "It attacks from where it stands."

    def refuse(self) -> Refusal | None:
        if not ready_copies(self.unit):
            return Refusal("no weapon that has not been used this turn", "TC-MSV-2")
        return None

    def steps(self) -> Sequence[Step]:
        return [ChooseWeapon(self.unit.id)]


@frozen
class FromJump(FromHere):
    key, label, hotkey, rule = "pop", "Pop and shoot", "o", "TC-RALFREE-1"
    says = "It jumps straight up, attacks at -1, and drops back to its place."

    def steps(self) -> Sequence[Step]:
        return [ChooseHeight(self.unit.id)]


# ---------------------------------------------------------------- at the nearest of a group
def groups_of_enemies(battle: Battle, seat: int) -> list[list[Unit]]:
    """The enemies that are rallied, or near enough to each other that they could be (TC-RALASLT-1)."""
    found: list[list[Unit]] = []
    for other in range(len(battle.players)):
        if not battle.allied(other, seat):
            able = [unit for unit in battle.side(other) if can_rally(unit) and unit.sheet.on_foot]
            parts = [part for chain in chains(battle, able) for part in near_parts(battle, chain)]
            found += [part for part in parts if len(part) > 1]
    return found


@frozen
class ChooseAssaulted(AskAction):
    title = "Choose the group to assault"
    says = "The player names a group of enemy crew and troops; each member moves, then attacks the nearest of it."
    units: tuple[str, ...]
    rules = ("TC-RALASLT-1",)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        groups = groups_of_enemies(battle, battle.units[self.units[0]].seat)
        return [*(ToAssault(self.units, tuple(group)) for group in groups), HoldFire()]

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        first = battle.units[self.units[0]]
        why_not = named(battle.units, gone("TC-RALASLT-1"), always("is in no such group", "TC-RALASLT-1"))
        prompt = f"{', '.join(self.units)}: assault which group?"
        return Pick(first.seat, prompt, self.options(game), about=first.id, rules=self.rules, why_not=why_not)


@frozen
class ToAssault(Action):
    units: tuple[str, ...]
    enemies: tuple[Unit, ...]
    rule = "TC-RALASLT-1"
    says = "Each moves up to half his speed, then attacks whoever of it is nearest, until that one is eliminated."

    @property
    def key(self) -> str:
        return self.enemies[0].id

    @property
    def label(self) -> str:
        return ", ".join(enemy.name for enemy in self.enemies)

    @property
    def target(self) -> str:
        return self.enemies[0].id

    def steps(self) -> Sequence[Step]:
        moves = [ChooseMove(name, 0.5) for name in self.units]
        return [*moves, Assault(self.units, tuple(enemy.id for enemy in self.enemies))]


@frozen
class Assault(Step):
    title = "Rallied assault"
    says = "The next member attacks the nearest of the group that is not eliminated; movement counts for nothing."
    units: tuple[str, ...]
    enemies: tuple[str, ...]
    rules = ("TC-RALASLT-2", "TC-RALASLT-3")
    attacks = True

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        if not self.units:
            return
        unit, left = battle.units[self.units[0]], self.units[1:]
        alive = [battle.units[name] for name in self.enemies if not battle.units[name].eliminated]
        there = [enemy for enemy in alive if enemy.on_table]
        game.push(Assault(left, self.enemies))
        if unit.on_table and there and ready_copies(unit):
            nearest = min(there, key=lambda enemy: distance(battle, unit, enemy))
            game.push(ChooseWeapon(unit.id, nearest.id, (), ASSAULT))
