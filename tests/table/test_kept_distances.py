"""Many places and legs at once: what just keeps off is known to, and what is closer than sums is left open."""

from __future__ import annotations

import random
from math import hypot

import numpy as np
import shapely

from tabletop_tui.table.kept_distances import EDGE, Keep, lines
from tabletop_tui.table.polygons import Figure

SQUARE = ((10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0))


def test_a_base_that_just_fits_is_known_to_and_one_a_hair_nearer_not_to():
    keep = Keep.off([(shapely.Polygon(SQUARE), 2.0 - 1e-6)])
    places = shapely.points([(8.0, 15.0), (8.0 + 1e-5, 15.0), (8.0 + 1e-6, 15.0)])
    assert keep.met(places, False).tolist() == [False, True, True]
    assert keep.met(places, True).tolist() == [False, True, False], "the last is closer than sums are exact"


def test_legs_keep_off_as_single_ones_do():
    chooser, figures = random.Random(5), (Figure(SQUARE), Figure(((30.0, 5.0), (34.0, 25.0)), closed=False))
    shapes = (shapely.Polygon(SQUARE), shapely.LineString(figures[1].points))
    keep, start = Keep.off([(shapes[0], 2.0), (shapes[1], 1.0)]), (3.0, 3.0)
    ends = [(chooser.uniform(0, 40), chooser.uniform(0, 30)) for _ in range(300)]
    legs = lines(start, np.array(ends))
    met = [figures[0].comes_near(start, end, 2.0) or figures[1].comes_near(start, end, 1.0) for end in ends]
    assert 100 < sum(met) < 250
    maybe = keep.met(legs, False)
    assert maybe.tolist() == keep.met_among(maybe, legs).tolist() == met
    assert all(hypot(*(np.array(start) - end)) > EDGE for end in ends)
