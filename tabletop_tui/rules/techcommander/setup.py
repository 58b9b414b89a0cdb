"""Before the battle (TC-SKIR-3): every player puts his units down within 12 of his starting position."""

from __future__ import annotations

from attrs import define, field, frozen

from tabletop_tui.engine.events import Began, Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Option, Pick, Place, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.techcommander.battle import Battle, Unit
from tabletop_tui.rules.techcommander.initiative import fighting
from tabletop_tui.rules.techcommander.movement_limits import inside, refuse_place
from tabletop_tui.rules.techcommander.refusals import always, not_of
from tabletop_tui.rules.techcommander.standing_regions import standing_region
from tabletop_tui.rules.techcommander.turn import BeginTurn
from tabletop_tui.skirmish.room_search import RoomyStandField
from tabletop_tui.table import packing
from tabletop_tui.table.bases import TINY, apart, middle_text
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Box, box_of, grown

NEAR = 12.0
"""So near to its starting position a unit is put down, to the nearest part of its base (TC-SKIR-3)."""


@frozen
class SetUp(Step):
    title = "Set-up"
    says = "The players put their units down, one after another."
    rules = ("TC-SKIR-3",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        game.emit(Began("Set-up", self.rules, level="phase"))
        for seat in fighting(battle):
            battle.alter(seat, spawn=seat)
        game.push(*(Deploy(seat) for seat in fighting(battle)), BeginTurn())


def to_place(battle: Battle, seat: int) -> list[Unit]:
    """The units of a seat that are not on the table yet."""
    return [unit for unit in battle.units.values() if unit.seat == seat and not unit.in_play and not unit.gone]


@frozen
class Deploy(Step):
    title = "Deployment"
    says = "A player puts down all of his units."
    seat: int
    rules = ("TC-SKIR-3",)

    def run(self, game: Game[Battle]) -> None:
        waiting = to_place(game.state, self.seat)
        if waiting:
            ask: Step = ChooseDeployed(self.seat) if len(waiting) > 1 else PlaceUnit(waiting[0].id)
            game.push(ask, Deploy(self.seat))


@frozen
class ChooseDeployed(Ask):
    title = "Choose whom to put down"
    says = "The player chooses which of his units comes next."
    seat: int
    rules = ("TC-SKIR-3",)

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        options = [Option(unit.id, unit.name, target=unit.id) for unit in to_place(battle, self.seat)]
        why_not = named(
            battle.units, not_of(battle, self.seat, "TC-SKIR-3"), always("is put down already", "TC-SKIR-3")
        )
        return Pick(self.seat, "Put down which unit?", options, rules=self.rules, why_not=why_not)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        game.push(PlaceUnit(answer))


@frozen
class PlaceUnit(Ask):
    title = "Put a unit down"
    says = "Within 12 of the starting position, measured to its base, whichever way it faces."
    unit: str
    rules = ("TC-SKIR-3", "TC-BASE-11")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit = battle.units[self.unit]
        field = deploy_field(battle, unit)
        prompt = f"Where does {unit.name} start, within {NEAR:g} of {start_words(battle, unit.seat)}?{field.hint}"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        unit = game.state.units[self.unit]
        unit.models, facing = game.asked_field(self, DeployField).places(answer)
        unit.facing = round(facing, 2) % 360
        where = middle_text(unit.models)
        game.emit(Moved(f"{unit.name} starts at {where}", self.rules, unit.seat, unit.id, (where,)))


def start_of(battle: Battle, seat: int) -> Spot:
    """The starting position or spawn point of a seat."""
    return (*battle.table.starts, *battle.table.alternates)[battle.players[seat].spawn]


def start_words(battle: Battle, seat: int) -> str:
    x, y = start_of(battle, seat)
    return f"{x:g},{y:g}"


@define
class DeployField(RoomyStandField):
    """Deployment: near enough to a starting position, where the base finds room."""

    battle: Battle = field(kw_only=True)
    unit: Unit = field(kw_only=True)
    start: Spot = field(kw_only=True)

    @property
    def reach(self) -> float:
        """How far the middle may be from the starting position."""
        return NEAR + self.radius

    @property
    def zone(self) -> Box:
        return grown(box_of((self.start,)), self.reach)

    def might_stand(self, box: Box) -> bool:
        return inside(self.battle, self.radius, box)

    def refuse_models(self, models: Spots) -> Refusal | None:
        (spot,) = models
        if apart(spot, self.start) > self.reach + TINY:
            far = apart(spot, self.start) - self.radius
            return Refusal(f"{far:.1f} from the starting position, {NEAR:g} allowed", "TC-SKIR-3")
        return refuse_place(self.battle, self.unit, spot)

    def candidates(self) -> list[Spot]:
        left, top, right, bottom = map(round, self.zone)
        places = [(float(x), float(y)) for x in range(left, right + 1) for y in range(top, bottom + 1)]
        return [spot for spot in places if apart(spot, self.start) <= self.reach]

    def room(self) -> Room:
        region = standing_region(self.battle, self.unit, self.zone)
        near = region.intersection(packing.disc(self.start, self.reach))
        return Room(near, 1, self.radius, lambda spot: self.refuse_models((spot,)) is None)


def deploy_field(battle: Battle, unit: Unit) -> DeployField:
    """Where a unit can be put down around the starting position of its player."""
    x, y = start = start_of(battle, unit.seat)
    ahead = 90.0 if x < battle.table.width / 3 else 270.0 if x > 2 * battle.table.width / 3 else 0.0
    ahead = ahead or (180.0 if y < battle.table.height / 2 else 0.0)
    return DeployField(1, unit.radius, 2 * unit.radius, ahead, battle=battle, unit=unit, start=start)
