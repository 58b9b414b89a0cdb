"""A tiny complete system for the tests of everything that knows no rulebook: tokens that move, shoot and rest.

It has each kind of question, a step that rolls twice, an interrupt (the dodge), and ends by rounds or by wiping out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from math import tanh
from pathlib import Path
from typing import Any, ClassVar

from attrs import define, evolve, frozen

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.cards import Card, Line, RosterLine
from tabletop_tui.engine.codec import AGENDA, Names, Saved
from tabletop_tui.engine.dice import dice_of
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Began, Closed, Ended, Event, Fell, Harmed, Moved, Scored
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.engine.outcome_chances import Prospects, ended
from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.question import Answer, Number, Option, Pick, Place, Question, Split
from tabletop_tui.engine.reference_rule import Rule
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.scenes import Ground, HexScene, Look, Token
from tabletop_tui.engine.setup import SeatSetup, Setup
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.loading import each
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo
from tabletop_tui.table.hexes import HexGrid, Reach

GRID = HexGrid(5, 4)
GRASS = Look("grass", "grass")
STARTS = (("0101", "0103"), ("0501", "0503"), ("0304", "0302"))
HEALTH, DICE, WALK = 3, 3, 2


@define
class Tokens:
    """The state: where the tokens are and how well."""

    rounds: int
    spots: dict[str, str]
    health: dict[str, int]
    scores: tuple[int, ...]
    done: frozenset[str] = frozenset()
    round: int = 0

    def clone(self) -> Tokens:
        return evolve(self, spots=self.spots.copy(), health=self.health.copy())

    def of(self, seat: int) -> list[str]:
        return [token for token in self.spots if seat_of(token) == seat and self.health[token]]

    def enemies(self, seat: int) -> list[str]:
        return [token for token in self.spots if seat_of(token) != seat and self.health[token]]

    def sides(self) -> list[int]:
        return sorted({seat_of(token) for token in self.spots if self.health[token]})


def seat_of(token: str) -> int:
    return ord(token[0]) - ord("A")


@frozen
class StartRound(Step):
    title = "Start round"
    says = "Each side rolls a die; the higher goes first."
    rules = ("TOY-ROUND-1",)

    def run(self, game: Game[Tokens]) -> None:
        state = game.state
        state.round += 1
        state.done = frozenset()
        game.emit(Began(f"Round {state.round}", self.rules, None, "round", state.round))
        rolls = {seat: game.check(Check(seat, "initiative", rules=self.rules)).face for seat in state.sides()}
        order = sorted(rolls, key=lambda seat: (-rolls[seat], seat))
        game.push(*(ChooseToken(seat) for _ in range(2) for seat in order), EndRound())


@frozen
class ChooseToken(Ask):
    title = "Choose token"
    says = "A side chooses one of its tokens that has not acted in this round."
    seat: int
    rules = ("TOY-ROUND-2",)

    def question(self, game: Game[Tokens]) -> Question:
        acted = Refusal("it has acted in this round", "TOY-ROUND-2")
        options = [Option(t, f"Token {t}", acted if t in game.state.done else None) for t in game.state.of(self.seat)]
        return Pick(self.seat, "Choose a token", [*options, Option("none", "No token")], rules=self.rules)

    def take(self, game: Game[Tokens], answer: Answer) -> None:
        if answer != "none":
            game.state.done |= {answer}
            game.emit(Began(f"{answer} acts", self.rules, self.seat, "activation", unit=answer))
            game.push(ChooseDeed(answer))


@frozen
class Deed(Action):
    """Something that a token does."""

    token: str
    called: ClassVar[str]
    first: ClassVar[Callable[[str], Step]]
    """The step that it begins with."""

    @property
    def key(self) -> str:
        return self.called.lower()

    @property
    def label(self) -> str:
        return self.called

    def steps(self) -> Sequence[Step]:
        return [type(self).first(self.token)]


@frozen
class ToWalk(Deed):
    called, says = "Walk", "Go up to two hexes."
    first = staticmethod(lambda token: ChooseSpot(token))


@frozen
class ToShoot(Deed):
    called, says = "Shoot", "Divide three dice among the enemies."
    first = staticmethod(lambda token: Divide(token))


@frozen
class ToRest(Deed):
    full: bool
    called, says = "Rest", "Get one point of health back."
    first = staticmethod(lambda token: Rest(token))

    def refuse(self) -> Refusal | None:
        return Refusal("it is in full health", "TOY-REST-1") if self.full else None


@frozen
class ChooseDeed(AskAction):
    title = "Choose deed"
    says = "A token walks, shoots or rests."
    token: str
    rules = ("TOY-ACT-1",)

    def actions(self, game: Game[Tokens]) -> Sequence[Action]:
        full = game.state.health[self.token] == HEALTH
        return [ToWalk(self.token), ToShoot(self.token), ToRest(self.token, full)]

    def question(self, game: Game[Tokens]) -> Question:
        seat = seat_of(self.token)
        return Pick(seat, "What does it do?", self.options(game), about=self.token, rules=self.rules)


@frozen
class Walks:
    """Where a token can go."""

    reach: Reach

    def cells(self) -> Mapping[str, str]:
        return {spot: str(cost) for spot, cost in self.reach.cost.items()}

    def path(self, spots: Sequence[str]) -> Sequence[str]:
        return self.reach.path(spots[-1])

    def refuse(self, spots: Sequence[str]) -> Refusal | None:
        return None if spots[-1] in self.reach.cost else Refusal(f"{spots[-1]} is out of reach", "TOY-WALK-1")

    def cost(self, spots: Sequence[str]) -> str:
        return str(self.reach.cost[spots[-1]])


@frozen
class ChooseSpot(Ask):
    title = "Choose spot"
    says = "A token walks up to two hexes; others are in its way."
    token: str
    rules = ("TOY-WALK-1",)

    def question(self, game: Game[Tokens]) -> Question:
        filled = {game.state.spots[t] for t in game.state.spots if game.state.health[t]}
        edges = {spot: tuple((there, 1) for there in GRID.neighbours[spot]) for spot in GRID.hexes}
        reach = GRID.reach(game.state.spots[self.token], WALK, edges, lambda spot: spot in filled)
        return Place(seat_of(self.token), "Where to?", about=self.token, field=Walks(reach))

    def take(self, game: Game[Tokens], answer: Answer) -> None:
        path = (game.state.spots[self.token], answer[-1])
        game.state.spots[self.token] = answer[-1]
        game.emit(Moved(f"{self.token} walks to {answer[-1]}", self.rules, seat_of(self.token), self.token, path))


@frozen
class Divide(Ask):
    title = "Divide"
    says = "A token divides its dice among its enemies."
    token: str
    rules = ("TOY-SHOOT-1",)

    def question(self, game: Game[Tokens]) -> Question:
        options = [Option(t, f"Token {t}", target=t) for t in game.state.enemies(seat_of(self.token))]
        return Split(seat_of(self.token), "At whom?", total=DICE, options=options, about=self.token)

    def take(self, game: Game[Tokens], answer: Answer) -> None:
        game.push(*(OfferDodge(self.token, target, dice) for target, dice in answer.items()))


@frozen
class OfferDodge(Ask):
    title = "Offer dodge"
    says = "The target may dodge."
    token: str
    target: str
    dice: int
    rules = ("TOY-DODGE-1",)

    def question(self, game: Game[Tokens]) -> Question:
        return Pick(seat_of(self.target), "Dodge?", [Option("yes", "Yes"), Option("no", "No")], about=self.target)

    def take(self, game: Game[Tokens], answer: Answer) -> None:
        game.push(Shoot(self.token, self.target, self.dice, answer == "yes"))


@frozen
class Shoot(Step):
    title = "Shoot"
    says = "Each die of 4 or more takes one health; a dodge that succeeds (5 or more) saves the target."
    token: str
    target: str
    dice: int
    dodge: bool
    rules = ("TOY-SHOOT-2",)

    def run(self, game: Game[Tokens]) -> None:
        state = game.state
        need = Tally("Hit", 4, "token", "TOY-SHOOT-2")
        if self.dodge:
            dodges = Check(seat_of(self.target), "dodge", Tally("Dodge", 5, "", "TOY-DODGE-1"))
            if game.check(dodges).passed:
                return
            need = need.plus(-1, "it stumbles", "TOY-DODGE-1")
        shots = Check(seat_of(self.token), f"{self.token} at {self.target}", need, dice=self.dice)
        hits = min(state.health[self.target], game.check(shots).count)
        if not hits:
            return
        state.health[self.target] -= hits
        left = state.health[self.target]
        game.emit(Harmed(f"{self.target} loses {hits}", self.rules, seat_of(self.target), self.target, hits, left))
        if not left:
            seat = seat_of(self.token)
            state.scores = tuple(points + (n == seat) for n, points in enumerate(state.scores))
            game.emit(Fell(f"{self.target} falls", self.rules, seat_of(self.target), self.target))
            game.emit(Scored("1 point", self.rules, seat, 1))
            if len(state.sides()) == 1:
                game.end(Ended("One side is left", self.rules, None, tuple(state.sides())))


@frozen
class Rest(Ask):
    title = "Rest"
    says = "A token gets back as much health as its player likes."
    token: str
    rules = ("TOY-REST-1",)

    def question(self, game: Game[Tokens]) -> Question:
        return Number(seat_of(self.token), "How much?", low=1, high=HEALTH - game.state.health[self.token])

    def take(self, game: Game[Tokens], answer: Answer) -> None:
        game.state.health[self.token] += answer
        game.emit(Event(f"{self.token} rests", self.rules, seat_of(self.token)))


@frozen
class EndRound(Step):
    title = "End round"
    says = "The round ends, and after the last the game: most points win."
    rules = ("TOY-END-1",)

    def run(self, game: Game[Tokens]) -> None:
        state = game.state
        game.emit(Closed(f"Round {state.round} ends", self.rules, None, "round", state.round))
        if state.round < state.rounds:
            game.push(StartRound())
            return
        best = max(state.scores[seat] for seat in state.sides())
        winners = tuple(seat for seat in state.sides() if state.scores[seat] == best)
        game.end(Ended("The last round is over", self.rules, None, winners if len(winners) == 1 else ()))


NAMES = Names("tests.toy", Saved(Tokens))


def files(folders: Sequence[Path]) -> list[Path]:
    return [path for folder in folders for path in sorted((folder / "toy").glob("*.toml"))]


class Toy:
    """The system of tokens."""

    id, name, units, version, seats = "toy", "Toy", "hexes", 1, (2, 3)
    stages, overlays, statuses = ("Round",), ("reach",), ()

    def scenarios(self, folders: Sequence[Path], wrong: list[BadFile] | None = None) -> list[ScenarioInfo]:
        return each(files(folders), lambda path: self.scenario(path, folders), wrong)

    def forces(self, folders: Sequence[Path], wrong: list[BadFile] | None = None) -> list[ForceInfo]:
        return each(files(folders), lambda path: self.force(path, folders), wrong)

    def scenario(self, path: Path, folders: Sequence[Path]) -> ScenarioInfo:
        data = read_toml(path, {"name": str, "rounds": int, "seats": int})
        return ScenarioInfo(path.stem, data["name"], "a quick one", data["seats"], "2 tokens", ["pair"] * 3, data)

    def force(self, path: Path, folders: Sequence[Path]) -> ForceInfo:
        data = read_toml(path, {"name": str, "tokens": int})
        return ForceInfo(path.stem, data["name"], "", data["tokens"], "tokens", data)

    def check(self, path: Path, folders: Sequence[Path]) -> str:
        if path.parent.parent.name == "rosters":
            return f"a force, {self.force(path, folders).name}"
        return f"a scenario, {self.scenario(path, folders).name}"

    def fits(self, scenario: ScenarioInfo, forces: Sequence[ForceInfo]) -> Refusal | None:
        return next((Refusal(f"{f.name} has {f.cost} tokens, 1 or 2 may play") for f in forces if f.cost > 2), None)

    def start(self, setup: Setup) -> Game[Tokens]:
        if type(setup.scenario.get("rounds")) is not int or not 2 <= len(setup.seats) <= 3:
            raise BadFile("set-up", "scenario", "give rounds and two or three seats")
        if any(seat.force.get("tokens") not in (1, 2) for seat in setup.seats):
            raise BadFile("set-up", "force", "give one or two tokens")
        places = {
            f"{chr(65 + number)}{token + 1}": STARTS[number][token]
            for number, seat in enumerate(setup.seats)
            for token in range(seat.force["tokens"])
        }
        scores = (0,) * len(setup.seats)
        state = Tokens(setup.scenario["rounds"], places, dict.fromkeys(places, HEALTH), scores)
        return Game(self, setup, state, [StartRound()], dice_of(setup.dice, setup.seed))

    def dump(self, game: Game[Tokens]) -> dict[str, Any]:
        return {"state": NAMES.write(game.state), AGENDA: NAMES.write_agenda(game)}

    def load(self, setup: Setup, data: Mapping[str, Any]) -> Game[Tokens]:
        game = self.start(setup)
        NAMES.fill(game.state, data["state"])
        game.agenda = NAMES.read_agenda(data)
        return game

    def standing(self, game: Game[Tokens]) -> Standing:
        return Standing(game.state.round, "Round", "", game.state.scores, "the most points")

    def scene(self, game: Game[Tokens]) -> HexScene:
        state = game.state
        tokens = [
            Token(t, t, f"Token {t}", seat_of(t), spot, health=state.health[t] / HEALTH)
            for t, spot in state.spots.items()
            if state.health[t]
        ]
        return HexScene(GRID, {spot: Ground(GRASS, int(spot == "0302")) for spot in GRID.hexes}, tokens)

    def roster(self, game: Game[Tokens]) -> list[RosterLine]:
        health = game.state.health
        return [
            RosterLine(t, t, f"Token {t}", seat_of(t), spot, "" if health[t] else "lost", health[t] / HEALTH)
            for t, spot in game.state.spots.items()
        ]

    def card(self, game: Game[Tokens], unit: str) -> Card | None:
        return Card(f"Token {unit}", seat_of(unit), (Line("Health", str(game.state.health[unit])),))

    def spot(self, game: Game[Tokens], spot: str) -> list[Line]:
        return [Line("grass")]

    def overlay(self, game: Game[Tokens], name: str, unit: str) -> Overlay:
        return Overlay(name, {})

    def holders(self, game: Game[Tokens]) -> list[Held]:
        return []

    def reference(self) -> list[Rule]:
        return [
            Rule("TOY-SHOOT-1", "Shooting", "core", "Dice are divided among enemies."),
            Rule("TOY-FLY-1", "Flying", "core", "Tokens fly on Sundays.", open="no calendar yet"),
        ]

    def concede(self, game: Game[Tokens], seat: int) -> None:
        state = game.state
        for token in state.of(seat):
            state.health[token] = 0
        game.emit(Event("gives up", (), seat))
        if len(state.sides()) <= 1:
            game.end(Ended("One side is left", (), None, tuple(state.sides())))
            return
        # Whatever was being done is broken off, and the next side that still plays goes on.
        while not isinstance(game.agenda[-1], ChooseToken | StartRound | EndRound):
            game.agenda.pop()
        game.agenda = [step for step in game.agenda if getattr(step, "seat", None) != seat]

    def agree_draw(self, game: Game[Tokens]) -> None:
        game.end(Ended("A draw", (), None, ()))

    def appraise(self, game: Game[Tokens], answer: Answer) -> float:
        """Shooting at one target is best."""
        return 2.0 if answer == "shoot" else 1.0 if isinstance(answer, dict) and len(answer) == 1 else 0.0

    def prospects(self, game: Game[Tokens], seat: int) -> Prospects:
        """The scores decide."""
        if game.result is not None:
            return ended(game.result.winners, seat)
        scores = self.standing(game).scores
        win = (1 + tanh((scores[seat] - max(s for other, s in enumerate(scores) if other != seat)) / 10)) / 2
        return Prospects(win, 0.0, 1 - win)

    def evaluate(self, game: Game[Tokens], seat: int) -> float:
        return 2 * self.prospects(game, seat).share - 1


def read_toml(path: Path, keys: dict[str, type]) -> dict[str, Any]:
    """The keys of a file; BadFile if it has not just these."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadFile(path, "", f"cannot be read: {error}") from error
    if data.pop("system", None) != TOY.id:
        raise BadFile(path, "system", 'write system = "toy"')
    for key, kind in keys.items():
        if type(data.get(key)) is not kind:
            raise BadFile(path, key, f"write {key} = ... ({kind.__name__})")
    if odd := sorted(data.keys() - keys):
        raise BadFile(path, odd[0], "unknown key")
    return data


def toy_setup(*players: str, seed: int = 1, rounds: int = 6, dice: str = "seeded") -> Setup:
    """A game of two tokens a side."""
    names = ("Red", "Blue", "Green")
    seats = [
        SeatSetup(names[n], n, player, {"name": "Pair", "tokens": 2})
        for n, player in enumerate(players or ("random", "random"))
    ]
    return Setup("toy", {"name": "Toy battle", "rounds": rounds, "seats": len(seats)}, seats, seed, dice)


TOY = Toy()


def a_deed() -> Game[Any]:
    """A game in which A1 has to choose a deed."""
    game = TOY.start(toy_setup())
    game.advance()
    game.push(ChooseDeed("A1"))
    return game
