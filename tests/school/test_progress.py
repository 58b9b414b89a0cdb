"""What is remembered of a learner: stars, rules that come back, a file that other versions may share."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from tabletop_tui.school.lesson_files import Lesson, listed
from tabletop_tui.school.lesson_run import Verdict
from tabletop_tui.school.progress import Learner, path_of

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
DONE, MISSED = Verdict("done", "", 3), Verdict("missed", "")


def lessons() -> list[Lesson]:
    return listed("mechcom")


def test_what_was_missed_comes_back_first() -> None:
    learner, missed = Learner("mechcom"), lessons()[1]
    for lesson in lessons():
        learner.verdict(lesson, MISSED if lesson == missed else DONE, 0, 0, NOW)
    learner.verdict(missed, MISSED, 0, 1, NOW + timedelta(hours=1))
    days = (NOW + timedelta(hours=hour) for hour in range(1, 999))
    first = next(day for day in days if learner.due(day))
    assert learner.due(first)[0] in missed.rules
    assert learner.review(lessons(), first)[0] == missed
    assert learner.next(lessons(), [], first) == missed


def test_rules_are_new_then_shaky_then_known() -> None:
    learner, lesson = Learner("mechcom"), lessons()[0]
    rule = lesson.rules[0]
    assert learner.knows(rule, NOW) == "new"
    learner.verdict(lesson, DONE, 0, 0, NOW)
    assert learner.knows(rule, NOW) == "shaky"
    now = NOW
    for _ in range(4):
        now += timedelta(days=30)
        learner.verdict(lesson, DONE, 0, 0, now)
    assert learner.knows(rule, now) == "known"


def test_the_best_stars_stay_and_a_lesson_is_forgotten_whole(home: Path) -> None:
    lesson = lessons()[0]
    learner = Learner.of("mechcom")
    learner.verdict(lesson, DONE, 0, 0, NOW)
    learner.verdict(lesson, Verdict("done", "", 1), 3, 2, NOW)
    learner.table["of a later version"] = {"colour": 1}
    learner.save()
    again = Learner.of("mechcom")
    assert again.stars(lesson) == 3
    assert again.taught(lessons()) == {*lesson.teaches, *lesson.tells}
    assert again.table["of a later version"] == {"colour": 1}
    again.forget(lesson)
    again.save()
    assert lesson.rules[0] not in path_of("mechcom").read_text(encoding="utf-8")
    assert Learner.of("mechcom").stars(lesson) == 0


def test_a_file_that_cannot_be_read_is_a_fresh_start(home: Path) -> None:
    path_of("mechcom").parent.mkdir(parents=True)
    path_of("mechcom").write_text("rules = 3", encoding="utf-8")
    assert Learner.of("mechcom").due(NOW) == []


def test_only_the_rules_of_a_task_are_graded_until_the_lesson_is_whole() -> None:
    learner, lesson = Learner("mechcom"), lessons()[0]
    first, *others = lesson.rules
    learner.verdict(lesson, Verdict("done", "", 3, rules=(first,)), 0, 0, NOW, whole=False)
    assert learner.knows(first, NOW) == "shaky"
    assert {learner.knows(rule, NOW) for rule in others} == {"new"}
    learner.verdict(lesson, Verdict("done", "", 3, rules=(first,)), 0, 0, NOW)
    assert {learner.knows(rule, NOW) for rule in others} == {"shaky"}
