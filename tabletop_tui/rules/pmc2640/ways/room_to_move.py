"""Whether a unit has anywhere to go at all, found quickly: by boxes, near before far, and kept till something moves."""

from __future__ import annotations

from functools import partial

from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.coherency import coherent
from tabletop_tui.rules.pmc2640.state.distances import BUILDING_REACH
from tabletop_tui.rules.pmc2640.ways.move_field import STEPS, MoveField
from tabletop_tui.rules.pmc2640.ways.movement_limits import PENALTY
from tabletop_tui.rules.pmc2640.ways.nearby_lookup import CLEARANCE, Surroundings, box_around, clear_box
from tabletop_tui.rules.pmc2640.ways.placing_without_move import LeaveField
from tabletop_tui.rules.pmc2640.ways.standing_checks import OVERLAP, off_table
from tabletop_tui.table.polygons import Box, grown, joined, overlap

INCH = 1.0


def can_move(battle: Battle, unit: Unit, allowance: int) -> bool:
    """Whether there is anywhere to go with a Move or more, or anything to do on the spot (PMC-GEN-11)."""
    stands, beside, around = (unit.models, unit.facing), ("step", unit.id), ("move", unit.id, allowance)
    return battle.find(beside, partial(look_beside, battle, unit), room=True, own=stands) or battle.find(
        around, partial(look_around, battle, unit, allowance), room=True, own=stands
    )


def look_beside(battle: Battle, unit: Unit) -> tuple[bool, Box]:
    """Whether it can do so without going further than an inch; and the box in which nothing may move for it to hold."""
    beside = Surroundings(battle, unit, box_around(unit.models, INCH + OVERLAP))
    way = free_way(beside)
    free = way is not None or any(MoveField(battle, unit, unit.type.move, around=beside).steps())
    return free, clear_box(unit, way or beside.box)


def look_around(battle: Battle, unit: Unit, allowance: int) -> tuple[bool, Box]:
    """The same wherever the allowance leads it."""
    field = MoveField(battle, unit, allowance)
    free = any(field.steps()) or field.can_go_anywhere()
    return free, clear_box(unit, field.around.box)


def free_way(beside: Surroundings) -> Box | None:
    """The box of a way of an inch, or of a turn on the spot, of which boxes alone tell that nothing is in its way."""
    kind, here = beside.unit.type, beside.unit.box
    if kind.vehicle:
        alone = not (beside.barriers or beside.wrecks or beside.others)
        return here if alone and kind.turn_cost <= kind.move else None
    if kind.move < INCH + PENALTY[False] or not coherent(beside.unit.models):
        return None  # a unit that was torn has to come together (PMC-COH-1), which boxes do not tell
    left, top, right, bottom = here
    ends = (grown((left + dx, top + dy, right + dx, bottom + dy), OVERLAP) for dx, dy in STEPS)
    return next((joined(here, there) for there in ends if is_free_way(beside, there)), None)


def is_free_way(beside: Surroundings, there: Box) -> bool:
    """Whether the boxes tell that nothing stops infantry on its straight way, and that nobody is near where it ends."""
    seat, radius, way = beside.unit.seat, beside.unit.type.radius, joined(beside.unit.box, there)
    return not (
        off_table(beside.battle, beside.unit, there)
        or any(overlap(piece.box, way, radius) for piece in beside.barriers)
        or any(overlap((*wreck.spot, *wreck.spot), way, radius + wreck.radius) for wreck in beside.wrecks)
        or any(
            overlap(other.box, there if other.seat == seat else way, radius + other.type.radius + CLEARANCE)
            for other in beside.others
        )
    )


def can_leave(battle: Battle, unit: Unit) -> bool:
    """Whether there is room for a unit outside its building (PMC-BLDG-1)."""
    key, own = ("leave", unit.id), (unit.building, unit.left)
    return battle.find(key, partial(look_outside, battle, unit), room=True, own=own)


def look_outside(battle: Battle, unit: Unit) -> tuple[bool, Box]:
    """The same, worked out; and the box in which nothing may move for it to hold."""
    field = LeaveField(battle, unit, reach=BUILDING_REACH)
    return field.has_room(), clear_box(unit, field.bounds)
