"""Whether a formation might fit is said on a raster of bits: never no where shapes say that it does."""

from math import dist
from random import Random

import shapely
from shapely import Point

from tabletop_tui.table import formations, region_shapes
from tabletop_tui.table.reachability import rough_disc
from tabletop_tui.table.rough_fit import RoughFit

SHAPES = tuple((name, turn) for name in formations.FORMATIONS[1:] for turn in (0.0, 30.0, 90.0, 135.0))


def gaps(chance: Random) -> shapely.Geometry:
    """A strip, or a square, of which not much is left."""
    wide, high = chance.choice(((30.0, 4.0), (12.0, 12.0), (5.0, 20.0)))
    spots = [Point(chance.uniform(0, wide), chance.uniform(0, high)) for _ in range(int(wide * high / 2))]
    x, y = chance.uniform(0, 40), chance.uniform(0, 40)
    left = shapely.box(0, 0, wide, high).difference(shapely.union_all([spot.buffer(1.1) for spot in spots]))
    return shapely.affinity.translate(left, x, y)


def test_what_fits_is_never_ruled_out_and_most_of_what_does_not_is():
    fit = ruled_out = hopeless = 0
    for seed in range(30):
        chance = Random(seed)
        region = gaps(chance)
        if region.is_empty:
            continue
        rough, count, spacing = RoughFit.of(region), chance.randint(2, 7), chance.choice((1.0, 2.0))
        for name, turn in SHAPES:
            offsets = formations.turned(formations.formation(name, count, spacing), turn)
            if not region_shapes.rigid(region, offsets).is_empty:
                fit += 1
                assert rough.holds(offsets), (seed, name, turn, count)
            else:
                hopeless += 1
                ruled_out += not rough.holds(offsets)
    assert fit > 150, fit
    assert ruled_out > hopeless / 4 > 40, (ruled_out, hopeless)


def test_whoever_gets_there_is_never_ruled_out():
    """A group goes to a place where it fits, each to his own end or to any: so far, and not a hundredth less."""
    gone = too_far = 0
    for seed in range(30):
        chance = Random(seed)
        region = gaps(chance)
        count, spacing, (name, turn) = chance.randint(2, 6), 1.0, chance.choice(SHAPES)
        offsets = formations.turned(formations.formation(name, count, spacing), turn)
        fits = region_shapes.rigid(region, offsets) if not region.is_empty else region
        if fits.is_empty:
            continue
        x, y = fits.representative_point().coords[0]
        ends = [(x + dx, y + dy) for dx, dy in offsets]
        models = tuple((u + chance.uniform(-3, 3), v + chance.uniform(-3, 3)) for u, v in ends)
        reaches = [rough_disc(a, dist(a, b)) for a, b in zip(models, ends, strict=True)]
        rough = RoughFit.of(region, reaches)
        assert rough.joins(offsets, True), seed
        assert rough.joins(offsets, False), seed
        chance.shuffle(reaches)
        assert RoughFit.of(region, reaches).joins(offsets, False), seed
        gone += 1
        reaches[0] = rough_disc((x + 60, y), 30.0)
        too_far += not RoughFit.of(region, reaches).joins(offsets, False)
    assert gone > 15, gone
    assert too_far == gone
