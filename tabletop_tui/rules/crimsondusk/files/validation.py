"""Whether Crimson Dusk data makes sense: what holds for each class beyond its types, in files and journals alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from tabletop_tui.files.loading import Strict
from tabletop_tui.files.map_shapes import check_pieces
from tabletop_tui.files.validation import Faults, Wrong, a_name, an_id, between, broken, one_of, within
from tabletop_tui.rules.crimsondusk.files.force_composition import refuse_force, refuse_section, refuse_soldier
from tabletop_tui.rules.crimsondusk.state.battlefield import Battlefield
from tabletop_tui.rules.crimsondusk.state.profiles import (
    Ammunition,
    Armour,
    Blade,
    Force,
    Sheet,
    Soldier,
    Trait,
    VehicleType,
    Weapon,
)
from tabletop_tui.rules.crimsondusk.state.scenario import Scenario
from tabletop_tui.rules.crimsondusk.state.terrain import KINDS, LINES, UNIT
from tabletop_tui.skirmish.map_files import check_name_and_kind, check_outline, check_sides
from tabletop_tui.table.terrain_pieces import Piece

MOST_SECTIONS, MOST_MEN = 30, 30
MOST_PIECES, MOST_GOALS = 100, 9
SEATS = (0, 1)
SMALLEST_SIDE, LARGEST_SIDE = 24, 144
TERRAIN = tuple(kind for kind in KINDS if kind != "open")


@cache
def plain() -> Strict:
    """The converter of this package for plain JSON data: set-ups, journals."""
    return Strict(CHECKS)


# ---------------------------------------------------------------- what is carried
def check_weapon(weapon: Weapon) -> None:
    an_id(weapon.id, "id")
    a_name(weapon.name)
    between(weapon.range, 1, 200, "range")
    between(weapon.rof, -9, 9, "rof")
    if not weapon.rof:
        raise Wrong("a rate of fire is not 0: below 0 it is the AP for one shot", "rof")
    for key, most in (("p", 30), ("at", 30), ("blast", 9), ("heavy", 9), ("flame", 9), ("hands", 2)):
        between(getattr(weapon, key), 0, most, key)
    between(weapon.to_hit, -9, 9, "to_hit")


def check_blade(blade: Blade) -> None:
    an_id(blade.id, "id")
    a_name(blade.name)
    between(blade.hands, 1, 2, "hands")
    between(blade.p, 0, 9, "p")
    between(blade.hit, -9, 9, "hit")


def check_ammunition(ammunition: Ammunition) -> None:
    an_id(ammunition.id, "id")
    a_name(ammunition.name)
    for key in ("blast", "p", "at"):
        between(getattr(ammunition, key), 0, 30, key)


def check_armour(armour: Armour) -> None:
    an_id(armour.id, "id")
    a_name(armour.name)
    between(armour.av, 1, 30, "av")


def check_trait(trait: Trait) -> None:
    an_id(trait.id, "id")
    a_name(trait.name)
    between(trait.low, 0, 99, "low")
    between(trait.high, trait.low, 99, "high")


def check_vehicle(kind: VehicleType) -> None:
    """A catalogue of the players' own may hold other vehicles than the book's (CD-VEX-1)."""
    an_id(kind.id, "id")
    a_name(kind.name)
    between(kind.speed, 1, 99, "speed")
    between(kind.acdc, 1, kind.speed, "acdc")
    between(kind.tr, 1, 30, "tr")
    between(kind.av, 1, 30, "av")
    between(kind.dam, 1, 200, "dam")
    between(kind.crew, 1, 12, "crew")
    between(kind.seats, 0, MOST_MEN, "seats")
    within(kind.size, 1.0, 6.0, "size")


# ---------------------------------------------------------------- forces
def check_soldier(soldier: Soldier) -> None:
    between(soldier.ap, 1, 9, "ap")
    between(soldier.av, 1, 30, "av")
    between(soldier.cb, 0, 5, "cb")
    for key in ("sm", "mm"):
        between(getattr(soldier, key), -5, 5, key)
    if (refusal := refuse_soldier(soldier)) is not None:
        raise broken(refusal)


def check_sheet(sheet: Sheet) -> None:
    a_name(sheet.name)
    between(len(sheet.men), 1, MOST_MEN, "men")
    within(sheet.size, 0.25, 6.0, "size")
    between(sheet.cost, 0, 9999, "cost")
    if (refusal := refuse_section(sheet)) is not None:
        raise broken(refusal)


def check_force(force: Force) -> None:
    faults = Faults()
    with faults.of():
        a_name(force.name)
    with faults.of("sections"):
        between(len(force.sections), 0, MOST_SECTIONS, "")
        if (refusal := refuse_force(force.sections)) is not None:
            raise broken(refusal)
    faults.raise_any()


# ---------------------------------------------------------------- tables and scenarios
def check_piece(piece: Piece) -> None:
    check_name_and_kind(piece, TERRAIN)
    check_outline(piece, LINES)


def check_table(table: Battlefield, places: Sequence[str] = ()) -> None:
    """`places` says where each piece is written, if not in a list of pieces."""
    a_name(table.name)
    check_sides(table, SMALLEST_SIDE, LARGEST_SIDE)
    if len(table.pieces) > MOST_PIECES:
        raise Wrong(f"a table has at most {MOST_PIECES} pieces of terrain, not {len(table.pieces)}", "pieces")
    check_pieces(table.pieces, table.width, table.height, UNIT, places)


def check_scenario(scenario: Scenario) -> None:
    a_name(scenario.name)
    between(scenario.points, 10, 9999, "points")
    between(scenario.turns, 1, 30, "turns")
    within(scenario.strip, 4.0, scenario.table.height / 2, "strip")
    if scenario.limits and len(scenario.limits) != len(SEATS):
        raise Wrong(f"give a limit for each of the {len(SEATS)} seats, not {len(scenario.limits)}", "limits")
    for number, limit in enumerate(scenario.limits):
        between(limit, 10, 9999, f"limits[{number}]")
    check_goals(scenario)


def check_goals(scenario: Scenario) -> None:
    """The places and the building that a mission needs, and no others."""
    table = scenario.table
    for number, goal in enumerate(scenario.goals):
        a_name(goal.name)
        within(goal.spot[0], 0.0, table.width, f"goals[{number}].spot")
        within(goal.spot[1], 0.0, table.height, f"goals[{number}].spot")
    if (scenario.mission == "crossroads") != bool(scenario.goals):
        raise Wrong("goals belong to the mission 'crossroads', which needs one at least", "goals")
    if len(scenario.goals) > MOST_GOALS:
        raise Wrong(f"a scenario has at most {MOST_GOALS} goals, not {len(scenario.goals)}", "goals")
    houses = [piece.name for piece in table.by_effect["building"] if piece.name]
    if (scenario.mission == "hold-house") != bool(scenario.house):
        raise Wrong("a house belongs to the mission 'hold-house', which needs one", "house")
    if scenario.house and scenario.house not in houses:
        raise one_of(scenario.house, houses, "named building").inside("house")


CHECKS: dict[type, Callable[[Any], None]] = {
    Weapon: check_weapon,
    Blade: check_blade,
    Ammunition: check_ammunition,
    Armour: check_armour,
    Trait: check_trait,
    VehicleType: check_vehicle,
    Soldier: check_soldier,
    Sheet: check_sheet,
    Force: check_force,
    Piece: check_piece,
    Battlefield: check_table,
    Scenario: check_scenario,
}
