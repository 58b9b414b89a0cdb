"""Which bases a template touches: exactly, the contact of rims as ruled."""

from __future__ import annotations

from math import dist, hypot, pi
from random import Random

import pytest
from shapely import LineString, Point, Polygon

from tabletop_tui.table.templates import RING, UNDER, Blast, Chain, Strip, Template


def parts(template: Template, *bases: tuple[float, float, float]) -> list[str]:
    return [template.part(base) for base in bases]


def test_a_blast_takes_whom_its_circle_touches_and_in_the_ring_whom_the_second_rim_does():
    blast = Blast(((10.0, 10.0),), 1.5, 1.0)
    assert parts(blast, (12.0, 10.0, 0.5), (12.01, 10.0, 0.5)) == [UNDER, RING], "rim on rim is under it"
    assert parts(blast, (10.0, 13.0, 0.5), (10.0, 13.01, 0.5)) == [RING, ""]
    assert parts(Blast(((10.0, 10.0),), 1.5), (12.01, 10.0, 0.5)) == [""], "without a second rim there is no ring"


def test_a_rulebook_may_rule_that_contact_alone_is_not_enough():
    blast = Blast(((10.0, 10.0),), 1.5, 1.0, touching=False)
    assert parts(blast, (12.0, 10.0, 0.5), (11.99, 10.0, 0.5), (13.0, 10.0, 0.5)) == [RING, UNDER, ""]


def test_a_chain_may_stay_on_one_base():
    chain = Chain(((5.0, 5.0), (5.2, 5.0), (7.0, 5.0)), 0.0)
    assert chain.links == pytest.approx([0.2, 1.8])
    assert [chain.times(base) for base in ((5.0, 5.0, 0.5), (7.5, 5.0, 0.5), (9.0, 5.0, 0.5))] == [2, 1, 0]
    assert parts(chain, (7.5, 5.0, 0.5), (7.51, 5.0, 0.5)) == [UNDER, ""]


def test_a_strip_ends_round_or_square():
    round_ended, square = (Strip(((0.0, 0.0), (10.0, 0.0)), 1.0, flat=flat) for flat in (False, True))
    assert parts(round_ended, (11.4, 0.0, 0.5), (5.0, 1.5, 0.5), (5.0, 1.51, 0.5)) == [UNDER, UNDER, ""]
    assert parts(square, (10.5, 0.0, 0.5), (10.51, 0.0, 0.5), (5.0, 1.5, 0.5)) == [UNDER, "", UNDER]
    inside = Strip(((0.0, 0.0), (10.0, 0.0)), 1.0, touching=False, flat=True)
    assert parts(inside, (5.0, 0.5, 0.0), (5.0, 1.0, 0.0)) == [UNDER, ""]


def test_bases_are_judged_as_exact_shapes_would_be():
    chance = Random(7)
    for _ in range(300):
        a, b = ((chance.uniform(0, 20), chance.uniform(0, 20)) for _ in range(2))
        base = chance.uniform(0, 20), chance.uniform(0, 20), chance.uniform(0.2, 2)
        flat = Polygon(Strip((a, b), 1.3, 0.7, flat=True)._oblong.points)
        cases = [
            (Blast((a,), 1.3, 0.7), Point(a).distance(Point(base[:2])) - 1.3),
            (Chain((a, b), 1.3, 0.7), min(dist(a, base[:2]), dist(b, base[:2])) - 1.3),
            (Strip((a, b), 1.3, 0.7), LineString([a, b]).distance(Point(base[:2])) - 1.3),
            (Strip((a, b), 1.3, 0.7, flat=True), flat.distance(Point(base[:2]))),
        ]
        for template, away in cases:
            wanted = UNDER if away <= base[2] else RING if away <= base[2] + 0.7 else ""
            assert template.part(base) == wanted


def test_a_template_scatters_by_direction_and_distance():
    blast = Blast(((10.0, 10.0),), 1.5, 1.0)
    assert blast.moved(90, 3.5).spots == ((13.5, 10.0),)
    assert blast.moved(0, 2).spots == ((10.0, 8.0),), "north is up"
    ((x, y),) = blast.moved(225, 7).spots
    assert (x, y) == (round(10 - 7 / hypot(1, 1), 2), round(10 + 7 / hypot(1, 1), 2))
    assert blast.moved(90, 3.5).ring == 1.0


def test_outlines_are_as_large_as_what_they_are_drawn_for():
    blast = Blast(((10.0, 10.0),), 2.0, 1.0)
    areas = [Polygon(*blast.outlines(part)).area for part in (UNDER, RING)]
    assert areas == pytest.approx([4 * pi, 9 * pi], rel=0.01)
    assert list(Chain(((1.0, 1.0), (4.0, 1.0)), 0.0).outlines(UNDER)) == [((1.0, 1.0),), ((4.0, 1.0),)]
    assert Polygon(*Strip(((0.0, 0.0), (6.0, 0.0)), 1.0, flat=True).outlines(UNDER)).area == pytest.approx(12)
