"""A game on one's own table, by keys, in every rulebook: map, forces, places, dice, seats; kept, printed, taken up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tabletop_tui import cli, paths
from tabletop_tui.app import TabletopApp
from tabletop_tui.editor.maps.map_scene import form_of
from tabletop_tui.editor.maps.table_map_editing import TableBench
from tabletop_tui.editor.own import new_maps
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.scenes import HexScene
from tabletop_tui.play import position_saving
from tabletop_tui.play.scenario_from_map import map_paths, on_map
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.map_vocabulary import HexForm, TableForm
from tabletop_tui.rulebook.registry import system
from tabletop_tui.screens.base.app_protocol import Options
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.screens.editor.map_editor import MapScreen
from tabletop_tui.screens.editor.own_table_start import TableDoor
from tabletop_tui.screens.editor.position_editor import PositionScreen
from tabletop_tui.screens.start.briefing import BriefingScreen
from tabletop_tui.screens.start.game_form import Form
from tabletop_tui.screens.start.new_game import NewGameScreen

BOOKS = ("armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander")


def dumped(game: Game[Any]) -> Any:
    return json.loads(json.dumps(game.system.dump(game)))


def a_table(book: str) -> None:
    """Somebody's own table: little on it, and that in its middle."""
    form = form_of(book)
    assert form is not None
    wide, high = form.usual[0]
    document = new_maps.empty(book, form, "Club", wide, high)
    if isinstance(form, TableForm):
        bench = TableBench(document, form)
        bench.take_kind(next(kind.id for kind in form.kinds if not kind.line))
        for number in range(5):
            assert not bench.type_measures(f"4x2 at {wide / 2 + 6 * number - 12},{high / 2}")
        for place in form.places[:1]:
            bench.take_kind(place.key)
            for x, y in ((wide / 2, high / 2 - 6), (wide / 2, high / 2 + 6), (wide / 2 + 6, high / 2 + 6)):
                assert not bench.type_measures(f"{x},{y}")
    assert document.faults() == []
    document.save()


def place_all(screen: PositionScreen) -> None:
    """Each unit where it has room: in rows along the edge of its side, as one would copy them from a real table."""
    bench, scene = screen.bench, screen.bench.scene
    for seat in (0, 1):
        mine = [line.unit for line in bench.roster() if line.seat == seat]
        for number, name in enumerate(mine):
            bench.take(name)
            if isinstance(scene, HexScene):
                spot = f"{2 + number:02d}{2 if seat == 0 else scene.grid.rows - 1:02d}"
            else:
                assert scene is not None
                x, row = 8 + (number % 4) * (scene.width - 16) / 3, 3 + (number // 4) * 7
                spot = f"{x:g},{row if seat == 0 else scene.height - row:g}"
            bench.put(spot)


async def opened(pilot: Pilot[int], app: TabletopApp, kind: type) -> Any:
    for _ in range(20):
        await pilot.pause()
        if isinstance(app.screen, kind):
            return app.screen
    raise AssertionError(f"{type(app.screen).__name__} is open, not {kind.__name__}")


@pytest.mark.parametrize("book", BOOKS)
async def test_a_club_evening(book: str, home: Path, tmp_path: Path) -> None:
    a_table(book)
    app = TabletopApp(None, Options(palette="truecolour", guard=0.0, delay=0.0), editing=(book, None, "table"))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app, TableDoor)
        await pilot.press("enter")
        screen = await opened(pilot, app, PositionScreen)
        assert screen.document.data["map"] == "club"
        for _ in range(2):
            await pilot.press("A")
            await pilot.pause()
            await pilot.press("enter")
            await pilot.pause()
            await pilot.press("w")
        bench = screen.bench
        place_all(screen)
        screen.look_over()
        await pilot.pause()
        assert bench.sketch.sound, bench.sketch.faults
        await pilot.press("s", "P")
        await pilot.pause()
        assert list(paths.reports().glob("*position.html"))
        await pilot.press("p")
        form = (await opened(pilot, app, NewGameScreen)).form
        place = [line.name for line in form.lines].index("dice")
        await pilot.press(*["up"] * (len(form.lines) - place), "right", "enter", "enter")
        await opened(pilot, app, BriefingScreen)
        await pilot.press("enter")
        battle = await opened(pilot, app, BattleScreen)
        session = battle.model.session
        assert session.setup.dice == "typed"
        assert all(seat.player == "keyboard" for seat in session.setup.seats)
        assert session.journal is not None
        kept, begun = session.journal.path, dumped(session.game)
        assert begun == dumped(bench.sketch.game)
        battle.do_quit()
        await opened(pilot, app, PositionScreen)
        assert str(kept.name) in app.screen.notice
        await pilot.press("p")
        form = (await opened(pilot, app, NewGameScreen)).form
        assert form["dice"].value == "typed", "as the last time"
        assert Form()["dice"].value == "seeded", "where it is no table of one's own"
    again = Session.load(kept)
    assert dumped(again.game) == begun
    saved = position_saving.save(again, "Next week", tmp_path)
    again.close()
    assert 'map = "club"' in saved.read_text()
    assert cli.run(["check", str(saved)]) == 0
    assert cli.run(["print", str(saved), "--to", str(tmp_path / "sheet.html")]) == 0


async def test_a_table_is_sketched_and_played_on_at_once(home: Path) -> None:
    app = TabletopApp(None, Options(palette="truecolour", guard=0.0, delay=0.0), editing=("armymen", None, "table"))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, app, TableDoor)
        await pilot.press("enter", *"Den", "enter", "enter")
        sketch = await opened(pilot, app, MapScreen)
        for place in ("12,12", "30,10", "10,24", "36,36", "24,40"):
            assert not sketch.bench.type_measures(f"4x3 at {place}")
        await pilot.press("s", "q")
        screen = await opened(pilot, app, PositionScreen)
        await pilot.pause()
        assert len(screen.bench.scene.areas) == 5
    assert (home / "scenarios/armymen/maps/den.toml").is_file()


@pytest.mark.parametrize("book", BOOKS)
def test_every_shipped_map_is_a_table_to_play_on(book: str) -> None:
    """Without a scenario of one's own; what a map lacks for any battle is said, or lies there by itself."""
    found = system(book)
    maps = map_paths(found)
    assert len(maps) > 2
    for path in maps:
        info = on_map(found, path.stem)
        assert info.seats >= 2
    form = form_of(book)
    assert form is not None
    wide, high = form.usual[0]
    empty = new_maps.empty(book, form, "Bare", wide, high)
    empty.save()
    if book == "techcommander":
        assert [fault.place for fault in empty.faults()] == ["starts"]
        assert on_map(found, "bare").data["table"]["starts"] == [[wide / 2, high - 5], [wide / 2, 5]]
    elif not isinstance(form, HexForm) and empty.faults():
        with pytest.raises(Exception, match=r".") as wrong:
            on_map(found, "bare")
        assert empty.faults()[0].fix in str(wrong.value)
