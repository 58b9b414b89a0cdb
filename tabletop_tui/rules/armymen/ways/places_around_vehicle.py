"""Where those stand who get out of a vehicle, or are put out of its wreck (AMC-VUNIT-4, AMC-VUNIT-5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import dist

from attrs import define, field
from shapely.geometry.base import BaseGeometry

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.state.terrain import UNIT
from tabletop_tui.rules.armymen.ways.move_field import refuse_way, toward
from tabletop_tui.rules.armymen.ways.standing_checks import ACROSS, CLEARANCE, LINK, others_near, refuse_stand
from tabletop_tui.rules.armymen.ways.standing_regions import coherent_room, standing_region
from tabletop_tui.skirmish.room_search import RoomyStandField
from tabletop_tui.table import region_shapes
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Box, grown


@define
class AroundField(RoomyStandField):
    """Getting out of a vehicle, or being put out of its wreck: every model within some inches of its edge."""

    battle: Battle = field(kw_only=True)
    unit: Unit = field(kw_only=True)
    around: Spot = field(kw_only=True)
    edge: float = field(kw_only=True)
    """The radius of the vehicle."""
    reach: float = field(kw_only=True)
    rule: str = field(kw_only=True)

    def refuse_far(self, models: Spots) -> Refusal | None:
        far = max(dist(spot, self.around) for spot in models) - self.edge - self.radius
        if far > self.reach + TINY:
            return Refusal(UNIT.over(far, self.reach, "from the vehicle"), self.rule)
        return None

    def refuse_models(self, models: Spots) -> Refusal | None:
        return self.refuse_far(models) or refuse_stand(self.battle, self.unit, models)

    def room(self) -> Room:
        region = self.near_by(standing_region(self.battle, self.unit, self.whole, self.in_the_way(), CLEARANCE))
        return coherent_room(self.unit, region, lambda spot: self.refuse_models((spot,)) is None, LINK, ACROSS)

    @property
    def whole(self) -> Box:
        """The box in which the models stand, wherever they are put."""
        return grown((*self.around, *self.around), self.edge + self.reach + self.radius)

    def near_by(self, region: BaseGeometry) -> BaseGeometry:
        """What of a region is within reach of the vehicle."""
        return region.intersection(region_shapes.outer_disc(self.around, self.edge + self.reach + self.radius))

    def in_the_way(self) -> list[Unit]:
        """The units to which they may not be near."""
        return others_near(self.battle, self.unit, self.whole)

    def has_block(self) -> bool:
        return self.roomy

    @cached_property
    def roomy(self) -> bool:
        """Whether a block has room at some place of the raster."""
        return any(map(self.is_free, self.likely()))

    def likely(self) -> Sequence[Spot]:
        """The places, those first where there is most likely room."""
        return half_way(self.around, self.edge, self.reach)

    def candidates(self) -> list[Spot]:
        return list(raster_around(self.around, self.edge + self.reach))


@lru_cache(maxsize=64)
def raster_around(middle: Spot, reach: float) -> Spots:
    """The places of the raster so far from another, and some beyond."""
    x, y, far = round(middle[0]), round(middle[1]), int(reach + 1)
    return tuple((float(x + dx), float(y + dy)) for dx in range(-far, far + 1) for dy in range(-far, far + 1))


@lru_cache(maxsize=64)
def half_way(middle: Spot, edge: float, reach: float) -> Spots:
    """The same places, those first that are half way from an edge to its reach."""
    half = edge + reach / 2
    return tuple(sorted(raster_around(middle, edge + reach), key=lambda spot: abs(dist(spot, middle) - half)))


@define
class OutField(AroundField):
    """Getting out: straight from the edge of the vehicle to the places (AMC-VUNIT-4)."""

    vehicle: Unit = field(kw_only=True)

    def refuse_models(self, models: Spots) -> Refusal | None:
        touch = self.edge + self.radius
        if any(dist(spot, self.around) < touch - TINY for spot in models):
            return Refusal(f"on {self.vehicle.name}", self.rule)
        refusal = self.refuse_far(models) or refuse_stand(self.battle, self.unit, models, self.others)
        return refusal or refuse_way(self.unit, self.tracks(models), self.others)

    def in_the_way(self) -> list[Unit]:
        return self.others

    def near_by(self, region: BaseGeometry) -> BaseGeometry:
        return region_shapes.outside(
            super().near_by(region), [region_shapes.disc(self.around, self.edge + self.radius - TINY)]
        )

    @cached_property
    def others(self) -> list[Unit]:
        """The units that could be in the way."""
        x, y = self.around
        far = self.edge + self.reach
        near = others_near(self.battle, self.unit, (x - far, y - far, x + far, y + far))
        return [other for other in near if other is not self.vehicle]

    def tracks(self, models: Spots) -> list[list[Spot]]:
        """The way of each model."""
        touch = self.edge + self.radius
        return [[toward(self.around, spot, touch), spot] for spot in models]
