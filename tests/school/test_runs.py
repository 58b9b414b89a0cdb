"""Chances by imagined games, where there are too many courses to follow them all."""

from __future__ import annotations

from functools import partial

import pytest

from tabletop_tui.school import lesson_run
from tabletop_tui.school.chances import Outlook
from tabletop_tui.school.runs import Runs, Share
from tests.school.test_chances import node_of, run_of

EXACT = run_of().best()


@pytest.fixture
def few_courses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lesson_run, "Outlook", partial(Outlook, most=3))


def test_they_come_near_the_exact_chances() -> None:
    run = run_of()
    exact = dict(run.chances())
    runs = Runs(run.task, {}, runs=100)
    for answer, share in runs.all(node_of(run)):
        assert share.chance == pytest.approx(exact[answer], abs=4 * share.error)


def test_a_difference_that_may_be_chance_gives_nothing_away() -> None:
    best, close, worse = Share((1, 1, 1, 0) * 25), Share((1, 1, 0, 1) * 25), Share((1, 0, 0, 0) * 25)
    assert close.behind(best) == best.behind(close) == 0
    assert worse.behind(best) == pytest.approx(0.5)
    assert Share((1,) * 100).error == 0.01, "nothing is certain by trying"


@pytest.mark.usefixtures("few_courses")
def test_a_task_with_too_many_courses_is_judged_about() -> None:
    run = run_of()
    assert run.best() == pytest.approx(EXACT, abs=0.12)
    assert run.by_runs
    verdict = run.answer("end")
    assert verdict is not None
    assert verdict.outcome == "missed"
    assert verdict.say.startswith("about ")
    assert "(± 1)" in verdict.say
    assert run.error == pytest.approx(1 / 200)


@pytest.mark.usefixtures("few_courses")
def test_the_best_answer_by_runs_loses_nothing() -> None:
    run = run_of()
    best, _ = max(run.chances(), key=lambda one: one[1])
    run.answer(best)
    assert run.chance == 0.5, "all that the file promises"
    assert run.error > 0
