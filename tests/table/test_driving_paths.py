"""Ways of straights and arcs: where they end, how long they are, what a base meets on them."""

from __future__ import annotations

from math import dist, hypot, pi, radians
from random import Random

import pytest
from shapely import LineString, Point, Polygon

from tabletop_tui.table.bases import TINY
from tabletop_tui.table.driving_paths import (
    Arc,
    Footprint,
    Piece,
    Pose,
    Straight,
    Stretch,
    Sweep,
    Way,
    round_base,
    toward,
)
from tests.driving import oblong_base

START = Pose(10.0, 10.0, 0.0)
STEPS = 300


def where(pose: Pose) -> tuple[float, float, float]:
    return tuple(round(value, 6) + 0.0 for value in (pose.x, pose.y, pose.heading % 360))


@pytest.mark.parametrize(
    ("piece", "end"),
    [
        (Straight(4.0), (10.0, 6.0, 0.0)),
        (Arc(90.0, 6.0), (16.0, 4.0, 90.0)),
        (Arc(-90.0, 6.0), (4.0, 4.0, 270.0)),
        (Arc(180.0, 3.0), (16.0, 10.0, 180.0)),
        (Arc(-360.0, 2.0), (10.0, 10.0, 0.0)),
        (Arc(45.0, 0.0), (10.0, 10.0, 45.0)),
    ],
)
def test_where_a_piece_ends(piece: Piece, end: tuple[float, float, float]):
    assert where(Way(START, (piece,)).end) == end


def test_pieces_go_on_from_one_another():
    way = Way(Pose(10.0, 10.0, 90.0), (Straight(4.0), Arc(90.0, 6.0), Arc(-90.0, 6.0), Straight(1.0)))
    assert where(way.end) == (27.0, 22.0, 90.0)
    assert way.length == pytest.approx(5 + 6 * pi)
    assert where(way.upto(4 + 3 * pi).end) == (20.0, 16.0, 180.0)
    assert where(way.upto(99.0).end) == where(way.end)
    assert where(way.upto(0.0).end) == (10.0, 10.0, 90.0)


def test_a_round_base_on_an_arc_meets_what_lies_within_its_radius_of_the_arc():
    way, base = Way(START, (Arc(90.0, 6.0),)), round_base(1.0)  # around 16,10
    inside, corner = 6 - 1.5, (16 - 6 / hypot(1, 1), 10 - 6 / hypot(1, 1))
    assert Sweep(way, base).met(Footprint(((16 - inside, 9.999),), 0.5)) is None, "rim on rim is contact, no more"
    assert Sweep(way, base).met(Footprint(((16 - inside / hypot(1, 1), 10 - inside / hypot(1, 1)),), 0.5)) is None
    assert Sweep(way, base).met(Footprint((corner,), 0.0)) == pytest.approx(3 * pi / 2 - 1, abs=0.01)
    assert Sweep(way, base).clearance(Footprint(((16.0, 4.0 - 1.5),), 0.5)) == pytest.approx(0.0, abs=1e-9)
    assert Sweep(way, base).met(Footprint(((16.0, 4.0 - 1.49),), 0.5)) is not None
    assert Sweep(way, base).met(Footprint(((16.0, 10.0),), 4.9)) is None, "what lies in the bend"


def test_a_wall_is_met_where_it_is():
    wall = Footprint(((14.0, 0.0), (15.0, 0.0), (15.0, 3.0), (14.0, 3.0)))
    assert Sweep(Way(START, (Straight(9.0),)), round_base(1.0)).met(wall) is None
    east = Way(Pose(5.0, 2.0, 90.0), (Straight(9.0),))
    assert Sweep(east, round_base(1.0)).met(wall) == pytest.approx(8.0)
    assert Sweep(Way(Pose(5.0, 2.0, 90.0), (Straight(8.0),)), round_base(1.0)).met(wall) is None, "up to the wall"
    assert Sweep(east, oblong_base(3.0, 2.0)).met(wall) == pytest.approx(7.5, abs=1e-5)
    inside = Way(Pose(14.5, 1.5, 0.0), (Straight(0.1),))
    assert Sweep(inside, round_base(0.2)).met(wall) == 0.0
    assert Sweep(inside, oblong_base(0.2, 0.2)).met(wall) == 0.0


