"""Which answers are worth a closer look: a few good ones of the many that a question allows."""

from __future__ import annotations

from typing import Any

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer, DiceQuestion

MORE = 2
"""So many times as many answers are weighed by the rulebook's own valuation as are looked at closer."""


def candidates(game: Game[Any], most: int, given: Answer | None = None) -> list[Answer]:
    """At most so many answers, those that the rulebook values most first, `given` among them; [] without a choice."""
    question = game.question
    if question is None or isinstance(question, DiceQuestion):
        return []
    answers = question.suggest(MORE * most)
    if given is not None and given not in answers:
        answers.append(given)
    if len(answers) < 2:
        return []
    worth = {place: game.system.appraise(game, answer) for place, answer in enumerate(answers)}
    order = sorted(worth, key=lambda place: (answers[place] != given, -worth[place]))
    return [answers[place] for place in order[:most]]
