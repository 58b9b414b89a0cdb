"""Before the battle: the edges, and placing units in turn. The book has nothing of it, all is ours (CD-TURN-3)."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations, product, starmap
from math import dist, inf

from attrs import define, field

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Began, Event, Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Place, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.reinforcements import place_for
from tabletop_tui.engine.roll_off import roll_off
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.sight import sight
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.coherency import distance, refuse_chain
from tabletop_tui.rules.crimsondusk.state.setup_zones import OPPOSITE, zone, zone_words
from tabletop_tui.rules.crimsondusk.state.skill_tests import SIDES
from tabletop_tui.rules.crimsondusk.state.terrain import UNIT
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.turn.turn import BeginTurn
from tabletop_tui.rules.crimsondusk.ways.driving_limits import hindering
from tabletop_tui.rules.crimsondusk.ways.move_field import SPACING
from tabletop_tui.rules.crimsondusk.ways.movement_limits import refuse_base, refuse_place
from tabletop_tui.rules.crimsondusk.ways.standing_regions import chained_room, standing_region
from tabletop_tui.skirmish.battle import not_of
from tabletop_tui.skirmish.room_search import RoomyStandField
from tabletop_tui.table.bases import TINY, middle_text
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot, Spots, place_words
from tabletop_tui.table.polygons import Box, bounds, grown

AHEAD = {"north": 180.0, "south": 0.0, "west": 90.0, "east": 270.0}
"""Which way a unit looks that has this edge behind it, in degrees."""
AWAY = 15.0
"""So far from every enemy infiltrators are placed, edge to edge, in units (CD-SR-INFILTRATE)."""


@frozen
class SetUp(Step):
    title = "Set-up"
    says = "Both roll a D10; the higher picks the northern or the southern edge."
    rules = ("CD-TURN-3",)

    def run(self, game: Game[Battle]) -> None:
        game.emit(Began("Set-up", self.rules, level="phase"))
        game.push(ChooseEdge(roll_off(game, self.roll_of, self.rules)))

    def roll_of(self, seat: int) -> Check:
        return Check(seat, "choice of the table edge", sides=SIDES, rules=self.rules)


@frozen
class ChooseEdge(Ask):
    title = "Choose a table edge"
    says = "The winner picks an edge, the other gets the opposite one."
    seat: int
    rules = ("CD-TURN-3",)

    def question(self, game: Game[Battle]) -> Question:
        options = [Option(edge, f"{edge.capitalize()} edge", rule="CD-TURN-3") for edge in OPPOSITE]
        return Pick(self.seat, "Which table edge is yours?", options, rules=self.rules)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        edges = (answer, OPPOSITE[answer])
        battle.edges = edges if self.seat == 0 else edges[::-1]
        game.emit(Event(f"{battle.seat_names[self.seat]} takes the {answer} edge", self.rules, self.seat))
        game.push(Deploy(self.seat), BeginTurn())


@frozen
class Deploy(Step):
    title = "Place the units"
    says = "The players place one unit each in turn, the winner of the roll-off first; who has none left is skipped."
    seat: int
    rules = ("CD-TURN-3",)

    def run(self, game: Game[Battle]) -> None:
        seats = self.seat, 1 - self.seat
        for late, seat in product((False, True), seats):  # CD-SR-INFILTRATE: those after all others
            waiting = [unit for unit in to_place(game.state, seat) if infiltrates(unit) == late]
            if waiting:
                ask: Step = ChooseDeployed(seat) if len(waiting) > 1 else PlaceUnit(waiting[0].id)
                game.push(ask, Deploy(1 - seat))
                return


def infiltrates(unit: Unit) -> bool:
    """Whether a unit may be placed as infiltrators are: all of it is trained for it (CD-SR-INFILTRATE)."""
    return all(soldier.has("infiltrate") for soldier in unit.soldiers)


def refuse_placing(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit is not placed next, or None."""
    if unit.models:
        return Refusal("it is placed already", "CD-TURN-3")
    others = [one for seat in (0, 1) for one in to_place(battle, seat) if not infiltrates(one)]
    late = infiltrates(unit) and bool(others)
    return Refusal("infiltrators are placed after all others", "CD-SR-INFILTRATE") if late else None


def to_place(battle: Battle, seat: int) -> list[Unit]:
    return [unit for unit in battle.side(seat) if not unit.models]


