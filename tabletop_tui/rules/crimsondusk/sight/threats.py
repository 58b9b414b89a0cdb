"""Which enemies could shoot at somebody at a place, without moving first (CD-SHOOT-1)."""

from __future__ import annotations

from math import dist

from tabletop_tui.rules.crimsondusk.sight import sight
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.profiles import Weapon
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot


def threatens(battle: Battle, enemy: Unit, far: float, unit: Unit, there: Spot) -> bool:
    """Whether a model of an enemy within range sees a place to which a unit goes; the unit itself hides nothing."""
    if battle.is_confused(enemy) or enemy.fighting:
        return False
    eyes = [eye for eye in enemy.models if dist(eye, there) <= far + enemy.radius + unit.radius + TINY]
    blinds = sight.blinds_between(battle, enemy, unit, (*eyes, there))
    return any(sight.blocked(blinds, eye, there) is None for eye in eyes)


def furthest_of(unit: Unit) -> float:
    """The longest range of a unit's weapons, in units; nothing for one without any."""
    return max((float(weapon.range) for weapon in weapons_of(unit)), default=0.0)


def weapons_of(unit: Unit) -> list[Weapon]:
    """Every weapon that any of its models or the vehicle itself carries, once each."""
    carried = [weapon for soldier in unit.soldiers for weapon in soldier.weapons]
    return list({weapon.id: weapon for weapon in (*unit.sheet.mounted, *carried)}.values())
