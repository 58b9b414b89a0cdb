"""The pictures of docs/: the real app in pinned games, typed at as a player would, photographed as PNG files.

    make pictures               all of them
    python docs/pictures.py NAME ...   only these

Needs the extra `pictures` and the font DejaVu Sans Mono. The one of a browser is a photograph of a real page.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import cairosvg
from attrs import frozen
from PIL import Image

from tabletop_tui.app import TabletopApp
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.screens.base.host import Options

FOLDER = Path(__file__).parent / "pictures"
SCENARIOS = Path(__file__).parents[1] / "scenarios"
SMALL, LARGE = (80, 24), (160, 50)
CONFIG = "/home/you/.config"
"""Where the settings are said to lie; nothing is written there."""
FONT = "DejaVu Sans Mono"
CELL = 10
"""The width of a cell in pixels."""
COLOURS = 96
"""A screen of text has few colours; a PNG with so many is a fifth as large and looks the same."""


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
    Shot("mechcom", "tab", LARGE, CANYON, "Longbow at which target", 70),
    Shot("mechcom-80x24", "tab", SMALL, CANYON, "Longbow at which target", 70),
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
AROUND = (
    Shot("options", "a", SMALL, CANYON, "which action", 60),
    Shot("rules", "r", LARGE, LABORATORY, "shoots at whom", 120, seed=2),
    Shot("overlay", "o o", LARGE, YARD, "which action", 52, seed=3),
    Shot("tape", "t right right right right right right up up", SMALL, YARD, "which action", 52, seed=3),
    Shot("log", "L", SMALL, CANYON, "Longbow at which target", 70),
    Shot("compare", "V", SMALL, YARD, "shoots at whom", 52, seed=3),
    Shot("watchers", "W", LARGE, CANYON, "Longbow at which target", 70),
    Shot("roster", "i s s s", SMALL, LABORATORY, "which action", 120, seed=2),
    Shot("step", "P 1 .", LARGE, YARD, "shoots at whom", 52, seed=3),
    Shot("dice", "P P 1", LARGE, CANYON, "Longbow at which target", 70),
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
SHOTS = (*AROUND, *COACH, *EDITOR, *TITLE, *MECHCOM, *PMC2640, *ARMYMEN)


async def take(shot: Shot) -> str:
    """The picture as SVG."""
    options = Options(**{"palette": "truecolour", "guard": 0.0, "delay": 0.0, **dict(shot.options)})  # type: ignore[arg-type]
    app = TabletopApp(shot.session(), options, watching=shot.watching, editing=shot.editing)
    async with app.run_test(size=shot.size) as pilot:
        await pilot.pause()
        for key in shot.keys.split():
            await pilot.press(key)
        await asyncio.sleep(shot.seconds)
        await pilot.pause()
        return app.export_screenshot(title="tabletop-tui")


def save(svg: str, path: Path, columns: int) -> None:
    """Write the picture as a PNG of few colours, in a font of equal widths that is installed."""
    svg = re.sub(' clip-path="[^"]*"', "", svg.replace("Fira Code", FONT))  # it would cut the last column
    drawn = cairosvg.svg2png(svg.encode(), output_width=CELL * columns)
    Image.open(BytesIO(drawn)).convert("RGB").quantize(COLOURS).save(path, optimize=True)


def chosen(names: list[str]) -> Iterator[Shot]:
    known = {shot.name: shot for shot in SHOTS}
    for name in names or known:
        if name not in known:
            raise SystemExit(f"there is no picture {name!r}; known: {', '.join(known)}")
        yield known[name]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for shot in chosen(sys.argv[1:]):
        with tempfile.TemporaryDirectory(prefix="tabletop-") as home:
            os.environ.update(TABLETOP_TUI_HOME=home, XDG_CONFIG_HOME=CONFIG, TERM="xterm-256color", LANG="C.UTF-8")
            save(asyncio.run(take(shot)), FOLDER / f"{shot.name}.png", shot.size[0])
            print(shot.name)


if __name__ == "__main__":
    main()
