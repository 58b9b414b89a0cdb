"""The chain of a section, edge to edge (CD-COH-2, CD-COH-3), and who is near enough to be with a section."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from math import dist, inf

from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.crimsondusk.state.terrain import UNIT
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.table import bases
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.coherency import coherent as table_coherent
from tabletop_tui.table.deterministic_math import added
from tabletop_tui.table.points import Spot, Spots

ROUNDS = 60
"""So often neighbours are drawn together, at most."""


def chained(unit: Unit) -> list[int]:
    """The models that the chain of a section has to join: those that were not split off (CD-REORG-5)."""
    return [number for number, man in enumerate(unit.men) if not man.part]


def refuse_chain(unit: Unit, models: Spots) -> Refusal | None:
    """Why a section with its models at these places would not be coherent, or None."""
    places = [models[number] for number in chained(unit)]
    if table_coherent(places, unit.radius, unit.spacing, inf):
        return None
    return Refusal(f"the chain breaks: a gap of more than {unit.spacing:g} {UNIT.short}", "CD-COH-2")


def is_torn(unit: Unit) -> bool:
    """Whether losses have broken the chain of a section."""
    return refuse_chain(unit, unit.models) is not None


def torn_by(unit: Unit, models: Spots) -> float:
    """How far a section is from one chain, in units: the sum of what its gaps have too much."""
    places = [models[number] for number in chained(unit)]
    return added(max(0.0, gap - unit.spacing - 2 * unit.radius) for gap in gaps(places))


def gaps(places: Sequence[Spot]) -> list[float]:
    """The distances, from middle to middle, of the shortest chain through all places."""
    return [dist(places[a], places[b]) for a, b in tree(places)]


def drawn_together(places: Sequence[Spot], reaches: Sequence[float], link: float) -> Iterator[list[Spot]]:
    """Where models may go, each at most so far, so that they come into one chain without a gap above `link`.

    They come together along the shortest chain there is, and along the one whose neighbours can come nearest: a
    nearer comrade may be unable to move, or be slower.
    """
    chains = tree(places), tree(places, nearest_gaps(places, reaches, link))
    for chain in dict.fromkeys(map(tuple, chains)):
        yield drawn_along(chain, places, reaches, link)


def nearest_gaps(places: Sequence[Spot], reaches: Sequence[float], link: float) -> Callable[[int, int], float]:
    """How near any two can come to each other, each going at most so far; `link` where they come within it."""
    return lambda a, b: max(link, dist(places[a], places[b]) - reaches[a] - reaches[b])


def might_join(places: Sequence[Spot], reaches: Sequence[float], link: float) -> bool:
    """Whether models, each going at most so far, may come into a chain without a gap above `link`; if not, none can.

    Of all chains the tree of least cost has the smallest gap that is the largest in it.
    """
    gap = nearest_gaps(places, reaches, link)
    return all(gap(a, b) <= link for a, b in tree(places, gap))


def drawn_along(
    chain: Sequence[tuple[int, int]], places: Sequence[Spot], reaches: Sequence[float], link: float
) -> list[Spot]:
    """Where models may go, each at most so far, so that the neighbours in a chain are within `link`, if they can be.

    Neighbours that are too far apart are drawn together by halves, and nobody goes further than he may, in turns: as
    all that is asked for is convex, this comes as near as can be (projections onto convex sets).
    """
    found = list(places)
    for _ in range(ROUNDS):
        worst = 0.0
        for a, b in chain:
            gap = dist(found[a], found[b])
            if gap > link:
                worst = max(worst, gap - link)
                shares = (0.5, 0.5) if reaches[a] and reaches[b] else (float(reaches[a] > 0), float(reaches[b] > 0))
                step = (gap - link) / gap
                (ax, ay), (bx, by) = found[a], found[b]
                dx, dy = (bx - ax) * step, (by - ay) * step
                found[a] = within(places[a], reaches[a], (ax + dx * shares[0], ay + dy * shares[0]))
                found[b] = within(places[b], reaches[b], (bx - dx * shares[1], by - dy * shares[1]))
        if not worst:
            break
    return found


def within(start: Spot, reach: float, spot: Spot) -> Spot:
    """A place, or where the way to it ends after so far."""
    far = dist(start, spot)
    if far <= reach:
        return spot
    return start[0] + (spot[0] - start[0]) * reach / far, start[1] + (spot[1] - start[1]) * reach / far


def tree(places: Sequence[Spot], cost: Callable[[int, int], float] | None = None) -> list[tuple[int, int]]:
    """The neighbours in the shortest chain through all places, or in the one of least cost, shorter first (Prim's)."""

    def weight(a: int, b: int) -> tuple[float, float]:
        far = dist(places[a], places[b])
        return (far if cost is None else cost(a, b)), far

    nearest = {number: (weight(0, number), 0) for number in range(1, len(places))}
    found = []
    while nearest:
        number = min(nearest, key=lambda one: nearest[one])
        found.append((nearest.pop(number)[1], number))
        nearest = {other: min(known, (weight(number, other), number)) for other, known in nearest.items()}
    return found


def distance(one: Unit, other: Unit) -> float:
    """Between the nearest bases of two units, in units (CD-GEN-2)."""
    return bases.edge_distance(one.models, one.radius, other.models, other.radius)


def leader_of(unit: Unit) -> int | None:
    """The place in the row of the personality of a unit, be he alone or in charge of others; None if it has none."""
    return unit.number(f"{unit.id}-1") if unit.sheet.personality else None


def is_with(leader: Unit, unit: Unit) -> bool:
    """Whether a personality is in coherency with a section: within its spacing of a model of it (CD-CHAR-8)."""
    number = leader_of(leader)
    if number is None or not unit.models or leader.id == unit.id:
        return number is not None and leader.id == unit.id
    near = unit.spacing + leader.radius + unit.radius + TINY
    return any(dist(leader.models[number], spot) <= near for spot in unit.models)


def linked(units: Collection[Unit], leader: Unit) -> bool:
    """Whether each of these is in coherency with a personality or with another, and one with him (CD-REORG-2)."""
    near = [unit for unit in units if is_with(leader, unit)]
    others = [unit for unit in units if unit not in near]
    return bool(near) and all(any(beside(unit, other) for other in units if other is not unit) for unit in others)


def beside(one: Unit, other: Unit) -> bool:
    """Whether two sections are in coherency with each other: within the lesser of their spacings."""
    return distance(one, other) <= min(one.spacing, other.spacing) + TINY
