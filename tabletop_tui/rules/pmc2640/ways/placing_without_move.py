"""Where a unit is put (PMC-RES-4, PMC-BLDG-1, PMC-BLDG-9): anywhere that is allowed, at an edge, around a building."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import chain, islice

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.pmc2640.sight import sight
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece
from tabletop_tui.rules.pmc2640.ways.move_field import SPACING
from tabletop_tui.rules.pmc2640.ways.nearby_lookup import Surroundings, clear_box
from tabletop_tui.rules.pmc2640.ways.standing_checks import off_table, refuse_ends, refuse_overlap, refuse_stand
from tabletop_tui.rules.pmc2640.ways.standing_regions import near_to, room_for, standing_region
from tabletop_tui.rules.pmc2640.ways.straight_move_sweep import kept_off
from tabletop_tui.skirmish import unit_place_fields
from tabletop_tui.skirmish.room_search import A_FEW, RoomyStandField
from tabletop_tui.skirmish.unit_place_fields import Plan
from tabletop_tui.table import bases, formations, region_shapes
from tabletop_tui.table.bases import HUNDREDTH, TINY, Spot, Spots
from tabletop_tui.table.packing import Room
from tabletop_tui.table.polygons import Box, box_of, grown, overlap

STRETCH = 8.0
"""So long a part of an edge is looked at in one go."""


class StandField(RoomyStandField):
    """Places for a whole unit in a compact formation around a spot, without a way to them."""

    def __init__(self, battle: Battle, unit: Unit, facing: float | None = None) -> None:
        radius = unit.type.radius
        super().__init__(unit.left, radius, max(SPACING, 2 * radius), unit.facing if facing is None else facing)
        self.battle, self.unit = battle, unit

    def refuse_models(self, models: Spots) -> Refusal | None:
        return self.refuse_here(models) or self.refuse_place(models) or refuse_overlap(self.unit, models)

    def refuse_place(self, models: Spots) -> Refusal | None:
        """Why models cannot stand there, whatever the occasion."""
        return refuse_stand(self.battle, self.unit, models)

    def refuse_here(self, models: Spots) -> Refusal | None:
        """What the occasion forbids, besides what always holds."""
        raise NotImplementedError

    def room(self) -> Room:
        around = Surroundings(self.battle, self.unit, self.bounds)
        return room_for(around, self.region(around), self.count, lambda spot: self.refuse_models((spot,)) is None)

    def region(self, around: Surroundings) -> BaseGeometry:
        """Where a single model may stand."""
        return self.allowed_region(standing_region(around))

    @property
    def bounds(self) -> Box:
        """The box in which its models may stand on this occasion."""
        return 0.0, 0.0, self.battle.table.width, self.battle.table.height

    def allowed_region(self, region: BaseGeometry) -> BaseGeometry:
        """The part of a region that the occasion leaves."""
        return region


class EdgeField(StandField):
    """Arriving from reserve: within some inches of the own edge and away from the enemy (PMC-RES-4, PMC-RES-5)."""

    def __init__(self, battle: Battle, unit: Unit, depth: float, clearance: float) -> None:
        self.north = battle.edges[unit.seat] == "north"
        super().__init__(battle, unit, 180.0 if self.north else 0.0)
        self.depth, self.clearance = depth, clearance
        self._crowded: bool | None = None
        self._stretches: dict[int, Surroundings] = {}

    @property
    def crowded(self) -> bool:
        """Whether no place is far enough from the enemy, so that nearer ones are allowed; looked at once."""
        if self._crowded is None:
            self._crowded = False  # nearer ones are not, as long as one far enough is looked for
            self._crowded = not self.battle.find(("room away from enemies", self._alike), self._look_away, room=True)
        return self._crowded

    @cached_property
    def _alike(self) -> Hashable:
        """What is the same for units that find the same places, as long as nothing moves near the edge."""
        unit, houses = self.unit, tuple(foe.building for foe, _ in self.foes)
        return unit.seat, unit.vehicle, unit.left, self.depth, self.clearance, houses

    def _look_away(self) -> tuple[bool, Box]:
        """Whether there is a place far enough; and the box in which nothing may move for it to hold."""
        models = next((models for models in self.standing() if self.too_near(models) is None), None)
        if models is None and (plan := next(self.everywhere(), None)) is not None:
            models = self.ends(plan)
        return models is not None, self._hangs_on(self.whole if models is None else box_of(models))

    def _hangs_on(self, box: Box) -> Box:
        """Where nothing may move for what was found out about a box to hold."""
        return grown(clear_box(self.unit, box), self.clearance)

    def everywhere(self) -> Iterator[Plan]:
        """The first is kept for whoever asks next: whether there is room, the hint, and who comes on beside others."""
        ways = super().everywhere()
        first: Plan | None = self.battle.find(
            ("way on", self.crowded, self._alike), lambda: (next(ways, None), self._hangs_on(self.whole))
        )
        if first is not None:
            yield first
        if first is not None and not first.nudges:  # else they were packed, since no formation has room
            yield from (plan for plan in ways if plan != first)

    def arriving(self) -> Spots | None:
        """Where the unit could arrive, whoever is near; None if there is no room along its edge."""
        models = next(self.standing(), None)
        if models is None and self.anywhere is not None:
            models = self.ends(self.anywhere)
        return models

    @property
    def bounds(self) -> Box:
        table = self.battle.table
        top, bottom = (0.0, self.depth) if self.north else (table.height - self.depth, table.height)
        inner = self.unit.type.radius
        return (0.0, top, table.width, bottom - inner) if self.north else (0.0, top + inner, table.width, bottom)

    def region(self, around: Surroundings) -> BaseGeometry:
        key = "region", self.crowded, self._alike
        return self.battle.find(key, lambda: (super(EdgeField, self).region(around), self._hangs_on(self.whole)))

    def allowed_region(self, region: BaseGeometry) -> BaseGeometry:
        if self.crowded:
            return region
        radius, table = self.unit.type.radius, self.battle.table
        far = self.clearance + radius
        inside = [region_shapes.grown(table.by_id[foe.building].shape, far) for foe, _ in self.foes if foe.building]
        outside = [region_shapes.discs(foe.models, far + foe.type.radius) for foe, _ in self.foes if foe.models]
        return region_shapes.outside(region, [*inside, *outside])

    @cached_property
    def whole(self) -> Box:
        """The box in which the models stand, wherever they arrive."""
        table = self.battle.table
        top, bottom = (0.0, self.depth) if self.north else (table.height - self.depth, table.height)
        return grown((0.0, top, table.width, bottom), formations.LONGEST_RANK)

    def around(self, box: Box) -> Surroundings:
        """What models within a box could come up against, looked up once for a whole stretch of the edge."""
        _, top, _, bottom = self.whole
        number = int(box[0] // STRETCH)
        if box[2] > (number + 2) * STRETCH:
            return Surroundings(self.battle, self.unit, self.whole)
        if number not in self._stretches:
            stretch = number * STRETCH, top, (number + 2) * STRETCH, bottom
            self._stretches[number] = Surroundings(self.battle, self.unit, stretch)
        return self._stretches[number]

    @cached_property
    def foes(self) -> list[tuple[Unit, Box]]:
        """The enemies that a place along the edge may be too near to, each with the box it keeps clear."""
        found = []
        for foe in self.battle.enemies(self.unit.seat):
            house = self.battle.table.by_id[foe.building].box if foe.building else foe.box
            box = grown(house, self.clearance + self.unit.type.radius + sight.reach_of(foe))
            if overlap(self.whole, box):
                found.append((foe, box))
        return found

    def standing(self) -> Iterator[Spots]:
        """Where the unit could stand along its edge, whoever is near."""
        return (models for models in map(self.ends, self.plans()) if self.refuse_place(models) is None)

    def might_stand(self, box: Box) -> bool:
        return not self._too_deep(box) and not off_table(self.battle, self.unit, box)

    def plans(self) -> Iterator[Plan]:
        """How the unit might stand along its edge: in a block at each inch."""
        blocks = (Plan((spot,)) for spot in self.sifted(unit_place_fields.all_over(self.candidates())))
        return (plan for plan in blocks if self.might_stand(self.box(plan)))

    def refuse_place(self, models: Spots) -> Refusal | None:
        return refuse_ends(self.around(box_of(models)), models)

    def refuse_here(self, models: Spots) -> Refusal | None:
        if self._too_deep(box_of(models)):
            return Refusal(f"not within {self.depth:g} in of the edge", "PMC-RES-4")
        near = self.too_near(models)
        return near if near is not None and not self.crowded else None

    def _too_deep(self, box: Box) -> bool:
        deep = box[3] if self.north else self.battle.table.height - box[1]
        return deep + self.unit.type.radius > self.depth + TINY

    def too_near(self, models: Spots) -> Refusal | None:
        """Why models stand too near to an enemy, or None; that is allowed only where no place is far enough away."""
        radius, box = self.unit.type.radius, box_of(models)
        for enemy, kept_clear in self.foes:
            if not overlap(box, kept_clear):
                continue
            if enemy.models:
                near = bases.edge_distance(models, radius, enemy.models, enemy.type.radius)
            else:
                near = distances.clear_of(self.battle, enemy, models, radius)
            if near < self.clearance - TINY:
                return Refusal(f"less than {self.clearance:g} in from {enemy.name}", "PMC-RES-4")
        return None

    def has_block(self) -> bool:
        return any(map(self.is_free, self.sifted(unit_place_fields.all_over(self.candidates()))))

    def sifted(self, spots: Iterable[Spot]) -> Iterator[Spot]:
        """Some places, then of the others those where a block surely has none of its models too near to something."""
        left = iter(spots)
        yield from islice(left, A_FEW)
        if (another := next(left, None)) is not None:
            yield from (spot for spot in chain((another,), left) if spot not in self._taken)

    @cached_property
    def _taken(self) -> frozenset[Spot]:
        """The places of the raster where a block surely has a model too near to something, found for all at once."""
        return self.battle.find(("taken", self._alike), lambda: (self._look_taken(), self._hangs_on(self.whole)))

    def _look_taken(self) -> frozenset[Spot]:
        spots, (left, top, right, bottom) = np.array(self.candidates()), grown(self.bounds, HUNDREDTH)
        block = np.array(formations.formation("block", self.count, self.spacing))
        keep = kept_off(Surroundings(self.battle, self.unit, self.whole), HUNDREDTH)
        free = np.ones(len(spots), dtype=np.bool_)
        for by in block:
            places = spots[free] + by
            free[free] = np.all((places >= (left, top)) & (places <= (right, bottom)), axis=1)
        for by in block:  # most often the first models already are too near to something
            free[free] = ~keep.met(np.asarray(shapely.points(spots[free] + by)), True)
        return frozenset((x, y) for x, y in spots[~free].tolist())

    def candidates(self) -> list[Spot]:
        return list(_along(self.battle.table.width, self.battle.table.height, self.north, self.depth))


@lru_cache(maxsize=64)
def _along(width: float, height: float, north: bool, depth: float) -> Spots:
    """The places of the raster along an edge."""
    return tuple((float(x), y if north else height - y) for x in range(1, int(width)) for y in range(1, int(depth)))


class LeaveField(StandField):
    """Leaving a building: placed within some inches of it (PMC-BLDG-1), or at least so far from it (PMC-BLDG-9)."""

    def __init__(self, battle: Battle, unit: Unit, reach: float = 4.0, back: float = 0.0) -> None:
        super().__init__(battle, unit)
        self.reach, self.back = reach, back

    def refuse_here(self, models: Spots) -> Refusal | None:
        walls = self.house.figure
        away = [walls.distance(spot) - self.unit.type.radius for spot in models]
        if max(away) > self.reach + TINY:
            return Refusal(f"not within {self.reach:g} in of the building", "PMC-BLDG-1")
        near = self.back and min(away) < self.back - TINY
        return Refusal(f"not {self.back:g} in back from the building", "PMC-BLDG-9") if near else None

    def candidates(self) -> list[Spot]:
        return list(_around(self.house, self.reach))

    @property
    def house(self) -> MapPiece:
        return self.battle.table.by_id[self.unit.building]

    @property
    def bounds(self) -> Box:
        return grown(self.house.box, self.reach + self.unit.type.radius)

    def allowed_region(self, region: BaseGeometry) -> BaseGeometry:
        near = region.intersection(near_to(self.unit, self.house.shape, self.reach))
        back = [region_shapes.grown(self.house.shape, self.back + self.unit.type.radius)] if self.back else []
        return region_shapes.outside(near, back)


@lru_cache(maxsize=256)
def _around(building: MapPiece, reach: float) -> Spots:
    """The places around a building; first those half way, where there is most likely room for all models."""
    left, top, right, bottom = building.box
    xs, ys = range(int(left - reach), int(right + reach) + 1), range(int(top - reach), int(bottom + reach) + 1)
    spots = [(float(x), float(y)) for x in xs for y in ys]
    return tuple(sorted(spots, key=lambda spot: abs(building.figure.distance(spot) - reach / 2)))
