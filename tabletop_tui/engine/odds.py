"""Exact chances of small sums: distributions as tuples, `chances[n]` being the probability of exactly n."""

from __future__ import annotations

from functools import lru_cache
from itertools import zip_longest

Chances = tuple[float, ...]

NOTHING: Chances = (1.0,)
SMALL = 1e-12
"""Tails less likely than this are dropped (open-ended rolls have endless ones)."""


def add(one: Chances, other: Chances) -> Chances:
    """The distribution of the sum of two independent counts."""
    total = [0.0] * (len(one) + len(other) - 1)
    for a, p in enumerate(one):
        if p:
            for b, q in enumerate(other):
                total[a + b] += p * q
    while len(total) > 1 and total[-1] < SMALL:
        total.pop()
    return tuple(total)


@lru_cache(maxsize=4096)
def repeat(one: Chances, times: int) -> Chances:
    """The distribution of the sum of `times` independent counts like `one`."""
    total = NOTHING
    for _ in range(times):
        total = add(total, one)
    return total


@lru_cache(maxsize=4096)
def thin(counts: Chances, chance: float) -> Chances:
    """How many are left when each of a random number of things stays with probability `chance`."""
    single: Chances = (1 - chance, chance)
    total = [0.0] * len(counts)
    for number, p in enumerate(counts):
        for left, q in enumerate(repeat(single, number)):
            total[left] += p * q
    return tuple(total)


def mixed(likely: float, one: Chances, other: Chances) -> Chances:
    """The distribution where the one comes true with probability `likely`, and else the other."""
    pairs = zip_longest(one, other, fillvalue=0.0)
    return tuple(likely * p + (1 - likely) * q for p, q in pairs)


def capped(counts: Chances, most: int) -> Chances:
    """The distribution of what really happens where no more than `most` can."""
    most = max(0, most)
    return counts if len(counts) <= most + 1 else (*counts[:most], sum(counts[most:]))


def scaled(counts: Chances, each: int) -> Chances:
    """The distribution of the worth of a random number of things that are worth `each`."""
    total = [0.0] * ((len(counts) - 1) * each + 1)
    for number, p in enumerate(counts):
        total[number * each] += p
    return tuple(total)


def at_least(counts: Chances, number: int) -> float:
    """The probability of `number` or more."""
    return 1.0 if number <= 0 else min(1.0, sum(counts[number:]))


def mean(counts: Chances) -> float:
    return sum(number * p for number, p in enumerate(counts))


def reaching(needed: int, sides: int = 6) -> float:
    """The probability that one die shows `needed` or more."""
    return max(0, min(sides, sides + 1 - needed)) / sides
