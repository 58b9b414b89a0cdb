"""Activation (PMC-ACT, PMC-SR-1): who may be activated, the one action that a unit takes, and Coordinate.

Coordinate stands here because the units that it activates take actions in their turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.events import Began
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.previews import Preview
from tabletop_tui.engine.question import Answer, Option, Pick, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.orders.actions import (
    INSIDE,
    ToAdvance,
    ToAssault,
    ToCheck,
    ToDemolish,
    ToDesignate,
    ToEnter,
    ToFire,
    ToLeave,
    ToMove,
    UnitAction,
)
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.unit_refusals import further, in_reserve
from tabletop_tui.skirmish.battle import not_of

ACTIVATED = Refusal("already activated this turn", "PMC-GEN-9")
COORDINATE_REACH = 12
"""In inches."""
TIERS_ABOVE = 2


def refuse_activation(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit cannot be activated now, or None (PMC-GEN-9, PMC-ACT-2, PMC-GEN-11)."""
    if unit.activated:
        return ACTIVATED
    if unit.suppressed:
        return Refusal(f"{unit.status}", "PMC-SUPP-6")
    if any(action.refuse() is None for action in actions(battle, unit)):
        return None
    return Refusal("nothing that it could do", "PMC-GEN-11")


@frozen
class Activate(Step):
    says = "A unit's activation begins; its owner chooses one action."
    unit: str
    rules = ("PMC-ACT-1",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} is activated"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        text = f"{battle.seat_names[unit.seat]} activates {unit.name}"
        game.emit(Began(text, self.rules, unit.seat, "activation", battle.turn, unit.id))
        battle.active = unit.id
        game.push(ChooseAction(unit.id))


@frozen
class ChooseAction(AskAction):
    title = "Choose an action"
    says = "Exactly one of Move, Fire!, Advance, Assault or a special action."
    unit: str
    rules = ("PMC-ACT-1", "PMC-GEN-11")

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        return list(actions(battle, battle.units[self.unit]))

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        prompt, why_not = f"{unit.name}: which action?", partial(why_absent, battle, unit)
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.state.units[self.unit].activated = True
        super().take(game, answer)


# ---------------------------------------------------------------- the actions
def every_action(battle: Battle, unit: Unit, pieces: Iterable[str] | None = None) -> Iterator[UnitAction]:
    """All that units do, to these pieces or to any, in the order in which it is listed; the cheapest to judge first.

    Vehicles may do as much of it as PMC-VEH-4 says: to the rest they are refused.
    """
    yield ToMove(battle, unit)
    yield ToFire(battle, unit)
    yield ToAdvance(battle, unit)
    yield ToAssault(battle, unit)
    yield ToCoordinate(battle, unit)
    yield ToDesignate(battle, unit)
    yield ToLeave(battle, unit)
    yield from (ToEnter(battle, unit, piece) for piece in (battle.table.by_id if pieces is None else pieces))
    yield from (ToCheck(battle, unit, location) for location in battle.locations)
    yield ToDemolish(battle, unit)


def actions(battle: Battle, unit: Unit) -> Iterator[UnitAction]:
    """The actions that a unit might take; each can say why not now.

    Special ones are there only where a scenario or a special rule has them (PMC-SPEC-1).
    """
    return (action for action in every_action(battle, unit, battle.table.buildings) if action.absent() is None)


def why_absent(battle: Battle, unit: Unit, key: str) -> Refusal | None:
    """Why an action is not among those that a unit might take; None for what is none."""
    return next((action.absent() for action in every_action(battle, unit) if action.key == key), None)


# ---------------------------------------------------------------- Coordinate
@frozen
class ToCoordinate(UnitAction):
    kind, rule, hotkey = "coordinate", "PMC-SR-1", "c"
    says = "Activate friends within 12 in one after another, out of turn; it does nothing else itself."

    @property
    def label(self) -> str:
        return f"Coordinate ({self.unit.type.command})"

    def absent(self) -> Refusal | None:
        return None if self.unit.type.command else Refusal(f"{self.unit.name}: no Command unit", "PMC-SR-1")

    def refuse(self) -> Refusal | None:
        if self.unit.building:
            return INSIDE
        if coordinated(self.battle, self.unit):
            return None
        return Refusal("nobody to coordinate within 12 in", "PMC-SR-1")

    def steps(self) -> Sequence[Step]:
        return [Coordinate(self.unit.id, self.unit.type.command)]

    def preview(self) -> Preview | None:
        friends = coordinated(self.battle, self.unit)
        return Preview(tuple(Line("could act", friend.name, rules=("PMC-SR-1",)) for friend in friends))


def coordinated(battle: Battle, command: Unit) -> list[Unit]:
    """The friends that a Command unit could activate now (PMC-SR-1, PMC-SR-2)."""
    return [unit for unit in battle.side(command.seat) if refuse_coordinated(battle, command, unit) is None]


def refuse_coordinated(battle: Battle, command: Unit, unit: Unit) -> Refusal | None:
    """Why a Command unit cannot activate a friend now, or None."""
    if unit.type.command:
        return Refusal(f"{unit.name}: a Command unit itself", "PMC-SR-2")
    if unit.type.tier >= command.type.tier + TIERS_ABOVE:
        return Refusal(f"{unit.does('is')} {TIERS_ABOVE} Tiers higher, or more", "PMC-SR-2")
    far = further(battle, command, COORDINATE_REACH, "PMC-SR-1")(unit)
    return far or refuse_activation(battle, unit)


@frozen
class Coordinate(Step):
    title = "Coordinate"
    says = "Up to X friends within 12 in are activated one after another, out of alternation."
    unit: str
    left: int
    rules = ("PMC-SR-1", "PMC-SR-3")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        if self.left and coordinated(battle, battle.units[self.unit]):
            game.push(ChooseCoordinated(self.unit, self.left))


@frozen
class ChooseCoordinated(Ask):
    title = "Choose whom to activate next"
    says = "The owner chooses whom to activate next; the first has to be somebody, later none is allowed."
    unit: str
    left: int
    rules = ("PMC-SR-1", "PMC-SR-2")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        command = battle.units[self.unit]
        options = [Option(u.id, u.name, target=u.id, rule="PMC-SR-1") for u in coordinated(battle, command)]
        if self.left < command.type.command:
            options.append(Option("enough", "Nobody more", hotkey="n", rule="PMC-SR-1"))
        prompt = f"{command.does('coordinates')} whom? ({self.left} left)"
        why_not = named(
            battle.units,
            not_of(battle, command.seat, "PMC-SR-1"),
            in_reserve,
            lambda unit: refuse_coordinated(battle, command, unit),
        )
        return Pick(command.seat, prompt, options, about=command.id, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        if answer != "enough":
            game.push(Activate(answer), Coordinate(self.unit, self.left - 1))
