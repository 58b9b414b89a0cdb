"""An appraiser without playouts: what an answer is worth is written down, and its noise hangs on the playout alone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from attrs import define, field

from tabletop_tui.coach.comparing import Play
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer


@define
class Written:
    """Worth by the text of an answer; `default` for all others. It counts how often each was played on."""

    worth: Mapping[str, float]
    default: float = 0.5
    noise: float = 0.1
    """How far a playout may lie off, alike for every answer: that is what pairing takes out."""
    own: float = 0.0
    """How far it may lie off for each answer by itself."""
    played: dict[str, list[int]] = field(factory=dict)

    def __call__(self, game: Game[Any], seat: int, seed: int) -> Play:
        def play(answer: Answer, playouts: range) -> list[float]:
            self.played.setdefault(str(answer), []).extend(playouts)
            return [self.value(answer, number, seed) for number in playouts]

        return play

    def value(self, answer: Answer, number: int, seed: int) -> float:
        alike = Random(f"{seed} {number}").uniform(-self.noise, self.noise)
        apart = Random(f"{seed} {number} {answer}").uniform(-self.own, self.own)
        return self.worth.get(str(answer), self.default) + alike + apart
