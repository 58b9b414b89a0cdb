"""What a scenario wants held, hunted or reached (CD-TURN-3): all of it is ours, for the book has no scenarios."""

from __future__ import annotations

from collections.abc import Callable
from math import dist

from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.scenario import CONVOY, STANDING
from tabletop_tui.rules.crimsondusk.state.setup_zones import far_edge, heart
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.table.bases import TINY, centre
from tabletop_tui.table.points import Spot
from tabletop_tui.table.terrain_pieces import Piece

HOLD = 3.0
"""Whoever is this near to a place or a building counts for it, from its middle or its wall to the edge of a base."""
EXIT = 2.0
"""A vehicle of a convoy that is this near to the far edge at the end of a turn is through."""
CLOSE_BY, AROUND = 1.5, 5.0
"""How near the computer goes to a place, and to the middle of a building, in units."""


def leader_of_side(battle: Battle, seat: int) -> Unit | None:
    """The personality that a side has to keep alive, dead or not: the first of its force."""
    return next((unit for unit in battle.units.values() if unit.seat == seat and unit.sheet.personality), None)


def house(battle: Battle) -> Piece | None:
    """The building that is fought for."""
    name = battle.scenario.house
    return next((piece for piece in battle.table.pieces if name and piece.name == name), None)


# ---------------------------------------------------------------- who holds what
Counts = tuple[int, int]
"""For each seat its models that count at a place: of sections that are not confused."""


def counted_at(battle: Battle, near: Callable[[Spot], float]) -> Counts:
    counts = [0, 0]
    for unit in battle.on_table():
        if not unit.gone and not battle.is_confused(unit):
            counts[unit.seat] += sum(near(spot) - unit.radius <= HOLD + TINY for spot in unit.models)
    return counts[0], counts[1]


def holder(counts: Counts) -> int | None:
    """The seat with more models that count at a place; None where neither has."""
    return None if counts[0] == counts[1] else int(counts[1] > counts[0])


def counts_at_place(battle: Battle, spot: Spot) -> Counts:
    return counted_at(battle, lambda model: dist(model, spot))


def holds_place(battle: Battle, spot: Spot) -> int | None:
    return holder(counts_at_place(battle, spot))


def is_occupied(battle: Battle, piece: Piece) -> bool:
    """Whether anybody at all is inside a building."""
    return any(piece.holds(spot) for unit in battle.on_table() if not unit.gone for spot in unit.models)


def counts_at_house(battle: Battle, piece: Piece) -> Counts:
    """Those inside the building that is fought for, and only if nobody is inside those beside it."""
    if is_occupied(battle, piece):
        return counted_at(battle, lambda model: 0.0 if piece.holds(model) else 2 * HOLD + battle.table.width)
    return counted_at(battle, piece.figure.distance)


def holds_house(battle: Battle) -> int | None:
    piece = house(battle)
    return None if piece is None else holder(counts_at_house(battle, piece))


def is_through(battle: Battle, unit: Unit) -> bool:
    """Whether a vehicle of a convoy has reached the far edge."""
    if battle.scenario.mission != "convoy" or unit.seat != CONVOY or unit.sheet.vehicle is None or unit.gone:
        return False
    reach = unit.radius + EXIT + TINY
    far = far_edge(battle, unit.seat)
    return any((y if far == "north" else battle.table.height - y) <= reach for _, y in unit.models)


def drove_through(battle: Battle, unit: Unit) -> bool:
    """Whether one of a convoy has left the table by the far edge, in a vehicle or as one."""
    in_convoy = battle.scenario.mission == "convoy" and unit.seat == CONVOY
    return in_convoy and bool(battle.edges) and unit.gone == f"off by the {far_edge(battle, unit.seat)} edge"


# ---------------------------------------------------------------- for the computer
def wanted_places(battle: Battle, unit: Unit) -> list[tuple[Spot, float]]:
    """Where a unit should go for its mission, each with how near to it will do; [] where only the enemy counts."""
    scenario = battle.scenario
    if scenario.mission == "crossroads":
        open_ = [goal.spot for goal in scenario.goals if not taken_by_friends(battle, unit, goal.spot)]
        return [(spot, CLOSE_BY) for spot in open_]
    if scenario.mission == "hold-house" and (piece := house(battle)) is not None:
        return [(centre(piece.points), AROUND)]
    if scenario.mission == "convoy" and unit.seat == CONVOY and unit.sheet.vehicle is not None and unit.models:
        y = 0.0 if far_edge(battle, unit.seat) == "north" else battle.table.height
        return [((unit.models[0][0], y), unit.radius + EXIT)]
    if scenario.mission == "last-stand" and unit.seat == STANDING:
        left, top, right, bottom = heart(battle)
        return [(((left + right) / 2, (top + bottom) / 2), (right - left) / 2)]
    return []


def taken_by_friends(battle: Battle, unit: Unit, spot: Spot) -> bool:
    """Whether another section of its side stands at a place already, so that it need not go there."""
    friends = (one for one in battle.side(unit.seat) if one.id != unit.id and one.models and not one.sheet.personality)
    return any(dist(centre(friend.models), spot) <= HOLD for friend in friends)
