"""Where a unit is put down: around a starting position or a spawn point (TC-SKIR-3, TC-SPAWN-3)."""

from __future__ import annotations

from attrs import define, field

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.techcommander.battle import Battle, Unit
from tabletop_tui.rules.techcommander.movement_limits import inside, refuse_place
from tabletop_tui.rules.techcommander.standing_regions import standing_region
from tabletop_tui.skirmish.room_search import RoomyStandField
from tabletop_tui.table import packing
from tabletop_tui.table.bases import TINY, apart
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Box, box_of, grown

NEAR = 12.0
"""So near to its starting position a unit is put down, to the nearest part of its base (TC-SKIR-3)."""


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
    return field_around(battle, unit, start_of(battle, unit.seat))


def field_around(battle: Battle, unit: Unit, start: Spot) -> DeployField:
    """Where a unit can be put down around a place; it looks to the middle of the table."""
    x, y = start
    ahead = 90.0 if x < battle.table.width / 3 else 270.0 if x > 2 * battle.table.width / 3 else 0.0
    ahead = ahead or (180.0 if y < battle.table.height / 2 else 0.0)
    return DeployField(1, unit.radius, 2 * unit.radius, ahead, battle=battle, unit=unit, start=start)
