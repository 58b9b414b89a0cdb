"""Lessons on the screen: from the title to the chapters, a lesson missed, taken back and done, and what is kept."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from threading import Event

import pytest
from attrs import evolve

from tabletop_tui.app import TabletopApp
from tabletop_tui.school.learner_progress import Learner
from tabletop_tui.school.lesson_files import listed, named
from tabletop_tui.school.lesson_run import LessonRun
from tabletop_tui.school.verdict import Verdict
from tabletop_tui.screens.base.app_protocol import Options
from tabletop_tui.screens.base.dialogs import Sheet
from tabletop_tui.screens.battle.lesson_screen import LessonScreen
from tabletop_tui.screens.learning.chapters import ChaptersScreen
from tabletop_tui.screens.learning.lesson_lines import NARROW, LessonLines
from tabletop_tui.screens.start.briefing import BriefingScreen
from tabletop_tui.widgets.styled_text import text_of


def app() -> TabletopApp:
    return TabletopApp(options=Options(palette="mono", guard=0.0, delay=0.0))


def lines_of(screen: LessonScreen | ChaptersScreen, panel: str) -> str:
    rows = screen.query_one(f"#{panel}").lines  # type: ignore[attr-defined]
    return "\n".join("".join(text for text, _ in row) for row in rows)


async def test_a_lesson_is_taken_from_the_title_on(home: Path) -> None:
    tabletop = app()
    async with tabletop.run_test(size=(80, 24)) as pilot:
        await pilot.press("L", *"mech", "enter")
        chapters = tabletop.screen
        assert isinstance(chapters, ChaptersScreen)
        assert chapters.system.id == "mechcom"
        assert chapters.marked is not None
        assert chapters.marked.id == "00-the-keys"
        await pilot.press("down")
        assert chapters.marked.id == "01-first-shot"
        await pilot.press("enter")
        await pilot.pause()
        first = tabletop.screen
        assert isinstance(first, Sheet), "before all lessons: the game and the screen"
        assert [text_of(line).partition(":")[0] for line in first.lines[:5]][0::4] == ["The game", "Top line"]
        await pilot.press("enter")
        await pilot.pause()
        lesson = tabletop.screen
        assert isinstance(lesson, LessonScreen)
        assert lesson.run.task.briefing.split()[0] in lines_of(lesson, "lesson")
        await pilot.press("e")
        assert lesson.run.verdict is not None
        assert lesson.run.verdict.outcome == "missed"
        await pilot.press("z")
        assert lesson.run.verdict is None
        await pilot.press("enter")
        assert not lesson.session.history, "nobody has chosen"
        assert "Choose first" in lines_of(lesson, "prompt")
        await pilot.press("c", "enter")
        assert lesson.run.verdict is not None
        assert lesson.run.verdict.outcome == "done"
        assert lesson.run.verdict.stars == 2
        assert "Done" in lines_of(lesson, "lesson")
        await pilot.press("enter")
        await pilot.pause()
        second = tabletop.screen
        assert isinstance(second, LessonScreen)
        assert second.run.number == 1
        await pilot.press("e", "z", "c", "2")
        assert second.run.verdict is not None
        assert second.run.verdict.outcome == "done"
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("c", "1", "enter")
        await pilot.pause()
        last = tabletop.screen
        assert isinstance(last, Sheet), "after the chapter: its rules in ten lines, and puzzles on them"
        assert last.heading == "1 First shot, in short"
        assert len(last.lines) == 12
        assert text_of(last.lines[-1]).startswith("Puzzles on this: ")
        await pilot.press("p")
        await pilot.pause()
        puzzle = tabletop.screen
        assert isinstance(puzzle, LessonScreen)
        assert puzzle.run.lesson.name == text_of(last.lines[-1]).removeprefix("Puzzles on this: ").split(", ")[0]
        await pilot.press("Q")
        await pilot.pause()
        assert tabletop.screen is chapters
        await pilot.press("c")
        await pilot.pause()
        assert isinstance(tabletop.screen, Sheet)
        told = [text_of(line) for line in tabletop.screen.lines]
        assert told[0] == f"Chapters: 1 of {len(chapters.lessons)} done, with 2 stars"
        assert told[1].startswith("You can: First shot: ")
        await pilot.press("escape")
        assert "**" in lines_of(chapters, "chapters-list")
        await pilot.press("c", "f")
        await pilot.pause()
        game = tabletop.screen
        assert isinstance(game, BriefingScreen), "the certificate leads to a first game of this book"
        assert game.system.id == "mechcom"
    assert Learner.of("mechcom").stars(chapters.lessons[1]) == 2


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_hints_come_one_by_one_and_the_last_one_stays(size: tuple[int, int]) -> None:
    tabletop = app()
    async with tabletop.run_test(size=size) as pilot:
        await pilot.press("L", *"mech", "enter", "down", "enter", "enter")
        await pilot.pause()
        lesson = tabletop.screen
        assert isinstance(lesson, LessonScreen)
        for number in (1, 2, 3, 3):
            await pilot.press("f2")
            assert f"Hint {number}/3" in lines_of(lesson, "lesson")
        assert "last hint again" in lines_of(lesson, "lesson")
        assert "Only these here; " in lines_of(lesson, "side"), "what is hidden is said, not 'more'"
        await pilot.press("a")
        await pilot.pause()
        listed_options = "\n".join(str(strip.text) for strip in tabletop.screen._compositor.render_strips())
        assert "comes in a later lesson" in listed_options


async def test_the_app_begins_with_a_lesson_where_one_is_named() -> None:
    tabletop = TabletopApp(options=Options(palette="mono", guard=0.0), lessons=("mechcom", "lessons/05-eyes"))
    async with tabletop.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        lesson = tabletop.screen
        assert isinstance(lesson, LessonScreen)
        assert lesson.run.lesson.id == "05-eyes"
        await pilot.press("Q")
        await pilot.pause()
        chapters = tabletop.screen
        assert isinstance(chapters, ChaptersScreen)
        assert chapters.marked is not None
        assert chapters.marked.id == "05-eyes"


def test_a_briefing_of_three_lines_is_not_cut_off() -> None:
    lesson = named("crimsondusk", "01-hit-then-hurt")
    assert lesson is not None
    lines = LessonLines(LessonRun(lesson))
    words = " ".join("".join(text for text, _ in line).strip() for line in lines._brief({"hint": "[F2]"}, NARROW))
    assert lesson.tasks[0].briefing in words
    assert "Goal: " in words
    assert lines.rows == 4


async def test_a_review_takes_all_that_is_due_in_one_sitting(home: Path) -> None:
    lessons = listed("mechcom")
    long_ago = datetime(2020, 1, 1, tzinfo=UTC)

    def learn(learner: Learner) -> None:
        for lesson in lessons[:3]:
            learner.verdict(lesson, Verdict("done", "", 3), 0, 0, long_ago)

    Learner("mechcom").keep(learn)
    tabletop = app()
    async with tabletop.run_test(size=(80, 24)) as pilot:
        await pilot.press("L", *"mech", "enter")
        chapters = tabletop.screen
        assert isinstance(chapters, ChaptersScreen)
        await pilot.press("v")
        await pilot.pause()
        first = tabletop.screen
        assert isinstance(first, LessonScreen)
        due = len(chapters.sitting)
        assert due >= 1
        first.run.begin(len(first.run.lesson.tasks) - 1)
        first.run._stands[-1] = evolve(first.run._stands[-1], verdict=Verdict("done", "", 3))
        await pilot.press("enter")
        await pilot.pause()
        second = tabletop.screen
        assert isinstance(second, LessonScreen)
        assert second.run.lesson != first.run.lesson
        assert len(chapters.sitting) == due - 1
        await pilot.press("Q")
        await pilot.pause()
        assert tabletop.screen is chapters
        assert chapters.sitting == [], "who leaves ends the review"


async def test_where_nothing_is_due_the_review_goes_on_in_another_book(home: Path) -> None:
    (lesson,) = (one for one in listed("armymen") if one.id == "04-pinned")
    long_ago = datetime(2020, 1, 1, tzinfo=UTC)
    Learner("armymen").keep(lambda learner: learner.verdict(lesson, Verdict("done", "", 3), 0, 0, long_ago))
    tabletop = app()
    async with tabletop.run_test(size=(80, 24)) as pilot:
        await pilot.press("L", *"mech", "enter")
        chapters = tabletop.screen
        assert isinstance(chapters, ChaptersScreen)
        assert "in 1 other book" in lines_of(chapters, "chapters-head")
        await pilot.press("v")
        await pilot.pause()
        review = tabletop.screen
        assert isinstance(review, LessonScreen)
        assert review.run.lesson.system == "armymen"
        await pilot.press("Q")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert tabletop.screen is chapters, "and back to the book where it was asked for"


async def test_no_computer_answers_once_a_lesson_is_judged(home: Path) -> None:
    """The enemy takes his losses, which ends the activation; then he would choose whom to activate."""
    tabletop = TabletopApp(
        options=Options(palette="mono", guard=0.0, delay=0.0), lessons=("armymen", "lessons/01-four-or-more")
    )
    async with tabletop.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        first = tabletop.screen
        assert isinstance(first, LessonScreen)
        first.run.begin(1)
        first._go_on = lambda: None  # type: ignore[method-assign]
        second = LessonScreen(first.run, first.learner)
        await tabletop.switch_screen(second)
        await pilot.press("h", "1")
        for _ in range(20):
            await pilot.pause(0.05)
        assert second.run.verdict is not None
        assert second.run.verdict.outcome == "missed"
        assert not second.session.waits_for_person
        assert len(second.session.history) == len(second.run._stands) - 1
        for key in (">", "."):
            await pilot.press(key)
            assert "judged" in lines_of(second, "prompt"), "nothing runs on behind a verdict"
        await pilot.press("enter")
        await pilot.pause()
        third = tabletop.screen
        assert isinstance(third, LessonScreen), "Enter goes on though a computer would be asked"
        assert third.run.number == 2


async def test_no_page_comes_by_itself_over_a_lesson(home: Path) -> None:
    options = Options(palette="mono", guard=0.0, delay=0.0, digest="rounds")
    tabletop = TabletopApp(options=options, lessons=("crimsondusk", "lessons/06-who-goes-first"))
    async with tabletop.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        lesson = tabletop.screen
        assert isinstance(lesson, LessonScreen)
        await pilot.press("e")
        for _ in range(20):
            await pilot.pause(0.05)
        assert tabletop.screen is lesson, "the turn is over, and nothing lies over the question that follows"
        await pilot.press("w")
        await pilot.pause()
        assert tabletop.screen is not lesson, "asked for, it comes"


async def test_an_answer_that_comes_before_the_chances_waits_for_them_and_the_screen_does_not(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked_out = Event()
    monkeypatch.setattr(LessonRun, "prepare", lambda run: worked_out.wait(20))
    tabletop = TabletopApp(
        options=Options(palette="mono", guard=0.0, delay=0.0), lessons=("mechcom", "lessons/01-first-shot")
    )
    async with tabletop.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        lesson = tabletop.screen
        assert isinstance(lesson, LessonScreen)
        await pilot.press("c")
        await pilot.pause()
        assert lesson.session.history == []
        assert "still being worked out" in lines_of(lesson, "prompt")
        worked_out.set()
        for _ in range(20):
            await pilot.pause(0.05)
        assert [entry.answer for entry in lesson.session.history] == ["shoot:Carbine"]


async def test_what_is_taken_back_before_the_chances_waits_for_them_and_the_screen_does_not(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where chances come from imagined games, they are imagined anew after each answer."""
    worked_out, calls = Event(), list[int]()

    def prepare(run: LessonRun) -> None:
        calls.append(1)
        if len(calls) > 1:
            worked_out.wait(20)

    monkeypatch.setattr(LessonRun, "prepare", prepare)
    monkeypatch.setattr(LessonRun, "by_runs", property(lambda run: True))
    monkeypatch.setattr(LessonRun, "look", lambda run: None)
    options = Options(palette="mono", guard=0.0, delay=0.0)
    tabletop = TabletopApp(options=options, lessons=("crimsondusk", "lessons/06-who-goes-first"))
    async with tabletop.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        lesson = tabletop.screen
        assert isinstance(lesson, LessonScreen)
        await pilot.press("enter")
        await pilot.pause()
        while len(calls) < 2:
            await pilot.pause(0.05)
        given = len(lesson.session.history)
        assert given
        await pilot.press("z")
        await pilot.pause()
        assert not worked_out.is_set()
        assert len(lesson.session.history) == given
        assert "still being worked out" in lines_of(lesson, "prompt")
        worked_out.set()
        for _ in range(20):
            await pilot.pause(0.05)
        assert len(lesson.session.history) < given


