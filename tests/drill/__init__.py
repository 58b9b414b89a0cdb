"""A tiny system of two squads in which each man has his own orders: for questions that give labels, and for loadouts.

In each action point every man of a squad shoots, loads, throws or waits, all in one question; the other side allots the
hits to its men in one question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import define, evolve, frozen

from tabletop_tui.engine.assign_question import Assign, Item
from tabletop_tui.engine.badges import Badge
from tabletop_tui.engine.cards import Card, Line, RosterLine
from tabletop_tui.engine.codec import AGENDA, Names, Saved
from tabletop_tui.engine.dice import dice_of
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Began, Closed, Ended, Event, Fell, Scored
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.question import Answer, Option, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.scenes import Ground, HexScene, Look, Token
from tabletop_tui.engine.setup import SeatSetup, Setup
from tabletop_tui.engine.wording import counted
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.loading import each
from tabletop_tui.files.validation import attempt
from tabletop_tui.rulebook.system import ForceInfo
from tabletop_tui.table.hexes import HexGrid
from tests.drill.muster import LIBRARY, SquadFile, SquadMuster, compose, used
from tests.toy import Toy

GRID = HexGrid(8, 4)
GRASS = Look("grass", "grass")
UNLOADED, HIDDEN = Badge("Unloaded", "UNL", letter="u"), Badge("Hidden", "HID", "good", "h")
POINTS = {"Rifles": 2, "Guns": 1}
"""The action points of a man by his weapon."""
HIT, SAVE = 4, 4


@define
class Squads:
    """The state: each man's weapon, whether it is loaded, and who has fallen."""

    rounds: int
    weapons: dict[str, str]
    hidden: frozenset[str] = frozenset()
    loaded: frozenset[str] = frozenset()
    fallen: frozenset[str] = frozenset()
    round: int = 0

    def clone(self) -> Squads:
        return evolve(self)

    def of(self, seat: int) -> list[str]:
        men = (man for man in self.weapons if seat_of(man) == seat and man not in self.fallen)
        return sorted(men, key=lambda man: int(man[1:]))

    def seen(self, seat: int) -> list[str]:
        return [man for man in self.of(seat) if man not in self.hidden]

    def scores(self) -> tuple[int, int]:
        lost = Counter(map(seat_of, self.fallen))
        return lost[1], lost[0]


def seat_of(man: str) -> int:
    return ord(man[0]) - ord("A")


@frozen
class StartRound(Step):
    title = "Start round"
    says = "Both squads act, one action point after the other."
    rules = ("DRILL-ROUND-1",)

    def run(self, game: Game) -> None:
        state: Squads = game.state
        state.round += 1
        game.emit(Began(f"Round {state.round}", self.rules, None, "round", state.round))
        points = range(1, max(POINTS.values()) + 1)
        game.push(*(GiveOrders(seat, point) for seat in (0, 1) for point in points), EndRound())


@frozen
class GiveOrders(Ask):
    title = "Give orders"
    says = "Each man of a squad does one thing in an action point."
    seat: int
    point: int
    rules = ("DRILL-ORDERS-1",)

    def question(self, game: Game) -> Question:
        men = game.state.of(self.seat)
        barred = {man: self._barred(game.state, man) for man in men}
        labels = [
            Option("shoot", "Shoot", hotkey="s", rule="DRILL-SHOOT-1"),
            Option("load", "Load", hotkey="l"),
            Option("throw", "Throw", None if game.state.seen(1 - self.seat) else NOBODY, rule="DRILL-THROW-1"),
            Option("wait", "Wait", hotkey="w"),
        ]
        return Assign(
            self.seat,
            f"Action point {self.point}: what does each man do?",
            rules=self.rules,
            items=[Item(man, man, game.state.weapons[man], barred[man], man) for man in men],
            labels=labels,
            default={man: next(do for do in ("shoot", "load", "wait") if do not in barred[man]) for man in men},
            most={"throw": 1},
        )

    def _barred(self, state: Squads, man: str) -> dict[str, Refusal]:
        if self.point > POINTS[state.weapons[man]]:
            return dict.fromkeys(("shoot", "load", "throw"), Refusal("no action point is left", "DRILL-ORDERS-2"))
        if man in state.loaded:
            return {"load": Refusal("the weapon is loaded", "DRILL-LOAD-1")}
        return {"shoot": Refusal("the weapon is not loaded", "DRILL-SHOOT-1")}

    def take(self, game: Game, answer: Answer) -> None:
        state: Squads = game.state
        men = {do: [man for man, done in answer.items() if done == do] for do in ("shoot", "load", "throw")}
        state.loaded = (state.loaded | {*men["load"]}) - {*men["shoot"]}
        game.emit(Event(f"Orders: {', '.join(f'{man} {do}' for man, do in answer.items())}", self.rules, self.seat))
        dice = len(men["shoot"]) + 2 * len(men["throw"])
        if dice and state.seen(1 - self.seat):
            game.push(Volley(self.seat, dice))


