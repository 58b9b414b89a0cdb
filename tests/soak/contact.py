"""Whether a unit went into contact as the rules of Army Men want it, found out by brute force.

It knows nothing of how the program finds its ways: places are tried all around every base, and ways are looked for
from corner to corner of polygons of many corners around all that is in the way. A way found so is one that there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import cos, dist, inf, pi, sin, tau

from tabletop_tui.rules.armymen.state.battle import Battle, Unit
from tabletop_tui.rules.armymen.ways.standing_checks import ACROSS, LINK, incoherent
from tabletop_tui.table.points import Spot
from tabletop_tui.table.polygons import off

TOUCH = 0.025
"""Bases no further apart than this touch: places are kept to the hundredth."""
SPARE = 0.02
"""What brute force asks for beyond what is just enough."""
NEARER = 0.5
"""Whoever could come so much nearer should have done it."""
DEGREES = 3
CORNERS = 24
Tracks = Sequence[Sequence[Spot]]


def length(track: Sequence[Spot]) -> float:
    return sum(dist(a, b) for a, b in pairwise(track))


def rough(battle: Battle, track: Sequence[Spot]) -> bool:
    """Whether a way leads through difficult terrain; who stands in it is in it."""
    legs = [*pairwise(track), (track[0], track[0])]
    return any(piece.figure.meets(a, b) for piece in battle.table.by_effect["difficult"] for a, b in legs)


def faults(
    battle: Battle, unit: Unit, target: Unit, allowance: float, tracks: Tracks, keep: float = 0.0
) -> Iterator[str]:
    """What is wrong with the ways of a unit into contact, a sentence each."""
    ends, radius = [track[-1] for track in tracks], unit.radius
    close = radius + target.radius
    slow = allowance > unit.sheet.advance and any(rough(battle, track) for track in tracks)
    reach = float(unit.sheet.advance) if slow else allowance
    assert [track[0] for track in tracks] == list(unit.models)
    for number, track in enumerate(tracks):
        if length(track) > reach + 0.05:
            yield f"model {number + 1} goes {length(track):.2f} in, {reach:g} allowed"
    bases = list(obstacles(battle, unit, target, keep))
    for number, track in enumerate(tracks):
        for a, b in pairwise(track):
            for spot, least in bases:
                if off(a, b, spot) < min(least, dist(track[0], spot)) - TOUCH:
                    yield f"model {number + 1} goes through the base at {spot}"
    for number, spot in enumerate(ends):
        if any(dist(spot, other) < 2 * radius - TOUCH for other in ends[:number]):
            yield f"model {number + 1} ends on another"
    aboard = target.seat == unit.seat  # those who get in are not where they stand for long
    if not aboard and incoherent(tuple(ends), radius) and not incoherent(unit.models, radius):
        yield "the unit is torn"
    for number, spot in enumerate(ends):
        if min(dist(spot, other) for other in target.models) > close + TOUCH:
            others = [other for place, other in enumerate(ends) if place != number]
            now = min(dist(spot, other) for other in target.models)
            for place in contacts(battle, unit, target, bases, others):
                if reachable(battle, unit, unit.models[number], place, reach, slow, bases, others):
                    yield f"model {number + 1} could touch at {place[0]:.2f},{place[1]:.2f}"
                    break
            else:
                goal = min(target.models, key=lambda other: dist(spot, other))
                for place in nearer(unit.models[number], goal, target, now, reach):
                    if stands(battle, unit, bases, others, place) and reachable(
                        battle, unit, unit.models[number], place, reach, slow, bases, others
                    ):
                        yield f"model {number + 1} could come nearer at {place[0]:.2f},{place[1]:.2f}"
                        break


def obstacles(battle: Battle, unit: Unit, target: Unit, keep: float) -> Iterator[tuple[Spot, float]]:
    """Every base in the way, with how near the middle of a model may come."""
    for other in battle.on_table():
        if other.id != unit.id:
            wide = keep if other.id != target.id else 0.0
            yield from ((spot, unit.radius + other.radius + wide) for spot in other.models)


def contacts(
    battle: Battle, unit: Unit, target: Unit, bases: Sequence[tuple[Spot, float]], others: Sequence[Spot]
) -> Iterator[Spot]:
    """Places around the target's bases where a model stands on nobody and in coherency."""
    close = unit.radius + target.radius
    for x, y in target.models:
        for angle in range(0, 360, DEGREES):
            place = x + close * cos(angle * tau / 360), y + close * sin(angle * tau / 360)
            if stands(battle, unit, bases, others, place):
                yield place


