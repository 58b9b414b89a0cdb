"""A line of sight from the side: the rows, and the key that follows the cursor with them."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.engine.views import SideView, Upright
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook import registry
from tabletop_tui.widgets.glyphs import ASCII, UNICODE
from tabletop_tui.widgets.side_view import AXIS, side_view_lines
from tabletop_tui.widgets.styled_text import text_of, width_of
from tests.conformance import a_setup
from tests.example.snails import SNAILS
from tests.screens.conftest import at, toy
from tests.toy import toy_setup

VIEW = SideView(
    "A1 to C2, 20.0 cm",
    3.0,
    Upright("", -1.0, 1.0, 0.0, 3.0),
    Upright("C2", 19.0, 21.0, 0.0, 2.0),
    (Upright("wall", 15.0, 15.2, 0.0, 1.5),),
    ((0.0, 1.0),),
    "50% hidden",
)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_the_rows_fit_and_say_what_is_what(glyphs):
    lines = side_view_lines(VIEW, 60, 8, glyphs)
    assert len(lines) == 8
    assert all(width_of(line) <= 60 for line in lines)
    assert text_of(lines[0]).startswith("From the side A1 to C2, 20.0 cm")
    assert text_of(lines[0]).endswith("50% hidden")
    assert "wall 1.5" in text_of(lines[-1])
    assert "eye, 3 up" in text_of(lines[1])
    assert "lowest line past wall" in text_of(lines[1])
    rim = [text_of(line)[:5].strip(" |┤") for line in side_view_lines(VIEW, 60, 9, glyphs)[2:-1]]
    assert rim == ["", "2", "", "1", "", "0"]
    assert (glyphs is ASCII) == all(text_of(line).isascii() for line in lines)


def test_heights_are_to_scale():
    shown = side_view_lines(VIEW, 60, 9, ASCII)
    lines = [text_of(line) for line in shown][2:8]
    assert "@" in lines[0], "the eye is as high as the picture"
    wall = AXIS + int((15.1 + 1) * (60 - AXIS) / 22)
    assert [line[wall] == "#" for line in lines] == [False, False, False, True, True, True], "1.5 of 3"
    ends = [line[-1] for line in lines]
    assert ends == [" ", " ", "#", "#", "%", "%"], "its upper half is seen and its lower half is hidden, by sign too"


def test_the_lowest_line_that_passes_is_drawn_and_named():
    behind = (*VIEW.between, Upright("shed", 3.0, 4.0, 0.0, 0.5))
    assert evolve(VIEW, between=behind).lowest == VIEW.between[0]
    assert evolve(VIEW, hidden=()).lowest is None
    assert evolve(VIEW, hidden=((0.0, 2.0),)).lowest is None, "no line passes"
    roles = {role for line in side_view_lines(VIEW, 60, 9, ASCII)[2:8] for text, role in line if text.strip() in ".'"}
    assert {"bad", "text"} <= roles


def test_from_a_plank_and_under_it():
    game = SNAILS.start(toy_setup("keyboard", "keyboard"))
    game.state.at = ((23.0, 10.0), (5.0, 30.0))
    over = SNAILS.side_view(game, "S2", "40,30")
    assert over is not None
    assert (over.said, over.hidden) == ("0% hidden", ()), "one looks under it"
    assert [(one.name, one.bottom, one.top) for one in over.between] == [("plank", 3.0, 4.0)]
    assert over.between[0].begin == pytest.approx(15.0)
    assert over.between[0].end == pytest.approx(21.0)
    assert SNAILS.side_view(game, "S2", "5,30") is None
    down = SNAILS.side_view(game, "S2", "23,30")
    assert down is not None
    assert down.title == "S2 to 23,30"


async def test_a_key_shows_the_line_to_the_cursor_and_follows_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(registry, "_registered", {**registry._registered, "snails": SNAILS})
    async with at(Session.new(a_setup("snails", 0))) as player:
        player.battle.lay_cursor("40,10")
        await player.press("vertical_line")
        assert "From the side S1 to 40,10" in player.picture
        assert "0% hidden" in player.picture
        assert "plank 4" in player.picture
        await player.press("right")
        assert "From the side S1 to 41,10" in player.picture
        player.battle.lay_cursor("5,10")
        assert "Put the cursor on what you want to look at" in player.picture
        await player.press("vertical_line")
        assert "From the side" not in player.picture


async def test_where_heights_do_not_count_there_is_no_side_view():
    async with at(toy()) as player:
        await player.press("vertical_line")
        assert "heights do not count" in player.prompt


async def test_its_panel_has_a_title_of_its_own(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(registry, "_registered", {**registry._registered, "snails": SNAILS})
    async with at(Session.new(a_setup("snails", 0)), size=(120, 40)) as player:
        await player.press("vertical_line")
        assert "Line of sight" in player.picture
        await player.press("vertical_line")
        assert "Line of sight" not in player.picture
        assert "─ Log" in player.picture