NOBODY = Refusal("nobody can be seen", "DRILL-THROW-1")


@frozen
class Volley(Step):
    title = "Volley"
    says = "Each die of 4 or more hits."
    seat: int
    dice: int
    rules = ("DRILL-SHOOT-1",)

    def run(self, game: Game) -> None:
        hits = game.check(Check(self.seat, "hits", Tally("Hit", HIT, "", "DRILL-SHOOT-1"), dice=self.dice)).count
        if hits:
            game.push(AllotHits(1 - self.seat, hits))


@frozen
class AllotHits(Ask):
    title = "Allot hits"
    says = "The owner allots the hits to men who can be seen; nobody is hit twice before all are hit once."
    seat: int
    hits: int
    rules = ("DRILL-HIT-1",)

    def question(self, game: Game) -> Question:
        men, seen = game.state.of(self.seat), game.state.seen(self.seat)
        unseen = Refusal("he cannot be seen", "DRILL-HIT-2")
        keys = [f"hit{number}" for number in range(1, self.hits + 1)]

        def whole(answer: Mapping[str, str]) -> Refusal | None:
            counts = Counter(answer.values())
            spared = next((man for man in seen if not counts[man]), None)
            twice = next((man for man in seen if counts[man] > 1), None)
            if spared is None or twice is None:
                return None
            return Refusal(f"{twice} is hit twice before {spared} is hit", "DRILL-HIT-1")

        return Assign(
            self.seat,
            f"Who takes the {counted(self.hits, 'hit')}?",
            rules=self.rules,
            items=[Item(key, f"Hit {number}") for number, key in enumerate(keys, 1)],
            labels=[Option(man, man, None if man in seen else unseen, target=man) for man in men],
            default={key: seen[number % len(seen)] for number, key in enumerate(keys)},
            whole=whole,
        )

    def take(self, game: Game, answer: Answer) -> None:
        game.push(*(Survive(man, hits) for man, hits in sorted(Counter(answer.values()).items())))


@frozen
class Survive(Step):
    title = "Survive"
    says = "A man who is hit stands if every die shows 4 or more."
    man: str
    hits: int
    rules = ("DRILL-SAVE-1",)

    def run(self, game: Game) -> None:
        state, seat = game.state, seat_of(self.man)
        saves = Check(seat, f"{self.man} stands", Tally("Save", SAVE, "", "DRILL-SAVE-1"), dice=self.hits)
        if game.check(saves).count == self.hits:
            return
        state.fallen |= {self.man}
        game.emit(Fell(f"{self.man} falls", self.rules, seat, self.man))
        game.emit(Scored("1 point", self.rules, 1 - seat, 1))
        if not state.of(seat):
            game.end(Ended("One side is left", self.rules, None, (1 - seat,)))


@frozen
class EndRound(Step):
    title = "End round"
    says = "The round ends, and after the last the game: most points win."
    rules = ("DRILL-END-1",)

    def run(self, game: Game) -> None:
        state: Squads = game.state
        game.emit(Closed(f"Round {state.round} ends", self.rules, None, "round", state.round))
        if state.round < state.rounds:
            game.push(StartRound())
            return
        red, blue = state.scores()
        game.end(Ended("The last round is over", self.rules, None, () if red == blue else (int(blue > red),)))


NAMES = Names("tests.drill", Saved(Squads))


