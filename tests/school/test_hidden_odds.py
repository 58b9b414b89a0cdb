"""Chances that would give an answer away: hidden until it is given, and named by `check` where they are not."""

from __future__ import annotations

import pytest
from attrs import evolve

from tabletop_tui.engine.previews import VEILED
from tabletop_tui.engine.question import Pick
from tabletop_tui.play.players.scripted_player import as_answer
from tabletop_tui.rulebook import plugins
from tabletop_tui.rulebook.registry import system_ids
from tabletop_tui.school.answer_giveaways import giveaways
from tabletop_tui.school.lesson_files import KINDS, Lesson, Task, listed, named
from tabletop_tui.school.lesson_run import LessonRun

HIDDEN = [
    (lesson, number)
    for name in sorted(system_ids())
    for kind in KINDS
    for lesson in listed(name, kind, [])
    for number, task in enumerate(lesson.tasks)
    if task.odds == "hidden"
]


def with_task(lesson: Lesson, task: Task) -> Lesson:
    return evolve(lesson, tasks=(task,))


def test_several_tasks_of_each_rulebook_hide_them() -> None:
    assert {lesson.system for lesson, _ in HIDDEN} == {*plugins.offered()}
    assert len(HIDDEN) >= 20


SAMPLE = HIDDEN[::3]


@pytest.mark.parametrize(("lesson", "number"), SAMPLE, ids=[f"{one.id}-{n + 1}" for one, n in SAMPLE])
def test_no_answer_on_the_way_shows_a_chance_or_a_needed_number(lesson: Lesson, number: int) -> None:
    run, veiled = LessonRun(lesson, number), 0
    verdict = run.run_on()
    for written in lesson.tasks[number].solution:
        question = run.session.question
        if question is None or verdict is not None:
            break
        answers = [one.key for one in question.options] if isinstance(question, Pick) else []
        for answer in (as_answer(run.session.game, written), *answers):
            preview = run.session.game.preview(answer)
            if preview is None:
                continue
            assert not preview.chances, written
            assert preview.expected is None
            assert not any(line.tally for line in preview.lines)
            veiled += VEILED in preview.lines
        verdict = run.answer(written)
    assert veiled, "something is hidden, and that is said"


def test_check_names_a_task_whose_list_gives_the_answer_away() -> None:
    lesson = named("pmc2640", "puzzle:whom-to-hush")
    assert lesson is not None
    assert [*giveaways(lesson)] == []
    shown = with_task(lesson, evolve(lesson.tasks[0], odds="shown"))
    assert [*giveaways(shown)] == [
        "the list shows 61% beside B2 Light infantry team, 13.5 in and 43% at most beside others; "
        'odds = "hidden" keeps that until the answer is given'
    ]
