"""Load and offload (TC-LOAD-1, TC-OFFLOAD-1): a carrier takes units aboard or sets them down, and moves half.

What a unit does that was set down counts as its action, and stepping off as a move of up to half (TC-OFFLOAD-2).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from attrs import evolve

from tabletop_tui.engine.action import Action, AskAction, NoAction, UnitChoice
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.question import Pick, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.activation.action_start_and_end import beginning
from tabletop_tui.rules.techcommander.aiming.ready_weapons import refuse_used
from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit, new_unit
from tabletop_tui.rules.techcommander.state.distances import adjacent
from tabletop_tui.rules.techcommander.state.profiles import CREW
from tabletop_tui.rules.techcommander.victory.skull_claims import claim_where_touching
from tabletop_tui.rules.techcommander.ways.places_aboard import attach, free_seats, getting_off, is_carried, refuse_room

CREW_KEY = "crew"
NO_ROOM = Refusal("no room beside the carrier", "TC-OFFLOAD-1")
"""The key of one of a carrier's own crew, who has no model yet."""


# ---------------------------------------------------------------- before or after the move
@frozen
class CarrierAction(UnitAction):
    """An action in which a carrier moves up to half its speed, before or after what it does with units."""

    @classmethod
    def suits(cls, units: tuple[Unit, ...]) -> bool:
        (unit,) = units if len(units) == 1 else (None,)
        return unit is not None and unit.on_table and not unit.sheet.on_foot

    def work(self) -> Sequence[Step]:
        return [ChooseOrder(self.unit.id, self.key)]


@frozen
class ToLoad(CarrierAction):
    family, name, rule, hotkey = "transport", "Load", "TC-LOAD-1", "G"
    says = "It takes units in base contact aboard and moves up to half its speed, in either order."

    @classmethod
    def suits(cls, units: tuple[Unit, ...]) -> bool:
        return super().suits(units) and units[0].sheet.card.seats > 0

    def refuse(self) -> Refusal | None:
        if free_seats(self.battle, self.unit) <= 0:
            return Refusal("no place is free aboard", "TC-VEH-3")
        return None


@frozen
class ToOffload(CarrierAction):
    family, name, rule, hotkey = "transport", "Offload", "TC-OFFLOAD-1", "U"
    says = "It sets units down beside itself and moves up to half its speed, in either order."

    def refuse(self) -> Refusal | None:
        if not self.unit.crew and not self.battle.passengers(self.unit):
            return Refusal("nobody is aboard", "TC-OFFLOAD-1")
        return None


@frozen
class ChooseOrder(AskAction):
    title = "Before or after the move"
    says = "The player says whether the carrier moves first, or first takes units aboard or sets them down."
    unit: str
    kind: str
    """'load' or 'offload'."""

    @property
    def rules(self) -> tuple[str, ...]:  # type: ignore[override]
        return ("TC-LOAD-1" if self.kind == "load" else "TC-OFFLOAD-1",)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        unit = game.state.units[self.unit]
        return [InOrder(unit, self.kind, True), InOrder(unit, self.kind, False)]

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        prompt = f"{unit.name}: {self.kind} before or after it moves?"
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules)


@frozen
class InOrder(Action):
    called = "Load before or after the move"
    unit: Unit
    kind: str
    first: bool
    rule: ClassVar[str] = "TC-LOAD-1"
    says = "The other half of the action comes after it."

    @property
    def key(self) -> str:
        return f"{self.kind}-first" if self.first else "move-first"

    @property
    def label(self) -> str:
        return f"{self.kind.capitalize()} first" if self.first else "Move first"

    def steps(self) -> Sequence[Step]:
        ask = ChooseLoaded(self.unit.id) if self.kind == "load" else ChooseOffloaded(self.unit.id)
        return [ask, DriveOn(self.unit.id)] if self.first else [ChooseMove(self.unit.id, 0.5), ask]


@frozen
class DriveOn(Step):
    says = "The carrier moves up to half its speed, if it still has any crew."
    unit: str
    rules = ("TC-OFFLOAD-1", "TC-DISEMBARK-3")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} moves on"

    def run(self, game: Game[Battle]) -> None:
        if not game.state.units[self.unit].abandoned:
            game.push(ChooseMove(self.unit, 0.5))


@frozen
class Done(NoAction):
    key, label, rule = "done", "No more", "TC-LOAD-1"
    says = "The action goes on."


# ---------------------------------------------------------------- taking aboard
@frozen
class ChooseLoaded(AskAction):
    title = "Choose whom to take aboard"
    says = "The player names the units in base contact that get in, one after another, as long as there are places."
    unit: str
    rules = ("TC-LOAD-1",)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        host = battle.units[self.unit]
        near = [one for one in battle.on_table() if one.seat == host.seat and is_carried(one) and adjacent(one, host)]
        return [*(ToTakeAboard(battle, host, one) for one in near), Done()]

    def question(self, game: Game[Battle]) -> Question:
        host = game.state.units[self.unit]
        left = free_seats(game.state, host)
        prompt = f"{host.name} takes whom aboard? ({left} {'place' if left == 1 else 'places'} left)"
        return Pick(host.seat, prompt, self.options(game), about=host.id, rules=self.rules)


@frozen
class ToTakeAboard(UnitChoice):
    whom = "unit"
    battle: Battle
    host: Unit
    unit: Unit
    rule = "TC-LOAD-1"
    says = "It gets in; it can be given no actions of its own but to get off."

    def refuse(self) -> Refusal | None:
        if free_seats(self.battle, self.host) <= 0:
            return Refusal("no place is free aboard", "TC-VEH-3")
        return None

    def steps(self) -> Sequence[Step]:
        return [GetIn(self.unit.id, self.host.id), ChooseLoaded(self.host.id)]


