"""What can be laid over the table for a unit: reach, ranges, threats, sight, overwatch, command, the chain."""

from __future__ import annotations

from collections.abc import Callable

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.overlays import Overlay, Trace
from tabletop_tui.engine.sight_grades import CLEAR, SEEN, UNSEEN
from tabletop_tui.rules.crimsondusk.reactions.overwatch import common_weapon
from tabletop_tui.rules.crimsondusk.shown.vehicle_views import reach_of_vehicle
from tabletop_tui.rules.crimsondusk.sight import sight, sight_map
from tabletop_tui.rules.crimsondusk.sight.threats import furthest_of, threatens, weapons_of
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.coherency import leader_of
from tabletop_tui.rules.crimsondusk.state.terrain import UNIT
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.ways.move_field import MoveField, move_field
from tabletop_tui.rules.crimsondusk.ways.movement_limits import refuse_run
from tabletop_tui.skirmish import overlay_lines
from tabletop_tui.skirmish.incremental_search import Sought
from tabletop_tui.skirmish.unit_at_place import standing_at, whole_places
from tabletop_tui.table.bases import body
from tabletop_tui.table.line_of_sight import chart, lattice
from tabletop_tui.table.points import parse_spot

OVERLAYS = ("reach", "range", "threat", "sight", "overwatch", "command", "coherency")
GRADES = SEEN
HALF_AGAIN = 1.5
TERROR = 5.0
"""Who comes this near to somebody terrifying is tested, in units (CD-SR-TERRIFY-1)."""


def overlay(game: Game[Battle], name: str, unit_id: str) -> Overlay:
    """One of OVERLAYS for a unit, as the game now stands; empty where the unit is not on the table."""
    battle = game.state
    unit = battle.units.get(unit_id)
    if unit is None or not unit.models or not unit.men or unit.gone:
        return Overlay(name, {})
    return MAKERS[name](battle, unit)


# ---------------------------------------------------------------- where it could go
def field_of(battle: Battle, unit: Unit) -> MoveField:
    """Where all its men could go with one AP, running if they may."""
    return move_field(battle, unit, {man.id: refuse_run(unit, man) is None for man in unit.men})


def reach(battle: Battle, unit: Unit) -> Overlay:
    field = field_of(battle, unit) if unit.hull is None else reach_of_vehicle(battle, unit)
    return Overlay("reach", Sought(field))


def threats(battle: Battle, unit: Unit) -> Overlay:
    """For each place that its middle could go to, how many enemy sections would see and reach it there."""
    if unit.hull is not None:
        return Overlay("threat", {}, "threat")
    field = field_of(battle, unit)
    enemies = [(enemy, furthest_of(enemy)) for enemy in battle.enemies(unit.seat)]

    def shooters(text: str) -> int:
        there = parse_spot(text)
        assert there is not None, text
        return sum(threatens(battle, enemy, far, unit, there) for enemy, far in enemies)

    return Overlay("threat", Sought(field, shooters), "threat")


# ---------------------------------------------------------------- how far its weapons reach
def ranges(battle: Battle, unit: Unit) -> Overlay:
    """The rim of each weapon, and half as far again, where a hit only counts for pinning (CD-SHOOT-3)."""
    labels: dict[float, str] = {}
    for weapon in weapons_of(unit):
        labels[float(weapon.range)] = f"{weapon.name} {weapon.range} {UNIT.short}"
    if labels:
        furthest = max(labels)
        labels.setdefault(HALF_AGAIN * furthest, f"no damage beyond {furthest:g} {UNIT.short}")
    return Overlay("range", {}, "sensors", overlay_lines.rims(body(unit.models, unit.radius), labels))


def watching(battle: Battle, unit: Unit) -> Overlay:
    """How far each section on overwatch reaches, of both sides; of one that is not, how far it would (CD-OW-4)."""
    units = [one for one in battle.on_table() if one.overwatch] or [unit]
    traces: list[Trace] = []
    for one in units:
        if (weapon := common_weapon(one)) is not None:
            kind = "threat" if one.seat != unit.seat else "sensors"
            label = f"{one.id} {weapon.name} {weapon.range} {UNIT.short}"
            traces += overlay_lines.rim(body(one.models, one.radius), float(weapon.range), kind, label)
    return Overlay("overwatch", {}, "sensors", tuple(traces))


# ---------------------------------------------------------------- what it sees
def views(battle: Battle, unit: Unit) -> Overlay:
    """For each place whether the unit sees a model there, or whoever stands there."""
    width, height = int(battle.table.width), int(battle.table.height)
    unseen = sight_map.unseen(battle, unit, lattice(width, height))
    places = [(x, y) for other in battle.on_table() for x, y in whole_places(other)]
    for x, y in places:
        if x <= width and y <= height and (there := standing_at(battle.on_table(), (x, y))) is not None:
            unseen[x * (height + 1) + y] = there is not unit and not sight.sees(battle, unit, there)
    return Overlay("sight", chart(unseen, height), "sight", grades=GRADES)


def view(game: Game[Battle], unit_id: str, where: str) -> str:
    """What a unit sees of whoever stands at a spot, or would see of a model there, as in the overlay 'sight'.

    The models of who stands there hide the ground between them, but not the unit. '' for one that is not on the table.
    """
    battle = game.state
    unit, place = battle.units.get(unit_id), parse_spot(where)
    if unit is None or not unit.models or place is None:
        return ""
    if (there := standing_at(battle.on_table(), place)) is not None:
        return CLEAR.label if there is unit or sight.sees(battle, unit, there) else UNSEEN.label
    return CLEAR.label if sight.sees_spot(battle, unit, place) else UNSEEN.label


# ---------------------------------------------------------------- who holds together
def command(battle: Battle, unit: Unit) -> Overlay:
    """Within what a section has to be for the bonus of each leader of its side; where the terrifying frighten."""
    traces: list[Trace] = []
    for one in battle.on_table():
        number = leader_of(one)
        if number is not None and one.seat == unit.seat and (bonus := one.men[number].soldier.cb):
            here = body((one.models[number],), one.radius)
            traces += overlay_lines.rim(here, unit.spacing, "reach", f"{one.id} CB +{bonus}")
        frightful = [spot for man, spot in zip(one.men, one.models, strict=True) if man.soldier.has("terrifying")]
        if frightful and one.seat != unit.seat:
            traces += overlay_lines.rim(body(tuple(frightful), one.radius), TERROR, "threat", f"{one.id} terrifying")
    return Overlay("command", {}, "reach", tuple(traces))


def coherency(battle: Battle, unit: Unit) -> Overlay:
    """The links of the chain."""
    return Overlay("coherency", {}, "reach", tuple(overlay_lines.links(unit.models, unit.radius, unit.spacing)))


MAKERS: dict[str, Callable[[Battle, Unit], Overlay]] = {
    "reach": reach,
    "range": ranges,
    "threat": threats,
    "sight": views,
    "overwatch": watching,
    "command": command,
    "coherency": coherency,
}
