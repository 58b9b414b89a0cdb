"""The hex grid against plain searches and plain geometry."""

from __future__ import annotations

import itertools
from collections import deque
from math import cos, pi, sin, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Polygon

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


def outline(name: str) -> Polygon:
    """A hex as a shape: its edge is 1/sqrt(3) long where middles are 1 apart."""
    x, y = centre(name)
    return Polygon([(x + cos(pi * k / 3) / sqrt(3), y + sin(pi * k / 3) / sqrt(3)) for k in range(6)])


OUTLINES = {name: outline(name) for name in GRID.hexes}
WIDE = {name: shape.buffer(1e-9) for name, shape in OUTLINES.items()}


@pytest.mark.rule("MC-GRID-4")
@given(hexes, hexes)
def test_a_line_crosses_the_hexes_whose_inside_it_runs_through(a: str, b: str) -> None:
    """Against plain geometry: what a line has in common with each hex of the grid, and with the edges between two."""
    if a == b:
        assert GRID.crossed(a, b) == ()
        return
    line = LineString([centre(a), centre(b)])
    groups = GRID.crossed(a, b)
    run = {name: wide.intersection(line).length for name, wide in WIDE.items() if name not in (a, b)}
    inside = {name for name, far in run.items() if far > 1e-4 and OUTLINES[name].buffer(-1e-6).intersects(line)}
    assert {name for group in groups for name in group} >= inside
    for group in groups:
        for name in group:
            edge = run[name] > 1e-4 and name not in inside
            assert name in inside or edge, f"{name} is only touched"
            assert len(group) == 1 or edge
    assert [set(group) for group in GRID.crossed(b, a)] == [set(group) for group in groups[::-1]]


@pytest.mark.rule("MC-GRID-4")
def test_a_long_line_misses_no_hex() -> None:
    grid = HexGrid(30, 20)
    assert "1910" in {name for group in grid.crossed("1313", "2307") for name in group}
    assert "1910" not in {name for group in grid.between("1313", "2307") for name in group}, "the step rule misses it"


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


@pytest.mark.parametrize("seed", range(6))
def test_reach_is_the_cheapest_way_and_enters_the_fewest_shunned_hexes(seed: int) -> None:
    """Against a search that goes over all edges until nothing gets cheaper."""
    chance = Random(seed)
    grid = HexGrid(7, 6)
    prices = {name: tuple((there, chance.randint(1, 3)) for there in grid.neighbours[name]) for name in grid.hexes}
    closed = set(chance.sample(grid.hexes, 6)) - {"0303"}
    shun = set(chance.sample(grid.hexes, 12))
    best = {"0303": (0, 0)}
    for _ in grid.hexes:
        for here, (cost, shunned) in list(best.items()):
            for there, price in prices[here]:
                found = cost + price, shunned + (there in shun)
                if there not in closed and found[0] <= 6 and found < best.get(there, (7, 0)):
                    best[there] = found
    reach = grid.reach("0303", 6, prices, closed.__contains__, shun)
    assert len(best) > 15
    assert any(cost == 6 for cost, _ in best.values())
    assert reach.cost == {name: cost for name, (cost, _) in best.items()}
    for name, (cost, shunned) in best.items():
        way = reach.path(name)
        assert (way[0], way[-1]) == ("0303", name)
        assert sum(dict(prices[a])[b] for a, b in itertools.pairwise(way)) == cost
        assert len(shun.intersection(way[1:])) == shunned
    assert reach.path(next(iter(closed))) == []
    plain = grid.reach("0303", 6, prices, closed.__contains__)
    assert plain.cost == reach.cost
    for name, (cost, _) in best.items():
        assert sum(dict(prices[a])[b] for a, b in itertools.pairwise(plain.path(name))) == cost
