"""Situations of the book: a battle by hand, the answers and the dice, played in four ways that must come to the same.

Typed dice; dice one by one at the players' word; saved and opened again after some answer; taken back and done again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from tabletop_tui.engine.dice import MissingDice, ScriptedDice, TypedDice
from tabletop_tui.engine.game import Ask, Game, Step
from tabletop_tui.engine.question import Answer, DiceQuestion
from tabletop_tui.rules.techcommander.state.battle import Battle
from tabletop_tui.rules.techcommander.system import SAVER

Build = Callable[[], Game[Battle]]
"""Makes the battle anew, nothing on its agenda."""


def played(
    build: Build, steps: Sequence[Step], answers: Sequence[Answer], dice: Sequence[int] = (), middle: int = -1
) -> Game[Battle]:
    """The game after these steps and answers; whichever way it is played, the same. No dice may be left over.

    It is saved and opened again once `middle` answers are given, counted from behind where negative.
    """
    number = middle % len(answers) if answers else 0
    plain = plainly(begun(build, steps, dice), answers)
    end = written(plain)
    assert plain.dice.unread == (), "not all dice were rolled"
    assert written(typed(begun(build, steps, ()), answers, dice)) == end
    assert written(paced(begun(build, steps, dice), answers)) == end
    assert written(saved_in_between(build, begun(build, steps, dice), answers, number)) == end
    assert written(undone_and_redone(begun(build, steps, dice), answers)) == end
    return plain


def begun(build: Build, steps: Sequence[Step], dice: Sequence[int]) -> Game[Battle]:
    game = build()
    game.dice = ScriptedDice(unread=tuple(dice))
    game.push(*steps)
    return game


def written(game: Game[Battle]) -> dict[str, Any]:
    return json.loads(json.dumps(SAVER.dump(game)))


def plainly(game: Game[Battle], answers: Sequence[Answer]) -> Game[Battle]:
    game.advance()
    for answer in answers:
        game.answer(answer)
        game.advance()
    return game


def typed(game: Game[Battle], answers: Sequence[Answer], dice: Sequence[int]) -> Game[Battle]:
    """Each roll is typed in when it is asked for."""
    game.dice, left = TypedDice(), list(dice)
    fed(game, left)
    for answer in answers:
        game.answer(answer)
        fed(game, left)
    assert not left, "not all dice were typed"
    return game


def fed(game: Game[Battle], left: list[int]) -> None:
    while isinstance(question := game.advance(), DiceQuestion):
        game.answer([left.pop(0) for _ in range(question.count)])


def paced(game: Game[Battle], answers: Sequence[Answer]) -> Game[Battle]:
    """No die falls until somebody says so; what a step did before that is taken back, and it is done again."""
    game = thrown(game)
    for answer in answers:
        game.answer(answer)
        game = thrown(game)
    return game


def thrown(game: Game[Battle]) -> Game[Battle]:
    while game.agenda and not isinstance(game.agenda[-1], Ask):
        before, hand = game.clone(), 0
        while True:
            game.dice.in_hand = hand
            try:
                game.step()
                break
            except MissingDice as missing:
                hand += missing.roll.count
                game = before.clone()
        game.dice.in_hand = None
    return game


def saved_in_between(build: Build, game: Game[Battle], answers: Sequence[Answer], number: int) -> Game[Battle]:
    """After so many answers the game is written down, and goes on from what was written."""
    plainly(game, answers[:number])
    again = SAVER.load(build(), written(game))
    again.dice = game.dice.clone()
    return plainly(again, answers[number:])


def undone_and_redone(game: Game[Battle], answers: Sequence[Answer]) -> Game[Battle]:
    """After each answer it is taken back and given again."""
    game.advance()
    for answer in answers:
        before, first = game.clone(), written(game)
        plainly(game, [answer])
        once = written(game)
        game = before
        assert written(game) == first
        plainly(game, [answer])
        assert written(game) == once
    return game
