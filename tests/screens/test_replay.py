"""The replay screen: going through a recorded game, and playing on from the middle of it."""

from pathlib import Path

import pytest

from tabletop_tui import paths
from tabletop_tui.engine.events import Fell
from tabletop_tui.play.session import Session
from tabletop_tui.screens.after.replay import ReplayScreen, answer_words
from tabletop_tui.screens.base.dialogs import Choose
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.screens.start.title import TitleScreen
from tests.screens.conftest import at
from tests.toy import toy_setup


@pytest.fixture
def journal() -> Path:
    """A whole game of two computers among the saved games."""
    path = paths.games() / "2026-01-02_03-04-05_toy_battle.jsonl"
    session = Session.new(toy_setup("random", "greedy", rounds=3), path)
    session.run()
    session.close()
    return path


def screen_of(player) -> ReplayScreen:
    assert isinstance(player.app.screen, ReplayScreen)
    return player.app.screen


async def test_step_by_step_and_round_by_round(journal: Path):
    whole, written = Session.replay(journal), journal.read_bytes()
    async with at(Session.replay(journal, 0), watching=True) as player:
        screen = screen_of(player)
        assert (screen.place, screen.last) == (0, len(whole.history))
        assert f"Replay: answer 0 of {len(whole.history)}" in player.picture
        await player.press("full_stop full_stop full_stop comma")
        assert screen.place == 2
        assert screen.session.digest() == Session.replay(journal, 2).digest()
        assert len(screen.model.events) == len(list(Session.replay(journal, 2).log())), "the log goes with it"
        await player.press("greater_than_sign")
        assert screen.model.standing.round == 2
        assert screen.place == screen.rounds()[1]
        await player.press("dollar_sign")
        assert screen.session.over == whole.over
        assert screen.session.digest() == whole.digest()
        await player.press("less_than_sign")
        assert screen.place == screen.rounds()[-1]
        await player.press("0")
        assert screen.place == 0
        await player.press("comma")
        assert "This is the beginning" in player.picture
    assert journal.read_bytes() == written, "a replay writes nothing"
    assert paths.saved_games() == [journal]


async def test_it_plays_by_itself_to_the_end(journal: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tabletop_tui.screens.after.replay.DELAYS", (0.001, 0.001))
    async with at(Session.replay(journal, 0), watching=True) as player:
        screen = screen_of(player)
        await player.press("space")
        for _ in range(200):
            if not screen.session.undone:
                break
            await player.pilot.pause(0.02)
        assert screen.session.over is not None
        assert screen.timer is None
        await player.press("space")
        assert "end of what is recorded" in player.picture


async def test_a_pause_stops_it(journal: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tabletop_tui.screens.after.replay.DELAYS", (60.0, 60.0))
    async with at(Session.replay(journal, 0), watching=True) as player:
        screen = screen_of(player)
        await player.press("space")
        assert "playing at speed 2 of 2" in player.picture
        await player.press("F")
        assert screen.timer is not None
        await player.press("space")
        assert screen.timer is None
        assert screen.place == 0


async def test_to_an_event_from_the_list(journal: Path):
    whole = Session.replay(journal)
    place, fell = next(
        (number, event)
        for number, entry in enumerate(whole.history, 1)
        for event in entry.events
        if isinstance(event, Fell)
    )
    async with at(Session.replay(journal, 0), watching=True) as player:
        await player.press("e")
        listed = player.app.screen
        assert isinstance(listed, Choose)
        assert len(listed.items) == len(list(whole.log()))
        await player.press(" ".join("space" if letter == " " else letter for letter in fell.text))
        await player.press("enter")
        assert screen_of(player).place == place


async def test_playing_on_from_here_is_a_new_game(journal: Path):
    written = journal.read_bytes()
    async with at(Session.replay(journal, 3), watching=True) as player:
        assert "C play on" in player.picture
        await player.press("C enter escape")
        assert isinstance(player.app.screen, ReplayScreen), "Esc leaves it"
        assert paths.saved_games() == [journal]
        await player.press("C g r e e d y enter p e r s o n enter M i n e enter")
        assert isinstance(player.battle, BattleScreen)
        assert [seat.player for seat in player.session.setup.seats] == ["greedy", "keyboard"]
        assert [who is None for who in player.session.players] == [False, True]
        assert not any(isinstance(screen, ReplayScreen) for screen in player.app.screen_stack)
        assert player.session.journal is not None
        new = player.session.journal.path
        assert new != journal
        assert "mine" in new.name
        await player.pilot.pause()
    again, old = Session.replay(new), Session.replay(journal)
    assert [entry.answer for entry in again.history[:3]] == [entry.answer for entry in old.history[:3]]
    assert [seat.player for seat in again.setup.seats] == ["greedy", "keyboard"]
    assert journal.read_bytes() == written


async def test_from_the_saved_games_and_back(journal: Path):
    async with at(None, size=(100, 30)) as player:
        await player.press("l")
        assert "watch the replay" in player.picture
        await player.press("right")
        assert screen_of(player).place == 0
        await player.press("dollar_sign C")
        assert "The battle is over here" in player.picture
        await player.press("a")
        assert "The battle up to here" in player.picture
        assert " expected" in player.picture
        await player.press("escape t escape")
        assert isinstance(player.app.screen, ReplayScreen), "first out of measuring"
        await player.press("escape")
        assert isinstance(player.app.screen, TitleScreen)


async def test_a_game_that_is_not_over(tmp_path: Path):
    path = tmp_path / "half.jsonl"
    session = Session.new(toy_setup("keyboard", "random"), path)
    session.answer(next(iter(session.question.legal())))
    session.close()
    async with at(Session.replay(path), watching=True) as player:
        screen = screen_of(player)
        assert (screen.place, screen.last) == (1, 1)
        await player.press("a escape comma")
        assert screen.place == 0
        assert "answer: Token" in player.picture, "what is answered next is told, in the option's own words"


def test_recorded_answers_in_words():
    assert answer_words("walk") == "walk"
    assert answer_words(["0101", "0202"]) == "0101 0202"
    assert answer_words({"A1": 2, "A2": 0}) == "A1: 2"


async def test_the_end_of_a_battle_is_one_page_that_scrolls():
    session = Session.new(toy_setup("random", "greedy", rounds=3))
    session.run()
    async with at(session) as player:
        assert "after 3 rounds" in player.picture
        seen = player.picture
        for _ in range(6):
            await player.press("pagedown")
            seen += player.picture
    for words in (
        "Red",
        "damage and casualties dealt",
        "What decided it",
        "Points after each round",
        "Luck",
        "Who is left, who fell to whom",
    ):
        assert words in seen
