"""An appraiser without playouts: what an answer is worth is written down, and its noise hangs on the playout alone."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from attrs import define, field, frozen

from tabletop_tui.coach.answer_comparison import Ending, Plan, Play
from tabletop_tui.engine.game import Game


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
        return Writing(self, seed)

    def worth_of(self, plan: Plan) -> float:
        """That of the last answer of a plan of which it is written down."""
        return next((self.worth[str(one)] for one in reversed(plan) if str(one) in self.worth), self.default)

    def value(self, plan: Plan, number: int, seed: int) -> float:
        alike = Random(f"{seed} {number}").uniform(-self.noise, self.noise)
        apart = Random(f"{seed} {number} {plan[0]}").uniform(-self.own, self.own)
        return self.worth_of(plan) + alike + apart


@frozen
class Writing:
    """What plays on from plans."""

    mind: Written
    seed: int

    def __call__(self, plan: Plan, playouts: range) -> list[float]:
        self.mind.played.setdefault(str(plan[0]), []).extend(playouts)
        return [self.mind.value(plan, number, self.seed) for number in playouts]

    def endings(self, plan: Plan, most: int) -> list[Ending]:
        return []
