"""Lengths in words: what lies beyond a limit reads so."""

from __future__ import annotations

from random import Random

import pytest

from tabletop_tui.table.length_units import CENTIMETRES, INCHES


@pytest.mark.parametrize(
    ("length", "limit", "told"),
    [
        (8.4, 6.0, "8.4 in, 6 allowed"),
        (6.01, 6.0, "6.01 in, 6 allowed"),
        (6.0004, 6.0, "6.01 in, 6 allowed"),
        (87.7, 12.3082, "87.7 in, 12.3 allowed"),
        (12.31, 12.3082, "12.31 in, 12.3 allowed"),
        (3.5, 3.0249, "3.5 in, 3.02 allowed"),
    ],
)
def test_what_is_too_long_is_told_in_figures_that_say_so(length: float, limit: float, told: str) -> None:
    assert INCHES.over(length, limit) == told


def test_the_first_figure_is_always_the_larger_one() -> None:
    chance = Random(3)
    for _ in range(2000):
        limit = round(chance.uniform(0.1, 30), 4)
        words = CENTIMETRES.over(limit + chance.uniform(1e-5, 0.2), limit, "away").replace(",", "").split()
        assert float(words[0]) > float(words[3])
        assert all(len(word.partition(".")[2]) <= 2 for word in (words[0], words[3]))
