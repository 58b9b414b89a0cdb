"""Who can be attacked with which weapon, and why not (MC-SHOOT-1, MC-MELEE-1, MC-ACT-5)."""

from __future__ import annotations

from collections.abc import Iterable

from tabletop_tui.engine.refusal import Refusal, nobody
from tabletop_tui.rules.mechcom.aiming.attack_base import ATTACK_COST
from tabletop_tui.rules.mechcom.sight import sight
from tabletop_tui.rules.mechcom.state.battle import Battle, Model
from tabletop_tui.rules.mechcom.state.profiles import UNARMED, Weapon


def refuse_target(battle: Battle, attacker: Model, weapon: Weapon, target: Model) -> Refusal | None:
    """Why this weapon cannot be used on this target, or None (MC-SHOOT-1, MC-MELEE-1)."""
    refusal = refuse_aim(battle, attacker, weapon, target)
    if refusal is None and weapon.perks.artillery and not target.spot:
        return Refusal(f"Artillery needs a Spot token on {target.name}", "MC-PERK-2")
    return refusal


def refuse_aim(battle: Battle, attacker: Model, weapon: Weapon, target: Model) -> Refusal | None:
    """The same of an attack that is paid for: an Artillery weapon has its Spot token already."""
    if battle.allied(attacker.seat, target.seat):
        return Refusal(f"{target.name} is a friend", "MC-MELEE-1" if weapon.melee else "MC-SHOOT-1")
    if weapon.melee:
        return refuse_foe(battle, attacker, target)
    distance = battle.map.grid.distance(attacker.hex, target.hex)
    if distance > (weapon.range or 0):
        return Refusal(f"{target.name} is {distance} hexes away, the range is {weapon.range}", "MC-WEAP-1")
    return None if weapon.perks.artillery else sight.no_sight(battle, attacker, target)


def refuse_foe(battle: Battle, attacker: Model, target: Model) -> Refusal | None:
    if target.hex not in battle.map.grid.neighbours[attacker.hex]:
        return Refusal(f"{target.name} is not adjacent", "MC-MELEE-1")
    apart = abs(sight.level(battle, attacker) - sight.level(battle, target))
    return Refusal(f"{target.name} is {apart} levels apart", "MC-ELEV-10") if apart > 1 else None


def targets(battle: Battle, attacker: Model, weapon: Weapon) -> list[tuple[Model, Refusal | None]]:
    """Every model that is not a friend, with why it cannot be attacked; the legal ones first, then the near ones."""
    found = [
        (model, refuse_target(battle, attacker, weapon, model))
        for model in battle.models.values()
        if model.hex and not battle.allied(attacker.seat, model.seat)
    ]
    distance = battle.map.grid.distance
    # Scenery is offered only where it can be hit: a list of every far building would bury the enemy.
    shown = [(model, refusal) for model, refusal in found if refusal is None or not model.neutral]
    shown.sort(key=lambda pair: (pair[1] is not None, pair[0].neutral, distance(attacker.hex, pair[0].hex)))
    return shown


def has_target(battle: Battle, attacker: Model, weapon: Weapon, among: Iterable[Model] = ()) -> bool:
    """Whether this weapon could be used on anything now, or on any of these (the quick form of `targets`)."""
    reach = 1 if weapon.melee else weapon.range or 0
    distances = battle.map.grid.distances(attacker.hex)
    near = (model for model in among or battle.models.values() if model.hex and distances[model.hex] <= reach)
    foes = (model for model in near if not battle.allied(attacker.seat, model.seat))
    return any(refuse_target(battle, attacker, weapon, foe) is None for foe in foes)


def attackers(battle: Battle, model: Model) -> list[Model]:
    """The enemies that could attack a model where it stands, without moving first."""
    return [
        enemy
        for enemy in battle.enemies(model)
        if any(has_target(battle, enemy, weapon, [model]) for weapon in enemy.sheet.weapons)
    ]


def nearest(battle: Battle, model: Model) -> list[Model]:
    """The enemies of a model on the table, the nearest first."""
    distances = battle.map.grid.distances(model.hex)
    return sorted(battle.enemies(model), key=lambda enemy: distances[enemy.hex])


def within_fire(battle: Battle, model: Model) -> list[tuple[str, Refusal | None]]:
    """The enemies, the nearest first, each with why none of a model's weapons that are left can be used on it."""
    arms = [one for one in model.sheet.weapons if not one.melee and model.ammo_left(one) != 0]
    arms.sort(key=lambda weapon: -(weapon.range or 0))
    found: list[tuple[str, Refusal | None]] = []
    for enemy in nearest(battle, model) if arms else ():
        why = [refuse_target(battle, model, weapon, enemy) for weapon in arms]
        found.append((enemy.id, None if None in why else why[0]))
    return found


def refuse_weapon(battle: Battle, model: Model, weapon: Weapon, cost: int = ATTACK_COST) -> Refusal | None:
    """Why a model cannot attack with a weapon now, or None."""
    if model.energy < cost:
        return Refusal(f"{cost} Energy needed, {model.energy} left", "MC-ACT-5")
    if model.ammo_left(weapon) == 0:
        return Refusal("no ammunition left", "MC-PERK-1")
    if not has_target(battle, model, weapon):
        reach = "adjacent, at most one level apart" if weapon.melee else f"in sight within {weapon.range}"
        if weapon.perks.artillery:
            reach = f"with a Spot token within {weapon.range}"
        rule = "MC-MELEE-1" if weapon.melee else "MC-SHOOT-1"
        return nobody(
            f"no target {reach}",
            rule,
            lambda: ((enemy.id, refuse_target(battle, model, weapon, enemy)) for enemy in nearest(battle, model)),
        )
    return None


def weapons_of(model: Model) -> list[Weapon]:
    """The weapons that a model may attack with as an action; unarmed is open to every model."""
    return [*model.sheet.weapons, UNARMED]
