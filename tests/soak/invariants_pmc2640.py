"""What must hold in a PMC 2640 battle whenever a question waits, whatever has happened."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from tabletop_tui.engine.game import Game
from tabletop_tui.rules.pmc2640 import geometry as geo
from tabletop_tui.rules.pmc2640.battle import MOST_SUPPRESSION, Battle, Unit
from tabletop_tui.rules.pmc2640.damage import ChooseCasualty, KnockOut
from tabletop_tui.rules.pmc2640.tables import TableMap
from tabletop_tui.table import plane
from tabletop_tui.table.plane import apart
from tabletop_tui.table.spots import Spots

GRACE = 0.02
"""Places are kept to the hundredth of an inch."""


def hold(game: Game) -> None:
    """All invariants of the state."""
    battle: Battle = game.state
    losing = {step.unit for step in game.agenda if isinstance(step, ChooseCasualty | KnockOut)}
    for unit in battle.units.values():
        _points(unit, losing)
        _place(battle, unit)
    for one, other in combinations([unit for unit in battle.on_table() if unit.models], 2):
        _apart(one, other)
    houses = [unit.building for unit in battle.on_table() if unit.building]
    assert len(set(houses)) == len(houses), "two units in one building"
    assert not set(houses) & battle.rubble, "a unit is inside rubble"
    assert not battle.active or battle.active in battle.units
    assert battle.turn <= 40
    states = [location.state for location in battle.locations.values()]
    assert states.count("true") <= 1
    assert "true" not in states or "" not in states, "the true location is found and another is unknown"


def _points(unit: Unit, losing: set[str]) -> None:
    """Models, Suppression and Damage add up."""
    assert 0 <= unit.suppression <= MOST_SUPPRESSION
    assert 0 <= unit.left <= unit.type.size
    assert unit.damage >= 0
    assert not (unit.vehicle and unit.suppression), "a suppressed vehicle"
    assert unit.morale >= 1
    assert not unit.broken or unit.suppressed, "Broken units are not steady"
    if unit.vehicle and unit.left and unit.id not in losing:
        assert unit.damage <= unit.type.morale, f"{unit.name} should be a wreck"


def _place(battle: Battle, unit: Unit) -> None:
    """A unit is in one place: in reserve, in a building, on the table, or gone."""
    places = [bool(unit.reserve), bool(unit.building), bool(unit.models), bool(unit.fate)]
    assert sum(places) == 1, f"{unit.name} is in {sum(places)} places"
    if not unit.models:
        return
    assert len(unit.models) == unit.left
    fault = _fault_of(battle.table, battle.destroyed, battle.rubble, unit.models, unit.type.radius)
    assert not fault, f"{unit.name}: {fault}"
    if not unit.vehicle and unit.left == unit.type.size:
        assert geo.coherent(unit.models), f"{unit.name} is out of coherency"


@lru_cache(maxsize=4096)
def _fault_of(table: TableMap, destroyed: frozenset[str], rubble: frozenset[str], models: Spots, radius: float) -> str:
    """What is wrong with where models stand: off the table, on what nobody can stand on, on each other."""
    gone = destroyed | rubble
    closed = [piece for piece in table.pieces if piece.terrain.impassable and piece.id not in gone]
    least = radius - GRACE
    for x, y in models:
        if not (least <= x <= table.width - least and least <= y <= table.height - least):
            return f"off the table at {x},{y}"
        for piece in closed:
            if piece.figure.near((x, y), least):
                return f"on {piece.id}"
    if any(apart(a, b) < 2 * radius - GRACE for a, b in combinations(models, 2)):
        return "two models overlap"
    return ""


def _apart(one: Unit, other: Unit) -> None:
    """Friends keep 1 in apart; enemies may touch after an assault, but nobody stands on another."""
    gap = plane.gap(one.models, one.type.radius, other.models, other.type.radius)
    if one.seat == other.seat:
        assert gap >= 1 - GRACE, f"{one.name} is {gap:.2f} in from {other.name}"
    if gap == 0:
        nearest = min(apart(a, b) for a in one.models for b in other.models)
        assert nearest >= one.type.radius + other.type.radius - GRACE, f"{one.name} stands on {other.name}"
