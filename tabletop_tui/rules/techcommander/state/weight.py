"""What a roof or a bridge bears (TC-OCC-1, TC-OCC-2): nobody of a higher AC than its own, and no more than its AC."""

from __future__ import annotations

from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.table.heights import GROUND


def overloads(battle: Battle, unit: Unit, on: str) -> bool:
    """Whether a surface gives way when a unit comes on to it; what cannot be destroyed never does."""
    if on == GROUND or on in battle.ruins:
        return False
    size = battle.table.piece(on).size
    if not size or unit.ac <= 1:
        return False
    others = [other for other in battle.on_table() if other.on == on and other.id != unit.id and other.ac > 1]
    return unit.ac > size or len(others) + 1 > size
