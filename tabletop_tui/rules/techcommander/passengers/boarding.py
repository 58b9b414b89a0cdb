"""Board and disembark (TC-BOARD-1, TC-DISEMBARK-1): people get in and out of machines by an action of their own."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.action import Action, AskAction, NoAction
from tabletop_tui.engine.events import Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.question import Pick, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import adjacent
from tabletop_tui.rules.techcommander.ways.base_contact_moves import in_reach
from tabletop_tui.rules.techcommander.ways.places_aboard import attach, free_posts, free_seats, getting_off, refuse_room


def hosts(battle: Battle, unit: Unit) -> list[Unit]:
    """The machines of its own side, and those in which nobody is, that have a place or a post for a unit."""
    machines = [one for one in battle.on_table() if not one.sheet.on_foot]
    empty = {one.id for one in machines if one.abandoned and not battle.passengers(one)}
    mine = [one for one in machines if battle.allied(one.seat, unit.seat) or one.id in empty]
    return [one for one in mine if can_ride(battle, unit, one) or free_posts(one)]


def can_ride(battle: Battle, unit: Unit, host: Unit) -> bool:
    """Whether it could be a passenger there."""
    return battle.allied(host.seat, unit.seat) and free_seats(battle, host) > 0


@frozen
class ToBoard(UnitAction):
    family, name, rule, hotkey = "transport", "Board", "TC-BOARD-1", "b"
    says = "It moves up to half its speed and gets in a machine in base contact, as a passenger or as crew."

    @classmethod
    def suits(cls, units: tuple[Unit, ...]) -> bool:
        return len(units) == 1 and units[0].on_table and units[0].sheet.on_foot

    def refuse(self) -> Refusal | None:
        if not any(in_reach(self.battle, self.unit, host.id) for host in hosts(self.battle, self.unit)):
            return Refusal("no machine with a free place within reach", "TC-BOARD-1")
        return None

    def work(self) -> Sequence[Step]:
        return [ChooseMove(self.unit.id, 0.5), ChooseBoarded(self.unit.id)]


@frozen
class ChooseBoarded(AskAction):
    title = "Choose what to board"
    says = "The player says which machine the unit gets in, and whether as a passenger or as crew."
    unit: str
    own: str = ""
    """The carrier that it has left in this very action, which loses nothing by it (TC-DISEMBARK-2)."""
    rules = ("TC-BOARD-1", "TC-BOARD-2", "TC-DISEMBARK-2")

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        unit = battle.units[self.unit]
        near = [host for host in hosts(battle, unit) if adjacent(unit, host) and self.own in ("", host.id)]
        rides = [ToGetIn(unit, host, False, self.own) for host in near if can_ride(battle, unit, host)]
        posts = [ToGetIn(unit, host, True, self.own) for host in near if free_posts(host)]
        return [*rides, *posts, StayOut()]

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        prompt = f"{unit.name} gets in?"
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules)


@frozen
class StayOut(NoAction):
    key, label, rule = "stay", "Stay outside", "TC-BOARD-1"
    says = "It does not get in."


@frozen
class ToGetIn(Action):
    unit: Unit
    host: Unit
    crewing: bool
    own: str
    rule = "TC-BOARD-1"
    says = "It gets in; a machine that gets new crew has then acted once this turn."

    @property
    def key(self) -> str:
        return f"{self.host.id}:{'crew' if self.crewing else 'passenger'}"

    @property
    def label(self) -> str:
        return f"{self.host.name}, as {'crew' if self.crewing else 'a passenger'}"

    @property
    def target(self) -> str:
        return self.host.id

    def steps(self) -> Sequence[Step]:
        return [Boards(self.unit.id, self.host.id, self.crewing, self.own == self.host.id)]


@frozen
class Boards(Step):
    says = "The unit is aboard; as crew it may take over a machine that nobody crews, which then has acted once."
    unit: str
    host: str
    crewing: bool
    back: bool = False
    """Whether it is back in the carrier that it left in this action."""
    rules = ("TC-BOARD-1", "TC-BOARD-2", "TC-DISEMBARK-2")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} boards {self.host}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, host = battle.units[self.unit], battle.units[self.host]
        if self.crewing and host.abandoned and host.seat != unit.seat:
            host.seat = unit.seat
            text = f"{battle.seat_names[unit.seat]} takes over {host.name}"
            game.emit(Status(text, ("TC-BOARD-2",), unit.seat, host.id, "taken over"))
        fellows = battle.doing.units if battle.doing is not None else ()
        first = not any(one.crewing for one in battle.passengers(host) if one.id in fellows)  # a group acts as one
        attach(game, unit, host, self.crewing)
        if self.crewing and not self.back and first:
            host.acted += 1


# ---------------------------------------------------------------- getting off
@frozen
class ToDisembark(UnitAction):
    family, name, rule, hotkey = "transport", "Disembark", "TC-DISEMBARK-1", "b"
    says = "It gets off beside its carrier and moves up to half its speed; it may get in again there."

    @classmethod
    def suits(cls, units: tuple[Unit, ...]) -> bool:
        return len(units) == 1 and bool(units[0].aboard)

    def refuse(self) -> Refusal | None:
        if refuse_room(self.battle, self.unit, self.battle.units[self.unit.aboard]):
            return Refusal("no room beside the carrier", "TC-DISEMBARK-1")
        return None

    def work(self) -> Sequence[Step]:
        host = self.battle.units[self.unit.aboard]
        name = self.unit.id
        return [getting_off(host, name), ChooseMove(name, 0.5), MayReturn(name, host.id)]


@frozen
class MayReturn(Step):
    says = "Getting off is none of its own actions; in contact with the carrier that it has left it may get in again."
    unit: str
    host: str
    rules = ("TC-DISEMBARK-1", "TC-DISEMBARK-2")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} has left {self.host}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, host = battle.units[self.unit], battle.units[self.host]
        unit.acted = max(0, unit.acted - 1)
        if unit.on_table and host.on_table and adjacent(unit, host) and host in hosts(battle, unit):
            game.push(ChooseBoarded(self.unit, self.host))


ACTIONS: tuple[type[UnitAction], ...] = (ToBoard, ToDisembark)
