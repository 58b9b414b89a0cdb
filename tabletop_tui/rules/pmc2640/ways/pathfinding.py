"""The shortest ways around what stops a unit and around what only slows it (PMC-MOVE-4, PMC-TERR-7, PMC-ASSLT-2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from math import dist, inf

import numpy as np
import shapely
from attrs import define
from numpy.typing import NDArray
from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry

from tabletop_tui.rules.pmc2640.state.battle import Unit
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece
from tabletop_tui.rules.pmc2640.ways.movement_limits import crossings, enemies_in_the_way, penalty
from tabletop_tui.rules.pmc2640.ways.nearby_lookup import CLEARANCE, Surroundings
from tabletop_tui.rules.pmc2640.ways.single_turn_ways import BESIDE, Elbows, Vectors
from tabletop_tui.rules.pmc2640.ways.standing_checks import off_table
from tabletop_tui.rules.pmc2640.ways.straight_move_sweep import GroupLegs, is_wall, stops
from tabletop_tui.skirmish.unit_place_fields import heading
from tabletop_tui.table.bases import TINY, Spot, Spots, middles
from tabletop_tui.table.corner_paths import Way, Ways, corners_of, outline
from tabletop_tui.table.polygons import box_of, overlap


@define(slots=False)
class Detours:
    """The ways, of at most so many inches, of models that go side by side from one of some places."""

    around: Surroundings
    offsets: tuple[Spot, ...]
    """The models, seen from the place that stands for all of them."""
    starts: Spots
    allowance: float
    onward: Callable[[Spot], float] | None = None
    """What at least has still to be gone from a place, where the goal is known."""

    @cached_property
    def legs(self) -> GroupLegs:
        return GroupLegs(self.around, self.offsets)

    @cached_property
    def through(self) -> Ways:
        """Around what stops the models, and through what only slows them; that, paid for once, is not counted."""
        return self._ways(False)

    @cached_property
    def past(self) -> Ways:
        """Around what slows the models, too."""
        return self._ways(True)

    def to(self, goal: Spot, ends: Spots, free: bool, limit: float) -> Iterator[Way]:
        """The ways below a limit that may be better than the straight one, which is free or not; the goal left out."""
        for past in self.worth_trying(free, ends):
            ways, last = self.past if past else self.through, partial(self.leg, ends=ends, past=past)
            found = ways.to(goal, last, limit)
            if found is not None:
                yield found[1]
            if self.around.unit.vehicle:
                most = found[0] if found is not None else limit
                turned = self.elbows[past].way(goal, most, partial(self._free, past))
                if turned is not None:
                    yield self.starts[0], turned

    @cached_property
    def elbows(self) -> dict[bool, Elbows]:
        """Where a vehicle may turn in the open, on its ways through and past what slows."""
        (start,), unit = self.starts, self.around.unit
        corners = {past: corners_of(self.outlines(past, False), lambda _: True) for past in (False, True)}
        cost = partial(turn_cost, unit)
        return {
            past: Elbows(start, unit.facing, corners[past], cost, partial(self._surely_barred, past))
            for past in (False, True)
        }

    @cached_property
    def _too_near(self) -> tuple[BaseGeometry, list[tuple[BaseGeometry, BaseGeometry]]]:
        """Where a vehicle that comes from where it stands surely is too near to what stops it; and for each of that
        where it surely is too near if it began away from it, and where it may be."""
        reach, start = self.around.unit.type.radius, self.starts[0]
        barriers = [
            (piece.shape, reach, piece.figure.distance(start))
            for piece in self.around.terrain
            if stops(self.around.unit, piece)
        ]
        for wreck in self.around.wrecks:
            barriers.append((Point(wreck.spot), reach + wreck.radius, dist(wreck.spot, start)))
        from_start = [_grown(shape, min(far, away) - BESIDE) for shape, far, away in barriers]
        pairs = [(_grown(shape, far - BESIDE), _grown(shape, far + BESIDE)) for shape, far, _ in barriers]
        foes = shapely.union_all(
            [
                middles(foe.models).buffer(reach + foe.type.radius + CLEARANCE - BESIDE)
                for foe in self.around.foes  # it stands away from all of these, and nobody can turn near them
            ]
        )
        shapely.prepare([foes, whole := shapely.union_all([foes, *from_start])])
        return whole, [(foes, Polygon()), *pairs]

    @cached_property
    def _slowed(self) -> BaseGeometry:
        """What surely slows a vehicle."""
        found = shapely.union_all([piece.shape.buffer(-BESIDE) for piece in self.around.terrain if slows(piece)])
        shapely.prepare(found)
        return found

    def _surely_barred(self, past: bool, places: Vectors, goals: Vectors | None) -> NDArray[np.bool_]:
        """Which legs, from the start to places or from there to goals, lead too near to what stops, or are slowed."""
        ends = np.broadcast_to(self.starts[0], places.shape) if goals is None else goals
        legs = np.asarray(shapely.linestrings(np.stack([places, ends], axis=1)))
        from_start, too_near = self._too_near
        barred: NDArray[np.bool_] = np.zeros(len(places), dtype=np.bool_)
        if past:
            barred |= shapely.intersects(self._slowed, legs)
        if goals is None:
            barred |= shapely.intersects(from_start, legs)
        for near, maybe in too_near if goals is not None else ():
            left = np.nonzero(~barred)[0]
            met = left[shapely.intersects(near, legs[left])]
            barred[met] = ~shapely.intersects_xy(maybe, *places[met].T)
        return barred

    def worth_trying(self, free: bool, ends: Spots) -> Iterator[bool]:
        """Whether to go through or past what slows: where the straight way is free only what spares a penalty helps."""
        if not free or any(map(is_wall, self.around.terrain)):
            yield False
        if self.can_stay_dry and not self._slow_at(ends):
            yield True

    @cached_property
    def can_stay_dry(self) -> bool:
        """Whether there is anything that slows, and it does not stand there."""
        slowed = any(slows(piece) for piece in self.around.terrain)
        return slowed and any(not self._slow_at(self._models(start)) for start in self.starts)

    def _slow_at(self, models: Spots) -> bool:
        return any(piece.figure.holds(spot) for piece in self.around.terrain if slows(piece) for spot in models)

    def _models(self, spot: Spot) -> Spots:
        x, y = spot
        return tuple([(x + dx, y + dy) for dx, dy in self.offsets])

    def _ways(self, past: bool) -> Ways:
        box = box_of(self.starts)
        outlines = [
            polygon
            for polygon in self.outlines(past, self.around.unit.vehicle)
            if overlap(box_of(polygon), box, self.allowance)
        ]
        unit = self.around.unit
        spread = 2.0 * unit.type.turn_cost if unit.vehicle else 0.0
        corners, leg = corners_of(outlines, self._useful), partial(self.leg, past=past)
        return Ways(self.starts, corners, self.allowance, leg, spread)

    def _useful(self, spot: Spot) -> bool:
        """Whether a way might turn at a place: near enough, and on the table with all models."""
        least = min(dist(start, spot) for start in self.starts) + (self.onward(spot) if self.onward else 0.0)
        around = self.around
        return least <= self.allowance and not off_table(around.battle, around.unit, box_of(self._models(spot)))

    def outlines(self, past: bool, sharp: bool) -> Iterator[Spots]:
        """What the models go around, made larger by how they stand; sharp for a vehicle, to which every turn counts."""
        radius = self.around.unit.type.radius
        for piece in self.around.terrain:
            if past or not slows(piece):
                reach = radius if stops(self.around.unit, piece) else 0.0
                yield from (outline(part, self.offsets, reach, sharp) for part in piece.figure.parts)
        for foe in self.around.foes:
            yield outline(foe.models, self.offsets, radius + foe.type.radius + CLEARANCE, sharp)
        for wreck in self.around.wrecks:
            yield outline((wreck.spot,), self.offsets, radius + wreck.radius, sharp)

    def leg(self, way: Way, end: Spot, ends: Spots | None = None, past: bool = False) -> float:
        """The inches straight on from the end of a way to a place, or the models' `ends` there; infinite if barred."""
        tracks = list(zip(self._models(way[-1]), ends or self._models(end), strict=True))
        refusal, walls, slowed = crossings(self.around, tracks)
        if refusal is not None or (past and slowed) or enemies_in_the_way(self.around, tracks) is not None:
            return inf
        unit = self.around.unit
        length = max(dist(a, b) for a, b in tracks)
        return length + penalty(unit, walls, False) + self._turn(way, end)

    def _free(self, past: bool, start: Spot, end: Spot) -> bool:
        return self.leg((start,), end, past=past) < inf

    def _turn(self, way: Way, end: Spot) -> float:
        unit = self.around.unit
        before = unit.facing if len(way) == 1 else heading(way[-2], way[-1])
        return turn_cost(unit, before, heading(way[-1], end)) if unit.vehicle and way[-1] != end else 0.0


def _grown(shape: BaseGeometry, reach: float) -> BaseGeometry:
    """Where a place is nearer to a shape than `reach`, to be asked often."""
    found = shape.buffer(reach) if reach > 0 else Polygon()
    shapely.prepare(found)
    return found


def slows(piece: MapPiece) -> bool:
    return piece.terrain.penalty and not is_wall(piece)


def turn_cost(unit: Unit, before: float, after: float) -> float:
    """What a vehicle pays to turn from one direction to another: one cost up to 90 degrees, two beyond (PMC-VEH-5)."""
    angle = abs((after - before + 180) % 360 - 180)
    return 0.0 if angle < 0.1 else float(unit.type.turn_cost * (1 if angle <= 90 + TINY else 2))
