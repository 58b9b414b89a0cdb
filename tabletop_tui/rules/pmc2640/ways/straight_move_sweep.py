"""Whether a unit can stand at places, and a vehicle go straight from place to place, for many at once (PMC-MOVE-4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from attrs import define
from shapely import Point
from shapely.geometry.base import BaseGeometry

from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece
from tabletop_tui.rules.pmc2640.ways.nearby_lookup import CLEARANCE, Surroundings
from tabletop_tui.table.bases import TINY, core, middles
from tabletop_tui.table.kept_distances import Flags, Floats, Keep, lines, points
from tabletop_tui.table.points import Spot


def stops_vehicles(piece: MapPiece) -> bool:
    """Whether a piece of terrain stops vehicles (PMC-VEH-6)."""
    return piece.terrain.impassable or piece.terrain.category == "linear"


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
    """Of some ways which are surely free, surely not, surely slowed, perhaps slowed."""

    free: Flags
    barred: Flags
    slowed: Flags
    maybe_slowed: Flags

    def past(self) -> Legs:
        """The same for ways that go past all that slows, too."""
        none = np.zeros(len(self.free), bool)
        return Legs(self.free & ~self.maybe_slowed, self.barred | self.slowed, none, none)

    def of(self, some: Flags) -> Legs:
        """Some of these ways."""
        return Legs(self.free[some], self.barred[some], self.slowed[some], self.maybe_slowed[some])

    def and_(self, other: Legs) -> Legs:
        """Ways that consist of these and of others."""
        return Legs(
            self.free & other.free,
            self.barred | other.barred,
            self.slowed | other.slowed,
            self.maybe_slowed | other.maybe_slowed,
        )


@define(slots=False)
class VehicleLegs:
    """A vehicle, and all that it could come up against."""

    around: Surroundings

    @cached_property
    def ends(self) -> Keep:
        """What it keeps off where a move ends."""
        return kept_off(self.around)

    @cached_property
    def ways(self) -> Keep:
        """What it keeps off on its way, if it is off that where it begins."""
        around, radius = self.around, self.around.unit.type.radius
        pieces = [(piece.shape, radius - TINY) for piece in around.terrain if stops_vehicles(piece)]
        foes = [(middles(one.models), radius + one.type.radius + CLEARANCE - TINY) for one in around.foes]
        return Keep.off((*pieces, *wrecks(around), *foes))

    @cached_property
    def beside(self) -> Keep:
        """The enemies from whom it begins, through whom it may not go."""
        foes = self.around.foes
        near = [one for one in self.around.enemies if one not in foes]
        return Keep.off((core(one.models, one.type.radius), one.type.radius + TINY) for one in near)

    @cached_property
    def slow(self) -> Keep:
        return Keep.off((piece.shape, 0.0) for piece in self.around.terrain if not stops_vehicles(piece))

    def legs(self, starts: Floats, ends: Floats) -> Legs:
        """What is on straight ways."""
        found = lines(starts, ends)
        near, slow = self.ways.met(found, False), self.slow.met(found, False)
        away = ~self.ways.met(points(starts), False)  # else it only may come no nearer
        barred, slowed = self.ways.met_among(near & away, found), self.slow.met_among(slow, found)
        return Legs(~near & ~self.beside.met(found, False), barred, slowed, slow)

    def taken(self, start: Spot, spots: Sequence[Spot], allowance: float) -> tuple[Floats, Flags, Flags]:
        """How far places are, inf where it surely cannot come; where it surely may end, and where it surely may also go
        straight and nothing slows it."""
        places = np.array(spots)
        ends, far = points(places), np.hypot(*(places - np.array(start)).T)
        close = self.ends.met(ends, False)
        no_end = self.ends.met_among(close, ends) | (far > allowance + 2 * TINY)
        free = self.legs(np.broadcast_to(np.array(start), places.shape), places).past().free
        stands = ~close & (far > 2 * TINY)
        return np.where(no_end, np.inf, far), stands, stands & free
