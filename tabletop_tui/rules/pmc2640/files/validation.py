"""Whether PMC 2640 data makes sense: what holds for each class beyond its types, in files and journals alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import combinations
from math import dist, hypot, pi
from typing import Any

import shapely
from cattrs.gen import make_dict_unstructure_fn, override
from shapely import Point, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.files.loading import Strict
from tabletop_tui.files.map_shapes import SMALLEST_AREA, check_area, check_inside, check_pieces
from tabletop_tui.files.validation import Faults, Wrong, a_name, an_id, between, broken, one_of, shown
from tabletop_tui.rules.pmc2640.files.force_composition import refuse_army
from tabletop_tui.rules.pmc2640.state.battlefield import MapPiece, TableMap
from tabletop_tui.rules.pmc2640.state.profiles import ROMAN, Army, UnitType
from tabletop_tui.rules.pmc2640.state.scenario import FIRST_LATE_TURN, LAST_SURE_TURN, Scenario
from tabletop_tui.rules.pmc2640.state.terrain import KINDS, UNIT
from tabletop_tui.rules.pmc2640.state.terrain_state import LOCATION_RADIUS
from tabletop_tui.skirmish.map_files import check_name_and_kind, check_sides
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.deterministic_math import cos
from tabletop_tui.table.points import Spot

MOST_PRIORITY = 20
MOST_UNITS = 99
"""Units of one army: their names have two digits."""
MOST_PIECES = 200
LONGEST_WALL = 6.0
"""A section of a wall, in inches (PMC-TERR-2)."""
ROUNDED = 0.015
"""So much longer can a section seem whose ends are kept to the hundredth of an inch."""
AREA = 24
"""The side of a terrain generator's area, in inches (PMC-SETUP-2)."""
ABOUT = 12
"""So much shorter may either side of a table be than its approximate size, in inches (PMC-SETUP-1)."""
LARGEST_TABLE = 240
SMALLEST_TABLE = 6
"""The side of the table of a position, in inches."""
EDGE_DEPTH = 4
FREE_EDGE = 0.5
"""The share of each edge's strip that has to be free, so that units can arrive there."""
LOCATIONS = 3
FROM_MIDDLE = FROM_EACH_OTHER = 12.0
"""The furthest that a location reaches from the middle of the table, and the least between two (PMC-FIND-1)."""
RANGES = {
    "tier": (1, len(ROMAN) - 1),
    "size": (1, 12),
    "move": (1, 24),
    "firepower": (0, 20),
    "range": (1, 99),
    "defence": (1, 30),
    "assault": (0, 20),
    "morale": (1, 12),
    "turn_cost": (0, 24),
    "command": (0, 9),
    "minimum_range": (0, 98),
    "most": (0, 99),
}
"""The least and the most of each number of a unit type."""


@cache
def plain() -> Strict:
    """The converter of this package for plain JSON data: set-ups, journals."""
    found = Strict(CHECKS)
    brief = override(omit_if_default=True)  # older set-ups have not these keys
    write = make_dict_unstructure_fn(Scenario, found, late=brief, every=brief, arrivals=brief)
    found.register_unstructure_hook(Scenario, write)
    return found


@cache
def in_play() -> Strict:
    """The same for what stands in a position: it need not be fit to begin a battle with."""
    own: dict[type, Callable[[Any], None]] = {
        Army: check_army_in_play,
        TableMap: check_table_in_play,
        Scenario: check_scenario_in_play,
    }
    return Strict({**CHECKS, **own})


# ---------------------------------------------------------------- units and armies
def check_unit(unit: UnitType) -> None:
    an_id(unit.id, "id")
    a_name(unit.name)
    for key, (low, high) in RANGES.items():
        between(getattr(unit, key), low, high, key)
    if unit.vehicle and unit.size != 1:
        raise broken(Refusal("a vehicle is a unit of one model", "PMC-GEN-3"), "size")
    if unit.turn_cost and not unit.vehicle:
        raise broken(Refusal("only a vehicle pays for its turns", "PMC-VEH-5"), "turn_cost")
    if unit.minimum_range >= unit.range:
        raise Wrong(f"it is not below the Range of {unit.range}", "minimum_range")


def check_priority(priority: int) -> None:
    between(priority, 1, MOST_PRIORITY, "priority")


def check_army_in_play(army: Army) -> None:
    """Any units, one at least; in a position nobody asks how the army was composed."""
    a_name(army.name)
    check_priority(army.priority)
    if not 1 <= len(army.units) <= MOST_UNITS:
        raise Wrong(f"give 1 to {MOST_UNITS} units, not {len(army.units)}", "units")


