"""Whether TechCommander data makes sense: what holds for each class beyond its types, in files and journals alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from tabletop_tui.files.loading import Strict
from tabletop_tui.files.map_shapes import check_inside, check_pieces
from tabletop_tui.files.validation import Faults, Wrong, a_line, a_name, an_id, between, broken, within
from tabletop_tui.rules.techcommander.files.force_composition import CLASSES, refuse_build
from tabletop_tui.rules.techcommander.state.battlefield import Battlefield
from tabletop_tui.rules.techcommander.state.profiles import BASES, Force, Gear, Mode, Sheet, UnitCard, Weapon
from tabletop_tui.rules.techcommander.state.scenario import Scenario
from tabletop_tui.rules.techcommander.state.terrain import KINDS, LINES, UNIT, Feature
from tabletop_tui.skirmish.map_files import check_name_and_kind, check_outline, check_sides

MOST_UNITS = 40
MOST_PIECES = 100
LARGEST_SIDE, SMALLEST_SIDE = 300, 20
"""Of a table, in centimetres."""
SEATS = (2, 6)
TERRAIN = tuple(kind for kind in KINDS if kind != "open")


@cache
def plain() -> Strict:
    """The converter of this package for plain JSON data: set-ups, journals."""
    return Strict(CHECKS)


# ---------------------------------------------------------------- weapons, gear, units
def check_mode(mode: Mode) -> None:
    an_id(mode.id, "id")
    a_name(mode.name)
    between(mode.ignores, 0, 20, "ignores")
    between(mode.damage, 0, 200, "damage")
    between(mode.splash, 0, 200, "splash")
    within(mode.radius, 0.0, 30.0, "radius")


def check_weapon(weapon: Weapon) -> None:
    an_id(weapon.id, "id")
    a_name(weapon.name)
    between(weapon.shots, 1, 20, "shots")
    between(weapon.damage, 1, 200, "damage")
    within(weapon.opt, 0.0, 200.0, "opt")
    within(weapon.min, 0.0, weapon.opt, "min")
    between(weapon.drop, 0, 20, "drop")
    within(weapon.per, 0.1, 50.0, "per")
    between(weapon.fire_control, -10, 10, "fire_control")
    between(weapon.link, 1, 9, "link")
    between(weapon.rounds, 0, 20, "rounds")
    between(weapon.splash, 0, 200, "splash")
    a_line(weapon.made_for, "made_for")
    within(weapon.radius, 0.0, 30.0, "radius")
    _check_load(weapon)


def check_gear(gear: Gear) -> None:
    an_id(gear.id, "id")
    a_name(gear.name)
    between(gear.value, 0, 20, "value")
    between(gear.rounds, 0, 20, "rounds")
    within(gear.radius, 0.0, 50.0, "radius")
    within(gear.height, 0.0, 50.0, "height")
    _check_load(gear)


def _check_load(thing: Weapon | Gear) -> None:
    within(thing.weight, 0.0, 100.0, "weight")
    within(thing.power, 0.0, 100.0, "power")


def check_card(card: UnitCard) -> None:
    an_id(card.id, "id")
    a_name(card.name)
    between(card.ac, 1, 6, "ac")
    if card.kind in ("troop", "crew") and card.ac != 1:
        raise Wrong("crew and troops are AC1 (TC-BASE-2)", "ac")
    if card.kind in ("msv", "vehicle") and (card.kind, card.ac) not in BASES:
        raise Wrong(f"there is no base for an AC{card.ac} {card.kind} (TC-BASE-8)", "ac")
    within(card.speed, 0.0, 100.0, "speed")
    within(card.capacity, 0.0, 200.0, "capacity")
    between(card.mounts, 0, 20, "mounts")
    most = CLASSES[card.ac] if card.kind == "msv" else None
    within(card.gear_weight, 0.0, most.total if most else 0.0, "gear_weight")
    within(card.gear_power, 0.0, most.power if most else 0.0, "gear_power")
    between(card.crew, 0, 9, "crew")
    between(card.seats, 0, 20, "seats")
    between(card.hatch, 0, card.seats, "hatch")
    between(card.bonus, -5, 5, "bonus")
    between(card.tier, 0, 5, "tier")
    within(card.height, 0.0, 30.0, "height")
    a_line(card.ability, "ability")


def check_sheet(sheet: Sheet) -> None:
    a_name(sheet.name)
    if (refusal := refuse_build(sheet)) is not None:
        raise broken(refusal)


def check_force(force: Force) -> None:
    faults = Faults()
    with faults.of():
        a_name(force.name)
    with faults.of("units"):
        if len(force.units) > MOST_UNITS:
            raise Wrong(f"give at most {MOST_UNITS} units, not {len(force.units)}")
    faults.raise_any()


# ---------------------------------------------------------------- tables and scenarios
def check_piece(piece: Feature) -> None:
    check_name_and_kind(piece, TERRAIN)
    check_outline(piece, LINES)
    between(piece.size, 0, 12, "ac")
    within(piece.body.top, 0.0, 60.0, "top")
    within(piece.body.bottom, 0.0, piece.body.top, "bottom")
    within(piece.hinders or 0.0, 0.0, 1.0, "hinders")
    within(piece.reach, 0.0, 30.0, "reach")


def check_table(table: Battlefield, places: Sequence[str] = ()) -> None:
    """`places` says where each piece is written, if not in a list of pieces."""
    a_name(table.name)
    check_sides(table, SMALLEST_SIDE, LARGEST_SIDE)
    if len(table.pieces) > MOST_PIECES:
        raise Wrong(f"give at most {MOST_PIECES} pieces of terrain, not {len(table.pieces)}", "pieces")
    check_pieces(table.pieces, table.width, table.height, UNIT, places)
    for name in ("starts", "alternates", "points"):
        for number, spot in enumerate(getattr(table, name)):
            check_inside(spot, table.width, table.height, UNIT, f"{name}[{number}]")
    if len(table.starts) < SEATS[0]:
        raise Wrong(f"give at least {SEATS[0]} starting positions, not {len(table.starts)} (TC-DM-2)", "starts")


def check_scenario(scenario: Scenario) -> None:
    a_name(scenario.name)
    between(scenario.seats, *SEATS, "seats")
    between(scenario.turns, 1, 30, "turns")
    between(scenario.limit, 1, 99, "limit")
    between(scenario.tokens, 0, 20, "tokens")
    between(scenario.objectives, 0, 20, "objectives")
    between(scenario.cap, 1, 20, "cap")
    between(scenario.most_cap, scenario.cap, 40, "most_cap")
    between(scenario.stock, 1, 99, "stock")
    if scenario.seats > len(scenario.table.starts):
        fix = f"the map has {len(scenario.table.starts)} starting positions for {scenario.seats} players (TC-DM-2)"
        raise Wrong(fix, "seats")
    if scenario.attacker is not None:
        between(scenario.attacker, 0, scenario.seats - 1, "attacker")


CHECKS: dict[type, Callable[[Any], None]] = {
    Mode: check_mode,
    Weapon: check_weapon,
    Gear: check_gear,
    UnitCard: check_card,
    Sheet: check_sheet,
    Force: check_force,
    Feature: check_piece,
    Battlefield: check_table,
    Scenario: check_scenario,
}
