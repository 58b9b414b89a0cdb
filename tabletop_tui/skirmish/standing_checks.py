"""Whether models can stand where a file says, on an open table."""

from __future__ import annotations

from itertools import combinations
from math import dist

from tabletop_tui.rulebook.state_validation import require
from tabletop_tui.table import bases
from tabletop_tui.table.points import Spots


def check_stand(models: Spots, radius: float, width: float, height: float, grace: float, place: str) -> None:
    """Wrong unless models stand on the table, none of them on another."""
    least = radius - grace
    for x, y in models:
        on_it = least <= x <= width - least and least <= y <= height - least
        require(on_it, f"{x:g},{y:g} is not on the table of {width:g} x {height:g}", place)
    close = any(dist(a, b) < 2 * radius - grace for a, b in combinations(models, 2))
    require(not close, "two of its models stand on each other", place)


def stand_on_each_other(one: Spots, radius: float, other: Spots, other_radius: float, grace: float) -> bool:
    """Whether a model of one unit stands on a model of another."""
    if bases.edge_distance(one, radius, other, other_radius) > 0:
        return False
    return min(dist(a, b) for a in one for b in other) < radius + other_radius - grace
