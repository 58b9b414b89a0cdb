"""Heights: sight in space, and the hidden share of a silhouette against many single lines."""

from __future__ import annotations

from random import Random

import pytest

from tabletop_tui.table.hidden_share import Body, Eye, Silhouette, hidden_share, open_line
from tabletop_tui.table.polygons import Figure


def block(left, top, right, bottom, high, low=0.0, name="block"):
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Body(name, high, low, Figure(corners))


def disc(x, y, radius, high, low=0.0):
    return Body("model", high, low, middle=(x, y), radius=radius)


BRIDGE = block(10, 0, 14, 20, 5.0, 4.0, "bridge")


# ---------------------------------------------------------------- lines
@pytest.mark.parametrize(
    ("eye", "height", "seen"),
    [(1.0, 1.0, True), (4.5, 4.5, False), (6.0, 6.0, True), (1.0, 8.0, False), (5.0, 5.0, True), (4.0, 4.0, True)],
    ids=["under it", "against it", "over it", "up through it", "along its top", "along its lower side"],
)
def test_a_line_under_through_and_over_a_bridge(eye, height, seen):
    assert open_line([BRIDGE], Eye((2, 5), eye), (22, 5), height) is seen


def test_from_its_top_one_looks_down_past_its_edge():
    wall = block(0, 0, 10, 10, 5.0)
    assert open_line([wall], Eye((9, 5), 7.0), (20, 5), 0.0) is True
    assert open_line([wall], Eye((5, 5), 7.0), (12, 5), 0.0) is False, "the edge is in the way"


def test_a_wall_drawn_as_a_line_has_a_height_too():
    wall = Body("wall", 2.0, figure=Figure(((10, 0), (10, 20)), closed=False))
    assert open_line([wall], Eye((0, 5), 1.0), (20, 5), 1.0) is False
    assert open_line([wall], Eye((0, 5), 3.0), (20, 5), 1.5) is True


# ---------------------------------------------------------------- the hidden share
TARGET = Silhouette((20, 5), 0.0, 2.0, 4.0)


def test_half_behind_a_wall_is_half_hidden():
    assert hidden_share([block(18, 0, 19.99, 10, 2.0)], Eye((0, 5), 2.0), TARGET) == pytest.approx(0.5)
    assert hidden_share([block(10, 0, 11, 5, 9.0)], Eye((0, 5), 2.0), TARGET) == 0.5, "four of the eight strips"
    assert hidden_share([block(10, 0, 11, 10, 9.0)], Eye((0, 5), 2.0), TARGET) == 1.0
    assert hidden_share([block(10, 0, 11, 10, 1.0)], Eye((0, 5), 3.0), TARGET) == 0.0, "one looks over it"
    assert hidden_share([], Eye((0, 5), 3.0), TARGET) == 0.0


def test_what_hides_the_same_part_counts_once():
    walls = [block(10, 0, 11, 10, 2.0), block(12, 0, 13, 10, 2.0)]
    assert hidden_share(walls, Eye((0, 5), 2.0), TARGET) == pytest.approx(0.5)


def test_who_stands_on_a_roof_is_hidden_by_its_edge():
    roof = block(15, 0, 30, 10, 6.0)
    on_it = Silhouette((20, 5), 6.0, 2.0, 4.0)
    # The edge, 6 high at 15 of 20, is seen from a height of 2 at 2 + 4 / 0.75: 1.33 of the 4 are hidden.
    assert hidden_share([roof], Eye((0, 5), 2.0), on_it) == pytest.approx(1.333333 / 4, abs=0.01)
    assert hidden_share([roof], Eye((0, 5), 9.0), on_it) == 0.0


@pytest.mark.parametrize("seed", range(30))
def test_the_hidden_share_agrees_with_many_single_lines(seed):
    random = Random(seed)

    def body():
        x, y, low = random.uniform(2, 18), random.uniform(0, 10), random.choice([0.0, 0.0, random.uniform(0, 4)])
        high = low + random.uniform(0.5, 5)
        if random.random() < 0.4:
            return disc(x, y, random.uniform(0.3, 1.5), high, low)
        return block(x, y, x + random.uniform(0.5, 4), y + random.uniform(0.5, 6), high, low)

    bodies = [body() for _ in range(6)]
    eye = Eye((random.uniform(0, 1), random.uniform(0, 10)), random.uniform(0.5, 8))
    target = Silhouette((20, random.uniform(0, 10)), random.uniform(0, 6), random.uniform(1, 3), random.uniform(1, 5))
    told, counted = hidden_share(bodies, eye, target), by_lines(bodies, eye, target)
    assert told == pytest.approx(counted, abs=0.02)


def by_lines(bodies, eye, target, strips=8, lines=100, steps=400):
    """The share of single lines, each looked along step by step, that run into a body."""
    (u, v), (x, y) = eye.spot, target.spot
    far = ((x - u) ** 2 + (y - v) ** 2) ** 0.5
    blocked = 0
    for strip in range(strips):
        aside = ((strip + 0.5) / strips - 0.5) * target.width
        px, py = x + (y - v) / far * aside, y - (x - u) / far * aside
        stretches = [
            (
                body,
                [
                    n / steps
                    for n in range(1, steps)
                    if body.holds((u + (px - u) * n / steps, v + (py - v) * n / steps))
                ],
            )
            for body in bodies
        ]
        for line in range(lines):
            z = target.foot + target.height * (line + 0.5) / lines
            blocked += any(
                body.bottom < eye.height + (z - eye.height) * t < body.top for body, shares in stretches for t in shares
            )
    return blocked / strips / lines
