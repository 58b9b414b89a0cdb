"""Shapes of terrain in map files: corners, or a circle or box for them; and whether they make sense on a table."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi
from typing import TYPE_CHECKING, Protocol

from tabletop_tui.files.validation import Faults, Wrong
from tabletop_tui.table.deterministic_math import cos, sin
from tabletop_tui.table.formations import shifted, turned
from tabletop_tui.table.length_units import LengthUnit
from tabletop_tui.table.points import Spot, Spots

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

CORNERS = 12
"""Corners of a round piece."""
MOST_CORNERS = 64
MOST_DEGREES = 360
SMALLEST_AREA = 0.5
"""Of a piece; a line is at least as long as this."""


def corners_of(points: Spots, circle: tuple[float, ...], box: tuple[float, ...], degrees: float = 0.0) -> Spots:
    """The corners of a piece that is written in one of three ways; Wrong if it is written in none or in several.

    A box may be turned clockwise about its middle by so many degrees.
    """
    if degrees and not box:
        raise Wrong("only a box is turned; turn the corners of other shapes", "turned")
    if not abs(degrees) <= MOST_DEGREES:
        raise Wrong(f"a box is turned by {-MOST_DEGREES} to {MOST_DEGREES} degrees", "turned")
    if sum(bool(shape) for shape in (points, circle, box)) != 1:
        raise Wrong("give one of points, circle and box")
    if circle:
        if len(circle) != 3:
            raise Wrong("a circle is [x, y, radius]", "circle")
        return circle_corners(*circle)
    if box:
        if len(box) != 4:
            raise Wrong("a box is [left, top, right, bottom]", "box")
        left, top, right, bottom = box
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        if not degrees:
            return corners
        x, y = (left + right) / 2, (top + bottom) / 2
        return shifted(turned([(u - x, v - y) for u, v in corners], degrees), (x, y))
    return points


def circle_corners(x: float, y: float, radius: float) -> Spots:
    angles = [2 * pi * corner / CORNERS for corner in range(CORNERS)]
    return tuple((round(x + radius * cos(angle), 2), round(y + radius * sin(angle), 2)) for angle in angles)


# ---------------------------------------------------------------- whether they make sense
class PlacedPiece(Protocol):
    """A piece of terrain, as far as its place on the table goes."""

    @property
    def id(self) -> str: ...
    @property
    def points(self) -> Spots: ...
    @property
    def shape(self) -> BaseGeometry: ...


def check_area(piece: PlacedPiece) -> None:
    """Wrong unless the corners of an area enclose something."""
    if not 3 <= len(piece.points) <= MOST_CORNERS:
        raise Wrong(f"an area has 3 to {MOST_CORNERS} corners, not {len(piece.points)}", "points")
    if not piece.shape.is_valid or piece.shape.area < SMALLEST_AREA:
        raise Wrong("these corners enclose no area whose border does not cross itself", "points")


def check_pieces(
    pieces: Sequence[PlacedPiece], width: float, height: float, unit: LengthUnit, places: Sequence[str] = ()
) -> None:
    """Wrong, with each fault, unless all pieces lie on the table, measured in this unit, each with an id of its own.

    `places` says where each piece is written, if not in a list of pieces.
    """
    seen, faults = set(), Faults()
    for place, piece in zip(places or [f"pieces[{n}]" for n in range(len(pieces))], pieces, strict=True):
        if piece.id in seen:
            with faults.of():
                raise Wrong(f"there is another piece with the id {piece.id!r}; rename one", f"{place}.id")
        seen.add(piece.id)
        with faults.of():
            for spot in piece.points:
                check_inside(spot, width, height, unit, f"{place}.points")
    faults.raise_any()


def check_inside(spot: Spot, width: float, height: float, unit: LengthUnit, place: str, margin: float = 0.0) -> None:
    """Wrong unless a spot lies on the table, so far from its edges."""
    x, y = spot
    if not (margin <= x <= width - margin and margin <= y <= height - margin):
        raise Wrong(f"{x:g},{y:g} is not on the table of {width:g} x {height:g} {unit.short}", place)
