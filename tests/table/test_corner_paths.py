"""Ways around obstacles: outlines of a group, corners, the shortest way."""

from __future__ import annotations

from itertools import pairwise
from math import dist, inf, sqrt

import pytest

from tabletop_tui.table.corner_paths import BEYOND, Ways, corners_of, disc, hull, outline, spread
from tabletop_tui.table.polygons import Figure

BLOCK = ((4, 4), (6, 4), (6, 6), (4, 6))


def around(*obstacles, start=(0, 5), limit=30.0, radius=0.0):
    """Ways of a disc around polygons."""
    figures = [Figure(points) for points in obstacles]

    def leg(way, end):
        return inf if any(figure.comes_near(way[-1], end, radius) for figure in figures) else dist(way[-1], end)

    corners = corners_of(
        [outline(part, ((0, 0),), radius) for figure in figures for part in figure.parts], lambda spot: True
    )
    return Ways((start,), corners, limit, leg)


def length(way, goal):
    return sum(dist(a, b) for a, b in pairwise((*way, goal)))


def test_a_hull_leaves_out_what_lies_within():
    assert set(hull([(0, 0), (4, 0), (4, 4), (0, 4), (2, 2), (2, 0)])) == {(0, 0), (4, 0), (4, 4), (0, 4)}
    assert hull([(1, 1), (1, 1)]) == ((1, 1),)


def test_a_disc_lies_within_its_polygon():
    assert Figure(disc(2.0)).distance((0, 0)) == 0
    sides = Figure(disc(2.0), closed=False)
    assert sides.distance((0, 0)) == pytest.approx(2.0)


def test_spreading_adds_places():
    assert set(spread(((0, 0), (2, 0), (2, 1), (0, 1)), ((5, 5), (6, 5)))) >= {(5, 5), (8, 5), (8, 6), (5, 6)}
    assert spread(((1, 2),), ((3, 4),)) == ((4, 6),)


def test_an_outline_holds_every_middle_from_which_a_base_would_touch():
    pair = ((-1.0, 0.0), (1.0, 0.0))
    figure = Figure(outline(BLOCK, pair, 0.5))
    assert figure.holds((7.49, 5)), "the left one of the pair would touch"
    assert not figure.holds((7.6, 5))
    assert figure.holds((5, 6.49))
    assert not figure.holds((5, 6.6))
    assert len(outline(BLOCK, ((0, 0),), 0.5)) == 12, "three for each of its corners"
    assert len(outline(BLOCK, ((0, 0),), 0.5, sharp=True)) == 4
    assert len(outline(((1, 1),), ((0, 0),), 0.5, sharp=True)) == 4
    assert len(outline(((1, 1), (5, 1)), ((0, 0),), 0.5, sharp=True)) <= 6


def test_the_straight_way_where_it_is_free():
    cost, way = around(BLOCK).to((0, 9))
    assert (cost, way) == (4, ((0, 5),))


def test_around_a_block_by_its_corners():
    cost, way = around(BLOCK).to((10, 5))
    assert len(way) > 2
    assert cost == pytest.approx(length(way, (10, 5)))
    assert 2 * sqrt(17) + 2 <= cost < 2 * sqrt(17) + 2 + 5 * BEYOND
    wide, _ = around(BLOCK, radius=1.0).to((10, 5))
    assert wide > cost + 0.7


def test_the_shorter_side_is_taken():
    _, way = around(((4, 0), (6, 0), (6, 6), (4, 6))).to((10, 5))
    assert all(y > 5 for _, y in way[1:])


def test_between_two_blocks_only_if_the_gap_is_wide_enough():
    blocks = ((4, 0), (6, 0), (6, 4), (4, 4)), ((4, 6), (6, 6), (6, 10), (4, 10))
    through, _ = around(*blocks, start=(0, 2), radius=0.9).to((10, 8))
    beside, way = around(*blocks, start=(0, 2), radius=1.1).to((10, 8))
    assert through < beside
    assert all(not 0 <= y <= 10 for _, y in way[1:])


def test_out_of_a_bend():
    hook = ((4, 0), (12, 0), (12, 10), (4, 10), (4, 8), (10, 8), (10, 2), (4, 2))
    assert around(hook, start=(8, 5)).to((14, 5)) is not None


def test_no_way_longer_than_the_limit_and_none_from_a_closed_yard():
    assert around(BLOCK, limit=10.2).to((10, 5)) is None
    assert around(BLOCK, limit=10.5).to((10, 5)) is not None
    assert around(BLOCK).to((10, 5), less_than=10.2) is None
    yard = [
        ((2, 2), (8, 2), (8, 3), (2, 3)),
        ((7, 2), (8, 2), (8, 8), (7, 8)),
        ((2, 7), (8, 7), (8, 8), (2, 8)),
        ((2, 2), (3, 2), (3, 8), (2, 8)),
    ]
    assert around(*yard, start=(5, 5)).to((20, 5)) is None


def test_what_a_leg_costs_besides_its_length_counts():
    toll = {(10.0, 5.0): 3.0}
    ways = around(BLOCK)
    plain = ways.leg
    ways.leg = lambda way, end: plain(way, end) + toll.get(end, 0.0)
    cost, way = ways.to((10.0, 5.0))
    assert cost == pytest.approx(length(way, (10, 5)) + 3)


def test_from_several_starts_the_nearest():
    ways = around(BLOCK)
    ways.starts = ((0, 5), (9, 9))
    _, way = ways.to((10, 5))
    assert way == ((9, 9),)


def test_a_start_against_an_obstacle_can_leave():
    assert around(BLOCK, start=(3.5, 5), radius=0.5).to((10, 5)) is not None
