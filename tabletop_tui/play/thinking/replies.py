"""How an imagined game goes on: quick answers of all seats, by the rulebook's own appraisal."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer, DiceQuestion
from tabletop_tui.play.luck import SplitMix64


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
        answers = question.suggest(self.few)
        if len(answers) < 2:
            return answers or [question.sample(luck)]
        worth = [
            (game.system.appraise(game, answer), luck.below(1 << 30), place) for place, answer in enumerate(answers)
        ]
        return [answers[place] for *_, place in sorted(worth, reverse=True)]
