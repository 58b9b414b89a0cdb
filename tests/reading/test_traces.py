"""Traces of what happened: ways, shots and losses on both kinds of map, below all that a question shows."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Fell, Harmed, Moved, Shot
from tabletop_tui.engine.scenes import Base, Look, TableScene, Token
from tabletop_tui.widgets.glyphs import ASCII, UNICODE
from tabletop_tui.widgets.map.battlefield import painters_of
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.map.shared.traces import LOSS, MOST, PIN, SHOT, START, WAY, Traces, traces_of
from tabletop_tui.widgets.terminal_palettes import NAMES, palette
from tests.screens.fixtures import scene

WALK = Moved("", (), 0, "a1", ("0401", "0402", "0403", "0404"))
FIRE = Shot("", (), 1, "b1", "a2", ("0812", "0807"))


def table() -> TableScene:
    tokens = [Token("A1", "A1", "Riflemen", 0, "10,10"), Token("B1", "B1", "Jeep", 1, "30,10")]
    bases = {"A1": (Base(10, 10, 0.5, None),), "B1": (Base(30, 10, 0.5, None),)}
    return TableScene(48, 24, "in", Look("lawn", "grass"), (), tokens, bases)


def rows(found, traces: Traces, colours: str = "truecolour", glyphs=UNICODE, zoom: int = 1) -> list[str]:
    painter = painters_of(found, palette(colours), glyphs)[zoom](found, palette(colours), glyphs, Marks(traces=traces))
    painter.mark(Marks(traces=traces))
    return ["".join(segment.text for segment in painter.row(y)) for y in range(painter.height)]


# ---------------------------------------------------------------- from events
def test_a_way_begins_with_a_sign_of_its_own_and_a_shot_lies_between_its_ends():
    found = traces_of([WALK, FIRE], scene())
    assert found.cells["0401"] == (START, 0)
    assert {spot for spot, (kind, _) in found.cells.items() if kind == WAY} == {"0402", "0403", "0404"}
    assert {spot for spot, (kind, _) in found.cells.items() if kind == SHOT} == {"0808", "0809", "0810", "0811"}
    assert found.cells["0810"] == (SHOT, 1)


def test_losses_are_added_up_where_the_unit_stands_now_and_a_unit_that_is_gone_is_named_where_it_fell():
    hurt = [Harmed("", (), 0, "a1", 2, 5), Harmed("", (), 0, "a1", 1, 4), Fell("", (), 1, "b9", "0505")]
    assert traces_of(hurt, scene()).flags == {"0404": ("-3", LOSS), "0505": ("b9", LOSS)}


def test_only_the_last_ways_are_kept_and_what_is_not_on_the_table_leaves_none():
    many = [Moved("", (), 0, "a1", ("0401", "0402"))] * (MOST + 3)
    assert len(traces_of(many, scene()).lines) == MOST
    assert traces_of([Moved("", (), 0, "a1", ("9901", "0402")), Moved("", (), 0, "a1", ("0402",))], scene()).lines == ()


def test_a_shot_that_names_no_spots_goes_from_unit_to_unit():
    assert [line.spots for line in traces_of([Shot("", (), 0, "A1", "B1")], table()).lines] == [("10,10", "30,10")]


# ---------------------------------------------------------------- on the map
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=lambda one: one.name)
def test_they_are_drawn_on_hexes(glyphs):
    text = "\n".join(rows(scene(), traces_of([WALK, FIRE, Harmed("", (), 0, "a1", 2, 5)], scene()), glyphs=glyphs))
    plain = "\n".join(rows(scene(), Traces(), glyphs=glyphs))
    for sign, count in ((glyphs.start, 1), (glyphs.way, 2), (glyphs.shot, 4), ("-2", 1)):
        assert text.count(sign) == plain.count(sign) + count, sign


@pytest.mark.parametrize("colours", NAMES)
@pytest.mark.parametrize("zoom", [0, 1, 2])
def test_they_are_drawn_at_every_zoom_in_every_palette(colours, zoom):
    moved = Moved("", (), 0, "A1", ("10,20", "10,10"))
    shot = Shot("", (), 1, "B1", "A1", ("30,10", "10,10"))
    found = traces_of([moved, shot, Harmed("", (), 0, "A1", 3, 4)], table())
    text = "\n".join(rows(table(), found, colours, zoom=zoom))
    assert UNICODE.start in text
    assert text.count(UNICODE.way) >= 1
    assert text.count(UNICODE.shot) >= 5
    assert "-3" in text
    assert any(flag in "\n".join(rows(scene(), Traces(flags={"0505": ("7", PIN)}), colours, zoom=zoom)) for flag in "7")


def test_what_a_question_shows_goes_before():
    found = traces_of([WALK], scene())
    marks = Marks(path=("0402",), labels={"0403": "2"}, traces=found)
    assert [marks.sign(spot) for spot in ("0401", "0402", "0403")] == [START, "path", ""]


def test_a_painter_says_which_rows_change_with_them():
    one = painters_of(scene(), palette("mono"))[1](scene(), palette("mono"), UNICODE)
    changed = one.mark(Marks(traces=traces_of([FIRE], scene())))
    assert changed is not None
    assert set(one.lines_of("0809")) <= changed
    assert one.mark(one.marks) == set()
