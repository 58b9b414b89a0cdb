"""What comes on to the table at the start of a turn (TC-PHASE-2): new and reinforcing units, the skull."""

from __future__ import annotations

from tabletop_tui.engine.game import Step
from tabletop_tui.rules.techcommander.battle import Battle


def steps(battle: Battle) -> list[Step]:
    """What happens between initiative and the first action."""
    return []
