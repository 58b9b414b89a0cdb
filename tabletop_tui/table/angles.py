"""Sines and cosines as the nearest floats there are, so that they are the same on every machine.

`math` takes them from the C library, and their last place differs from machine to machine. A place is kept to the
hundredth, and a turn by thirty degrees often leads to half a hundredth: then that last place decides, and parts a saved
game from its replay. So they are made of whole numbers here, wherever a turned or measured place is kept.
"""

from __future__ import annotations

from functools import lru_cache

BITS = 160
"""The places behind the binary point that are reckoned with: three times as many as a float has."""
ONE = 1 << BITS
QUARTER = 0x3243F6A8885A308D313198A2E03707344A4093822 >> 1
"""A quarter of a turn: half of pi."""


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
