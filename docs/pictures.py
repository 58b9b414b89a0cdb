"""The pictures of docs/: the real app in pinned games, typed at as a player would, photographed as PNG files.

    make pictures               all of them
    python -m docs.pictures NAME ...   only these

Needs the extra `pictures` and the font DejaVu Sans Mono. Each PNG says, as a comment, of which cells of text it was
made: a test compares that with the program of today. The one of a browser is a photograph of a real page.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrs import astuple, frozen

from tabletop_tui.app import TabletopApp
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.reports.sharing.cell_drawing import png
from tabletop_tui.reports.sharing.cell_rows import Inks, Sheet
from tabletop_tui.screens.base.app_protocol import Options
from tabletop_tui.screens.battle.view import BattleView

FOLDER = Path(__file__).parent / "pictures"
SCENARIOS = Path(__file__).parents[1] / "scenarios"
SMALL, LARGE = (80, 24), (160, 50)
CONFIG = "/home/you/.config"
"""Where the settings are said to lie; nothing is written there."""
CELL = 10
"""The width of a cell in pixels."""


@frozen
class Shot:
    """One picture: where the app begins, and what is typed before it is taken (keys with spaces between)."""

    name: str
    keys: str = ""
    size: tuple[int, int] = SMALL
    scenario: str = ""
    """SYSTEM/ID of a game under way; '' for the title."""
    asked: str = ""
    """The game is played by computers until a person would be asked something with these words in it ..."""
    after: int = 0
    """... and so many answers have been given."""
    seed: int = 1
    to_end: bool = False
    """The game is played to its end instead."""
    watching: bool = False
    """Whether it is seen in the replay viewer."""
    file: str = ""
    """SYSTEM/PATH of a file under scenarios/ that is opened in the editor instead."""
    seconds: float = 0
    """How long what is thought about beside the screen is waited for before the picture is taken."""
    options: tuple[tuple[str, object], ...] = ()
    """Options of the app besides the usual ones, as ('palette', '16')."""

    def session(self) -> Session | None:
        """The game of this picture, all seats at the keyboard."""
        if not self.scenario:
            return None
        found, scenario = new_game.find_scenario(self.scenario)
        greedy = Session.new(new_game.set_table(found, scenario, (), ["greedy"] * scenario.seats, seed=self.seed))
        while greedy.question is not None and not self.is_there(greedy):
            greedy.computer_answers()
        if greedy.question is None and not self.to_end:
            raise SystemExit(f"{self.name}: nobody was asked {self.asked!r} after {self.after} answers")
        session = Session.new(new_game.set_table(found, scenario, (), (), seed=self.seed))
        for entry in greedy.history:
            session.answer(entry.answer)
        return session

    def is_there(self, session: Session) -> bool:
        question = session.question
        assert question is not None
        return not self.to_end and len(session.history) >= self.after and self.asked in question.prompt

    @property
    def editing(self) -> tuple[str, Path] | None:
        return (self.file.partition("/")[0], SCENARIOS / self.file) if self.file else None


TITLE = (
    Shot("welcome", "w"),
    Shot("first-game", "f enter enter enter enter enter", LARGE),
    Shot("title"),
    Shot("new-game", "n", LARGE),
    Shot("scenario", "n v"),
    Shot("builder", "b enter", LARGE),
    Shot("rulebook", "r enter", LARGE),
    Shot("settings", "s"),
    Shot("keymap", "s up enter"),
)
CANYON, LABORATORY, YARD = "mechcom/canyon-deathmatch", "pmc2640/laboratory-find", "armymen/backyard"
MECHCOM = (
    Shot("mechcom", "tab", LARGE, CANYON, "at which target", 60),
    Shot("mechcom-80x24", "tab", SMALL, CANYON, "at which target", 60),
    Shot("mechcom-move", "m tab tab tab tab", SMALL, CANYON, "Activate which mech", 72),
)
PMC2640 = (
    Shot("pmc2640", "", LARGE, LABORATORY, "shoots at whom", 120, seed=2),
    Shot("pmc2640-80x24", "", SMALL, LABORATORY, "shoots at whom", 120, seed=2),
    Shot("pmc2640-move", "f down down left", SMALL, LABORATORY, "where", 60, seed=2),
)
ARMYMEN = (
    Shot("armymen", "", LARGE, YARD, "shoots at whom", 52, seed=3),
    Shot("armymen-80x24", "", SMALL, YARD, "shoots at whom", 52, seed=3),
)
CRIMSONDUSK = (
    Shot("crimsondusk", "", LARGE, "crimsondusk/crossroads", "at whom", 60),
    Shot("crimsondusk-80x24", "", SMALL, "crimsondusk/crossroads", "at whom", 60),
)
TECHCOMMANDER = (
    Shot("techcommander", "", LARGE, "techcommander/elimination", "at whom", 84),
    Shot("techcommander-80x24", "", SMALL, "techcommander/elimination", "at whom", 84),
)
AROUND = (
    Shot("options", "a", SMALL, CANYON, "which action", 60),
    Shot("rules", "r", LARGE, LABORATORY, "shoots at whom", 120, seed=2),
    Shot("overlay", "o o", LARGE, YARD, "which action", 52, seed=3),
    Shot("tape", "t right right right right right right up up", SMALL, YARD, "which action", 52, seed=3),
    Shot("log", "L", SMALL, CANYON, "at which target", 60),
    Shot("compare", "V", SMALL, YARD, "shoots at whom", 52, seed=3),
    Shot("watchers", "W", LARGE, CANYON, "at which target", 60),
    Shot("roster", "i s s s", SMALL, LABORATORY, "which action", 120, seed=2),
    Shot("step", "P 1 .", LARGE, YARD, "shoots at whom", 52, seed=3),
    Shot("dice", "P P 1", LARGE, CANYON, "at which target", 60),
    Shot("replay", "", LARGE, YARD, seed=3, to_end=True, watching=True),
    Shot("results", "", LARGE, YARD, seed=3, to_end=True),
)
COACH = (Shot("hint", "f2", LARGE, YARD, "Activate which", 52, seed=3, seconds=8),)
EDITOR = (
    Shot(
        "editor-hexes",
        "right right right down down down down l right right right right",
        LARGE,
        file="mechcom/maps/canyon.toml",
    ),
    Shot("editor-table", "tab tab enter", LARGE, file="techcommander/maps/foundry.toml"),
    Shot("editor-scenario", "down down", SMALL, file="armymen/backyard.toml"),
)
SHOTS = (*AROUND, *COACH, *EDITOR, *TITLE, *MECHCOM, *PMC2640, *ARMYMEN, *CRIMSONDUSK, *TECHCOMMANDER)


async def take(shot: Shot) -> Sheet:
    """The picture as cells of text."""
    usual = {"palette": "truecolour", "guard": 0.0, "delay": 0.0, "light": "choosing"}
    options = Options(**{**usual, **dict(shot.options)})  # type: ignore[arg-type]
    app = TabletopApp(shot.session(), options, watching=shot.watching, editing=shot.editing)
    async with app.run_test(size=shot.size) as pilot:
        await pilot.pause()
        for key in shot.keys.split():
            await pilot.press(key)
        await asyncio.sleep(shot.seconds)
        while any(isinstance(screen, BattleView) and screen.model.searching for screen in app.screen_stack):
            await asyncio.sleep(0.02)  # the table is lit once all is known that lights it
        await pilot.pause()
        return screen_of(app)


def screen_of(app: TabletopApp) -> Sheet:
    """All that the app shows just now."""
    inks = Inks(app.colours)
    strips: list[Any] = app.screen._compositor.render_strips()
    return Sheet(tuple(inks.row(strip) for strip in strips), app.size.width)


def digest(sheet: Sheet) -> str:
    """A word for the cells of a picture, their letters and colours: another look has another one."""
    return sha256(repr([[(text, *astuple(ink)) for text, ink in row] for row in sheet.rows]).encode()).hexdigest()[:16]


def taken(shot: Shot) -> Sheet:
    """The picture as it looks for somebody who starts the program for the first time."""
    with tempfile.TemporaryDirectory(prefix="tabletop-") as home:
        os.environ.update(TABLETOP_TUI_HOME=home, XDG_CONFIG_HOME=CONFIG, TERM="xterm-256color", LANG="C.UTF-8")
        return asyncio.run(take(shot))


def chosen(names: list[str]) -> Iterator[Shot]:
    known = {shot.name: shot for shot in SHOTS}
    for name in names or known:
        if name not in known:
            raise SystemExit(f"there is no picture {name!r}; known: {', '.join(known)}")
        yield known[name]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for shot in chosen(sys.argv[1:]):
        sheet = taken(shot)
        (FOLDER / f"{shot.name}.png").write_bytes(png(sheet, CELL, digest(sheet)))
        print(shot.name)


if __name__ == "__main__":
    main()
