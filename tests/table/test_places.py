"""Places as text, signs of places, lengths as they are said, groups that keep together."""

from __future__ import annotations

import pytest

from tabletop_tui.table.coherency import coherent
from tabletop_tui.table.length_units import CENTIMETRES, INCHES, LENGTHS
from tabletop_tui.table.overlay_signs import Chart
from tabletop_tui.table.place_assignment import cheapest_lazily
from tabletop_tui.table.points import parse_spot


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("3,4.5", (3.0, 4.5)),
        ("-1,999999.99", (-1.0, 999999.99)),
        ("1000000,0", None),
        ("0,-1000000", None),
        ("0,nan", None),
        ("inf,0", None),
        ("3", None),
        ("3,four", None),
    ],
)
def test_a_place_is_two_plain_numbers_of_less_than_a_million(text: str, place: tuple[float, float] | None):
    assert parse_spot(text) == place


def test_a_chart_has_a_sign_for_each_whole_place_and_for_no_other():
    chart = Chart(("ab", "cd", "ef"))
    assert dict(chart) == {"0,0": "a", "0,1": "b", "1,0": "c", "1,1": "d", "2,0": "e", "2,1": "f"}
    assert len(chart) == 6
    for outside in ("3,0", "0,2", "0,3", "-1,0", "0,-1", "0.5,0", "x"):
        assert outside not in chart


@pytest.mark.parametrize(
    ("length", "limits", "said"),
    [
        (5.96, (), "6.0 in"),
        (5.96, (6.0,), "5.96 in"),  # 6.0 would hide that it is short of it
        (6.04, (6.0,), "6.04 in"),
        (5.96, (7.0,), "6.0 in"),
        (6.0, (6.0,), "6.0 in"),
        (5.998, (6.0,), "6.0 in"),  # no hundredth would show it either
        (6.1, (6.0,), "6.1 in"),
        (6.13, (6.0,), "6.1 in"),
        (5.96, (7.0, 6.0), "5.96 in"),
    ],
)
def test_a_length_is_said_to_the_tenth_unless_that_hides_on_which_side_of_a_limit_it_lies(length, limits, said):
    assert INCHES.said(length, *limits) == said


def test_every_unit_of_length_has_its_sign_and_zooms_that_grow():
    assert {name: unit.said(2) for name, unit in LENGTHS.items()} == {
        "inches": "2.0 in",
        "centimetres": "2.0 cm",
        "units": "2.0 u",
    }
    for unit in LENGTHS.values():
        assert sorted(unit.zooms) == list(unit.zooms)
        assert len({*unit.zooms}) == 3
    assert CENTIMETRES.zooms[1] * 2 == INCHES.zooms[1] == 2


@pytest.mark.parametrize(
    ("models", "together"),
    [
        (((0, 0),), True),
        (((0, 0), (2, 0), (4, 0)), True),  # rims 1 apart
        (((0, 0), (2.01, 0), (4, 0)), False),
        (((0, 0), (2, 0), (4, 0), (6, 0)), True),  # the outer two are 5 apart
        (((0, 0), (2, 0), (4, 0), (6, 0), (6.2, 0)), False),
        (((0, 0), (1.4, 1.4), (2.8, 2.8), (4.2, 4.2)), True),
        (((0, 0), (1.4, 1.4), (2.8, 2.8), (4.2, 4.2), (4.3, 4.3)), False),
    ],
)
def test_a_group_is_a_chain_no_two_of_which_are_too_far_apart(models, together):
    assert coherent(models, 0.5, 1.0, 5.0) is together


def test_places_are_given_to_those_to_whom_they_are_cheap_and_nobody_is_asked_without_need():
    asked = []

    def exact(row: int, column: int) -> float:
        asked.append((row, column))
        return [[1.0, 5.0, 9.0], [1.5, 2.0, 9.0]][row][column]

    assert cheapest_lazily([], exact, 4.0) == []
    assert cheapest_lazily([[1, 1, 8], [1, 1, 8]], exact, 4.0) == [0, 1]
    assert (0, 2) not in asked
    assert cheapest_lazily([[6, 6, 8]], exact, 4.0) == [None]
