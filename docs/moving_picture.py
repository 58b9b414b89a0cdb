"""The moving picture of the README: the real app typed at as a player would, as a cast for asciinema and as a GIF.

    make pictures               this one too
    python -m docs.moving_picture

What is waited for beside the screen (an analysis) is waited for here and not shown: each picture is seen as long as it
takes to read it.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from docs.pictures import CONFIG, FOLDER, digest, screen_of
from tabletop_tui.app import TabletopApp
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.reports.sharing.cell_drawing import Shown, gif
from tabletop_tui.reports.sharing.cell_rows import Ink, Row, Sheet
from tabletop_tui.screens.base.app_protocol import Options

NAME = "shot"
SIZE = 100, 30
SCENARIO, SEED, ASKED = "armymen/quick-start", 2, "shoot at whom"
PATIENCE = 180.0
"""So many seconds an analysis is waited for."""
KEY, SAID, BELOW = Ink("#10141a", "#f2cc60", True), Ink("#ffffff", "#1b2430"), Ink("#1b2430", "#1b2430")


@frozen
class Act:
    """A key, what it does in a few words, and for how many seconds one reads what comes of it."""

    key: str
    said: str
    seconds: float
    until: str = ""
    """What is waited for on the screen, as a regular expression."""


ACTS = (
    Act("", "A shot: each modifier names its rule, and the chances are exact", 4.0),
    Act("enter", "Fire: all dice are in the log", 3.0),
    Act("z", "Take it back, as far as you like", 2.0),
    Act("tab", "Another way: the other target", 3.0),
    Act("enter", "Fire again", 2.5),
    Act("f3", "And what did it cost? The coach plays on from every answer", 2.5, r"all \d+ answers looked at"),
    Act("a", "Every answer with its cost and the better one", 3.0),
)


def begun() -> Session:
    """The game up to the shot: a person against a computer."""
    found, scenario = new_game.find_scenario(SCENARIO)
    session = Session.new(new_game.set_table(found, scenario, (), ["greedy", "greedy"], seed=SEED))
    while session.question is not None and ASKED not in session.question.prompt:
        session.computer_answers()
    if session.question is None:
        raise SystemExit(f"nobody was asked {ASKED!r}")
    path = Path(os.environ["TABLETOP_TUI_HOME"]) / "games" / f"{NAME}.jsonl"
    played = Session.new(new_game.set_table(found, scenario, (), ["keyboard", "greedy"], seed=SEED), path)
    for entry in session.history:
        played.answer(entry.answer)
    return played


async def acted(session: Session, acts: tuple[Act, ...] = ACTS) -> list[Shown]:
    """What is seen after each act, and for how long."""
    app = TabletopApp(session, Options(palette="truecolour", guard=0.0, delay=0.0))
    film: list[Shown] = []
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        for act in acts:
            if act.key:
                await pilot.press(act.key)
            await settle(app, act)
            film.append((captioned(screen_of(app), act), act.seconds))
    return film


async def settle(app: TabletopApp, act: Act) -> None:
    """Wait until the screen stands still, or says what is waited for."""
    clock, before = asyncio.get_running_loop().time(), ""
    while asyncio.get_running_loop().time() - clock < PATIENCE:
        await asyncio.sleep(0.6)
        sheet = screen_of(app)
        words = "\n".join("".join(text for text, _ in row) for row in sheet.rows)
        if digest(sheet) == before and re.search(act.until, words):
            return
        before = digest(sheet)
    raise SystemExit(f"{act.said}: {act.until!r} was not on the screen after {PATIENCE:g} seconds")


def captioned(sheet: Sheet, act: Act) -> Sheet:
    """The screen with a line below: which key was pressed, and what it does."""
    key = f" {act.key.capitalize()} " if len(act.key) > 1 else f" {act.key} " * bool(act.key)
    said = f" {act.said}"
    row: Row = ((key, KEY), (said, SAID), (" " * (sheet.width - len(key) - len(said)), BELOW))
    return Sheet((*sheet.rows, tuple(run for run in row if run[0])), sheet.width)


# ---------------------------------------------------------------- as a cast
def cast(film: list[Shown]) -> Iterator[str]:
    """The lines of an asciinema recording, version 2: only rows that change are written anew."""
    first = film[0][0]
    about = {
        "version": 2,
        "width": first.width,
        "height": first.height,
        "title": "tabletop-tui: a shot",
        "env": {"TERM": "xterm-256color"},
    }
    yield json.dumps(about)
    at, before = 0.0, [()] * first.height
    for sheet, seconds in film:
        rows = [f"\x1b[{y + 1};1H{ansi(row)}" for y, row in enumerate(sheet.rows) if row != before[y]]
        yield json.dumps([round(at, 2), "o", "".join(rows)], ensure_ascii=False)
        at, before = at + seconds, list(sheet.rows)
    yield json.dumps([round(at, 2), "o", "\x1b[0m"])


def ansi(row: Row) -> str:
    """A row as a terminal of 24 bits of colour is told it."""
    return "".join(f"\x1b[0;{style(ink)}38;2;{rgb(ink.letters)};48;2;{rgb(ink.ground)}m{text}" for text, ink in row)


def style(ink: Ink) -> str:
    return "1;" * ink.bold + "4;" * ink.under


def rgb(colour: str) -> str:
    return ";".join(str(int(colour[place : place + 2], 16)) for place in (1, 3, 5))


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="tabletop-") as home:
        os.environ.update(TABLETOP_TUI_HOME=home, XDG_CONFIG_HOME=CONFIG, TERM="xterm-256color", LANG="C.UTF-8")
        film = asyncio.run(acted(begun()))
    (FOLDER / f"{NAME}.cast").write_text("\n".join(cast(film)) + "\n", encoding="utf-8")
    (FOLDER / f"{NAME}.gif").write_bytes(gif(film, 9))
    print(f"{NAME}: {len(film)} pictures, {sum(seconds for _, seconds in film):g} seconds")


if __name__ == "__main__":
    main()
