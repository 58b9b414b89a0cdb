"""Ways of bases: where on them something holds is found exactly, and agrees with going along in fine steps."""

from __future__ import annotations

from functools import partial
from itertools import chain, pairwise
from math import atan2, degrees, dist
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_tui.table.intervals import common, united, where, without
from tabletop_tui.table.motion_intervals import Path, _crossings
from tabletop_tui.table.polygons import Figure, off

STEPS = 500
TOUCHING = 1e-6
"""What is so near to a border, or comes so near to it, may be judged either way."""
numbers = st.integers(0, 200).map(lambda number: number / 10)
spots = st.tuples(numbers, numbers)
paths = st.lists(spots, min_size=1, max_size=4).map(lambda places: Path(tuple(places)))


@st.composite
def figures(draw):
    x, y = draw(spots)
    across, down = draw(st.integers(1, 60)) / 10, draw(st.integers(1, 60)) / 10
    shape = draw(st.sampled_from(["box", "wedge", "wall", "hook"]))
    if shape == "wall":
        return Figure(((x, y), (x + across, y + down), (x + across, y)), closed=False)
    corners = ((x, y), (x + across, y), (x + across, y + down), (x, y + down))
    if shape == "hook":
        return Figure((*corners, (x + across / 2, y + down / 2)))
    return Figure(corners if shape == "box" else corners[:3])


def agrees(path, spans, holds, doubtful):
    """Whether what is judged step by step is within the parts and nowhere else, but for what grazes a border."""
    assert all(begin <= end for begin, end in spans)
    assert all(one[1] < other[0] for one, other in pairwise(spans))
    for number in range(STEPS + 1):
        place = path.at(share := number / STEPS)
        if not doubtful(place):
            told = any(begin <= share <= end for begin, end in spans)
            assert told == holds(place), f"at {share} of the way, parts {spans}"


@given(paths, spots, st.integers(0, 150).map(lambda number: number / 10))
def test_within_a_reach_as_step_by_step(path, eye, reach):
    agrees(
        path,
        path.near(eye, reach),
        lambda place: dist(place, eye) <= reach,
        lambda place: abs(dist(place, eye) - reach) < TOUCHING,
    )


@given(paths, spots, figures())
def test_hidden_from_an_eye_as_step_by_step(path, eye, figure):
    agrees(
        path,
        path.behind(figure, eye),
        lambda place: figure.divides(eye, place),
        lambda place: on_the_rim(figure, place) or any(off(eye, place, corner) < TOUCHING for corner in figure.points),
    )


@given(paths, figures())
def test_on_a_figure_as_step_by_step(path, figure):
    agrees(path, path.on(figure), figure.holds, lambda place: on_the_rim(figure, place))


@given(paths, spots, st.integers(0, 359), st.sampled_from([45, 90, 180, 270]))
def test_in_an_arc_as_step_by_step(path, eye, facing, width):
    def aside(place):
        angle = degrees(atan2(place[0] - eye[0], eye[1] - place[1])) - facing
        return abs((angle + 180) % 360 - 180) - width / 2

    agrees(
        path,
        path.ahead(eye, facing, width),
        lambda place: aside(place) <= 0,
        lambda place: dist(place, eye) < TOUCHING or abs(aside(place)) < TOUCHING * 10,
    )


def on_the_rim(figure, place):
    return any(off(*side, place) < TOUCHING for side in figure.sides)


# ---------------------------------------------------------------- by hand
def test_a_rim_is_entered_and_left_where_the_equation_says():
    path = Path(((0.0, 3.0), (10.0, 3.0)))
    assert path.near((5.0, 0.0), 5.0) == ((pytest.approx(0.1), pytest.approx(0.9)),)
    assert path.near((5.0, 0.0), 3.0) == ((0.5, 0.5),), "it just touches"
    assert path.near((5.0, 0.0), 2.9) == ()
    assert Path(((1.0, 0.0),)).near((0.0, 0.0), 1.0) == ((0.0, 1.0),), "who stays is there all the time"


def test_a_rim_may_be_entered_twice_on_a_bent_way():
    path = Path(((0.0, 0.0), (10.0, 0.0), (0.0, 0.0)))
    assert path.near((5.0, 0.0), 1.0) == (
        (pytest.approx(0.2), pytest.approx(0.3)),
        (pytest.approx(0.7), pytest.approx(0.8)),
    )


def test_sight_opens_where_the_line_passes_the_corner():
    house = Figure(((8.0, 18.0), (17.0, 18.0), (17.0, 22.0), (8.0, 22.0)))
    path = Path(((14.0, 10.0), (26.0, 10.0)))
    assert path.behind(house, (14.0, 30.0)) == ((0.0, pytest.approx(7.5 / 12)),), "past the corner at 17, 22"


def test_what_lies_behind_a_share_and_where_it_came_from():
    path = Path(((0.0, 0.0), (0.0, 4.0), (4.0, 4.0)))
    assert path.length == 8
    assert path.at(0.75) == (2, 4)
    assert path.until(0.75) == ((0, 0), (0, 4), (2, 4))
    assert path.until(0.5) == ((0, 0), (0, 4))
    assert [path.heading(share) for share in (0.0, 0.5, 0.6)] == [None, 180, 90]
    assert path.at(1.0) == (4, 4)


def test_an_arc_of_half_a_circle_has_its_rims():
    path = Path(((0.0, 5.0), (10.0, 5.0)))
    assert path.ahead((5.0, 5.0), 0, 180) == ((0.0, 1.0),)
    assert path.ahead((5.0, 6.0), 90, 180) == ((0.5, 1.0),)
    assert path.ahead((5.0, 4.0), 0, 180) == ()


# ---------------------------------------------------------------- parts
def test_parts_are_united_met_and_taken_away():
    assert united([(0.5, 0.7), (0.1, 0.2), (0.2, 0.3)]) == ((0.1, 0.3), (0.5, 0.7))
    assert common(((0.0, 0.4), (0.6, 1.0)), ((0.3, 0.7),)) == ((0.3, 0.4), (0.6, 0.7))
    assert common(((0.0, 0.4),), ((0.4, 1.0),)) == ((0.4, 0.4),), "they touch"
    assert without(((0.0, 1.0),), ((0.2, 0.3), (1.0, 1.0))) == ((0.0, 0.2), (0.3, 1.0))
    assert without(((0.2, 0.5),), ((0.0, 1.0),)) == ()


def test_what_holds_at_an_end_alone_is_an_instant():
    assert where([], lambda share: share == 0) == ((0.0, 0.0),)
    assert where([0.25, -3.0, 7.0], lambda share: share >= 0.25) == ((0.25, 1.0),)


def test_of_a_convex_figure_a_line_is_clipped_as_it_would_be_found_from_its_crossings():
    chooser, found = Random(4), 0
    for _ in range(400):
        x, y = chooser.randrange(10), chooser.randrange(10)
        right, low = x + chooser.randrange(1, 6), y + chooser.randrange(1, 6)
        box = Figure(((x, y), (right, y), (right, low), (x, low)))
        path = Path(tuple((chooser.randrange(-2, 16), chooser.randrange(-2, 16)) for _ in range(3)))
        expected = path._where(partial(_crossings, box), box.holds)
        assert [*chain(*path.on(box))] == pytest.approx([*chain(*expected)])
        found += bool(expected)
    assert found > 50
