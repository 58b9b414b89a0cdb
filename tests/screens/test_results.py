"""The page of results: its report and picture are written by a key, and the line says where."""

import pytest

from tabletop_tui.play.session import Session
from tabletop_tui.screens.after.results import ResultsScreen
from tests.screens.conftest import at
from tests.toy import toy_setup


@pytest.mark.parametrize(("key", "ending"), [("t", "html"), ("p", "gif")])
async def test_report_and_picture_are_written_and_the_line_names_the_file_whole(tmp_path, home, key, ending):
    name = f"a-game-with-so-long-a-name-that-its-folder-has-no-room.{ending}"
    session = Session.new(toy_setup("greedy", "greedy", seed=3, rounds=2), tmp_path / name.replace(ending, "jsonl"))
    session.run()
    async with at(session, (80, 24)) as player:
        assert isinstance(player.app.screen, ResultsScreen)
        await player.press(key)
        await player.app.workers.wait_for_complete()
        await player.pilot.pause()
        assert (home / "reports" / name).stat().st_size > 1000
        assert f"reports: {name}" in player.picture.splitlines()[-1]
