"""What a map of Crimson Dusk is made of; the book leaves all of it to the players (CD-MOVE-5)."""

from __future__ import annotations

from tabletop_tui.rulebook.map_vocabulary import TableForm, TerrainForm
from tabletop_tui.rules.crimsondusk.files.validation import LARGEST_SIDE, SMALLEST_SIDE, TERRAIN
from tabletop_tui.rules.crimsondusk.shown.views import does_of
from tabletop_tui.rules.crimsondusk.state.terrain import KINDS, LINES, UNIT

FORM = TableForm(
    UNIT,
    KINDS["open"].look,
    tuple(
        TerrainForm(
            name,
            KINDS[name].look,
            KINDS[name].rules,
            name in LINES,
            does=tuple(words for words, _ in does_of(KINDS[name])),
        )
        for name in TERRAIN
    ),
    sides=(SMALLEST_SIDE, LARGEST_SIDE),
    usual=((48.0, 48.0), (72.0, 48.0), (36.0, 36.0)),
)
