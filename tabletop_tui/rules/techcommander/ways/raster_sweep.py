"""The raster of a move, judged for all its places at once as far as what is simple goes.

Of each place it is found whether it surely can be gone to, by a straight last leg from where the unit stands or from a
corner that it can turn at, with what that takes; and whether it surely cannot. Shapes are drawn a hair too large for
the one and too small for the other, so what is left between is judged place by place, and nothing here decides a case
that is close.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np
import shapely
from attrs import define
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from tabletop_tui.rules.techcommander.state.battle import Unit
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.rules.techcommander.ways.elevation_profile import Passage, can_breach
from tabletop_tui.rules.techcommander.ways.hindrance import BREACH, share_lost, step_height
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.hidden_share import GROUND
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import Box, overlap

HAIR = 0.012
"""So much larger or smaller things are drawn, in centimetres; less than corners of ways keep off them."""
FINE = 32
"""The corners of a quarter of a circle."""
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


def drawn(shapes: Iterable[BaseGeometry]) -> BaseGeometry:
    """All of them as one shape that is ready for many questions."""
    whole = shapely.union_all(list(shapes))
    shapely.prepare(whole)
    return whole


def grown(shape: BaseGeometry, by: float) -> BaseGeometry:
    return shape.buffer(by, quad_segs=FINE)


@define
class Slowing:
    """A piece that takes some of the speed, drawn a hair too large and a hair too small."""

    large: BaseGeometry
    small: BaseGeometry
    lost: float
    surely: bool
    """Whether nothing leads over it."""

    def touched(self, legs: NDArray[np.object_]) -> tuple[Flags, Flags]:
        """The legs that may touch it, and those that surely do."""
        return np.asarray(shapely.intersects(self.large, legs)), np.asarray(shapely.intersects(self.small, legs))


@define(slots=False)
class Sweep:
    """One move of a unit, over the ground or by a jump."""

    around: Passage
    allowance: float

    @property
    def unit(self) -> Unit:
        return self.around.unit

    @cached_property
    def others(self) -> list[Unit]:
        units = self.around.battle.on_table()
        return [one for one in units if one.id != self.unit.id and overlap(one.box, self.around.box)]

    @cached_property
    def start(self) -> Feature | None:
        """The piece on which it starts."""
        on = self.around.start
        return None if on == GROUND else self.around.battle.table.piece(on)

    @property
    def simple(self) -> bool:
        """Whether it starts where it can simply walk away, or jumps."""
        return self.around.jumps or self.start is None or self.start.type.climbs == "ramp"

    def leads_up(self, piece: Feature) -> bool:
        """Whether it could come on to a piece at all."""
        around, unit = self.around, self.unit
        if around.jumps or piece.type.climbs or piece.body.top <= step_height(unit) + TINY or piece is self.start:
            return True
        if any(one.on == piece.id for one in around.near_by):
            return True
        near = (one for one in around.tops if one is not piece and overlap(one.figure.box, piece.figure.box))
        return any(one.type.climbs or one is self.start for one in near)

    def stops(self, piece: Feature) -> bool:
        """Whether a piece surely stops it on the ground."""
        bars = piece.type.blocks and piece.body.bottom <= 0 and piece.body.top > self.around.foot + TINY
        return bars and not can_breach(self.unit, piece) and not self.leads_up(piece)

    # ------------------------------------------------------------------ ends
    def free_ends(self, points: NDArray[np.object_]) -> Flags:
        """The places where it surely finds room, on the ground or on a plain roof."""
        radius = self.unit.radius
        solid = [grown(one.shape, radius + HAIR) for one in self.around.solid]
        tops = [grown(one.shape, HAIR) for one in self.around.tops]
        units = [self.disc(one, radius + HAIR) for one in self.others]
        return ~np.asarray(shapely.intersects(drawn([*solid, *tops, *units]), points))

    def roof_ends(self, points: NDArray[np.object_]) -> Flags:
        """The places on roofs, of one who jumps, where nothing else is near."""
        margin, radius = self.unit.sheet.width / 2 + HAIR, self.unit.radius
        roofs = [one for one in self.around.tops if one.type.blocks and one.type.stands and one.body.bottom <= 0]
        free = []
        for roof in roofs:
            near = [one for one in (*self.around.solid, *self.around.tops) if one is not roof]
            busy = [grown(one.shape, radius + HAIR) for one in near if overlap(one.figure.box, roof.figure.box, radius)]
            units = [self.disc(one, radius + HAIR) for one in self.others if overlap(one.box, roof.figure.box, 10.0)]
            free.append(roof.shape.buffer(-margin).difference(shapely.union_all([*busy, *units])))
        return np.asarray(shapely.intersects(drawn(free), points))

    def full_ends(self, points: NDArray[np.object_]) -> Flags:
        """The places where it surely finds none."""
        around, radius = self.around, self.unit.radius
        stops = [one for one in around.solid if one.type.blocks and not can_breach(self.unit, one)]
        walls = [grown(one.shape, radius - HAIR) for one in stops if one.body.bottom <= 0]
        units = [self.disc(one, radius - 3 * HAIR) for one in self.others if one.on == GROUND]
        tops = shapely.union_all([grown(one.shape, HAIR) for one in around.tops if self.leads_up(one)])
        return np.asarray(shapely.intersects(drawn([shapely.union_all([*walls, *units]).difference(tops)]), points))

    def disc(self, unit: Unit, keep: float) -> BaseGeometry:
        return grown(shapely.Point(unit.at), keep + unit.radius)

    # ------------------------------------------------------------------ legs
    @cached_property
    def barriers(self) -> BaseGeometry:
        """All that could be in the way of its model, and what changes its level, but for what it can crash through."""
        keep = self.around.clearance + HAIR
        pieces = {one for one in (*self.around.solid, *self.around.tops) if one.id not in self.around.weak}
        shapes = [grown(one.shape, keep) for one in pieces if one is not self.start]
        return drawn([*shapes, *(self.disc(one, keep) for one in self.around.enemies)])

    @cached_property
    def walls(self) -> BaseGeometry:
        """What surely stops it."""
        keep = self.around.clearance - HAIR
        pieces = [one for one in self.around.solid if self.stops(one)]
        level = [one for one in self.around.enemies if one.on == GROUND and self.is_low(one.box)]
        units = [self.disc(one, keep - 2 * HAIR) for one in level]
        return drawn([*(grown(one.shape, keep) for one in pieces), *units])

    @cached_property
    def heights(self) -> list[Feature]:
        """All on which it could be above the ground."""
        return [one for one in self.around.tops if self.leads_up(one)]

    def is_low(self, box: Box) -> bool:
        """Whether it can only be on the ground where it comes upon something in a box."""
        return not any(overlap(box, one.figure.box, 2 * self.unit.radius) for one in self.heights)

    @cached_property
    def slowing(self) -> list[Slowing]:
        """What slows it."""
        speed = self.unit.sheet.speed
        return [self.slows(one, share_lost(self.unit, one) * speed) for one in self.around.slowing]

    @cached_property
    def weak(self) -> list[Slowing]:
        """What it can crash through."""
        lost = BREACH * self.unit.sheet.speed
        return [self.slows(one, lost) for one in self.around.solid if one.id in self.around.weak]

    def slows(self, piece: Feature, lost: float) -> Slowing:
        keep = self.around.clearance
        surely = self.is_low(piece.figure.box) and (piece.body.top <= 0 or piece.body.top > self.around.foot + TINY)
        return Slowing(drawn([grown(piece.shape, keep + HAIR)]), drawn([grown(piece.shape, keep - HAIR)]), lost, surely)

    def leg(self, origin: Spot, cost: float, places: Floats, through: bool) -> tuple[Floats, Flags]:
        """What it takes to go straight on to places, nan where that is not sure; and where it surely leads nowhere.

        `through` says whether it crashes through what it can.
        """
        taken = cost + np.hypot(places[:, 0] - origin[0], places[:, 1] - origin[1])
        lines = np.empty((len(places), 2, 2))
        lines[:, 0], lines[:, 1] = origin, places
        legs = np.asarray(shapely.linestrings(lines))
        sure = ~np.asarray(shapely.intersects(self.barriers, legs))
        nowhere = np.asarray(shapely.intersects(self.walls, legs))
        lost, least = np.zeros(len(places)), np.zeros(len(places))
        for one in self.slowing:
            touched, surely = one.touched(legs)
            sure &= touched == surely
            lost, least = lost + one.lost * touched, least + one.lost * (surely & one.surely)
        for one in self.weak:
            touched, surely = one.touched(legs)
            if through:
                sure &= touched == surely
                lost, least = lost + one.lost * touched, least + one.lost * (surely & one.surely)
            else:
                sure &= ~touched
                nowhere |= surely & one.surely
        nowhere |= taken + least > self.allowance + HAIR
        return np.where(sure & (taken + lost <= self.allowance), taken + lost, np.nan), nowhere

    def jump(self, origin: Spot, places: Floats) -> Floats:
        """What a jump takes to places, nan where something on the way may be too high for it."""
        taken = np.hypot(places[:, 0] - origin[0], places[:, 1] - origin[1])
        top, keep = self.around.foot + self.allowance - HAIR, self.around.clearance + HAIR
        pieces = [one for one in (*self.around.solid, *self.around.tops) if one.body.top > top]
        battle = self.around.battle
        units = [one for one in self.around.enemies if battle.foot(one) + one.sheet.height > top]
        high = drawn([*(grown(one.shape, keep) for one in pieces), *(self.disc(one, keep) for one in units)])
        lines = np.empty((len(places), 2, 2))
        lines[:, 0], lines[:, 1] = origin, places
        sure = ~np.asarray(shapely.intersects(high, shapely.linestrings(lines)))
        return np.where(sure & (taken <= self.allowance), taken, np.nan)


@define
class Swept:
    """What is known of each place of a raster."""

    taken: Floats
    """What it takes to come there, nan where that has to be judged."""
    hopeless: Flags
    """Whether it is surely out of reach."""
    closed: set[tuple[Spot, Spot]]
    """From which corners no harmless last leg surely leads to a place that has to be judged: the corner, the place."""


def swept(sweep: Sweep, middle: Spot, spots: Sequence[Spot], corners: Sequence[tuple[float, Spot]]) -> Swept:
    """What is known of places, by straight last legs from where the unit stands and from corners."""
    places = np.array(spots)
    points = np.asarray(shapely.points(places))
    known = Swept(np.full(len(spots), np.nan), np.zeros(len(spots), bool), set())
    taken = known.taken
    if not sweep.simple:
        return known
    known.hopeless |= sweep.full_ends(points)
    free = sweep.free_ends(points)
    if sweep.around.jumps:
        free |= sweep.roof_ends(points)
        taken[free] = sweep.jump(middle, places[free])
        return known
    nowhere, shut = np.ones(len(spots), bool), list[tuple[Spot, NDArray[np.intp]]]()
    gentle = [(cost, corner, False) for cost, corner in [(0.0, middle), *corners]]
    for cost, corner, through in [*gentle, *([(0.0, middle, True)] if sweep.weak else [])]:
        far = cost + np.hypot(places[:, 0] - corner[0], places[:, 1] - corner[1])
        left = np.flatnonzero(~known.hopeless & np.isnan(taken) & (far <= sweep.allowance + HAIR))
        if len(left):
            found, lost = sweep.leg(corner, cost, places[left], through)
            taken[left] = np.where(free[left], found, np.nan)
            nowhere[left] &= lost
            shut += [] if through else [(corner, left[lost])]
    known.hopeless |= nowhere & np.isnan(taken)
    judged = ~known.hopeless & np.isnan(taken)
    known.closed = {(corner, spots[number]) for corner, lost in shut for number in lost[judged[lost]].tolist()}
    return known
