"""The greedy player: what is worth most at once, by the system's own valuation."""

from __future__ import annotations

from itertools import islice
from time import monotonic

from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.question import Answer, DiceQuestion
from tabletop_tui.play.luck import SplitMix64

LOOKED_AT = 150
"""The most answers it looks at; where there are more, chance picks those."""
LISTED = 5_000
"""The most answers it lists to pick those from."""
SECONDS = 1.0
"""How long it thinks about one question."""


class Greedy:
    """Looks one answer ahead, never further; among equals chance decides."""

    def __init__(
        self, seed: int = 0, seat: int = 0, *, looked_at: int = LOOKED_AT, seconds: float | None = None
    ) -> None:
        """It looks at so many answers, for so many seconds; SECONDS where that is not said."""
        self._luck = SplitMix64(seed, seat)
        self._looked_at = looked_at
        self._seconds = SECONDS if seconds is None else seconds

    def choose(self, game: Game[State], number: int) -> Answer:
        question = game.question
        assert question is not None
        luck = self._luck.at(number)
        if isinstance(question, DiceQuestion):
            return question.sample(luck)
        answers = list(islice(question.legal(), LISTED))
        if len(answers) == 1:
            return answers[0]
        deadline = monotonic() + self._seconds
        best: list[Answer] = []
        most = 0.0
        for answer in self._some(answers, luck):
            worth = game.system.appraise(game, answer)
            if not best or worth > most:
                best, most = [answer], worth
            elif worth == most:
                best.append(answer)
            if monotonic() > deadline:
                break
        return luck.choice(best) if best else question.sample(luck)

    def _some(self, answers: list[Answer], luck: SplitMix64) -> list[Answer]:
        """All answers if they are few, else as many as it looks at, by chance, none twice."""
        for place in range(min(self._looked_at, len(answers)) if len(answers) > self._looked_at else 0):
            other = place + luck.below(len(answers) - place)
            answers[place], answers[other] = answers[other], answers[place]
        return answers[: self._looked_at]
