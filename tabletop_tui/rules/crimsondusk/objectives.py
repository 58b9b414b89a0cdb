"""What a scenario wants held, taken or reached (CD-TURN-3): all of it is ours, for the book has no scenarios."""

from __future__ import annotations

from tabletop_tui.rules.crimsondusk.battle import Battle, Unit
from tabletop_tui.table.points import Spot


def wanted_places(battle: Battle, unit: Unit) -> list[tuple[Spot, float]]:
    """Where a unit should go for its mission, each with how near to it will do; [] where only the enemy counts."""
    return []
