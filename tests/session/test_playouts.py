"""Playouts: level dice, paired games, horizons."""

from collections import Counter

import pytest

from tabletop_tui.engine.dice import Roll
from tabletop_tui.engine.events import Began, Closed, Event
from tabletop_tui.engine.game import Game
from tabletop_tui.play.thinking.playouts import MOST_STEPS, End, Estimate, Horizon, Playouts, difference
from tabletop_tui.play.thinking.stratified_dice import BLOCK, Levelled
from tests.toy import TOY, Divide, Shoot, a_deed, toy_setup


# ---------------------------------------------------------------- level dice
def test_in_a_block_each_die_shows_every_share_of_its_faces_equally_often():
    roll = Roll(0, "a test", 30, BLOCK)
    for seed in range(9):
        levelled = Levelled(seed)
        games = [levelled.dice(number).draw(roll) for number in range(3 * BLOCK)]
        for block in range(3):
            for faces in zip(*games[block * BLOCK : (block + 1) * BLOCK], strict=True):
                assert sorted(faces) == list(range(1, BLOCK + 1))
        assert len(set(games)) == len(games), "no two games are alike"


def test_level_dice_are_fair_each_for_itself():
    faces: Counter[int] = Counter()
    for seed in range(400):
        faces.update(Levelled(seed).dice(2).draw(Roll(0, "a test", 15)))
    assert all(850 < count < 1150 for count in faces.values()), faces


def test_game_number_so_and_so_has_the_same_dice_again():
    roll = Roll(0, "a test", 9)
    one, other = Levelled(5), Levelled(5)
    other.dice(7).draw(roll)
    assert one.dice(3).draw(roll) == other.dice(3).draw(roll) == one.dice(3).draw(roll)


# ---------------------------------------------------------------- playouts
def compare(game: Game, answers: list, *, seat: int, playouts: int, seed: int, horizon: Horizon = "reply") -> list:
    games = Playouts(game, seat, seed, horizon=horizon)
    return [games.estimate([answer], range(playouts)) for answer in answers]


def test_the_same_seed_imagines_the_same_games_and_changes_nothing():
    game = a_deed()
    before, drawn = TOY.dump(game), list(game.dice.drawn)
    answers = list(game.question.legal())
    one = compare(game, answers, seat=0, playouts=6, seed=4)
    assert one == compare(game, answers, seat=0, playouts=6, seed=4)
    assert [estimate.answer for estimate in one] == answers
    assert all(len(estimate.values) == 6 for estimate in one)
    assert (TOY.dump(game), list(game.dice.drawn)) == (before, drawn)


def test_answers_are_paired():
    """The same answer twice has the same games, so that their difference is sure to be nothing."""
    game = a_deed()
    one, other = compare(game, ["shoot", "shoot"], seat=0, playouts=8, seed=4, horizon="round")
    assert one.values == other.values
    assert difference(one, other) == (0, 0)


def test_the_difference_of_paired_games_is_surer_than_each_mean():
    one = Estimate("a", (0.0, 1.0, 0.0, 1.0))
    other = Estimate("b", (0.1, 0.9, -0.1, 0.8))
    gain, error = difference(one, other)
    assert gain == pytest.approx(0.075)
    assert error < one.error / 3
    assert Estimate("a", (0.5,)).error == float("inf"), "one game says nothing of how sure it is"


def test_a_shot_that_ends_the_game_is_worth_more_than_none(monkeypatch: pytest.MonkeyPatch):
    game = a_deed()
    game.state.health.update(A1=3, A2=3, B1=1, B2=0)
    shoot, walk = compare(game, ["shoot", "walk"], seat=0, playouts=8, seed=1, horizon="activation")
    gain, error = difference(shoot, walk)
    assert gain > 2 * error


MINE, ITS = Began("", (), 0, "activation"), Began("", (), 1, "activation")
ROUND = Closed("", (), None, "round")


@pytest.mark.parametrize(
    ("horizon", "active", "happens", "ends"),
    [
        ("activation", True, [ITS], 1),
        ("activation", False, [MINE, ITS], 2),
        ("reply", True, [ITS, MINE], 2),
        ("reply", True, [ITS, ITS, MINE], 3),
        ("reply", True, [MINE, ITS, MINE], 3),
        ("reply", False, [MINE, ITS, MINE], 3),
        ("reply", True, [ITS, ROUND], 2),
        ("round", True, [ITS, MINE, ITS, MINE, ROUND], 5),
    ],
)
def test_a_horizon_is_reached(horizon: Horizon, active: bool, happens: list[Event], ends: int):
    end = End(horizon, toy_setup().seats, 0, active)
    assert [end.reached([event]) for event in happens] == [number == ends for number in range(1, len(happens) + 1)]


def test_a_plan_is_followed_as_long_as_it_is_legal():
    game = a_deed()
    course = Playouts(game, 0, 3, horizon="activation").play(["shoot", {"B2": 3}, "nonsense"], 0)
    assert [turn.answer for turn in course.turns[:2]] == ["shoot", {"B2": 3}]
    assert all(turn.answer != "nonsense" for turn in course.turns)


def test_a_melee_without_end_is_valued_where_it_stands(monkeypatch: pytest.MonkeyPatch):
    """Nobody is asked anything any more, so that only the steps are left to be counted."""
    ran: list[Shoot] = []

    def again(step: Shoot, game: Game) -> None:
        ran.append(step)
        assert len(ran) <= MOST_STEPS, "it would go on for ever"
        game.push(step)

    monkeypatch.setattr(Shoot, "run", again)
    course = Playouts(a_deed(), 0, 3, horizon="round").play(["shoot"], 0)
    assert len(ran) > MOST_STEPS / 2
    assert -1 < course.value < 1


def test_a_game_without_end_is_valued_where_it_stands(monkeypatch: pytest.MonkeyPatch):
    game = a_deed()
    monkeypatch.setattr(Divide, "take", lambda self, game, answer: game.push(self))
    course = Playouts(game, 0, 3, horizon="round").play(["shoot"], 0)
    assert -1 < course.value < 1
