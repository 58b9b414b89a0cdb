"""What an answer is worth to a greedy player: each rulebook says it for the questions on which it has an opinion."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.game import Ask, Game
from tabletop_tui.engine.question import Answer


def appraise(game: Game[Any], answer: Answer) -> float:
    """The worth of an answer to the question that waits, at once and by expectation."""
    ask = game.agenda[-1]
    assert isinstance(ask, Ask)
    return worth(ask, game, answer)


@singledispatch
def worth(ask: Ask, game: Game[Any], answer: Answer) -> float:
    """What an answer to `ask` is worth; 0 where a rulebook has no opinion, so that chance decides."""
    return 0.0


@worth.register
def _(ask: AskAction, game: Game[Any], answer: Answer) -> float:
    return action_worth(ask.chosen(game, answer), game)


@singledispatch
def action_worth(action: Action, game: Game[Any]) -> float:
    """What an action is worth; 0 where a rulebook has no opinion."""
    return 0.0
