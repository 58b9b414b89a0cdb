"""The attacks of rallied groups: together at one target, each at his own, or at the nearest of a group."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from attrs import evolve, field

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.codec import ADDED
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.option_order import TERRAIN
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Pick, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.aiming import shot_odds
from tabletop_tui.rules.techcommander.aiming.ready_weapons import ALL_USED, ready_copies, refuse_used
from tabletop_tui.rules.techcommander.aiming.shooting_limits import is_hidden, keys, refuse_target, wall_shots
from tabletop_tui.rules.techcommander.aiming.shot_declaration import Aim, Salvo, aim_at
from tabletop_tui.rules.techcommander.aiming.shot_odds import preview_pooled
from tabletop_tui.rules.techcommander.aiming.to_hit import ASSAULT, hit_tally
from tabletop_tui.rules.techcommander.groups.group_moves import ChooseGroupMove
from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon, HoldFire
from tabletop_tui.rules.techcommander.shooting.defensive_gear_window import DefensiveGear
from tabletop_tui.rules.techcommander.state import shot_targets
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import distance
from tabletop_tui.rules.techcommander.state.rallied_groups import can_rally, chains, near_parts
from tabletop_tui.rules.techcommander.state.shot_targets import BEHIND, Mark
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.rules.techcommander.unit_actions.jump_shots import ChooseHeight
from tabletop_tui.skirmish.battle import always, gone


# ---------------------------------------------------------------- all at one target
def member_aims(battle: Battle, unit: Unit, key: str, shots: Shots) -> list[Aim]:
    """The shots that a member could make at the target of its group, one for each copy."""
    raised = shots.height_of(unit.id)
    asked = ChooseWeapon(unit.id, repairs=shots.repairs)
    salvos = (Salvo(unit.id, (copy,), reaction=shots.reaction, raised=raised) for copy in asked.ready(unit))
    aims = (aim_at(battle, salvo, shot_targets.mark(battle, key)) for salvo in salvos)
    return [aim for aim in aims if BEHIND not in key or pierced(aim, key)]


def pierced(aim: Aim, key: str) -> bool:
    """Whether a shot reaches whoever is behind a wall (TC-WALL-1)."""
    return key in wall_shots(aim.battle, aim.salvo)


def best_aim(battle: Battle, unit: Unit, key: str, shots: Shots) -> Aim | Refusal:
    """The shot of a member at the target of its group with the weapon that does most; why there is none."""
    aims = member_aims(battle, unit, key, shots)
    able = [aim for aim in aims if refuse_target(aim) is None]
    if able:
        behind = shot_targets.behind(battle, key)
        return max(able, key=lambda aim: shot_odds.outcome(aim, aim.weapon.shots, behind).expected)
    refusals = (refuse_target(aim) for aim in aims)
    return next(filter(None, refusals), ALL_USED)


@frozen
class Shots:
    """What the shots of a group at one target have in common."""

    reaction: str = ""
    """As in `Salvo`."""
    repairs: bool = False
    heights: tuple[tuple[str, float], ...] = ()
    """How high each member is in a jump, in centimetres."""

    def height_of(self, unit: str) -> float:
        return dict(self.heights).get(unit, 0.0)


PLAIN = Shots()
"""Of an attack on the ground."""


@frozen
class ChooseRallyTarget(AskAction):
    title = "Choose the target of the group"
    says = "The player names the one target; each member attacks it with a weapon, and all damage is added up."
    units: tuple[str, ...]
    shots: Shots = field(default=PLAIN, metadata={ADDED: True})
    rules = ("TC-RALATK-1", "TC-RALLY-7", "TC-RALLY-8")
    attacks = True

    def keys(self, battle: Battle) -> list[str]:
        """All that any of them could aim at, each once (TC-ATK-3)."""
        units = [battle.units[name] for name in self.units if battle.units[name].on_table]
        asks = ((unit, ChooseWeapon(unit.id, repairs=self.shots.repairs)) for unit in units)
        salvos = (Salvo(unit.id, (copy,)) for unit, ask in asks for copy in ask.ready(unit))
        found = (key for salvo in salvos for key in keys(battle, salvo))
        return list(dict.fromkeys(found))

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        units = tuple(battle.units[name] for name in self.units)
        return [*(ToRallyAt(battle, units, key, self) for key in self.keys(battle)), HoldFire()]

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        first = battle.units[self.units[0]]
        why_not = named(battle.units, gone("TC-ATK-3"), always("is no target", "TC-ATK-3"))
        prompt = f"{', '.join(self.units)}: all {'repair' if self.shots.repairs else 'attack'} whom?"
        return Pick(first.seat, prompt, self.options(game), about=first.id, rules=self.rules, why_not=why_not)


@frozen
class ToRallyAt(Action):
    battle: Battle
    units: tuple[Unit, ...]
    named: str
    """The target as a share of a salvo names it."""
    asked: ChooseRallyTarget
    rule = "TC-RALATK-1"
    says = "Each member that can attacks it; armour is taken off the sum once, and the AC divides the rest."

    @property
    def key(self) -> str:
        return self.named

    @property
    def found(self) -> Mark:
        return shot_targets.mark(self.battle, self.named)

    @property
    def behind(self) -> Unit | None:
        return shot_targets.behind(self.battle, self.named)

    @property
    def label(self) -> str:
        called = shot_targets.called(self.found)
        return called if self.behind is None else f"{self.behind.name} through {called}"

    @property
    def target(self) -> str:
        found = self.behind or self.found
        return found.id if isinstance(found, Unit) else ""

    @property
    def group(self) -> str:
        return TERRAIN if self.behind is None and isinstance(self.found, Feature) else ""

    @cached_property
    def members(self) -> list[Aim | Refusal]:
        return [best_aim(self.battle, unit, self.named, self.asked.shots) for unit in self.units if unit.on_table]

    @property
    def aims(self) -> list[Aim]:
        return [aim for aim in self.members if isinstance(aim, Aim)]

    @property
    def cost(self) -> str:
        aims = self.aims
        numbers = ", ".join(f"{hit_tally(shot_odds.struck(aim)).total}" for aim in aims)
        return f"{counted(len(aims), 'attack')}: {numbers} or less" if aims else ""

    def refuse(self) -> Refusal | None:
        if self.aims:
            return None
        return next((one for one in self.members if isinstance(one, Refusal)), Refusal("nobody is left", "TC-RALLY-8"))

    def steps(self) -> Sequence[Step]:
        return [Join(tuple(aim.unit.id for aim in self.aims), self.named, self.asked)]

    def preview(self) -> Preview | None:
        aims = [(aim, aim.weapon.shots) for aim in self.aims]
        return preview_pooled(aims, self.behind) if aims else None


@frozen
class Join(Step):
    says = "Each member says with what he attacks the target of the group; then all fire."
    units: tuple[str, ...]
    """Those who have still to say it."""
    target: str
    asked: ChooseRallyTarget
    salvos: tuple[Salvo, ...] = ()
    rules = ("TC-RALATK-1", "TC-RALLY-8")

    def describe(self, game: Game[Battle]) -> str:
        return f"all attack {self.target}"

    def run(self, game: Game[Battle]) -> None:
        battle, shots = game.state, self.asked.shots
        if not self.units:
            if self.salvos:
                game.push(DefensiveGear(self.salvos[0], self.asked, self.salvos[1:]))
            return
        unit, then = battle.units[self.units[0]], evolve(self, units=self.units[1:])
        able = [aim for aim in member_aims(battle, unit, self.target, shots) if refuse_target(aim) is None]
        if len(able) == 1 and is_plain(able[0]):
            shares = ((self.target, able[0].weapon.shots),)
            game.push(evolve(then, salvos=(*self.salvos, evolve(able[0].salvo, shares=shares))))
        elif able:
            raised = shots.height_of(unit.id)
            game.push(
                JoinIn(unit.id, self.target, (), shots.reaction, raised, repairs=shots.repairs, then=then),
            )
        else:
            game.push(then)


def is_plain(aim: Aim) -> bool:
    """Whether there is nothing to choose about a shot, and nothing to be saved by not firing it."""
    weapon = aim.weapon
    return not weapon.rounds and len(weapon.modes) < 2 and not (weapon.nlos and not aim.salvo.nlos)


@frozen
class JoinIn(ChooseWeapon):
    title = "Join in the attack of the group"
    says = "A member picks the weapon with which he attacks the target of the group, or holds his fire."
    then: Join = field(kw_only=True)
    """What comes after him."""
    rules = ("TC-RALATK-1", "TC-RALLY-7", "TC-ATK-1", "TC-MSV-2")

    def fires(self, salvo: Salvo) -> Sequence[Step]:
        return [evolve(self.then, salvos=(*self.then.salvos, salvo))]

    def holds(self) -> Action:
        return DoNotJoin(self.then)


@frozen
class DoNotJoin(HoldFire):
    then: Join
    says = "He does not attack; the others do."

    def steps(self) -> Sequence[Step]:
        return [self.then]


# ---------------------------------------------------------------- from a jump
@frozen
class GroupHeights(Step):
    title = "How high they jump"
    says = "Each member says how high he is when the group fires at its one target."
    units: tuple[str, ...]
    starts: tuple[float, ...]
    """How high each of them was when the jump began, in centimetres."""
    heights: tuple[tuple[str, float], ...] = ()
    rules = ("TC-JUMPASLT-1", "TC-RALLY-8")

    def run(self, game: Game[Battle]) -> None:
        number = len(self.heights)
        if number == len(self.units):
            game.push(ChooseRallyTarget(self.units, Shots(heights=self.heights)))
        else:
            game.push(ChooseGroupHeight(self.units[number], self.starts[number], all=self))


@frozen
class ChooseGroupHeight(ChooseHeight):
    title = "Choose the height of a jump"
    all: GroupHeights = field(kw_only=True)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(evolve(self.all, heights=(*self.all.heights, (self.unit, float(answer)))))


@frozen
class NoteFeet(Step):
    says = "The height of each jump counts from where it begins."
    units: tuple[str, ...]
    moving: tuple[str, ...]
    rules = ("TC-JUMPASLT-1", "TC-RALLY-4")

    def describe(self, game: Game[Battle]) -> str:
        return f"{', '.join(self.units)} jump"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        starts = tuple(battle.foot(battle.units[name]) for name in self.units)
        game.push(ChooseGroupMove(self.moving), GroupHeights(self.units, starts))


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
    key, label, hotkey, rule = "attack", "Attack", "t", "TC-RALFREE-1"
    says = "It attacks from where it stands."

    def refuse(self) -> Refusal | None:
        return refuse_used(self.unit)

    def steps(self) -> Sequence[Step]:
        return [ChooseWeapon(self.unit.id)]


@frozen
class FromJump(FromHere):
    key, label, hotkey, rule = "pop", "Pop and shoot", "q", "TC-RALFREE-1"
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
    says = "The next member attacks the nearest of the group that it may target; movement counts for nothing."
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
        there = [enemy for enemy in alive if enemy.on_table and not is_hidden(battle, unit, enemy)]
        game.push(Assault(left, self.enemies))
        if unit.on_table and there and ready_copies(unit):
            nearest = min(there, key=lambda enemy: distance(battle, unit, enemy))
            game.push(ChooseWeapon(unit.id, nearest.id, (), ASSAULT))
