"""Who holds what in a battle (PMC-OBJ-4, PMC-OBJ-5, PMC-OBJ-6), by the same functions that score it at the end."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui.engine.objective_holders import Held
from tabletop_tui.rules.pmc2640.state import distances
from tabletop_tui.rules.pmc2640.state.battle import Battle, Location, Unit
from tabletop_tui.rules.pmc2640.state.terrain_state import piece_spot
from tabletop_tui.rules.pmc2640.state.victory import ATTACKER, CAPTURE_REACH, DEFENDER, Near, holder, near
from tabletop_tui.table.points import spot_text


def holders(battle: Battle) -> Iterator[Held]:
    """The target of Destroy; else each location that may be the true one."""
    target = battle.scenario.target
    if battle.scenario.type == "destroy" and target:
        fallen = target in battle.rubble
        name = battle.table.by_id[target].name or target
        why = "it is destroyed" if fallen else "it still stands"
        yield Held(name, piece_spot(battle, target), (ATTACKER if fallen else DEFENDER,), why, ("PMC-OBJ-6",))
    for location in battle.locations.values():
        if location.state != "false":
            yield at_location(battle, location)


def at_location(battle: Battle, location: Location) -> Held:
    spot = spot_text(location.spot)
    if not location.state:
        return Held(location.id, spot, (), "it is not checked yet", ("PMC-FIND-1", "PMC-FIND-4"))
    found = near(battle, location.id)
    seat = holder(found.units)
    return Held(location.id, spot, () if seat is None else (seat,), why(battle, location, found), ("PMC-OBJ-5",))


def why(battle: Battle, location: Location, found: Near) -> str:
    """Which units count at a location, or why none does."""
    within = "on it" if found.on_it else f"within {CAPTURE_REACH} in"
    if not found.units:
        return f"no unit that is not Broken is {within}"
    if len({unit.seat for unit in found.units}) > 1:
        one, other = (next(unit for unit in found.units if unit.seat == seat) for seat in (0, 1))
        return f"{one.id} and {other.id} are both {within}"
    if all(unit.suppressed for unit in found.units):
        return f"{', '.join(unit.id for unit in found.units)} {'are' if len(found.units) > 1 else 'is'} Suppressed"
    steady = min((unit for unit in found.units if not unit.suppressed), key=lambda unit: far(battle, unit, location))
    return f"{steady.id} is {'on it' if found.on_it else f'{far(battle, steady, location):.1f} in off'}"


def far(battle: Battle, unit: Unit, location: Location) -> float:
    """Inches from a unit to the rim of a location."""
    return distances.distance_to_piece(battle, unit, location.id)
