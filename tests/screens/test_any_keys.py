"""Keys by chance on every screen they lead to: none brings the program down, and what is on disk is the game."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from textual.screen import Screen

from tabletop_tui import newgame
from tabletop_tui.screens.base import CommandScreen
from tabletop_tui.screens.battle import BattleScreen
from tabletop_tui.screens.title import TitleScreen
from tabletop_tui.session import Session
from tests.screens.conftest import at

KEYS = 180
OTHERS = ("enter", "enter", "tab", "up", "down", "left", "right", "1", "2", "3", "x", "backspace")
LEAVING = ("ctrl+q", "ctrl+c", "Q", "q")
SIZES = ((80, 24), (160, 50), (70, 20), (100, 30))


def key_by_chance(chooser: Random, screen: Screen[object], pressed: set[tuple[str, str]]) -> str:
    """A key of a command that was not yet pressed on such a screen, or one that answers, chooses or goes back."""
    kind, commands = chooser.random(), screen.commands.commands if isinstance(screen, CommandScreen) else ()
    if kind > 0.6 and not isinstance(screen, BattleScreen | TitleScreen):
        return "escape"
    new = [key for command in commands for key in command.keys.split(",") if key and key not in LEAVING]
    new = [key for key in new if (screen.name or type(screen).__name__, key) not in pressed]
    key = chooser.choice(new if new and kind < 0.6 else OTHERS)
    pressed.add((screen.name or type(screen).__name__, key))
    return key


@pytest.mark.parametrize("scenario", ["mechcom/two-against-two", "pmc2640/quick-start", "armymen/quick-start", ""])
async def test_keys_by_chance(scenario: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TABLETOP_TUI_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    chooser, path, session = Random(scenario), tmp_path / "a.jsonl", None
    if scenario:
        system, info = newgame.find_scenario(scenario)
        players = [*["keyboard"] * (info.seats - 1), chooser.choice(["keyboard", "random"])]
        table = newgame.set_table(system, info, (), players, seed=1)
        session = Session.new(table, path, pace=chooser.choice(["run", "step", "dice"]))
    pressed: set[tuple[str, str]] = set()
    async with at(session, size=(100, 30), patience=0.0) as player:
        for _ in range(KEYS):
            if chooser.random() < 0.02:
                await player.pilot.resize_terminal(*chooser.choice(SIZES))
            await player.pilot.press(key_by_chance(chooser, player.app.screen, pressed))
    if session is not None and path.exists():
        session.run_steps()  # at step pace the game waits behind its last answer
        session.close()
        assert Session.replay(path).digest() == session.digest()
