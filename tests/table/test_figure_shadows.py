"""Where ways pass behind figures is found for many eyes, ways and figures at once as for each of them alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tabletop_tui.table.figure_shadows import borders_behind
from tabletop_tui.table.motion_intervals import Path
from tabletop_tui.table.polygons import Figure
from tests.table.test_motion_intervals import figures, on_the_rim, paths, spots


@given(
    st.lists(paths, min_size=1, max_size=3), st.lists(spots, min_size=1, max_size=3), st.lists(figures(), max_size=3)
)
def test_borders_are_those_of_each_way_behind_each_figure(ways, eyes, shapes):
    found = borders_behind(ways, tuple(eyes), shapes)
    assert len(found) == len(eyes)
    for eye, borders in zip(eyes, found, strict=True):
        parts = [part for way in ways for figure in shapes for part in way.behind(figure, eye)]
        alone = {share for part in parts for share in part if 0 < share < 1}
        assert alone <= borders
        others = {share for share in borders - alone if 0 < share < 1}
        turns = [(begin, leg[0]) for way in ways for (begin, _), leg in way.legs if begin in others]
        assert {begin for begin, _ in turns} == others
        assert all(any(on_the_rim(figure, spot) for figure in shapes) for _, spot in turns)


def test_the_shadow_of_a_house_begins_and_ends_where_a_line_grazes_its_corners():
    house = Figure(((8.0, 4.0), (12.0, 4.0), (12.0, 6.0), (8.0, 6.0)))
    beyond, before = Path(((0.0, 8.0), (20.0, 8.0))), Path(((0.0, 1.0), (20.0, 1.0)))
    eyes = ((10.0, 0.0), (10.0, 6.5), (10.0, 5.0))
    assert borders_behind([beyond, before], eyes, [house]) == [{0.3, 0.7}, set(), set()]
    assert before.behind(house, eyes[1]) == ((0.0, 1.0),), "hidden all the way"