@frozen
class GetIn(Step):
    says = "The unit is attached to its carrier."
    unit: str
    host: str
    crewing: bool = False
    rules = ("TC-LOAD-2", "TC-ATTACHED-1")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} gets in {self.host}"

    def run(self, game: Game[Battle]) -> None:
        units = game.state.units
        attach(game, units[self.unit], units[self.host], self.crewing)


# ---------------------------------------------------------------- setting down
@frozen
class ChooseOffloaded(AskAction):
    title = "Choose whom to set down"
    says = "The player names the units that get off, one after another, its own crew too."
    unit: str
    rules = ("TC-OFFLOAD-1",)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        host = battle.units[self.unit]
        aboard = battle.passengers(host)
        own = host.crew - sum(one.crewing for one in aboard)
        crew = [ToSetDownCrew(battle, host)] if own > 0 else []
        return [*(ToSetDown(battle, host, one) for one in aboard), *crew, Done()]

    def question(self, game: Game[Battle]) -> Question:
        host = game.state.units[self.unit]
        return Pick(host.seat, f"{host.name} sets whom down?", self.options(game), about=host.id, rules=self.rules)


@frozen
class ToSetDown(Action):
    battle: Battle
    host: Unit
    unit: Unit
    rule = "TC-OFFLOAD-1"
    says = "It is put down beside the carrier; one that has not acted may then move or attack."

    @property
    def key(self) -> str:
        return self.unit.id

    @property
    def label(self) -> str:
        return self.unit.name

    def refuse(self) -> Refusal | None:
        if refuse_room(self.battle, self.unit, self.host):
            return NO_ROOM
        return None

    def steps(self) -> Sequence[Step]:
        unit = self.unit
        fresh = not unit.done and unit.acted < unit.most_actions
        then = [AfterOffload(unit.id)] if fresh else []  # TC-OFFLOAD-3
        return [getting_off(self.host, unit.id), *then, ChooseOffloaded(self.host.id)]


@frozen
class ToSetDownCrew(Action):
    battle: Battle
    host: Unit
    key, label, rule = CREW_KEY, "One of its crew", "TC-OFFLOAD-3"
    says = "One of the crew gets off, as a unit that has acted; without crew the carrier is nobody's."

    def refuse(self) -> Refusal | None:
        if not self.host.on_table:
            return Refusal("it is not on the table", "TC-OFFLOAD-1")
        if refuse_room(self.battle, new_unit("", self.host.seat, CREW), self.host):
            return NO_ROOM
        return None

    def steps(self) -> Sequence[Step]:
        return [CrewGetsOff(self.host.id), ChooseOffloaded(self.host.id)]


@frozen
class CrewGetsOff(Step):
    says = "One of the crew becomes a unit of its own beside the carrier; it counts as having acted."
    host: str
    rules = ("TC-OFFLOAD-3", "TC-OFFLOAD-4", "TC-ACT-8", "TC-CREW-1")

    def describe(self, game: Game[Battle]) -> str:
        return f"one of the crew of {self.host} gets off"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        host = battle.units[self.host]
        unit = battle.born(host.seat, CREW)
        host.crew -= 1
        unit.aboard, unit.acted, unit.done = host.id, 1, True
        if battle.doing is not None:  # so that it claims what it is put down beside (TC-OFFLOAD-4)
            battle.doing = evolve(battle.doing, units=(*battle.doing.units, unit.id))
        game.push(getting_off(host, unit.id))


@frozen
class AfterOffload(AskAction):
    title = "Choose what an offloaded unit does"
    says = "A unit that was set down and has not acted moves half, attacks at -1, or waits for an action of its own."
    unit: str
    rules = ("TC-OFFLOAD-2",)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        unit = game.state.units[self.unit]
        return [Wait(unit), MoveHalf(unit), AttackFromThere(unit)]

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        prompt = f"{unit.name} has been set down: what now?"
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules)


@frozen
class Wait(Action):
    unit: Unit
    key, label, hotkey, rule = "wait", "Wait", "n", "TC-OFFLOAD-2"
    says = "It may be given an action later this turn."

    def steps(self) -> Sequence[Step]:
        return []


@frozen
class MoveHalf(Action):
    unit: Unit
    key, label, hotkey, rule = "move", "Move half", "m", "TC-OFFLOAD-2"
    says = "It moves up to half its speed, and has acted."

    def steps(self) -> Sequence[Step]:
        return [HalfMoved(self.unit.id, moved=False), ChooseMove(self.unit.id, 0.5)]


@frozen
class AttackFromThere(Action):
    unit: Unit
    key, label, hotkey, rule = "attack", "Attack at -1", "t", "TC-OFFLOAD-2"
    says = "It attacks from where it was set down, at -1, and has acted."

    def refuse(self) -> Refusal | None:
        return refuse_used(self.unit)

    def steps(self) -> Sequence[Step]:
        return [HalfMoved(self.unit.id, moved=True), ChooseWeapon(self.unit.id)]


ACTIONS: tuple[type[UnitAction], ...] = (ToLoad, ToOffload)


STEP = 0.01
"""So far it counts as having moved for its shot, in centimetres: any move of up to half is -1."""


@frozen
class HalfMoved(Step):
    says = "A unit that was set down acts, with the rolls of any action; if it attacks, it does so at -1."
    unit: str
    moved: bool
    rules = ("TC-OFFLOAD-2", "TC-RED-2", "TC-INFIL-6")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} acts as it is set down"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        unit.acted += 1
        unit.moved = STEP if self.moved else 0.0
        if battle.doing is not None:  # it acts too, and claims what it touches (TC-SKULL-5)
            battle.doing = evolve(battle.doing, units=(*battle.doing.units, unit.id))
            claim_where_touching(game)
        game.push(*beginning(unit))
