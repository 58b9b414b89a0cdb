"""The player of a lesson: what its author wrote down for a rule, and the greedy player where nothing is written."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from tabletop_tui.engine.game import Game, State
from tabletop_tui.engine.question import Answer, Pick, Place
from tabletop_tui.play.players.greedy_player import Greedy

LOOKED_AT = 40


class Written:
    """Gives the answers that were written for a rule, in their order; each once, and only where it is legal."""

    def __init__(self, seed: int, seat: int, answers: Sequence[Sequence[Any]]) -> None:
        """`answers` are pairs: a rule id, and what is answered to a question under that rule."""
        self._answers = answers
        self._greedy = Greedy(seed, seat, looked_at=LOOKED_AT)
        self._given: dict[int, int] = {}
        """Which of them was given as answer number so and so; what was taken back is given again."""
        self.used = set[int]()
        """Those that it has ever chosen, in play or in thought ..."""
        self.refused: dict[int, str] = {}
        """... and those that were not legal when it was asked: the question, and why not."""

    def choose(self, game: Game[State], number: int) -> Answer:
        answer, which = self.choice(game, self.given(number), number)
        self._given.pop(number, None)
        if which is not None:
            self._given[number] = which
        return answer

    def given(self, number: int) -> frozenset[int]:
        """Which of its written answers were given before answer number so and so."""
        return frozenset(one for place, one in self._given.items() if place < number)

    def choice(self, game: Game[State], given: Set[int], number: int = 0) -> tuple[Answer, int | None]:
        """What it answers when these of its written answers have been given, and which of them that is."""
        question = game.question
        assert question is not None
        rules = (*question.rules, *game.agenda[-1].rules)
        for one, (rule, written) in enumerate(self._answers):
            if one not in given and rule in rules:
                answer = as_answer(game, written)
                if (refusal := question.refuse(answer)) is None:
                    self.used.add(one)
                    return answer, one
                self.refused[one] = f"“{question.prompt}”: {refusal}"
        return self._greedy.choose(game, number), None


def as_answer(game: Game[State], written: Any) -> Answer:
    """An answer as authors write it: places may be one text with blanks between, options go by their labels too."""
    question = game.question
    if isinstance(question, Place) and isinstance(written, str):
        return written.split()
    if isinstance(question, Pick) and isinstance(written, str) and question.option(written) is None:
        by_label = [one.key for one in question.options if written.lower() == one.label.lower()]
        return by_label[0] if len(by_label) == 1 else written
    return written
