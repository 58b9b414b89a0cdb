"""What is found for many lines at once is what is found for each of them."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tabletop_tui.table.line_of_sight import BodyLinks, Figures, Lines, chart, hidden, lattice, looks
from tabletop_tui.table.overlay_signs import Chart
from tabletop_tui.table.polygons import Figure, struck

FIGURES = (
    Figure(((4.0, 4.0), (9.0, 4.0), (9.0, 8.0), (4.0, 8.0))),
    Figure(((12.0, 3.0), (17.5, 6.0), (12.0, 14.0), (14.0, 7.0))),
    Figure(((2.0, 12.0), (8.0, 12.0), (8.0, 17.0)), closed=False),
)
GROUPS = (((5.0, 10.0), (6.3, 10.5), (7.4, 11.6)), ((15.0, 15.0),), ((10.0, 2.0), (10.0, 3.5)))
RADIUS = 0.5


def eyes():
    chooser = Random(2)
    spots = [(float(chooser.randint(0, 20)), float(chooser.randint(0, 18))) for _ in range(30)]
    spots += [(round(chooser.uniform(0, 20), 2), round(chooser.uniform(0, 18), 2)) for _ in range(30)]
    return [*spots, *FIGURES[0].points, (6.5, 4.0), *GROUPS[0]]


def lines_of(eye, places, own_starts):
    if own_starts:
        return Lines.one_by_one(np.tile(eye, (len(places), 1)), places)
    return Lines.of(np.array([eye]), places)


def spots_of(places):
    return [tuple(place) for place in places.tolist()]


def test_a_lattice_goes_down_each_column():
    assert spots_of(lattice(2, 1)) == [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0), (2.0, 0.0), (2.0, 1.0)]


def test_figures_hold_what_each_of_them_holds():
    places = np.concatenate((lattice(20, 18), np.array([(5.5, 12.0), (14.75, 4.5), (9.0, 6.25)])))
    found = Figures.of(FIGURES).hold(places)
    assert found.tolist() == [[figure.holds(spot) for spot in spots_of(places)] for figure in FIGURES]
    assert found.sum() > 60


@pytest.mark.parametrize("own_starts", [False, True], ids=["from one eye", "each from its own place"])
def test_lines_cross_the_figures_that_each_of_them_divides(own_starts):
    places, figures, met = lattice(20, 18), Figures.of(FIGURES), 0
    ends = figures.hold(places)
    for eye in eyes():
        lines = lines_of(eye, places, own_starts)
        found = figures.crossed(lines) & ~figures.hold(lines.starts) & ~ends
        assert found.tolist() == [[figure.divides(eye, spot) for spot in spots_of(places)] for figure in FIGURES]
        met += int(found.sum())
    assert met > 4000


@pytest.mark.parametrize("own_starts", [False, True], ids=["from one eye", "each from its own place"])
def test_lines_meet_the_groups_of_bases_that_each_of_them_strikes(own_starts):
    places, met = lattice(20, 18), 0
    bodies = BodyLinks.of([(models, RADIUS, number == 1) for number, models in enumerate(GROUPS)])
    over = places[:, 0] > 12
    for eye in eyes():
        lines = lines_of(eye, places, own_starts)
        found = bodies.met(lines, over)
        for number, spot in enumerate(spots_of(places)):
            groups = [models for place, models in enumerate(GROUPS) if place != 1 or not over[number]]
            assert found[number] == any(struck(models, RADIUS, eye, spot) for models in groups), (eye, spot)
        met += int(found.sum())
    assert met > 4000


def test_a_line_is_cut_at_both_ends_and_never_turns_round():
    lines = Lines.of(np.array([(0.0, 0.0)]), np.array([(10.0, 0.0), (0.0, 1.5), (0.0, 0.0)]))
    cut = lines.cut(2.0, 1.0)
    assert cut.starts.tolist() == [[2.0, 0.0], [0.0, 1.5], [0.0, 0.0]]
    assert cut.ends.tolist() == [[9.0, 0.0], [0.0, 0.5], [0.0, 0.0]]


def test_cut_lines_are_found_along_the_whole_ones():
    places, figures = lattice(20, 18), Figures.of(FIGURES)
    lines = Lines.of(np.array([(1.0, 6.0)]), places)
    cut = lines.cut(2.0, 1.0)
    assert (figures.crossed(cut, lines) == figures.crossed(cut)).all()
    assert (figures.crossed(cut) != figures.crossed(lines)).any()


def test_several_eyes_are_looked_from_as_each_of_them():
    places, figures, spots = lattice(20, 18), Figures.of(FIGURES), np.array(eyes()[:9])
    found = figures.crossed(Lines.of(spots, places)).reshape(len(FIGURES), len(spots), len(places))
    for number, eye in enumerate(spots):
        assert (found[:, number] == figures.crossed(Lines.of(np.array([eye]), places))).all()


def test_hidden_is_what_no_eye_sees():
    places, figures, asked = lattice(20, 18), Figures.of(FIGURES), []
    spots = ((1.0, 1.0), (6.0, 15.0), (19.0, 9.5))

    def blocked(lines, numbers):
        asked.append(len(numbers))
        assert (lines.ends == places[numbers]).all()
        return figures.crossed(lines).any(axis=0)

    found = hidden(places, looks(spots), blocked)
    each = [figures.crossed(Lines.of(np.array([eye]), places)).any(axis=0) for eye in spots]
    assert (found == np.logical_and.reduce(each)).all()
    assert asked == [399, 2 * each[0].sum()]


def test_a_chart_says_what_is_seen_of_each_place():
    places = lattice(2, 1)
    signs = chart(places[:, 0] == places[:, 1], 1)
    assert signs == Chart(("x.", ".x", ".."))
    assert dict(signs) == {"0,0": "x", "0,1": ".", "1,0": ".", "1,1": "x", "2,0": ".", "2,1": "."}
    assert len(signs) == 6
    for beyond in ("3,0", "0,2", "-1,0", "0.5,0", "here"):
        assert beyond not in signs
