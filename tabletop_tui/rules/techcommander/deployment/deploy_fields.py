"""Where a unit is put down: around a starting position or a spawn point (TC-SKIR-3, TC-SPAWN-3).

It starts on a hill where its place is on one. On a roof or a bridge it starts only if the answer says so, as
'on=bridge-1', or if there is no room below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from math import dist, floor

from attrs import define, field

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.techcommander.state import surface_heights
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.surface_heights import floors
from tabletop_tui.rules.techcommander.state.terrain import UNIT
from tabletop_tui.rules.techcommander.ways.move_field import inside, refuse_place
from tabletop_tui.rules.techcommander.ways.standing_regions import standing_region
from tabletop_tui.skirmish.room_search import RoomyStandField, to_hundredths
from tabletop_tui.skirmish.unit_place_fields import Plan
from tabletop_tui.table import region_shapes
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.hidden_share import GROUND
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot, Spots, spot_text
from tabletop_tui.table.polygons import Box, box_of, grown

NEAR = 12.0
"""So near to its starting position a unit is put down, to the nearest part of its base (TC-SKIR-3)."""
NO_ROOM = Refusal("no room there", "TC-BASE-11")


def start_of(battle: Battle, seat: int) -> Spot:
    """The starting position or spawn point of a seat."""
    return (*battle.table.starts, *battle.table.alternates)[battle.players[seat].spawn]


def start_words(battle: Battle, seat: int) -> str:
    x, y = start_of(battle, seat)
    return f"{x:g},{y:g}"


@define
class FlooredField(RoomyStandField):
    """Where a unit may be put down, on any surface of a place that has room for its base."""

    battle: Battle = field(kw_only=True)
    unit: Unit = field(kw_only=True)
    _floors: dict[Spot, list[str]] = field(factory=dict, init=False, repr=False, eq=False)

    def is_free(self, spot: Spot) -> bool:
        return self.refuse_models((to_hundredths(spot),)) is None

    def floors(self, spot: Spot) -> list[str]:
        """The surfaces on which it could be put down at a place, the one that is meant where nothing is said first."""
        found = self._floors.get(spot)
        if found is None:
            found = self._floors[spot] = self.look_for_floors(spot)
        return found

    def look_for_floors(self, spot: Spot) -> list[str]:
        """The same, worked out."""
        over = [] if self.is_open(spot) else floors(self.battle, spot)
        slopes = [piece.id for piece in reversed(over) if piece.type.climbs == "ramp"]
        ground = [] if slopes else [GROUND]
        others = [piece.id for piece in over if piece.id not in slopes]
        return [on for on in (*slopes, *ground, *others) if self.refuse_surface(spot, on) is None]

    def is_open(self, spot: Spot) -> bool:
        """Whether a place is on the table and surely nothing is near: that is seen without asking about anything."""
        x, y = spot
        return inside(self.battle, self.radius, (x, y, x, y)) and not self.busy[floor(y)][floor(x)]

    @cached_property
    def busy(self) -> list[bytearray]:
        """The squares of a centimetre, row by row, where its base could come upon a piece or a unit."""
        width, height = (floor(side) + 1 for side in (self.battle.table.width, self.battle.table.height))
        rows = [bytearray(width) for _ in range(height)]
        boxes = [grown(piece.figure.box, self.radius + TINY) for piece in self.battle.standing()]
        boxes += [grown(other.box, self.radius + other.radius + TINY) for other in self.battle.on_table()]
        for left, top, right, bottom in boxes:
            first, last = max(0, floor(left)), min(width, floor(right) + 1)
            for row in rows[max(0, floor(top)) : max(0, floor(bottom) + 1)]:
                row[first:last] = b"\1" * (last - first)
        return rows

    def refuse_surface(self, spot: Spot, on: str) -> Refusal | None:
        """Why it cannot be put down at a place on a surface, or None."""
        if on == GROUND and self.is_open(spot):
            return None
        if on != GROUND and surface_heights.overloads(self.battle, self.unit, on):
            return Refusal(f"the {self.battle.table.piece(on).called} does not bear it", "TC-OCC-1")
        return refuse_place(self.battle, self.unit, spot, on)

    def refuse_spot(self, spot: Spot) -> Refusal | None:
        """Why it cannot be put down at a place on any surface, or None."""
        return None if self.floors(spot) else self.refuse_surface(spot, GROUND) or NO_ROOM

    def refuse_models(self, models: Spots) -> Refusal | None:
        return self.refuse_spot(models[0])

    def refuse_plan(self, plan: Plan) -> Refusal | None:
        refusal = super().refuse_plan(plan)
        if refusal is None and plan.surface and plan.surface not in self.floors(self.ends(plan)[0]):
            return Refusal(f"there is no room on {plan.surface!r} there", "TC-OCC-1")
        return refusal

    def surfaces(self, spots: Sequence[str]) -> Sequence[str]:
        """The surfaces on which it would find room by this answer."""
        plan = self.parsed(spots)
        return [] if isinstance(plan, Refusal) else self.floors(self.ends(plan)[0])

    def surface_of(self, spots: Sequence[str]) -> str:
        """On what it is put down by an answer that is allowed."""
        plan = self.meant(spots)
        return plan.surface or self.floors(self.ends(plan)[0])[0]

    def otherwise(self) -> Iterator[list[str]]:
        """The spots again on every other surface there."""
        yield from super().otherwise()
        for spot in self.candidates():
            if not self.is_open(spot) and len(found := self.floors(spot)) > 1 and self.is_free(spot):
                yield from ([spot_text(spot), f"on={on}"] for on in found[1:])


@define
class DeployField(FlooredField):
    """Deployment: near enough to a starting position, where the base finds room."""

    start: Spot = field(kw_only=True)

    @property
    def reach(self) -> float:
        """How far the middle may be from the starting position."""
        return NEAR + self.radius

    @property
    def zone(self) -> Box:
        return grown(box_of((self.start,)), self.reach)

    def refuse_models(self, models: Spots) -> Refusal | None:
        (spot,) = models
        if dist(spot, self.start) > self.reach + TINY:
            far = dist(spot, self.start) - self.radius
            return Refusal(UNIT.over(far, NEAR, "from the starting position"), "TC-SKIR-3")
        return self.refuse_spot(spot)

    # ------------------------------------------------------------------ looking for places
    def candidates(self) -> list[Spot]:
        return [*around(self.start, self.reach)]

    def room(self) -> Room:
        region = standing_region(self.battle, self.unit, self.zone, GROUND)
        near = region.intersection(region_shapes.disc(self.start, self.reach))
        return Room(near, 1, self.radius, lambda spot: self.refuse_models((spot,)) is None)


@lru_cache(maxsize=64)
def around(start: Spot, reach: float) -> Spots:
    """The places of the raster within reach of a place."""
    left, top, right, bottom = map(round, grown(box_of((start,)), reach))
    places = [(float(x), float(y)) for x in range(left, right + 1) for y in range(top, bottom + 1)]
    return tuple(spot for spot in places if dist(spot, start) <= reach)


def deploy_field(battle: Battle, unit: Unit) -> DeployField:
    """Where a unit can be put down around the starting position of its player."""
    return field_around(battle, unit, start_of(battle, unit.seat))


def field_around(battle: Battle, unit: Unit, start: Spot) -> DeployField:
    """Where a unit can be put down around a place; it looks to the middle of the table."""
    x, y = start
    ahead = 90.0 if x < battle.table.width / 3 else 270.0 if x > 2 * battle.table.width / 3 else 0.0
    ahead = ahead or (180.0 if y < battle.table.height / 2 else 0.0)
    return DeployField(1, unit.radius, 2 * unit.radius, ahead, battle=battle, unit=unit, start=start)
