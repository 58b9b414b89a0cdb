"""Trample (TC-TRAMPLE-1): an MSV walks into a rallied group and steps on as many of it as it likes."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from attrs import define, evolve, field
from shapely import MultiPoint, Point

from tabletop_tui.engine.action import Action, AskAction, UnitChoice
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Pick, Place, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.aiming.body_attack_rolls import rolled_damage
from tabletop_tui.rules.techcommander.close_combat.ramming import Refrain
from tabletop_tui.rules.techcommander.damage.damage import Blow, strike
from tabletop_tui.rules.techcommander.moving.unit_march import marched
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE, distance
from tabletop_tui.rules.techcommander.state.surface_heights import bars
from tabletop_tui.rules.techcommander.ways.dodging import Dodge
from tabletop_tui.rules.techcommander.ways.move_field import MoveField
from tabletop_tui.skirmish.unit_place_fields import Judgement, Plan
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.hidden_share import GROUND
from tabletop_tui.table.points import Spot, Spots


def groups_near(battle: Battle, unit: Unit) -> list[list[Unit]]:
    """The rallied groups of enemies, hidden or not, with a member within half the speed of an MSV (TC-TRAMPLE-1)."""
    names = dict.fromkeys(enemy.group for enemy in battle.enemies(unit.seat) if enemy.group)
    groups = [[enemy for enemy in battle.on_table() if enemy.group == name] for name in names]
    half = unit.speed / 2 + TINY
    return [group for group in groups if any(distance(battle, unit, member) <= half for member in group)]


def most_trampled(unit: Unit) -> int:
    """No more than half its speed in numbers, rounded down (TC-TRAMPLE-2)."""
    return floor(unit.speed / 2 + TINY)


def refuse_victim(battle: Battle, unit: Unit, victim: Unit) -> Refusal | None:
    """Why a member cannot be stepped on: there is no room for a foot, or what it is on bears no MSV (TC-TRAMPLE-3)."""
    if victim.on != GROUND:
        piece = battle.table.piece(victim.on)
        if piece.size and piece.size < unit.ac:
            return Refusal(f"the {piece.called} does not bear {unit.name}", "TC-TRAMPLE-3")
    level = battle.foot(victim)
    for piece in battle.standing():
        in_the_way = piece.id != victim.on and bars(piece, level, unit.sheet.height)
        if in_the_way and piece.figure.near(victim.at, victim.radius - CLOSE):
            return Refusal(f"no room for a foot beside the {piece.called}", "TC-TRAMPLE-3")
    return None


@frozen
class ToTrample(UnitAction):
    family, name, rule, hotkey = "close", "Trample", "TC-TRAMPLE-1", "C"
    says = "It walks into a rallied group, hidden or not, and steps on as many as half its speed."

    @classmethod
    def suits(cls, units: tuple[Unit, ...]) -> bool:
        return len(units) == 1 and units[0].on_table and units[0].sheet.kind == "msv"

    def refuse(self) -> Refusal | None:
        if not groups_near(self.battle, self.unit):
            return Refusal("no rallied group within half its speed", "TC-TRAMPLE-1")
        return None

    def work(self) -> Sequence[Step]:
        return [ChooseTrampled(self.unit.id)]


@frozen
class ChooseTrampled(AskAction):
    title = "Choose the group to trample"
    says = "The player names a rallied group within half the speed of the MSV."
    unit: str
    rules = ("TC-TRAMPLE-1",)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        unit = battle.units[self.unit]
        return [*(ToWalkInto(battle, unit, group[0].group) for group in groups_near(battle, unit)), Refrain()]

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        return Pick(
            unit.seat, f"{unit.name} tramples which group?", self.options(game), about=unit.id, rules=self.rules
        )


@frozen
class ToWalkInto(Action):
    battle: Battle
    unit: Unit
    group: str
    rule = "TC-TRAMPLE-1"
    says = "It walks to any place inside the group."

    @property
    def key(self) -> str:
        return self.group

    @property
    def label(self) -> str:
        members = [unit.id for unit in self.battle.on_table() if unit.group == self.group]
        return f"the group of {', '.join(members)}"

    @property
    def target(self) -> str:
        return self.group

    def refuse(self) -> Refusal | None:
        if not trample_field(self.battle, self.unit, self.group).can_go_anywhere():
            return Refusal("no way to a place inside it", "TC-TRAMPLE-1")
        return None

    def steps(self) -> Sequence[Step]:
        return [ChooseTramplePlace(self.unit.id, self.group), ChooseVictim(self.unit.id, self.group)]


@define
class TrampleField(MoveField):
    """To any place inside a group, past its members."""

    group: str = field(kw_only=True)

    def judge_plan(self, plan: Plan, ends: Spots | None = None) -> Judgement:
        refusal, taken = super().judge_plan(plan, ends)
        if refusal is None and not self.within((ends or self.ends(plan))[0]):
            return Refusal("not inside the group", "TC-TRAMPLE-1"), taken
        return refusal, taken

    def within(self, spot: Spot) -> bool:
        """Whether its base would touch the ground between the members."""
        members = [unit.at for unit in self.battle.on_table() if unit.group == self.group]
        return bool(MultiPoint(members).convex_hull.distance(Point(spot)) <= self.radius + 1.0 + CLOSE)

    @property
    def plain(self) -> bool:
        return True

    def welcomes(self, spot: Spot) -> bool:
        return self.within(spot)

    def might_go(self, spot: Spot) -> bool:
        return super().might_go(spot) and self.within(spot)

    def raster(self) -> list[Spot]:
        return [spot for spot in super().raster() if self.within(spot)]


def trample_field(battle: Battle, unit: Unit, group: str) -> TrampleField:
    return TrampleField(
        unit.models,
        unit.radius,
        unit.facing,
        unit.speed,
        2 * unit.radius,
        True,
        battle=battle,
        unit=unit,
        group=group,
        blocked=False,
    )


@frozen
class ChooseTramplePlace(Ask):
    title = "Choose where to trample"
    says = "The player walks the MSV to a place inside the group."
    unit: str
    group: str
    rules = ("TC-TRAMPLE-1",)

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        field = trample_field(game.state, unit, self.group)
        prompt = f"{unit.name} tramples: where to, inside the group?{field.hint}"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field, many=True)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(marched(self.unit, game.asked_field(self, TrampleField), answer))

    def preview(self, game: Game[Battle], answer: Answer) -> Preview | None:
        field = game.asked_field(self, TrampleField)
        return Preview((Line("way", field.cost(answer), rules=self.rules),), path=tuple(field.path(answer)))


@frozen
class ChooseVictim(AskAction):
    title = "Choose who is trampled"
    says = "The player names the members that are stepped on, one after another, up to half the speed of the MSV."
    unit: str
    group: str
    done: tuple[str, ...] = ()
    """Those who were stepped on already."""
    rules = ("TC-TRAMPLE-2",)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        unit = battle.units[self.unit]
        members = [one for one in battle.on_table() if one.group == self.group and one.id not in self.done]
        if unit.stopped or len(self.done) >= most_trampled(unit):
            members = []
        return [*(ToStepOn(battle, unit, member, self) for member in members), Refrain()]

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        left = most_trampled(unit) - len(self.done)
        prompt = f"{unit.name} steps on whom? ({left} more at most)"
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules)


@frozen
class ToStepOn(UnitChoice):
    called = "Step on somebody"
    whom = "victim"
    battle: Battle
    unit: Unit
    victim: Unit
    asked: ChooseVictim
    rule = "TC-TRAMPLE-4"
    says = "It may dodge on 12 or less; else it takes one D20 times the AC of the MSV."

    def refuse(self) -> Refusal | None:
        return refuse_victim(self.battle, self.unit, self.victim)

    def steps(self) -> Sequence[Step]:
        hit = Trampled(self.victim.id, self.unit.id)
        dodge = Dodge(self.victim.id, self.unit.id, "trample", (hit,))
        return [dodge, evolve(self.asked, done=(*self.asked.done, self.victim.id))]


@frozen
class Trampled(Step):
    says = "Whoever did not dodge takes one D20 times the AC of the MSV."
    unit: str
    by: str
    rules = ("TC-TRAMPLE-4",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.by} steps on {self.unit}"

    def run(self, game: Game[Battle]) -> None:
        unit, mover = game.state.units[self.unit], game.state.units[self.by]
        damage = rolled_damage(game, mover, f"{mover.name} steps on {unit.name}", "TC-TRAMPLE-4")
        strike(game, unit, Blow(damage, mover.id, mover.seat, cause="trampled"))


ACTIONS: tuple[type[UnitAction], ...] = (ToTrample,)
