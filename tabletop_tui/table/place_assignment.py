"""Who goes where: as many places as possible given to bases, and those that cost least in all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf


def cheapest(costs: Sequence[Sequence[float]]) -> list[int]:
    """For each row the column that it gets, no column twice, so that the sum is least; no fewer columns than rows.

    The Hungarian method. Costs are finite.
    """
    columns = len(costs[0]) if costs else 0
    rows_of, dual = [-1] * (columns + 1), [0.0] * (columns + 1)
    above = [0.0] * len(costs)
    for row in range(len(costs)):
        rows_of[columns], column = row, columns
        least, back, used = [inf] * columns, [columns] * columns, [False] * (columns + 1)
        while rows_of[column] >= 0:
            used[column] = True
            here, cost = rows_of[column], costs[rows_of[column]]
            step, nearest = inf, columns
            for other in range(columns):
                if not used[other]:
                    if (gap := cost[other] - above[here] - dual[other]) < least[other]:
                        least[other], back[other] = gap, column
                    if least[other] < step:
                        step, nearest = least[other], other
            for other in range(columns + 1):
                if used[other]:
                    above[rows_of[other]] += step
                    dual[other] -= step
                elif other < columns:
                    least[other] -= step
            column = nearest
        while column != columns:
            rows_of[column] = rows_of[back[column]]
            column = back[column]
    found = [-1] * len(costs)
    for column, row in enumerate(rows_of[:columns]):
        if row >= 0:
            found[row] = column
    return found


def cheapest_lazily(
    least: Sequence[Sequence[float]], exact: Callable[[int, int], float], none: float
) -> list[int | None]:
    """The same where costs are known only from below, and `exact` takes long: asked only of what would be chosen.

    A row gets None where nothing costs less than `none`, which is what leaving it without a place costs.
    """
    rows = len(least)
    costs = [[*(min(cost, none) for cost in row), *[none] * rows] for row in least]
    places = len(costs[0]) - rows if costs else 0
    known: set[tuple[int, int]] = set()
    while True:
        found = cheapest(costs)
        asked = [
            (row, column)
            for row, column in enumerate(found)
            if column < places and costs[row][column] < none and (row, column) not in known
        ]
        if not asked:
            return [
                column if column < places and costs[row][column] < none else None for row, column in enumerate(found)
            ]
        for row, column in asked:
            known.add((row, column))
            costs[row][column] = min(none, exact(row, column))


def augment(row: int, columns: Sequence[int], allowed: Callable[[int, int], bool], owners: dict[int, int]) -> bool:
    """Give a row a column, though others may have to change theirs; False, and all as before, if that cannot be.

    `owners` says whose a column is; it is changed.
    """
    tried: set[int] = set()

    def given(row: int) -> bool:
        free = [column for column in columns if column not in owners]
        for column in (*free, *owners):
            if column not in tried and allowed(row, column):
                tried.add(column)
                if column not in owners or given(owners[column]):
                    owners[column] = row
                    return True
        return False

    return given(row)
