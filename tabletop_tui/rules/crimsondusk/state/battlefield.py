"""A table of Crimson Dusk with its pieces of terrain."""

from __future__ import annotations

from attrs import define, field

from tabletop_tui.rules.crimsondusk.state.terrain import EFFECTS, KINDS
from tabletop_tui.table.terrain_pieces import Piece, of_size


@define(eq=False, slots=False)
class Battlefield:
    """A table of `width` x `height` units with its pieces; x runs to the right, y downwards, north is y = 0."""

    name: str
    width: float
    height: float
    pieces: tuple[Piece, ...]
    by_effect: dict[str, tuple[Piece, ...]] = field(init=False)
    """The pieces that have each effect."""

    def __attrs_post_init__(self) -> None:
        self.pieces = tuple(sorted(self.pieces, key=of_size))
        self.by_effect = {
            effect: tuple(piece for piece in self.pieces if getattr(KINDS[piece.kind], effect)) for effect in EFFECTS
        }

    def piece(self, name: str) -> Piece:
        return next(piece for piece in self.pieces if piece.id == name)
