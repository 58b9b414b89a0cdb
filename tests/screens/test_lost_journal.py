"""A journal that vanishes under a battle on the screen: the player reads where the game is from now on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tabletop_tui.app import TabletopApp
from tabletop_tui.play.session import Session
from tabletop_tui.screens.base.app_protocol import Options
from tests.toy import toy_setup


def a_session(path: Path) -> Session:
    return Session.new(toy_setup("keyboard", "keyboard", seed=3), path)


@pytest.mark.parametrize("gone", ["file", "folder"])
async def test_it_is_said_where_the_game_goes_on(gone: str, tmp_path: Path) -> None:
    path = tmp_path / "games" / "a.jsonl"
    session = a_session(path)
    app = TabletopApp(session, Options())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert not screen.model.notice
        path.unlink() if gone == "file" else shutil.rmtree(path.parent)
        await pilot.press("1")
        await pilot.pause()
        assert path.exists()
        assert str(path) in screen.model.notice
        assert "the journal is gone" in screen.model.notice
        assert any(str(path) in said for _, said in screen.model.said)
        assert Session.replay(path).digest() == session.digest()


async def test_who_quits_is_told_before_the_game_is_left(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    app = TabletopApp(a_session(path), Options())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        screen = app.screen
        await pilot.press("1")
        path.unlink()
        await pilot.press("Q")
        await pilot.pause()
        assert app.screen is screen, "it stays to be read"
        assert str(path) in screen.model.notice
        assert path.exists()
        await pilot.press("Q")
        await pilot.pause()
    assert Session.replay(path).history


async def test_a_note_that_no_line_can_hold_is_refused(tmp_path: Path) -> None:
    session = a_session(tmp_path / "a.jsonl")
    app = TabletopApp(session, Options())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await pilot.press("!")
        await pilot.pause()
        box = app.screen
        box.line.value = "x" * 501
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen is box
        box.line.value = "why?"
        await pilot.press("enter")
        await pilot.pause()
        assert any("why?" in event.text for event in session.log())
