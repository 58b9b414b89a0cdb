"""The whole table in a few cells, beside a view that is smaller than the table."""

from __future__ import annotations

import pytest
from attrs import evolve
from textual.geometry import Region

from tabletop_tui.engine.scenes import Base
from tabletop_tui.screens.battle.panel_layout import Content, Wishes, fitting_zoom, share
from tabletop_tui.widgets.glyphs import ASCII, UNICODE
from tabletop_tui.widgets.map.minimap import FRAMES, Minimap
from tabletop_tui.widgets.map.table.table_painter import PlayView
from tabletop_tui.widgets.styled_text import text_of
from tabletop_tui.widgets.terminal_palettes import palette
from tests.screens.fixtures import token
from tests.screens.test_table_painting import scene


def painter(glyphs=UNICODE, colours="truecolour"):
    """A table of 48 by 48 inches with Red at its upper left corner and Blue in the lower right quarter."""
    found = evolve(
        scene(),
        width=48.0,
        height=48.0,
        tokens=[token("A1", "Red", 0, "0,0"), token("B1", "Blue", 1, "47,47")],
        bases={"A1": (Base(0.5, 0.5, 0.5),), "B1": (Base(46.9, 46.9, 0.5),)},
    )
    return PlayView(found, palette(colours), glyphs)


def test_units_are_quarters_of_a_cell_in_their_sides_colour():
    one = painter()
    lines = Minimap(12, 6).lines(one, Region(24, 12, 48, 24))
    assert [len(line) for line in lines] == [12] * 6
    assert lines[0][0] == ("▘", lines[0][0][1])
    assert lines[-1][-1][0] == "▗"
    assert lines[0][0][1].color == one.palette.seat_name(0).color != lines[-1][-1][1].color


@pytest.mark.parametrize("colours", ["mono", "truecolour"])
def test_without_blocks_or_colours_units_are_the_signs_of_their_sides(colours):
    lines = [text_of(line) for line in Minimap(12, 6).lines(painter(ASCII, colours), Region(24, 12, 48, 24))]
    assert lines[0][0] == ASCII.seats[0]
    assert lines[-1][-1] == ASCII.seats[1]
    assert "".join(lines).isascii()


def test_a_frame_lies_around_what_is_in_view():
    one = painter()
    lines = [text_of(line) for line in Minimap(12, 6).lines(one, Region(0, one.height // 2, one.width // 2, 99))]
    corner, level, other, upright, low, last = FRAMES[True]
    assert lines[3] == corner + 4 * level + other + 6 * " "
    assert lines[4].startswith(upright + 4 * " " + upright)
    assert lines[5].startswith(low + 4 * level + last)
    assert "".join(lines[1:3]).strip() == ""


def test_it_has_the_shape_of_the_table_and_no_more_rows_than_there_are():
    one = painter()
    assert Minimap.within(one, 28, 14) == Minimap(28, 14)
    assert Minimap.within(one, 60, 14).rows == 14
    assert Minimap.within(one, 60, 14).columns < 30


LARGE = Content(maps=((73, 37), (82, 41), (92, 46), (116, 58), (144, 72)), play=3, readable=1, roster=29)
"""A table of 72 by 72 inches."""


def test_a_large_table_is_shown_whole_where_a_farther_zoom_can_still_be_read():
    assert fitting_zoom(LARGE, 160, 50) == 1
    assert fitting_zoom(LARGE, 220, 60) == 2
    assert fitting_zoom(LARGE, 80, 24) == 3, "none that can be read shows all of it"
    assert fitting_zoom(evolve(LARGE, readable=2), 160, 50) == 3


def test_it_stands_below_the_roster_only_where_the_view_is_smaller_than_the_table():
    assert "minimap" not in share(160, 50, LARGE).boxes
    near = share(160, 50, LARGE, Wishes(zoom=4))
    roster, small = near.boxes["roster"], near.boxes["minimap"]
    assert roster.y + roster.height == small.y
    assert small.height <= 15
    assert "minimap" in near.titled
    assert "minimap" not in share(160, 50, LARGE, Wishes(zoom=4, hidden=frozenset({"minimap"}))).boxes
    assert "minimap" not in share(120, 40, LARGE, Wishes(zoom=4)).boxes
