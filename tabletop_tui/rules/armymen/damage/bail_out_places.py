"""Where those inside a wreck are put: as a block, else one by one, if need be close to others (AMC-VUNIT-5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import dist

from attrs import define

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.ways.places_around_vehicle import AroundField
from tabletop_tui.rules.armymen.ways.standing_checks import CLEARANCE, inside
from tabletop_tui.rules.armymen.ways.standing_regions import standing_region
from tabletop_tui.skirmish.unit_place_fields import Plan
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import near_any

HALF = 0.5
REACH_OF_WRECK = 3.0
"""In inches, from the edge of the vehicle (AMC-VUNIT-5)."""


@define
class ScatteredField(AroundField):
    """Being put out where a block finds no room: each model at the free place that is nearest to the answer."""

    @property
    def keep(self) -> float:
        """So far from the bases of other units."""
        return CLEARANCE + 2 * TINY

    @cached_property
    def free(self) -> list[Spot]:
        """The free places, half an inch from each other; where more find room otherwise, just the places of those."""
        (x, y), far = self.around, int((self.reach + self.edge + self.radius) / HALF)
        steps = [HALF * number for number in range(-far, far + 1)]
        spots = [(round(x + dx, 2), round(y + dy, 2)) for dx in steps for dy in steps]
        raster = [spot for spot in spots if self.is_open(spot)]
        most = max((len(self.scattered_on(raster, spot)) for spot in raster), default=0)
        packed = self.room().most() if most < self.count else ()
        return list(packed) if len(packed) > most else raster

    def room(self) -> Room:
        region = self.near_by(standing_region(self.battle, self.unit, self.whole, self.battle.on_table(), self.keep))
        return Room(region, self.count, self.radius, self.is_open)

    def is_open(self, spot: Spot) -> bool:
        """Whether a single model can be put there."""
        return self.refuse_far((spot,)) is None and self.holds_one(spot)

    def has_room(self) -> bool:
        return self.has_block()

    @property
    def hint(self) -> str:
        return ""

    def holds_one(self, spot: Spot) -> bool:
        """Whether a single model can stand there."""
        if not inside(self.battle, (*spot, *spot), self.radius):
            return False
        others = self.battle.on_table()
        return not any(near_any((spot,), one.models, self.radius + one.radius + self.keep) for one in others)

    @cached_property
    def wanted(self) -> int:
        """So many models have to find room."""
        return self.count

    def scattered(self, spot: Spot) -> Spots:
        return self.scattered_on(self.free, spot)

    def scattered_on(self, free: list[Spot], spot: Spot) -> Spots:
        """As many of these places as find room beside each other, those nearest to a spot first."""
        found: list[Spot] = []
        for place in sorted(free, key=lambda place: dist(place, spot)):
            if len(found) < self.count and all(dist(place, other) >= 2 * self.radius - TINY for other in found):
                found.append(place)
        return tuple(found)

    def ends(self, plan: Plan) -> Spots:
        return self.scattered(plan.waypoints[-1])

    @property
    def forms(self) -> Sequence[str]:
        return ()

    def refuse_models(self, models: Spots) -> Refusal | None:
        if models and len(models) >= self.wanted:
            return None
        return Refusal(f"{len(models)} of {self.count} models find room there", self.rule)

    def candidates(self) -> list[Spot]:
        return list(self.free)

    def likely(self) -> Sequence[Spot]:
        return self.free


@define
class CrowdedField(ScatteredField):
    """The same close to other units; those for whom there is no room at all are lost."""

    @property
    def keep(self) -> float:
        return -TINY

    @cached_property
    def wanted(self) -> int:
        return max((len(self.scattered(spot)) for spot in self.free), default=0)


def wreck_field(battle: Battle, unit: Unit, around: Spot, edge: float) -> AroundField:
    """Where those inside can be put: as a block off from other units, else one by one, if need be close to others."""

    def near_it(kind: type[AroundField]) -> AroundField:
        return kind(
            *(unit.left, unit.radius, 2 * unit.radius + 0.01),
            battle=battle,
            unit=unit,
            around=around,
            edge=edge,
            reach=REACH_OF_WRECK,
            rule="AMC-VUNIT-5",
        )

    fields = (near_it(kind) for kind in (AroundField, ScatteredField))
    return next((field for field in fields if field.has_room()), near_it(CrowdedField))
