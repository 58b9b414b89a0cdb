"""Hidden places, found for all at once, are those that are found one by one."""

from __future__ import annotations

from random import Random

from tabletop_tui.table.figures import Figure
from tabletop_tui.table.shadows import divided, hidden, lattice, spot_of

FIGURES = (
    Figure(((4.0, 4.0), (9.0, 4.0), (9.0, 8.0), (4.0, 8.0))),
    Figure(((12.0, 3.0), (17.5, 6.0), (12.0, 14.0), (14.0, 7.0))),
    Figure(((2.0, 12.0), (8.0, 12.0), (8.0, 17.0)), closed=False),
)


def test_many_places_are_divided_as_each_of_them_is():
    texts, places = lattice(20, 18)
    assert texts[20] == "1,1"
    assert spot_of(places, 20) == (1.0, 1.0)
    chooser = Random(2)
    eyes = [(float(chooser.randint(0, 20)), float(chooser.randint(0, 18))) for _ in range(40)]
    eyes += [(chooser.uniform(0, 20), chooser.uniform(0, 18)) for _ in range(40)]
    met = 0
    for figure in FIGURES:
        for eye in eyes:
            found = divided(figure, eye, places)
            assert list(found) == [figure.divides(eye, spot_of(places, n)) for n in range(len(places))]
            met += int(found.sum())
    assert met > 5000


def test_hidden_is_what_no_eye_sees():
    _, places = lattice(20, 18)
    eyes = ((1.0, 1.0), (6.0, 15.0), (19.0, 9.5))
    found = hidden(FIGURES, eyes, places)
    for number in range(len(places)):
        spot = spot_of(places, number)
        assert found[number] == all(any(figure.divides(eye, spot) for figure in FIGURES) for eye in eyes)
    assert 0 < found.sum() < len(places) / 2
