"""Terrain of open tables as map files write it: what is alike in every rulebook that has such maps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Protocol, TypeVar

from tabletop_tui.files.map_shapes import MOST_CORNERS, SMALLEST_AREA, check_area, corners_of
from tabletop_tui.files.validation import Faults, Wrong, a_name, an_id, one_of, within
from tabletop_tui.records import frozen
from tabletop_tui.table.points import Spots
from tabletop_tui.table.terrain_pieces import Piece


@frozen
class PieceShape:
    """A piece of terrain as a file writes it: its corners, or a circle or box that stands for them."""

    kind: str
    name: str = ""
    points: Spots = ()
    circle: tuple[float, ...] = ()
    """Middle and radius: [x, y, radius]."""
    box: tuple[float, ...] = ()
    """[left, top, right, bottom] ..."""
    turned: float = 0.0
    """... turned clockwise about its middle, in degrees."""

    @property
    def corners(self) -> Spots:
        """Wrong unless it is written in just one of the three ways."""
        return corners_of(self.points, self.circle, self.box, self.turned)

    def piece(self, number: int, lines: Collection[str]) -> Piece:
        """The piece with this number in its file; `lines` are the kinds that are lines."""
        return Piece(f"t{number + 1}", self.kind, self.corners, self.name, self.kind in lines)


@frozen
class MapFile:
    """A table with its terrain, each a [[piece]], in table units; x runs to the east, y to the south."""

    system: str
    kind: str
    name: str
    width: float
    height: float
    piece: tuple[PieceShape, ...] = ()
    summary: str = ""


P = TypeVar("P", bound=PieceShape)
Made = TypeVar("Made")


def made_of(tables: Sequence[P], make: Callable[[int, P], Made]) -> list[Made]:
    """What `make` makes of each [[piece]] of a file, with its number; Wrong, with the place of each fault."""
    found, faults = [], Faults()
    for number, table in enumerate(tables):
        with faults.of(f"piece[{number}]"):
            found.append(make(number, table))
    faults.raise_any()
    return found


def places_of(pieces: Sequence[Piece]) -> list[str]:
    """Where in their file pieces are written, in whatever order they are now; their ids have their numbers."""
    return [f"piece[{int(piece.id.removeprefix('t')) - 1}]" for piece in pieces]


def check_name_and_kind(piece: Piece, kinds: Collection[str]) -> None:
    """Wrong unless a piece has an id, a decent name if any, and one of these kinds."""
    an_id(piece.id, "id")
    if piece.name:
        a_name(piece.name)
    check_kind(piece.kind, kinds)


def check_kind(kind: str, kinds: Collection[str]) -> None:
    """Wrong unless it is one of these kinds of terrain."""
    if kind not in kinds:
        raise one_of(kind, kinds, "kind").inside("kind")


def check_outline(piece: Piece, lines: Collection[str]) -> None:
    """Wrong unless a piece is a line where its kind is one, of some length, and encloses an area where it is none."""
    if piece.line != (piece.kind in lines):
        raise Wrong(f"{piece.kind} is {'a line' if piece.kind in lines else 'an area'}", "line")
    if not piece.line:
        check_area(piece)
    elif not 2 <= len(piece.points) <= MOST_CORNERS or piece.shape.length < SMALLEST_AREA:
        raise Wrong("a line has at least two different points", "points")


class Sized(Protocol):
    """A table."""

    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...


def check_sides(table: Sized, smallest: float, largest: float) -> None:
    """Wrong unless both sides of a table are between these."""
    for side in ("width", "height"):
        within(getattr(table, side), smallest, largest, side)
