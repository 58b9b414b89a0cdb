"""The series that say how strong players are: the same force on both sides, and a row in the results."""

from pathlib import Path

import click
import pytest
from attrs import evolve
from click.testing import CliRunner

from benchmarks import duel, strength
from benchmarks.strength import BENCHED, SCENARIOS, TITLE, Strength, matches, with_playouts, written
from tabletop_tui.lab.win_rates import WinCount
from tabletop_tui.play.players import COMPUTERS, Planning
from tabletop_tui.play.thinking.difficulty_levels import LEVELS


def test_both_sides_have_the_same_force_and_change_seats():
    for rulebook in SCENARIOS:
        games = matches(rulebook, ("fair", "greedy"), 4 * len(SCENARIOS[rulebook]), 1)
        assert len(games) == 4 * len(SCENARIOS[rulebook])
        for game in games:
            assert game.setup.seats[0].force == game.setup.seats[1].force
        assert {game.players for game in games} == {("fair", "greedy"), ("greedy", "fair")}


def test_a_row_takes_the_place_of_the_one_before():
    page = "# Measurements\n\n| what | figure |\n|---|---|\n| a | 1 |\n"
    one = Strength("toy: a", ("strong", "greedy"), WinCount(3, 0, 1, 3.0))
    other = Strength("toy: a", ("fair", "greedy"), WinCount(2, 0, 2, 2.0))
    page = written(written(page, one), other)
    again = written(page, Strength("toy: a", ("strong", "greedy"), WinCount(4, 0, 0, 4.0)))
    assert page.count(TITLE) == again.count(TITLE) == again.count("| players |") == 1
    assert "75% (30 to 95)" in page
    assert "75% (30 to 95)" not in again
    assert "100% (51 to 100)" in again
    assert "50% (15 to 85)" in again
    assert again.startswith("# Measurements\n\n| what | figure |\n|---|---|\n| a | 1 |\n")


def test_a_level_with_so_many_playouts_is_a_player_of_its_own(monkeypatch):
    monkeypatch.setattr(strength, "COMPUTERS", players := {})
    name = with_playouts("strong", 7)
    player = players[name](1, 0)
    assert isinstance(player, Planning)
    assert player.level == evolve(LEVELS["strong"], playouts=7)
    with pytest.raises(click.ClickException, match="greedy is none; the levels: easy, fair, strong"):
        with_playouts("greedy", 7)
    assert list(players) == [name]


def test_whoever_plays_in_imagined_games_is_measured_like_a_level(monkeypatch):
    monkeypatch.setattr(strength, "COMPUTERS", COMPUTERS)
    for name in BENCHED:
        monkeypatch.setitem(COMPUTERS, name, BENCHED[name])  # so that it is gone again after the test
    done = CliRunner().invoke(strength.main, ["mechcom/quick-start", "--first", "imagined", "-n", "2"])
    assert done.exit_code == 0, done.output
    assert "imagined : greedy | 2: " in done.output
    refused = CliRunner().invoke(strength.main, ["mechcom", "--first", "imagined", "--workers", "2"])
    assert "imagined plays on one processor" in refused.output


def test_a_player_meets_the_one_of_another_checkout(monkeypatch):
    """Against itself: both seats are asked in the two processes, and no answer is refused in the other."""
    for name in (duel.HERE, duel.THERE):
        monkeypatch.setitem(COMPUTERS, name, COMPUTERS["greedy"])
    root = str(Path(duel.__file__).parents[1])
    done = CliRunner().invoke(duel.main, ["mechcom/quick-start", root, "-n", "2"])
    assert done.exit_code == 0, done.output
    assert "2 games" in done.output
