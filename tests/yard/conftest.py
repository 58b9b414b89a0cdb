"""The yard for tests: the system is known for the time of a test, and no other test hears of it."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest

from tabletop_tui.play.players.console_player import BadLine, Keyboard
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook import registry
from tests.conformance import a_setup
from tests.screens.conftest import plain_terminal
from tests.yard import YARD

__all__ = ["plain_terminal"]


@pytest.fixture(autouse=True)
def yard(plain_terminal: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {**registry._registered, "yard": YARD})


def session_of(**more: Any) -> Session:
    return Session.new(a_setup("yard", 0, **more))


def by_itself(lines: list[str], **places: tuple[float, float]) -> str:
    """What a pipe hears that says these lines, these units standing elsewhere than at the start."""
    session, said = session_of(), list[str]()
    session.game.state.at |= places
    keyboard = Keyboard(StringIO("\n".join(lines)), said.append, patient=True)
    try:
        while True:
            session.answer(keyboard.ask(session.game, session.game.setup))
    except BadLine:
        return "\n".join(said)
