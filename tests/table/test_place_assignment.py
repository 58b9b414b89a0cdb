"""Assignments: the cheapest, as found by trying all of them."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from tabletop_tui.table.place_assignment import augment, cheapest, cheapest_lazily


@pytest.mark.parametrize("seed", range(30))
def test_the_assignment_is_the_cheapest(seed):
    chance = Random(seed)
    rows, more = chance.randint(1, 5), chance.randint(0, 2)
    costs = [[chance.choice([chance.random() * 10, 50.0]) for _ in range(rows + more)] for _ in range(rows)]
    found = cheapest(costs)
    assert len(set(found)) == rows
    best = min(sum(costs[n][c] for n, c in enumerate(p)) for p in permutations(range(rows + more), rows))
    assert sum(costs[row][column] for row, column in enumerate(found)) == pytest.approx(best)


@pytest.mark.parametrize("seed", range(30))
def test_costs_known_from_below_give_the_same_and_few_are_asked_for(seed):
    chance = Random(seed)
    rows = chance.randint(2, 5)
    costs = [[chance.random() * 10 for _ in range(rows)] for _ in range(rows)]
    least = [[cost * chance.choice([1.0, 0.5]) for cost in row] for row in costs]
    asked = []

    def exact(row, column):
        asked.append((row, column))
        return costs[row][column]

    found = cheapest_lazily(least, exact, 1000.0)
    assert sum(costs[n][c] for n, c in enumerate(found)) == pytest.approx(
        sum(costs[n][c] for n, c in enumerate(cheapest(costs)))
    )
    assert len(asked) == len(set(asked))


def test_who_can_have_nothing_gets_nothing():
    assert cheapest_lazily([[1.0, 2.0], [5000.0, 5000.0]], lambda row, column: 1.0 + column, 1000.0) == [0, None]
    assert cheapest_lazily([[1.0], [2.0]], lambda row, column: 5000.0, 1000.0) == [None, None]
    assert cheapest([]) == []


def test_a_row_gets_a_column_though_others_have_to_change_theirs():
    allowed = {0: (0, 1), 1: (0, 2), 2: (0,)}
    owners = {0: 0, 2: 1}
    assert augment(2, range(3), lambda row, column: column in allowed[row], owners)
    assert owners == {0: 2, 1: 0, 2: 1}
    before = dict(owners)
    assert not augment(3, range(3), lambda row, column: False, owners)
    assert owners == before
