"""What saved games call the steps of movement, of carriers and of collapses."""

from __future__ import annotations

from tabletop_tui.engine.codec import Saved
from tabletop_tui.rules.techcommander import (
    collapse,
    dodging,
    falling,
    landing,
    movement,
)

SAVED: tuple[Saved, ...] = (
    Saved(collapse.Collapse, "collapse", "piece seat by"),
    Saved(collapse.Crush, "crush", "unit piece seat by"),
    Saved(dodging.Dodge, "dodge", "unit danger why failed clear passed used"),
    Saved(dodging.RollDodge, "roll dodge", "unit danger why failed clear"),
    Saved(dodging.ChooseDodge, "choose dodge", "unit danger why clear"),
    Saved(falling.Fall, "fall", "unit seat by dodged danger"),
    Saved(falling.GoOver, "go over", "unit on"),
    Saved(falling.Impact, "impact", "unit height seat by"),
    Saved(landing.ChooseLanding, "choose landing", "unit reach on"),
    Saved(landing.Land, "land", "unit"),
    Saved(movement.ChooseMove, "choose move", "unit share"),
    Saved(movement.March, "march", "unit tracks units facings on done heard length"),
)
