"""Whether a unit can stand at places, and go straight from place to place, for many at once (PMC-MOVE-4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
from attrs import astuple, define
from numpy.typing import NDArray
from shapely import Point
from shapely.geometry.base import BaseGeometry

from tabletop_tui.rules.pmc2640.state.battle import Unit
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece
from tabletop_tui.rules.pmc2640.ways.nearby_lookup import CLEARANCE, Surroundings
from tabletop_tui.table.bases import TINY, core, middles
from tabletop_tui.table.kept_distances import EDGE, Flags, Floats, Keep, lines, points
from tabletop_tui.table.points import Spots


def is_wall(piece: MapPiece) -> bool:
    return piece.terrain.category == "linear"


def stops(unit: Unit, piece: MapPiece) -> bool:
    """Whether a piece of terrain stops a unit, as any wall does a vehicle (PMC-VEH-6)."""
    return piece.terrain.impassable or (unit.vehicle and is_wall(piece))


def kept_off(around: Surroundings, less: float = 0.0) -> Keep:
    """What each model of a unit keeps off where it ends; `less` far for places that are still to be rounded."""
    radius = around.unit.type.radius
    barriers = [(piece.shape, radius - TINY) for piece in around.barriers]
    others = [(middles(one.models), radius + one.type.radius + CLEARANCE - TINY) for one in around.others]
    return Keep.off((shape, reach - less) for shape, reach in (*barriers, *wrecks(around), *others))


def wrecks(around: Surroundings) -> Iterator[tuple[BaseGeometry, float]]:
    """The wrecks, and how far off each a model keeps."""
    for wreck in around.wrecks:
        yield Point(wreck.spot), around.unit.type.radius + wreck.radius - TINY


@define
class Legs:
    """Of some ways which are surely free, surely not, surely slowed, perhaps slowed; and which may cross walls.

    Of the last nothing else is sure, unless they are barred.
    """

    free: Flags
    barred: Flags
    slowed: Flags
    maybe_slowed: Flags
    walled: Flags

    def past(self) -> Legs:
        """The same for ways that go past all that slows, too."""
        none = np.zeros(len(self.free), bool)
        return Legs(self.free & ~self.maybe_slowed, self.barred | self.slowed, none, none, self.walled)

    def of(self, some: NDArray[np.intp] | Flags) -> Legs:
        """Some of these ways."""
        return Legs(*(flags[some] for flags in astuple(self, recurse=False)))

    def and_(self, other: Legs) -> Legs:
        """Ways that consist of these and of others."""
        return Legs(
            self.free & other.free,
            self.barred | other.barred,
            self.slowed | other.slowed,
            self.maybe_slowed | other.maybe_slowed,
            self.walled | other.walled,
        )


@define(slots=False)
class GroupLegs:
    """The models of a unit that go side by side, and all that they could come up against."""

    around: Surroundings
    offsets: Spots
    """The models, seen from the place that stands for all of them."""

    @cached_property
    def by(self) -> Floats:
        return np.array(self.offsets)

    @cached_property
    def spread(self) -> float:
        """How far they are from that place; a little more for many."""
        far = float(np.hypot(*self.by.T).max())
        return far + EDGE if far else 0.0

    @cached_property
    def ends(self) -> Keep:
        """What each keeps off where a move ends."""
        return kept_off(self.around)

    @cached_property
    def ways(self) -> Keep:
        """What each keeps off on its way, if it is off that where it begins."""
        around, radius = self.around, self.around.unit.type.radius
        pieces = [(piece.shape, radius - TINY) for piece in around.terrain if stops(around.unit, piece)]
        foes = [(middles(one.models), radius + one.type.radius + CLEARANCE - TINY) for one in around.foes]
        return Keep.off((*pieces, *wrecks(around), *foes))

    @cached_property
    def beside(self) -> Keep:
        """The enemies from whom it begins, through whom it may not go."""
        foes = self.around.foes
        near = [one for one in self.around.enemies if one not in foes]
        return Keep.off((core(one.models, one.type.radius), one.type.radius + TINY) for one in near)

    @cached_property
    def walls(self) -> Keep:
        """What all or none of them may cross, and pay for."""
        around = self.around
        return Keep.off((one.shape, 0.0) for one in around.terrain if is_wall(one) and not stops(around.unit, one))

    @cached_property
    def slow(self) -> Keep:
        return Keep.off((piece.shape, 0.0) for piece in self.slowing_pieces)

    @cached_property
    def slowing(self) -> Keep:
        """The same, but for a hair of it: where that is met, it surely slows."""
        return Keep.off((piece.shape.buffer(-3 * EDGE, join_style="mitre"), 0.0) for piece in self.slowing_pieces)

    @cached_property
    def slowing_pieces(self) -> list[MapPiece]:
        around = self.around
        return [one for one in around.terrain if not is_wall(one) and not stops(around.unit, one)]

    def legs(self, starts: Floats, ends: Floats) -> Legs:
        """What is on straight ways."""
        keeps, whole, none = (
            (self.ways, self.beside, self.walls, self.slow),
            lines(starts, ends),
            np.zeros(len(ends), bool),
        )
        some = np.flatnonzero(np.any([keep.met(whole, False, self.spread) for keep in keeps], axis=0))
        found = Legs(~none, none, none.copy(), none.copy(), none.copy())
        if not len(some):
            return found
        begun, ended = (self.each(places[some]) for places in (starts, ends))
        tracks = lines(begun, ended) if self.spread else whole[some]
        near, beside, walled, slow = (keep.met(tracks, False) for keep in keeps)
        barred, slowed = self.ways.met_among(near, tracks), slow.copy()
        barred[barred] = ~self.ways.met(points(begun[barred]), False)  # else it only may come no nearer
        slowed[slow] = self.slowing.met(tracks[slow], False)
        found.free[some] = ~self.of_any(near | beside | walled)
        found.barred[some], found.slowed[some] = self.of_any(barred), self.of_any(slowed)
        found.maybe_slowed[some], found.walled[some] = self.of_any(slow), self.of_any(walled)
        return found

    def each(self, places: Floats) -> Floats:
        """Where the models are when the whole is at some places, all of a place one after another."""
        found: Floats = (places[:, None] + self.by).reshape(-1, 2)
        return found

    def of_any(self, what: Flags) -> Flags:
        """At which of these places something holds of any model."""
        return np.asarray(what.reshape(-1, len(self.offsets)).any(axis=1))

    def met(self, keep: Keep, places: Floats) -> tuple[Flags, Flags]:
        """At which places some model surely is, and at which it may be."""
        maybe = keep.met(points(places), False, self.spread)
        surely, some = np.zeros(len(places), bool), np.flatnonzero(maybe)
        if len(some):
            models = points(self.each(places[some]))
            near = keep.met(models, False)
            maybe[some], surely[some] = self.of_any(near), self.of_any(keep.met_among(near, models))
        return surely, maybe

    def stands(self, places: Floats) -> tuple[Flags, Flags]:
        """Where it surely may end, and where it surely may not."""
        around, unit = self.around, self.around.unit
        never, close = self.met(self.ends, places)
        edges = np.array([unit.type.radius - TINY, around.battle.table.width, around.battle.table.height])
        low, high = places + self.by.min(axis=0) - edges[0], edges[1:] - edges[0] - places - self.by.max(axis=0)
        room = np.minimum(low, high).min(axis=1)
        walls = Keep.off((one.shape, 0.0) for one in around.barriers if is_wall(one))
        split = walls.met(points(places), False, self.spread) if self.spread else np.zeros(len(places), bool)
        return ~close & (room > EDGE) & ~split, never | (room < -EDGE)
