"""Before the battle (AMC-PREP-6 to AMC-PREP-9): the roll-off for edges, and placing units in turn."""

from __future__ import annotations

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Began, Event, Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Place, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.reinforcements import place_for
from tabletop_tui.engine.roll_off import roll_off
from tabletop_tui.records import frozen
from tabletop_tui.rules.armymen.damage.damage import wipe_out
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.turn.turn import BeginRound
from tabletop_tui.rules.armymen.ways.deploy_field import DeployField, deploy_field
from tabletop_tui.skirmish.battle import not_of
from tabletop_tui.table.bases import middle_text
from tabletop_tui.table.points import place_words

EDGE_ROLL = "choice of the table edge"
OPPOSITE = {"north": "south", "south": "north", "west": "east", "east": "west"}


@frozen
class SetUp(Step):
    title = "Set-up"
    says = "Both roll a D6; the higher picks one of the four edges."
    rules = ("AMC-PREP-6",)

    def run(self, game: Game[Battle]) -> None:
        game.emit(Began("Set-up", self.rules, level="phase"))
        game.push(ChooseEdge(roll_off(game, lambda seat: Check(seat, EDGE_ROLL, rules=self.rules), self.rules)))


@frozen
class ChooseEdge(Ask):
    title = "Choose a table edge"
    says = "The winner picks an edge, the other gets the opposite one."
    seat: int
    rules = ("AMC-PREP-6", "AMC-PREP-7")

    def question(self, game: Game[Battle]) -> Question:
        options = [Option(edge, f"{edge.capitalize()} edge", rule="AMC-PREP-6") for edge in OPPOSITE]
        return Pick(self.seat, "Which table edge is yours?", options, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        edges = (answer, OPPOSITE[answer])
        battle.edges = edges if self.seat == 0 else edges[::-1]
        text = f"{battle.seat_names[self.seat]} takes the {answer} edge"
        game.emit(Event(text, ("AMC-PREP-6", "AMC-PREP-7"), self.seat))
        game.push(Deploy(self.seat), BeginRound())


@frozen
class Deploy(Step):
    title = "Place the units"
    says = "The players place one unit each in turn, the winner of the roll-off first."
    seat: int
    rules = ("AMC-PREP-8",)

    def run(self, game: Game[Battle]) -> None:
        for seat in (self.seat, 1 - self.seat):
            waiting = to_place(game.state, seat)
            if len(waiting) > 1:
                game.push(ChooseDeployed(seat), Deploy(1 - seat))
                return
            if waiting:
                game.push(Deploy(1 - seat))
                place(game, waiting[0])  # nothing to choose
                return


def to_place(battle: Battle, seat: int) -> list[str]:
    return [unit.id for unit in battle.units.values() if unit.seat == seat and not unit.models and not unit.destroyed]


def refuse_placing(unit: Unit) -> Refusal | None:
    """Why a unit cannot be placed now."""
    if unit.destroyed:
        return Refusal("no place was left for it", "AMC-PREP-9")
    return Refusal("it is placed already", "AMC-PREP-8") if unit.models else None


@frozen
class ChooseDeployed(Ask):
    title = "Who is placed next"
    says = "The owner chooses which of his units is placed next."
    seat: int
    rules = ("AMC-PREP-8",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        # Those placed already stay in the list, so that each unit keeps its number.
        mine = (unit for unit in battle.units.values() if unit.seat == self.seat)
        options = [Option(unit.id, unit.name, refuse_placing(unit), rule="AMC-PREP-8") for unit in mine]
        why_not = named(battle.units, not_of(battle, self.seat, "AMC-PREP-8"))
        return Pick(self.seat, "Place which unit?", options, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        place(game, answer)


def place(game: Game[Battle], unit_id: str) -> None:
    """Its owner places a unit; one for which there is no room any more is lost."""
    unit = game.state.units[unit_id]
    if deploy_field(game.state, unit) is not None:
        game.push(PlaceUnit(unit_id))
    else:
        wipe_out(game, unit, "AMC-PREP-9")


@frozen
class PlaceUnit(Ask):
    title = "Place a unit"
    says = "Within 12 in of the own edge, more than 1 in from other units."
    unit: str
    rules = ("AMC-PREP-9",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = deploy_field(battle, unit, place_for(game, unit.id))
        assert field is not None, f"no room for {unit.name}"
        return Place(
            unit.seat, f"Where do you place {unit.name}?{field.hint}", about=unit.id, rules=self.rules, field=field
        )

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        field = game.asked_field(self, DeployField)
        unit.models, unit.facing = field.places(answer)
        where = middle_text(unit.models)
        game.emit(Moved(f"{unit.does('is')} placed at {place_words(where)}", self.rules, unit.seat, unit.id, (where,)))
