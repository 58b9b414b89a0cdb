"""Scenarios, positions and puzzles are made by keys, and played."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from time import sleep
from typing import cast

import pytest

from tabletop_tui.app import TabletopApp
from tabletop_tui.bindings import BATTLE
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.forms import lesson_making
from tabletop_tui.editor.own import own_files
from tabletop_tui.lab.match_record import GameRecord
from tabletop_tui.play.new_game import find_scenario
from tabletop_tui.play.position_files import setup_in
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.screens.base.app_protocol import Options
from tabletop_tui.screens.base.dialogs import Choose
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.screens.editor import balance_dialog
from tabletop_tui.screens.editor.editor_start import OwnTable, open_editor
from tabletop_tui.screens.editor.form import SubForm
from tabletop_tui.screens.editor.lesson_editor import LessonEditor
from tabletop_tui.screens.editor.position_editor import PositionScreen
from tabletop_tui.screens.editor.scenario_editor import ScenarioEditor
from tabletop_tui.screens.start.new_game import NewGameScreen

SYSTEMS = sorted(system_ids())
SIGNS = {" ": "space", ",": "comma", ".": "full_stop", "=": "equals_sign"}
PLACES = {
    "mechcom": ("0305", "0308"),
    "armymen": ("8,8", "8,40"),
    "pmc2640": ("8,6", "8,42"),
    "crimsondusk": ("6,4", "6,32"),
    "techcommander": ("10,8", "10,52"),
}


def app() -> TabletopApp:
    return TabletopApp(None, Options(guard=0.0, delay=0.0))


async def begun(one, pilot, *keys: str) -> None:
    """Play what is edited: it asks who plays and with which dice, then for the briefing to be read."""
    await pilot.press(*keys)
    await pilot.pause()
    assert isinstance(one.screen, NewGameScreen)
    await pilot.press("enter", "enter")
    await pilot.pause()
    assert isinstance(one.screen, BattleScreen)
    assert one.session.journal is not None


async def typed(pilot, text: str, clear: int = 0) -> None:
    """Take so many letters back, type, and press Enter."""
    for key in [*["backspace"] * clear, *(SIGNS.get(sign, sign) for sign in text), "enter"]:
        await pilot.press(key)


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.sampled(2)
async def test_a_position_is_put_together_by_keys_and_played(name: str, home: Path) -> None:
    one = app()
    async with one.run_test(size=(80, 24)) as pilot:
        one.push_screen(PositionScreen(own_files.new_position(name, "Mine", {"scenario": system(name).guide.scenario})))
        await pilot.pause()
        screen = one.screen
        assert isinstance(screen, PositionScreen)
        for place in PLACES[name]:
            await pilot.press("a", "enter", "g")
            await typed(pilot, place)
            await pilot.press("w")
        await pilot.pause()
        assert screen.bench.sketch.sound, screen.bench.sketch.faults
        assert [line.unit for line in screen.bench.roster()] == ["A1", "B1"]
        await pilot.press("e")
        await pilot.pause()
        assert isinstance(one.screen, SubForm)
        await pilot.press("escape")
        await pilot.press("s")
        assert screen.document.path.is_relative_to(home / "positions" / name)
        await begun(one, pilot, "p")
        await pilot.press("Q")
        await pilot.pause()
        assert one.screen is screen
    assert find_scenario(str(screen.document.path))[1].name == "Mine"


async def test_a_scenario_is_written_by_keys_and_played(home: Path) -> None:
    one = app()
    async with one.run_test(size=(80, 24)) as pilot:
        one.push_screen(ScenarioEditor(own_files.new_scenario(system("armymen"), "Mine", "sandbox")))
        await pilot.pause()
        screen = one.screen
        assert isinstance(screen, ScenarioEditor)
        await pilot.press("enter")
        await typed(pilot, "Over the sand", clear=4)
        assert screen.document.data["name"] == "Over the sand"
        while screen.row is None or screen.row.key != "rounds":
            await pilot.press("down")
        await pilot.press("right", "right")
        assert screen.document.data["rounds"] == 6
        await pilot.press("z")
        assert screen.document.data["rounds"] == 5
        await pilot.press("x")
        assert "rounds" not in screen.document.data
        await begun(one, pilot, "m", "escape", "p")
        await pilot.press("Q", "s")
        await pilot.pause()
    assert find_scenario(str(screen.document.path))[1].name == "Over the sand"


async def test_what_is_fought_for_is_laid_on_the_map(home: Path) -> None:
    one = app()
    document = own_files.new_scenario(system("crimsondusk"), "Mine", "depot")
    document.change("mission", lambda data: data.update(mission="crossroads"))
    async with one.run_test(size=(80, 24)) as pilot:
        one.push_screen(ScenarioEditor(document))
        await pilot.pause(0.6)
        screen = one.screen
        assert isinstance(screen, ScenarioEditor)
        while screen.row is None or screen.row.key != "goal.+":
            await pilot.press("down")
        assert screen.faults_here()
        await pilot.press("enter", "up", "up", "enter")
        await pilot.pause()
        assert [goal["name"] for goal in document.data["goal"]] == ["Goal 1"]
        assert not document.faults()
        assert "Goal 1" in [laid.name for laid in screen.laid()]
        await begun(one, pilot, "p")


async def test_a_puzzle_is_made_of_a_position_and_its_solution_played_in(home: Path) -> None:
    position = {
        "scenario": "quick-start",
        "go": "A1",
        "unit": [
            {"id": "A1", "mech": "sentinel", "pilot": "trooper", "at": "0505", "energy": 3},
            {"id": "B1", "mech": "magpie", "at": "0506", "integrity": 1},
        ],
    }
    document = own_files.new_position("mechcom", "The gap", {"scenario": "quick-start"})
    document.change("units", lambda data: data.update(position))
    one = app()
    async with one.run_test(size=(80, 24)) as pilot:
        one.push_screen(PositionScreen(document))
        await pilot.pause()
        await pilot.press("L", "enter")
        await pilot.pause()
        screen = one.screen
        assert isinstance(screen, LessonEditor)
        while screen.row is None or screen.row.key != "goal.all.+":
            await pilot.press("down")
        await pilot.press("enter", "enter", "down", "enter")  # a unit is destroyed: B1
        assert screen.document.data["goal"]["all"] == [{"event": "Fell", "unit": "B1"}]
        await pilot.press("i")
        await pilot.pause()
        lesson = one.screen
        assert isinstance(lesson, BattleScreen)
        lesson.session.answer("shoot:Carbine")
        lesson.session.answer("B1")
        await pilot.press("Q")
        await pilot.pause()
        assert isinstance(one.screen, Choose), "dice were rolled; are they to be loaded?"
        assert screen.document.data["solution"] == ["shoot:Carbine", "B1"]
        await pilot.press("enter")
        assert one.screen is screen
        assert [load["rule"] for load in screen.document.data["dice"]][:1] == ["MC-SHOOT-2"]
        await pilot.press("c")
        while screen._beside.busy:
            await pilot.pause(0.1)
        await pilot.pause(0.2)
        assert screen.faults, "nothing was said in its hints yet"
        assert isinstance(one.screen, Choose), "what can be done about it"
        await pilot.press("escape")
        await pilot.press("s")
    assert screen.document.path == home / "puzzles" / "mechcom" / "the-gap.toml"


def for_ever(table: object, path: Path) -> Iterator[str]:
    """A job in a process of its own that finds nothing."""
    while True:
        sleep(0.01)
    yield ""


async def test_what_takes_long_leaves_the_keys_alone_and_esc_ends_it(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lesson_making, "best_line", for_ever)
    document = own_files.new_lesson("puzzle", {"scenario": "quick-start", "go": "A"}, "mechcom", "The gap")
    one = app()
    async with one.run_test(size=(80, 24)) as pilot:
        screen = LessonEditor(document)
        one.push_screen(screen)
        await pilot.pause()
        await pilot.press("o", "down")
        assert screen.index == 1, "the keys go on"
        assert screen._beside.busy
        await pilot.press("escape")
        assert screen.notice == "Stopped"
        assert screen._beside._process is None
        assert one.screen is screen


async def test_a_balance_that_is_closed_while_a_game_runs_ends_with_that_game(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, release, ended = Event(), Event(), Event()

    def games(matches: object, workers: int) -> Iterator[GameRecord]:
        try:
            begun.set()
            assert release.wait(10)
            yield cast(GameRecord, object())
        finally:
            ended.set()

    monkeypatch.setattr(balance_dialog, "play", games)
    one = app()
    async with one.run_test(size=(80, 24)) as pilot:
        one.push_screen(balance_dialog.Balance("Whom it favours", []))
        await pilot.pause()
        assert await to_thread(begun.wait, 10)
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(one.screen, balance_dialog.Balance)
        release.set()
        assert await to_thread(ended.wait, 10)


async def test_a_battle_is_edited_as_it_stands_and_goes_on(home: Path) -> None:
    table = {
        "system": "mechcom",
        "scenario": "quick-start",
        "go": "A",
        "round": 2,
        "unit": [
            {"id": "A1", "mech": "sentinel", "at": "0505", "energy": 3},
            {"id": "B1", "mech": "magpie", "at": "0507", "integrity": 4},
        ],
    }
    session = Session.new(setup_in(table))
    one = app()
    async with one.run_test(size=(80, 24)) as pilot:
        one.play(session)
        await pilot.pause()
        battle = one.screen
        assert isinstance(battle, BattleScreen)
        battle.run_command(BATTLE["battle.edit-position"])
        await pilot.pause()
        screen = one.screen
        assert isinstance(screen, PositionScreen)
        assert [unit["at"] for unit in screen.document.data["unit"]] == ["0505", "0507"]
        assert screen.document.data["round"] == 2
        await pilot.press("p")
        await pilot.pause()
        await pilot.press("Q")
        await pilot.pause()
        assert one.screen is screen
        assert one.session is session
        await pilot.press("q", "down", "enter")
        await pilot.pause()
        assert one.screen is battle


@pytest.mark.parametrize("kind", ["scenario", "position", "lesson", "puzzle"])
async def test_each_kind_of_file_has_its_screen_at_every_size(kind: str) -> None:
    root = Path(__file__).parents[2]
    paths = {
        "scenario": root / "scenarios" / "techcommander" / "deathmatch-teams.toml",
        "lesson": root / "lessons" / "mechcom" / "05-eyes.toml",
        "puzzle": root / "puzzles" / "pmc2640" / "hold-the-shaft.toml",
    }
    for size in ((80, 24), (160, 50), (30, 10)):
        one = app()
        async with one.run_test(size=size) as pilot:
            if kind == "position":
                document = own_files.new_position("crimsondusk", "Mine", {"scenario": "quick-start"})
            else:
                document = Document.opened(paths[kind])
            one.push_screen(open_editor(document))
            await pilot.pause()
            await pilot.press("down", "right", "question_mark")
            await pilot.pause()
        assert one.fault is None


async def test_every_kind_begins_on_the_page_of_ones_own_table() -> None:
    one = app()
    async with one.run_test(size=(100, 30)) as pilot:
        one.push_screen(OwnTable(system("pmc2640")))
        await pilot.pause()
        await typed(pilot, "a position")
        await typed(pilot, "quick")
        await typed(pilot, "The ford", clear=11)
        await pilot.pause()
        screen = one.screen
        assert isinstance(screen, PositionScreen)
        assert screen.document.data["name"] == "The ford"


async def test_a_forged_file_of_each_kind_opens_and_says_what_is_wrong(tmp_path: Path) -> None:
    texts = {
        "scenario": 'system = "mechcom"\nname = 5\nmap = []\nseats = "x"\nforces = 3\nteams = {}\n',
        "position": 'system = "armymen"\nname = "x"\nscenario = 5\nunit = [3, { id = 4 }]\nseat = 2\n',
        "puzzle": 'system = "pmc2640"\nname = []\nhint = 3\ngoal = "x"\nposition = 4\nsolution = "y"\n',
    }
    for kind, text in texts.items():
        path = tmp_path / f"{kind}.toml"
        path.write_text(f'kind = "{kind}"\n{text}')
        one = app()
        async with one.run_test(size=(80, 24)) as pilot:
            one.push_screen(open_editor(Document.opened(path)))
            await pilot.pause(0.6)
            await pilot.press("down", "F", "escape", "z")
            await pilot.pause()
            assert one.screen.faults  # type: ignore[attr-defined]
        assert one.fault is None, kind
