"""Before the battle (PMC-FIND-1, PMC-FIND-2): edges by chance, and which half of each force comes first."""

from __future__ import annotations

from typing import Literal

from tabletop_tui.engine.assign_question import Assign, Item
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Began, Event
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Question, named
from tabletop_tui.engine.wording import plural
from tabletop_tui.records import frozen
from tabletop_tui.rules.pmc2640.state.battle import SEAT_LETTERS, Battle, Location, Unit
from tabletop_tui.rules.pmc2640.state.profiles import ROMAN, Army, half_of
from tabletop_tui.rules.pmc2640.state.scenario import Scenario
from tabletop_tui.rules.pmc2640.state.victory import DEFENDER
from tabletop_tui.rules.pmc2640.turn.terrain_generator import GenerateTerrain
from tabletop_tui.rules.pmc2640.turn.turn import BeginningPhase
from tabletop_tui.skirmish.battle import not_of


def new_battle(scenario: Scenario, armies: tuple[Army, ...], seat_names: tuple[str, ...]) -> Battle:
    """The battle before the first step, every unit in the second half of its reserve."""
    battle = Battle(scenario.table, scenario, armies, seat_names)
    for seat, army in enumerate(armies):
        for number, kind in enumerate(army.units, 1):
            name = f"{SEAT_LETTERS[seat]}{number}"
            battle.units[name] = Unit(name, seat, kind, left=kind.size, reserve="second")
    # Where the objective of Capture is, everybody knows.
    known: Literal["", "true"] = "true" if scenario.type == "capture" else ""
    for number, spot in enumerate(scenario.table.locations, 1):
        battle.locations[f"L{number}"] = Location(f"L{number}", spot, known)
    return battle


@frozen
class SetUp(Step):
    title = "Set-up"
    says = "The table is made ready; then the players get opposite edges and split their forces in two halves."
    rules = ("PMC-SETUP-2", "PMC-FIND-2")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        game.emit(Began("Set-up", self.rules, level="phase"))
        terrain = [GenerateTerrain()] if battle.scenario.generator else []
        game.push(*terrain, DrawEdges(), *(ChooseHalf(seat) for seat in (0, 1)), BeginningPhase())


@frozen
class DrawEdges(Step):
    title = "Table edges"
    says = "The players get opposite edges by chance; the defender of Destroy gets the one near the target."
    rules = ("PMC-FIND-2",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        target = battle.table.by_id.get(battle.scenario.target)
        if target is not None:
            north = target.middle[1] < battle.table.height / 2
            battle.edges = ("south", "north") if north else ("north", "south")
            text = f"{battle.seat_names[DEFENDER]} defends the {battle.edges[DEFENDER]} edge"
            game.emit(Event(text, ("PMC-OBJ-6",), DEFENDER))
            return
        rolled = game.check(
            Check(0, "table edges", rules=self.rules),
            lambda rolled: f"{battle.seat_names[0]} has the {edges_of(rolled.face)[0]} edge",
        )
        battle.edges = edges_of(rolled.face)


def edges_of(face: int) -> tuple[str, str]:
    """The edges of both seats by the face of a D6."""
    return ("north", "south") if face <= 3 else ("south", "north")


FIRST, SECOND = "first", "second"


def strength(unit: Unit) -> float:
    """How much sooner than others a unit is wanted on the table: by its Tier, then who commands, then the quick."""
    return unit.type.tier + bool(unit.type.command) + unit.type.move / 10


@frozen
class ChooseHalf(Ask):
    title = "Choose the first half"
    says = "The owner chooses who is in the first half: half of the units, rounded up."
    seat: int
    rules = ("PMC-FIND-2",)

    def question(self, game: Game[Battle]) -> Question:
        units = [unit for unit in game.state.units.values() if unit.seat == self.seat]
        first = half_of(len(units))
        wanted = {unit.id for unit in sorted(units, key=strength, reverse=True)[:first]}
        halves = {FIRST: first, SECOND: len(units) - first}
        return Assign(
            self.seat,
            f"Who comes in the first half? {first} of {len(units)} units (Tier in brackets)",
            rules=self.rules,
            items=[
                Item(unit.id, f"{unit.name} ({ROMAN[unit.type.tier]})", plural(unit.type.name), target=unit.id)
                for unit in units
            ],
            labels=[Option(half, half.capitalize(), rule="PMC-FIND-2", hotkey=half[0]) for half in halves],
            default={unit.id: FIRST if unit.id in wanted else SECOND for unit in units},
            most=halves,
            why_not=named(game.state.units, not_of(game.state, self.seat, "PMC-FIND-2")),
        )

    def take(self, game: Game[Battle], answer: Answer) -> None:
        units = game.state.units
        for name, half in answer.items():
            units[name].reserve = half
        names = ", ".join(units[name].name for name, half in answer.items() if half == FIRST)
        game.emit(Event(f"First half: {names}", self.rules, self.seat))
