"""What proves without a search that so many bases find no room."""

from __future__ import annotations

from random import Random

import pytest
from shapely import LineString, Point, Polygon, box, union_all

from tabletop_tui.table.base_capacity import clusters, most_apart
from tabletop_tui.table.packing import Room

ISLANDS = union_all([box(0, 0, 1, 1), box(2, 0, 3, 1), box(6, 0, 7, 1)])


def test_parts_that_no_step_joins_are_apart() -> None:
    assert [round(part.bounds[0]) for part in clusters(ISLANDS, 1.5)] == [0, 6]
    assert len(clusters(ISLANDS, 3.5)) == 1
    assert clusters(Polygon(), 1.0) == []


@pytest.mark.parametrize(
    ("region", "least", "most"),
    [
        (Polygon(), 0, 0),
        (Point(3, 3), 1, 1),
        (LineString([(0, 0), (4, 0)]), 5, 5),
        (box(0, 0, 4, 0.001), 5, 6),
        (box(0, 0, 3, 3), 16, 17),
        (union_all([Point(0, 0), Point(9, 0)]), 2, 2),
    ],
)
def test_it_holds_no_fewer_than_can_be_laid_out(region: Polygon, least: int, most: int) -> None:
    assert least <= most_apart(region, 1.0) <= most


def test_only_places_of_one_chain_count_together() -> None:
    assert most_apart(ISLANDS, 1.0) == 3 * most_apart(box(0, 0, 1, 1), 1.0)
    assert most_apart(ISLANDS, 1.0, 1.5) == 2 * most_apart(box(0, 0, 1, 1), 1.0)


def test_what_was_packed_by_chance_never_exceeds_what_a_region_can_hold() -> None:
    chance, packed = Random(5), 0
    for _ in range(60):
        region = union_all(
            [box(x, y, x + chance.random() * 3, y + chance.random() * 3) for x, y in _spots(chance, 4, 6.0)]
        ).difference(union_all([Point(spot).buffer(1.0) for spot in _spots(chance, 3, 8.0)]))
        taken: list[tuple[float, float]] = []
        for x, y in _spots(chance, 400, 9.0):
            if region.contains(Point(x, y)) and all((x - u) ** 2 + (y - v) ** 2 >= 1 for u, v in taken):
                taken.append((x, y))
        packed += len(taken)
        assert len(taken) <= most_apart(region, 1.0)
    assert packed > 400


def test_no_place_is_tried_where_there_surely_is_none() -> None:
    """A hundred pockets, each for two of a group of four and too far from the next: no place is asked about."""
    asked: list[tuple[float, float]] = []

    def allowed(spot: tuple[float, float]) -> bool:
        asked.append(spot)
        return True

    pockets = union_all([box(5 * x, 5 * y, 5 * x + 1.01, 5 * y + 0.01) for x in range(10) for y in range(10)])
    assert list(Room(pockets, 4, 0.5, allowed, link=2.0, across=7.0).arrangements()) == []
    assert asked == []
    assert list(Room(pockets, 2, 0.5, allowed, link=2.0, across=7.0).arrangements()) != []
    assert asked != []


def _spots(chance: Random, count: int, far: float) -> list[tuple[float, float]]:
    return [(chance.random() * far, chance.random() * far) for _ in range(count)]
