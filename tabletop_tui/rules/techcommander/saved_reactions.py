"""What saved games call the steps of reactions, statuses and rallied groups."""

from __future__ import annotations

from tabletop_tui.engine.codec import Saved
from tabletop_tui.rules.techcommander import (
    stance_actions,
)

SAVED: tuple[Saved, ...] = (Saved(stance_actions.DigIn, "dig in", "unit"),)
