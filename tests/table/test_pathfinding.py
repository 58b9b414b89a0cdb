"""The shortest way of a base: as found by brute force, and by hand where that can be."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise
from math import acos, cos, dist, hypot, inf, pi, sin, tau
from random import Random

import pytest

from tabletop_tui.table.pathfinding import Pathfinder
from tabletop_tui.table.polygons import Figure, off

BOX = Figure(((4, 4), (8, 4), (8, 8), (4, 8)))


def length(places):
    return sum(dist(a, b) for a, b in pairwise(places))


def shortest(finder, start, goal, corners=48):
    """The shortest way over the corners of polygons around all that is in the way; a little longer than need be."""
    spots = [start, goal]
    for (x, y), radius in finder.discs:
        far = radius / cos(pi / corners) + 1e-6
        spots += [(x + far * cos(n * tau / corners), y + far * sin(n * tau / corners)) for n in range(corners)]
    for area in finder.areas:
        cx, cy = (sum(values) / len(area.points) for values in zip(*area.points, strict=True))
        spots += [(x + (x - cx) * 1e-3, y + (y - cy) * 1e-3) for x, y in area.points]
    spots = [spot for spot in spots if all(dist(spot, disc) >= radius - 1e-7 for disc, radius in finder.discs)]
    best, queue, done = {0: 0.0}, [(0.0, 0)], set()
    while queue:
        cost, here = heappop(queue)
        if here == 1:
            return cost
        if here in done:
            continue
        done.add(here)
        for there, spot in enumerate(spots):
            longer = cost + dist(spots[here], spot)
            if longer < best.get(there, inf) and finder.is_clear(spots[here], spot):
                best[there] = longer
                heappush(queue, (longer, there))
    return None


@pytest.mark.parametrize("seed", range(40))
def test_the_way_is_the_shortest_there_is(seed):
    chance = Random(seed)
    discs = [
        ((round(chance.uniform(2, 10), 2), round(chance.uniform(2, 10), 2)), chance.choice([1.0, 0.98, 2.25]))
        for _ in range(chance.randint(1, 6))
    ]
    x, y, far = chance.uniform(3, 9), chance.uniform(3, 9), chance.uniform(0.5, 3)
    round_ = Figure(tuple((x + far * cos(n * tau / 16), y + far * sin(n * tau / 16)) for n in range(16)))
    finder = Pathfinder(discs, [[], [BOX], [round_]][seed % 3])
    start, goal = (round(chance.uniform(0, 12), 2), 0.5), (round(chance.uniform(0, 12), 2), 11.5)
    if finder.free(start) and finder.free(goal):
        found, wanted = finder.way(start, goal), shortest(finder, start, goal)
        assert (found is None) == (wanted is None)
        if found is not None:
            assert found[0] == pytest.approx(wanted, abs=0.05)
            assert length(found[1]) == pytest.approx(found[0], abs=0.03)
            assert all(off(a, b, disc) >= least - 1e-5 for a, b in pairwise(found[1]) for disc, least in discs)
            assert not any(area.meets(a, b) for a, b in pairwise(found[1]) for area in finder.areas)


def test_around_a_disc_it_is_two_tangents_and_an_arc():
    (far, places) = Pathfinder([((5, 5), 2.0)]).way((0, 5), (10, 5))
    straight = hypot(5, 0) ** 2 - 4
    assert far == pytest.approx(2 * straight**0.5 + 2 * (pi - 2 * acos(2 / 5)), abs=0.02)
    assert (places[0], places[-1]) == ((0, 5), (10, 5))


def test_a_way_no_longer_than_the_limit_is_found_and_no_other():
    finder = Pathfinder([((5, 5), 2.0)])
    far = finder.way((0, 5), (10, 5))[0]
    assert finder.way((0, 5), (10, 5), far + 1e-6) is not None
    assert finder.way((0, 5), (10, 5), far - 1e-3) is None
    assert finder.way((0, 5), (10, 5), 9.0) is None, "not even straight on"


def test_between_discs_that_leave_a_gap_the_way_is_straight_and_else_it_leads_around():
    gap = Pathfinder([((4, 5), 1.0), ((6, 5), 1.0)])
    assert gap.way((5, 0), (5, 10)) == (10, ((5, 0), (5, 10)))
    wall = Pathfinder([((4, 5), 1.1), ((6, 5), 1.1)])
    assert wall.way((5, 0), (5, 10))[0] > 10.5


def test_who_is_shut_in_has_no_way():
    ring = [((5 + 2 * cos(n * tau / 8), 5 + 2 * sin(n * tau / 8)), 1.0) for n in range(8)]
    assert Pathfinder(ring).way((5, 5), (12, 5)) is None


def test_who_begins_nearer_to_something_than_he_may_goes_away_from_it_and_no_nearer():
    finder = Pathfinder([((5, 5), 2.0)])
    assert finder.is_clear((5, 4), (5, 0))
    assert finder.free((5, 3.5), (5, 4))
    assert not finder.free((5, 3.5))
    assert not finder.free((5, 4.5), (5, 4))
    far, places = finder.way((5, 4), (5, 8))
    assert far > 4
    assert all(off(a, b, (5, 5)) >= 1 - 0.02 for a, b in pairwise(places))


def test_an_area_is_kept_off_by_the_margin():
    (far, places) = Pathfinder(areas=[BOX], margin=0.5).way((6, 0), (6, 12))
    assert all(not BOX.comes_near(a, b, 0.5 - 1e-6) for a, b in pairwise(places))
    assert far == pytest.approx(shortest_by_hand(0.5), abs=0.05)
    assert Pathfinder(areas=[BOX]).way((6, 0), (6, 12))[0] == pytest.approx(2 * hypot(2, 4) + 4, abs=0.05)


def shortest_by_hand(margin):
    """From (6, 0) to (6, 12) round two corners of the box, at (8, 4) and (8, 8), this far off."""
    return 2 * ((2 * 2 + 4 * 4 - margin**2) ** 0.5) + 4 + 2 * margin * turn(margin)


def turn(margin):
    """How far the way turns at each corner."""
    far = hypot(2, 4)
    return acos(4 / far) + acos(((far**2 - margin**2) ** 0.5) / far)


def test_nobody_leaves_the_box():
    discs = [((5, 1), 1.5)]
    assert Pathfinder(discs).way((2, 1), (8, 1))[0] < 7.2
    way = Pathfinder(discs, within=(0.5, 0.5, 20, 20)).way((2, 1), (8, 1))
    assert min(y for _, y in way[1]) >= 0.5
    assert Pathfinder(discs, within=(0.5, 0.5, 20, 2.0)).way((2, 1), (8, 1)) is None
