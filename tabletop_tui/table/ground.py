"""Terrain pieces of an open table: areas and lines, and what lies on them or crosses them."""

from __future__ import annotations

from functools import cached_property

import shapely
from attrs import define
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from tabletop_tui.table.spots import Spot, Spots


@define(eq=False, slots=False)
class Piece:
    """A piece of terrain of some kind: a polygon, or a line through its points. It never changes."""

    id: str
    kind: str
    points: Spots
    name: str = ""
    line: bool = False

    @cached_property
    def shape(self) -> BaseGeometry:
        whole: BaseGeometry = LineString(self.points) if self.line else Polygon(self.points)
        shapely.prepare(whole)
        return whole

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return min(xs), min(ys), max(xs), max(ys)

    def holds(self, spot: Spot) -> bool:
        """Whether a place lies on it."""
        left, top, right, bottom = self.box
        inside = left <= spot[0] <= right and top <= spot[1] <= bottom
        return inside and bool(self.shape.covers(Point(spot)))

    def touches(self, spot: Spot, radius: float) -> bool:
        """Whether a base of this radius stands on it or against it."""
        left, top, right, bottom = self.box
        near = left - radius <= spot[0] <= right + radius and top - radius <= spot[1] <= bottom + radius
        return near and bool(self.shape.distance(Point(spot)) <= radius)

    def crossed(self, a: Spot, b: Spot) -> bool:
        """Whether the straight line from a to b meets it."""
        left, top, right, bottom = self.box
        if max(a[0], b[0]) < left or min(a[0], b[0]) > right or max(a[1], b[1]) < top or min(a[1], b[1]) > bottom:
            return False
        return bool(self.shape.intersects(LineString([a, b])))


def of_size(piece: Piece) -> float:
    """To sort pieces by: the larger first."""
    return -float(piece.shape.area)
