"""How an imagined game goes on: quick answers of all seats, by the rulebook's appraisal, a wary one if it has it."""

from __future__ import annotations

from typing import Any, TypeGuard

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer, DiceQuestion
from tabletop_tui.play.computer_rng import SplitMix64
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.system import Wary

Weighed = list[tuple[Answer, float]]
"""A few answers, each with its worth."""


def at_first_sight(game: Game[Any], answer: Answer) -> float:
    """What an answer is worth to whoever thinks ahead, at first sight."""
    system = game.system
    return system.appraise_warily(game, answer) if is_wary(system) else system.appraise(game, answer)


def is_wary(system: object) -> TypeGuard[Wary]:
    """Whether a rulebook has a wary valuation; found once for its class, for a protocol takes long to tell."""
    kind = type(system)
    if kind not in _wary:
        _wary[kind] = isinstance(system, Wary)
    return _wary[kind]


_wary: dict[type, bool] = {}


@frozen
class Replies:
    """The best of a few answers; chance decides among equals."""

    few: int = 6
    """How many places are looked at."""

    def weighed(self, game: Game[Any]) -> Weighed:
        """A few answers to the waiting question with what they are worth; none where chance alone answers it."""
        question = game.question
        assert question is not None
        answers = [] if isinstance(question, DiceQuestion) else question.suggest(self.few)
        if len(answers) < 2:
            return [(answer, 0.0) for answer in answers]
        return [(answer, at_first_sight(game, answer)) for answer in answers]

    def ranked(self, game: Game[Any], luck: SplitMix64) -> list[Answer]:
        """A few answers to the waiting question, the best first."""
        return in_order(game, self.weighed(game), luck)


def hangs_on_chance(weighed: Weighed) -> bool:
    """Whether chance decides which of these answers is the best."""
    best = max((value for _, value in weighed), default=0.0)
    return len(weighed) != 1 and sum(value == best for _, value in weighed) != 1


def in_order(game: Game[Any], weighed: Weighed, luck: SplitMix64) -> list[Answer]:
    """Answers to the waiting question that were weighed, the best first; one by chance where there are none."""
    if not weighed:
        assert game.question is not None
        return [game.question.sample(luck)]
    if len(weighed) == 1:
        return [weighed[0][0]]
    values = [(value, luck.below(1 << 30), place) for place, (_, value) in enumerate(weighed)]
    return [weighed[place][0] for *_, place in sorted(values, reverse=True)]
