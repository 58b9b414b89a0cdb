"""At what may be shot, why not at the rest, and who could shoot at a unit (TC-ATK-3, TC-LOS-1, TC-HIT-1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.techcommander.aiming.shot_declaration import HATCH, Aim, Salvo, aim_at
from tabletop_tui.rules.techcommander.aiming.to_hit import hit_tally
from tabletop_tui.rules.techcommander.damage import bubble_shields
from tabletop_tui.rules.techcommander.sight import sight
from tabletop_tui.rules.techcommander.sight.sight import shut_in
from tabletop_tui.rules.techcommander.state import distances, shot_targets
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.distances import CLOSE, adjacent
from tabletop_tui.rules.techcommander.state.infiltration import hidden_from
from tabletop_tui.rules.techcommander.state.shot_targets import BEHIND, Point, stand
from tabletop_tui.rules.techcommander.state.terrain import UNIT, Feature
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot


def refuse_target(aim: Aim) -> Refusal | None:
    """Why something is no target of such a shot, or None."""
    return refuse_mark(aim) or (refuse_contact(aim) if aim.weapon.melee else refuse_line(aim))


def refuse_mark(aim: Aim) -> Refusal | None:
    """Why it is no target of any shot."""
    battle, target = aim.battle, aim.target
    if isinstance(target, Unit) and is_hidden(battle, aim.unit, target):
        return Refusal(f"{target.name} is infiltrated, Scan reveals it", "TC-INFIL-3")
    if isinstance(target, Feature) and not target.size:
        return Refusal(f"{shot_targets.called(target)} cannot be destroyed", "TC-ATK-3")
    if bubble_shields.encloses(battle, aim.unit, target):
        return Refusal("no shot leaves the shield", "TC-BUBBLE-1")
    if aim.weapon.repairs and aim.shield is not None:
        return Refusal("nothing crosses the shield", "TC-BUBBLE-6")
    return None


def is_hidden(battle: Battle, viewer: Unit, target: Unit) -> bool:
    """Whether a unit may not be aimed at because it is infiltrated, outside any shield (TC-INFIL-3, TC-BUBBLE-2)."""
    return bubble_shields.conceals(battle, target) and hidden_from(battle, viewer, target)


def refuse_contact(aim: Aim) -> Refusal | None:
    """A melee weapon wants base contact (TC-OOS-1)."""
    if isinstance(aim.target, Unit):
        touching = aim.target.on_table and adjacent(aim.unit, aim.target)
    else:
        touching = aim.range <= CLOSE
    return None if touching else Refusal("not in base contact", "TC-OOS-1")


def refuse_line(aim: Aim) -> Refusal | None:
    """A direct shot wants something of it visible, and the minimum range (TC-LOS-1, TC-GEAR-7, TC-GEAR-8)."""
    if aim.salvo.reaction == HATCH and aim.range > aim.weapon.opt + TINY:
        return Refusal(
            f"{UNIT.said(aim.range, aim.weapon.opt)} away, beyond the optimum of {aim.weapon.opt:g}", "TC-UNBUT-2"
        )
    if aim.nlos:
        inside = isinstance(aim.target, Unit | Point) and shut_in(aim.battle, aim.unit, aim.target)
        return Refusal("shut in on every side", "TC-LOS-5") if inside else None
    if aim.band is sight.BLOCKED:
        return Refusal("blocked: nothing of it is visible", "TC-COVER-6")
    if aim.range < aim.weapon.min - TINY:
        return Refusal(
            f"{UNIT.said(aim.range, aim.weapon.min)} away, under the minimum of {aim.weapon.min:g}", "TC-GEAR-8"
        )
    return None


# ---------------------------------------------------------------- what there is to shoot at
def keys(battle: Battle, salvo: Salvo) -> Iterator[str]:
    """What an enemy of it all could shoot at: units, shields, terrain, units behind walls; or whom one repairs."""
    unit = battle.units[salvo.unit]
    weapon = unit.sheet.arms[salvo.copies[0]]
    if weapon.repairs:
        yield from (
            one.id for one in shot_targets.exposed(battle) if battle.allied(one.seat, unit.seat) and one is not unit
        )
        return
    yield from (one.id for one in shot_targets.foes(battle, unit.seat))
    yield from (bubble.id for bubble in bubble_shields.standing(battle))
    yield from (piece.id for piece in battle.standing() if piece.size)
    if not weapon.melee:
        yield from wall_shots(battle, salvo)


# ---------------------------------------------------------------- through walls
def pierces(aim: Aim, wall: Feature) -> bool:
    """Whether a shot goes through a wall: it ignores that much armour, or the wall is a flimsy door (TC-WALL-1)."""
    if not wall.type.wall or wall.thick:  # TC-WALL-4
        return False
    return aim.ignores >= wall.size or flimsy(wall)


def flimsy(wall: Feature) -> bool:
    """Whether any shot goes through it (TC-WALL-5, TC-ATK-4)."""
    return wall.type.door and wall.size == 1


def wall_shots(battle: Battle, salvo: Salvo) -> Iterator[str]:
    """Enemies behind and against a wall that such a shot goes through; they may be infiltrated (TC-WALL-3)."""
    unit = battle.units[salvo.unit]
    here = stand(battle, unit)
    for wall in battle.standing():
        if wall.type.wall and pierces(aim_at(battle, salvo, wall), wall):
            for enemy in shot_targets.foes(battle, unit.seat):
                there = stand(battle, enemy)
                if wall.figure.near(there.at, there.radius + CLOSE) and wall.figure.meets(here.at, there.at):
                    yield f"{wall.id}{BEHIND}{enemy.id}"


def through(damage: int, wall: Feature, aim: Aim) -> int:
    """What of the damage reaches the unit behind: half, rounded up; all of armour piercing through a flimsy door
    (TC-WALL-2, TC-WALL-5)."""
    return damage if flimsy(wall) and aim.ignores else (damage + 1) // 2


def standing_at(battle: Battle, unit: Unit, spot: Spot, on: str) -> Battle:
    """The battle with a unit at another place, where it is not dug in (TC-DUG-6)."""
    there = battle.clone()
    ghost = there.units[unit.id]
    ghost.dug_in = ghost.dug_in and ghost.models == (spot,)
    ghost.models, ghost.on = (spot,), on
    return there


def attackers(battle: Battle, unit: Unit) -> Iterator[str]:
    """The enemies that could shoot at it from where they stand, each with what its best die must not pass.

    Those too that have fired this turn: they will again, unless they are eliminated and have acted (TC-PHASE-5).
    """
    for enemy in shot_targets.foes(battle, unit.seat):
        if enemy.eliminated and (enemy.done or enemy.acted >= enemy.most_actions):
            continue
        arms = enemy.weapons().items()
        loaded = (copy for copy, weapon in arms if not weapon.repairs and enemy.left(copy) != 0)
        aims = (aim_at(battle, Salvo(enemy.id, (copy,)), unit) for copy in loaded)
        best = max((hit_tally(aim).total for aim in aims if refuse_target(aim) is None), default=0)
        if best > 0:
            yield f"{enemy.id} on {best} or less"


def within_fire(battle: Battle, unit: Unit, copies: Sequence[str]) -> list[tuple[str, Refusal | None]]:
    """The enemies, the nearest first, each with why none of these copies can be fired at it, or could hit it."""
    alive = (enemy for enemy in shot_targets.foes(battle, unit.seat) if not enemy.eliminated)
    near = sorted(alive, key=lambda enemy: distances.distance(battle, unit, enemy))
    return [(enemy.id, refuse_copies(battle, unit, copies, enemy)) for enemy in near]


def refuse_copies(battle: Battle, unit: Unit, copies: Sequence[str], enemy: Unit) -> Refusal | None:
    """Why none of these copies can be fired at an enemy with any hope of a hit, or None."""
    aims = [aim_at(battle, Salvo(unit.id, (copy,)), enemy) for copy in copies]
    why = [refuse_target(aim) for aim in aims]
    best = max((hit_tally(aim).total for aim, no in zip(aims, why, strict=True) if no is None), default=None)
    if best is None:
        return next(iter(why), None)
    return None if best > 0 else Refusal(f"would be hit on {best} or less", "TC-HIT-1")