async def test_escape_leaves_and_the_footer_says_so(home: Path) -> None:
    tabletop = TabletopApp(
        options=Options(palette="mono", guard=0.0, delay=0.0), lessons=("mechcom", "lessons/02-a-purse-of-energy")
    )
    async with tabletop.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        lesson = tabletop.screen
        assert isinstance(lesson, LessonScreen)
        assert "Esc leave" in lines_of(lesson, "hints")
        await pilot.press("e")
        assert lesson.run.verdict is not None
        assert "Esc leave" in lines_of(lesson, "hints")
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(tabletop.screen, ChaptersScreen)


async def test_a_hint_moves_nothing_and_the_task_stays_to_be_read(home: Path) -> None:
    tabletop = TabletopApp(
        options=Options(palette="mono", guard=0.0, delay=0.0), lessons=("pmc2640", "lessons/05-cover")
    )
    async with tabletop.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        lesson = tabletop.screen
        assert isinstance(lesson, LessonScreen)
        await pilot.press("1", "right", "right", "down")
        cursor = lesson.field.cursor
        for number in (1, 2, 3):
            await pilot.press("f2")
            said = " ".join(lines_of(lesson, "lesson").split())
            assert lesson.run.task.briefing in said
            assert f"Hint {number}/3" in said
            assert lesson.run.task.goal.text in said
            assert lesson.field.cursor == cursor
            assert ("11,9" in lesson.marks().waypoints) == (number == 2), "what the hint speaks of is marked"


