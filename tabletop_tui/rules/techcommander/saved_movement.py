"""What saved games call the steps of movement, of carriers and of collapses."""

from __future__ import annotations

from tabletop_tui.engine.codec import Saved
from tabletop_tui.rules.techcommander import (
    collapse,
    movement,
)

SAVED: tuple[Saved, ...] = (
    Saved(collapse.Collapse, "collapse", "piece seat by"),
    Saved(movement.ChooseMove, "choose move", "unit share"),
    Saved(movement.March, "march", "unit tracks units facings done heard length"),
)
