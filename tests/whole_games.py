"""Whole games by chance, for tests of every rulebook: played to their end, saved and opened on the way."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from attrs import evolve

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.engine.setup import Setup
from tests.conformance import examine


def to_the_end(game: Game, chooser: Random, one_in: int, most: int = 3000) -> None:
    """Play it by chance; one question in so many is looked at from all sides. It ends within so many answers."""
    count = looked = 0
    while (question := game.advance()) is not None:
        if chooser.randrange(one_in) == 0:
            examine(game, chooser)
            looked += 1
        game.answer(question.sample(chooser))
        count += 1
        assert count < most, "the game does not end"
    assert game.result is not None
    assert looked > 0


def as_data(game: Game) -> dict[str, Any]:
    """The state of a game as a journal or position holds it."""
    found: dict[str, Any] = json.loads(json.dumps(game.system.dump(game)))
    return found


def goes_on_as_it_would_have(game: Game, answers: int, seed: int) -> None:
    """A game that was saved after so many answers by chance and opened again comes to the same end."""
    chooser = Random(seed)
    for _ in range(answers):
        question = game.advance()
        assert question is not None, "the game was over before it could be saved"
        game.answer(question.sample(chooser))
    game.advance()
    again = game.system.load(game.setup, as_data(game))  # type: ignore[attr-defined]
    again.dice = game.dice.clone()
    for one in (game, again):
        same = Random(5)
        while (question := one.advance()) is not None:
            one.answer(question.sample(same))
    assert as_data(game) == as_data(again)


def saved_after(game: Game, answers: int) -> Setup:
    """The position to which so many answers by chance lead, and none that waits for dice."""
    chooser, count = Random(answers), 0
    while (question := game.advance()) is not None:
        if count >= answers and not isinstance(question, DiceQuestion):
            break
        game.answer(question.sample(chooser))
        count += 1
    return evolve(game.setup, position=as_data(game))


def never_refused(game: Game, chooser: Random, most: int) -> None:
    """No state that the game comes to is called impossible: one in four of so many is looked over."""
    looked = 0
    for number in range(most):
        if (question := game.advance()) is None:
            break
        if number % 4 == 0:
            game.system.audit(game)  # type: ignore[attr-defined]
            looked += 1
        game.answer(question.sample(chooser))
    assert looked > 10
