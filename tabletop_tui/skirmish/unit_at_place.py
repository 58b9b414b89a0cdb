"""Who stands at a place of an open table: in whose base it lies, or whose very middle it is."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import ceil, dist, floor
from typing import Protocol, TypeVar

from tabletop_tui.table.bases import middle_text
from tabletop_tui.table.points import Spot, Spots, parse_spot


class Standing(Protocol):
    """A unit with models on the table."""

    @property
    def models(self) -> Spots: ...
    @property
    def radius(self) -> float: ...


U = TypeVar("U", bound=Standing)


def standing_at(units: Iterable[U], place: Spot) -> U | None:
    """The unit that stands at a place; one that covers it goes before one whose middle it is."""
    known = list(units)
    covering = (unit for unit in known if any(dist(spot, place) <= unit.radius for spot in unit.models))
    middles = (unit for unit in known if parse_spot(middle_text(unit.models)) == place)
    return next(covering, None) or next(middles, None)


def whole_places(unit: Standing) -> set[tuple[int, int]]:
    """The places at whole numbers where a unit stands so."""
    found = set[tuple[int, int]]()
    middle = parse_spot(middle_text(unit.models))
    for spot, reach in [*((spot, unit.radius) for spot in unit.models), *([(middle, 0.0)] if middle else [])]:
        across, down = (range(ceil(at - reach), floor(at + reach) + 1) for at in spot)
        found |= {(x, y) for x, y in product(across, down) if dist(spot, (x, y)) <= reach}
    return found
