"""What can be laid over the table for a unit: reach, ranges, threats, sight, arcs, coherency."""

from __future__ import annotations

from itertools import product
from math import ceil, dist, floor

from attrs import evolve

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.overlays import Overlay
from tabletop_tui.engine.sight_grades import CLEAR, SEEN, UNSEEN
from tabletop_tui.rules.pmc2640.orders.actions import MOVE_EXTRA
from tabletop_tui.rules.pmc2640.shooting.shooting_limits import refuse_both
from tabletop_tui.rules.pmc2640.sight import sight
from tabletop_tui.rules.pmc2640.sight.sight_map import unseen_anywhere
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.state.battle import Battle, Unit
from tabletop_tui.rules.pmc2640.state.coherency import LINK, coherent
from tabletop_tui.rules.pmc2640.state.profiles import AUXILIARY_RANGE, half_of
from tabletop_tui.rules.pmc2640.ways.move_field import CLEARANCE, MoveField
from tabletop_tui.skirmish import overlay_lines
from tabletop_tui.skirmish.incremental_search import Sought
from tabletop_tui.table import bases, formations
from tabletop_tui.table.line_of_sight import chart
from tabletop_tui.table.points import Spot, Spots, parse_spot, spot_text

OVERLAYS = ("reach", "range", "threat", "sight", "coherency", "arcs")
GRADES = SEEN
"""Somebody is in sight or not; cover is another matter (PMC-LOS-1)."""
ARC_LENGTH = 6.0


def overlay(game: Game[Battle], name: str, unit_id: str) -> Overlay:
    """One of OVERLAYS for a unit, as the game now stands; empty where the unit is not on the table."""
    battle = game.state
    unit = battle.units.get(unit_id)
    if unit is None or not unit.on_table:
        return Overlay(name, {})
    return MAKERS[name](battle, unit)


def reach(battle: Battle, unit: Unit) -> Overlay:
    """Where a Move could take the unit."""
    return Overlay("reach", Sought(move_field(battle, unit)) if unit.models else {})


def move_field(battle: Battle, unit: Unit) -> MoveField:
    return MoveField(battle, unit, unit.type.move + MOVE_EXTRA)


def ranges(battle: Battle, unit: Unit) -> Overlay:
    """The rims of Range, half Range, minimum range and auxiliary weapons, measured from the bases or the walls."""
    rims: dict[float, str] = {unit.type.range: f"{unit.type.range} in", half_of(unit.type.range): "half"}
    if unit.type.minimum_range:
        rims[unit.type.minimum_range] = "minimum"
    elif unit.type.range != AUXILIARY_RANGE:
        rims[AUXILIARY_RANGE] = "auxiliary"
    return Overlay("range", {}, "sensors", overlay_lines.rims(distances.footprint(battle, unit), rims))


def threats(battle: Battle, unit: Unit) -> Overlay:
    """For each place that the unit could move to, how many enemy units could shoot at it there."""
    if not unit.models:
        return Overlay("threat", {}, "threat")
    probe, field = battle.clone(), move_field(battle, unit)
    ghost = probe.units[unit.id]
    enemies = [
        enemy
        for enemy in probe.enemies(unit.seat)
        if not enemy.suppressed
        and distances.within(
            probe, enemy, unit, max(enemy.type.range, AUXILIARY_RANGE) + field.allowance
        )  # once it has moved
    ]

    def shooters(text: str) -> int:
        ghost.models = moved(unit, text)
        return sum(refuse_both(probe, enemy, ghost, "fire") is None for enemy in enemies)

    return Overlay("threat", Sought(field, shooters), "threat")


def moved(unit: Unit, text: str) -> Spots:
    """The models with the middle of the unit at another place."""
    spot = parse_spot(text)
    assert spot is not None, text
    x, y = bases.place_of(unit.models)
    return formations.shifted(unit.models, (spot[0] - x, spot[1] - y))


def views(battle: Battle, unit: Unit) -> Overlay:
    """For each place whether the unit would see a single model there, or the unit there."""
    hidden, height = unseen_anywhere(battle, unit), int(battle.table.height)
    for other in battle.units.values():
        if other.on_table and (covered := covers(battle, other)):
            hidden[[x * (height + 1) + y for x, y in covered]] = sees(battle, unit, other) == UNSEEN.label
    return Overlay("sight", chart(hidden, height), "sight", grades=GRADES)


def sees(battle: Battle, unit: Unit, other: Unit) -> str:
    """Whether a unit sees another: its own models hide the ground between them, but not the unit itself."""
    if other is unit:
        return CLEAR.label
    near = distances.within(battle, unit, other, sight.FURTHEST_SIGHT)  # what is too far away is soon told
    return CLEAR.label if near and sight.no_sight(battle, unit, other) is None else UNSEEN.label


def view(game: Game[Battle], unit_id: str, spot: str) -> str:
    """What a unit sees of a spot, as in the overlay 'sight'; '' for one not on the table."""
    battle = game.state
    unit, place = battle.units.get(unit_id), parse_spot(spot)
    if unit is None or not unit.on_table or place is None:
        return ""
    if (there := unit_at(battle, place)) is not None:
        return sees(battle, unit, there)
    return glimpse(battle, unit, place)


def glimpse(battle: Battle, unit: Unit, place: Spot) -> str:
    """What a unit would see of a single model at a place, as if nobody else were to be seen there."""
    ghost = Unit("ghost", 1 - unit.seat, evolve(unit.type, vehicle=False), (place,), left=1)
    return UNSEEN.label if sight.no_sight(battle, unit, ghost) else CLEAR.label


def unit_at(battle: Battle, place: Spot) -> Unit | None:
    """The unit that stands at a place: within one of its bases, in its very middle, or in the building there."""
    for unit in battle.units.values():
        if unit.on_table and any(dist(spot, place) <= unit.type.radius for spot in unit.models):
            return unit
    where = spot_text(place)
    return next(
        (unit for unit in battle.units.values() if unit.on_table and distances.place_text(battle, unit) == where), None
    )


def covers(battle: Battle, unit: Unit) -> set[tuple[int, int]]:
    """The whole inches where a unit stands as `unit_at` finds it."""
    radius, found = unit.type.radius, set[tuple[int, int]]()
    middle = parse_spot(distances.place_text(battle, unit))
    for spot, reach in [*((spot, radius) for spot in unit.models), *([(middle, 0.0)] if middle else [])]:
        across, down = (range(ceil(at - reach), floor(at + reach) + 1) for at in spot)
        found |= {(x, y) for x, y in product(across, down) if dist(spot, (x, y)) <= reach}
    return found


def coherency(battle: Battle, unit: Unit) -> Overlay:
    """The links of the chain, and the inch around the unit that other units keep clear of."""
    torn = not unit.vehicle and not coherent(unit.models)
    kind, label = ("threat", "out of coherency") if torn else ("sensors", "1 in clear")
    clear = overlay_lines.rim(distances.footprint(battle, unit), CLEARANCE, kind, label)
    return Overlay("coherency", {}, "reach", (*overlay_lines.links(unit.models, unit.type.radius, LINK), *clear))


def arcs(battle: Battle, unit: Unit) -> Overlay:
    """The borders of a vehicle's four arcs; of infantry, which has none, nothing."""
    if not unit.vehicle or not unit.models:
        return Overlay("arcs", {})
    return Overlay("arcs", {}, "sensors", overlay_lines.arcs(unit.models[0], unit.facing, ARC_LENGTH))


MAKERS = {
    "reach": reach,
    "range": ranges,
    "threat": threats,
    "sight": views,
    "coherency": coherency,
    "arcs": arcs,
}
