"""How the room of a screen is shared out among the panels of a battle."""

from __future__ import annotations

from itertools import combinations

import pytest
from attrs import evolve
from syrupy.assertion import SnapshotAssertion

from tabletop_tui.screens.battle.panel_layout import BARS, LEAST_LOG, Box, Content, Wishes, fitting_zoom, share
from tabletop_tui.settings import PANEL_WISHES, PANELS, WIDTHS, width_name
from tests.screens.conftest import at, toy
from tests.screens.test_tools import under_way

HEXES = Content(maps=((28, 21), (58, 42), (86, 42), (114, 82)), roster=29)
"""A map of 14 by 20 hexes."""
TABLE = Content(maps=((48, 24), (96, 48), (192, 96)), roster=29)
"""A table of 48 by 48 inches."""
SIZES = ((80, 24), (120, 40), (160, 50), (220, 60), (100, 24), (90, 60), (300, 80), (80, 50))


def meet(one: Box, other: Box) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("content", [HEXES, TABLE, evolve(TABLE, lesson=5), evolve(HEXES, from_side=True)])
@pytest.mark.parametrize("large", ["", *PANELS])
def test_no_panel_lies_over_another_and_all_are_on_the_screen(size, content, large):
    for hidden in ((), ("roster",), ("log", "here"), ("question", "dice", "here")):
        rooms = share(*size, content, Wishes(large, frozenset(hidden) - {large}))
        for one, other in combinations(rooms.boxes.values(), 2):
            assert not meet(one, other), (one, other)
        for name, box in rooms.boxes.items():
            assert min(box.width, box.height) > 0 <= min(box.x, box.y), name
            assert (box.x + box.width, box.y + box.height) <= size, name
            assert box.y + box.height <= size[1], name
        shown = rooms.boxes.keys() - ({"log"} if content.from_side else set())
        assert not ({*hidden} - {large}) & shown
        assert {"status", "prompt", "hints"} <= rooms.boxes.keys()
        assert "map" in rooms.boxes


def test_the_map_takes_the_nearest_zoom_at_which_all_of_it_fits():
    assert [fitting_zoom(HEXES, *size) for size in SIZES[:4]] == [1, 1, 2, 2]
    assert [fitting_zoom(TABLE, *size) for size in SIZES[:4]] == [1, 1, 1, 1]
    assert fitting_zoom(HEXES, 300, 100) == 3
    assert share(160, 50, HEXES, Wishes(zoom=1)).zoom == 1, "chosen by hand"


def test_the_log_stands_where_there_is_room_for_it():
    """Below the map where that leaves much free, else at the right, on a very wide screen in a column of its own."""
    logs = {size: share(*size, TABLE).boxes["log"] for size in SIZES[:4]}
    assert (logs[80, 24].width, logs[80, 24].height) == (35, 6)
    assert share(80, 24, TABLE).boxes["map"] == Box(0, 1, 45, 21), "the map has all the rows"
    assert share(80, 24, evolve(TABLE, maps=((20, 12), (40, 21), (80, 42)))).boxes["map"].width == 42, "what it needs"
    own = share(300, 80, HEXES).boxes
    assert own["log"].x > own["question"].x > own["map"].x
    assert own["log"].height == own["map"].height == 80 - BARS
    assert "dice" not in share(220, 60, evolve(TABLE, rolled=False)).boxes, "an empty tray has no room"
    assert "dice" in share(220, 60, TABLE).boxes
    assert logs[120, 40].x > 0
    assert logs[120, 40].height >= LEAST_LOG
    assert logs[220, 60].x > 0
    hexes = share(160, 50, HEXES)
    assert hexes.boxes["map"].height >= 42, "the whole map"
    assert {"dice", "here", "roster"} <= hexes.boxes.keys()


def test_a_question_is_as_tall_as_its_content_and_the_log_takes_the_rest():
    short, long = (share(220, 60, evolve(TABLE, question=rows)) for rows in (14, 20))
    assert short.growing
    assert short.boxes["question"].height == 14
    assert long.boxes["question"].height == 20
    assert short.boxes["log"].height == long.boxes["log"].height + 6
    assert short.most_for_question == long.most_for_question


@pytest.mark.parametrize("size", SIZES[:4], ids=str)
@pytest.mark.parametrize("panel", PANELS)
def test_a_large_panel_is_larger_than_it_was_and_comes_back(size, panel):
    usual, wishes = Wishes(), Wishes().toggled(panel, hide=False)
    before, after = share(*size, TABLE).boxes.get(panel), share(*size, TABLE, wishes).boxes[panel]
    assert before is None or after.width * after.height > before.width * before.height
    assert wishes.toggled(panel, hide=False) == usual
    assert wishes.toggled(panel, hide=True).toggled(panel, hide=True) == usual


def test_a_large_map_has_all_but_the_lines():
    rooms = share(80, 24, TABLE, Wishes("map"))
    assert rooms.boxes["map"] == Box(0, 1, 80, 24 - BARS)


@pytest.mark.parametrize("width", WIDTHS)
def test_wishes_are_written_as_they_are_read(width):
    wishes = Wishes("log", frozenset({"roster", "here"}))
    words = wishes.words(width)
    assert {*words} <= PANEL_WISHES
    assert Wishes.said(words, width) == wishes
    other = next(name for name in WIDTHS if name != width)
    assert Wishes.said(words, other) == Wishes()


def test_widths_have_names():
    assert [width_name(columns) for columns, _ in SIZES[:4]] == ["narrow", "middle", "wide", "vast"]


async def test_a_key_makes_a_panel_large_and_hides_it():
    async with at(toy(), size=(120, 40)) as player:
        log = player.battle.panels.log
        before = log.size
        await player.press("p l")
        assert log.size.height > before.height
        assert player.app.settings.panels == ("middle log large",)
        await player.press("p l")
        assert log.size == before
        await player.press("p minus l")
        assert "Log" not in player.picture
        assert player.app.settings.panels == ("middle log hidden",)
        await player.pilot.resize_terminal(80, 24)
        await player.pilot.pause()
        assert log.size.width == player.battle.panels.side.size.width, "as usual in a terminal of another width"


@pytest.mark.parametrize("size", SIZES[:4], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("scenario", ["mechcom/canyon-deathmatch", "armymen/backyard"], ids=["hexes", "open-table"])
async def test_the_battle_in_four_sizes(scenario, size, snapshot: SnapshotAssertion):
    async with at(under_way(scenario, 60), size=size) as player:
        await player.pilot.pause()
        assert player.picture == snapshot
