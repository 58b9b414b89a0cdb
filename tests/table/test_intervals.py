"""Parts of a way put together: against a look at many single moments."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from tabletop_tui.table.intervals import ALL, Spans, common, united, where, without

MOMENTS = [number / 40 for number in range(41)]
"""The borders lie at every fourth of these, so that between two of them there is always one to look at."""


def parts(chance: Random) -> list[tuple[float, float]]:
    """Up to four parts between tenths, in no order; they may touch and lie over each other."""
    ends = [(chance.randint(0, 10) / 10, chance.randint(0, 10) / 10) for _ in range(chance.randint(0, 4))]
    return [(min(pair), max(pair)) for pair in ends]


def holds(spans: Spans, moment: float) -> bool:
    return any(begin <= moment <= end for begin, end in spans)


def inside(spans: Spans, moment: float) -> bool:
    return any(begin < moment < end for begin, end in spans)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_in_one_in_both_and_in_one_alone(seed: int):
    chance = Random(seed)
    first, second = parts(chance), parts(chance)
    one, other = united(first), united(second)
    assert all(end < begin for (_, end), (begin, _) in pairwise(one)), "parts that touch are one"
    assert one == united(reversed(first))
    rest = without(one, other)
    for moment in MOMENTS:
        assert holds(one, moment) == any(begin <= moment <= end for begin, end in first)
        assert holds(common(one, other), moment) == (holds(one, moment) and holds(other, moment))
        if round(moment * 40) % 4:  # no border
            assert holds(rest, moment) == (holds(one, moment) and not holds(other, moment))
    assert all(begin < end for begin, end in rest)
    assert common(one, other) == common(other, one)


def test_of_all_nothing_is_left_and_of_nothing_all():
    assert without(ALL, ()) == ALL
    assert without(ALL, ALL) == ()
    assert without(ALL, ((0.2, 0.4),)) == ((0.0, 0.2), (0.4, 1.0))
    assert without(ALL, ((0.0, 0.4),)) == ((0.4, 1.0),)
    assert without(ALL, ((0.4, 1.0),)) == ((0.0, 0.4),)
    assert united([(0.0, 0.1), (0.2, 0.6), (0.3, 0.4)]) == ((0.0, 0.1), (0.2, 0.6)), "a part that lies in another"


def test_where_something_holds_is_judged_between_borders_and_at_both_ends():
    assert where([0.25, 0.75], lambda at: 0.25 <= at <= 0.75) == ((0.25, 0.75),)
    assert where([0.25, 0.75, 2.0, -1.0], lambda at: not 0.25 < at < 0.75) == ((0.0, 0.25), (0.75, 1.0))
    assert where([], lambda at: at in (0.0, 1.0)) == ((0.0, 0.0), (1.0, 1.0))
    assert where([0.5], lambda at: True) == ALL
    assert where([0.5], lambda at: False) == ()