async def test_a_task_that_was_missed_is_done_alone(home: Path) -> None:
    tabletop = app()
    async with tabletop.run_test(size=(80, 24)) as pilot:
        await pilot.press("L", *"mech", "enter", "down", "enter", "enter")
        await pilot.pause()
        await pilot.press("e", "enter")
        await pilot.pause()
        second = tabletop.screen
        assert isinstance(second, LessonScreen)
        await pilot.press("c", "2", "enter")
        await pilot.pause()
        await pilot.press("c", "1", "enter")
        await pilot.pause()
        chapters = tabletop.screen
        assert isinstance(chapters, ChaptersScreen)
        assert "2 of 3" in lines_of(chapters, "chapters-list")
        assert "1 open" in lines_of(chapters, "chapters-about")
        about = " ".join(lines_of(chapters, "chapters-about").split())
        assert "not due for 14 days" in about, "what makes a rule known is said"
        assert "*** at once, without a hint" in about, "and what the stars mean"
        await pilot.press("enter")
        await pilot.pause()
        again = tabletop.screen
        assert isinstance(again, LessonScreen)
        assert again.run.number == 0
        await pilot.press("c", "enter")
        assert again.run.verdict is not None
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert tabletop.screen is chapters, "the other task was done before"
        assert Learner.of("mechcom").stars(chapters.lessons[1]) == 3


@pytest.mark.parametrize(
    ("name", "lesson", "number", "spot"), [("mechcom", "2", 1, "0603"), ("armymen", "2", 1, "18,7")]
)
async def test_the_place_of_a_goal_is_marked(home: Path, name: str, lesson: str, number: int, spot: str) -> None:
    found = named(name, lesson)
    assert found is not None
    tabletop = app()
    async with tabletop.run_test(size=(80, 24)) as pilot:
        screen = LessonScreen(LessonRun(found, number), Learner.of(name))
        await tabletop.push_screen(screen)
        await pilot.pause()
        assert spot in screen.marks().waypoints
        assert screen.field.shows(spot)
