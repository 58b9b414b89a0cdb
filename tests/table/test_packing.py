"""Room for bases: what shapes say is what trying place by place finds, and more."""

from __future__ import annotations

from itertools import combinations
from math import dist, hypot, inf, sqrt
from random import Random

import numpy as np
import pytest
import shapely
from shapely import LineString, Point, Polygon

from tabletop_tui.table import region_places, region_shapes
from tabletop_tui.table.coherency import coherent
from tabletop_tui.table.formations import FORMATIONS, formation, turned
from tabletop_tui.table.packing import Room
from tabletop_tui.table.points import Spots

RADIUS = 0.25


def corridor(width: float, length: float) -> Polygon:
    """Where the middles of bases of half an inch may lie in a corridor, its walls on all sides."""
    return region_shapes.box((10 + RADIUS, 10 + RADIUS, 10 + width - RADIUS, 10 + length - RADIUS))


def room_in(region: shapely.Geometry, count: int, link: float = 1.5, across: float = 6.5, **changes: object) -> Room:
    near = region.buffer(1e-5)
    return Room(region, count, RADIUS, lambda spot: near.covers(Point(spot)), link, across, **changes)


def holds(found: Spots, region: shapely.Geometry) -> bool:
    near = region.buffer(1e-5)
    apart = all(dist(a, b) >= 2 * RADIUS - 1e-6 for a, b in combinations(found, 2))
    return apart and coherent(found, RADIUS, 1.0, 6.0) and all(near.covers(Point(spot)) for spot in found)


@pytest.mark.parametrize(
    ("width", "length", "count", "fits"),
    [
        (0.5, 4.0, 8, True),  # one behind another, base to base
        (0.5, 3.98, 8, False),
        (0.49, 9.0, 1, False),
        (0.5, 0.5, 1, True),  # just a base
        (1.0, 2.0, 8, True),  # two abreast
        (0.93, 2.1, 7, True),  # in zigzag
        (0.93, 2.0, 7, False),
        (0.7, 2.0, 8, False),
    ],
)
def test_as_many_bases_as_there_is_room_for_and_no_more(width: float, length: float, count: int, fits: bool):
    region = corridor(width, length)
    found = next(room_in(region, count).arrangements(), None)
    assert (found is not None) is fits
    assert found is None or holds(found, region)


def test_bases_hold_together_across_what_none_can_stand_on():
    for gap, fits in ((0.95, True), (1.05, False)):
        region = shapely.union_all([corridor(0.5, 1.0), shapely.affinity.translate(corridor(0.5, 1.0), 0.5 + gap)])
        found = next(room_in(region, 4).arrangements(), None)
        assert (found is not None) is fits, "a gap of an inch at most between neighbours"


def test_pairs_are_enough_where_no_chain_is_wanted():
    region = shapely.union_all([corridor(0.5, 1.0), shapely.affinity.translate(corridor(0.5, 1.0), 4.0)])
    assert next(room_in(region, 4).arrangements(), None) is None
    pairs = next(room_in(region, 4, chain=False).arrangements())
    assert sorted(x for x, _ in pairs) == [10.25, 10.25, 14.25, 14.25]
    assert next(room_in(region, 3, chain=False).arrangements(), None) is None, "one would be alone"
    assert len(next(room_in(region, 3, inf, inf).arrangements())) == 3


def test_a_wall_between_two_places_keeps_a_group_from_taking_both():
    region = corridor(0.5, 4.0)
    wall = LineString([(9, 12.0), (12, 12.0)])

    def parted(a: tuple[float, float], b: tuple[float, float]) -> bool:
        return wall.intersects(LineString([a, b]))

    assert next(room_in(region, 4, parted=parted).arrangements(), None) is not None
    assert next(room_in(region, 5, parted=parted).arrangements(), None) is None
    assert next(room_in(region, 5).arrangements(), None) is not None


def test_those_who_find_room_are_as_many_as_can():
    assert len(room_in(corridor(0.5, 2.2), 8, inf, inf).most()) == 4
    assert room_in(Polygon(), 3).most() == ()


@pytest.mark.long
def test_a_formation_fits_where_shapes_say_and_nowhere_else():
    chance = Random(3)
    for _ in range(40):
        count, form, turn = (
            chance.choice((2, 3, 4, 6, 8)),
            chance.choice(FORMATIONS[1:]),
            chance.choice((0, 15, 90, 200)),
        )
        offsets = turned(formation(form, count, 1.0), turn)
        rocks = [Point(chance.uniform(0, 8), chance.uniform(0, 8)).buffer(chance.uniform(0.3, 1.2)) for _ in range(6)]
        region = region_shapes.outside(
            region_shapes.box((0, 0, 8, 8)), [region_shapes.grown(rock, RADIUS) for rock in rocks]
        )
        area = region_shapes.rigid(region, offsets)
        for _ in range(200):
            x, y = chance.uniform(0, 8), chance.uniform(0, 8)
            inside = all(region.covers(Point(x + dx, y + dy)) for dx, dy in offsets)
            assert area.buffer(1e-6).covers(Point(x, y)) or not inside
            assert inside or not area.buffer(-1e-6).covers(Point(x, y))


