"""The yard: a small system in centimetres that uses the fields for templates, driving and groups, with nothing besides.

To play it: PYTHONPATH=.:tests/yard tabletop-tui play yard/yard
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import Any, ClassVar

from attrs import frozen

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.cards import Card, Line, RosterLine
from tabletop_tui.engine.codec import AGENDA, Names, Saved
from tabletop_tui.engine.dice import dice_of
from tabletop_tui.engine.events import Began, Closed, Ended
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.question import Pick, Question
from tabletop_tui.engine.reference_rule import Rule
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.scenes import Area, Base, Look, TableScene, Token
from tabletop_tui.rulebook.base_system import Rulebook
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo
from tabletop_tui.table.length_units import CENTIMETRES
from tabletop_tui.table.points import parse_spot, spot_text
from tests.yard.cars import CarField, Drive, Speed
from tests.yard.fire import Fire, field_of
from tests.yard.scouts import Rally, ScoutField, scattered
from tests.yard.state import HEIGHT, NAMES, POND, RADII, RULES, WALL, WIDTH, Yard, seat_of

ROUNDS = 4


@frozen
class Deed(Action):
    """Something that a seat does."""

    name: str
    first: Step | None
    why_not: Refusal | None = None
    rule: ClassVar[str] = "YARD-TURN-1"
    says: ClassVar[str] = "The seat does this with its go."

    @property
    def key(self) -> str:
        return self.name

    @property
    def label(self) -> str:
        return self.name.capitalize()

    def refuse(self) -> Refusal | None:
        return self.why_not

    def steps(self) -> Sequence[Step]:
        return [self.first] if self.first is not None else []


@frozen
class Act(AskAction):
    title = "Act"
    says = "A seat does something."
    seat: int
    rules = ("YARD-TURN-1",)

    def actions(self, game: Game) -> Sequence[Action]:
        car = f"{'AB'[self.seat]}5"
        out = Refusal(f"{car} is out", "YARD-TURN-1") if car in game.state.lost else None
        moves = [
            Deed("drive", Speed(car), out),
            Deed("rally", Rally(self.seat), scattered(game.state, self.seat)),
        ]
        return [*self.fires(game.state), *moves, Deed("nothing", None)]

    def fires(self, state: Yard) -> list[Action]:
        gunner = f"{'AB'[self.seat]}1"
        if gunner in state.lost:
            return [Deed(kind, None, Refusal(f"{gunner} is out", "YARD-TURN-1")) for kind in ("blast", "flame", "jet")]
        nowhere = Refusal("nobody is near enough", "YARD-FLAME-1")
        free = {kind: field_of(state, gunner, kind).can_lay() for kind in ("blast", "flame", "jet")}
        return [Deed(kind, Fire(gunner, kind), None if free[kind] else nowhere) for kind in free]

    def question(self, game: Game) -> Question:
        return Pick(self.seat, "What is done?", self.options(game), rules=self.rules)


@frozen
class Round(Step):
    title = "Round"
    says = "Each seat acts twice."
    rules = ("YARD-TURN-1",)

    def run(self, game: Game) -> None:
        state: Yard = game.state
        state.round += 1
        game.emit(Began(f"Round {state.round}", self.rules, None, "round", state.round))
        game.push(Act(0), Act(1), Act(0), Act(1), EndRound())


@frozen
class EndRound(Step):
    title = "End round"
    says = "After the last round most points win."
    rules = ("YARD-TURN-1",)

    def run(self, game: Game) -> None:
        state: Yard = game.state
        game.emit(Closed(f"Round {state.round} ends", self.rules, None, "round", state.round))
        if state.round < ROUNDS:
            game.push(Round())
            return
        best = [seat for seat, score in enumerate(state.scores) if score == max(state.scores)]
        game.end(Ended("The last round is over", self.rules, None, tuple(best) if len(best) == 1 else ()))


SAVED = Names("tests.yard", Saved(Yard))


class YardSystem(Rulebook):
    """The system of the yard; it has no files."""

    id, name, units, version, seats = "yard", "Yard", CENTIMETRES.name, 1, (2, 2)
    stages, overlays = ("Act",), ()

    def scenarios(self, folders: Any, wrong: Any = None) -> list[ScenarioInfo]:
        return [ScenarioInfo("yard", "Yard", "Behind the house.", 2, "48 x 36 cm", ["crew"] * 2, {"name": "Yard"})]

    def forces(self, folders: Any, wrong: Any = None) -> list[ForceInfo]:
        return [ForceInfo("crew", "Crew", "", 1, "A gunner, three scouts, a car.", {"name": "Crew"})]

    def fits(self, scenario: Any, forces: Any) -> None:
        return None

    def start(self, setup: Any) -> Game:
        return Game(self, setup, Yard(), [Round()], dice_of(setup.dice, setup.seed))

    def dump(self, game: Game) -> dict[str, Any]:
        return {**SAVED.write(game.state), AGENDA: SAVED.write_agenda(game)}

    def load(self, setup: Any, data: Any) -> Game:
        game = self.start(setup)
        SAVED.fill(game.state, data)
        game.agenda = SAVED.read_agenda(data)
        return game

    def standing(self, game: Game) -> Standing:
        return Standing(game.state.round, "Act", scores=game.state.scores, goal="most points")

    def scene(self, game: Game) -> TableScene:
        state: Yard = game.state
        units = [unit for seat in (0, 1) for unit in state.of(seat)]
        tokens = [Token(u, u, NAMES[u[1]], seat_of(u), spot_text(state.at[u])) for u in units]
        bases = {u: (Base(*state.at[u], RADII[u[1]], state.facing.get(u)),) for u in units}
        return TableScene(WIDTH, HEIGHT, CENTIMETRES.short, Look("grass", "grass"), AREAS, tokens, bases, grid=6.0)

    def roster(self, game: Game) -> list[RosterLine]:
        state: Yard = game.state
        return [
            RosterLine(u, u, NAMES[u[1]], seat_of(u), "" if u in state.lost else spot_text(at), *_health(u, state))
            for u, at in state.at.items()
        ]

    def card(self, game: Game, unit: str) -> Card:
        return Card(f"{unit} {NAMES[unit[1]]}", seat_of(unit), game.state.card(unit))

    def spot(self, game: Game, spot: str) -> list[Line]:
        place = parse_spot(spot)
        return [Line(spot, game.state.ground(place) if place is not None else "", mood="head")]

    def overlay(self, game: Game, name: str, unit: str) -> Overlay:
        return Overlay(name, {})

    def reference(self) -> list[Rule]:
        return RULES

    def concede(self, game: Game, seat: int) -> None:
        game.end(Ended("gives up", ("YARD-TURN-1",), seat, (1 - seat,)))

    def agree_draw(self, game: Game) -> None:
        game.end(Ended("a draw", ("YARD-TURN-1",), None, ()))

    def appraise(self, game: Game, answer: Any) -> float:
        """Fire that takes many enemies and few friends is worth most."""
        ask = game.agenda[-1]
        if isinstance(ask, Drive):
            end = game.asked_field(ask, CarField).end(answer)
            return -dist(end.spot, (WIDTH / 2, HEIGHT - 4))
        if isinstance(ask, Rally):
            ends = game.asked_field(ask, ScoutField).places(answer)[0]
            return -sum(dist(end, (WIDTH / 2, 4)) for end in ends)
        if not isinstance(ask, Fire):
            return 0.0
        caught = field_of(game.state, ask.gunner, ask.kind).caught(answer)
        signs = {unit: 1 if seat_of(unit) != seat_of(ask.gunner) else -1 for unit in game.state.at}
        return sum(signs[unit] for unit in caught.under) + sum(signs[unit] / 2 for unit in caught.ring)


def _health(unit: str, state: Yard) -> tuple[str, float]:
    return ("lost", 0.0) if unit in state.lost else ("", 1.0)


AREAS = (
    Area("wall", Look("wall", "building", "▓", "#"), WALL.points),
    Area("pond", Look("pond", "water", "~", "~"), POND.points),
)
YARD = YardSystem()
