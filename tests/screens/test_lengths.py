"""A rulebook that measures in centimetres: nothing that is said of a length speaks of inches."""

from __future__ import annotations

import re
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest
from attrs import evolve

from tabletop_tui.files.map_shapes import check_inside, check_pieces
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play import new_game
from tabletop_tui.play.file_listings import listed
from tabletop_tui.play.headless_play import drive
from tabletop_tui.play.session import Session
from tabletop_tui.play.text_view import battlefield
from tabletop_tui.rulebook import registry
from tabletop_tui.skirmish.unit_place_fields import Plan, plan_of
from tabletop_tui.table.length_units import CENTIMETRES, INCHES
from tabletop_tui.table.points import parse_spot
from tabletop_tui.table.terrain_pieces import Piece
from tabletop_tui.widgets.glyphs import UNICODE
from tabletop_tui.widgets.map.battlefield import map_sizes, painters_of
from tabletop_tui.widgets.terminal_palettes import palette
from tests.conformance import a_setup, play_through, there_and_back
from tests.example.snails import SNAILS
from tests.playing import refused
from tests.screens.conftest import at

INCH = re.compile(r"\d ?in\b|inch")


@pytest.fixture(autouse=True)
def snails(plain_terminal: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system is known for the time of a test, and no other test hears of it."""
    monkeypatch.setattr(registry, "_registered", {**registry._registered, "snails": SNAILS})


def game() -> Session:
    return Session.new(a_setup("snails", 0))


def test_it_is_a_whole_system(tmp_path: Path) -> None:
    for seed in range(3):
        setup = a_setup("snails", 0, seed=seed)
        play_through(setup, seed, every=5)
        there_and_back(setup, tmp_path / f"{seed}.jsonl", seed)
    assert any("Snails, 2 players, in centimetres" in line for line in listed("systems", []))


def test_a_way_costs_centimetres() -> None:
    session = game()
    field = session.question.field
    assert field.cost(["8,14"]) == "5.0 of 9 cm"
    assert field.refuse(["14.02,10"]).why == "9.02 cm, 9 allowed"
    assert field.refuse(["5,20"]).why == "10.0 cm, 9 allowed"


@pytest.mark.parametrize("unit", [INCHES, CENTIMETRES])
def test_a_file_hears_of_its_own_unit(unit) -> None:
    with pytest.raises(Wrong, match=rf"^objective: 70,5 is not on the table of 60 x 40 {unit.short}$"):
        check_inside((70.0, 5.0), 60.0, 40.0, unit, "objective")
    pond = Piece("pond", "river", ((1.0, 1.0), (5.0, 1.0), (5.0, 50.0)))
    with pytest.raises(Wrong, match=rf"pieces\[0\]\.points: 5,50 is not on the table of 60 x 40 {unit.short}$"):
        check_pieces([pond], 60.0, 40.0, unit)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_tape_prompt_and_panels_speak_of_centimetres(size) -> None:
    async with at(game(), size=size) as player:
        seen = [player.picture]
        await player.press("right right right")
        seen.append(player.picture)
        assert re.search(r"\d\.0 of 9 cm", player.picture)
        await player.press("space right t right right right")
        seen.append(player.picture)
        assert re.search(r"\d\.0 cm", player.picture.splitlines()[0])
        await player.press("escape v")
        seen.append(player.picture)
        assert "9 cm" in player.picture
        assert [found for page in seen for found in INCH.findall(page)] == []


def test_without_a_screen_too() -> None:
    said: list[str] = []
    setup = new_game.set_table(SNAILS, SNAILS.scenarios([])[0], players=["greedy", "random"], seed=2)
    session = Session.new(setup)
    drive(session, StringIO(), said.append)
    assert session.over is not None
    assert "\n".join(battlefield(SNAILS.scene(session.game))).count("S1") == 1
    assert [line for line in said if INCH.search(line)] == []


# ---------------------------------------------------------------- zooms
def test_a_centimetre_takes_half_a_column_one_and_two() -> None:
    scene = SNAILS.scene(game().game)
    found = [make(scene, palette("truecolour"), UNICODE) for make in painters_of(scene)]
    assert [(one.width, one.height) for one in found[::6]] == [(31, 11), (61, 21), (121, 41)]
    inches = evolve(scene, unit="in")
    assert [make.across for make in painters_of(inches)][::6] == [1, 2, 4]
    assert [make.across for make in painters_of(evolve(scene, zooms=(0.25, 1.0)))][::12] == [0.25, 1.0]


def test_zooms_grow_by_an_eighth_and_how_large_each_map_is_is_known_without_painting_it() -> None:
    scene = SNAILS.scene(game().game)
    makes = painters_of(scene)
    for far, near in pairwise(make.across for make in makes):
        assert 1.1 < near / far < 1.15
    for make, size in zip(makes, map_sizes(scene), strict=True):
        one = make(scene, palette("mono"), UNICODE)
        assert size == (one.width + one.rulers[0], one.height + one.rulers[1])


@pytest.mark.parametrize(("width", "height"), [(60, 30), (80, 42), (100, 42), (140, 56)])
def test_the_largest_zoom_that_fits_fills_most_of_the_room(width: int, height: int) -> None:
    scene = evolve(SNAILS.scene(game().game), width=72.0, height=48.0, unit="in")
    fit = [size for size in map_sizes(scene) if size.width <= width and size.height <= height]
    assert fit == [] or fit[-1].width > 0.87 * width or fit[-1].height > 0.87 * height


@pytest.mark.parametrize(("zoom", "step"), [(0, (2, 4)), (6, (1, 2)), (12, (1, 1))])
async def test_a_step_of_the_cursor_is_one_cell_or_two_columns(zoom, step) -> None:
    async with at(game(), zoom=zoom) as player:
        field = player.battle.field
        field.go_to("20,20")
        column, row = field.painter.corner("20,20")
        await player.press("right down")
        assert field.cursor == f"{20 + step[0]},{20 + step[1]}"
        wide = 2 if zoom == 12 else 1
        assert field.painter.corner(field.cursor) == (column + wide, row + 1)


def test_the_cursor_comes_to_the_very_edge() -> None:
    scene = evolve(SNAILS.scene(game().game), width=59.0, height=45.0)
    for make in painters_of(scene):
        one = make(scene, palette("truecolour"), UNICODE)
        for way, edge in (("e", "59,20"), ("s", "20,45"), ("w", "0,20"), ("n", "20,0")):
            spot, seen = "20,20", "20,20"
            while spot is not None:
                seen, spot = spot, one.beside(spot, way)
            assert seen == edge
            assert one.lines_of(seen)[1] < one.height
            assert one.raster.inside(one.raster.cell(*parse_spot(seen)))


async def test_a_way_is_gone_at_half_a_column_too() -> None:
    session = game()
    async with at(session, zoom=0) as player:
        await player.press("right right enter")
        assert session.history[0].answer == ["8,10"]
        await player.press("+ + + + + + +")
        assert player.battle.field.painter.across == 2
        assert "This is as close as it gets" in player.prompt


async def test_a_key_chooses_the_surface_where_two_lie_above_each_other() -> None:
    session = game()
    session.game.state.at = (18.0, 10.0), (5.0, 30.0)
    session.game.ask_anew()
    async with at(session, size=(110, 30)) as player:
        player.battle.field.go_to("22,10")
        player.battle.draw_cursor()
        assert "on plank" not in player.prompt
        await player.press("E")
        assert "on plank" in player.prompt
        await player.press("E")
        assert "on ground" in player.prompt
        await player.press("E enter")
        assert session.game.state.on == ("plank", "ground")
        assert "^4" in player.picture
        player.battle.field.go_to("6,30")
        await player.press("E")
        assert "only one surface" in player.prompt


def test_an_answer_says_on_which_surface_the_unit_ends() -> None:
    found = game().game
    found.state.at = (18.0, 10.0), (5.0, 30.0)
    found.ask_anew()
    assert plan_of(["12,5", "on=bridge"]) == Plan(((12.0, 5.0),), surface="bridge")
    assert found.refuse(["23,10", "on=plank"]) is None, "5 along and 4 up"
    assert refused(found, ["24,10", "on=plank"]) == "SNAIL-2"
    assert found.refuse(["24,10"]) is None, "6 along, under it"
    assert "there is no plank" in found.refuse(["19,10", "on=plank"]).why
    found.answer(["22,10", "on=plank"])
    assert found.state.on == ("plank", "ground")
    assert any("22,10^4" in event.text for event in found.events)
