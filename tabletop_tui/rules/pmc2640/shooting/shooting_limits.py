"""Who can shoot at whom or what, with which weapon, and why not (PMC-FIRE-1, PMC-AUX-1, PMC-SR-5, PMC-SR-14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tabletop_tui.engine.previews import NO_TARGET
from tabletop_tui.engine.refusal import Refusal, nobody
from tabletop_tui.rules.pmc2640.sight import sight
from tabletop_tui.rules.pmc2640.state import distances, terrain_state
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.profiles import AUXILIARY_RANGE
from tabletop_tui.rules.pmc2640.state.terrain import UNIT
from tabletop_tui.table.bases import TINY

Weapon = Literal["main", "auxiliary"]
Order = Literal["fire", "advance", "reaction", "reserve", "indirect"]
STEALTH_RANGE, HIDDEN_RANGE = 24, 12


def weapon_range(shooter: Unit, weapon: Weapon) -> int:
    return shooter.type.range if weapon == "main" else AUXILIARY_RANGE


def refuse_weapon(shooter: Unit, weapon: Weapon, distance: float) -> Refusal | None:
    """Why this weapon cannot be used at this distance (PMC-FIRE-1, PMC-SR-10, PMC-AUX-1)."""
    reach = weapon_range(shooter, weapon)
    if distance > reach + TINY:
        rule = "PMC-FIRE-1" if weapon == "main" else "PMC-AUX-1"
        return Refusal(f"{UNIT.said(distance, reach)} away, the range is {reach}", rule)
    least = shooter.type.minimum_range
    if weapon == "main" and distance < least - TINY:
        return Refusal(f"{UNIT.said(distance, least)} away, nearer than {least}", "PMC-SR-10")
    return None


def refuse_stealth(target: Unit, distance: float) -> Refusal | None:
    """Why a unit cannot be attacked from so far away, or None (PMC-SR-14)."""
    reach = STEALTH_RANGE if target.activated else HIDDEN_RANGE
    if not target.type.stealth or distance <= reach + TINY:
        return None
    return Refusal(f"Stealth: {UNIT.said(distance, reach)} away, not to be attacked beyond {reach}", "PMC-SR-14")


def refuse_target(battle: Battle, shooter: Unit, target: Unit, weapon: Weapon, order: Order) -> Refusal | None:
    """Why a unit cannot shoot at another with this weapon, or None."""
    distance = distances.distance(battle, shooter, target)
    return refuse_weapon(shooter, weapon, distance) or refuse_unseen(battle, shooter, target, distance, order)


def refuse_unseen(battle: Battle, shooter: Unit, target: Unit, distance: float, order: Order) -> Refusal | None:
    """The same, with whatever weapon reaches so far."""
    if (refusal := refuse_stealth(target, distance)) is not None:
        return refusal
    return None if order == "indirect" else sight.no_sight(battle, shooter, target)


def weapons_for(battle: Battle, shooter: Unit, target: Unit, order: Order) -> list[Weapon]:
    """The weapons that could be used on a target; for indirect fire only the main one (PMC-SR-8, PMC-AUX-2)."""
    distance = distances.distance(battle, shooter, target)
    weapons: tuple[Weapon, ...] = ("main",) if order == "indirect" else ("main", "auxiliary")
    reaching = [weapon for weapon in weapons if refuse_weapon(shooter, weapon, distance) is None]
    return reaching if reaching and refuse_unseen(battle, shooter, target, distance, order) is None else []


def shooters_at(battle: Battle, unit: Unit) -> list[Unit]:
    """The enemies that could fire at a unit where it stands."""
    reach = ((enemy, max(enemy.type.range, AUXILIARY_RANGE)) for enemy in battle.enemies(unit.seat))
    near = (enemy for enemy, far in reach if not enemy.suppressed and distances.within(battle, enemy, unit, far))
    return [enemy for enemy in near if refuse_both(battle, enemy, unit, "fire") is None]


def refuse_both(battle: Battle, shooter: Unit, target: Unit, order: Order) -> Refusal | None:
    """Why a unit can shoot at another with neither weapon: what is said to the main one."""
    refusal = refuse_target(battle, shooter, target, "main", order)
    if refusal is None or refuse_weapon(shooter, "main", distances.distance(battle, shooter, target)) is None:
        return refusal  # what does not hang on the weapon holds for the other one, too
    return refusal if refuse_target(battle, shooter, target, "auxiliary", order) is not None else None


def targets(battle: Battle, shooter: Unit, order: Order) -> list[tuple[Unit, Refusal | None]]:
    """Every enemy unit on the table with why it cannot be shot at, the nearest first."""
    found = [(enemy, refuse_both(battle, shooter, enemy, order)) for enemy in battle.enemies(shooter.seat)]
    found.sort(key=lambda pair: (pair[1] is not None, distances.distance(battle, shooter, pair[0])))
    return found


def pieces_in_reach(battle: Battle, shooter: Unit) -> Iterator[str]:
    """The destructible pieces that a Destructive weapon could shoot at now (PMC-SR-5)."""
    if shooter.type.destructive:
        yield from (
            piece for piece in terrain_state.destructible(battle) if refuse_piece(battle, shooter, piece) is None
        )


def refuse_piece(battle: Battle, shooter: Unit, piece: str) -> Refusal | None:
    """Why a unit cannot shoot at a piece of terrain, or None."""
    if not shooter.type.destructive:
        return Refusal(f"{shooter.does('has')} no Destructive weapon", "PMC-SR-5")
    if piece in battle.destroyed or not terrain_state.piece_of(battle, piece).terrain.destructible:
        gone = piece in battle.destroyed or piece in battle.rubble
        return Refusal("it is destroyed already" if gone else "it cannot be destroyed", "PMC-AREA-10")
    if piece == shooter.building:
        return Refusal(f"{shooter.does('is')} inside", "PMC-BLDG-3")
    far = refuse_weapon(shooter, "main", distances.distance_to_piece(battle, shooter, piece))
    if far is None and not sight.sees_piece(battle, shooter, piece):
        return Refusal("out of sight", "PMC-LOS-2")
    return far


def can_shoot(battle: Battle, shooter: Unit, order: Order) -> bool:
    """Whether there is anything to shoot at, be it terrain."""
    return can_shoot_enemy(battle, shooter, order) or any(pieces_in_reach(battle, shooter))


def can_shoot_enemy(battle: Battle, shooter: Unit, order: Order) -> bool:
    furthest = max(shooter.type.range, AUXILIARY_RANGE)
    near = distances.all_within(battle, shooter, battle.enemies(shooter.seat), furthest)
    return any(refuse_both(battle, shooter, enemy, order) is None for enemy in near)


def only_terrain(battle: Battle, shooter: Unit, order: Order) -> str:
    """What is asked before a shot of a unit that may shoot and has no enemy to shoot at; '' where it has one."""
    if not shooter.type.destructive or can_shoot_enemy(battle, shooter, order):
        return ""
    return f"{shooter.does('has')} only terrain to shoot at: is the activation spent on that?"


def no_target(battle: Battle, shooter: Unit, order: Order) -> Refusal:
    """That a unit has nobody to shoot at, and why not the nearest enemies (PMC-FIRE-1, PMC-LOS-1, PMC-SR-14)."""

    def near() -> Iterator[tuple[str, Refusal | None]]:
        for enemy in sorted(battle.enemies(shooter.seat), key=lambda one: distances.distance(battle, shooter, one)):
            yield enemy.id, refuse_both(battle, shooter, enemy, order)

    return nobody(NO_TARGET, "PMC-FIRE-1", near)


def sheltering(battle: Battle, shooter: Unit, piece: str) -> list[Unit]:
    """The enemies behind or within a piece that are shot at with it, though unseen: those that the weapon reaches."""
    found = []
    for enemy in battle.enemies(shooter.seat):
        if sight.sheltered_by(battle, shooter, enemy, piece):
            far = distances.distance(battle, shooter, enemy)
            if refuse_weapon(shooter, "main", far) is None and refuse_stealth(enemy, far) is None:
                found.append(enemy)
    return found
