"""Shapes as cells of text."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tabletop_tui.table.points import parse_spot, spot_text
from tabletop_tui.table.raster import Raster, bits_of, columns_of, outline

PLAY = Raster(48, 48, 2, 1)
SQUARE = ((10.0, 10.0), (14.0, 10.0), (14.0, 12.0), (10.0, 12.0))


def test_the_middle_of_the_first_cell_is_the_corner_of_the_table():
    assert (PLAY.columns, PLAY.rows) == (97, 49)
    assert PLAY.cell(0, 0) == (0, 0)
    assert PLAY.cell(48, 48) == (96, 48)
    assert PLAY.cell(24.2, 13.4) == (48, 13)
    assert PLAY.place(48, 13) == (24, 13)


def test_a_polygon_covers_the_cells_whose_middles_it_holds():
    cells = set(PLAY.polygon(SQUARE))
    assert cells == {(column, row) for column in range(20, 29) for row in (10, 11)}


def test_a_corner_that_only_touches_a_row_covers_nothing_there():
    triangle = ((10.0, 10.0), (13.0, 13.0), (7.0, 13.0))
    assert min(row for _, row in PLAY.polygon(triangle)) == 11


def test_a_polygon_smaller_than_a_cell_still_shows():
    assert list(PLAY.polygon(((5.1, 5.1), (5.2, 5.1), (5.15, 5.2)))) == [(10, 5)]


def test_a_disc_is_round_where_a_unit_is_two_columns_and_a_row():
    assert set(PLAY.disc(10, 10, 1)) == {(18, 10), (19, 10), (20, 10), (21, 10), (22, 10), (20, 9), (20, 11)}
    assert list(PLAY.disc(10.2, 10.2, 0.1)) == [(20, 10)]


def test_a_line_goes_from_cell_to_cell_without_a_gap():
    cells = PLAY.line([(1, 1), (4, 3), (4, 5)])
    assert cells[0] == (2, 1)
    assert cells[-1] == (8, 5)
    assert all(abs(a - c) <= 1 and abs(b - d) <= 1 for (a, b), (c, d) in pairwise(cells))
    assert PLAY.line([]) == []


def test_what_lies_off_the_table_has_no_cells():
    assert all(PLAY.inside(cell) for cell in PLAY.disc(0, 0, 3))
    assert all(PLAY.inside(cell) for cell in PLAY.line([(-5, -5), (5, 5)]))


def test_the_outline_is_what_touches_the_outside():
    assert outline({0: 0b1111, 1: 0b1111, 2: 0b1111, 3: 0b1111}) == {0: 0b1111, 1: 0b1001, 2: 0b1001, 3: 0b1111}
    assert outline({5: 0b11110, 6: 0b11110, 7: 0b10010}) == {5: 0b11110, 6: 0b11110, 7: 0b10010}
    assert outline({5: 0b11111, 6: 0b11111, 7: 0b01110})[6] == 0b10001


@given(st.sets(st.tuples(st.integers(0, 96), st.integers(0, 48))))
def test_cells_are_the_same_after_a_round_trip_through_bits(cells: set[tuple[int, int]]):
    assert {(column, row) for row, bits in bits_of(cells).items() for column in columns_of(bits)} == cells


@given(st.sets(st.tuples(st.integers(0, 96), st.integers(0, 48)), min_size=1), st.integers(1, 4), st.integers(1, 3))
def test_cells_are_widened_to_the_right_and_down_first_and_not_beyond_the_table(cells, wide, high):
    across, down = range(-((wide - 1) // 2), wide // 2 + 1), range(-((high - 1) // 2), high // 2 + 1)
    around = {(column + right, row + below) for column, row in cells for right in across for below in down}
    assert PLAY.spread(bits_of(cells), wide, high) == bits_of(filter(PLAY.inside, around))


@given(st.floats(0, 200), st.floats(0, 200))
def test_a_spot_is_the_same_after_a_round_trip_but_for_the_third_decimal(x: float, y: float):
    place = parse_spot(spot_text((x, y)))
    assert place is not None
    assert abs(place[0] - x) < 0.0051
    assert abs(place[1] - y) < 0.0051


def test_what_is_no_spot():
    for text in ("", "12", "a,b", "1,", ",1", "nan,1", "inf,2", "1e99,3", "form=line"):
        assert parse_spot(text) is None, text