def stands(
    battle: Battle, unit: Unit, bases: Sequence[tuple[Spot, float]], others: Sequence[Spot], place: Spot
) -> bool:
    radius, (x, y) = unit.radius, place
    return (
        radius <= x <= battle.table.width - radius
        and radius <= y <= battle.table.height - radius
        and all(dist(place, spot) >= least - 0.001 for spot, least in bases)
        and all(2 * radius <= dist(place, other) <= ACROSS + 2 * radius for other in others)
        and (not others or any(dist(place, other) <= LINK + 2 * radius for other in others))
    )


def nearer(start: Spot, goal: Spot, target: Unit, now: float, reach: float) -> Iterator[Spot]:
    """Places clearly nearer to the target than one is now."""
    x, y = goal
    far = now - NEARER
    while far > 0.5:
        for angle in range(0, 360, 12):
            place = x + far * cos(angle * tau / 360), y + far * sin(angle * tau / 360)
            if dist(start, place) <= reach and min(dist(place, other) for other in target.models) <= now - NEARER:
                yield place
        far -= 0.5


def reachable(
    battle: Battle,
    unit: Unit,
    start: Spot,
    place: Spot,
    reach: float,
    slow: bool,
    bases: Sequence[tuple[Spot, float]],
    others: Sequence[Spot],
) -> bool:
    """Whether a model can go there around all bases and those of its own unit, where they end."""
    if dist(start, place) > reach - SPARE:
        return False
    rounds = [*bases, *((spot, 2 * unit.radius) for spot in others)]
    near = [
        (spot, min(least, dist(spot, start), dist(spot, place)))
        for spot, least in rounds
        if dist(spot, start) + dist(spot, place) <= reach + 2 * least
    ]
    areas = []
    if not slow and reach > unit.sheet.advance:
        areas = [piece.figure for piece in battle.table.by_effect["difficult"]]
    wide = battle.table.width - unit.radius, battle.table.height - unit.radius

    def open_(a: Spot, b: Spot) -> bool:
        return all(off(a, b, spot) >= least - 1e-6 for spot, least in near) and not any(
            area.meets(a, b) for area in areas
        )

    if open_(start, place):
        return True
    spots = [start, place]
    for (x, y), least in near:
        far = least / cos(pi / CORNERS) + 1e-6
        spots += [(x + far * cos(n * tau / CORNERS), y + far * sin(n * tau / CORNERS)) for n in range(CORNERS)]
    for area in areas:
        cx, cy = sum(x for x, _ in area.points) / len(area.points), sum(y for _, y in area.points) / len(area.points)
        spots += [(x + (x - cx) * 0.002, y + (y - cy) * 0.002) for x, y in area.points]
    spots = spots[:2] + [
        spot
        for spot in spots[2:]
        if dist(start, spot) + dist(spot, place) <= reach
        and unit.radius <= spot[0] <= wide[0]
        and unit.radius <= spot[1] <= wide[1]
        and all(dist(spot, other) >= least - 1e-6 for other, least in near)
    ]
    best, queue, done = {0: 0.0}, [(0.0, 0.0, 0)], set()
    while queue:
        _, gone, here = heappop(queue)
        if here == 1:
            return True
        if here in done:
            continue
        done.add(here)
        for there, spot in enumerate(spots):
            cost = gone + dist(spots[here], spot)
            least = cost + dist(spot, place)
            shorter = there not in done and least <= reach - SPARE and cost < best.get(there, inf)
            if shorter and open_(spots[here], spot):
                best[there] = cost
                heappush(queue, (least, cost, there))
    return False
