"""The table of Army Men and what its terrain does (AMC-TERR); the book has the effects, the kinds are ours."""

from __future__ import annotations

from attrs import define, field, frozen

from tabletop_tui.engine.scenes import Look
from tabletop_tui.table.length_units import INCHES
from tabletop_tui.table.terrain_pieces import Piece, of_size

UNIT = INCHES
"""Of all lengths of this rulebook."""


@frozen
class TerrainKind:
    """A kind of terrain and its effects."""

    id: str
    look: Look
    cover: bool = False
    difficult: bool = False
    dangerous: bool = False
    elevated: bool = False
    blocks_sight: bool = False

    @property
    def rules(self) -> tuple[str, ...]:
        effects = {
            "AMC-TERR-1": self.cover,
            "AMC-TERR-2": self.difficult,
            "AMC-TERR-3": self.dangerous,
            "AMC-TERR-4": self.elevated,
            "AMC-SHOOT-1": self.blocks_sight,
        }
        return tuple(rule for rule, has in effects.items() if has)


KINDS = {
    kind.id: kind
    for kind in (
        TerrainKind("open", Look("open ground", "grass")),
        TerrainKind("woods", Look("woods", "forest", "♣", "&"), cover=True, difficult=True),
        TerrainKind("sandbags", Look("sandbags", "sand", "═", "-"), cover=True),
        TerrainKind("building", Look("building", "building", "▓", "#"), cover=True, blocks_sight=True),
        TerrainKind("hill", Look("hill", "sand", "∩", "n"), elevated=True),
        TerrainKind("mud", Look("mud", "wreck", ":", '"'), difficult=True),
        TerrainKind("river", Look("river", "water", "~", "~"), difficult=True),
        TerrainKind("minefield", Look("minefield", "concrete", "*", "!"), dangerous=True),
    )
}
LINES = ("sandbags",)
"""Kinds that are lines rather than areas."""


@define(eq=False, slots=False)
class Battlefield:
    """A table of `width` x `height` inches with its pieces; x runs to the right, y downwards, north is y = 0."""

    name: str
    width: float
    height: float
    pieces: tuple[Piece, ...]
    by_effect: dict[str, tuple[Piece, ...]] = field(init=False)
    """The pieces that have each effect."""

    def __attrs_post_init__(self) -> None:
        self.pieces = tuple(sorted(self.pieces, key=of_size))
        effects = ("cover", "difficult", "dangerous", "elevated", "blocks_sight")
        self.by_effect = {
            effect: tuple(piece for piece in self.pieces if getattr(KINDS[piece.kind], effect)) for effect in effects
        }


@frozen
class Scenario:
    """A scenario ready to play."""

    name: str
    table: Battlefield
    points: int = 300
    rounds: int = 4
