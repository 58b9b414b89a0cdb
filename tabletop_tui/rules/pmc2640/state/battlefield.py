"""A table of PMC 2640 (PMC-SETUP): its pieces of terrain, and the locations that are fought for."""

from __future__ import annotations

from functools import cached_property

import shapely
from attrs import define, field

from tabletop_tui.rules.pmc2640.state.terrain import KINDS, TerrainKind
from tabletop_tui.table import terrain_pieces
from tabletop_tui.table.bases import TINY, Spot, Spots
from tabletop_tui.table.polygons import Figure

RIM = 2.0
"""How deep one sees out of terrain that blocks sight, and is seen there, in inches (PMC-TERR-4)."""


@define(eq=False, slots=False)
class MapPiece(terrain_pieces.Piece):
    """A piece of terrain: a polygon, or for linear terrain a line (points in inches)."""

    line: bool = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.line = self.kind in KINDS and self.terrain.category == "linear"

    @cached_property
    def terrain(self) -> TerrainKind:
        return KINDS[self.kind]

    @cached_property
    def heart(self) -> tuple[Figure, ...]:
        """What lies at least the rim's depth from every border: nothing, or one area or more."""
        return self._within(RIM)

    @cached_property
    def core(self) -> tuple[Figure, ...]:
        """What a line meets that does more than touch the piece; of walls and buildings every touch counts."""
        return self._within(TINY) if self.terrain.category == "area" else (self.figure,)

    def _within(self, depth: float) -> tuple[Figure, ...]:
        """The areas that lie at least so deep inside."""
        inner = shapely.get_parts(self.shape.buffer(-depth))
        return tuple(Figure(tuple(part.exterior.coords)[:-1]) for part in inner if not part.is_empty)

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        return self.figure.box

    @cached_property
    def middle(self) -> Spot:
        point = self.shape.representative_point()
        return (round(point.x, 2), round(point.y, 2))


@define(eq=False, slots=False)
class TableMap:
    """A table of `width` x `height` inches; x runs to the right, y downwards; north is y = 0."""

    name: str
    width: float
    height: float
    pieces: tuple[MapPiece, ...]
    locations: Spots = ()
    """The possible locations of Find and secure, or the one objective of Capture."""
    by_id: dict[str, MapPiece] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.by_id = {piece.id: piece for piece in self.pieces}

    @cached_property
    def buildings(self) -> tuple[str, ...]:
        """The pieces that infantry may enter, as long as they stand."""
        return tuple(piece.id for piece in self.pieces if piece.terrain.category == "building")
