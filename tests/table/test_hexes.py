"""The hex grid against plain searches and plain geometry."""

from __future__ import annotations

import itertools
from collections import deque
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_tui.table.hexes import DIRECTION_NAMES, HexGrid, centre_of, name_of

GRID = HexGrid(14, 20)
hexes = st.sampled_from(GRID.hexes)


def centre(name: str) -> tuple[float, float]:
    """Where the middle of a hex lies, in units of the distance between neighbouring middles."""
    column, row = GRID.column_row(name)
    return column * sqrt(3) / 2, row + (0.5 if column % 2 == 0 else 0)


def gap(a: str, b: str) -> float:
    (ax, ay), (bx, by) = centre(a), centre(b)
    return sqrt((ax - bx) ** 2 + (ay - by) ** 2)


@pytest.mark.rule("MC-GRID-1")
def test_neighbours_are_the_six_hexes_one_apart() -> None:
    for name in GRID.hexes:
        assert set(GRID.neighbours[name]) == {
            other for other in GRID.hexes if other != name and gap(name, other) < 1.01
        }


def test_directions_go_clockwise_from_the_upper_right() -> None:
    assert dict(zip(DIRECTION_NAMES, GRID.around["0707"], strict=True)) == {
        "NE": "0806",
        "SE": "0807",
        "S": "0708",
        "SW": "0607",
        "NW": "0606",
        "N": "0706",
    }
    assert GRID.around["0101"] == (None, "0201", "0102", None, None, None)


@given(hexes)
def test_distance_is_the_number_of_steps(start: str) -> None:
    steps = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in GRID.neighbours[here]:
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    assert GRID.distances(start) == steps
    assert {name for name, far in steps.items() if far <= 3} == set(GRID.within(start, 3))


@given(hexes, hexes)
def test_a_line_passes_the_hexes_nearest_to_it_step_by_step(a: str, b: str) -> None:
    (ax, ay), (bx, by) = centre(a), centre(b)
    far = GRID.distance(a, b)
    groups = GRID.between(a, b)
    expected = []
    for step in range(1, far):
        x, y = ax + (bx - ax) * step / far, ay + (by - ay) * step / far
        gaps = {name: (centre(name)[0] - x) ** 2 + (centre(name)[1] - y) ** 2 for name in GRID.hexes}
        nearest = min(gaps.values())
        if nearest < 1 / 3 + 1e-9:  # else the line runs off the grid here
            expected.append({name for name, square in gaps.items() if square < nearest + 1e-9})
    assert [set(group) for group in groups] == expected
    assert [set(group) for group in GRID.between(b, a)] == expected[::-1]


@given(hexes, st.integers(0, 5))
def test_a_straight_row_goes_on_to_the_edge(start: str, direction: int) -> None:
    row = [start, *GRID.straight(start, direction)]
    assert all(GRID.direction(a, b) == direction for a, b in itertools.pairwise(row))
    assert GRID.around[row[-1]][direction] is None


@pytest.mark.parametrize(("columns", "rows"), [(0, 5), (5, 0), (100, 5), (5, 100)])
def test_a_grid_has_a_sensible_size(columns: int, rows: int) -> None:
    with pytest.raises(ValueError, match="1 to 99"):
        HexGrid(columns, rows)


def test_the_centre_is_measured_as_the_hexes_lie() -> None:
    grid = HexGrid(3, 3)
    assert centre_of(grid, grid.hexes) == ["0202"]
    assert centre_of(grid, [name_of(column, 1) for column in (1, 2, 3)]) == ["0201"]
    assert centre_of(grid, []) == []
