"""What saved games call the steps of reactions, statuses and rallied groups."""

from __future__ import annotations

from tabletop_tui.engine.codec import Saved
from tabletop_tui.rules.techcommander import (
    infiltration,
    stance_actions,
)

SAVED: tuple[Saved, ...] = (
    Saved(infiltration.Stealth, "stealth", "unit"),
    Saved(stance_actions.DigIn, "dig in", "unit"),
)
