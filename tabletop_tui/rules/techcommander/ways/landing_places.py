"""Where a unit comes down that has nothing under it any more (TC-FALL-3), or no room where it is."""

from __future__ import annotations

from math import dist

from attrs import define, field

from tabletop_tui.engine.events import Moved
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, Place, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.surface_heights import ground_under
from tabletop_tui.rules.techcommander.state.terrain import UNIT
from tabletop_tui.rules.techcommander.ways.move_field import inside, refuse_place
from tabletop_tui.rules.techcommander.ways.relocation import settle
from tabletop_tui.rules.techcommander.ways.standing_regions import standing_region
from tabletop_tui.skirmish.room_search import RoomyStandField
from tabletop_tui.table import region_shapes
from tabletop_tui.table.bases import TINY, middle_text
from tabletop_tui.table.hidden_share import GROUND
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot, Spots, place_words
from tabletop_tui.table.polygons import Box, box_of, grown

REACHES = (3.0, 6.0, 12.0, 24.0, 200.0)
"""How far around room is looked for, in centimetres: nearest first."""


@define
class RoomField(RoomyStandField):
    """Where the base of a unit finds room on one surface, so near to a place."""

    battle: Battle = field(kw_only=True)
    unit: Unit = field(kw_only=True)
    spot: Spot = field(kw_only=True)
    reach: float = field(kw_only=True)
    """How far its middle may be from the spot, in centimetres ..."""
    on: str = field(default=GROUND, kw_only=True)
    rule: str = field(default="TC-FALL-3", kw_only=True)
    touching: float = field(default=0.0, kw_only=True)
    """... and how far it must be at least, of one that goes to base contact."""

    def might_stand(self, box: Box) -> bool:
        return inside(self.battle, self.radius, box)

    def refuse_models(self, models: Spots) -> Refusal | None:
        (spot,) = models
        far = dist(spot, self.spot)
        if far > self.reach + TINY:
            return Refusal(UNIT.over(far, self.reach, "away"), self.rule)
        return refuse_place(self.battle, self.unit, spot, self.on)

    def candidates(self) -> list[Spot]:
        left, top, right, bottom = map(round, grown(box_of((self.spot,)), self.reach))
        spots = [(float(x), float(y)) for x in range(left, right + 1) for y in range(top, bottom + 1)]
        return [spot for spot in spots if dist(spot, self.spot) <= self.reach]

    def room(self) -> Room:
        zone = grown(box_of((self.spot,)), self.reach)
        region = standing_region(self.battle, self.unit, zone, self.on)
        near = region.intersection(region_shapes.disc(self.spot, self.reach))
        return Room(near, 1, self.radius, lambda spot: self.refuse_models((spot,)) is None)


def room_field(battle: Battle, unit: Unit, spot: Spot, reach: float, on: str = GROUND, rule: str = "") -> RoomField:
    """Where a unit finds room around a place."""
    return RoomField(
        1, unit.radius, 2 * unit.radius, unit.facing, battle=battle, unit=unit, spot=spot, reach=reach, on=on, rule=rule
    )


@frozen
class Land(Step):
    says = "The unit comes down on the highest surface under it on which it has room, else as near by as can be."
    unit: str
    rules = ("TC-FALL-3",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} comes down"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        on = ground_under(battle, unit)
        if refuse_place(battle, unit, unit.at, on) is None:
            settle(game, unit, unit.at, unit.facing, on)
        else:
            reach = next(reach for reach in REACHES if room_field(battle, unit, unit.at, reach, on).has_room())
            game.push(ChooseLanding(self.unit, reach, on))


@frozen
class ChooseLanding(Ask):
    title = "Choose where it comes down"
    says = "There is no room under the unit: its owner puts it down near by."
    unit: str
    reach: float
    on: str = GROUND
    rules = ("TC-FALL-3",)

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        field = room_field(game.state, unit, unit.at, self.reach, self.on, "TC-FALL-3")
        prompt = f"{unit.name} comes down: where, within {self.reach:g} cm?{field.hint}"
        return Place(unit.seat, prompt, about=unit.id, rules=self.rules, field=field)

    def take(self, game: Game[Battle], answer: Answer) -> None:
        unit = game.state.units[self.unit]
        (spot,), facing = game.asked_field(self, RoomField).places(answer)
        settle(game, unit, spot, facing, self.on)
        text = f"{unit.name} comes down at {place_words(middle_text(unit.models))}"
        game.emit(Moved(text, self.rules, unit.seat, unit.id, (middle_text(unit.models),)))
