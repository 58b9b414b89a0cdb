"""Which rolls of a game are worth telling."""

from __future__ import annotations

from tabletop_tui.coach.analysis_findings import RAREST, least_likely, throws_of
from tabletop_tui.coach.luck_analysis import SELDOM
from tabletop_tui.engine.events import Rolled


def sixes(count: int, of: int) -> Rolled:
    """So many sixes of so many dice, where sixes were wanted."""
    faces = (6,) * count + (1,) * (of - count)
    good = tuple(face == 6 for face in faces)
    return Rolled("a roll", (), 0, why="a roll", faces=faces, good=good, chance=1 / 6)


def test_the_least_likely_rolls_are_told_the_rarest_first_and_no_usual_one():
    usual = [sixes(1, 6), sixes(0, 1), sixes(1, 5)]
    rare = [sixes(count, count) for count in (3, 8, 4, 7, 5, 6)]
    parts = [[usual[0]], [rare[0], usual[1], rare[1]], [*rare[2:]], [usual[2]]]
    throws = throws_of(parts, [1, 2, 5])
    assert [one.roll for one in throws] == [usual[0], rare[0], usual[1], rare[1], *rare[2:], usual[2]]
    assert [one.round for one in throws] == [0, 1, 1, 1, *[2] * 4, 5]
    assert [one.answer for one in throws] == [-1, 0, 0, 0, *[1] * 4, 2]
    told = least_likely(throws)
    assert [len(one.roll.faces) for one in told] == [8, 7, 6, 5, 4][:RAREST]
    assert all(one.rarity < SELDOM for one in told)
    assert least_likely(throws_of([usual], [])) == []
