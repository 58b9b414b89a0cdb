"""The random player: any legal answer."""

from __future__ import annotations

from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.question import Answer
from tabletop_tui.play.computer_rng import SplitMix64


class Random:
    """Answers by chance, with whatever the question offers."""

    def __init__(self, seed: int = 0, seat: int = 0) -> None:
        self._luck = SplitMix64(seed, seat)

    def choose(self, game: Game[State], number: int) -> Answer:
        question = game.question
        assert question is not None
        return question.sample(self._luck.at(number))
