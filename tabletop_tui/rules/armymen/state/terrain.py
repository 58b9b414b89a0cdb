"""Kinds of terrain and what each does (AMC-TERR); the book has the effects, the kinds are ours."""

from __future__ import annotations

from tabletop_tui.engine.scenes import Look
from tabletop_tui.records import frozen
from tabletop_tui.table.length_units import INCHES

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
