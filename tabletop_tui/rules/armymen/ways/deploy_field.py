"""Where a unit can be deployed (AMC-PREP-9): wholly within 12 in of its own edge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

import numpy as np
from attrs import define, evolve, field

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.ways.move_field import SPACING
from tabletop_tui.rules.armymen.ways.standing_checks import (
    ACROSS,
    CLEARANCE,
    LINK,
    inside,
    is_sound,
    others_near,
    refuse_stand,
)
from tabletop_tui.rules.armymen.ways.standing_regions import coherent_room, standing_region
from tabletop_tui.skirmish.room_search import RoomyStandField
from tabletop_tui.skirmish.unit_place_fields import Plan, all_over
from tabletop_tui.table import formations
from tabletop_tui.table.bases import HUNDREDTH, TINY
from tabletop_tui.table.kept_distances import Flags, Floats
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Box, bounds, grown

STRIP = 12.0


@define
class DeployField(RoomyStandField):
    """Deployment: wholly within 12 in of the own edge (AMC-PREP-9)."""

    battle: Battle = field(kw_only=True)
    unit: Unit = field(kw_only=True)
    edge: str = field(kw_only=True)

    def refuse_models(self, models: Spots) -> Refusal | None:
        if not self.within(bounds(models)):
            return Refusal(f"not within {STRIP:g} in of the {self.edge} edge", "AMC-PREP-9")
        return refuse_stand(self.battle, self.unit, models, self.others)

    @cached_property
    def others(self) -> list[Unit]:
        """The units that could be in the way."""
        return others_near(self.battle, self.unit, self.whole)

    @property
    def whole(self) -> Box:
        """The strip along the edge."""
        width, height = self.battle.table.width, self.battle.table.height
        left, top = {"east": width - STRIP}.get(self.edge, 0.0), {"south": height - STRIP}.get(self.edge, 0.0)
        right, bottom = {"west": STRIP}.get(self.edge, width), {"north": STRIP}.get(self.edge, height)
        return left, top, right, bottom

    def might_stand(self, box: Box) -> bool:
        return self.within(box) and inside(self.battle, box, self.radius)

    def within(self, box: Box) -> bool:
        """Whether bases with their middles in a box are near enough to the edge."""
        table, (left, top, right, bottom) = self.battle.table, box
        far = {"north": bottom, "south": table.height - top, "west": right, "east": table.width - left}[self.edge]
        return far + self.radius <= STRIP + TINY

    def fitting(self, spots: Sequence[Spot]) -> Iterator[bool]:
        """The block is looked at everywhere at once; only where hundredths count it is judged place by place."""
        shape = formations.formation("block", self.count, self.spacing)
        if not spots or not is_sound(shape, self.radius, 4 * HUNDREDTH):
            yield from super().fitting(spots)
            return
        places, block = np.array(spots), np.array(shape)
        sure, maybe = self.on_strip(places, block, HUNDREDTH), self.on_strip(places, block, -HUNDREDTH)
        (xs, ys), low, high = places.T, block.min(axis=0), block.max(axis=0)
        for other in self.others:
            reach = self.radius + other.radius + CLEARANCE + 2 * TINY
            left, top, right, bottom = grown(other.box, reach + HUNDREDTH)
            beside = (xs + high[0] >= left) & (xs + low[0] <= right) & (ys + high[1] >= top) & (ys + low[1] <= bottom)
            near = np.flatnonzero(maybe & beside)
            steps = (places[near, None] + block)[:, :, None] - np.array(other.models)
            away = np.hypot(steps[..., 0], steps[..., 1]).min(axis=(1, 2))
            sure[near] &= away >= reach + HUNDREDTH
            maybe[near] &= away >= reach - HUNDREDTH
        for spot, surely, perhaps in zip(spots, sure.tolist(), maybe.tolist(), strict=True):
            yield surely or (perhaps and self.is_free(spot))

    def on_strip(self, places: Floats, block: Floats, by: float) -> Flags:
        """At which places a block is within the strip, with its box grown by so much."""
        low, high = places + block.min(axis=0) - by, places + block.max(axis=0) + by
        left, top, right, bottom = grown(self.whole, TINY - self.radius)
        fits = (low[:, 0] >= left) & (low[:, 1] >= top) & (high[:, 0] <= right) & (high[:, 1] <= bottom)
        return np.asarray(fits)

    def candidates(self) -> list[Spot]:
        return list(strip(self.edge, int(self.battle.table.width), int(self.battle.table.height)))

    def room(self) -> Room:
        left, top, right, bottom = self.whole
        inner = self.radius
        near_edge = {
            "north": (left, top, right, bottom - inner),
            "south": (left, top + inner, right, bottom),
            "west": (left, top, right - inner, bottom),
            "east": (left + inner, top, right, bottom),
        }
        region = standing_region(self.battle, self.unit, near_edge[self.edge], self.others, CLEARANCE)
        return coherent_room(self.unit, region, lambda spot: self.refuse_models((spot,)) is None, LINK, ACROSS)

    def has_room(self) -> bool:
        return self.has_block() or self.battle.find((*self.key, "any"), self.look_for_room, room=True)

    def has_block(self) -> bool:
        return self.battle.find(self.key, self.look_for_block, room=True)

    @property
    def key(self) -> tuple[str, str, int, float, float]:
        return "deploy", self.edge, self.count, self.radius, self.spacing

    def look_for_block(self) -> tuple[bool, Box]:
        """The same, worked out; and the box in which nothing may move for it to hold."""
        spot = next(filter(self.is_free, all_over(self.candidates())), None)
        return self.found(None if spot is None else Plan((spot,)))

    def look_for_room(self) -> tuple[bool, Box]:
        """Whether there is any place beside the raster, and that box."""
        return self.found(self.anywhere)

    def found(self, plan: Plan | None) -> tuple[bool, Box]:
        box = self.whole if plan is None else bounds(self.ends(plan))
        return plan is not None, grown(
            box, self.radius + CLEARANCE + max(one.radius for one in self.battle.units.values())
        )


@lru_cache(maxsize=32)
def strip(edge: str, width: int, height: int) -> Spots:
    """The places of the raster within 12 in of an edge."""
    deep = int(STRIP)
    columns = {"west": range(1, deep), "east": range(width - deep + 1, width)}.get(edge, range(1, width))
    rows = {"north": range(1, deep), "south": range(height - deep + 1, height)}.get(edge, range(1, height))
    return tuple((float(x), float(y)) for x in columns for y in rows)


FACINGS = {"north": 180.0, "south": 0.0, "west": 90.0, "east": 270.0}
"""Which way a vehicle looks that has this edge behind it."""


def deploy_field(battle: Battle, unit: Unit, at: str | None = None) -> DeployField | None:
    """Where a unit can be placed, base to base if there is no room else; None if there is no room at all.

    It is placed along its own edge, or along the one where the story of its scenario has it come on.
    """
    edge = at if at in FACINGS else battle.edges[unit.seat]
    wide = DeployField(unit.left, unit.radius, SPACING, FACINGS[edge], battle=battle, unit=unit, edge=edge)
    dense = evolve(wide, spacing=2 * unit.radius + 0.01)
    on_raster = next((field for field in (wide, dense) if field.has_block()), None)
    return on_raster or (dense if dense.has_room() else None)
