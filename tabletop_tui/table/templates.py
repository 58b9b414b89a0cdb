"""Templates laid on an open table: a disc, a chain of spots, a strip along a line, each perhaps with a second rim.

A base is a disc, and which bases a template touches is told exactly, by the distance of their middles from its core.
All lengths are in table units.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from math import dist, radians

import shapely
from attrs import evolve
from shapely import LineString, MultiPoint, Point, Polygon
from shapely.geometry.base import BaseGeometry

from tabletop_tui.records import frozen
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.deterministic_math import cos, sin
from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Figure, off

Disc = tuple[float, float, float]
"""A base: its middle and its radius."""
UNDER, RING = "under", "ring"
"""The parts of a template: its core, and what lies between that and its second rim."""
SMOOTH = 12
"""The corners of a quarter of a circle, where a template is drawn."""


@frozen(slots=False)
class Template:
    """What lies within `reach` of its spots, and as its ring what lies up to `ring` further out."""

    spots: Spots
    reach: float
    ring: float = 0.0
    touching: bool = True
    """Whether a base whose rim only touches that of the template counts."""

    def beyond(self, spot: Spot) -> float:
        """How far a spot lies outside the core; 0 on its rim, less within."""
        return min(dist(spot, own) for own in self.spots) - self.reach

    def part(self, base: Disc) -> str:
        """Which part of the template a base touches, the core first: UNDER, RING, or '' for none."""
        x, y, radius = base
        away = self.beyond((x, y)) - radius
        if self._touches(away):
            return UNDER
        return RING if self.ring and self._touches(away - self.ring) else ""

    def _touches(self, away: float) -> bool:
        return away <= TINY if self.touching else away < -TINY

    def moved(self, degrees: float, by: float) -> Template:
        """The template so far on in a direction (degrees clockwise from north), its spots to the hundredth."""
        dx, dy = by * sin(radians(degrees)), -by * cos(radians(degrees))
        return evolve(self, spots=tuple((round(x + dx, 2), round(y + dy, 2)) for x, y in self.spots))

    @property
    def shape(self) -> BaseGeometry:
        """Its core without thickness."""
        return MultiPoint(self.spots) if len(self.spots) > 1 else Point(self.spots[0])

    def outlines(self, part: str) -> Iterator[Spots]:
        """Polygons for drawing the core, or the core and its ring; nothing is judged by them."""
        far = self.reach + (self.ring if part == RING else 0.0)
        for piece in shapely.get_parts(self.shape.buffer(far, quad_segs=SMOOTH) if far else self.shape):
            yield tuple((x, y) for x, y in (piece.exterior if isinstance(piece, Polygon) else piece).coords)


@frozen(slots=False)
class Blast(Template):
    """A disc around one spot."""


@frozen(slots=False)
class Chain(Template):
    """A disc around each of several spots, or those bare spots where `reach` is 0."""

    @property
    def links(self) -> list[float]:
        """How far each spot after the first is from the one before."""
        return [dist(a, b) for a, b in pairwise(self.spots)]

    def times(self, base: Disc) -> int:
        """How many of its spots touch a base."""
        return sum(evolve(self, spots=(spot,)).part(base) == UNDER for spot in self.spots)


@frozen(slots=False)
class Strip(Template):
    """What lies within `reach` of the straight line between two spots; with `flat` it ends square at each of them."""

    flat: bool = False

    def beyond(self, spot: Spot) -> float:
        start, end = self.spots
        if not self.flat:
            return off(start, end, spot) - self.reach
        away = self._oblong.distance(spot)
        return away or -min(off(a, b, spot) for a, b in self._oblong.sides)

    @cached_property
    def _oblong(self) -> Figure:
        """The strip that ends square, as a polygon."""
        (ax, ay), (bx, by) = self.spots
        far = dist(*self.spots)
        dx, dy = (by - ay) / far * self.reach, (ax - bx) / far * self.reach
        return Figure(((ax + dx, ay + dy), (bx + dx, by + dy), (bx - dx, by - dy), (ax - dx, ay - dy)))

    @property
    def shape(self) -> BaseGeometry:
        return LineString(self.spots)

    def outlines(self, part: str) -> Iterator[Spots]:
        if not self.flat:
            yield from super().outlines(part)
        else:
            grown = Polygon(self._oblong.points).buffer(self.ring if part == RING else 0.0, quad_segs=SMOOTH)
            yield tuple((x, y) for x, y in grown.exterior.coords)
