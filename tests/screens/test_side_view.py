"""A line of sight from the side: the rows, and the key that follows the cursor with them."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.engine.sight_cross_section import SideView, Upright
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook import registry
from tabletop_tui.widgets.glyphs import ASCII, UNICODE
from tabletop_tui.widgets.side_view_rows import AXIS, side_view_lines
from tabletop_tui.widgets.sight_tints import states
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
        assert player.battle.field.cursor != "40,10"
        assert f"From the side S1 to {player.battle.field.cursor}" in player.picture
        player.battle.lay_cursor("5,10")
        assert "Put the cursor on what you want to look at" in player.picture
        await player.press("vertical_line")
        assert "From the side" not in player.picture


@pytest.mark.parametrize("grade", ["clear", "half", "blocked"])
def test_levels_of_hexes_hide_as_the_rules_say(grade):
    """All lines from a mech on a map of hills: of each the view says what the overlay of sight says."""
    game = Session.new(new_game.set_table(*new_game.find_scenario("mechcom/fort-siege"), (), ["greedy"] * 2, seed=7))
    game.run(40)
    game, shares = game.game, {"clear": 0.0, "half": 0.5, "blocked": 1.0}
    unit = next(model for model in game.state.models.values() if model.hex and model.is_mech)
    seen = game.system.overlay(game, "sight", unit.id)
    looked = [spot for spot, label in seen.labels.items() if states(seen.grades)[label] == grade]
    free = [spot for spot in looked if game.state.model_at(spot) is None]
    assert len(free) >= 3
    for spot in free:
        found = game.system.side_view(game, unit.id, spot)
        assert sum(high - low for low, high in found.hidden) == shares[grade], spot
        levels = {one.name: one.top for one in found.between if game.state.model_at(one.name) is None}
        assert all(top == game.state.map.level[name] for name, top in levels.items())
    assert game.system.side_view(game, unit.id, unit.hex) is None


def test_hills_and_walls_of_a_table_are_seen_from_the_side():
    """All lines from a unit over a table of hills and walls: what blocks is there, what is on a hill says so."""
    session = Session.new(new_game.set_table(*new_game.find_scenario("pmc2640/relay-nine-find"), (), ["greedy"] * 2))
    session.run(40)
    game, said, tops = session.game, set[str](), set[float]()
    unit = next(unit for unit in game.state.units.values() if unit.models)
    for spot in (f"{x},{y}" for x in range(2, 48, 5) for y in range(2, 48, 5)):
        if (found := game.system.side_view(game, unit.id, spot)) is not None:
            seen = states(game.system.grades)[game.system.view(game, unit.id, spot)]
            assert (seen == "blocked") == bool(found.hidden) == (found.mood == "bad"), spot
            said.add(found.mood)
            tops |= {one.top for one in found.between}
            assert all(-1e-6 <= one.begin <= one.end for one in found.between)
    assert said == {"good", "bad"}
    assert len(tops) >= 2


async def test_where_heights_do_not_count_there_is_no_side_view():
    async with at(toy()) as player:
        await player.press("vertical_line")
        assert "no sight hangs on heights" in player.prompt


async def test_its_panel_has_a_title_of_its_own(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(registry, "_registered", {**registry._registered, "snails": SNAILS})
    async with at(Session.new(a_setup("snails", 0)), size=(120, 40)) as player:
        await player.press("vertical_line")
        assert "Line of sight" in player.picture
        await player.press("vertical_line")
        assert "Line of sight" not in player.picture
        assert "─ Log" in player.picture
