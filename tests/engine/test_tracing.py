"""Lines laid over an open table."""

from shapely import MultiPoint

from tabletop_tui.engine.tracing import rim, rims


def test_a_torn_unit_has_a_rim_around_each_part_and_one_label():
    apart = MultiPoint([(0, 0), (20, 0)]).buffer(0.5)
    traces = list(rim(apart, 1.0, "threat", "torn"))
    assert [trace.label for trace in traces] == ["torn", ""]
    assert {round(min(x for x, _ in trace.points), 1) for trace in traces} == {-1.5, 18.5}
    assert len(list(rim(apart, 12.0, "threat", "torn"))) == 1
    assert [trace.label for trace in rims(apart, {1.0: "near", 12.0: "far"})] == ["near", "", "far"]
