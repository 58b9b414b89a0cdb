"""Where bases can come together: nothing is ruled out that trying finds, and what is hopeless is seen at once."""

from __future__ import annotations

from itertools import product
from math import dist
from random import Random

import shapely
from shapely import Point, Polygon

from tabletop_tui.table import region_shapes
from tabletop_tui.table.base_capacity import clusters
from tabletop_tui.table.coherency import coherent
from tabletop_tui.table.reachability import meeting_region, rough_disc

TABLE = region_shapes.box((0.0, 0.0, 12.0, 12.0))


def test_one_that_stands_too_far_away_leaves_no_place_for_any():
    near, away = [(2.0, 2.0), (3.0, 2.0)], (11.0, 11.0)
    assert not meeting_region(TABLE, [rough_disc(spot, 2.0) for spot in near], 1.5, 6.5).is_empty
    assert meeting_region(TABLE, [rough_disc(spot, 2.0) for spot in (*near, away)], 1.5, 6.5).is_empty
    assert not meeting_region(TABLE, [rough_disc(spot, 6.0) for spot in (*near, away)], 1.5, 6.5).is_empty


def test_an_island_that_one_cannot_reach_is_left_out():
    islands = shapely.union_all(
        [region_shapes.box((1, 1, 2, 2)), region_shapes.box((4, 1, 5, 2)), region_shapes.box((6.4, 1, 7, 2))]
    )
    reaches = [rough_disc((1.5, 4.0), 3.4), rough_disc((6.0, 4.0), 2.6)]
    assert [round(part.bounds[0]) for part in clusters(islands, 1.5)] == [1, 4]
    assert round(meeting_region(islands, reaches, link=1.5).bounds[0], 3) == 4.0
    assert meeting_region(islands, reaches, link=1.5).bounds[2] > 6.5, "one can step over from the one to the other"
    assert meeting_region(Polygon(), reaches).is_empty


def test_no_places_are_ruled_out_at_which_all_can_end_together():
    chance, found = Random(7), 0
    for _ in range(60):
        models = [(chance.uniform(0, 12), chance.uniform(0, 12)) for _ in range(3)]
        far, rocks = chance.uniform(2, 5), [Point(chance.uniform(0, 12), chance.uniform(0, 12)) for _ in range(5)]
        region = region_shapes.outside(TABLE, [rock.buffer(chance.uniform(0.5, 2.5)) for rock in rocks])
        met = meeting_region(region, [rough_disc(spot, far) for spot in models], 1.5, 6.5).buffer(1e-6)
        places = [(x / 2, y / 2) for x, y in product(range(25), repeat=2) if region.covers(Point(x / 2, y / 2))]
        reach = [[spot for spot in places if dist(one, spot) <= far] for one in models]
        for _ in range(200 if all(reach) else 0):
            ends = [chance.choice(some) for some in reach]
            if coherent(ends, 0.25, 1.0, 6.0):
                found += 1
                assert all(met.covers(Point(end)) for end in ends)
    assert found > 20
