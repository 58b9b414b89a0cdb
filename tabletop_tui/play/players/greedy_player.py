"""The greedy player: what is worth most at once, by the system's own valuation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from time import monotonic
from typing import Any

from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.place_fields import Searched, Suggesting
from tabletop_tui.engine.question import Answer, DiceQuestion, Place, Question
from tabletop_tui.play.computer_rng import SplitMix64
from tabletop_tui.table.points import parse_spot, spot_text

LOOKED_AT = 150
"""The most answers it looks at; where there are more, chance picks those."""
LISTED = 5_000
"""The most answers it lists to pick those from."""
SUGGESTED, SAMPLED = 24, 6
"""Of the places of an open table it looks at so many that are suggested, and at so many by chance ..."""
STEPS = (3.0, 1.0)
"""... and then around the best of them, so far from it."""
AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
SECONDS = 1.0
"""How long it thinks about one question."""


Judge = Callable[[Game[Any], Answer], float]
"""What an answer to the waiting question is worth."""


def at_once(game: Game[Any], answer: Answer) -> float:
    return game.system.appraise(game, answer)


class Greedy:
    """Looks one answer ahead, never further; among equals chance decides."""

    def __init__(
        self,
        seed: int = 0,
        seat: int = 0,
        *,
        looked_at: int = LOOKED_AT,
        seconds: float | None = None,
        by: Judge = at_once,
    ) -> None:
        """It looks at so many answers, for so many seconds (SECONDS where that is not said), and judges `by` this."""
        self._luck = SplitMix64(seed, seat)
        self._looked_at, self._judge = looked_at, by
        self._seconds = SECONDS if seconds is None else seconds

    def choose(self, game: Game[State], number: int) -> Answer:
        question = game.question
        assert question is not None
        luck = self._luck.at(number)
        if isinstance(question, DiceQuestion):
            return question.sample(luck)
        places = isinstance(question, Place) and is_open(question)
        answers = self._places(question, luck) if places else self._listed(question, luck)
        if len(answers) == 1:
            return answers[0]
        look = BestSoFar(game, self._looked_at, monotonic() + self._seconds, self._judge)
        look.at(answers)
        if places:
            look.around()
        return luck.choice(look.best) if look.best else question.sample(luck)

    def _places(self, question: Question, luck: SplitMix64) -> list[Answer]:
        """The places that it looks at first."""
        found = question.suggest(min(SUGGESTED, self._looked_at))
        for _ in range(min(SAMPLED, self._looked_at)):
            if (other := question.sample(luck)) not in found:
                found.append(other)
        return found

    def _listed(self, question: Question, luck: SplitMix64) -> list[Answer]:
        """All answers if they are few, else as many as it looks at, by chance, none twice."""
        answers = list(islice(question.legal(), LISTED))
        for place in range(min(self._looked_at, len(answers)) if len(answers) > self._looked_at else 0):
            other = place + luck.below(len(answers) - place)
            answers[place], answers[other] = answers[other], answers[place]
        return answers[: self._looked_at]


def is_open(question: Place) -> bool:
    """Whether a place is wanted on an open table, where it would take long to find all there are."""
    return isinstance(question.field, Suggesting) and isinstance(question.field, Searched)


class BestSoFar:
    """A look at answers one after another, and the best of them so far."""

    def __init__(self, game: Game[State], most: int, deadline: float, judge: Judge) -> None:
        self._game, self._left, self._deadline, self._judge = game, most, deadline, judge
        self.best: list[Answer] = []
        self._most = 0.0

    @property
    def is_over(self) -> bool:
        return self._left <= 0 or monotonic() > self._deadline

    def at(self, answers: list[Answer]) -> None:
        """Look at these, as long as there is time."""
        for answer in answers:
            worth = self._judge(self._game, answer)
            self._left -= 1
            if not self.best or worth > self._most:
                self.best, self._most = [answer], worth
            elif worth == self._most:
                self._add(answer)
            if self.is_over:
                return

    def _add(self, answer: Answer) -> None:
        """One more of the best; where a plain place is worth as much, no formation and no turn is taken."""
        if is_plain(answer) and not is_plain(self.best[0]):
            self.best = [answer]
        elif is_plain(answer) or not is_plain(self.best[0]):
            self.best.append(answer)

    def around(self) -> None:
        """Look around the best one, and go on from there as long as it gets better."""
        seen: set[tuple[str, ...]] = set()
        for step in STEPS:
            better = True
            while better and not self.is_over:
                before = self._most
                self.at([answer for answer in beside(self.best[0], step) if self._is_new(answer, seen)])
                better = self._most > before

    def _is_new(self, answer: list[str], seen: set[tuple[str, ...]]) -> bool:
        words = tuple(answer)
        if words in seen:
            return False
        seen.add(words)
        question = self._game.question
        return question is not None and question.refuse(answer) is None


def is_plain(answer: Answer) -> bool:
    """Whether an answer says nothing of a formation or a turn."""
    return not isinstance(answer, list) or all("=" not in word for word in answer if isinstance(word, str))


def beside(answer: Answer, step: float) -> Iterator[list[str]]:
    """The same answer with another single place, so far from its own in each direction."""
    spot = parse_spot(answer[0]) if answer else None
    if spot is None or any("=" not in word for word in answer[1:]):
        return
    for dx, dy in AROUND:
        yield [spot_text((round(spot[0] + step * dx), round(spot[1] + step * dy))), *answer[1:]]
