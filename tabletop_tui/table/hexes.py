"""The hex grid: columns and rows of hexes named 'CCRR' (column and row from 1), neighbours, lines and reach.

Columns stand upright and even ones (02, 04, ...) lie half a hex lower. Directions are numbered clockwise from the upper
right: 0 NE, 1 SE, 2 S, 3 SW, 4 NW, 5 N. A name is a plain string, so it is at home in a journal and in a test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from functools import lru_cache

from attrs import define, field

Hex = str
DIRECTIONS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
DIRECTION_NAMES = ("NE", "SE", "S", "SW", "NW", "N")
LARGEST = 99

Groups = tuple[tuple[tuple[int, int], ...], ...]
"""Hexes along a line by their axial coordinates, those that lie at the same place of it together."""

Edges = Mapping[Hex, tuple[tuple[Hex, int], ...]]
"""For each hex the neighbours that may be entered from it, each with its cost, at least 1."""


def name_of(column: int, row: int) -> Hex:
    """The name of the hex in this column and row, both from 1."""
    return f"{column:02d}{row:02d}"


@define(eq=False)
class HexGrid:
    """A grid of `columns` x `rows` hexes (1 to 99 each). It never changes once made."""

    columns: int
    rows: int
    hexes: tuple[Hex, ...] = field(init=False)
    around: dict[Hex, tuple[Hex | None, ...]] = field(init=False, repr=False)
    """The six neighbours of each hex by direction, None beyond the edge."""
    neighbours: dict[Hex, tuple[Hex, ...]] = field(init=False, repr=False)
    _axial: dict[Hex, tuple[int, int]] = field(init=False, repr=False)
    _named: dict[tuple[int, int], Hex] = field(init=False, repr=False)
    _distances: dict[Hex, dict[Hex, int]] = field(init=False, factory=dict, repr=False)
    """Made for one hex when first asked for: nothing is asked more often."""

    def __attrs_post_init__(self) -> None:
        if not (1 <= self.columns <= LARGEST and 1 <= self.rows <= LARGEST):
            raise ValueError(f"a grid has 1 to {LARGEST} columns and rows, not {self.columns} x {self.rows}")
        self._axial = {
            name_of(column + 1, row + 1): (column, row - column // 2)
            for column in range(self.columns)
            for row in range(self.rows)
        }
        self._named = {axial: name for name, axial in self._axial.items()}
        self.hexes = tuple(self._axial)
        self.around = {
            name: tuple(self._named.get((q + dq, r + dr)) for dq, dr in DIRECTIONS)
            for name, (q, r) in self._axial.items()
        }
        self.neighbours = {name: tuple(n for n in ring if n is not None) for name, ring in self.around.items()}

    def __contains__(self, name: object) -> bool:
        return name in self._axial

    @staticmethod
    def column_row(name: Hex) -> tuple[int, int]:
        """Column and row, both from 1."""
        return int(name[:2]), int(name[2:])

    def distance(self, a: Hex, b: Hex) -> int:
        """The smallest number of steps from a to b."""
        return self.distances(a)[b]

    def distances(self, a: Hex) -> dict[Hex, int]:
        """The distance from a to every hex."""
        row = self._distances.get(a)
        if row is None:
            q, r = self._axial[a]
            row = self._distances[a] = {
                name: max(q - oq, oq - q, r - or_, or_ - r, q - oq + r - or_, oq - q + or_ - r)
                for name, (oq, or_) in self._axial.items()
            }
        return row

    def within(self, centre: Hex, steps: int) -> list[Hex]:
        """The hexes at most `steps` away, the centre too, in the order of the grid's names."""
        q, r = self._axial[centre]
        named = self._named
        found = []
        for dq in range(-steps, steps + 1):
            for dr in range(max(-steps, -dq - steps), min(steps, steps - dq) + 1):
                if (name := named.get((q + dq, r + dr))) is not None:
                    found.append(name)
        return found

    def straight(self, start: Hex, direction: int) -> Iterator[Hex]:
        """The hexes in a straight row from `start` (not itself) to the edge of the grid."""
        here = self.around[start][direction]
        while here is not None:
            yield here
            here = self.around[here][direction]

    def direction(self, a: Hex, b: Hex) -> int | None:
        """The direction from a to its neighbour b; None if they are not neighbours."""
        ring = self.around[a]
        return ring.index(b) if b in ring else None

    def between(self, a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
        """The hexes strictly between the centres of a and b, one group a step.

        A group holds one hex, or two where the line runs exactly along the edge between them (only those on the grid).
        """
        return self._on_grid(a, _way, b)

    def crossed(self, a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
        """The hexes strictly between a and b whose inside the line between their centres crosses, from a to b.

        A group holds one hex, or two where the line runs exactly along the edge between them (only those on the grid).
        A hex that the line only touches at a corner is not among them.
        """
        return self._on_grid(a, _crossing, b)

    def _on_grid(self, a: Hex, groups: Callable[[int, int], Groups], b: Hex) -> tuple[tuple[Hex, ...], ...]:
        (aq, ar), (bq, br) = self._axial[a], self._axial[b]
        named = self._named
        found = (
            tuple(named[spot] for q, r in group if (spot := (aq + q, ar + r)) in named)
            for group in groups(bq - aq, br - ar)
        )
        return tuple(group for group in found if group)

    def reach(
        self,
        start: Hex,
        allowance: int,
        edges: Edges,
        closed: Callable[[Hex], bool],
        shun: Set[Hex] = frozenset(),
    ) -> Reach:
        """Every hex that can be reached for at most `allowance`, by the cheapest way; `closed` hexes are impassable.

        Of ways that cost the same, one that enters the fewest hexes of `shun` is taken.
        """
        cost = {start: 0}
        came: dict[Hex, Hex] = {}
        buckets: list[list[Hex]] = [[] for _ in range(allowance + 1)]
        buckets[0].append(start)
        beyond, known = allowance + 1, cost.get
        for spent in range(allowance):  # with all of it spent there is no further step
            for here in buckets[spent]:
                if cost[here] != spent:
                    continue
                for there, price in edges[here]:
                    total = spent + price
                    if total < known(there, beyond) and not closed(there):
                        cost[there] = total
                        came[there] = here
                        buckets[total].append(there)
        if shun:
            came = _shunning(start, cost, edges, shun)
        return Reach(start, cost, came)


def _shunning(start: Hex, cost: dict[Hex, int], edges: Edges, shun: Set[Hex]) -> dict[Hex, Hex]:
    """For each hex the one before it, on a way that costs no more than `cost` and enters the fewest hexes of `shun`."""
    came: dict[Hex, Hex] = {}
    entered = {start: 0}
    for here in sorted(cost, key=cost.__getitem__):  # whatever leads to a hex is cheaper than it, and settled by now
        for there, price in edges[here]:
            if cost.get(there) == cost[here] + price:
                shunned = entered[here] + (there in shun)
                if there not in entered or shunned < entered[there]:
                    entered[there], came[there] = shunned, here
    return came


CORNERS = ((2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2), (1, 1))
"""The corners of the hex at the origin, in axial coordinates times three."""


@lru_cache(maxsize=1 << 14)
def _crossing(q: int, r: int) -> Groups:
    """The hexes strictly between the origin and (q, r) that the line crosses; whole numbers all along, so exact."""
    inside: dict[int, list[tuple[int, int]]] = {}
    whole = q * q + q * r + r * r
    for hq in range(min(q, 0) - 1, max(q, 0) + 2):
        for hr in range(min(r, 0) - 1, max(r, 0) + 2):
            along = (
                2 * (hq * q + hr * r) + hq * r + hr * q
            )  # how far on the line its middle lies, times 2 * sqrt(whole)
            if not 0 < along < 2 * whole:
                continue
            sides = [(3 * hq + x) * r - (3 * hr + y) * q for x, y in CORNERS]
            if min(sides) < 0 < max(sides) or sides.count(0) == 2:
                inside.setdefault(along, []).append((hq, hr))
    return tuple(tuple(inside[along]) for along in sorted(inside))


@lru_cache(maxsize=1 << 14)
def _way(q: int, r: int) -> Groups:
    """The hexes strictly between the origin and (q, r), one group a step."""
    steps = max(abs(q), abs(r), abs(q + r))
    # Axial coordinates of the point on the line, times `steps`, so that everything stays whole.
    return tuple(tuple(_nearest(q * step, r * step, steps)) for step in range(1, steps))


def _nearest(q: int, r: int, scale: int) -> list[tuple[int, int]]:
    """The hex nearest to the point (q, r)/scale, or both where it lies exactly between two."""
    best, found = None, []
    for hq in (q // scale, q // scale + 1):
        for hr in (r // scale, r // scale + 1):
            dq, dr = q - hq * scale, r - hr * scale
            gap = dq * dq + dr * dr + dq * dr  # the square of the distance, in the grid's own measure
            if best is None or gap < best:
                best, found = gap, [(hq, hr)]
            elif gap == best:
                found.append((hq, hr))
    return found


@define
class Reach:
    """Where a mover can get from `start`: the cost to each hex and the way there."""

    start: Hex
    cost: dict[Hex, int]
    _came: dict[Hex, Hex]

    def path(self, end: Hex) -> list[Hex]:
        """The cheapest way, `start` first; [] if `end` is out of reach."""
        if end not in self.cost:
            return []
        way = [end]
        while way[-1] != self.start:
            way.append(self._came[way[-1]])
        return way[::-1]


def centre_of(grid: HexGrid, hexes: Iterable[Hex]) -> list[Hex]:
    """Those of `hexes` that lie nearest to the middle of all of them (several if equally near)."""
    column_row = {name: grid.column_row(name) for name in hexes}
    if not column_row:
        return []
    # In steps of half a hex, so that the shifted columns are measured as they lie on the table.
    points = {name: (column * 3**0.5, 2 * row + (column % 2 == 0)) for name, (column, row) in column_row.items()}
    x = (min(p[0] for p in points.values()) + max(p[0] for p in points.values())) / 2
    y = (min(p[1] for p in points.values()) + max(p[1] for p in points.values())) / 2
    gaps = {name: round((px - x) ** 2 + (py - y) ** 2, 6) for name, (px, py) in points.items()}
    nearest = min(gaps.values())
    return [name for name, gap in gaps.items() if gap == nearest]
