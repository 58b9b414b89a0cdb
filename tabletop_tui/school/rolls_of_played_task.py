"""What is rolled in a task as it was played, each roll with the rules by which its dice can be loaded."""

from __future__ import annotations

from typing import Any

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer
from tabletop_tui.school.lesson_run import LessonRun

Rolls = list[tuple[tuple[str, ...], tuple[int, ...]]]
"""Rule ids and faces of each roll, in their order; the rules of the step that rolls come first."""


def rolls_of(run: LessonRun) -> Rolls:
    """All that was rolled since the task began."""
    told: Rolls = []
    again = LessonRun(run.lesson, run.number, run.seed).session.game
    for entry in run.session.history:
        again.dice.unread = entry.dice or ()
        told += _noted(again, entry.answer)
    return told


def _noted(game: Game[Any], answer: Answer) -> Rolls:
    """Play an answer; what is rolled."""
    told: Rolls = []
    dice = game.dice
    draw = dice.draw

    def noting(roll: Any) -> tuple[int, ...]:
        faces = draw(roll)
        of_step = (rule for rule in game.running if rule in roll.rules)
        told.append((tuple(dict.fromkeys((*of_step, *roll.rules))), faces))
        return faces

    dice.draw = noting  # type: ignore[method-assign]
    try:
        game.answer(answer)
        game.run()
    finally:
        del dice.draw
    return told


def loads(rolls: Rolls) -> list[dict[str, Any]]:
    """These rolls as a file loads them; a roll without a rule cannot be loaded and is left out."""
    return [{"rule": rules[0], "faces": list(faces)} for rules, faces in rolls if rules]
