"""Teams: a scenario may say who plays with whom."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tabletop_tui import paths
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rules.mechcom.files.loader import BOOK


@pytest.mark.rule("MC-SCEN-3")
def test_allies_of_a_team_win_together() -> None:
    found, told = new_game.find_scenario("two-against-two")
    setup = new_game.set_table(found, told, [], ["greedy"] * 4, seed=5)
    assert [seat.team for seat in setup.seats] == [0, 1, 0, 1]
    session = Session.new(setup)
    session.run()
    assert session.over is not None
    assert session.over.winners in ((0, 2), (1, 3))


@pytest.mark.parametrize(
    ("teams", "fix"), [("[1, 2, 1]", "a team for each"), ("[1, 1, 1, 1]", "two teams"), ("[0, 1, 2, 1]", "teams[0]")]
)
def test_teams_that_cannot_be_are_refused(tmp_path: Path, teams: str, fix: str) -> None:
    text = (paths.scenario_folders()[-1] / "mechcom" / "two-against-two.toml").read_text(encoding="utf-8")
    path = tmp_path / "broken.toml"
    path.write_text(text.replace("[1, 2, 1, 2]", teams), encoding="utf-8")
    with pytest.raises(BadFile, match=re.escape(fix)):
        BOOK.read_scenario(path, paths.scenario_folders())