def test_a_formation_is_fitted_where_a_rim_crosses_itself():
    """Unions and rounding leave such rims; nothing can be cut by them as they are."""
    eight = Polygon([(0, 0), (10, 10), (10, 0), (0, 10)])
    west = region_shapes.box((-1, -1, 3, 11))
    pair = ((-1.0, 0.0), (1.0, 0.0))
    assert not eight.is_valid
    looked_at = 0
    for offsets in (pair, ((0.0, 0.0),)):
        area = region_shapes.rigid(eight, offsets)
        crossed = Room(eight, len(offsets), RADIUS, lambda spot: True, some=west).rigid(offsets)
        assert area.is_valid
        assert crossed.covers(Point(1.5, 4.0))
        assert not crossed.intersects(Point(8.0, 4.0)), "nobody would be in the west"
        for x in (0.5, 1.5, 3.0, 4.5, 6.5, 8.5):  # at height 4 all lies within but a strip of 2 in the middle
            within = all(1 <= abs(x + dx - 5) <= 5 for dx, _ in offsets)
            assert area.buffer(1e-6).covers(Point(x, 4.0)) == within, (offsets, x)
            looked_at += 1
    assert looked_at == 12


def test_a_shadow_is_all_that_a_line_reaches_through_a_figure():
    chance = Random(5)
    for _ in range(60):
        eye = chance.uniform(-9, 9), chance.uniform(-9, 9)
        corners = [(chance.uniform(-4, 4), chance.uniform(-4, 4)) for _ in range(chance.choice((2, 3)))]
        figure = Polygon(corners) if len(corners) > 2 else LineString(corners)
        shade = region_shapes.shadow(eye, corners, 200.0)
        for _ in range(80):
            spot = chance.uniform(-30, 30), chance.uniform(-30, 30)
            hidden = figure.intersects(LineString([eye, spot]))
            assert shade.buffer(1e-6).covers(Point(spot)) or not hidden
            assert hidden or not shade.buffer(-1e-6).covers(Point(spot))


def test_places_in_an_area_are_to_the_hundredth_and_the_nearest_come_first():
    area = region_shapes.box((3.0, 3.0, 5.0, 5.0))
    spots = list(region_places.spots_in(area, [(0.0, 4.003)], 0.5))
    assert spots[0] == (3.0, 4.0)
    assert all(round(value, 2) == value for spot in spots for value in spot)
    assert {(3.5, 3.5), (4.5, 4.0)} <= set(spots)
    assert max(hypot(max(3 - x, x - 5, 0), max(3 - y, y - 5, 0)) for x, y in spots) < 0.01
    assert not list(region_places.spots_in(Polygon()))


def test_lines_and_points_are_left_out_only_where_they_lead_nobody_to_a_place_to_the_hundredth():
    chance, looked_at = Random(33), {True: 0, False: 0}
    axis = np.arange(-5, 36) / 100
    places = shapely.points(*(side.ravel() for side in np.meshgrid(axis, axis)))
    for number in range(400):
        corners = [(chance.uniform(0, 0.3), chance.uniform(0, 0.3)) for _ in range(2 + number % 2)]
        if number % 3 == 0:  # one end at a hundredth
            corners[0] = round(corners[0][0], 2), round(corners[0][1], 2)
        if number % 5 < 2:  # along an axis
            corners[1] = corners[0][0], corners[1][1]
        line = Point(corners[0]) if number % 7 == 0 else LineString(corners)
        right = chance.choice((line.bounds[2], 0.3)) + chance.uniform(0.001, 0.02)
        block = region_shapes.box((right, -1.0, 1.0, 1.0))
        if line.intersects(block):
            continue
        whole = shapely.union_all([block, line])
        held = places[shapely.distance(whole, places) < 1e-6]
        near = shapely.distance(line, places)
        leads = shapely.dwithin(line, held, 0.01 * sqrt(0.5)).any()
        found = region_places.placeable(whole)
        if leads:
            assert found.equals(whole), corners
        elif near.min() > 2e-5 and line.distance(block) > 0.0073:
            assert found.equals(block), corners
        looked_at[bool(leads)] += 1
    assert min(looked_at.values()) > 80, looked_at
    assert region_places.placeable(block) is block
