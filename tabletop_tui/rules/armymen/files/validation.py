"""Whether Army Men data makes sense: what holds for each class beyond its types, in files and journals alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from tabletop_tui.files.loading import Strict
from tabletop_tui.files.map_shapes import check_pieces
from tabletop_tui.files.validation import Faults, Wrong, a_line, a_name, an_id, between, broken, within
from tabletop_tui.rules.armymen.files.force_composition import refuse_army
from tabletop_tui.rules.armymen.state.battlefield import Battlefield
from tabletop_tui.rules.armymen.state.profiles import Army, Sheet, UnitType, Upgrade, Weapon
from tabletop_tui.rules.armymen.state.scenario import Scenario
from tabletop_tui.rules.armymen.state.terrain import KINDS, LINES, UNIT
from tabletop_tui.skirmish.map_files import check_name_and_kind, check_outline, check_sides
from tabletop_tui.table.terrain_pieces import Piece

MOST_UNITS = 60
MOST_PIECES = 100
FEWEST_PIECES = 5
"""Of terrain on a table (AMC-PREP-2)."""
TABLE_SIDE = 48
"""The table is square, 48 in wide (AMC-PREP-1); a larger game of ours may have a larger one."""
LARGEST_SIDE = 144
SMALLEST_SIDE = 6
"""Of the table of a position, in inches."""
TERRAIN = tuple(kind for kind in KINDS if kind != "open")


@cache
def plain() -> Strict:
    """The converter of this package for plain JSON data: set-ups, journals."""
    return Strict(CHECKS)


@cache
def in_play() -> Strict:
    """The same for what stands in a position: it need not be fit to begin a battle with."""
    return Strict({**CHECKS, Army: check_army_in_play, Battlefield: check_table_in_play})


# ---------------------------------------------------------------- units and armies
def check_weapon(weapon: Weapon) -> None:
    an_id(weapon.id, "id")
    a_name(weapon.name)
    between(weapon.range, 0, 99, "range")
    between(weapon.attacks, 0, 99, "attacks")
    between(weapon.dice, 0, 9, "dice")
    if bool(weapon.attacks) == bool(weapon.dice):
        raise Wrong("give a number of attacks or of dice, and not both", "attacks")


def check_type(kind: UnitType) -> None:
    an_id(kind.id, "id")
    a_name(kind.name)
    if not kind.costs:
        raise Wrong("give at least one size with its price", "costs")
    for number, (size, cost) in enumerate(kind.costs):
        between(size, 1, 20, f"costs[{number}]")
        between(cost, 1, 9999, f"costs[{number}]")
        if kind.vehicle and size != 1:
            raise Wrong("a vehicle is a unit of one model", f"costs[{number}]")
    _check_numbers(kind)


def check_upgrade(upgrade: Upgrade) -> None:
    an_id(upgrade.id, "id")
    a_name(upgrade.name)
    between(upgrade.cost, 0, 9999, "cost")
    between(upgrade.armour, 0, 9, "armour")
    between(upgrade.capacity, 0, 99, "capacity")


def _check_numbers(unit: UnitType | Sheet) -> None:
    between(unit.armour, 0, 9, "armour")
    between(unit.capacity, 0, 99, "capacity")
    between(unit.advance, 0, 48, "advance")
    between(unit.rush, unit.advance, 96, "rush")
    within(unit.radius, 0.25, 3.0, "radius")


def check_sheet(sheet: Sheet) -> None:
    a_name(sheet.name)
    between(sheet.size, 1, 20, "size")
    between(sheet.cost, 1, 9999, "cost")
    _check_numbers(sheet)
    if len(sheet.arms) != sheet.size:
        raise Wrong(f"give the weapons of {sheet.size} models, not of {len(sheet.arms)}", "arms")
    if sheet.vehicle and sheet.size != 1:
        raise Wrong("a vehicle is a unit of one model", "size")
    for name, weapon in sheet.weapons.items():
        if name != weapon.id:
            raise Wrong(f"the weapon {weapon.id!r} is listed as {name!r}", "weapons")
    for number, arms in enumerate(sheet.arms):
        for name in arms:
            if name not in sheet.weapons or not sheet.weapons[name].range:
                raise Wrong(f"{name!r} is no weapon that it could fire", f"arms[{number}]")
    if sheet.melee not in sheet.weapons or sheet.weapons[sheet.melee].range or not sheet.weapons[sheet.melee].attacks:
        raise Wrong(f"{sheet.melee!r} is no melee weapon of it", "melee")
    for number, name in enumerate(sheet.bought):
        a_line(name, f"bought[{number}]")


def check_army_in_play(army: Army) -> None:
    """Any units, one at least; in a position nobody asks how the army was composed."""
    faults = Faults()
    with faults.of():
        a_name(army.name)
    with faults.of():
        between(army.points, 50, 9999, "points")
    with faults.of("units"):
        if not 1 <= len(army.units) <= MOST_UNITS:
            raise Wrong(f"give 1 to {MOST_UNITS} units, not {len(army.units)}")
    faults.raise_any()


def check_army(army: Army) -> None:
    faults = Faults()
    with faults.of():
        a_name(army.name)
    with faults.of():
        between(army.points, 50, 9999, "points")
    with faults.of("units"):
        if len(army.units) > MOST_UNITS:
            raise Wrong(f"give at most {MOST_UNITS} units, not {len(army.units)}")
        if (refusal := refuse_army(army.units, army.points)) is not None:
            raise broken(refusal)
    faults.raise_any()


# ---------------------------------------------------------------- tables and scenarios
def check_piece(piece: Piece) -> None:
    check_name_and_kind(piece, TERRAIN)
    check_outline(piece, LINES)


def check_table_in_play(table: Battlefield) -> None:
    """A table of any size and with any terrain."""
    a_name(table.name)
    check_sides(table, SMALLEST_SIDE, LARGEST_SIDE)
    if len(table.pieces) > MOST_PIECES:
        raise Wrong(f"give at most {MOST_PIECES} pieces of terrain, not {len(table.pieces)}", "pieces")
    check_pieces(table.pieces, table.width, table.height, UNIT)


def check_table(table: Battlefield, places: Sequence[str] = ()) -> None:
    """`places` says where each piece is written, if not in a list of pieces."""
    a_name(table.name)
    check_sides(table, TABLE_SIDE, LARGEST_SIDE)
    if not FEWEST_PIECES <= len(table.pieces) <= MOST_PIECES:
        fix = f"a table has {FEWEST_PIECES} to {MOST_PIECES} pieces of terrain, not {len(table.pieces)} (AMC-PREP-2)"
        raise Wrong(fix, "pieces")
    check_pieces(table.pieces, table.width, table.height, UNIT, places)


def check_scenario(scenario: Scenario) -> None:
    a_name(scenario.name)
    between(scenario.points, 50, 9999, "points")
    between(scenario.rounds, 1, 20, "rounds")


CHECKS: dict[type, Callable[[Any], None]] = {
    Weapon: check_weapon,
    UnitType: check_type,
    Upgrade: check_upgrade,
    Sheet: check_sheet,
    Army: check_army,
    Piece: check_piece,
    Battlefield: check_table,
    Scenario: check_scenario,
}
