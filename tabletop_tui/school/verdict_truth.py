"""Whether the sentences of a task are true however it is played: its ways to fail, no act, Enter alone, by chance.

Wherever a sentence of the file would have spoken of something that did not happen, a learner sees the facts in its
place (`LessonRun.unsaid`); a file that is shipped has none of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.game import Game
from tabletop_tui.engine.option_order import Folded, arranged, careful
from tabletop_tui.engine.question import Answer, Pick, Place, Question, Split
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.files.validation import Faults, Wrong, shown
from tabletop_tui.school.lesson_files import Task
from tabletop_tui.school.lesson_run import LessonRun
from tabletop_tui.school.task_account import check_names
from tabletop_tui.school.verdict import Verdict

WAYS = 50
"""So many ways are played by chance."""
LONGEST = 12
"""So many answers of the learner are given on a way."""
Way = Callable[[LessonRun, Question], Answer]


class Stop(Exception):
    """A way goes no further."""


def check_words(task: Task, run: LessonRun) -> None:
    """Wrong for a name in braces that can never be filled in."""
    faults, account = Faults(), run.account()
    for place, text in verdict_texts(task):
        with faults.of(place):
            check_names(text, account)
    faults.raise_any()


def verdict_texts(task: Task) -> Iterator[tuple[str, str]]:
    """The sentences that say what came of a task, each with its place."""
    for key in ("done", "lost", "nearly"):
        yield f"verdict.{key}", getattr(task.verdict, key)
    yield from ((f"verdict.instead[{number}].say", one.say) for number, one in enumerate(task.verdict.instead))
    yield from ((f"fails[{number}].say", one.say) for number, one in enumerate(task.fails))


def check_truth(task: Task, begin: Callable[[int], LessonRun], ways: int = WAYS) -> None:
    """Wrong, with the way on which it was not true, for each sentence of a task that is not."""
    found: dict[str, str] = {}
    for name, seed, way in ways_of(task, ways):
        run = begin(seed)
        played = play(run, way)
        for place, text, why in run.unsaid:
            told = f"{shown(text)} is not true after {name} ({' '.join(map(shown, played)) or 'no answer'}): {why}"
            found.setdefault(place, told)
    faults = Faults()
    for place, told in found.items():
        with faults.of(place):
            raise Wrong(f"{told}. Fill it in with {{...}}, or say it under `when`, or of one of `fails`")
    faults.raise_any()


def ways_of(task: Task, ways: int) -> Iterator[tuple[str, int, Way]]:
    """The ways to be played: each with its name, the seed of its dice, and what is answered."""
    for number, fail in enumerate(task.fails):
        yield f"fails[{number}]", 0, written(fail.answers)
    yield "no act", 0, written(())
    yield "Enter alone", 0, lambda run, question: entered(run.session.game, question)
    for number in range(1, ways + 1):
        chooser = Random(number)
        yield f"way {number}", number, lambda run, question, by=chooser: question.sample(by)  # type: ignore[misc]


def play(run: LessonRun, way: Way, longest: int = LONGEST) -> list[Answer]:
    """Play a task in a way until it is judged or the way ends; the learner's answers."""
    given: list[Answer] = []
    verdict: Verdict | None = run.run_on()
    while verdict is None and len(given) < longest and (question := run.session.question) is not None:
        try:
            answer = way(run, question)
            verdict = run.answer(answer)
        except (Stop, Refused):
            break
        given.append(answer)
    return given


IDLE = ("end", "pass", "quit", "hold", "wait", "decline", "stay", "done")
"""The answers of one who does nothing: an activation ended, a shot held, an offer declined; the first that is legal."""


def written(answers: Sequence[Any]) -> Way:
    """Gives these answers, and does nothing from there on."""
    left = list(answers)

    def way(run: LessonRun, question: Question) -> Answer:
        if left:
            return left.pop(0)
        legal = list(question.legal()) if isinstance(question, Pick) else []
        idle = next((word for word in IDLE if word in legal), None)
        if idle is None:
            raise Stop
        return idle

    return way


def entered(game: Game[Any], question: Question) -> Answer:
    """What a mere Enter answers, if the learner has chosen nothing; Stop where it answers nothing."""
    if isinstance(question, Assign):
        return dict(question.default)
    if isinstance(question, Pick | Split):
        options = arranged(question.options)
        option = options[careful(options)]
        if isinstance(option, Folded):
            option = next(one for one in question.options if one.group == option.group and one.refusal is None)
        return {option.key: question.total} if isinstance(question, Split) else option.key
    if isinstance(question, Place):
        here = next((line.spot for line in game.system.roster(game) if line.unit == question.about), "")
        if here and question.refuse([here]) is None:
            return [here]
    raise Stop
