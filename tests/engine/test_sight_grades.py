"""Grades of sight on their scale, and what is between seen from the side."""

import pytest

from tabletop_tui.engine.sight_cross_section import SideView, Upright
from tabletop_tui.engine.sight_grades import COVERED, HALF, SEEN, UNSEEN, graded


@pytest.mark.parametrize("grades", [COVERED, SEEN])
def test_grades_are_numbered_from_the_best_to_the_worst_of_their_scale(grades):
    assert [(one.rank, one.last) for one in grades] == [(place, len(grades) - 1) for place in range(len(grades))]


def test_a_grade_is_found_by_its_label():
    assert graded(COVERED, HALF.label) == COVERED[1]
    assert graded(SEEN, UNSEEN.label) == SEEN[-1]
    assert graded(SEEN, HALF.label) is None


def test_the_lowest_line_that_sees_a_part_passes_what_hides_the_rest():
    """From an eye 2 up, a target 10 away is hidden up to 1: the line falls by 0.1 for each unit, so 1.5 at 5."""
    target = Upright("C2", 9, 11, 0, 3)
    wall, bush = Upright("wall", 4.9, 5.1, 0, 1.5), Upright("bush", 7, 8, 0, 0.4)
    tree = Upright("tree", 7, 8, 0, 1.9)
    view = SideView("A1 to C2", 2.0, Upright("A1", 0, 0, 0, 2), target, (bush, tree, wall), ((0.0, 1.0),))
    assert view.lowest == wall
    taller = Upright("bush", 7, 8, 0, 1.3)
    assert (
        SideView("", 2.0, view.viewer, target, (Upright("wall", 4.9, 5.1, 0, 0.5), taller), view.hidden).lowest
        == taller
    )
    assert SideView("", 2.0, view.viewer, target, (bush, wall)).lowest is None, "nothing is hidden"
    assert SideView("", 2.0, view.viewer, target, (bush, wall), ((0.0, 3.0),)).lowest is None, "all is hidden"
