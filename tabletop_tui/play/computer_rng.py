"""The chance by which computer players decide, and by which they imagine what may come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_MASK = (1 << 64) - 1
IMAGINING = 1 << 20
"""In place of a seat: what is imagined has nothing to do with how any seat decides."""


class SplitMix64:
    """The chance by which a computer player decides (random.Random would do, but for its slow start).

    It hangs on the seed, the seat and the number of the answer alone: a game that was saved and loaded, or taken back,
    goes on just as one that was played in one go. SplitMix64, because it starts at no cost.
    """

    __slots__ = ("_seed", "_state")

    def __init__(self, seed: int, seat: int) -> None:
        self._seed = (seed * 0x9E3779B97F4A7C15 + seat * 0xD1B54A32D192ED03) & _MASK
        self._state = self._seed

    def at(self, number: int) -> SplitMix64:
        """The luck for the decision of this number; another one, for two may be thought about at the same time."""
        new = object.__new__(SplitMix64)
        new._seed, new._state = self._seed, (self._seed ^ (number * 0x2545F4914F6CDD1D)) & _MASK
        return new

    def below(self, count: int) -> int:
        """A whole number from 0 to count - 1."""
        self._state = state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((state ^ (state >> 31)) * count) >> 64

    def choice(self, seq: Sequence[Any], /) -> Any:
        return seq[self.below(len(seq))]

    def randint(self, a: int, b: int, /) -> int:
        return a + self.below(b - a + 1)


def imagination(seed: int, number: int) -> int:
    """The seed of the dice with which a player thinks about answer number so and so of a game."""
    return SplitMix64(seed, IMAGINING).at(number).below(1 << 62)
