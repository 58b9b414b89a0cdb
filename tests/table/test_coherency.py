"""Who breaks a group of bases up: exactly at the limit nobody does."""

from __future__ import annotations

from random import Random

from tabletop_tui.table.coherency import Stray, coherent, disc_distance, parts, stray


def test_exactly_at_the_limit_they_keep_together():
    bases = [(0.0, 0.0, 0.5), (4.1, 0.0, 0.6), (8.2, 0.0, 0.5)]  # gaps of 3
    assert stray(bases, 3.0, 7.2) is None
    assert stray(bases, 2.99) is not None
    found = stray(bases, 3.0, 7.19)
    assert found is not None
    assert (found.number, found.other, round(found.distance, 6), found.linked) == (2, 0, 7.2, True)


def test_who_is_astray_is_in_the_smallest_part():
    bases = [(0.0, 0.0, 0.5), (20.0, 0.0, 0.5), (2.0, 0.0, 0.5), (4.0, 0.0, 0.5)]
    assert parts(bases, 3.0) == [[0, 2, 3], [1]]
    assert stray(bases, 3.0) == Stray(1, 3, 15.0, linked=False)
    assert stray(bases[:1], 0.0) is None
    assert stray([], 0.0) is None


def test_of_equal_bases_it_says_what_coherency_always_said():
    chance = Random(2)
    for _ in range(300):
        spots = [(chance.uniform(0, 9), chance.uniform(0, 9)) for _ in range(chance.randint(1, 6))]
        bases = [(x, y, 0.5) for x, y in spots]
        assert (stray(bases, 2.0, 6.0) is None) == coherent(spots, 0.5, 2.0, 6.0)


def test_bases_that_overlap_have_no_gap():
    assert disc_distance((0.0, 0.0, 1.0), (0.5, 0.0, 1.0)) == 0.0
