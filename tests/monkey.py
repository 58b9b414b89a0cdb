"""A monkey at the keyboard: keys by chance, alone and several in one read, on every screen of every rulebook.

python -m tests.monkey --minutes 60 --seed 1 [--system ID] [--place NAME] [--run NUMBER]

After each read the program is still there and shows something, at the end some key leads out of every screen, and the
journal of every game plays to the answers that were given. What went wrong is told with the number of the run, which
does the same again (as far as threads let it), and with the keys that were pressed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import string
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from attrs import define, field
from textual import events
from textual.screen import Screen

from tabletop_tui import paths
from tabletop_tui.app import TabletopApp
from tabletop_tui.editor.maps.map_scene import form_of
from tabletop_tui.editor.own import new_maps, own_files
from tabletop_tui.editor.own.new_maps import ready_maps
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.rulebook.system import System
from tabletop_tui.school.lesson_files import LESSON, PUZZLE, listed
from tabletop_tui.screens.base.app_protocol import Options
from tabletop_tui.screens.base.command_screen import CommandScreen
from tabletop_tui.screens.battle.screen import BattleScreen
from tests.screens.conftest import Player, heard

SIZES = ((80, 24), (160, 50))
NAMED = ("up", "down", "left", "right", "tab", "shift+tab", "pageup", "pagedown", "home", "end", "space", "backspace")
ENDING = ("ctrl+q", "ctrl+c")
OUT, MOST_OUT = ("escape", "escape", "Q", "Y", "enter", "down"), 150
"""Keys that lead out of every screen, in some order; so many of them, by chance, are pressed at most."""
STRAIGHT_OUT = ("escape", "escape", "escape", "Q", "Y")
"""What leads out of every screen for one who means to leave."""
HANG = 60.0
"""Seconds after which a read that has not been heard counts as a fault."""
THINKING = ("f2", "f3", "asterisk", "b")
"""Keys that let other processes think for long: pressed in long runs only."""


@define
class Run:
    """What one run came to."""

    number: int
    place: str
    system: str
    size: tuple[int, int]
    pressed: list[tuple[str, ...]] = field(factory=list)
    screens: Counter[str] = field(factory=Counter)
    journals: int = 0
    slowest: float = 0.0
    fault: str = ""

    @property
    def keys(self) -> int:
        return sum(map(len, self.pressed))


class Wrong(AssertionError):
    """Something that no key may bring about."""


# ---------------------------------------------------------------- where a monkey begins
def battle(app: TabletopApp, found: System, chooser: Random) -> None:
    app.play(Session.new(a_setup(found, chooser), a_path(found), pace=chooser.choice(("run", "step", "dice"))))


def a_setup(found: System, chooser: Random) -> Any:
    info = chooser.choice(found.scenarios(paths.scenario_folders(), []))
    players = [chooser.choice(("keyboard", "keyboard", "random")) for _ in range(info.seats)]
    return new_game.set_table(found, info, (), ["keyboard", *players[1:]], seed=chooser.randrange(10**6))


def a_path(found: System) -> Path:
    number = len([*paths.games().glob("*.jsonl")])
    return paths.games() / f"2026-01-01_00-00-{number:02}_{found.id}_monkey.jsonl"


def replay(app: TabletopApp, found: System, chooser: Random) -> None:
    path = a_path(found)
    session = Session.new(a_setup(found, chooser), path)
    while len(session.history) < 25 and session.question is not None:
        session.answer(session.question.sample(chooser))
    session.close()
    app.replay(Session.replay(path, 0))


def lesson(app: TabletopApp, found: System, chooser: Random) -> None:
    lessons = [*listed(found.id, LESSON), *listed(found.id, PUZZLE)]
    app.open_screen("chapters", found, chooser.choice(lessons).key)


def table(app: TabletopApp, found: System, chooser: Random) -> None:
    form = form_of(found.id)
    assert form is not None
    if chooser.random() < 0.5:
        document = own_files.copied(chooser.choice([*ready_maps(found.id)]).path, "Mine")
    else:
        document = new_maps.empty(found.id, form, "Mine", *form.usual[0])
    app.open_screen("editor", document)


def scenario(app: TabletopApp, found: System, chooser: Random) -> None:
    app.open_screen("editor", own_files.new_scenario(found, "Mine", chooser.choice([*ready_maps(found.id)]).path.stem))


def position(app: TabletopApp, found: System, chooser: Random) -> None:
    app.open_screen("editor", a_position(found, chooser))


def a_position(found: System, chooser: Random) -> Any:
    info = chooser.choice(found.scenarios(paths.scenario_folders(), []))
    return own_files.new_position(found.id, "Mine", {"scenario": info.id})


def task(app: TabletopApp, found: System, chooser: Random) -> None:
    kind = chooser.choice((own_files.LESSON, own_files.PUZZLE))
    if chooser.random() < 0.5:
        document = own_files.new_lesson(kind, a_position(found, chooser).data, found.id, "Mine")
    else:
        document = own_files.copied(chooser.choice(listed(found.id, kind)).path, "Mine")
    app.open_screen("editor", document)


PLACES: dict[str, Callable[[TabletopApp, System, Random], object]] = {
    "battle": battle,
    "lesson": lesson,
    "replay": replay,
    "title": lambda app, found, chooser: None,
    "new game": lambda app, found, chooser: app.open_screen("new game", found.id),
    "builder": lambda app, found, chooser: app.open_screen("builder", found),
    "table": table,
    "scenario": scenario,
    "position": position,
    "task": task,
    "own table": lambda app, found, chooser: app.open_screen("own table", found),
    "rules": lambda app, found, chooser: app.open_screen("rules", found),
    "settings": lambda app, found, chooser: app.open_screen("settings"),
}


# ---------------------------------------------------------------- keys by chance
def burst(chooser: Random, screen: Screen[Any], long: bool) -> tuple[str, ...]:
    """The keys of one read: mostly one; sometimes one that bounces, or several."""
    count = chooser.choice((1, 1, 1, 1, 2, 3, 6))
    if chooser.random() < 0.2:
        return (a_key(chooser, screen, long),) * count
    return tuple(a_key(chooser, screen, long) for _ in range(count))


def a_key(chooser: Random, screen: Screen[Any], long: bool) -> str:
    kind = chooser.random()
    if kind < 0.5 and isinstance(screen, CommandScreen):
        key = chooser.choice(
            [key for one in screen.commands.commands for key in one.keys.split(",") if key] or ["enter"]
        )
    elif kind < 0.65:
        key = "enter"
    elif kind < 0.72:
        key = "escape"
    elif kind < 0.85:
        key = chooser.choice(NAMED)
    else:
        key = chooser.choice(string.printable[:94])
    return "enter" if key in ENDING or (key in THINKING and not long) else key


class Monkey:
    """One run, on an app of its own."""

    def __init__(self, seed: int, number: int, systems: list[str], places: list[str], long: bool) -> None:
        self.chooser, self.long = Random(f"{seed}/{number}"), long
        count = len(systems) * len(places)
        which = number % count
        size = SIZES[(number // count + number) % len(SIZES)]
        self.run = Run(number, places[which % len(places)], systems[which // len(places)], size)
        self.sessions: dict[Path, Session] = {}
        """For each journal the session that wrote to it last."""

    async def play(self, reads: int) -> Run:
        """So many reads, then out."""
        options = Options(palette="truecolour", guard=0.0, delay=0.0, animation=self.chooser.choice(("off", "full")))
        app = TabletopApp(None, options)
        try:
            async with app.run_test(size=self.run.size) as pilot:
                player = Player(app, pilot)
                await self.settled(player)
                PLACES[self.run.place](app, system(self.run.system), self.chooser)
                await self.settled(player)
                for _ in range(reads):
                    self.look(player)
                    await self.send(player, *burst(self.chooser, app.screen, self.long))
                    if app._exit:
                        break
                    if self.chooser.random() < 0.01:
                        app.post_message(events.Paste("a long word, " * self.chooser.choice((1, 400))))
                await self.out(player)
                if not app._exit:
                    app.exit()
            if app.fault is not None:
                raise app.fault
            self.check_journals()
        except (Exception, asyncio.CancelledError):
            self.run.fault = traceback.format_exc()
        return self.run

    async def send(self, player: Player, *keys: str) -> None:
        self.run.pressed.append(keys)
        for key in keys:
            player.app.post_message(heard(key))
        began = time.monotonic()
        await self.settled(player)
        self.run.slowest = max(self.run.slowest, time.monotonic() - began)
        if not player.app._exit and self.chooser.random() < 0.3 and self.is_blank(player):
            await asyncio.sleep(1.0)
            await self.settled(player)
            if not player.app._exit and self.is_blank(player):
                raise Wrong(f"nothing is shown on {player.app.screen}")

    async def settled(self, player: Player) -> None:
        """Wait until every key has been heard and the screen was painted."""
        until = time.monotonic() + HANG
        calm = 0
        while calm < 3 and not player.app.is_leaving:
            if time.monotonic() > until:
                raise Wrong(f"no answer for {HANG} s on {player.app.screen}")
            await asyncio.sleep(0)
            calm = calm + 1 if not player.app.waiting and player.app.screen.is_mounted else 0
        if player.app._exception is not None:
            raise player.app._exception

    def is_blank(self, player: Player) -> bool:
        aside = player.app.screen.has_class("aside")  # a page that shows the map below it
        return player.app.screen.id == "_default" or not (aside or player.picture.strip())

    def look(self, player: Player) -> None:
        """Remember where it is."""
        app = player.app
        self.run.screens[type(app.screen).__name__] += 1
        if isinstance(app.screen, BattleScreen) and (journal := app.screen.session.journal) is not None:
            self.sessions[journal.path] = app.screen.session

    async def out(self, player: Player) -> None:
        """Some key leads on from wherever it is, to the title or out of the app: by chance, then one after another."""
        app = player.app
        for number in range(2 * MOST_OUT):
            if app._exit or type(app.screen).__name__ == "TitleScreen":
                return
            self.look(player)
            straight = "ctrl+q" if app.keymap else STRAIGHT_OUT[number % len(STRAIGHT_OUT)]  # Esc may do something else
            await self.send(player, self.chooser.choice(OUT) if number < MOST_OUT else straight)
        raise Wrong(f"no key leads out of {app.screen}; below it {app.screen_stack}")

    def check_journals(self) -> None:
        """Each game that was played is in its journal, to the last answer."""
        for path, session in self.sessions.items():
            session.close()
            again = Session.replay(path)
            given = [(one.kind, one.answer) for one in session.history]
            written = [(one.kind, one.answer) for one in again.history]
            if written != given:
                raise Wrong(f"the journal {path.read_text('utf-8')} does not hold {given}, but {written}")
            self.run.journals += 1


@contextmanager
def at_home() -> Iterator[Path]:
    """A folder of one's own, which stands for the player's and is the current one."""
    before, here = dict(os.environ), Path.cwd()
    with TemporaryDirectory() as folder:
        os.environ |= {"TABLETOP_TUI_HOME": folder, "XDG_CONFIG_HOME": folder, "TERM": "xterm-256color"}
        os.chdir(folder)
        try:
            yield Path(folder)
        finally:
            os.chdir(here)
            os.environ.clear()
            os.environ.update(before)


def one_run(seed: int, number: int, reads: int, systems: list[str], places: list[str], long: bool = True) -> Run:
    with at_home():
        return asyncio.run(Monkey(seed, number, systems, places, long).play(reads))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.monkey", description="Keys by chance on every screen.")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--reads", type=int, default=80, help="reads of each run")
    parser.add_argument("--run", type=int, help="only the run of this number")
    parser.add_argument("--system", action="append", choices=system_ids())
    parser.add_argument("--place", action="append", choices=PLACES)
    given = parser.parse_args()
    systems, places = given.system or sorted(system_ids()), given.place or [*PLACES]
    until, number, runs, faults = time.monotonic() + 60 * given.minutes, given.run or 0, list[Run](), 0
    while not runs or (given.run is None and time.monotonic() < until):
        runs.append(run := one_run(given.seed, number, given.reads, systems, places))
        said = (
            f"{run.system:12} {run.place:10} {run.size[0]}x{run.size[1]} {run.keys:4} keys {run.slowest:5.1f} s slowest"
        )
        print(f"run {number:4}  {said}  {'FAULT' if run.fault else ''}", flush=True)
        if run.fault:
            faults += 1
            print(f"{run.fault}\nlast keys: {run.pressed[-12:]}")
        sys.stdout.flush()
        number += 1
    screens = sum((run.screens for run in runs), Counter[str]())
    print(f"{len(runs)} runs, {sum(run.keys for run in runs)} keys, {len(screens)} kinds of screens: {dict(screens)}")
    print(f"{sum(run.journals for run in runs)} journals played again, {faults} runs at fault")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
