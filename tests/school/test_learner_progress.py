"""What is remembered of a learner: stars, rules that come back, a file that other versions may share."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tabletop_tui.school.learner_progress import DONE as DONE_KEY
from tabletop_tui.school.learner_progress import RULES, Learner, path_of
from tabletop_tui.school.lesson_files import Lesson, listed
from tabletop_tui.school.verdict import Verdict

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
    learner.keep(lambda one: one.verdict(lesson, DONE, 0, 0, NOW))
    learner.keep(lambda one: one.verdict(lesson, Verdict("done", "", 1), 3, 2, NOW))
    learner.keep(lambda one: one.table.update({"of a later version": {"colour": 1}}))
    again = Learner.of("mechcom")
    assert again.stars(lesson) == 3
    assert again.taught(lessons()) == {*lesson.teaches, *lesson.tells}
    assert again.table["of a later version"] == {"colour": 1}
    again.keep(lambda one: one.forget(lesson))
    assert lesson.rules[0] not in path_of("mechcom").read_text(encoding="utf-8")
    assert Learner.of("mechcom").stars(lesson) == 0


@pytest.mark.parametrize("text", ["rules = 3", "done = []", 'notes = "x"', "rules = {", "[done\n"])
def test_a_file_that_cannot_be_read_is_a_fresh_start_and_is_kept(text: str, home: Path) -> None:
    path_of("mechcom").parent.mkdir(parents=True)
    path_of("mechcom").write_text(text, encoding="utf-8")
    learner = Learner.of("mechcom")
    assert learner.due(NOW) == []
    learner.keep(lambda one: one.verdict(lessons()[0], DONE, 0, 0, NOW))
    assert Learner.of("mechcom").stars(lessons()[0]) == 3
    assert path_of("mechcom").with_suffix(".unread").read_text(encoding="utf-8") == text


HUGE = "1" * 400
FIGURES = ['"x"', "nan", "inf", "-1", "1.5", HUGE, "[1]", "{}", "true", "2026-01-01"]
DATES = ['"2026-02-01T10:00:00"', '"2026-02-01"', '"x"', "3", "2026-02-01T10:00:00Z", "2026-02-01", "[]", f'"{HUGE}"']
DATES += ['"9999-12-31T23:59:59-12:00"', '"0001-01-01T00:00:00+12:00"']
CARD = {"state": "2", "step": "0", "stability": "3.0", "difficulty": "5.0", "card_id": "1"}
CARD |= {"due": '"2026-02-01T10:00:00+00:00"', "last_review": '"2026-01-01T10:00:00+00:00"'}
SPOILT = [
    *((DONE_KEY, key, value) for key in ("stars", "tries", "hints", "chance", "date") for value in FIGURES),
    *((RULES, key, value) for key in ("state", "step", "stability", "difficulty", "card_id") for value in FIGURES),
    *((RULES, key, value) for key in ("due", "last_review") for value in DATES),
    *((kind, "", value) for kind in (DONE_KEY, RULES) for value in FIGURES),
]
"""Where in a file of progress something else stands than was written there: what kind of entry, its key, the value."""


def test_an_entry_that_somebody_has_spoilt_hides_no_other_and_can_be_gone_on_with(home: Path) -> None:
    """All that the page of chapters asks, and a task done after that, with one value after the other."""
    lesson, other = lessons()[:2]
    path_of("mechcom").parent.mkdir(parents=True)
    for kind, key, value in SPOILT:
        name = lesson.key if kind == DONE_KEY else lesson.rules[0]
        entry = {"stars": "2"} if kind == DONE_KEY else CARD
        spoilt = ", ".join(f"{one} = {said}" for one, said in {**entry, key: value}.items()) if key else ""
        text = f'[{kind}]\n"{name}" = {f"{{ {spoilt} }}" if key else value}\n'
        text += f'{"" if kind == DONE_KEY else "[done]"}\n"{other.key}" = {{ stars = 2 }}\n'
        path_of("mechcom").write_text(text, encoding="utf-8")
        learner = Learner.of("mechcom")
        assert learner.stars(other) == 2, text
        learner.due(NOW)
        learner.next(lessons(), [], NOW)
        for rule in lesson.rules:
            learner.knows(rule, NOW)
        assert 0 <= learner.stars(lesson) <= 3
        learner.keep(lambda one: one.verdict(lesson, DONE, 0, 0, NOW))
        assert (Learner.of("mechcom").stars(lesson), Learner.of("mechcom").stars(other)) == (3, 2), text
        assert Learner.of("mechcom").knows(lesson.rules[0], NOW) != "new"
        path_of("mechcom").unlink()
    assert len(SPOILT) > 100
    assert not list(path_of("mechcom").parent.glob("*.unread"))


def test_two_windows_that_each_finish_a_lesson_both_count(home: Path) -> None:
    one, other = Learner.of("mechcom"), Learner.of("mechcom")
    first, second = lessons()[:2]
    one.keep(lambda learner: learner.verdict(first, DONE, 0, 0, NOW))
    other.keep(lambda learner: learner.verdict(second, DONE, 0, 0, NOW))
    one.keep(lambda learner: learner.verdict(second, MISSED, 0, 0, NOW))
    kept = Learner.of("mechcom")
    assert [kept.stars(lesson) for lesson in (first, second)] == [3, 3]
    assert kept.table["done"][second.key]["tries"] == 2
    assert {*first.rules, *second.rules} == kept.table["rules"].keys()


def test_only_the_rules_of_a_task_are_graded_until_the_lesson_is_whole() -> None:
    learner, lesson = Learner("mechcom"), lessons()[0]
    first, *others = lesson.rules
    learner.verdict(lesson, Verdict("done", "", 3, rules=(first,)), 0, 0, NOW, whole=False)
    assert learner.knows(first, NOW) == "shaky"
    assert {learner.knows(rule, NOW) for rule in others} == {"new"}
    learner.verdict(lesson, Verdict("done", "", 3, rules=(first,)), 0, 0, NOW)
    assert {learner.knows(rule, NOW) for rule in others} == {"shaky"}


def test_a_chapter_that_got_another_number_keeps_its_stars() -> None:
    lesson = lessons()[3]
    number, _, name = lesson.id.partition("-")
    before = f"lessons/{int(number) + 40}-{name}"
    learner = Learner("mechcom", {DONE_KEY: {before: {"stars": 2, "tries": 1, "hints": 0}}})
    assert [one.id for one in lessons() if learner.stars(one)] == [lesson.id]
    learner.verdict(lesson, DONE, 0, 0, NOW)
    assert learner.stars(lesson) == 3
