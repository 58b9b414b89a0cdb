"""How far a task has come: what counted so far, how much of its time is used up, and whether it is done, lost or over.

`follow` is a pure function, so that the task on the screen and the courses of a game that only are thought through
(`school/exact_chances.py`) are judged alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Literal

from attrs import evolve, field

from tabletop_tui.engine.events import Began, Closed, Event, Fell, Harmed, starts_round
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.goals import Happened, added
from tabletop_tui.engine.question import Answer
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.battle_facts import Fact, fact
from tabletop_tui.school.lesson_files import Task

State = Literal["open", "done", "lost", "over"]
UNHURT = frozenset(("abandoned", "evacuated", "fled", "given away", "left", "without room"))
"""What becomes of a unit that is gone without being hurt, as `Fell.cause` has it."""


@frozen
class Progress:
    """Where a task stands."""

    totals: Mapping[Happened, float] = field(factory=dict)
    """What each condition on events has come to."""
    answers: int = 0
    """How many answers the learner has given."""
    activations: int = 0
    """How many activations have begun since."""
    state: State = "open"
    """done: the goal is met; lost: it is out of reach; over: its time is up and it was not met."""
    left: Mapping[str, int] = field(factory=dict)
    """What is left of each unit: models, life."""

    @property
    def key(self) -> tuple[Any, ...]:
        """The same for courses that are alike from here on; what is left of the units, the game itself says."""
        return (frozenset(self.totals.items()), self.answers, self.activations, self.state)


class Facts:
    """The facts of a game as it stands, each asked for once."""

    def __init__(self, game: Game[Any]) -> None:
        self.ask = cache(lambda name: fact(game, name))

    def __call__(self, name: str) -> Fact:
        return self.ask(name)


def parts_of(task: Task) -> list[Happened]:
    """The conditions on events that are counted for a task."""
    goal = task.goal
    told = (part for one in task.verdict.instead for part in one.when.parts())
    return list(dict.fromkeys([*goal.wanted.parts(), *(part for one in goal.lost for part in one.parts()), *told]))


def begun(task: Task, game: Game[Any]) -> Progress:
    """A task at its first question."""
    left = {line.unit: line.left.left for line in game.system.roster(game) if line.left is not None}
    return _judged(task, Progress(left=left), Facts(game), ended=False)


def harm_counted(events: Iterable[Event], left: Mapping[str, int]) -> tuple[list[Event], Mapping[str, int]]:
    """These events with all harm in them, and what is left of each unit after them, given what was before.

    Where a rulebook says of a unit shot away whole only that it fell, the harm, of all that was left, comes before it.
    """
    told: list[Event] = []
    now = dict(left)
    for event in events:
        if isinstance(event, Harmed):
            now[event.unit] = event.left
        elif isinstance(event, Fell):
            gone = now.pop(event.unit, 0)
            if gone > 0 and event.cause not in UNHURT:
                told.append(Harmed("", (), event.seat, event.unit, gone, 0, event.by, event.cause))
        told.append(event)
    return told, now


def follow(task: Task, before: Progress, events: Iterable[Event], game: Game[Any]) -> Progress:
    """A task after one more step of the game, or after an answer was taken; what is decided stays so."""
    if before.state != "open":
        return before
    (happened, left), ask = harm_counted(events, before.left), Facts(game)
    starts = sum(isinstance(event, Began) and event.level == "activation" for event in happened)
    totals = added(before.totals, parts_of(task), happened, ask) if happened else before.totals
    progress = evolve(before, totals=totals, activations=before.activations + starts, left=left)
    ended = game.result is not None or _time_is_up(task, progress, happened, game)
    return _judged(task, progress, ask, ended)


def answered(task: Task, before: Progress, game: Game[Any], answer: Answer, by_learner: bool) -> Progress:
    """A task after one more answer and what follows it, up to the next question or to where it is decided.

    The game, whose dice are known, goes on by it.
    """
    *_, (_, progress) = course(task, before, game, answer, by_learner)
    return progress


def course(
    task: Task, before: Progress, game: Game[Any], answer: Answer, by_learner: bool
) -> Iterator[tuple[Step, Progress]]:
    """The same step by step, the question first: each with where the task stands after it."""
    progress, step = evolve(before, answers=before.answers + by_learner), game.agenda[-1]
    game.answer(answer)
    while True:
        happened, game.events = game.events, []
        progress = follow(task, progress, happened, game)
        yield step, progress
        if progress.state != "open" or (following := game.step()) is None:
            return
        step = following


def _judged(task: Task, progress: Progress, ask: Facts, ended: bool) -> Progress:
    goal = task.goal
    if goal.wanted.settled(progress.totals) is False or any(one.holds(progress.totals, ask) for one in goal.lost):
        return evolve(progress, state="lost")
    if (ended or not goal.at_end) and goal.wanted.holds(progress.totals, ask):
        return evolve(progress, state="done")
    return evolve(progress, state="over") if ended else progress


def _time_is_up(task: Task, progress: Progress, events: Iterable[Event], game: Game[Any]) -> bool:
    until = task.goal.until
    if isinstance(until, int):
        return progress.answers >= until and game.waiting
    if any((isinstance(event, Closed) and event.level == "round") or starts_round(event) for event in events):
        return until != "game"
    new_phase = any(isinstance(event, Began) and event.level == "phase" for event in events)
    if new_phase and until in ("phase", "activation"):
        return True
    return until == "activation" and _activation_is_over(task, progress, game)


def _activation_is_over(task: Task, progress: Progress, game: Game[Any]) -> bool:
    """Whether the learner's activation has ended, or another one has begun."""
    first = 0 if task.active else 1
    if progress.activations != first:
        return progress.activations > first
    # Somebody is asked, and no unit acts any more: the next one is chosen.
    return game.waiting and not any(line.state == "active" for line in game.system.roster(game))
