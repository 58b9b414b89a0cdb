"""Ways of many bends: just so long and clear of all, through gaps that one or two bends do not pass."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from tabletop_tui.table.driving_paths import Arc, Footprint, Piece, Pose, Straight, Sweep, Way, round_base
from tabletop_tui.table.winding_ways import Gear, winding_ways

START = Pose(0.0, 0.0, 0.0)
BASE = 1.0


def wall(left: float, right: float, ahead: float) -> Footprint:
    """A wall across, so far ahead of a start at 0,0 that heads north."""
    return Footprint(((left, -ahead), (right, -ahead)), 0.1, False)


def clear(start: Pose, ways: Iterable[list[tuple[Piece, ...]]], bodies: list[Footprint]) -> list[tuple[Piece, ...]]:
    """Those of these ways that meet nothing."""
    sweeps = [(way, Sweep(Way(start, way), round_base(BASE))) for some in ways for way in some]
    return [way for way, sweep in sweeps if all(sweep.clearance(body) >= 0 for body in bodies)]


def test_a_slalom_between_walls_takes_three_bends_and_is_found():
    gear = Gear(18.0, 3.0)
    lane = Footprint(((-3.5, -30), (-3.5, 1.5), (3.5, 1.5), (3.5, -30)), 0.1, False)
    walls = [lane, wall(-3.5, 0.8, 5.5), wall(-0.8, 3.5, 13.5)]
    found = clear(START, winding_ways(START, BASE, gear, walls), walls)
    assert min(map(len, found)) < 10, "not many more pieces than it takes"
    for way in found:
        arcs = [piece for piece in way if isinstance(piece, Arc)]
        assert len(arcs) >= 3, way
        assert all(arc.radius == 3.0 for arc in arcs)
        assert Way(START, way).length == pytest.approx(18.0, abs=0.9)
        assert all(round(arc.turn, 2) == arc.turn for arc in arcs)
    assert not [*winding_ways(START, BASE, gear, [*walls, wall(-3.5, 0, 13.5)])], "the last gap is closed"


def test_a_yard_is_left_by_turns_on_the_spot_each_after_the_length_that_it_takes():
    yard = [Footprint(((-2.5, -2.5), (2.5, -2.5), (2.5, 2.5), (-2.5, 2.5), (-2.5, -2.5)), 0.1, False)]
    gear = Gear(8.0, 6.0, 90.0, 1.0)
    found = clear(START, winding_ways(START, BASE, gear, yard), yard)
    assert found
    for way in found:
        since = 0.0
        for piece in way:
            if isinstance(piece, Arc) and not piece.radius:
                assert since >= 1.0
                assert abs(piece.turn) <= 90.0
                since = 0.0
            since += piece.length
    assert not [*winding_ways(START, BASE, Gear(8.0, 6.0), yard)], "without turning on the spot it hits the fence"


def test_what_it_tells_is_nearly_always_clear_and_always_as_long_as_it_should_be():
    chooser = Random(5)
    told = free = 0
    for _ in range(12):
        start = Pose(0.0, 0.0, chooser.uniform(0, 360))
        gear = Gear(chooser.uniform(8, 20), chooser.choice((3.0, 5.0, 7.3)))
        bodies = []
        while len(bodies) < 9:
            x, y = chooser.uniform(-12, 12), chooser.uniform(-12, 12)
            if max(abs(x), abs(y)) > 3.2:
                corners = ((x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1))
                bodies.append(Footprint(corners))
        some = next(winding_ways(start, BASE, gear, bodies), [])
        told, free = told + len(some), free + len(clear(start, [some], bodies))
        for way in some:
            assert sum(piece.length for piece in way[:-1]) < gear.length
            assert Way(start, way).length == pytest.approx(gear.length, abs=0.8 + 0.01 * len(way))
            straights = [piece.length for piece in way if isinstance(piece, Straight)]
            assert straights == [round(length, 2) for length in straights]
    assert told > 60
    assert free > 0.8 * told, (free, told)
