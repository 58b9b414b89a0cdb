"""Shapes in map files: corners, or a circle or box that stands for them."""

from __future__ import annotations

from math import cos, pi, sin

from tabletop_tui.engine.sound import Wrong
from tabletop_tui.table.spots import Spots

CORNERS = 12
"""Corners of a round piece."""


def corners_of(points: Spots, circle: tuple[float, ...], box: tuple[float, ...]) -> Spots:
    """The corners of a piece that is written in one of three ways; Wrong if it is written in none or in several."""
    if sum(bool(shape) for shape in (points, circle, box)) != 1:
        raise Wrong("one of points, circle and box is wanted")
    if circle:
        if len(circle) != 3:
            raise Wrong("a circle is [x, y, radius]", "circle")
        return circle_corners(*circle)
    if box:
        if len(box) != 4:
            raise Wrong("a box is [left, top, right, bottom]", "box")
        left, top, right, bottom = box
        return ((left, top), (right, top), (right, bottom), (left, bottom))
    return points


def circle_corners(x: float, y: float, radius: float) -> Spots:
    angles = [2 * pi * corner / CORNERS for corner in range(CORNERS)]
    return tuple((round(x + radius * cos(angle), 2), round(y + radius * sin(angle), 2)) for angle in angles)
