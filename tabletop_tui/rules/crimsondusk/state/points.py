"""What models cost: a formula of ours, for the book's chapter on points is not in the text that we have (CD-PTS-1)."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.rules.crimsondusk.state.profiles import Quality, Soldier, VehicleType, Weapon

WORTH: dict[Quality, int] = {"Ir": 3, "Rg": 5, "Vt": 7, "El": 10}
USUAL_AP = 3
UNARMOURED = 6
COMMAND = 5
FAR = 48
THIN = 8
"""The AV from which the armour of a vehicle is counted."""
EQUIPMENT = ("powered-armour", "thas")
"""Paid for with the AV."""


def weapon_points(weapon: Weapon) -> int:
    """By shots for each AP, P, range and traits."""
    shots = weapon.rof if weapon.rof > 0 else 1 / weapon.aps
    power = min(1.0, (weapon.p + 2) / 10)
    killing = power + max(0, (weapon.at or weapon.p) - 3) / 20
    factor = (1 + weapon.blast / 2) * (1 - 0.05 * weapon.heavy) * (1 + 0.2 * weapon.to_hit) * (1 + weapon.flame / 2)
    factor *= 1.1 if weapon.hail else 1
    factor *= 1.25 if weapon.pinning else 1
    factor *= 1.1 if weapon.move_and_fire else 1
    factor *= 1.2 if weapon.indirect else 1
    reach = 0.5 + min(weapon.range, FAR) / FAR
    return max(1, round(5 * shots * killing * reach * factor + shots * weapon.at / 2))


def soldier_points(soldier: Soldier) -> int:
    """Of one model with all that it carries."""
    body = WORTH[soldier.quality] * soldier.ap / USUAL_AP + soldier.av - UNARMOURED
    extras = 2 * soldier.sm + soldier.mm + COMMAND * soldier.cb
    special = sum(trait not in EQUIPMENT for trait in soldier.traits)
    arms = sum(map(weapon_points, soldier.weapons)) + sum(blade.p + blade.hit for blade in soldier.blades)
    return max(1, round(body + extras + special + arms))


def vehicle_points(kind: VehicleType, crew: Sequence[Soldier], mounted: Sequence[Weapon]) -> int:
    """Of a vehicle with its crew and weapons."""
    body = 3 * (kind.av - THIN) + kind.dam // 2 + kind.speed // 5 + kind.seats
    return max(1, body + sum(WORTH[man.quality] for man in crew) + sum(map(weapon_points, mounted)))
