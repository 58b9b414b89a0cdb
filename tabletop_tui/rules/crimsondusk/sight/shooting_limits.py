"""Who can shoot at whom: sight, range and half as far again, the most pressing target (CD-SHOOT, CD-CONF-2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.crimsondusk.sight import sight
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.coherency import distance
from tabletop_tui.rules.crimsondusk.state.profiles import Weapon
from tabletop_tui.rules.crimsondusk.state.terrain import UNIT
from tabletop_tui.rules.crimsondusk.state.units import Man, Unit
from tabletop_tui.rules.crimsondusk.state.vehicles import gunners
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.polygons import overlap

ARMOURED = 13
"""From this AV on a model is a target for AT weapons (CD-SHOOT-6)."""


def refuse_fire(battle: Battle, unit: Unit, man: Man, weapon: Weapon) -> Refusal | None:
    """Why a man may not fire a weapon now, at whomever, or None."""
    if battle.is_confused(unit):
        return Refusal("confused: it may not fire", "CD-CONF-2")
    if battle.is_stunned(man):
        return Refusal("stunned", "CD-WND-2")
    if battle.is_flashed(man):
        return Refusal("blinded by a flash-bang", "CD-AMMO-7")
    if man.unready and weapon.heavy:
        return Refusal(f"{man.unready} AP until it is ready", "CD-TRAIT-8")
    if man.soldier.has("shield") and not (weapon.pistol or weapon.thrown):
        return Refusal("with a shield only pistols and grenades", "CD-EQ-SHIELD")
    return None


def gap_to(battle: Battle, unit: Unit, man: Man, target: Unit) -> float | None:
    """How far the nearest model of a target is that a man sees, edge to edge; None if he sees none (CD-SHOOT-2)."""
    number = unit.place(man.id)
    return gap_between(unit, number, target, sight.seen(battle, unit, target)[number])


def gap_between(unit: Unit, number: int, target: Unit, seen: Sequence[int]) -> float | None:
    """The same from the model of this number that sees these of the target, the nearest first."""
    if not seen:
        return None
    return max(0.0, dist(unit.models[number], target.models[seen[0]]) - unit.radius - target.radius)


def may_reach(unit: Unit, weapon: Weapon, target: Unit) -> bool:
    """Whether a weapon of a unit could reach a target, as far as their boxes tell."""
    return overlap(unit.box, target.box, weapon.furthest + unit.radius + target.radius + TINY)


def reaches(battle: Battle, unit: Unit, man: Man, weapon: Weapon, target: Unit) -> bool:
    """Whether a man can shoot at a target, be it beyond the maximum range (CD-SHOOT-2, CD-SHOOT-3)."""
    if not may_reach(unit, weapon, target):
        return False
    far = gap_to(battle, unit, man, target)
    return far is not None and far <= weapon.furthest + TINY


def targets(battle: Battle, unit: Unit) -> Iterator[Unit]:
    """The enemy units that may be shot at at all: none in melee (CD-SHOOT-7)."""
    return (enemy for enemy in battle.enemies(unit.seat) if not enemy.fighting)


def in_range_of(battle: Battle, unit: Unit, man: Man, weapon: Weapon) -> bool:
    """Whether there is anybody whom a man could shoot at with a weapon."""
    near = [target for target in targets(battle, unit) if may_reach(unit, weapon, target)]
    number, furthest = unit.place(man.id) if near else 0, weapon.furthest + TINY
    gaps = (gap_between(unit, number, target, sight.seen(battle, unit, target)[number]) for target in near)
    return any(gap is not None and gap <= furthest for gap in gaps)


def within_fire(battle: Battle, unit: Unit) -> list[tuple[str, Refusal | None]]:
    """The enemy units, the nearest first, each with why none of a unit's weapons reaches it from where it stands."""
    near = sorted(battle.enemies(unit.seat), key=lambda enemy: distance(unit, enemy))
    arms = arms_of(unit)
    return [(enemy.id, refuse_reach(battle, unit, arms, enemy)) for enemy in near]


def shooters_at(battle: Battle, unit: Unit) -> list[Unit]:
    """The enemies that could shoot at a unit from where they stand, be it beyond their range (CD-SHOOT-3)."""
    free = (one for one in battle.enemies(unit.seat) if not one.fighting and not battle.is_confused(one))
    return [enemy for enemy in free if refuse_reach(battle, enemy, arms_of(enemy), unit) is None]


def arms_of(unit: Unit) -> list[tuple[Man, Weapon]]:
    """Who of a unit has which weapons to shoot with."""
    if unit.hull is not None:
        return [*gunners(unit)]
    return [(man, one) for man in unit.hands for one in man.soldier.at_hand if not one.thrown]


def refuse_reach(battle: Battle, unit: Unit, arms: Sequence[tuple[Man, Weapon]], enemy: Unit) -> Refusal | None:
    """Why nobody of a unit reaches an enemy with one of these weapons, or None (CD-SHOOT-2, CD-SHOOT-3, CD-SHOOT-7)."""
    if enemy.fighting:
        return Refusal(f"{enemy.does('is')} in melee", "CD-SHOOT-7")
    if any(reaches(battle, unit, man, weapon, enemy) for man, weapon in arms):
        return None
    if (refusal := sight.refuse_sight(battle, unit, enemy)) is not None:
        return refusal
    furthest, far = max((weapon.furthest for _, weapon in arms), default=0.0), distance(unit, enemy)
    if far > furthest + TINY:
        return Refusal(f"{UNIT.said(far, furthest)} away, the longest range is {furthest:g}", "CD-SHOOT-3")
    return Refusal("whoever sees it does not reach so far", "CD-SHOOT-3")


def pressing(battle: Battle, unit: Unit) -> Unit | None:
    """The most pressing target: the nearest enemy section in sight (CD-SHOOT-5); None if none is."""
    sections = (enemy for enemy in targets(battle, unit) if enemy.hull is None)
    near = sorted(sections, key=lambda enemy: (distance(unit, enemy), enemy.id))
    return next((enemy for enemy in near if sight.sees(battle, unit, enemy)), None)


def armoured(unit: Unit) -> bool:
    """Whether any model of a unit is of the kind that AT weapons look for (CD-SHOOT-6)."""
    return unit.hull is not None or any(soldier.av >= ARMOURED for soldier in unit.soldiers)


def nearest_armour(battle: Battle, unit: Unit) -> Unit | None:
    """The nearest armoured target in sight (CD-SHOOT-6)."""
    near = sorted(filter(armoured, targets(battle, unit)), key=lambda enemy: (distance(unit, enemy), enemy.id))
    return next((enemy for enemy in near if sight.sees(battle, unit, enemy)), None)


def needs_test(battle: Battle, unit: Unit, weapons: list[Weapon], target: Unit) -> bool:
    """Whether a group of weapons may shoot at a target only after a skill test (CD-SHOOT-5, CD-SHOOT-6)."""
    nearest = pressing(battle, unit)
    if nearest is None or nearest.id == target.id:
        return False
    armour = nearest_armour(battle, unit)
    free = armour is not None and armour.id == target.id and all(weapon.at for weapon in weapons)
    return not free
