"""From task to task of a lesson, whichever screen a task is done on: what is put down, what comes next, the end."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from attrs import evolve
from textual.screen import Screen

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.validation import attempt
from tabletop_tui.rulebook.registry import system
from tabletop_tui.school.chapter_pages import in_short, puzzles_on
from tabletop_tui.school.learner_progress import Learner
from tabletop_tui.school.lesson_files import LESSON, PUZZLE, listed
from tabletop_tui.school.lesson_run import LessonRun
from tabletop_tui.school.verdict import Verdict
from tabletop_tui.screens.base.app_protocol import Host
from tabletop_tui.screens.base.base_screen import Fitting
from tabletop_tui.screens.learning.school_pages import page

PUZZLE_KEY = "p"
"""The key that leads from the end of a chapter to a puzzle about its rules."""


def task_screen(host: Host, run: LessonRun, learner: Learner) -> Screen[Any]:
    """The screen on which the task is done at which a lesson stands."""
    if run.building is None:
        return host.make_screen("lesson", run, learner)
    return host.make_screen("force task", run, learner)


def put_down(run: LessonRun, learner: Learner, verdict: Verdict) -> str:
    """Keep what came of a task; a sentence where it cannot be kept."""
    told = (run.lesson, evolve(verdict, stars=run.stars), run.hints, run.tries, datetime.now(UTC))
    try:
        learner.keep(lambda one: one.verdict(*told, run.stars > 0, run.stars_of))
    except BadFile as error:
        return error.brief
    return ""


def go_on(
    screen: Fitting[Any],
    run: LessonRun,
    learner: Learner,
    leave: Callable[[], object],
    end: Callable[[], object] = lambda: None,
) -> str:
    """Open the next task in the place of this one, or close the chapter and leave; a sentence where that cannot be.

    `end` is what the screen does before another takes its place.
    """
    following = run.following
    if following is None:
        _close_chapter(screen, run, learner, leave)
        return ""
    try:
        attempt(run.lesson.path, lambda: run.begin(following))
    except BadFile as error:
        return error.brief
    end()
    screen.replace_by(task_screen(screen.tabletop, run, learner))
    return ""


def _close_chapter(screen: Fitting[Any], run: LessonRun, learner: Learner, leave: Callable[[], object]) -> None:
    """The chapter in ten lines once it is done, then out."""
    lesson = run.lesson
    if lesson.kind != LESSON or not run.stars:
        leave()
        return
    puzzles = puzzles_on(lesson, listed(lesson.system, PUZZLE, []), learner)
    more = f"Puzzles on this: {', '.join(one.name for one in puzzles)}" if puzzles else ""
    leads = [(PUZZLE_KEY, f"the puzzle {puzzles[0].name}")] if puzzles else []
    title = f"{lesson.chapter} {lesson.name}, in short"
    sheet = page(title, in_short(system(lesson.system), lesson), more, leads=leads)

    def closed(led: str | None) -> None:
        leave()
        if led:
            screen.tabletop.open_screen("lesson", LessonRun(puzzles[0]), learner)

    screen.tabletop.push_screen(sheet, closed)
