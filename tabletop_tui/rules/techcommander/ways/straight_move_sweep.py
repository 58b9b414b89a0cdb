"""The raster of a move, judged for all its places at once as far as what is simple goes.

Of each place it is found whether it surely can be gone to, by a straight last leg from where the unit stands or from a
corner that it can turn at, with what that takes; and whether it surely cannot. Distances are those of the rules, not of
shapes drawn around things: a base that just fits is known to fit. What is left is judged place by place, such as ways
on to something, and whatever is closer than sums are exact.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property
from math import inf

import numpy as np
import shapely
from attrs import define
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from tabletop_tui.rules.techcommander.state.battle import Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE
from tabletop_tui.rules.techcommander.state.surface_heights import bars
from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.rules.techcommander.ways.elevation_profile import Passage, can_breach
from tabletop_tui.rules.techcommander.ways.hindrance import BREACH, share_lost, step_height
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.hidden_share import GROUND
from tabletop_tui.table.kept_distances import Flags, Floats, Keep, Shapes, lines
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import Box, overlap

INTO = 0.03
"""So far into what it breaches a machine stops that has nothing left: the hundredths in which places are kept."""


@define
class Slowing:
    """A piece that takes some of the speed."""

    keep: Keep
    lost: float
    surely: bool
    """Whether nothing leads over it."""
    plainly: bool
    """Whether it slows all that touch it and come against nothing else."""

    def touched(self, legs: Shapes) -> tuple[Flags, Flags, Flags]:
        """The legs that may touch it, those that surely do, and those of which that is known."""
        maybe = self.keep.met(legs, False)
        surely = self.keep.met_among(maybe, legs)
        return maybe, surely, ~maybe | (surely & self.plainly)


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

    @property
    def flat(self) -> bool:
        """Whether it is on the ground all the time."""
        return self.simple and not self.around.jumps and self.start is None and not self.heights

    # ------------------------------------------------------------------ ends
    def ends(self, on: str, level: float, but: Container[str] = ()) -> Keep:
        """What its base keeps off where it ends on a surface, besides the pieces in `but`; other surfaces, too."""
        around, unit = self.around, self.unit
        pieces = [piece for piece in around.solid if piece.id != on and bars(piece, level, unit.sheet.height)]
        near = [(piece.shape, self.beside(piece)) for piece in pieces if piece.id not in but]
        tops = [(piece.shape, 0.0) for piece in around.tops if piece.id != on and piece.id not in but]
        return Keep.off((*near, *tops, *self.bases(one for one in self.others if one.on == on)))

    def beside(self, piece: Feature) -> float:
        """How far its middle stays off a piece beside which it ends (TC-BASE-11)."""
        return (self.unit.radius if piece.type.blocks else self.around.clearance) - TINY

    def bases(self, units: Iterable[Unit]) -> Iterator[tuple[BaseGeometry, float]]:
        """The bases of units, and how far its middle stays off each where it ends (TC-MOVE-8)."""
        for one in units:
            yield shapely.Point(one.at), self.unit.radius + one.radius - CLOSE

    def roof_ends(self, points: Shapes) -> Flags:
        """The places on roofs, of one who jumps, where it surely finds room."""
        found = np.zeros(len(points), bool)
        for roof in self.around.tops:
            if roof.type.blocks and roof.type.stands and roof.body.bottom <= 0:
                rim = Keep.off([(roof.shape.boundary, self.around.clearance - TINY)])
                here = np.asarray(shapely.intersects(roof.shape, points)) & ~rim.met(points, False)
                found |= here & ~self.ends(roof.id, roof.body.top).met(points, False)
        return found

    def full_ends(self, points: Shapes) -> Flags:
        """The places where it surely finds none."""
        around, height = self.around, self.unit.sheet.height
        stops = [one for one in around.solid if one.id not in around.weak and bars(one, 0.0, height)]
        walls = [(one.shape, self.beside(one)) for one in stops]
        full = Keep.off((*walls, *self.bases(one for one in self.others if one.on == GROUND)))
        tops = Keep.off((one.shape, 0.0) for one in around.tops if self.leads_up(one))
        return full.met(points, True) & ~tops.met(points, False)

    # ------------------------------------------------------------------ legs
    @property
    def aside(self) -> float:
        """How far its middle stays off what its model may not touch on its way (TC-MOVE-5)."""
        return self.around.clearance - TINY

    def met(self, enemy: Unit) -> tuple[BaseGeometry, float]:
        """An enemy, and how far its middle stays off him on its way (TC-MOVE-8)."""
        return shapely.Point(enemy.at), self.around.clearance + enemy.radius - CLOSE

    @cached_property
    def barriers(self) -> Keep:
        """All that could be in the way of its model, and what changes its level, but for what it can crash through."""
        around = self.around
        solid = [(one.shape, self.aside) for one in around.solid if one is not self.start and one.id not in self.light]
        tops = [(one.shape, 0.0) for one in around.tops if one is not self.start and one.id not in self.light]
        return Keep.off((*solid, *tops, *map(self.met, around.enemies)))

    @cached_property
    def walls(self) -> Keep:
        """What surely stops it."""
        pieces = [(one.shape, self.aside) for one in self.around.solid if self.stops(one)]
        level = [one for one in self.around.enemies if one.on == GROUND and self.is_low(one.box)]
        return Keep.off((*pieces, *map(self.met, level)))

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
        speed = self.unit.full_speed
        return [self.slows(one, share_lost(self.unit, one) * speed) for one in self.around.slowing]

    @cached_property
    def light(self) -> dict[str, Feature]:
        """What it crashes through, from the ground."""
        around, height = self.around, self.unit.sheet.height
        weak = [one for one in around.solid if one.id in around.weak and bars(one, 0.0, height)]
        return {one.id: one for one in weak if self.start is None or not self.leads_up(one)}

    @cached_property
    def weak(self) -> dict[str, Slowing]:
        """What it takes to crash through each of these."""
        return {piece: self.slows(one, BREACH * self.unit.full_speed) for piece, one in self.light.items()}

    def slows(self, piece: Feature, lost: float) -> Slowing:
        surely = self.is_low(piece.figure.box) and (piece.body.top <= 0 or piece.body.top > self.around.foot + TINY)
        return Slowing(Keep.off([(piece.shape, self.aside)]), lost, surely, surely or self.start is None)

    def leg(self, origin: Spot, cost: float, places: Floats, through: bool) -> tuple[Floats, Flags, dict[str, Flags]]:
        """What it takes to go straight on to places, nan where that is not sure; and where it surely leads nowhere.

        `through` says whether it crashes through what it can; and by the id of each such piece, where it may.
        """
        taken = cost + np.hypot(places[:, 0] - origin[0], places[:, 1] - origin[1])
        legs = lines(origin, places)
        barred = self.barriers.met(legs, False)
        sure, nowhere = ~barred, self.walls.met_among(barred, legs)
        lost, least = np.zeros(len(places)), np.zeros(len(places))
        crashed, short = dict[str, Flags](), lines(origin, short_of(origin, places)) if through else legs
        for one in self.slowing:
            touched, surely, certain = one.touched(legs)
            sure &= certain
            lost, least = lost + one.lost * touched, least + one.lost * (surely & one.surely)
        for piece, one in self.weak.items():
            touched, surely, certain = one.touched(legs)
            crashed[piece] = touched
            if through:
                sure &= certain
                past = one.keep.met_among(surely & one.surely, short)
                lost, least = lost + one.lost * touched, least + one.lost * past
            else:
                sure &= ~touched
                nowhere |= surely & one.surely
        nowhere |= taken + least > self.allowance + 2 * TINY
        return np.where(sure & (taken + lost <= self.allowance), taken + lost, np.nan), nowhere, crashed

    def jump(self, origin: Spot, places: Floats) -> tuple[Floats, Flags]:
        """What a jump takes to places, nan where it is not sure; and where something on its way surely is too high."""
        taken = np.hypot(places[:, 0] - origin[0], places[:, 1] - origin[1])
        around, battle, legs = self.around, self.around.battle, lines(origin, places)
        sure, nowhere = taken <= self.allowance, np.zeros(len(places), bool)
        if self.unit.sheet.card.locomotion != "flying":
            most, own = around.foot + self.allowance, self.unit.on
            pieces = [one for one in dict.fromkeys((*around.solid, *around.tops)) if one.id != own]
            under = around.foot + self.unit.sheet.height - TINY
            high = [one for one in pieces if one.body.top > most - TINY]
            units = [one for one in around.enemies if one.on == own]
            tall = [one for one in units if battle.foot(one) + one.sheet.height > most - TINY]
            sure &= ~Keep.off((*((one.shape, self.aside) for one in high), *map(self.met, tall))).met(legs, False)
            over = [one for one in high if one.body.top > most + 2 * TINY and one.body.bottom < under - TINY]
            nowhere |= Keep.off((one.shape, self.aside) for one in over).met(legs, True)
        return np.where(sure, taken, np.nan), nowhere


def short_of(origin: Spot, places: Floats) -> Floats:
    """What lies before places by more than a way may lead into what stops it there (TC-BREACH-3)."""
    steps = places - origin
    far = np.maximum(np.hypot(steps[:, 0], steps[:, 1]), TINY)
    return np.asarray(origin + steps * (np.maximum(far - 2 * INTO, 0.0) / far)[:, None])


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
    """What is known of places, by straight last legs from where the unit stands and from corners.

    As a way is led that is not written out: straight if that harms nothing; else over the corner by which it is the
    shortest; and through things only then. Where one of these that comes first is not known, the place is judged.
    """
    places = np.array(spots)
    points = np.asarray(shapely.points(places))
    known = Swept(np.full(len(spots), np.nan), np.zeros(len(spots), bool), set())
    taken, hopeless = known.taken, known.hopeless
    if not sweep.simple:
        return known
    hopeless |= sweep.full_ends(points)
    if sweep.around.jumps:
        left = np.flatnonzero(~hopeless)
        found, nowhere = sweep.jump(middle, places[left])
        free = ~sweep.ends(GROUND, 0.0).met(points[left], False) | sweep.roof_ends(points[left])
        taken[left], hopeless[left] = np.where(free, found, np.nan), nowhere
        return known
    return _walked(sweep, middle, spots, corners, known, points)


def _walked(
    sweep: Sweep,
    middle: Spot,
    spots: Sequence[Spot],
    corners: Sequence[tuple[float, Spot]],
    known: Swept,
    points: Shapes,
) -> Swept:
    """The same of one who cannot jump, of places that are not known to be full."""
    places, taken, hopeless = np.array(spots), known.taken, known.hopeless
    free = ~sweep.ends(GROUND, 0.0).met(points, False)
    shortest, nowhere = np.full(len(spots), inf), np.ones(len(spots), bool)
    beside = {one.id: Keep.off([(one.shape, sweep.beside(one))]) for one in sweep.light.values() if sweep.flat}
    if sweep.flat:  # who crashes through nothing surely finds no room beside what he could crash through
        harm = Keep.off(group for keep in beside.values() for group in keep.groups).met(points, True)
    else:
        harm = np.zeros(len(spots), bool)
    shut = list[tuple[Spot, NDArray[np.intp]]]()
    for cost, corner in [(0.0, middle), *corners]:
        far = cost + np.hypot(places[:, 0] - corner[0], places[:, 1] - corner[1])
        straight = corner == middle and not cost
        left = np.flatnonzero(~hopeless & ~harm & (far <= sweep.allowance + 2 * TINY) & (far < shortest))
        if len(left):
            found, lost, _ = sweep.leg(corner, cost, places[left], False)
            there, what = left[~lost], np.where(free[left], found, np.nan)
            taken[there], shortest[there] = what[~lost], 0.0 if straight else far[there]
            nowhere[left] &= lost
            shut.append((corner, left[lost]))
    left = np.flatnonzero(~hopeless & np.isinf(shortest))
    if sweep.weak and len(left):
        found, lost, crashed = sweep.leg(middle, 0.0, places[left], True)
        room = free[left]
        if sweep.flat:
            room = ~sweep.ends(GROUND, 0.0, sweep.light).met(points[left], False)
            for piece, keep in beside.items():
                room &= crashed[piece] | ~keep.met(points[left], False)
                lost |= ~crashed[piece] & keep.met(points[left], True)
        taken[left] = np.where(room, found, np.nan)
        nowhere[left] &= lost
    hopeless |= nowhere & np.isnan(taken)
    judged = ~hopeless & np.isnan(taken)
    known.closed.update((corner, spots[number]) for corner, lost in shut for number in lost[judged[lost]].tolist())
    return known