def test_an_oblong_base_swings_its_corners_out():
    base = oblong_base(4.0, 2.0)
    turn = Way(START, (Arc(90.0, 0.0),))
    far = hypot(2, 1)
    assert Sweep(turn, base).met(Footprint(((10.0 + far + 0.5, 10.0),), 0.5)) is None
    assert Sweep(turn, base).met(Footprint(((10.0 + far + 0.49, 10.0),), 0.5)) is not None
    assert Sweep(turn, base).met(Footprint(((12.5, 10.0),), 0.4)) is not None, "nothing stands there before or after"
    # A slim post is met by the side between two corners, too.
    assert Sweep(turn, base).met(Footprint(((11.4, 8.6),), 0.0)) is not None
    wall = Footprint(((11.0, 0.0), (12.0, 0.0), (12.0, 20.0), (11.0, 20.0)))
    assert Sweep(Way(START, (Straight(5.0),)), base).met(wall) is None, "along a wall, side on side"
    assert Sweep(Way(START, (Arc(1.0, 30.0),)), base).met(wall) is not None, "its front swings into it"
    assert Sweep(Way(START, (Arc(-1.0, 30.0),)), base).met(wall) is not None, "its rear does"


def test_what_is_met_is_what_many_places_on_the_way_would_meet():
    """Against brute force: bases placed densely along the way, as exact polygons."""
    chance = Random(3)
    met = 0
    for _ in range(150):
        pose = Pose(chance.uniform(-4, 4), chance.uniform(-4, 4), chance.uniform(0, 360))
        arc = Arc(chance.uniform(-200, 200), chance.choice((0.0, chance.uniform(1, 6))))
        piece = arc if chance.random() < 0.7 else Straight(chance.uniform(0, 8))
        base = chance.choice((round_base(0.8), oblong_base(2.0, 1.2)))
        x, y = chance.uniform(-4, 4), chance.uniform(-4, 4)
        three = ((x, y), (x + chance.uniform(1, 3), y), (x, y + chance.uniform(1, 3)))
        other = chance.choice((Footprint(((x, y),), 0.7), Footprint(three), Footprint(three[:2], 0.0, closed=False)))
        stretch = Stretch(pose, piece)
        gap = stretch.clearance(base.at(pose), other)
        solid = _solid(other)
        near = min(_solid(base.at(stretch.part(n / STEPS).end)).distance(solid) for n in range(STEPS + 1))
        step = (piece.length + abs(radians(getattr(piece, "turn", 0.0))) * 2) / STEPS
        met += gap < -TINY
        if gap < -TINY:
            assert near <= step
        else:
            assert near >= min(gap, 20.0) - 0.01
            assert near > 0 or gap < 0.01
    assert 10 < met < 130


def _solid(body: Footprint):
    shape = Polygon(body.corners) if len(body.corners) > 2 else Point(body.corners[0])
    if len(body.corners) == 2:
        shape = LineString(body.corners)
    return shape.buffer(body.radius, quad_segs=64) if body.radius else shape


def test_the_box_around_a_way_holds_it_and_is_tight():
    box = Sweep(Way(START, (Arc(180.0, 3.0),)), round_base(1.0)).box
    assert box == pytest.approx((9.0, 6.0, 17.0, 11.0)), "up to the top of the bend"
    assert Sweep(Way(START, (Arc(90.0, 0.0),)), oblong_base(4.0, 2.0)).box == pytest.approx(
        (10 - hypot(2, 1), 10 - hypot(2, 1), 10 + hypot(2, 1), 10 + hypot(2, 1))
    )


def test_toward_a_place_leads_there():
    chance = Random(4)
    found = 0
    for _ in range(200):
        pose = Pose(0.0, 0.0, chance.uniform(0, 360))
        goal = chance.uniform(-15, 15), chance.uniform(-15, 15)
        way = toward(pose, goal, 4.0)
        if way is None:
            continue
        found += 1
        assert dist(Way(pose, way).end.spot, goal) < 1e-9
        assert abs(way[0].turn) <= 360
    assert found > 150
    assert toward(START, (10.0, 2.0), 4.0) == (Arc(0.0, 4.0), Straight(8.0))
