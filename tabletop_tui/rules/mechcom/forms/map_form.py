"""What a map of MECHCOM is made of: hexes with levels and terrain (MC-GRID-2, MC-TERR-1)."""

from __future__ import annotations

from tabletop_tui.rulebook.map_form import HexForm, TerrainForm
from tabletop_tui.rules.mechcom.files.loader import SMALLEST_BOARD
from tabletop_tui.rules.mechcom.state.terrain import HIGHEST, TERRAINS
from tabletop_tui.table.hexes import LARGEST

FORM = HexForm(
    "ground",
    tuple(TerrainForm(kind.id, kind.look, (kind.rule,), code=kind.code) for kind in TERRAINS.values()),
    sides=(SMALLEST_BOARD, LARGEST),
    highest=HIGHEST,
    usual=((14, 20), (10, 12), (18, 16)),
)
