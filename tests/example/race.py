"""Race: the smallest System there is. Each runner rolls a D6 and runs so many hexes; first at the end has won."""

from __future__ import annotations

from typing import Any

from attrs import define, evolve, frozen

from tabletop_tui.engine.cards import Card, Line, RosterLine
from tabletop_tui.engine.codec import AGENDA, Names, Saved
from tabletop_tui.engine.dice import dice_of
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Began, Ended, Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.question import Option, Pick
from tabletop_tui.engine.reference_rule import Rule
from tabletop_tui.engine.scenes import Ground, HexScene, Look, Token
from tabletop_tui.rulebook.base_system import Rulebook
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo
from tabletop_tui.table.hexes import HexGrid, name_of

LENGTH = 12
GRID = HexGrid(LENGTH, 2)
RULES = [Rule("RACE-1", "The race", "core", "Roll a D6: run so many hexes, or rest. Who is at the end first has won.")]


@define
class Track:
    """The state: the turn, and how far each runner has come."""

    turn: int = 0
    at: tuple[int, ...] = (1, 1)

    def clone(self) -> Track:
        return evolve(self)


@frozen
class Turn(Step):
    title = "Turn"
    says = "A runner rolls a D6."
    seat: int
    rules = ("RACE-1",)

    def run(self, game: Game[Track]) -> None:
        game.state.turn += self.seat == 0
        game.emit(Began(f"Turn {game.state.turn}", self.rules, self.seat, "round", game.state.turn))
        game.push(Run(self.seat, game.check(Check(self.seat, "running", rules=self.rules)).face))


@frozen
class Run(Ask):
    title = "Run"
    says = "The runner runs as far as the die says, or rests."
    seat: int
    face: int
    rules = ("RACE-1",)

    def question(self, game: Game[Track]) -> Pick:
        options = [Option("run", f"Run {self.face}", rule="RACE-1"), Option("rest", "Rest", rule="RACE-1")]
        return Pick(self.seat, "Run?", options, rules=self.rules)

    def take(self, game: Game[Track], answer: Any) -> None:
        if answer == "run":
            there = min(LENGTH, game.state.at[self.seat] + self.face)
            game.state.at = tuple(there if seat == self.seat else at for seat, at in enumerate(game.state.at))
            game.emit(Moved(f"runs to {there}", self.rules, self.seat, f"R{self.seat + 1}"))
            if there == LENGTH:
                game.end(Ended("The race is run", self.rules, None, (self.seat,)))
                return
        game.push(Turn(1 - self.seat))


NAMES = Names(__name__, Saved(Track))


class Race(Rulebook[Track]):
    """The rulebook of the race; it has no files, so it says itself what there is to choose."""

    id, name, units, version, seats, stages, overlays = "race", "Race", "hexes", 1, (2, 2), ("Race",), ()

    def scenarios(self, folders: Any, wrong: Any = None) -> list[ScenarioInfo]:
        forces = ["runner", "runner"]
        return [ScenarioInfo("sprint", "Sprint", "Twelve hexes.", 2, "short", forces, {"name": "Sprint"})]

    def forces(self, folders: Any, wrong: Any = None) -> list[ForceInfo]:
        return [ForceInfo("runner", "Runner", "", 1, "Somebody who runs.", {"name": "Runner"})]

    def fits(self, scenario: Any, forces: Any) -> None:
        return None

    def start(self, setup: Any) -> Game[Track]:
        return Game(self, setup, Track(), [Turn(0)], dice_of(setup.dice, setup.seed))

    def dump(self, game: Game[Track]) -> dict[str, Any]:
        return {**NAMES.write(game.state), AGENDA: NAMES.write_agenda(game)}

    def load(self, setup: Any, data: Any) -> Game[Track]:
        game = self.start(setup)
        NAMES.fill(game.state, data)
        game.agenda = NAMES.read_agenda(data)
        return game

    def standing(self, game: Game[Track]) -> Standing:
        return Standing(game.state.turn, "Race", scores=game.state.at, goal="first at the end")

    def scene(self, game: Game[Track]) -> HexScene:
        ground = {spot: Ground(Look("track", "sand")) for spot in GRID.hexes}
        at = game.state.at
        return HexScene(
            GRID, ground, [Token(f"R{n + 1}", f"R{n + 1}", "Runner", n, name_of(at[n], n + 1)) for n in (0, 1)]
        )

    def roster(self, game: Game[Track]) -> list[RosterLine]:
        return [RosterLine(t.unit, t.tag, t.name, t.seat or 0, t.spot, "", 1.0) for t in self.scene(game).tokens]

    def card(self, game: Game[Track], unit: str) -> Card:
        return Card(f"{unit} Runner", int(unit[1]) - 1, (Line("runs", "D6", rules=("RACE-1",)),))

    def spot(self, game: Game[Track], spot: str) -> list[Line]:
        return [Line(spot, "track", mood="head")]

    def overlay(self, game: Game[Track], name: str, unit: str) -> Overlay:
        return Overlay(name, {})

    def reference(self) -> list[Rule]:
        return RULES

    def concede(self, game: Game[Track], seat: int) -> None:
        game.end(Ended("gives up", ("RACE-1",), seat, (1 - seat,)))

    def agree_draw(self, game: Game[Track]) -> None:
        game.end(Ended("a draw", ("RACE-1",), None, ()))

    def appraise(self, game: Game[Track], answer: Any) -> float:
        return float(answer == "run")


SYSTEM = Race()
