"""Where on its way a model is in sight: the exact parts against sight itself, asked at many places."""

from __future__ import annotations

from random import Random

import pytest

from tabletop_tui.rules.crimsondusk.sight.sight import blinds_between, blocked
from tabletop_tui.rules.crimsondusk.sight.sight_along_way import exposed, in_sight
from tabletop_tui.rules.crimsondusk.state.battle import Cloud
from tabletop_tui.table.motion_intervals import path_of
from tests.crimsondusk.build import at, battle_of, box, field, leader, line, squad

NEAR = 1e-4


def scene(chooser: Random):
    """Woods, houses, walls, smoke and sections in between, a viewer among them and a way of two legs."""

    def spot():
        return round(chooser.uniform(4, 36), 2), round(chooser.uniform(4, 36), 2)

    def piece(kind):
        x, y = spot()
        return box(kind, x, y, x + chooser.uniform(2, 9), y + chooser.uniform(2, 9))

    pieces = (piece("woods"), piece("woods"), piece("house"), line("high-wall", spot(), spot()))
    sections = [squad(*spot(), 3), at(leader(0, 0), spot())]
    game = field([at(leader(0, 0), spot()), *sections], [at(leader(0, 0), spot())], pieces=pieces)
    battle = battle_of(game)
    battle.clouds = (Cloud("smoke", spot(), 2.0, "A1", 9),)
    return battle, (spot(), spot(), spot())


@pytest.mark.rule("CD-OW-4")
@pytest.mark.parametrize("seed", range(40))
def test_the_parts_of_a_way_in_sight_are_those_where_sight_says_so(seed):
    chooser = Random(seed)
    battle, track = scene(chooser)
    viewer, mover, path = battle.units["A1"], battle.units["B1"], path_of(track)
    eye = viewer.models[0]
    blinds = blinds_between(battle, viewer, mover, (eye, *track))
    parts = in_sight(path, eye, blinds)
    ends = [end for part in parts for end in part]
    for number in range(1001):
        share = number / 1000
        if all(abs(share - end) > NEAR for end in ends):
            seen = blocked(list(blinds), eye, path.at(share)) is None
            assert seen == any(begin <= share <= end for begin, end in parts), share


@pytest.mark.rule("CD-OW-4")
def test_range_counts_exactly_as_well():
    (part,) = exposed(path_of(((0.0, 0.0), (10.0, 0.0))), (20.0, 0.0), 16.0, [])
    assert part == pytest.approx((0.4, 1.0))
