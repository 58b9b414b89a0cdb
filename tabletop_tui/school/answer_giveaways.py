"""Where the list of answers gives away which one is right: a task in which chances had better be hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tabletop_tui.engine.game import Game
from tabletop_tui.engine.question import Answer, Pick
from tabletop_tui.engine.setup import SHOWN
from tabletop_tui.engine.wording import percent
from tabletop_tui.play.players.scripted_player import as_answer
from tabletop_tui.school.lesson_files import Lesson
from tabletop_tui.school.lesson_run import LessonRun

CLEARLY = 0.05
"""A chance that is better by so much is seen at a glance."""


def giveaways(lesson: Lesson) -> Iterator[str]:
    """A sentence for each task whose right answer is the one with the highest figure in the list."""
    for number, task in enumerate(lesson.tasks):
        if task.odds != SHOWN or task.force is not None:
            continue
        run = LessonRun(lesson, number)
        verdict = run.run_on()
        for written in task.solution:
            if verdict is not None or run.session.question is None:
                break
            answer = as_answer(run.session.game, written)
            if told := _given_away(run.session.game, answer):
                place = f"task {number + 1}: " if len(lesson.tasks) > 1 else ""
                yield f'{place}{told}; odds = "hidden" keeps that until the answer is given'
                break
            verdict = run.answer(written)


def _given_away(game: Game[Any], answer: Answer) -> str:
    """How the list shows that this is the best answer to the question that waits; '' if it does not."""
    question = game.question
    if not isinstance(question, Pick):
        return ""
    found = dict[str, float]()
    for option in question.options:
        if option.refusal is None and (preview := game.preview(option.key)) is not None and preview.chances:
            found[option.key] = preview.chances[0].probability
    mine = found.pop(str(answer), None)
    if mine is None or not found or mine < max(found.values()) + CLEARLY:
        return ""
    label = next(option.label for option in question.options if option.key == answer)
    return f"the list shows {percent(mine)} beside {label} and {percent(max(found.values()))} at most beside others"
