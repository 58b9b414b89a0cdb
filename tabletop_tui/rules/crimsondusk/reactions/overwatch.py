"""Overwatch (CD-OW): who may go on it, and with which weapon it counts."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.crimsondusk.sight.shooting_limits import gap_to
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.profiles import Soldier, Weapon
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import gunners, parts_firing
from tabletop_tui.table.bases import TINY

POINTS = 2


def common_weapon(unit: Unit) -> Weapon | None:
    """The weapon that most models carry, the longest-ranged of equals; None if nobody carries any (CD-OW-2)."""
    if unit.hull is not None:
        return max((gun for _, gun in gunners(unit)), key=lambda gun: gun.range, default=None)  # CD-OW-8
    return carried_most(unit.soldiers)


@lru_cache(maxsize=1 << 12)
def carried_most(soldiers: tuple[Soldier, ...]) -> Weapon | None:
    """The same of these on foot, of whom only the first weapon counts."""
    carried = [next((weapon for weapon in soldier.weapons if not weapon.thrown), None) for soldier in soldiers]
    counts = Counter(weapon.id for weapon in carried if weapon is not None)
    known = {weapon.id: weapon for weapon in carried if weapon is not None}
    return max(known.values(), key=lambda weapon: (counts[weapon.id], weapon.range), default=None)


def carriers(unit: Unit, weapon: Weapon | None) -> list[Man]:
    """Those of a section who carry a weapon, or serve one of a vehicle."""
    if unit.hull is not None:
        return [man for man, gun in gunners(unit) if gun == weapon]
    return [man for man in unit.men if weapon in man.soldier.weapons]


def covers(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether a target is in sight and within the maximum range of the weapon that counts (CD-OW-2, CD-OW-4).

    Neither shots beyond maximum range nor the longer weapons of a few count (CD-OW-3).
    """
    weapon = common_weapon(unit)
    gaps = (gap_to(battle, unit, man, target) for man in carriers(unit, weapon))
    return weapon is not None and any(gap is not None and gap <= weapon.range + TINY for gap in gaps)


def refuse_overwatch(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a section may not go on overwatch now, or None (CD-OW-1, CD-OW-2)."""
    if battle.is_confused(unit):
        return Refusal("confused: it may not fire", "CD-CONF-2")
    if unit.spent + POINTS > battle.points_of(unit):
        return Refusal(f"{POINTS} AP are needed, {battle.points_of(unit) - unit.spent} left", "CD-OW-1")
    weapon = common_weapon(unit)
    if weapon is None:
        return Refusal("it has nothing to shoot with", "CD-OW-2")
    parts = parts_firing(battle, unit)
    for enemy in battle.enemies(unit.seat):
        if any(covers(battle, part, enemy) for part in parts):
            return Refusal(f"{enemy.does('is')} in sight within {weapon.range}", "CD-OW-2")
    return None
