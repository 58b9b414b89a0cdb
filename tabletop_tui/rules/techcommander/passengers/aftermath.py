"""What becomes of those who were in an eliminated unit, or take from it, as damage is resolved (TC-PHASE-7)."""

from __future__ import annotations

from tabletop_tui.engine.game import Step
from tabletop_tui.rules.techcommander.passengers import crews, looting
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit


def first(battle: Battle) -> list[Step]:
    """What happens before any unit is removed: whoever has looted takes what he wants (TC-LOOT-2)."""
    return looting.steps(battle)


def steps(battle: Battle, unit: Unit) -> list[Step]:
    """What happens before this unit is removed."""
    return crews.steps(battle, unit)


def after(battle: Battle, unit: Unit) -> list[Step]:
    """What happens once it is removed."""
    return crews.after(battle, unit)
