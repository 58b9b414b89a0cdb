"""My games on the screen: the record, the ratings, and a blunder that comes back on its map."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tabletop_tui.coach import blunder_puzzles, blunder_schedule, player_record
from tabletop_tui.screens.after.own_games import OwnGamesScreen
from tabletop_tui.screens.after.replay import ReplayScreen
from tabletop_tui.screens.base.dialogs import Choose
from tests.coach.test_own_games import GAME, found_in, own_game
from tests.screens.conftest import at


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_the_record_and_the_rating(size):
    player_record.keep(GAME)
    async with at(None, size) as player:
        await player.press("m")
        assert isinstance(player.app.screen, OwnGamesScreen)
        assert "won" in player.picture
        assert "MECHCOM, Quick Start against fair" in player.picture
        assert "from 1 game, which is few" in player.picture
        assert "strong" in player.picture, "the levels stand beside it"
        await player.press("enter")
        assert "Nothing is due" in player.picture
        await player.press("escape")
        assert not isinstance(player.app.screen, OwnGamesScreen)


async def test_a_file_that_cannot_be_read_is_said():
    player_record.path().parent.mkdir(parents=True, exist_ok=True)
    player_record.path().write_text("nonsense\n")
    async with at(None) as player:
        await player.press("m")
        assert "line 1" in " ".join(player.picture.split())


async def test_a_blunder_that_is_due_is_asked_on_its_map(tmp_path):
    session = own_game(tmp_path)
    blunder_schedule.keep(session, found_in(session, tmp_path, no=0.3), datetime.now(UTC) - timedelta(days=2))
    session.close()
    blunder = blunder_schedule.due(datetime.now(UTC))[0]
    async with at(None) as player:
        await player.press("m enter")
        assert isinstance(player.app.screen, ReplayScreen)
        assert "what would you answer now?" in player.picture
        assert "answer:" not in player.picture, "what was answered then is not told"
        await player.press("enter")
        asked = player.app.screen
        assert isinstance(asked, Choose)
        assert asked.heading == blunder.asked
        given = blunder_puzzles.choices(player_game(player), blunder, "no")
        asked.index = next(place for place, (answer, _) in enumerate(given) if answer == blunder.better_answer)
        await player.press("enter")
        await player.app.workers.wait_for_complete()
        await player.pilot.pause()
        told = " ".join(player.picture.split())
        assert "Well answered" in told
        assert "This comes back on" in told, "nothing is cut at 80 columns"
        assert "C plays on from here." in told
        await player.press("escape")
        assert blunder_schedule.own_blunders()[-1].due > datetime.now(UTC) + timedelta(hours=20)
        await player.press("Q")
        assert isinstance(player.app.screen, OwnGamesScreen)


def player_game(player):
    return next(screen for screen in player.app.screen_stack if isinstance(screen, ReplayScreen)).model.game
