"""How an imagined game goes on: quick answers of all seats, by the rulebook's own appraisal."""

from __future__ import annotations

from itertools import islice
from typing import Any

from attrs import frozen

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer, DiceQuestion, Place, Question
from tabletop_tui.play.luck import SplitMix64

LISTED = 24
"""The most answers that are listed where a question suggests none."""


def candidates(question: Question, few: int, luck: SplitMix64) -> list[Answer]:
    """A few good answers to a question; where it lists more than it can suggest, some of them by chance."""
    if isinstance(question, Place):
        found: list[Answer] = []
        for _ in range(few):
            answer = question.sample(luck)
            if answer not in found:
                found.append(answer)
        return found
    return list(islice(question.legal(), LISTED))


@frozen
class Replies:
    """The best of a few answers; chance decides among equals."""

    few: int = 6
    """How many places are looked at."""

    def ranked(self, game: Game[Any], luck: SplitMix64) -> list[Answer]:
        """A few answers to the waiting question, the best first."""
        question = game.question
        assert question is not None
        if isinstance(question, DiceQuestion):
            return [question.sample(luck)]
        answers = candidates(question, self.few, luck)
        if len(answers) < 2:
            return answers or [question.sample(luck)]
        worth = [
            (game.system.appraise(game, answer), luck.below(1 << 30), place) for place, answer in enumerate(answers)
        ]
        return [answers[place] for *_, place in sorted(worth, reverse=True)]
