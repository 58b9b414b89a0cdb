"""Laser designation (TC-LASER-1): a unit with a designator that sees any part of an enemy marks it for its side."""

from __future__ import annotations

from tabletop_tui.rules.techcommander.sight import cover, sight
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.marks import Mark


def can_designate(unit: Unit) -> bool:
    """Whether it has a designator that works, and is neither eliminated nor infiltrated (TC-LASER-1)."""
    carries = any(gear.does == "designator" and copy not in unit.lost_kit for copy, gear in unit.sheet.kit.items())
    return carries and unit.on_table and not unit.eliminated and not unit.hidden and not unit.abandoned


def designators(battle: Battle, seat: int, target: Mark) -> list[Unit]:
    """Those of a side that designate a target now; cover and smoke do not hinder them, as long as any part shows."""
    if not isinstance(target, Unit):
        return []
    able = (unit for unit in battle.on_table() if battle.allied(unit.seat, seat) and can_designate(unit))
    return [unit for unit in able if cover.band(sight.hidden(battle, unit, target)) is not cover.BLOCKED]
