"""The editor as a player meets it: maps made by pressing keys, saving, drafts, the mouse, the ways in and out."""

from __future__ import annotations

import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from tabletop_tui.app import TabletopApp
from tabletop_tui.editor.files import drafts
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.maps.map_scene import form_of
from tabletop_tui.editor.maps.table_map import Ref
from tabletop_tui.editor.own import new_maps, own_files
from tabletop_tui.screens.base.app_protocol import Options
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.screens.editor.editor_screen import EditorScreen
from tabletop_tui.screens.editor.editor_start import OwnTable
from tabletop_tui.screens.editor.form import FormScreen
from tabletop_tui.screens.editor.map_editor import MapScreen
from tabletop_tui.screens.editor.table_map_editor import TableMapScreen
from tests.editor.hands import MAPS, PASTE, empty_like, form_for, keys_for, typed

BY_KEYS = {"backyard", "depot", "outpost", "dead-laboratory", "foundry"}
"""A map of each rulebook that is made by pressing keys; the others are made on the bench (tests/editor)."""


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("TABLETOP_TUI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@asynccontextmanager
async def editing(
    what: Path | str, size: tuple[int, int] = (80, 24), **options: Any
) -> AsyncIterator[tuple[TabletopApp, Pilot[int]]]:
    chosen = Options(**{"palette": "truecolour", "guard": 0.0, "delay": 0.0, **options})
    begun = ("", what) if isinstance(what, Path) else (what, None)
    app = TabletopApp(None, chosen, editing=begun)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


def editor(app: TabletopApp) -> MapScreen:
    return next(screen for screen in app.screen_stack if isinstance(screen, MapScreen))


def said(app: TabletopApp) -> str:
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips)


def a_copy(folder: Path, name: str) -> Path:
    path = folder / f"{name}.toml"
    path.write_text(next(one for one in MAPS if one.stem == name).read_text("utf-8"), encoding="utf-8")
    return path


# ---------------------------------------------------------------- made by pressing keys
@pytest.mark.parametrize("path", [one for one in MAPS if one.stem in BY_KEYS], ids=lambda path: path.stem)
@pytest.mark.sampled(2)
async def test_a_shipped_map_is_made_by_pressing_keys(path: Path, tmp_path: Path) -> None:
    data = tomllib.loads(path.read_text("utf-8"))
    document = empty_like(data)
    document.save(tmp_path / "again.toml")
    async with editing(tmp_path / "again.toml") as (app, pilot):
        for key in [*keys_for(data, form_for(document)), "s"]:
            if key.startswith(PASTE):
                app.screen.post_message(events.Paste(key.removeprefix(PASTE)))
            else:
                await pilot.press(key)
        await pilot.pause()
        assert editor(app).document.data == data
    assert tomllib.loads((tmp_path / "again.toml").read_text("utf-8")) == data