@frozen
class ChooseDeployed(Ask):
    title = "Who is placed next"
    says = "The owner chooses which of his units is placed next."
    seat: int
    rules = ("CD-TURN-3",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        options = [Option(one.id, one.name, refuse_placing(battle, one)) for one in battle.side(self.seat)]
        why_not = named(battle.units, not_of(battle, self.seat, "CD-TURN-3"))
        return Pick(self.seat, "Place which unit?", options, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(PlaceUnit(answer))


@frozen
class PlaceUnit(Ask):
    title = "Place a unit"
    says = "Within the strip along the own edge, in one chain."
    unit: str
    rules = ("CD-TURN-3", "CD-COH-2")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = deploy_field(battle, unit, place_for(game, unit.id))
        prompt = f"Where do you place {unit.name}?{field.hint}"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        unit.models, facing = game.asked_field(self, DeployField).places(answer)
        if unit.hull is not None:
            unit.alter_hull(heading=round(facing, 2) % 360)
        where = middle_text(unit.models)
        game.emit(Moved(f"{unit.does('is')} placed at {place_words(where)}", self.rules, unit.seat, unit.id, (where,)))


@define
class DeployField(RoomyStandField):
    """Deployment: wholly within the strip along the own edge."""

    battle: Battle = field(kw_only=True)
    unit: Unit = field(kw_only=True)
    at: str = field(default="", kw_only=True)
    """The edge where the story of the scenario has it come on; '' for its own."""

    @property
    def home(self) -> Box:
        """The strip along the edge."""
        return zone(self.battle, self.unit.seat, self.at)

    @property
    def strip(self) -> Box:
        """Where the unit may be placed at all."""
        return self.home

    def inside(self, box: Box) -> bool:
        """Whether bases with their middles in a box are wholly in the strip."""
        left, top, right, bottom = self.strip
        edge = self.radius - TINY
        return box[0] >= left + edge and box[1] >= top + edge and box[2] <= right - edge and box[3] <= bottom - edge

    def might_stand(self, box: Box) -> bool:
        return self.inside(box)

    def refuse_models(self, models: Spots) -> Refusal | None:
        if not self.inside(bounds(models)):
            return Refusal(f"not within {zone_words(self.battle, self.unit.seat, self.at)}", "CD-TURN-3")
        if min(starmap(dist, combinations(models, 2)), default=inf) < 2 * self.radius - TINY:
            return Refusal("two models would overlap", "CD-MOVE-7")
        others = [unit for unit in self.battle.on_table() if unit is not self.unit]
        return (
            refuse_place(self.battle, self.radius, bounds(models))
            or refuse_chain(self.unit, models)
            or refuse_base(self.unit, models, others)
            or self.refuse_ground(models)
        )

    def refuse_ground(self, models: Spots) -> Refusal | None:
        """No vehicle begins on what it cannot cross (CD-VEH-8)."""
        if self.unit.hull is None:
            return None
        for piece in hindering(self.battle, self.unit.type):
            if any(piece.touches(spot, self.radius) for spot in models):
                return Refusal(f"on {piece.name or piece.kind}", "CD-VEH-8")
        return None

    def candidates(self) -> list[Spot]:
        left, top, right, bottom = self.strip
        xs, ys = range(int(left) + 1, int(right)), range(int(top) + 1, int(bottom))
        return [(float(x), float(y)) for x in xs for y in ys]

    def room(self) -> Room:
        left, top, right, bottom = self.strip
        inner = left + self.radius, top + self.radius, right - self.radius, bottom - self.radius
        bases = [(one.models, one.radius) for one in self.battle.on_table()]
        region = standing_region(self.battle, self.unit, inner, bases)
        return chained_room(self.unit, region, self.count, lambda spot: self.refuse_one(spot) is None)

    def refuse_one(self, spot: Spot) -> Refusal | None:
        others = [unit for unit in self.battle.on_table() if unit is not self.unit]
        return refuse_base(self.unit, (spot,), others) or self.refuse_ground((spot,))


@define
class InfiltrateField(DeployField):
    """The same for infiltrators: within the strip, or anywhere out of sight and 15 away (CD-SR-INFILTRATE)."""

    @property
    def strip(self) -> Box:
        return 0.0, 0.0, self.battle.table.width, self.battle.table.height

    def refuse_models(self, models: Spots) -> Refusal | None:
        return super().refuse_models(models) or (None if self.is_home(models) else self.refuse_infiltrating(models))

    def blinds(self, enemy: Unit) -> list[sight.Blind]:
        """All that may keep an enemy from seeing anywhere on the table."""
        if enemy.id not in self.kept_blinds:
            corners = [(0.0, 0.0), (self.battle.table.width, self.battle.table.height)]
            self.kept_blinds[enemy.id] = sight.blinds_between(self.battle, enemy, self.unit, corners)
        return self.kept_blinds[enemy.id]

    @cached_property
    def kept_blinds(self) -> dict[str, list[sight.Blind]]:
        return {}

    def candidates(self) -> list[Spot]:
        """Those of the own strip, and every second one elsewhere."""
        (_, top, _, bottom), found = self.home, super().candidates()
        return [(x, y) for x, y in found if top <= y <= bottom or (x % 2 and y % 2)]

    def is_home(self, models: Spots) -> bool:
        """Whether these places are wholly in the own strip."""
        left, top, right, bottom = grown(self.home, TINY - self.radius)
        x, y, u, v = bounds(models)
        return left <= x and top <= y and u <= right and v <= bottom

    def refuse_infiltrating(self, models: Spots) -> Refusal | None:
        """Why they may not be placed there, outside the own strip."""
        probe, enemies = self.unit.clone(), list(self.battle.enemies(self.unit.seat))
        probe.models = models
        for enemy in enemies:
            if (far := distance(probe, enemy)) < AWAY - TINY:
                return Refusal(f"{UNIT.said(far, AWAY)} from {enemy.name}, {AWAY:g} are needed", "CD-SR-INFILTRATE")
        for enemy in enemies:  # after all distances, for lines of sight take longer
            if any(sight.blocked(self.blinds(enemy), eye, spot) is None for spot in models for eye in enemy.models):
                return Refusal(f"the place is in sight of {enemy.name}", "CD-SR-INFILTRATE")
        return None


def deploy_field(battle: Battle, unit: Unit, at: str | None = None) -> DeployField:
    """Where a unit can be placed; `at` is what a story says of one that comes later, which does not infiltrate."""
    kind = InfiltrateField if at is None and infiltrates(unit) else DeployField
    edge = at if at in AHEAD else ""
    ahead = AHEAD[edge or battle.edges[unit.seat]]
    wide = kind(unit.left, unit.radius, max(SPACING, 2.5 * unit.radius), ahead, battle=battle, unit=unit, at=edge)
    if wide.has_block():
        return wide
    return kind(unit.left, unit.radius, 2 * unit.radius + 0.01, battle=battle, unit=unit, at=edge)
