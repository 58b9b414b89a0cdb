"""Whom a unit with Markerlights can mark, now or after a move (PMC-SR-8, PMC-SR-11, PMC-SR-12, PMC-GEN-11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, dist, floor

import numpy as np
import shapely

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.pmc2640.shooting.shooting import refuse_target
from tabletop_tui.rules.pmc2640.sight import sight
from tabletop_tui.rules.pmc2640.sight.sight_map import unseen
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.ways.pathfinding import Detours
from tabletop_tui.rules.pmc2640.ways.placement import MoveField
from tabletop_tui.rules.pmc2640.ways.room_to_move import can_move
from tabletop_tui.rules.pmc2640.ways.surroundings import box_around
from tabletop_tui.skirmish.placement import Plan
from tabletop_tui.table import bases
from tabletop_tui.table.bases import TINY, Spot
from tabletop_tui.table.line_of_sight import Values

MARK_REACH = 24
FINER = (1.0, 0.5, 0.25)
"""So far apart are the places from which a unit is looked for that it could mark from, one raster after the other."""
TURNS = (0.0, 45.0, 90.0, 135.0)


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
        return Refusal(f"{far:.1f} in away, marking reaches {MARK_REACH}", "PMC-SR-11")
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
    """The same, looked for at finer and finer rasters: first where the enemy is seen from, then the ways there."""
    probe = battle.clone()
    ghost = probe.units[unit.id]
    field = MoveField(probe, ghost, unit.type.move)
    alone = Detours(field.around, ((0.0, 0.0),), unit.models, unit.type.move)

    def marks(plan: Plan) -> bool:
        if field.judge_answer(plan)[0] is not None:
            return False
        ghost.models = field.ends(field.complete(plan))
        seen = any(refuse_mark(probe, ghost, probe.units[enemy.id]) is None for enemy in enemies)
        ghost.models = unit.models
        return seen

    views: list[Spot] = []
    for step in FINER:
        seen_from = lookouts(battle, unit, enemies, raster_around(unit, step))
        spots = [spot for spot in seen_from if alone.through.to(spot) is not None]
        if any(marks(plan) for spot in spots for plan in as_it_stands(field, spot)):
            return True
        views += spots
    return any(marks(plan) for spot in views for plan in otherwise(field, spot))


def raster_around(unit: Unit, step: float) -> Values:
    """The places so far apart to which some model could go as the crow flies, but for those of a coarser raster."""
    left, top, right, bottom = box_around(unit.models, unit.type.move)
    across, down = (np.arange(floor(low / step), ceil(high / step) + 1) for low, high in ((left, right), (top, bottom)))
    places = np.stack(np.meshgrid(across, down, indexing="ij"), axis=-1).reshape(-1, 2)
    if step < FINER[0]:
        places = places[(places % 2).any(axis=1)]
    spots: Values = places.astype(np.float64) * step
    nearest = np.min([np.hypot(*(spots - model).T) for model in unit.models], axis=0)
    found: Values = spots[nearest <= unit.type.move]
    return found


def lookouts(battle: Battle, unit: Unit, enemies: Sequence[Unit], places: Values) -> Iterator[Spot]:
    """Those of some places from which a single model of the unit would see one of these enemies within 24 in."""
    away = battle.clone()
    away.units[unit.id].models = ()  # it is not in its own way
    for enemy in enemies:
        gaps = shapely.distance(distances.footprint(battle, enemy), shapely.points(places)) - unit.type.radius
        near = places[gaps <= MARK_REACH + TINY]
        for x, y in near[~unseen(away, away.units[enemy.id], near)] if len(near) else ():
            yield float(x), float(y)


def as_it_stands(field: MoveField, spot: Spot) -> Iterator[Plan]:
    """The moves that take some model of a unit to a place, all others with it in their formation."""
    for model in field.models:
        if dist(model, spot) <= field.allowance + TINY:
            yield plan_to(field, spot, (model[0] - field.middle[0], model[1] - field.middle[1]))


def otherwise(field: MoveField, spot: Spot) -> Iterator[Plan]:
    """The same in other formations."""
    for form in field.forms[1:]:
        for turn in TURNS:
            shape = bases.turned(bases.formation(form, len(field.models), field.spacing), turn)
            yield from (plan_to(field, spot, offset, form, turn) for offset in shape)


def plan_to(field: MoveField, spot: Spot, offset: Spot, form: str = "keep", turn: float = 0.0) -> Plan:
    """The move after which the model with this offset from the middle stands at a place."""
    return Plan(((round(spot[0] - offset[0], 2), round(spot[1] - offset[1], 2)),), form, turn)
