"""Terrain pieces of an open table: areas and lines, and what lies on them or crosses them."""

from __future__ import annotations

from functools import cached_property

from attrs import define
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from tabletop_tui.table.points import Spot, Spots
from tabletop_tui.table.polygons import Figure


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
        """Not prepared: what GEOS then keeps with it is not safe while a copy of the game thinks in another thread."""
        return LineString(self.points) if self.line else Polygon(self.points)

    @cached_property
    def figure(self) -> Figure:
        """The same as `shape`, for questions about one place or one line."""
        return Figure(self.points, not self.line)

    def holds(self, spot: Spot) -> bool:
        """Whether a place lies on it."""
        return self.figure.holds(spot)

    def touches(self, spot: Spot, radius: float) -> bool:
        """Whether a base of this radius stands on it or against it."""
        left, top, right, bottom = self.figure.box
        near = left - radius <= spot[0] <= right + radius and top - radius <= spot[1] <= bottom + radius
        return near and self.figure.distance(spot) <= radius

    def crossed(self, a: Spot, b: Spot) -> bool:
        """Whether the straight line from a to b meets it."""
        return self.figure.meets(a, b)


def of_size(piece: Piece) -> float:
    """To sort pieces by: the larger first."""
    return -float(piece.shape.area)