class Drill(Toy):
    """The system of squads."""

    id, name, seats = "drill", "Drill", (2, 2)
    stages, overlays, statuses = ("Round",), (), (UNLOADED, HIDDEN)

    def forces(self, folders: Sequence[Path], wrong: list[BadFile] | None = None) -> list[ForceInfo]:
        return each(LIBRARY.files(folders, "squad", wrong), lambda path: self.force(path, folders), wrong)

    def force(self, path: Path, folders: Sequence[Path]) -> ForceInfo:
        file = LIBRARY.read_as(SquadFile, path)
        weapons = attempt(path, lambda: compose(file))
        cost = used(weapons, "cost")
        return ForceInfo(path.stem, file.name, "", cost, "", {"name": file.name, "weapons": dict(weapons)})

    def muster(self, folders: Sequence[Path]) -> SquadMuster:
        return SquadMuster()

    def start(self, setup: Setup) -> Game:
        weapons: dict[str, str] = {}
        for seat, sitting in enumerate(setup.seats):
            counts = sitting.force.get("weapons")
            if not isinstance(counts, dict) or not set(counts) <= set(POINTS):
                raise BadFile("set-up", "force", f"give weapons, of: {', '.join(POINTS)}")
            carried = [weapon for weapon, count in counts.items() for _ in range(count)]
            weapons |= {f"{chr(65 + seat)}{number}": weapon for number, weapon in enumerate(carried, 1)}
        hidden = frozenset(man for man in weapons if man.endswith("3"))
        state = Squads(setup.scenario["rounds"], weapons, hidden, frozenset(weapons))
        return Game(self, setup, state, [StartRound()], dice_of(setup.dice, setup.seed))

    def dump(self, game: Game) -> dict[str, Any]:
        return {"state": NAMES.write(game.state), AGENDA: NAMES.write_agenda(game)}

    def load(self, setup: Setup, data: Mapping[str, Any]) -> Game:
        game = self.start(setup)
        NAMES.fill(game.state, data["state"])
        game.agenda = NAMES.read_agenda(data)
        return game

    def standing(self, game: Game) -> Standing:
        return Standing(game.state.round, "Round", "", game.state.scores(), "the most points")

    def scene(self, game: Game) -> HexScene:
        state: Squads = game.state
        tokens = [
            Token(man, man, f"Man {man}", seat_of(man), spot_of(man), badges=badges_of(state, man))
            for man in state.of(0) + state.of(1)
        ]
        return HexScene(GRID, {spot: Ground(GRASS) for spot in GRID.hexes}, tokens)

    def roster(self, game: Game) -> list[RosterLine]:
        fallen = game.state.fallen
        return [
            RosterLine(man, man, weapon, seat_of(man), spot_of(man), *(("lost", 0.0) if man in fallen else ("", 1.0)))
            for man, weapon in game.state.weapons.items()
        ]

    def card(self, game: Game, unit: str) -> Card | None:
        return Card(f"Man {unit}", seat_of(unit), (Line("Weapon", game.state.weapons[unit]),))

    def overlay(self, game: Game, name: str, unit: str) -> Overlay:
        return Overlay(name, {})

    def concede(self, game: Game, seat: int) -> None:
        game.emit(Event("gives up", (), seat))
        game.end(Ended("One side is left", (), None, (1 - seat,)))

    def appraise(self, game: Game, answer: Answer) -> float:
        """As many shots as there can be."""
        return float(sum(done in ("shoot", "throw") for done in answer.values()) if isinstance(answer, dict) else 0)


def badges_of(state: Squads, man: str) -> tuple[Badge, ...]:
    has = ((UNLOADED, man not in state.loaded), (HIDDEN, man in state.hidden))
    return tuple(badge for badge, holds in has if holds)


def spot_of(man: str) -> str:
    """Two rows a side."""
    number = int(man[1:]) - 1
    return f"{number % 8 + 1:02d}{number // 8 + 1 + 2 * seat_of(man):02d}"


def drill_setup(*players: str, seed: int = 1, rounds: int = 4, dice: str = "seeded", men: int = 5) -> Setup:
    """A game of so many men a side, one of them with a gun."""
    force = {"name": "Squad", "weapons": {"Rifles": men - 1, "Guns": 1}}
    seats = [SeatSetup(name, n, players[n] if players else "random", force) for n, name in enumerate(("Red", "Blue"))]
    return Setup("drill", {"name": "Drill", "rounds": rounds, "seats": 2}, seats, seed, dice)


DRILL = Drill()
