"""Vehicles that carry infantry (AMC-VUNIT-2, AMC-VUNIT-3, AMC-VUNIT-4): getting in and getting out."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.events import Event, Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Pick, Place, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.wording import counted
from tabletop_tui.records import frozen
from tabletop_tui.rules.armymen.activation.action_base import UnitAction
from tabletop_tui.rules.armymen.moving.move_choice import ChooseMove
from tabletop_tui.rules.armymen.reactions.guarded_march import UnitMarch
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.ways.charge_assignment import into_contact
from tabletop_tui.rules.armymen.ways.charge_move import Tracks, length, refuse_reach, touching
from tabletop_tui.rules.armymen.ways.move_field import SPACING
from tabletop_tui.rules.armymen.ways.places_around_vehicle import OutField
from tabletop_tui.rules.armymen.ways.standing_checks import CLEARANCE
from tabletop_tui.skirmish.battle import always, not_of
from tabletop_tui.table.bases import middle_text
from tabletop_tui.table.points import spot_text

GET_OUT = 6.0


# ---------------------------------------------------------------- getting in
def refuse_boarding(battle: Battle, unit: Unit, vehicle: Unit, allowance: float) -> Refusal | None:
    """Why a unit cannot get into a vehicle with a move of this many inches, or None (AMC-VUNIT-2, AMC-VUNIT-3)."""
    room = vehicle.sheet.capacity - sum(passenger.left for passenger in battle.passengers(vehicle))
    if unit.left > room:
        return Refusal(f"{counted(unit.left, 'model')}, but there is room for {room or 'none'}", "AMC-VUNIT-2")
    return refuse_reach(battle, unit, vehicle, allowance, "AMC-VUNIT-3", keep=CLEARANCE)


def carriers(battle: Battle, unit: Unit) -> list[Unit]:
    """The friendly vehicles that carry infantry."""
    if unit.vehicle:
        return []
    return [friend for friend in battle.on_table() if friend.seat == unit.seat and friend.sheet.capacity]


@frozen
class ChooseBoarding(AskAction):
    title = "Board or move"
    says = "A unit that could reach a vehicle with room for it may move there and get in, or move as usual."
    unit: str
    rush: bool
    rules = ("AMC-VUNIT-3", "AMC-VUNIT-2")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        prompt = f"{unit.name}: get in?"
        why_not = named(battle.units, not_of(battle, unit.seat, "AMC-VUNIT-3"), always("carries nobody", "AMC-VUNIT-2"))
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules, why_not=why_not)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        unit = battle.units[self.unit]
        into = [GetInto(battle, unit, self.rush, vehicle) for vehicle in carriers(battle, unit)]
        return [MoveOnTable(battle, unit, self.rush), *into]


@frozen
class MoveOnTable(UnitAction):
    rush: bool
    key, label, hotkey, rule = "move", "Move on the table", "m", "AMC-ACT-5"
    says = "Get into no vehicle; where the unit moves is asked next."

    def steps(self) -> Sequence[Step]:
        return [ChooseMove(self.unit.id, self.rush)]


@frozen
class GetInto(UnitAction):
    rush: bool
    vehicle: Unit
    says = "Move to this vehicle and get in; that ends the activation."

    @property
    def key(self) -> str:
        return self.vehicle.id

    @property
    def label(self) -> str:
        return f"Get into {self.vehicle.name}"

    @property
    def target(self) -> str:
        return self.vehicle.id

    def refuse(self) -> Refusal | None:
        return refuse_boarding(self.battle, self.unit, self.vehicle, reach_of(self.unit, self.rush))

    def tracks(self) -> Tracks:
        return into_contact(self.battle, self.unit, self.vehicle, reach_of(self.unit, self.rush), keep=CLEARANCE)

    def steps(self) -> Sequence[Step]:
        return [UnitMarch(self.unit.id, self.tracks(), self.unit.facing), Board(self.unit.id, self.vehicle.id)]

    def preview(self) -> Preview:
        """The way of the one that is first at the vehicle, and how many touch it."""
        tracks = [track for track in self.tracks() if touching(track[-1], self.unit.radius, self.vehicle)]
        first = min(tracks, key=length)
        words = f"{counted(len(tracks), 'model')} of {self.unit.left}, {length(first):.1f} in"
        return Preview((Line("to the vehicle", words, rules=("AMC-VUNIT-3",)),), path=tuple(map(spot_text, first)))


@frozen
class Board(Step):
    title = "Board"
    says = "The unit has come into contact and gets in; its activation is over."
    unit: str
    vehicle: str
    rules = ("AMC-VUNIT-3",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, vehicle = battle.units[self.unit], battle.units[self.vehicle]
        if not any(touching(spot, unit.radius, vehicle) for spot in unit.models):
            return
        path = (middle_text(unit.models), middle_text(vehicle.models))
        unit.models, unit.aboard = (), vehicle.id
        game.emit(Moved(f"{unit.does('gets')} into {vehicle.name}", self.rules, unit.seat, unit.id, path))


def reach_of(unit: Unit, rush: bool) -> float:
    return float(unit.sheet.rush if rush else unit.sheet.advance)


def could_board(battle: Battle, unit: Unit, rush: bool) -> bool:
    reach = reach_of(unit, rush)
    return any(refuse_boarding(battle, unit, one, reach) is None for one in carriers(battle, unit))


# ---------------------------------------------------------------- getting out
def out_field(battle: Battle, unit: Unit) -> OutField:
    """Where a unit can get out, base to base if there is no room else; perhaps there is none at all."""
    vehicle = battle.units[unit.aboard]
    wide = OutField(
        *(unit.left, unit.radius, SPACING),
        battle=battle,
        unit=unit,
        around=vehicle.models[0],
        edge=vehicle.radius,
        reach=GET_OUT,
        rule="AMC-VUNIT-4",
        vehicle=vehicle,
    )
    return wide if wide.roomy else evolve(wide, spacing=2 * unit.radius + 0.01)


def refuse_leaving(battle: Battle, unit: Unit) -> Refusal | None:
    return None if out_field(battle, unit).has_room() else Refusal("there is no room to get out", "AMC-VUNIT-4")


@frozen
class GetOut(Ask):
    title = "Get out"
    says = "Every model ends within 6 in of the vehicle's edge; enemies on Guard may react."
    unit: str
    rules = ("AMC-VUNIT-4",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = out_field(battle, unit)
        return Place(
            unit.seat, f"{unit.does('gets')} out: where to?{field.hint}", about=unit.id, rules=self.rules, field=field
        )

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        field, vehicle = game.asked_field(self, OutField), battle.units[unit.aboard]
        tracks = tuple(map(tuple, field.tracks(field.places(answer)[0])))
        unit.aboard, unit.models = "", tuple(track[0] for track in tracks)
        game.emit(Event(f"{unit.does('gets')} out of {vehicle.name}", self.rules, unit.seat))
        enemies = tuple(enemy.id for enemy in battle.enemies(unit.seat))  # nobody saw it inside
        game.push(UnitMarch(unit.id, tracks, unit.facing, unseen=enemies))
