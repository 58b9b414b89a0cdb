"""Whether bases of any size keep together, and if not, which is astray. Distances rim to rim, in table units."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import dist, inf

from tabletop_tui.records import frozen
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import box_of
from tabletop_tui.table.templates import Disc


@frozen
class Stray:
    """A base that breaks the group up, by its number; from which other it is too far, and how far that is."""

    number: int
    other: int
    distance: float
    linked: bool
    """Whether it hangs together with the group, and only that other is too far from it."""


def disc_distance(one: Disc, other: Disc) -> float:
    """How far two bases are apart; 0 where they touch or overlap."""
    return max(0.0, dist(one[:2], other[:2]) - one[2] - other[2])


def parts(bases: Sequence[Disc], link: float) -> list[list[int]]:
    """The chains that bases form by gaps of at most `link`, the largest first, each by the numbers of its bases."""
    left, found = list(range(len(bases))), list[list[int]]()
    while left:
        chain, todo = [], [left.pop(0)]
        while todo:
            number = todo.pop()
            chain.append(number)
            near = [other for other in left if disc_distance(bases[number], bases[other]) <= link + TINY]
            todo += near
            left = [other for other in left if other not in near]
        found.append(sorted(chain))
    return sorted(found, key=len, reverse=True)


def stray(bases: Sequence[Disc], link: float, across: float = inf) -> Stray | None:
    """Who breaks up the group: not in its chain, else too far from another. None where all keep together."""
    chains = parts(bases, link)
    if len(chains) > 1:
        astray = chains[-1]
        rest = [number for number in range(len(bases)) if number not in astray]
        away, number, other = min((disc_distance(bases[a], bases[b]), a, b) for a in astray for b in rest)
        return Stray(number, other, away, linked=False)
    for one, other in combinations(range(len(bases)), 2):
        if (away := disc_distance(bases[one], bases[other])) > across + TINY:
            return Stray(other, one, away, linked=True)
    return None


def coherent(models: Sequence[Spot], radius: float, link: float, across: float) -> bool:
    """Whether bases form one chain with gaps of at most `link`, no two further apart than `across`, edge to edge."""
    if len(models) < 2:
        return True
    most, widest = (link + 2 * radius + TINY) ** 2, (across + 2 * radius + TINY) ** 2
    todo, rest = [models[0]], list(models[1:])
    while todo and rest:
        x, y = todo.pop()
        near = [(u, v) for u, v in rest if (u - x) ** 2 + (v - y) ** 2 <= most]
        if near:
            todo += near
            rest = [spot for spot in rest if spot not in near]
    if rest:
        return False
    left, top, right, bottom = box_of(tuple(models))
    if (right - left) ** 2 + (bottom - top) ** 2 <= widest:
        return True
    return all(
        (u - x) ** 2 + (v - y) ** 2 <= widest for number, (x, y) in enumerate(models) for u, v in models[number + 1 :]
    )
