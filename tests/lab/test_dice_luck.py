"""Luck of the dice in whole games, and win rates with it taken out."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist, mean, stdev

import numpy as np
import pytest
from attrs import evolve

from benchmarks.ladder import SCENARIO, rows
from benchmarks.luck_adjustment import Measured, adjustment, luck_rows, measured, seat_of, write_luck
from benchmarks.page import RESULTS
from benchmarks.strength import matches
from tabletop_tui.lab import dice_luck as module
from tabletop_tui.lab import match_runner
from tabletop_tui.lab.dice_luck import dice_luck
from tabletop_tui.lab.pairings import Match
from tabletop_tui.lab.series_folder import Folder
from tabletop_tui.lab.series_runner import play
from tabletop_tui.lab.win_rates import WinCount
from tabletop_tui.play.session import Session


def games(word: str, count: int, players: tuple[str, str] = ("greedy", "greedy")) -> list[Match]:
    return matches(word, players, count, 1)


# ---------------------------------------------------------------- of a game
def test_luck_hangs_on_the_dice_alone_and_what_one_side_gets_the_other_loses():
    for match in games("mechcom/quick-start", 2):
        session = Session.new(match.setup)
        session.run()
        answers = [entry.answer for entry in session.history]
        one, other = dice_luck(match.setup, answers, 4)
        assert one.luck == pytest.approx(-other.luck)
        assert one.luck
        assert one.surplus != other.surplus
        assert dice_luck(match.setup, answers, 4) == (one, other)
        more, _ = dice_luck(match.setup, answers, 12)
        assert more.luck != one.luck  # the mean is that of other copies
        assert more.surplus == one.surplus


def test_where_the_dice_fall_as_those_of_the_copies_there_is_no_luck(monkeypatch: pytest.MonkeyPatch):
    """A copy that goes on with the same dice comes to the same chance: all that luck compares is behind the dice."""
    match = games("armymen/quick-start", 1)[0]
    session = Session.new(match.setup)
    session.run()
    monkeypatch.setattr(module.Game, "imagine", lambda game, seed: game.clone())
    found = dice_luck(match.setup, [entry.answer for entry in session.history], 2)
    assert [one.luck for one in found] == [0, 0]
    assert any(one.surplus for one in found)


def test_a_match_has_its_luck_measured_where_that_is_wanted(tmp_path):
    match = games("mechcom/quick-start", 1, ("greedy", "random"))[0]
    plain, told = match_runner.played(match), match_runner.played(evolve(match, rerolls=2))
    assert plain.luck == ()
    assert evolve(told, luck=(), seconds=0) == evolve(plain, seconds=0)
    with Folder.opened(tmp_path / "series") as folder:
        folder.add(plain)
        assert next(play([match], folder=folder)) == plain
        assert next(play([evolve(match, rerolls=2)], folder=folder)).luck == told.luck
    with Folder.opened(tmp_path / "series") as folder:  # and is read again
        assert folder.records[match.key].luck == told.luck
    game = measured(told, ("greedy", "random"))
    mine = [seat.player for seat in told.seats].index("greedy")
    assert (game.share, game.luck) == (told.seats[mine].won, pytest.approx(told.luck[mine].luck, abs=1e-4))
    assert game.surplus == pytest.approx(told.luck[mine].surplus - told.luck[1 - mine].surplus, abs=1e-3)
    assert {seat_of(evolve(told, seed=seed), ("greedy", "greedy")) for seed in (1, 2)} == {0, 1}


# ---------------------------------------------------------------- of a series
RIVALS = ("book: scenario", "one", "other")
EQUALS = ("book: scenario", "same", "same")


def played(chance: np.random.Generator, games: int, edge: float) -> list[Measured]:
    """Games that are won by skill, dice and something else; the dice are told with some noise."""
    dice, skill = chance.normal(0, 1, games), chance.normal(edge, 1, games)
    told, surplus = dice + chance.normal(0, 0.5, games), 5 * dice + chance.normal(0, 5, games)
    return [
        Measured(number, float(one), *both)
        for number, (one, *both) in enumerate(zip(skill + dice > 0, 0.3 * told, surplus, strict=True))
    ]


@pytest.mark.parametrize("edge", [0.0, 0.8])
def test_the_rate_without_luck_is_true_and_surer(edge: float):
    """The rate of the games that are made up is known. A quarter of them has no luck told, as those of old rows."""
    chance, truth, plain, without, held = np.random.default_rng(7), NormalDist(0, sqrt(2)).cdf(edge), [], [], 0
    worth: list[float] = []
    for _ in range(150):
        rivals = played(chance, 24, edge)
        found = adjustment({RIVALS: rivals[6:], EQUALS: played(chance, 40, 0.0)})
        tally = sum((WinCount.of(one.share) for one in rivals), WinCount())
        one = found.rate(RIVALS, tally)
        assert one is not None
        worth.append(one.worth / tally.games)
        plain.append(tally.rate)
        without.append(one.rate)
        held += one.interval[0] <= truth <= one.interval[1]
    assert mean(without) == pytest.approx(truth, abs=3.5 * stdev(without) / sqrt(150))
    assert stdev(without) < 0.95 * stdev(plain)
    assert 1.1 < mean(worth) < 1.5
    assert held / 150 > 0.92


def test_where_luck_says_nothing_no_rate_becomes_surer():
    chance = np.random.default_rng(3)
    told = [evolve(one, luck=float(chance.normal()), surplus=0.0) for one in played(chance, 60, 0.0)]
    found = adjustment({EQUALS: told})
    assert found.explained < 0.05
    all_won = [evolve(one, share=1.0) for one in told]
    assert adjustment({RIVALS: all_won}).rate(RIVALS, WinCount(60, 0, 0, 60.0)) is None
    assert adjustment({}).rate(RIVALS, WinCount(1, 0, 1, 1.0)) is None


def test_what_was_measured_is_kept(tmp_path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("benchmarks.luck_adjustment.LUCK", tmp_path / "luck.jsonl")
    assert luck_rows() == {}
    one, other = [Measured(1, 0.5, -0.25, 3.5)], [Measured(2, 1.0, 0.25, 0.0)]
    write_luck(RIVALS, one)
    write_luck(EQUALS, other)
    write_luck(RIVALS, [*one, *other])
    assert luck_rows() == {RIVALS: [*one, *other], EQUALS: other}


def test_luck_comes_to_nothing_and_nobody_beats_himself():
    """Of the games that were played: in all rulebooks, and in games of a player against itself the rate is a half."""
    found = luck_rows()
    tallies = {(one.name, *one.players): one.tally for _, one, _ in rows(RESULTS.read_text(encoding="utf-8"))}
    for book in SCENARIO:
        name = f"{book}: {SCENARIO[book]}"
        equals = found[name, "greedy", "greedy"]
        assert len(equals) >= 60
        for each in ([game.luck for game in equals], [game.surplus for game in equals]):
            assert abs(mean(each)) < 3.5 * stdev(each) / sqrt(len(each))
        of_book = adjustment({row: games for row, games in found.items() if row[0] == name})
        one = of_book.rate((name, "greedy", "greedy"), sum((WinCount.of(game.share) for game in equals), WinCount()))
        assert one is not None
        assert one.interval[0] < 0.5 < one.interval[1]
    for row, games_of_row in found.items():
        if row[1] != row[2]:
            assert len(games_of_row) <= tallies[row].games
            assert len({game.seed for game in games_of_row}) == len(games_of_row)
