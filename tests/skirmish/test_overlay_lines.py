"""Lines that are laid over an open table."""

import pytest
from shapely import MultiPoint, Point

from tabletop_tui.rules.armymen.shown.views import overlay as army_overlay
from tabletop_tui.rules.pmc2640.shown.overlays import overlay as pmc_overlay
from tabletop_tui.skirmish.overlay_lines import rim, rims
from tests.armymen import build as army
from tests.pmc2640 import build as pmc


def test_a_rim_runs_so_far_outside():
    (line,) = rim(Point(10, 10).buffer(1), 2, "sensors", "2 in")
    assert (line.kind, line.label) == ("sensors", "2 in")
    assert all(abs(Point(10, 10).distance(Point(spot)) - 3) < 0.05 for spot in line.points)


def test_what_is_torn_apart_has_a_rim_around_each_part():
    apart = MultiPoint([(10, 10), (20, 10)]).buffer(1)
    assert len(list(rim(apart, 1, "sensors", ""))) == 2
    assert [line.label for line in rims(apart, {1: "near", 6: "far"})] == ["near", "", "far"]


@pytest.mark.parametrize("system", ["armymen", "pmc2640"])
def test_the_coherency_of_a_unit_that_is_torn_apart_is_shown(system: str):
    if system == "armymen":
        game = army.field([army.riflemen(10, 10)], [])
        army.stand(game, "A1", (10, 10), (20, 10))
        shown = army_overlay(game, "coherency", "A1")
    else:
        game = pmc.field([pmc.rifles(10, 10, size=2)], [])
        pmc.unit(game, "A1").models = ((10, 10), (20, 10))
        shown = pmc_overlay(game, "coherency", "A1")
    assert [trace.kind for trace in shown.traces] == ["threat", "threat"]
