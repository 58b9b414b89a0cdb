"""What becomes of those who were in an eliminated unit, or take from it, just before it is removed (TC-PHASE-7)."""

from __future__ import annotations

from tabletop_tui.engine.game import Step
from tabletop_tui.rules.techcommander.battle import Battle, Unit


def steps(battle: Battle, unit: Unit) -> list[Step]:
    """What happens before this unit is removed."""
    return []