def check_army(army: Army) -> None:
    faults = Faults()
    with faults.of():
        a_name(army.name)
    with faults.of():
        check_priority(army.priority)
    with faults.of("units"):
        if len(army.units) > MOST_UNITS:
            raise Wrong(f"give at most {MOST_UNITS} units, not {len(army.units)}")
        if (refusal := refuse_army(army.units, army.priority)) is not None:
            raise broken(refusal)
    faults.raise_any()


# ---------------------------------------------------------------- terrain and tables
def check_piece(piece: MapPiece) -> None:
    check_name_and_kind(piece, PIECE_KINDS)
    if KINDS[piece.kind].category == "linear":
        if len(piece.points) != 2:
            raise Wrong(f"a section of a wall has 2 points, not {len(piece.points)}", "points")
        if not SMALLEST_AREA <= (length := dist(*piece.points)) <= LONGEST_WALL + ROUNDED:
            why = f"a section of a wall is {SMALLEST_AREA:g} to {LONGEST_WALL:g} in long, not {length:.2f}"
            raise broken(Refusal(why, "PMC-TERR-2"), "points")
        return
    check_area(piece)


PIECE_KINDS = tuple(kind for kind in KINDS if kind not in ("open", "location"))


def check_table(table: TableMap, places: Sequence[str] = ()) -> None:
    """`places` says where each piece is written, if not in a list of pieces."""
    a_name(table.name)
    check_sides(table, min(table_size(1)) - ABOUT, LARGEST_TABLE)
    if len(table.pieces) > MOST_PIECES:
        raise Wrong(f"give at most {MOST_PIECES} pieces of terrain, not {len(table.pieces)}")
    check_pieces(table.pieces, table.width, table.height, UNIT, places)
    for edge, top in (("north", 0.0), ("south", table.height - EDGE_DEPTH)):
        if free_share(table, top) < FREE_EDGE:
            raise Wrong(f"terrain closes too much of the {edge} edge: units could not arrive there")
    for number, spot in enumerate(table.locations):
        check_location(table, spot, f"locations[{number}]")


def check_table_in_play(table: TableMap) -> None:
    """A table of any size, whether or not reserves could arrive."""
    a_name(table.name)
    check_sides(table, SMALLEST_TABLE, LARGEST_TABLE)
    if len(table.pieces) > MOST_PIECES:
        raise Wrong(f"give at most {MOST_PIECES} pieces of terrain, not {len(table.pieces)}")
    check_pieces(table.pieces, table.width, table.height, UNIT)
    for number, spot in enumerate(table.locations):
        check_location(table, spot, f"locations[{number}]")


def check_location(table: TableMap, spot: tuple[float, float], place: str) -> None:
    """A location lies whole on the table, and where units can walk."""
    check_inside(spot, table.width, table.height, UNIT, place, LOCATION_RADIUS)
    for piece in table.pieces:
        if piece.terrain.impassable and piece.shape.distance(Point(spot)) < LOCATION_RADIUS:
            raise Wrong(f"{spot[0]:g},{spot[1]:g} is too near {piece.name or piece.kind}, where nobody can go", place)


def refuse_location(table: TableMap, spot: Spot) -> Wrong | None:
    """Why a location cannot lie there, or None."""
    try:
        check_location(table, spot, "")
    except Wrong as wrong:
        return wrong
    return None


def objective_spot(table: TableMap) -> Spot:
    """The place nearest to the middle of the table where a location can lie, to the hundredth.

    Where it can lie nowhere it is the middle itself, of which `check_location` says why not.
    """
    middle = table.width / 2, table.height / 2
    if refuse_location(table, middle) is None:
        return middle
    rim, round_off = LOCATION_RADIUS, 1 / cos(pi / 256)  # a circle of 64 sides a quarter that lies around the true one
    whole = box(rim, rim, table.width - rim, table.height - rim)
    closed = [piece.shape.buffer(rim * round_off, 64) for piece in table.pieces if piece.terrain.impassable]
    room = whole.difference(shapely.union_all(closed))
    nearest = [nearest_points(part, Point(middle))[0] for part in getattr(room, "geoms", [room]) if not part.is_empty]
    steps = (-0.01, 0.0, 0.01)
    spots = [(round(at.x + x, 2), round(at.y + y, 2)) for at in nearest for x in steps for y in steps]
    return min((spot for spot in spots if not refuse_location(table, spot)), key=partial(dist, middle), default=middle)


def free_share(table: TableMap, top: float) -> float:
    """How much of the strip of 4 in from `top` downwards is not closed by impassable terrain."""
    strip, closed = edge_strip(table, top)
    return 1 - float(closed.area) / float(strip.area)


def edge_strip(table: TableMap, top: float) -> tuple[BaseGeometry, BaseGeometry]:
    """The strip of 4 in from `top` downwards, and what of it is closed by impassable terrain."""
    strip = box(0, top, table.width, top + EDGE_DEPTH)
    closed = [piece.shape for piece in table.pieces if piece.terrain.impassable]
    return strip, shapely.union_all(closed).intersection(strip)


