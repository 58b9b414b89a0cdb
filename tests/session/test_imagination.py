"""Nobody who thinks ahead sees the faces that are still to come."""

from functools import partial
from itertools import islice

import pytest
from attrs import define

from tabletop_tui.engine.dice import LoadedDice, Roll, ScriptedDice, SeededDice
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.setup import LessonSetup
from tabletop_tui.play.session import Session
from tests.toy import TOY, ChooseToken, toy_setup

TEN = Roll(0, "a test", 10)
GAMES = 60


# ---------------------------------------------------------------- the copy
@pytest.mark.parametrize("seed", range(5))
def test_what_is_imagined_hangs_on_its_own_seed_alone(seed: int):
    faces = set()
    for tape in range(20):
        game = TOY.start(toy_setup(seed=tape))
        game.advance()
        faces.add(game.imagine(seed).dice.draw(TEN))
    assert faces == {SeededDice(seed=seed).draw(TEN)}


def test_imagining_takes_nothing_from_the_game():
    game = TOY.start(toy_setup(seed=3))
    game.advance()
    expected = game.clone().dice.draw(TEN)
    copy = game.imagine(9)
    copy.answer(next(copy.question.legal()))
    copy.advance()
    copy.dice.draw(TEN)
    assert game.dice.draw(TEN) == expected
    assert TOY.dump(game) != TOY.dump(copy)


@pytest.mark.parametrize(
    "dice",
    [
        ScriptedDice(unread=(6,) * 10),
        SeededDice(seed=1, first=(6,) * 10),
        LoadedDice(seed=1, first=(6,) * 10, loads=(("TOY-SHOOT-1", (6,) * 10),)),
    ],
)
def test_faces_that_were_written_down_are_not_handed_over(dice: object):
    game = TOY.start(toy_setup())
    game.dice = dice
    copy = game.imagine(4)
    assert copy.dice.draw(TEN) == SeededDice(seed=4).draw(TEN)
    assert copy.dice.unread == ()


def test_the_set_up_that_is_handed_over_holds_no_dice():
    setup = toy_setup(seed=77)
    setup.faces = [6, 6]
    setup.lesson = LessonSetup("a lesson", [["TOY-SHOOT-1", [6]]], ["shoot"], [["TOY-MOVE-1", "B1"]])
    game = TOY.start(setup)
    copy = game.imagine(1)
    assert (copy.setup.seed, copy.setup.faces, copy.setup.lesson.dice, copy.setup.lesson.enemy) == (0, None, [], [])
    assert copy.setup.lesson.offer == ["shoot"]
    assert (game.setup.seed, game.setup.faces) == (77, [6, 6])


# ---------------------------------------------------------------- peeking
@define
class Peeker:
    """Tries answers out on the game that it is handed, and takes the one that does best with the dice in there."""

    seat: int
    imagines: bool = False
    """Whether it throws dice of its own instead."""

    def choose(self, game: Game, number: int) -> object:
        question = game.question
        answers = list(islice(question.legal(), 12))
        if isinstance(game.agenda[-1], ChooseToken):
            return answers[0]
        return max(answers, key=lambda answer: self.outcome(game, answer, number))

    def outcome(self, game: Game, answer: object, number: int) -> float:
        copy = game.imagine(number) if self.imagines else game.clone()
        copy.answer(answer)
        while (question := copy.advance()) is not None and not isinstance(copy.agenda[-1], ChooseToken):
            copy.answer(max(question.legal(), key=partial(TOY.appraise, copy)))
        worth = 0.0
        for name, left in copy.state.health.items():
            worth += left if (name[0] == "A") == (self.seat == 0) else -left
        return worth


def won(*, handed: bool = False, beside: bool = False) -> float:
    """How many games the peeking seat wins, a draw counted half.

    `handed`: players get the game itself, not a copy. `beside`: they think as they do beside a screen.
    """
    count = 0.0
    for seed in range(GAMES):
        seat = seed % 2
        session = Session.new(toy_setup("random", "random", seed=seed))
        players = [Peeker(number, imagines=number != seat) for number in range(2)]
        session.players = players
        while session.question is not None:
            if handed:
                session.answer(players[session.seat_to_answer].choose(session.game, len(session.history)))
            elif beside:
                session.answer(session.thinking()())
            else:
                session.computer_answers()
        winners = session.over.winners
        count += (seat in winners) / len(winners) if winners else 0.5
    return count


@pytest.mark.parametrize("beside", [False, True])
def test_whoever_peeks_at_what_it_is_handed_wins_no_more_often(beside: bool):
    assert won(beside=beside) < GAMES * 0.6


def test_with_the_game_itself_it_would():
    assert won(handed=True) > GAMES * 0.8, "so the test above would see it"
