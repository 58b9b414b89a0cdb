"""What a map of MECHCOM is made of: hexes with levels and terrain (MC-GRID-2, MC-TERR-1)."""

from __future__ import annotations

from attrs import evolve

from tabletop_tui.rulebook.map_vocabulary import HexForm, TerrainForm
from tabletop_tui.rules.mechcom.files.loader import SMALLEST_BOARD
from tabletop_tui.rules.mechcom.shown.views import terrain_lines
from tabletop_tui.rules.mechcom.state.terrain import HIGHEST, TERRAINS, Terrain
from tabletop_tui.table.hexes import LARGEST

OVERLAYS = ("fire", "wreckage")
"""What lies over other ground in play, and makes it difficult (MC-TERR-13, MC-TERR-14)."""


def does_of(kind: Terrain) -> tuple[str, ...]:
    """What a kind of ground does to sight, movement and fire, in a few words."""
    lines = terrain_lines(evolve(kind, difficult=kind.difficult or kind.id in OVERLAYS))
    effects = (
        (bool(kind.height), f"hides what is behind it, {kind.height} higher than its level; nobody may enter"),
        (kind.id == "ice", "any hit makes it water"),
        (kind.id == "fire", "entering it gives Burned"),
    )
    return (*(line.words for line in lines), *(words for has, words in effects if has))


FORM = HexForm(
    "ground",
    tuple(
        TerrainForm(kind.id, kind.look, (kind.rule,), code=kind.code, does=does_of(kind)) for kind in TERRAINS.values()
    ),
    sides=(SMALLEST_BOARD, LARGEST),
    highest=HIGHEST,
    usual=((14, 20), (10, 12), (18, 16)),
)
