"""What a map of Army Men is made of (AMC-PREP-1, AMC-PREP-2)."""

from __future__ import annotations

from tabletop_tui.rulebook.map_vocabulary import Data, MapAdvice, TableForm, TerrainForm
from tabletop_tui.rules.armymen.files.validation import LARGEST_SIDE, TABLE_SIDE, TERRAIN
from tabletop_tui.rules.armymen.shown.views import level_of, terrain_lines
from tabletop_tui.rules.armymen.state.terrain import KINDS, LINES, UNIT

SIDE = float(TABLE_SIDE)


def advice(data: Data) -> tuple[MapAdvice, ...]:
    size = data.get("width"), data.get("height")
    return () if size == (SIDE, SIDE) else (MapAdvice(f"the book's table is {SIDE:g} x {SIDE:g} in", "AMC-PREP-1"),)


FORM = TableForm(
    UNIT,
    KINDS["open"].look,
    tuple(
        TerrainForm(
            name,
            KINDS[name].look,
            KINDS[name].rules,
            name in LINES,
            level_of(KINDS[name]),
            does=tuple(line.words for line in terrain_lines(KINDS[name])),
        )
        for name in TERRAIN
    ),
    sides=(TABLE_SIDE, LARGEST_SIDE),
    usual=((SIDE, SIDE), (72.0, 48.0), (72.0, 72.0)),
    advice=advice,
)