async def test_the_whole_way_from_the_title_to_a_battle_on_ones_own_table(home: Path) -> None:
    app = TabletopApp(None, Options(palette="truecolour", guard=0.0, delay=0.0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("e", *typed("army men"), "enter")
        await pilot.pause()
        assert isinstance(app.screen, OwnTable)
        await pilot.press("enter", *["backspace"] * 20, *typed("Den"), "enter", "enter")
        await pilot.pause()
        assert "Den (not saved)" in said(app)
        await pilot.press("p")
        assert "5 to 100 pieces" in said(app)
        await pilot.press("M")
        for number, place in enumerate(("12,12", "30,10", "10,24")):
            await pilot.press(*["escape"] * bool(number), "greater_than_sign")
            await pilot.press("e", *typed(f"4x{number + 2} at {place}" if number else f"6 at {place}"), "enter")
        editor(app).look_over()
        await pilot.pause()
        assert "The rulebook accepts it" in said(app)
        await pilot.press("p")
        await pilot.pause()
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert isinstance(app.screen, BattleScreen), said(app)
        assert app.screen.model.game.state.table.name == "Den"  # type: ignore[attr-defined]
        app.screen.do_quit()
        await pilot.pause()
        assert isinstance(app.screen, MapScreen)
        (kept,) = (home / "games").glob("*.jsonl")
        assert kept.name in app.screen.notice
        await pilot.press("s")
    assert (home / "scenarios/armymen/maps/den.toml").is_file()


# ---------------------------------------------------------------- drawing, holding, the mouse
async def test_a_piece_is_drawn_moved_and_turned_and_each_is_seen_at_once(tmp_path: Path) -> None:
    path = a_copy(tmp_path, "depot")
    async with editing(path) as (app, pilot):
        pieces = editor(app).document.data["piece"]
        await pilot.press("g", *typed("2,2"), "enter", "space", "right", "right", "down", "down", "space")
        assert len(editor(app).document.data["piece"]) == len(pieces) + 1
        new = editor(app).document.data["piece"][-1]
        left, top, right, _ = new["box"]
        assert (left, top) == (2, 2)
        before = said(app)
        await pilot.press("enter", "right", "enter")
        moved = editor(app).document.data["piece"][-1]["box"]
        assert moved[0] > left
        assert moved[2] - moved[0] == right - left
        assert said(app) != before
        await pilot.press("full_stop")
        assert editor(app).document.data["piece"][-1]["turned"] == 15
        await pilot.press("z", "z", "z")
        assert editor(app).document.data["piece"] == pieces


async def test_a_piece_is_dragged_with_the_mouse_as_one_step(tmp_path: Path) -> None:
    path = a_copy(tmp_path, "depot")
    async with editing(path, (120, 40)) as (app, pilot):
        screen = editor(app)
        before = screen.document.data["piece"][0]["box"]
        start = screen.field.place_of("25,13")
        assert start is not None
        for kind, shift in (("down", 0), ("move", 2), ("move", 6), ("up", 6)):
            where = (start.x + shift, start.y)
            if kind == "down":
                await pilot.mouse_down(offset=where)
            elif kind == "move":
                await pilot.hover(offset=where)
            else:
                await pilot.mouse_up(offset=where)
        await pilot.pause()
        after = screen.document.data["piece"][0]["box"]
        assert after[0] > before[0]
        assert after[1] == before[1]
        await pilot.press("z")
        assert screen.document.data["piece"][0]["box"] == before


async def test_the_mouse_paints_hexes_where_it_is_dragged(tmp_path: Path) -> None:
    path = a_copy(tmp_path, "outpost")
    async with editing(path, (120, 40)) as (app, pilot):
        screen = editor(app)
        before = screen.document.data["ground"]
        await pilot.press("tab", "4")
        begin, end = screen.field.place_of("0101"), screen.field.place_of("0104")
        assert begin is not None
        assert end is not None
        await pilot.mouse_down(offset=begin)
        await pilot.hover(offset=end)
        await pilot.mouse_up(offset=end)
        await pilot.pause()
        rows = screen.document.data["ground"].splitlines()
        assert [row.split()[0] for row in rows[:5]] == ["4,", "4,", "4,", "4,", before.splitlines()[4].split()[0]]
        await pilot.press("z")
        assert screen.document.data["ground"] == before


async def test_the_generator_is_at_a_key_where_the_book_has_one(tmp_path: Path) -> None:
    async with editing(a_copy(tmp_path, "bare-ground")) as (app, pilot):
        await pilot.press("a")
        assert len(editor(app).document.data["piece"]) > 1
        await pilot.press("z")
        assert "piece" not in editor(app).document.data
    async with editing(a_copy(tmp_path, "depot")) as (app, pilot):
        await pilot.press("a")
        assert "no terrain generator" in said(app)


@pytest.mark.parametrize("name", ["depot", "outpost"])
async def test_a_map_is_printed_to_be_built(name: str, tmp_path: Path, home: Path) -> None:
    async with editing(a_copy(tmp_path, name)) as (app, pilot):
        await pilot.press("P")
        assert "Written" in said(app)
    assert {path.suffix for path in (home / "reports").iterdir()} == {".html", ".svg"}


async def test_the_pen_paints_where_the_cursor_goes_as_one_step(tmp_path: Path) -> None:
    path = a_copy(tmp_path, "outpost")
    async with editing(path) as (app, pilot):
        before = editor(app).document.data["ground"]
        await pilot.press("tab", "3", "enter", "down", "down", "enter", "down")
        rows = editor(app).document.data["ground"].splitlines()
        assert [row.split()[0] for row in rows[:4]] == ["3,", "3,", "3,", before.splitlines()[3].split()[0]]
        await pilot.press("z")
        assert editor(app).document.data["ground"] == before


async def test_what_the_book_forbids_is_told_and_not_forbidden(tmp_path: Path) -> None:
    path = a_copy(tmp_path, "depot")
    async with editing(path) as (app, pilot):
        await pilot.press("e", *typed("6x6 at 36,36"), "enter")
        editor(app).look_over()
        await pilot.pause()
        assert "What the rulebook says" in said(app)
        assert "is not on the table" in " ".join(said(app).split())
        await pilot.press("s")
        assert "Saved as" in said(app)


async def test_a_fault_is_gone_to(tmp_path: Path) -> None:
    path = a_copy(tmp_path, "depot")
    path.write_text(path.read_text("utf-8").replace("[8, 20, 14, 25]", "[30, 20, 40, 25]"), encoding="utf-8")
    async with editing(path) as (app, pilot):
        await pilot.press("F", "enter")
        await pilot.pause()
        screen = editor(app)
        assert isinstance(screen, TableMapScreen)
        assert screen.bench.chosen == Ref("piece", 1)
        assert screen.bench.faulty == {Ref("piece", 1)}


async def test_the_rule_behind_terrain_is_at_a_key(tmp_path: Path) -> None:
    async with editing(a_copy(tmp_path, "outpost")) as (app, pilot):
        await pilot.press("tab", "tab", "tab", "r")
        await pilot.pause()
        assert "MC-TERR-5" in said(app)


# ---------------------------------------------------------------- files
async def test_what_is_not_saved_is_asked_about_and_found_again(tmp_path: Path) -> None:
    path = a_copy(tmp_path, "depot")
    text = path.read_text("utf-8")
    async with editing(path) as (app, pilot):
        await pilot.press("e", *typed("3x3 at 4,4"), "enter", "Q")
        await pilot.pause()
        assert "not saved" in said(app)
        await pilot.press("escape")
        assert isinstance(app.screen, EditorScreen)
        left = editor(app).document.text
    assert path.read_text("utf-8") == text
    async with editing(path) as (app, pilot):
        await pilot.pause()
        assert "was being edited" in said(app)
        await pilot.press("enter")
        await pilot.pause()
        assert editor(app).document.text == left
        await pilot.press("s", "Q")
        await pilot.pause()
        assert not isinstance(app.screen, EditorScreen)
    assert path.read_text("utf-8") == left
    assert list(drafts.found()) == []


async def test_a_file_that_another_program_has_changed_is_not_written_over_unasked(tmp_path: Path) -> None:
    path = a_copy(tmp_path, "depot")
    async with editing(path) as (app, pilot):
        await pilot.press("x", "g", *typed("2,2"), "enter", "space", "right", "right", "down", "down", "space")
        path.write_text(theirs := f"# theirs\n{path.read_text('utf-8')}", encoding="utf-8")
        await pilot.press("s")
        await pilot.pause()
        assert "changed by another program" in said(app)
        await pilot.press("down", "enter")
        assert path.read_text("utf-8") == theirs
        await pilot.press("s", "enter")
        await pilot.pause()
        assert path.read_text("utf-8") == editor(app).document.text != theirs


async def test_measures_that_cannot_be_stay_to_be_mended(tmp_path: Path) -> None:
    async with editing(a_copy(tmp_path, "depot")) as (app, pilot):
        pieces = len(editor(app).document.data["piece"])
        await pilot.press("e")
        assert "type 6x4 at 12,30" in said(app)
        await pilot.press(*typed("6xx4"), "enter")
        assert "6xx4" in said(app)
        await pilot.press("backspace", "backspace", "4", "enter")
        await pilot.pause()
        assert len(editor(app).document.data["piece"]) == pieces + 1


async def test_a_file_is_not_saved_where_no_file_can_be_and_its_long_name_ends_in_sight(tmp_path: Path) -> None:
    async with editing(a_copy(tmp_path, "depot")) as (app, pilot):
        await pilot.press("S", *["backspace"] * len(str(tmp_path / "depot.toml")))
        app.screen.post_message(events.Paste("~nobody-of-this-name/x.toml"))
        await pilot.press("enter")
        assert "no such file can be written" in said(app)
        app.screen.post_message(events.Paste("x" * 100 + "here.toml"))
        await pilot.pause()
        assert "here.toml" in said(app)


async def test_what_is_thrown_away_is_gone(tmp_path: Path) -> None:
    path = a_copy(tmp_path, "depot")
    async with editing(path) as (app, pilot):
        await pilot.press("e", *typed("3x3 at 4,4"), "enter")
        editor(app).look_over()
        await pilot.press("Q", "down", "enter")
        await pilot.pause()
        assert not isinstance(app.screen, EditorScreen)
    assert list(drafts.found()) == []


async def test_a_forged_map_opens_and_is_told_of(tmp_path: Path) -> None:
    path = a_copy(tmp_path, "depot")
    text = path.read_text("utf-8").replace("width = 36", "width = 100000").replace('"woods"', '"wo\\u001bods"')
    path.write_text(text, encoding="utf-8")
    async with editing(path) as (app, pilot):
        assert "What the rulebook says" in said(app)
        assert "\x1b" not in said(app)
        await pilot.press("tab", "tab", "tab", "x", "z", "C", "escape", "T", "escape", "F", "escape")
        await pilot.pause()
        assert isinstance(app.screen, EditorScreen)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
@pytest.mark.parametrize("name", ["relay-nine", "outpost"])
async def test_how_it_looks(name: str, size: tuple[int, int], snapshot: Any) -> None:
    path = next(one for one in MAPS if one.stem == name)
    async with editing(path, size, signs="unicode") as (app, pilot):
        await pilot.press("tab", "tab")
        await pilot.pause()
        assert said(app) == snapshot


async def test_the_editor_needs_no_colours_and_no_signs(tmp_path: Path) -> None:
    for name in ("relay-nine", "outpost"):
        async with editing(a_copy(tmp_path, name), palette="mono", ascii=True) as (app, pilot):
            await pilot.press("tab", "l", "down", "down")
            await pilot.pause()
            assert said(app).isascii(), said(app)


def test_each_rulebook_says_how_its_maps_are_made() -> None:
    for system in ("armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander"):
        form = form_of(system)
        assert form is not None
        wide, high = form.usual[0]
        document = new_maps.empty(system, form, "New", wide, high)
        assert document.kind == "map"
        assert isinstance(document, Document)


@pytest.mark.parametrize(("book", "kind"), [("mechcom", "lesson"), ("crimsondusk", "puzzle"), ("armymen", "scenario")])
async def test_a_copy_of_what_is_shipped_can_be_thrown_away(book: str, kind: str) -> None:
    """It is taken as it is on the way in, and left before all that was to be drawn is drawn."""
    shipped = next(one for one in own_files.ready(book, (kind,)) if not one.own)
    async with editing("") as (app, pilot):
        app.open_screen("editor", own_files.copied(shipped.path, "Mine"))
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, FormScreen)
        screen.draw()
        screen._leave()
        await pilot.pause()
        screen._draw_rows()
        assert not isinstance(app.screen, EditorScreen)
    assert list(drafts.found()) == []
