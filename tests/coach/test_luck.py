"""Luck in figures and words: what the dice of a side came to, and how rare a roll was."""

import pytest

from tabletop_tui.coach.luck_analysis import Luck, odds_words, rarity
from tabletop_tui.engine.events import Rolled


def roll(good: int, bad: int, chance: float | None = 0.5) -> Rolled:
    return Rolled("dice", good=(True,) * good + (False,) * bad, chance=chance)


def test_what_needed_nothing_is_no_luck():
    luck = Luck()
    for one in (Rolled("a die", faces=(3,)), roll(2, 0, None)):
        luck.add(one)
        assert rarity(one) == 1
    assert luck == Luck()
    assert str(luck) == "no dice that needed anything"
    assert (luck.away, luck.word) == (0, "about average")


def test_what_was_to_be_expected_is_added_up_with_its_spread():
    luck = Luck()
    luck.add(roll(3, 1))
    luck.add(roll(1, 8, 1 / 3))
    assert (luck.dice, luck.counted, luck.expected, luck.variance) == pytest.approx((13, 4, 5, 3))
    assert (luck.surplus, luck.deviation, luck.away) == pytest.approx((-1, 3**0.5, -(3**-0.5)))
    assert str(luck) == "about average: 4 good dice of 13, 5.0 expected"
    assert Luck(2, 1, 0.5, 0.4).figures == "1 good die of 2, 0.5 expected"


@pytest.mark.parametrize(
    ("away", "word"),
    [
        (0.59, "about average"),
        (-0.59, "about average"),
        (0.6, "a little lucky"),
        (-1.29, "a little unlucky"),
        (1.3, "lucky"),
        (-1.99, "unlucky"),
        (2.0, "very lucky"),
        (-2.0, "very unlucky"),
    ],
)
def test_luck_in_words(away: float, word: str):
    assert Luck(100, 50 + round(100 * away), 50.0, 10000.0).word == word


def test_how_rare_a_roll_was_is_the_chance_of_one_as_good_or_as_bad():
    assert rarity(roll(3, 0)) == pytest.approx(1 / 8)
    assert rarity(roll(0, 3)) == pytest.approx(1 / 8)
    assert rarity(roll(2, 1)) == pytest.approx(1 / 2)
    assert rarity(roll(2, 1, 1 / 6)) == pytest.approx(16 / 216)
    assert rarity(roll(1, 4, 5 / 6)) == pytest.approx((1 + 25) / 6**5)
    assert [odds_words(chance) for chance in (0.125, 1 / 12.4, 0.0)] == ["1 in 8", "1 in 12", "next to impossible"]
