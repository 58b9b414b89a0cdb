"""The scripted player: answers written down beforehand, for tests, examples and lessons."""

from __future__ import annotations

from collections.abc import Iterable

from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.question import Answer


class ScriptEnded(Exception):
    """The script has no answer left for the question that waits."""


class Scripted:
    """Gives its answers in turn; the game refuses those that are not legal."""

    def __init__(self, answers: Iterable[Answer]) -> None:
        self._answers = iter(answers)

    def choose(self, game: Game[State], number: int) -> Answer:
        for answer in self._answers:
            return answer
        question = game.question
        raise ScriptEnded(f"the script has no answer to: {question.prompt if question else 'nothing is asked'}")
