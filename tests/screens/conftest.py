"""Screens for tests: an app of a fixed size on a game, with nothing that hangs on the machine."""

from __future__ import annotations

import unicodedata
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from math import inf
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.keys import _character_to_key, _get_unicode_name_from_key
from textual.pilot import Pilot

from tabletop_tui.app import TabletopApp
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import register
from tabletop_tui.screens.base.app_protocol import Options
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.screens.battle.side_panel import TextRoom, card_part
from tabletop_tui.widgets.map.shared.map_painter import Painter
from tabletop_tui.widgets.map.shared.marks import Marks
from tabletop_tui.widgets.styled_text import TextLine
from tests.screens import stillness
from tests.toy import TOY, toy_setup

CLEAN = ("NO_COLOR", "COLORTERM", "LC_ALL", "LC_CTYPE", "LANG")


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A terminal of which nothing special is known, and no keys of the user's own."""
    register(TOY)
    for name in CLEAN:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("textual.app.wait_for_idle", stillness.still)
    monkeypatch.setattr("textual.pilot.wait_for_idle", stillness.still)
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", stillness.PERIOD)


def heard(key: str) -> events.Key:
    """A key as a terminal tells of it, from its character or from Textual's name for it."""
    name = _character_to_key(key) if len(key) == 1 else key
    try:
        character = key if len(key) == 1 else unicodedata.lookup(_get_unicode_name_from_key(name))
    except KeyError:
        character = None
    return events.Key(name, character)


class Player:
    """A person at the keyboard of an app under test."""

    def __init__(self, app: TabletopApp, pilot: Pilot[int]) -> None:
        self.app, self.pilot = app, pilot

    async def press(self, keys: str) -> None:
        """Press keys, written with spaces between."""
        await self.pilot.press(*keys.split())
        await self.pilot.pause()

    async def burst(self, *keys: str) -> None:
        """Press keys that arrive in one read: the next is there before the one before is heard."""
        for key in keys:
            self.app.post_message(heard(key))
        await self.pilot.pause()

    @property
    def battle(self) -> BattleScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, BattleScreen))

    @property
    def session(self) -> Session:
        return self.battle.session

    @property
    def prompt(self) -> str:
        return "".join(text for text, _ in self.battle.panels.prompt.lines[0])

    def card(self, width: int) -> list[TextLine]:
        """The lines of the card beside the map, in so many columns."""
        room = TextRoom(width, 24, self.app.colours, self.app.glyphs)
        return card_part(self.battle.model, room).lines

    @property
    def picture(self) -> str:
        """The whole screen as text."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join(strip.text.rstrip() for strip in strips)


@asynccontextmanager
async def at(session: Session | None, size: tuple[int, int] = (80, 24), **options: Any) -> AsyncIterator[Player]:
    """An app on this game (or at its title), without waits."""
    watching = options.pop("watching", False)
    chosen = Options(**{"palette": "truecolour", "guard": 0.0, "delay": 0.0, "patience": inf, **options})
    app = TabletopApp(session, chosen, watching=watching)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Player(app, pilot)


def toy(*players: str, **more: Any) -> Session:
    """A small battle of two tokens a side; people play both unless said otherwise."""
    pace = more.pop("pace", "run")
    return Session.new(toy_setup(*(players or ("keyboard", "keyboard")), **more), pace=pace)


def check_kept_rows(painted: Callable[[Marks], Painter], looks: Sequence[Marks]) -> None:
    """Rows of a painter that are drawn anew only where it says so look as if all were painted now."""
    one = painted(looks[0])
    shown = [one.row(y) for y in range(one.height)]
    for look in looks[1:]:
        lines = one.mark(look)
        for y in range(one.height) if lines is None else lines:
            shown[y] = one.row(y)
        fresh = painted(look)
        assert shown == [fresh.row(y) for y in range(fresh.height)]


def check_parts_of_rows(one: Painter, cursor: str) -> None:
    """What a painter gives of a row, from one column up to another, is what the whole row has there."""
    for row in range(one.height):
        whole = "".join(segment.text for segment in one.row(row, cursor))
        for left, right in ((0, 9), (5, 18), (one.width - 5, one.width + 9), (3, 3)):
            assert "".join(segment.text for segment in one.row(row, cursor, left, right)) == whole[left:right]
