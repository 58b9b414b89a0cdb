"""Keys by chance on every screen they lead to: none brings the program down, and what is on disk is the game."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from textual.screen import Screen

from tabletop_tui.bindings import BATTLE
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.screens.base.command_screen import CommandScreen
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.screens.start.title import TitleScreen
from tests.screens.conftest import at

KEYS, MOST = 180, 520
"""So many keys are pressed, and on until every command of a battle was among them, at most so many."""
OTHERS = ("enter", "enter", "tab", "up", "down", "left", "right", "1", "2", "3", "x", "backspace")
LEAVING = ("ctrl+q", "ctrl+c", "Q", "q")
SIZES = ((80, 24), (160, 50), (70, 20), (100, 30))


def key_by_chance(chooser: Random, screen: Screen[object], pressed: set[tuple[type, str]]) -> str:
    """A key of a command that was not yet pressed on such a screen, or one that answers, chooses or goes back."""
    kind, commands = chooser.random(), screen.commands.commands if isinstance(screen, CommandScreen) else ()
    if kind > 0.6 and not isinstance(screen, BattleScreen | TitleScreen):
        return "escape"
    new = [key for command in commands for key in command.keys.split(",") if key and key not in LEAVING]
    new = [key for key in new if (type(screen), key) not in pressed]
    key = chooser.choice(new if new and kind < 0.6 else OTHERS)
    pressed.add((type(screen), key))
    return key


def unpressed(pressed: set[tuple[type, str]]) -> set[str]:
    """The keys of a battle that were not yet pressed there, but for those that leave it."""
    keys = {key for command in BATTLE.commands for key in command.keys.split(",")}
    return keys - {key for screen, key in pressed if screen is BattleScreen} - {"", *LEAVING}


@pytest.mark.parametrize(
    "scenario", ["mechcom/two-against-two", "pmc2640/quick-start", "armymen/quick-start", "crimsondusk/quick-start", ""]
)
@pytest.mark.sampled(2)
async def test_keys_by_chance(scenario: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TABLETOP_TUI_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    chooser, path, session = Random(scenario), tmp_path / "a.jsonl", None
    if scenario:
        system, info = new_game.find_scenario(scenario)
        players = [*["keyboard"] * (info.seats - 1), chooser.choice(["keyboard", "random"])]
        table = new_game.set_table(system, info, (), players, seed=1)
        session = Session.new(table, path, pace=chooser.choice(["run", "step", "dice"]))
    pressed: set[tuple[type, str]] = set()
    async with at(session, size=(100, 30), patience=0.0) as player:
        for number in range(MOST):
            if number >= KEYS and (session is None or not unpressed(pressed)):
                break
            if chooser.random() < 0.02:
                await player.pilot.resize_terminal(*chooser.choice(SIZES))
            await player.pilot.press(key_by_chance(chooser, player.app.screen, pressed))
    if session is not None:
        assert not unpressed(pressed)
        session.run_steps()  # at step pace the game waits behind its last answer
        session.close()
        assert Session.replay(path).digest() == session.digest()
