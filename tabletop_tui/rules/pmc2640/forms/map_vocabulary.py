"""What a map of PMC 2640 is made of (PMC-SETUP-2, PMC-FIND-1)."""

from __future__ import annotations

from tabletop_tui.rulebook.map_vocabulary import Data, MapAdvice, PieceKey, PlaceForm, TableForm, TerrainForm
from tabletop_tui.rules.pmc2640.files.validation import AREA, LARGEST_TABLE, PIECE_KINDS
from tabletop_tui.rules.pmc2640.shown.views import LOOKS, level_of, terrain_lines
from tabletop_tui.rules.pmc2640.state.terrain import KINDS, UNIT
from tabletop_tui.rules.pmc2640.state.terrain_state import LOCATION_RADIUS


def advice(data: Data) -> tuple[MapAdvice, ...]:
    sides = [side for side in ("width", "height") if isinstance(data.get(side), int | float) and data[side] % AREA]
    return tuple(
        MapAdvice(f"the {side} is not a multiple of {AREA} in, the side of an area", "PMC-SETUP-2") for side in sides
    )


FORM = TableForm(
    UNIT,
    LOOKS["open"],
    tuple(
        TerrainForm(
            name,
            LOOKS[name],
            (KINDS[name].rule,),
            KINDS[name].category == "linear",
            level_of(KINDS[name]),
            does=tuple(line.words for line in terrain_lines(KINDS[name])),
        )
        for name in PIECE_KINDS
    ),
    sides=(AREA, LARGEST_TABLE),
    usual=((48.0, 48.0), (72.0, 48.0), (72.0, 72.0), (96.0, 72.0)),
    keys=(PieceKey("id", "id, for scenarios", str, lambda _: ""),),
    places=(PlaceForm("locations", "L", "possible location", LOOKS["location"], ("PMC-FIND-1",), LOCATION_RADIUS),),
    advice=advice,
    generates=("PMC-SETUP-2", "PMC-SETUP-3", "PMC-SETUP-4"),
)
