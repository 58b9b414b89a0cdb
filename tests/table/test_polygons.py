"""Figures and bodies of bases in plain numbers give what shapely gives."""

from __future__ import annotations

from itertools import combinations
from math import cos, dist, pi, sin
from random import Random

import pytest
from shapely import LineString, MultiPoint, Point, Polygon, unary_union

from tabletop_tui.table.polygons import Figure, between, cross, foot, links, near_any, off, strip, struck

SQUARE = Figure(((2, 2), (6, 2), (6, 6), (2, 6)))
HOOK = Figure(((0, 0), (6, 0), (6, 6), (4, 6), (4, 2), (0, 2)))
WALL = Figure(((2, 2), (6, 2), (6, 6)), closed=False)


def test_a_place_in_a_polygon_on_its_border_and_outside():
    assert SQUARE.holds((3, 3))
    assert SQUARE.holds((2, 4))
    assert SQUARE.holds((6, 6))
    assert not SQUARE.holds((6.01, 4))
    assert HOOK.holds((5, 5))
    assert not HOOK.holds((2, 4)), "in the bend of the hook"
    assert WALL.holds((4, 2))
    assert not WALL.holds((5, 3)), "a line has no inside"


def test_distances_of_a_place():
    assert SQUARE.distance((3, 3)) == 0
    assert SQUARE.distance((9, 10)) == 5
    assert WALL.distance((5, 3)) == 1
    assert SQUARE.nearest((9, 4)) == (6, 4)
    assert SQUARE.nearest((3, 3)) == (3, 3)
    assert SQUARE.near((7, 4), 1.01)
    assert not SQUARE.near((7, 4), 1), "nearer than that is asked for"


def test_lines_that_meet_a_figure():
    assert SQUARE.meets((0, 4), (8, 4)), "right across"
    assert SQUARE.meets((3, 3), (4, 4)), "all inside"
    assert SQUARE.meets((0, 8), (8, 0)), "over a corner"
    assert SQUARE.meets((0, 2), (1.99, 2)) is False
    assert SQUARE.meets((0, 2), (2, 2)), "up to the border"
    assert not HOOK.meets((1, 3), (3, 5))
    assert SQUARE.comes_near((0, 7), (8, 7), 1.01)
    assert not SQUARE.comes_near((0, 7), (8, 7), 1)
    assert WALL.comes_near((3, 3), (3, 9), 1.01)
    assert WALL.comes_near((6.5, 6.5), (9, 9), 0.8), "the far end of the wall"


def test_two_lines():
    assert cross((0, 0), (4, 4), (0, 4), (4, 0))
    assert cross((0, 0), (4, 0), (2, 0), (6, 0)), "along each other"
    assert not cross((0, 0), (2, 0), (3, 0), (6, 0))
    assert between((0, 0), (4, 0), (0, 3), (4, 5)) == 3
    assert off((0, 0), (4, 0), (7, 4)) == 5
    assert foot((0, 0), (4, 0), (3, 9)) == (3, 0)
    assert foot((1, 1), (1, 1), (3, 9)) == (1, 1)


def test_a_body_reaches_over_gaps_of_an_inch_but_no_wider():
    models = ((0.0, 0.0), (1.5, 0.0), (4.0, 0.0))
    assert len(links(models, 0.25)) == 2, "one link, and a model by itself"
    assert struck(models, 0.25, (0.75, -2), (0.75, 2)), "through the gap of 1 in"
    assert not struck(models, 0.25, (2.75, -2), (2.75, 2)), "through the gap of 2 in"
    assert struck(models, 0.25, (4, 2), (4, 0.25)), "up to the edge of a base"
    assert not struck(models, 0.25, (4, 2), (4, 0.26))
    assert near_any(models, ((4, 2),), 2.01)
    assert not near_any(models, ((4, 2),), 2)


@pytest.mark.parametrize("seed", range(20))
def test_chance_figures_as_shapely_has_them(seed):
    chance = Random(seed)

    def spot():
        return round(chance.uniform(0, 20), 2), round(chance.uniform(0, 20), 2)

    turns = sorted(chance.uniform(0, 2 * pi) for _ in range(chance.randint(3, 16)))
    rays = [(turn, chance.uniform(1, 6)) for turn in turns]
    points = tuple((10 + far * cos(turn), 10 + far * sin(turn)) for turn, far in rays)
    closed = chance.random() < 0.7
    figure, shape = Figure(points, closed), Polygon(points) if closed else LineString(points)
    for _ in range(200):
        a, b, reach = spot(), spot(), chance.uniform(0.1, 3)
        line = LineString([a, b])
        assert figure.holds(a) == shape.covers(Point(a))
        assert figure.distance(a) == pytest.approx(shape.distance(Point(a)))
        assert figure.meets(a, b) == shape.intersects(line)
        assert figure.comes_near(a, b, reach) == (shape.distance(line) < reach)
        assert shape.distance(Point(figure.nearest(a))) < 1e-9


@pytest.mark.parametrize("seed", range(20))
def test_convex_figures_hold_what_shapely_covers_whichever_way_their_corners_run(seed):
    chance = Random(seed)
    turns = sorted(chance.uniform(0, 2 * pi) for _ in range(chance.randint(3, 16)))
    points = tuple((round(10 + 6 * cos(turn), 2), round(10 + 6 * sin(turn), 2)) for turn in turns)
    spots = [(round(chance.uniform(3, 17), 2), round(chance.uniform(3, 17), 2)) for _ in range(300)]
    for corners in (points, points[::-1]):
        figure, shape = Figure(corners), Polygon(corners)
        assert [figure.holds(spot) for spot in spots] == [shape.covers(Point(spot)) for spot in spots]
        assert all(figure.holds(corner) for corner in corners)


@pytest.mark.parametrize("seed", range(20))
def test_chance_bodies_as_shapely_has_them(seed):
    chance = Random(seed)
    models = [(10.0, 10.0)]
    for _ in range(chance.randint(0, 9)):
        x, y = chance.choice(models)
        models.append((round(x + chance.uniform(-1.8, 1.8), 2), round(y + chance.uniform(-1.8, 1.8), 2)))
    linked = [LineString(pair) for pair in combinations(models, 2) if dist(*pair) <= 1.5]
    shape = unary_union([MultiPoint(models), *linked])
    for _ in range(200):
        a = chance.uniform(5, 15), chance.uniform(5, 15)
        b = chance.uniform(5, 15), chance.uniform(5, 15)
        assert struck(tuple(models), 0.25, a, b) == (shape.distance(LineString([a, b])) <= 0.25)


def test_what_lies_beside_all_lines_between_some_places_touches_none_of_them():
    """Never the other way round: what may touch a line may miss it."""
    chooser, left_out, near = Random(7), 0, 0
    for _ in range(400):
        corner = [(chooser.uniform(0, 20), chooser.uniform(0, 20)) for _ in range(3)]
        figure = Figure(tuple((round(x), round(y)) for x, y in corner))
        (x, y), (u, v) = [(chooser.randint(0, 20), chooser.randint(0, 20)) for _ in range(2)]
        ends = [(x, y), (x + 1, y), (x, y + 1), (u, v), (u + 1, v)]
        reach = chooser.choice([0.0, 1.0])
        touched = [pair for pair in combinations(ends, 2) if figure.meets(*pair) or figure.comes_near(*pair, reach)]
        if not strip(ends)(figure.points, reach):
            left_out += 1
            assert not touched, (figure.points, ends)
        near += bool(touched)
    assert left_out >= 80
    assert near >= 80
