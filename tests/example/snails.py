"""Snails: a system on an open table that measures in centimetres. Each snail crawls in turn; first in the east wins.

A plank lies over the lawn, so that there are two surfaces: under it and on it.
"""

from __future__ import annotations

from math import dist
from typing import Any

from attrs import define, evolve, frozen

from tabletop_tui.engine.badges import Badge
from tabletop_tui.engine.cards import Card, Line, RosterLine
from tabletop_tui.engine.codec import AGENDA, Names, Saved
from tabletop_tui.engine.dice import dice_of
from tabletop_tui.engine.events import Began, Ended, Moved
from tabletop_tui.engine.game import Ask, Game
from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.question import Place
from tabletop_tui.engine.reference_rule import Rule
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.scenes import Area, Base, Look, TableScene, Token
from tabletop_tui.engine.sight_cross_section import SideView
from tabletop_tui.rulebook.base_system import Rulebook
from tabletop_tui.rulebook.system import ForceInfo, ScenarioInfo
from tabletop_tui.skirmish.side_view_builder import side_view
from tabletop_tui.skirmish.unit_place_fields import Judgement, MarchField, Plan
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.hidden_share import GROUND, Body, Eye, Silhouette, hidden_share
from tabletop_tui.table.length_units import CENTIMETRES
from tabletop_tui.table.points import Spot, parse_spot, spot_text
from tabletop_tui.table.polygons import Figure

WIDTH, HEIGHT, RADIUS, CRAWL, SHELL = 60.0, 40.0, 1.0, 9.0, 2.0
RULES = [
    Rule("SNAIL-1", "Crawling", "core", "A snail crawls up to 9 cm; the first in the easternmost 10 cm has won."),
    Rule("SNAIL-2", "The plank", "core", "It lies 3 to 4 cm over the lawn; up and down counts as crawling."),
]
EDGE = ((20.0, 0.0), (26.0, 0.0), (26.0, 40.0), (20.0, 40.0))
PLANK = Body("plank", 4.0, 3.0, Figure(EDGE))
AREAS = (Area("plank ^4", Look("plank", "building", "▒", "%"), EDGE),)
RAISED = Badge("# cm up", "^#", "")
UP = {GROUND: 0.0, PLANK.id: PLANK.top}
"""How high these are, in cm."""


def raised(on: str) -> str:
    """How a spot says how high one stands there."""
    return f"^{UP[on]:g}" if UP[on] else ""


def up(on: str) -> tuple[Badge, ...]:
    """How high one stands, if not on the ground."""
    return (RAISED.of(int(UP[on])),) if UP[on] else ()


@define
class Garden:
    """The state: how often snails have crawled, and where each is."""

    turn: int = 0
    at: tuple[tuple[float, float], ...] = ((5.0, 10.0), (5.0, 30.0))
    on: tuple[str, ...] = (GROUND, GROUND)
    """On what each stands."""

    def clone(self) -> Garden:
        return evolve(self)


def floors(spot: Spot) -> list[str]:
    """The surfaces at a place, from below; a snail fits under the plank."""
    return [GROUND, PLANK.id] if PLANK.holds(spot) else [GROUND]


@define
class Way(MarchField):
    """Where a snail can crawl: anywhere on the table within its allowance, under the plank and on it."""

    length_unit = CENTIMETRES
    stands_on: str = GROUND

    def surfaces(self, spots: Any) -> list[str]:
        plan = self.read(spots)
        return floors(self.ends(plan)[0]) if isinstance(plan, Plan) else []

    def floor(self, plan: Plan) -> str:
        """Where it ends: where it stands, unless it says otherwise or that is not there."""
        found = floors(self.ends(plan)[0])
        return plan.surface or (self.stands_on if self.stands_on in found else GROUND)

    def judge_plan(self, plan: Plan, ends: Any = None) -> Judgement:
        floor = self.floor(plan)
        if floor not in floors(self.ends(plan)[0]):
            return Refusal(f"there is no {floor}"), 0.0
        refusal, length = super().judge_plan(plan, ends)
        return (refusal, length) if refusal else too_far(length + abs(UP[floor] - UP[self.stands_on]), "SNAIL-2")

    def judge_march(self, tracks: Any, ends: Any, length: float, facing: float) -> Judgement:
        x, y = ends[0]
        if not (RADIUS <= x <= WIDTH - RADIUS and RADIUS <= y <= HEIGHT - RADIUS):
            return Refusal("off the table", "SNAIL-1"), length
        return too_far(length, "SNAIL-1")


def too_far(length: float, rule: str) -> Judgement:
    """Whether so much is more than a snail crawls."""
    far = CENTIMETRES.said(length, CRAWL)
    return Refusal(f"{far}, {CRAWL:g} allowed", rule) if length > CRAWL + TINY else None, length


