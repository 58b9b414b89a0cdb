from itertools import product

import pytest

from tabletop_tui.engine import odds


def test_chances_are_those_of_counting_every_outcome():
    hit = odds.reaching(5)
    three = odds.repeat((1 - hit, hit), 3)
    rolls = list(product(range(1, 7), repeat=3))
    for hits in range(4):
        counted = sum(sum(face >= 5 for face in roll) == hits for roll in rolls) / len(rolls)
        assert three[hits] == pytest.approx(counted)
    assert odds.mean(three) == pytest.approx(1)
    assert odds.at_least(three, 1) == pytest.approx(19 / 27)


def test_a_sum_and_a_part_of_it():
    coin = (0.5, 0.5)
    assert odds.add(coin, coin) == (0.25, 0.5, 0.25)
    assert odds.thin((0.0, 0.0, 1.0), 0.5) == (0.25, 0.5, 0.25)
    assert odds.thin(odds.NOTHING, 0.3) == odds.NOTHING
    assert odds.thin((0.5, 0.5), 0.3) == pytest.approx((0.85, 0.15))
    assert odds.mixed(0.25, (0.0, 1.0), (0.5, 0.25, 0.25)) == pytest.approx((0.375, 0.4375, 0.1875))


@pytest.mark.parametrize(("needed", "chance"), [(0, 1), (1, 1), (2, 5 / 6), (6, 1 / 6), (7, 0), (9, 0)])
def test_one_die(needed: int, chance: float):
    assert odds.reaching(needed) == pytest.approx(chance)


def test_things_of_a_fixed_worth():
    assert odds.scaled((0.5, 0.3, 0.2), 2) == (0.5, 0.0, 0.3, 0.0, 0.2)
    assert odds.scaled((0.5, 0.3, 0.2), 0) == pytest.approx((1.0,))
