"""Luck by exact chances: how likely each roll was, and what the dice of a side came to in words."""

from __future__ import annotations

from math import comb, sqrt

from attrs import define

from tabletop_tui.engine.events import Rolled

GOOD = "A good die reached its number or, where high faces harm, stayed below."
"""What the figures of luck count."""

SELDOM = 0.2
"""A roll is worth telling if fewer than one in five is as good (or as bad)."""
LUCK_WORDS = ((0.6, "about average"), (1.3, "a little lucky"), (2.0, "lucky"))
"""Up to so many standard deviations off the expected, luck is called so; beyond, it is very good or very bad."""


@define
class Luck:
    """Dice that needed something: how many were rolled, how many were good, how many good ones were to be expected."""

    dice: int = 0
    counted: int = 0
    expected: float = 0.0
    variance: float = 0.0

    def add(self, roll: Rolled) -> None:
        """Take in a roll; rolls that need nothing do not count."""
        if not roll.good or roll.chance is None:
            return
        self.dice += len(roll.good)
        self.counted += sum(roll.good)
        self.expected += len(roll.good) * roll.chance
        self.variance += len(roll.good) * roll.chance * (1 - roll.chance)

    @property
    def deviation(self) -> float:
        """The standard deviation of the number of dice that count."""
        return sqrt(self.variance)

    @property
    def surplus(self) -> float:
        """How many more were good than was to be expected; negative for fewer."""
        return self.counted - self.expected

    @property
    def away(self) -> float:
        """How many standard deviations it lies off what was to be expected; negative where there were fewer."""
        return self.surplus / self.deviation if self.deviation else 0.0

    @property
    def word(self) -> str:
        """Luck in a word or two, by how many standard deviations it lies off."""
        away = self.away
        for most, words in LUCK_WORDS:
            if abs(away) < most:
                return words.replace("lucky", "lucky" if away > 0 else "unlucky")
        return "very lucky" if away > 0 else "very unlucky"

    @property
    def figures(self) -> str:
        """As in '106 good dice of 210, 102.5 expected'."""
        dice = "die" if self.counted == 1 else "dice"
        return f"{self.counted} good {dice} of {self.dice}, {self.expected:.1f} expected"

    def __str__(self) -> str:
        if not self.dice:
            return "no dice that needed anything"
        return f"{self.word}: {self.figures}"


def rarity(roll: Rolled) -> float:
    """How likely it was to roll as well as this, or as badly, whichever is less likely; 1 where nothing was needed."""
    if not roll.good or roll.chance is None:
        return 1.0
    dice, counted, p = len(roll.good), sum(roll.good), roll.chance
    chances = [comb(dice, n) * p**n * (1 - p) ** (dice - n) for n in range(dice + 1)]
    return min(1.0, sum(chances[counted:]), sum(chances[: counted + 1]))


def odds_words(chance: float) -> str:
    """A small chance as a player would say it."""
    return f"1 in {round(1 / chance)}" if chance > 0 else "next to impossible"
