"""Pieces of terrain: what lies on an area or against it, and what crosses a line, as shapely has it."""

from __future__ import annotations

from random import Random

import pytest
from shapely import LineString, Point

from tabletop_tui.table.terrain_pieces import Piece, of_size

WOODS = Piece("w", "woods", ((10.0, 10.0), (20.0, 12.0), (18.0, 24.0), (8.0, 20.0)))
WALL = Piece("l", "wall", ((4.0, 6.0), (12.0, 6.0), (12.0, 2.0)), line=True)
YARD = Piece("y", "yard", ((0.0, 0.0), (3.0, 0.0), (3.0, 3.0), (0.0, 3.0)))


@pytest.mark.parametrize("piece", [WOODS, WALL], ids=["area", "line"])
def test_what_stands_on_a_piece_or_against_it(piece: Piece):
    chance, found = Random(1), []
    for _ in range(600):
        spot, radius = (chance.uniform(0, 26), chance.uniform(0, 26)), chance.choice((0.0, 0.5, 2.5))
        away = piece.shape.distance(Point(spot))
        if abs(away - radius) > 1e-6:
            found.append(piece.touches(spot, radius))
            assert found[-1] == (away <= radius), (spot, radius)
        if away > 1e-6:
            assert not piece.holds(spot)
    assert min(found.count(True), found.count(False)) > 20


@pytest.mark.parametrize("piece", [WOODS, WALL], ids=["area", "line"])
def test_what_crosses_a_piece(piece: Piece):
    chance, found = Random(2), []
    for _ in range(300):
        a, b = ((chance.uniform(0, 26), chance.uniform(0, 26)) for _ in range(2))
        found.append(piece.crossed(a, b))
        assert found[-1] == piece.shape.intersects(LineString((a, b)))
    assert min(found.count(True), found.count(False)) > 20


def test_the_inside_of_an_area_is_on_it_and_between_the_ends_of_a_line_nothing_is():
    assert WOODS.holds((14, 16))
    assert not WALL.holds((8, 4)), "its ends are not joined"
    assert not WALL.crossed((5, 5), (6, 3))
    assert sorted([WALL, YARD, WOODS], key=of_size) == [WOODS, YARD, WALL]
