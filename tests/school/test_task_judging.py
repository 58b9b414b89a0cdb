"""When the time of a task is up: by its goal's `until`, whatever else ends or begins meanwhile."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.engine.events import Began, Closed, Event
from tabletop_tui.school.lesson_run import LessonRun
from tabletop_tui.school.task_judging import Progress, follow
from tests.school.test_lesson_run import lesson

UNTIL = ("activation", "phase", "round", "game", 2)
ACTS = Began("", level="activation")


@pytest.mark.parametrize(
    ("events", "over"),
    [
        ([], ()),
        ([Began("", level="round")], UNTIL[:3]),
        ([Closed("", level="round")], UNTIL[:3]),
        ([Began("", level="phase")], UNTIL[:2]),
        ([Closed("", level="phase")], ()),
        ([Closed("", level="activation")], ()),
        ([ACTS], UNTIL[:1]),
        ([Closed("", level="phase"), ACTS, Closed("", level="round")], UNTIL[:3]),
    ],
)
def test_what_begins_and_ends_uses_up_the_time_of_some_goals(events: list[Event], over: tuple[str, ...]) -> None:
    run = LessonRun(lesson())
    game, task = run.session.game, run.task
    assert game.waiting
    for until in UNTIL:
        timed = evolve(task, goal=evolve(task.goal, until=until))
        for answers in (1, 2):
            state = follow(timed, Progress(answers=answers), events, game).state
            assert state == ("over" if until in over or until == answers else "open"), (until, answers)


def test_so_many_answers_are_up_only_where_the_next_question_waits() -> None:
    run = LessonRun(lesson())
    game, task = run.session.game.clone(), evolve(run.task, goal=evolve(run.task.goal, until=1))
    game.agenda.append(run.session.system.start(run.session.setup).agenda[-1])
    assert follow(task, Progress(answers=1), [], run.session.game).state == "over"
    assert follow(task, Progress(answers=3), [], run.session.game).state == "over"
    assert not game.waiting
    assert follow(task, Progress(answers=1), [], game).state == "open"


def test_an_activation_is_over_where_the_next_begins_and_the_one_that_a_task_starts_before_is_not_yet() -> None:
    run = LessonRun(lesson())
    game = run.session.game
    for go, states in (("A1", ["open", "over", "over"]), ("A", ["open", "open", "over"])):
        task = evolve(run.task, position={**run.task.position, "go": go})
        assert [follow(task, Progress(), [ACTS] * count, game).state for count in range(3)] == states