# ---------------------------------------------------------------- scenarios
def table_size(priority: int) -> tuple[int, int]:
    """About how long both sides of the table are for a Priority level, in inches, the long one first (PMC-SETUP-1)."""
    steps = (priority - 1) // 2
    return 48 + 24 * ((steps + 1) // 2), 48 + 24 * (steps // 2)


def check_scenario(scenario: Scenario) -> None:
    a_name(scenario.name)
    check_priority(scenario.priority)
    check_lengths(scenario)
    table = scenario.table
    long, short = table_size(scenario.priority)
    if max(table.width, table.height) < long - ABOUT or min(table.width, table.height) < short - ABOUT:
        why = f"Priority {scenario.priority} is played on about {long} x {short} in; {table.name} is over a foot short"
        raise broken(Refusal(why, "PMC-SETUP-1"), "map")
    if scenario.generator and (table.width % AREA or table.height % AREA):
        raise broken(Refusal(f"{table.name} does not divide into areas of {AREA} x {AREA} in", "PMC-SETUP-2"), "map")
    OF_TYPE[scenario.type](scenario)
    if scenario.type != "destroy" and scenario.target:
        raise Wrong(f"only destroy has a target, not {scenario.type}", "target")


def check_lengths(scenario: Scenario) -> None:
    """How long it lasts, and when reserves may come."""
    between(scenario.turns, 1, 99, "turns")
    between(scenario.late, 2, 99, "late")
    between(scenario.every, 1, 99, "every")
    between(scenario.arrivals, 0, MOST_UNITS, "arrivals")


def check_scenario_in_play(scenario: Scenario) -> None:
    """A scenario on a table of any size, with its locations anywhere; the other types have what is fought for."""
    a_name(scenario.name)
    check_priority(scenario.priority)
    check_lengths(scenario)
    if scenario.type != "find-and-secure":
        OF_TYPE[scenario.type](scenario)
    if scenario.type != "destroy" and scenario.target:
        raise Wrong(f"only destroy has a target, not {scenario.type}", "target")


def _check_find(scenario: Scenario) -> None:
    """Three locations within 12 in of the middle and 12 in apart; the length is the book's (PMC-FIND-1, PMC-FIND-8)."""
    table = scenario.table
    if scenario.turns != LAST_SURE_TURN:
        raise broken(Refusal(f"Find and secure has {LAST_SURE_TURN} sure turns", "PMC-FIND-8"), "turns")
    if scenario.reserves:
        key = "late" if scenario.late != FIRST_LATE_TURN else "arrivals" if scenario.arrivals else "every"
        raise broken(Refusal("Find and secure says itself when reserves come; leave this out", "PMC-FIND-3"), key)
    if len(table.locations) != LOCATIONS:
        fix = f"Find and secure needs {LOCATIONS} locations, {table.name} has {len(table.locations)}"
        raise broken(Refusal(fix, "PMC-FIND-1"), "map")
    for x, y in table.locations:
        if hypot(x - table.width / 2, y - table.height / 2) + LOCATION_RADIUS > FROM_MIDDLE + TINY:
            fix = f"the location {x:g},{y:g} of {table.name} is not within {FROM_MIDDLE:g} in of the middle"
            raise broken(Refusal(fix, "PMC-FIND-1"), "map")
    if any(dist(a, b) - 2 * LOCATION_RADIUS < FROM_EACH_OTHER - TINY for a, b in combinations(table.locations, 2)):
        fix = f"the locations of {table.name} are not {FROM_EACH_OTHER:g} in from each other"
        raise broken(Refusal(fix, "PMC-FIND-1"), "map")


def _check_capture(scenario: Scenario) -> None:
    if len(scenario.table.locations) != 1:
        raise Wrong(f"capture has one objective, not {len(scenario.table.locations)}", "objective")


def _check_destroy(scenario: Scenario) -> None:
    """The target is a building nearer to one of the two edges, which becomes the defender's."""
    table, name = scenario.table, scenario.target
    if table.locations:
        raise Wrong("destroy has a target and no locations", "map")
    buildings = [piece.id for piece in table.pieces if piece.terrain.category == "building"]
    if name not in buildings:
        raise one_of(name, buildings, "building").inside("target")
    if abs(table.by_id[name].middle[1] - table.height / 2) < table.height / 8:
        raise Wrong(f"{shown(name)} has to stand nearer to the north or the south edge", "target")


OF_TYPE: dict[str, Callable[[Scenario], None]] = {
    "find-and-secure": _check_find,
    "capture": _check_capture,
    "destroy": _check_destroy,
}
CHECKS: dict[type, Callable[[Any], None]] = {
    UnitType: check_unit,
    Army: check_army,
    MapPiece: check_piece,
    TableMap: check_table,
    Scenario: check_scenario,
}
