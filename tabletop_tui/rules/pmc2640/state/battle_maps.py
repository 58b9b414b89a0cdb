"""Tables with their terrain, and scenarios, ready to play (PMC-SETUP, PMC-OBJ)."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

import shapely
from attrs import define, field, frozen

from tabletop_tui.rules.pmc2640.state.terrain import KINDS, TerrainKind
from tabletop_tui.table import terrain_pieces
from tabletop_tui.table.bases import TINY, Spot, Spots
from tabletop_tui.table.polygons import Figure

ScenarioType = Literal["find-and-secure", "capture", "destroy"]
LAST_SURE_TURN = 12
FIRST_LATE_TURN, LATE_TURNS = 3, 2
"""From this turn on, every so many turns, units of the second half may arrive (PMC-FIND-3)."""
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


@frozen
class Scenario:
    """A scenario ready to play."""

    name: str
    type: ScenarioType
    table: TableMap
    """The table before the battle; a terrain generator adds to it when the game begins."""
    priority: int = 1
    turns: int = LAST_SURE_TURN
    """After this turn a die may end the battle (PMC-FIND-8)."""
    target: str = ""
    """The building that the attacker of Destroy has to demolish."""
    generator: Literal["", "wasteland"] = ""
    late: int = FIRST_LATE_TURN
    """The first turn in which units of the second half may arrive ..."""
    every: int = LATE_TURNS
    """... and every so many turns after it; ..."""
    arrivals: int = 0
    """... so many of each side at most, as many as the Priority level says where it is 0 (PMC-RES-1, PMC-FIND-3)."""

    def may_arrive(self, turn: int) -> int:
        """How many units in reserve each side may bring on in this turn, from the second on."""
        comes = turn >= self.late and (turn - self.late) % self.every == 0
        return (self.arrivals or self.priority) if comes else 0

    @property
    def reserves(self) -> str:
        """When later reserves may come, in words; '' as in the book."""
        if (self.late, self.every, self.arrivals) == (FIRST_LATE_TURN, LATE_TURNS, 0):
            return ""
        often = "each turn" if self.every == 1 else f"every {self.every} turns"
        return f"reserves from turn {self.late}, {often}, {self.arrivals or self.priority} a side"
