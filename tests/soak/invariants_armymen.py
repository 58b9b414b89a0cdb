"""What must hold in an Army Men battle whenever a question waits, whatever has happened."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import dist
from zlib import crc32

from tabletop_tui.engine.events import Began, Closed, Event, Fell, Shot
from tabletop_tui.engine.game import Game
from tabletop_tui.rules.armymen.damage.damage import BailOut, Casualties, ChooseCasualty
from tabletop_tui.rules.armymen.reactions.guarded_march import ChooseGuard, UnitMarch
from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.state.victory import points
from tabletop_tui.rules.armymen.turn.setup import PlaceUnit
from tabletop_tui.rules.armymen.ways.charge_assignment import into_contact
from tabletop_tui.rules.armymen.ways.charge_move import Tracks
from tabletop_tui.table import bases
from tabletop_tui.table.points import Spot
from tests.soak.contact import faults

LOOKED_AT = 3
"""One in so many ways into contact is gone over by brute force, which takes long."""
GRACE = 0.05
"""Places are kept to the hundredth of an inch, and bases that touch may seem a little apart or in each other."""


def hold(game: Game[Battle]) -> None:
    """All invariants of the state."""
    battle = game.state
    bailing = {step.unit for step in game.agenda if isinstance(step, BailOut)}
    # Whoever is halted on its way may just be passing: out of the vehicle that carried it, through friends.
    marches = [step.march if isinstance(step, ChooseGuard) else step for step in game.agenda]
    moving = {step.unit for step in marches if isinstance(step, UnitMarch)}
    arriving = {step.unit for step in game.agenda if isinstance(step, PlaceUnit)}
    for unit in battle.units.values():
        _flags(unit)
        if unit.id not in bailing | moving | arriving:
            _place(battle, unit)
        _load(battle, unit, bailing)
    standing = [unit for unit in battle.units.values() if unit.models and unit.id not in moving]
    for one, other in combinations(standing, 2):
        near = bases.edge_distance(one.models, one.radius, other.models, other.radius)
        if near == 0:
            gap = min(dist(a, b) for a in one.models for b in other.models)
            assert gap >= one.radius + other.radius - GRACE, f"{one.name} stands on {other.name}"
    worth = points(battle)
    for seat in (0, 1):
        assert 0 <= worth[seat] <= battle.armies[1 - seat].cost
    assert battle.round <= battle.scenario.rounds
    for step in game.agenda:
        if isinstance(step, ChooseCasualty | Casualties):
            assert step.lost > 0


def into_contact_checked(
    battle: Battle,
    unit: Unit,
    target: Unit,
    allowance: float,
    side: Spot | None = None,
    keep: float = 0.0,
    fixed: dict[int, Spot] | None = None,
) -> Tracks:
    """`into_contact`, and everybody who could touch the target does; nobody goes too far, and the unit is together."""
    tracks = into_contact(battle, unit, target, allowance, side, keep, fixed)
    places = repr((unit.models, target.models, side))
    if fixed is None and crc32(places.encode()) % LOOKED_AT == 0:
        found = list(faults(battle, unit, target, allowance, tracks, keep))
        assert not found, f"{unit.name} at {target.name}, {places}: {found}"
    return tracks


def melees_end(events: Iterable[Event]) -> None:
    """A melee ends with a unit destroyed, but for a charge whose front was shot away (AMC-MELEE-8)."""
    charge, ended, shot = "", True, False
    for event in events:
        if "AMC-ACT-7" in event.rules:
            charge, ended, shot = event.text, False, False
        elif isinstance(event, Fell):
            ended = True
        elif charge and isinstance(event, Shot):
            shot = True
        elif "there is no melee" in event.text:
            assert shot, f"{charge} comes to nothing"
            ended = True
        elif isinstance(event, Began | Closed):
            assert ended, f"{charge}, and nobody is destroyed"
            charge = ""


def _flags(unit: Unit) -> None:
    """What a unit can be at once."""
    assert not (unit.guarding and unit.hunkered)
    assert not (unit.vehicle and (unit.pinned or unit.guarding or unit.hunkered))
    assert not ((unit.rattled or unit.stuck) and not unit.vehicle)
    assert not (unit.destroyed and unit.pinned)
    assert len(unit.arms) <= unit.sheet.size


def _place(battle: Battle, unit: Unit) -> None:
    """A unit that does not move just now is in one place: to be placed, on the table, aboard, or destroyed."""
    if battle.round:
        places = [bool(unit.models), bool(unit.aboard), unit.destroyed]
        assert sum(places) == 1, f"{unit.name} is in {sum(places)} places"
    if not unit.models:
        return
    assert len(unit.models) == len(unit.arms)
    table, least = battle.table, unit.radius - GRACE
    for x, y in unit.models:
        assert least <= x <= table.width - least, f"{unit.name} off the table at {x},{y}"
        assert least <= y <= table.height - least, f"{unit.name} off the table at {x},{y}"
    for a, b in combinations(unit.models, 2):
        assert dist(a, b) >= 2 * unit.radius - GRACE, f"two models of {unit.name} overlap"


def _load(battle: Battle, unit: Unit, bailing: set[str]) -> None:
    """A vehicle carries no more than it can, of its own side, and only while it stands."""
    aboard = battle.passengers(unit)
    assert sum(passenger.left for passenger in aboard) <= max(unit.sheet.capacity, 0)
    for passenger in aboard:
        assert passenger.seat == unit.seat
        assert unit.models or passenger.id in bailing, f"{passenger.name} is aboard {unit.name}, which is gone"
