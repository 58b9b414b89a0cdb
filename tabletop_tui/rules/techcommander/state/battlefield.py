"""A table of TechCommander: its pieces, what is left of them, starting positions, places that may be fought for."""

from __future__ import annotations

from functools import cached_property

from attrs import define, field

from tabletop_tui.rules.techcommander.state.terrain import Feature
from tabletop_tui.table.points import Spot
from tabletop_tui.table.terrain_pieces import of_size


@define(eq=False, slots=False)
class Battlefield:
    """A table of `width` x `height` centimetres with its pieces; x runs to the right, y downwards, north is y = 0."""

    name: str
    width: float
    height: float
    pieces: tuple[Feature, ...]
    starts: tuple[Spot, ...] = ()
    """The starting positions or spawn points, one for each player at least (TC-SKIR-3, TC-DM-2) ..."""
    alternates: tuple[Spot, ...] = ()
    """... and the choice ones besides (TC-PERK-5)."""
    points: tuple[Spot, ...] = ()
    """Places that may be fought for (TC-SCEN-8)."""
    _standing: dict[tuple[str, ...], list[Feature]] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self.pieces = tuple(sorted(self.pieces, key=of_size))

    @cached_property
    def by_id(self) -> dict[str, Feature]:
        """The pieces by their ids, those destroyed too, but nothing that they left."""
        return {piece.id: piece for piece in self.pieces}

    @cached_property
    def _named(self) -> dict[str, Feature]:
        return {one.id: one for piece in self.pieces for one in (piece, *piece.remains)}

    def piece(self, name: str) -> Feature:
        """A piece by its id, or what it left."""
        return self._named[name]

    def standing(self, ruins: tuple[str, ...]) -> list[Feature]:
        """The pieces that are not among the ruins, and what those have left; the list is nobody's to change."""
        if (found := self._standing.get(ruins)) is None:
            left = [piece for piece in self.pieces if piece.id not in ruins]
            piles = [pile for piece in self.pieces if piece.id in ruins for pile in piece.remains]
            found = self._standing[ruins] = [*left, *piles]
        return found
