"""Sums, sines and cosines that are the same on every Python and on every machine.

A place is kept to the hundredth, and the mean of two places, or a turn by thirty degrees, often leads to half of one:
then the last place of a float decides, and parts a saved game from its replay. That last place differs: from Python
3.12 on `sum` adds floats more exactly, and `math` takes sines from the C library. So sums go from left to right here,
and sines are the nearest floats there are, made of whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce
from operator import add

BITS = 160
"""The places behind the binary point that sines are reckoned with: three times as many as a float has."""
ONE = 1 << BITS
QUARTER = 0x3243F6A8885A308D313198A2E03707344A4093822 >> 1
"""A quarter of a turn: half of pi."""


def added(values: Iterable[float]) -> float:
    """The sum of some floats, added one after the other."""
    return reduce(add, values, 0.0)


@lru_cache(maxsize=1 << 14)
def sin(angle: float) -> float:
    """The sine of an angle in radians."""
    return _sine(angle, 0)


@lru_cache(maxsize=1 << 14)
def cos(angle: float) -> float:
    """The cosine of an angle in radians."""
    return _sine(angle, 1)


def _sine(angle: float, quarters: int) -> float:
    """The sine of so many quarters of a turn more: by its series, at most an eighth of a turn from a whole quarter."""
    above, below = angle.as_integer_ratio()
    turns, rest = divmod(above * ONE // below + QUARTER // 2, QUARTER)
    rest -= QUARTER // 2
    square = rest * rest >> BITS
    odd = (turns + quarters) % 2
    total = term = ONE if odd else rest
    number = 1 - odd
    while term:
        number += 2
        term = -(term * square >> BITS) // (number * (number - 1))
        total += term
    return (-total if (turns + quarters) % 4 >= 2 else total) / ONE