@frozen
class Crawl(Ask):
    title = "Crawl"
    says = "A snail crawls."
    seat: int
    rules = ("SNAIL-1",)

    def question(self, game: Game[Garden]) -> Place:
        at, on = game.state.at[self.seat], game.state.on[self.seat]
        field = Way((at,), RADIUS, 90.0, CRAWL, 1.0, stands_on=on)
        return Place(self.seat, "Crawl where to?", about=f"S{self.seat + 1}", rules=self.rules, field=field, many=True)

    def take(self, game: Game[Garden], answer: Any) -> None:
        field = game.asked_field(self, Way)
        plan = field.read(answer)
        assert isinstance(plan, Plan)
        ends, floor = field.ends(plan), field.floor(plan)
        game.state.at = tuple(ends[0] if seat == self.seat else at for seat, at in enumerate(game.state.at))
        game.state.on = tuple(floor if seat == self.seat else on for seat, on in enumerate(game.state.on))
        told = f"crawls to {spot_text(ends[0])}{raised(floor)}"
        game.emit(Moved(told, self.rules, self.seat, f"S{self.seat + 1}"))
        game.state.turn += 1
        if ends[0][0] > WIDTH - 10 or game.state.turn > 99:
            game.end(Ended("The race is over", self.rules, None, (self.seat,)))
        else:
            game.emit(Began(f"Turn {game.state.turn}", self.rules, None, "round", game.state.turn))
            game.push(Crawl(1 - self.seat))


NAMES = Names(__name__, Saved(Garden))


class Snails(Rulebook[Garden]):
    """The rulebook of the snails; it has no files."""

    id, name, units, version, seats = "snails", "Snails", CENTIMETRES.name, 1, (2, 2)
    stages, overlays, statuses = ("Crawl",), (), (RAISED,)

    def scenarios(self, folders: Any, wrong: Any = None) -> list[ScenarioInfo]:
        return [ScenarioInfo("garden", "Garden", "Over the lawn.", 2, "60 x 40 cm", ["snail"] * 2, {"name": "Garden"})]

    def forces(self, folders: Any, wrong: Any = None) -> list[ForceInfo]:
        return [ForceInfo("snail", "Snail", "", 1, "A snail.", {"name": "Snail"})]

    def fits(self, scenario: Any, forces: Any) -> None:
        return None

    def start(self, setup: Any) -> Game[Garden]:
        return Game(self, setup, Garden(), [Crawl(0)], dice_of(setup.dice, setup.seed))

    def dump(self, game: Game[Garden]) -> dict[str, Any]:
        return {**NAMES.write(game.state), AGENDA: NAMES.write_agenda(game)}

    def load(self, setup: Any, data: Any) -> Game[Garden]:
        game = self.start(setup)
        NAMES.fill(game.state, data)
        game.agenda = NAMES.read_agenda(data)
        return game

    def standing(self, game: Game[Garden]) -> Standing:
        return Standing(game.state.turn, "Crawl", goal="first in the east")

    def scene(self, game: Game[Garden]) -> TableScene:
        tokens = [
            Token(
                f"S{n + 1}", f"S{n + 1}", "Snail", n, spot_text(at), badges=(RAISED.of(int(UP[on])),) if UP[on] else ()
            )
            for n, (at, on) in enumerate(zip(game.state.at, game.state.on, strict=True))
        ]
        bases = {token.unit: (Base(*at, RADIUS),) for token, at in zip(tokens, game.state.at, strict=True)}
        return TableScene(WIDTH, HEIGHT, CENTIMETRES.short, Look("lawn", "grass"), AREAS, tokens, bases, grid=10.0)

    def roster(self, game: Game[Garden]) -> list[RosterLine]:
        return [RosterLine(t.unit, t.tag, t.name, t.seat or 0, t.spot, "", 1.0) for t in self.scene(game).tokens]

    def card(self, game: Game[Garden], unit: str) -> Card:
        return Card(f"{unit} Snail", int(unit[1]) - 1, (Line("crawls", f"{CRAWL:g} cm", rules=("SNAIL-1",)),))

    def spot(self, game: Game[Garden], spot: str) -> list[Line]:
        place = parse_spot(spot)
        words = " or ".join(f"{one}{raised(one)}" for one in floors(place)) if place is not None else ""
        return [Line(spot, words or "ground", mood="head")]

    def overlay(self, game: Game[Garden], name: str, unit: str) -> Overlay:
        return Overlay(name, {})

    def side_view(self, game: Game[Garden], unit: str, spot: str) -> SideView | None:
        seat, place = int(unit[1]) - 1, parse_spot(spot)
        at, foot = game.state.at[seat], UP[game.state.on[seat]]
        if place is None or dist(at, place) < RADIUS:
            return None
        there = UP[floors(place)[0]]
        looks, seen = (Silhouette(one, low, 2 * RADIUS, SHELL) for one, low in ((at, foot), (place, there)))
        past = [] if PLANK.holds(at) else [PLANK]
        view = side_view(f"{unit} to {spot}", looks, Eye(at, foot + SHELL), seen, past, "snail")
        return evolve(view, said=f"{100 * hidden_share(past, Eye(at, foot + SHELL), seen):.0f}% hidden")

    def reference(self) -> list[Rule]:
        return RULES

    def concede(self, game: Game[Garden], seat: int) -> None:
        game.end(Ended("gives up", ("SNAIL-1",), seat, (1 - seat,)))

    def agree_draw(self, game: Game[Garden]) -> None:
        game.end(Ended("a draw", ("SNAIL-1",), None, ()))

    def appraise(self, game: Game[Garden], answer: Any) -> float:
        return float(answer[-1].partition(",")[0]) if isinstance(answer, list) and "=" not in answer[-1] else 0.0


SNAILS = Snails()
