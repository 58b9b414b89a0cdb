"""Whom a unit with Markerlights can mark, now or after a move (PMC-SR-8, PMC-SR-11, PMC-SR-12, PMC-GEN-11)."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.pmc2640.shooting.shooting_limits import refuse_target
from tabletop_tui.rules.pmc2640.sight import sight
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.terrain import UNIT
from tabletop_tui.rules.pmc2640.ways.move_field import MoveField
from tabletop_tui.rules.pmc2640.ways.regions_in_sight import seen_from
from tabletop_tui.rules.pmc2640.ways.room_to_move import can_move
from tabletop_tui.rules.pmc2640.ways.standing_regions import near_to
from tabletop_tui.table.base_capacity import NEARLY, clusters
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.reachability import meeting_region

MARK_REACH = 24


def gunners(battle: Battle, marker: Unit) -> list[Unit]:
    """The Indirect fire units that could be activated for a marked target, not the marker itself (PMC-SR-12)."""
    friends = (unit for unit in battle.side(marker.seat) if unit.id != marker.id)
    return [unit for unit in friends if unit.type.indirect and not unit.activated and not unit.suppressed]


def shootable(battle: Battle, unit: Unit) -> list[tuple[Unit, str]]:
    """Every enemy that some gunner could shoot at if the unit marked it, with each such gunner."""
    guns = gunners(battle, unit)
    return [
        (enemy, gun.id)
        for enemy in battle.enemies(unit.seat)
        for gun in guns
        if refuse_target(battle, gun, enemy, "main", "indirect") is None
    ]


def refuse_mark(battle: Battle, unit: Unit, enemy: Unit) -> Refusal | None:
    """Why a unit cannot mark an enemy from where it stands, whoever would shoot."""
    far = distances.distance(battle, unit, enemy)
    if far > MARK_REACH + TINY:
        return Refusal(f"{UNIT.said(far, MARK_REACH)} away, marking reaches {MARK_REACH}", "PMC-SR-11")
    return sight.no_sight(battle, unit, enemy)


def markable(battle: Battle, unit: Unit) -> list[tuple[Unit, str]]:
    """Enemies in sight within 24 in, each with a gunner that could hit it."""
    return [(enemy, gun) for enemy, gun in shootable(battle, unit) if refuse_mark(battle, unit, enemy) is None]


def refuse_designate(battle: Battle, unit: Unit) -> Refusal | None:
    """Why a unit can mark nobody, neither from where it stands nor after a move (PMC-GEN-11)."""
    if not gunners(battle, unit):
        return Refusal("no Indirect fire unit is free", "PMC-SR-12")
    enemies = {enemy.id: enemy for enemy, _ in shootable(battle, unit)}
    if not enemies:
        return Refusal("no enemy in reach of an Indirect fire unit", "PMC-SR-8")
    if any(refuse_mark(battle, unit, enemy) is None for enemy in enemies.values()):
        return None
    if not can_move(battle, unit, unit.type.move):
        return Refusal("nobody to mark, and nowhere to go", "PMC-GEN-11")
    near = list(distances.all_within(battle, unit, enemies.values(), MARK_REACH + unit.type.move))
    if not near:
        return Refusal(f"nobody to mark within {MARK_REACH} in, not even after a move", "PMC-SR-11")
    if not could_mark(battle, unit, near):
        return Refusal("nobody in sight to mark, not even after a move", "PMC-GEN-11")
    return None


# ---------------------------------------------------------------- after a move
def could_mark(battle: Battle, unit: Unit, enemies: Sequence[Unit]) -> bool:
    """Whether a unit could mark one of these enemies after a move; found once as long as nobody moves."""
    key = "mark", unit.id, *(enemy.id for enemy in enemies)
    whole = 0.0, 0.0, battle.table.width, battle.table.height
    return battle.find(key, lambda: (look_after_move(battle, unit, enemies), whole), own=(unit.models, unit.facing))


def look_after_move(battle: Battle, unit: Unit, enemies: Sequence[Unit]) -> bool:
    """The same by regions: False only if no move surely leads to a mark.

    After it some model is within 24 in of the enemy and one, perhaps another, in its sight, all of them having come
    there and standing together.
    """
    field = MoveField(battle, unit, unit.type.move)
    for room in field.rooms():
        region = meeting_region(room.region, field.reaches, room.link, room.across)
        for part in clusters(region, room.link):
            if room.is_hopeless(part):
                continue
            for enemy in enemies:
                near = part.intersection(near_to(unit, distances.footprint(battle, enemy), MARK_REACH))
                if not near.is_empty and seen_from(battle, unit, enemy, part).dwithin(near, room.across + NEARLY):
                    return True
    return False
