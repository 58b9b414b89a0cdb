"""The proof that a vehicle is hemmed in: never where there is a way, and where its horn is closed."""

from __future__ import annotations

from math import pi
from random import Random

import pytest

from tabletop_tui.table.driving_paths import Arc, Footprint, Piece, Pose, Straight, Sweep, Way, round_base
from tabletop_tui.table.turning_room import is_hemmed_in

START = Pose(0.0, 0.0, 30.0)
BASE, RADIUS = 1.0, 6.0


def some_way(chooser: Random, length: float) -> Way:
    """A way of a length as a driver at the wheel takes it, most of it as tight as can be."""
    pieces: list[Piece] = []
    while length > 0:
        piece = chooser.choice(
            (Straight(chooser.uniform(0, 3)), *(Arc(chooser.uniform(1, 90) * s, RADIUS) for s in (1, -1)))
        )
        pieces.append(piece)
        length -= piece.length
    return Way(START, tuple(pieces))


def touching(chooser: Random, sweep: Sweep) -> Footprint | None:
    """Something round, or a wall, as near to a way as can be without meeting it."""
    x, y = chooser.uniform(-12, 12), chooser.uniform(-12, 12)
    corners = (
        ((x, y),) if chooser.random() < 0.5 else ((x, y), (x + chooser.uniform(-9, 9), y + chooser.uniform(-9, 9)))
    )
    # a speck within reach of everywhere, for what is far away has no clearance
    near = sweep.clearance(Footprint(corners, 99.0, False)) + 99.0
    return Footprint(corners, near, False) if near > 0 else None


def test_it_is_never_proved_where_there_is_a_way_however_narrow():
    chooser = Random(3)
    ways = bodies = 0
    for _ in range(150):
        length = chooser.uniform(1, RADIUS * pi)
        way = some_way(chooser, length)
        sweep = Sweep(way, round_base(BASE))
        beside = [body for _ in range(12) if (body := touching(chooser, sweep)) is not None]
        assert not is_hemmed_in(START, BASE, RADIUS, way.length, beside), (way, beside)
        ways, bodies = ways + 1, bodies + len(beside)
    assert ways == 150
    assert bodies > 1000


@pytest.mark.parametrize("ahead", [2.0, 4.0, 5.0])
def test_a_wall_across_all_that_it_can_reach_is_a_proof_and_one_with_a_gap_is_none(ahead):
    aside = RADIUS - (RADIUS**2 - ahead**2) ** 0.5
    start = Pose(0.0, 0.0, 0.0)
    length = 10.0

    def wall(left: float, right: float) -> Footprint:
        """The middle of the base is held up by it just before it is `ahead` of the start."""
        return Footprint(((left, -ahead - BASE), (right, -ahead - BASE)), 0.1, False)

    assert is_hemmed_in(start, BASE, RADIUS, length, [wall(-aside - 1, aside + 1)])
    assert is_hemmed_in(start, BASE, RADIUS, length, [wall(-aside - 1, 0.0), wall(2 * BASE, aside + 3)])
    assert not is_hemmed_in(start, BASE, RADIUS, length, [wall(-aside - 1, -BASE - 0.2), wall(BASE + 0.2, aside + 1)])
    assert not is_hemmed_in(start, BASE, RADIUS, ahead - 0.2, [wall(-aside - 1, aside + 1)])
    assert not is_hemmed_in(start, BASE, RADIUS, length, [])
