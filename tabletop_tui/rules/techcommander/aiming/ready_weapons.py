"""What a unit may fire now, whichever action, group, hatch or reaction asks (TC-ACT-4, TC-MSV-2)."""

from __future__ import annotations

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.techcommander.state.battle import Unit
from tabletop_tui.rules.techcommander.state.profiles import Weapon


def refuse_copy(unit: Unit, copy: str, weapon: Weapon) -> Refusal | None:
    """Why a copy of a weapon cannot be fired now, or None."""
    if unit.abandoned:
        return Refusal("nobody crews it", "TC-DISEMBARK-3")
    if unit.stopped and not unit.rigged:
        return Refusal("stopped by a sentry, and no jury rig roll made to fire all the same", "TC-SENTRY-6")
    if copy in unit.fired and not weapon.again:
        return Refusal("used this turn", "TC-MSV-2")
    if unit.left(copy) == 0:
        return Refusal("no rounds left", "TC-ACT-4")
    return None


def ready_copies(unit: Unit) -> tuple[str, ...]:
    """The copies of weapons that it could attack with."""
    arms = unit.weapons().items()
    return tuple(copy for copy, weapon in arms if not weapon.repairs and refuse_copy(unit, copy, weapon) is None)


ALL_USED = Refusal("no weapon that has not been used this turn", "TC-MSV-2")


def refuse_used(*units: Unit) -> Refusal | None:
    """Why none of these units can fire, where all their weapons have been used."""
    return None if any(map(ready_copies, units)) else ALL_USED


def link_limit(unit: Unit, weapon: Weapon) -> int:
    """So many copies may be fired in one action (TC-GEAR-6, TC-LINK-1); all of a vehicle's (TC-AUTO-2)."""
    if unit.sheet.kind == "vehicle":
        return len(unit.sheet.arms)
    linker = any(gear.does == "linker" for gear in unit.gear().values())
    return max(weapon.link, 2 if linker and unit.sheet.kind == "msv" else 1)
