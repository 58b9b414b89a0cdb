"""What players see of where a deathmatch stands."""

from __future__ import annotations

from tabletop_tui.engine.game_standing import Standing
from tabletop_tui.play.text_view import standing_lines
from tabletop_tui.rules.techcommander.shown import views
from tabletop_tui.rules.techcommander.system import SYSTEM
from tabletop_tui.widgets.glyphs import ASCII
from tabletop_tui.widgets.standing_lines import board_lines
from tabletop_tui.widgets.terminal_palettes import palette
from tests.techcommander.build import unit
from tests.techcommander.test_deathmatch import deathmatch


def board(game):
    return views.standing(game).board


def test_the_board_says_what_each_player_holds():
    game = deathmatch([unit("stingray", 10, 10)], [unit("marine", 60, 60)])
    game.state.alter(0, score=31, kills=4, spent=1, deaths=2, cap=5, boost=2, overwatch=True, spawn=6)
    assert board(game)[0] == (
        "31 points, 3 kill chips (1 spent), 2 death chips, cap 5 with 3 free, initiative +2, "
        "one more action a turn, spawns at point 7"
    )
    assert board(game)[1].startswith("0 points, 0 kill chips, 0 death chips, cap 3 with 2 free")


def test_chips_and_the_skull_are_told_for_all():
    game = deathmatch([unit("marine", 10, 10)], [unit("marine", 60, 60)])
    game.state.alter(0, kills=3, deaths=1)
    game.state.skull = (45.0, 45.0)
    assert views.standing(game).common == "21 kill and 23 death chips of 24 are left; a skull lies at 45, 45"
    assert [token.spot for token in views.scene(game).tokens if token.unit == "skull"] == ["45,45"]
    said = [line.label for line in views.spot(game, "45,45")]
    assert "alternate spawn point 7" in said
    assert any("10 points" in words for words in said)


def test_the_board_is_printed_and_shown():
    game = deathmatch([unit("marine", 10, 10)], [unit("marine", 60, 60)])
    printed = standing_lines(SYSTEM, game, game.setup)
    assert any(line.startswith("Red: 0 points, 0 kill chips") for line in printed)
    assert views.standing(game).common in printed
    lines = board_lines(Standing(1, "Action", board=("a", "b"), common="c"), palette("mono"), ASCII)
    assert ["".join(text for text, _ in line)[-1] for line in lines] == ["a", "b", "c"]
