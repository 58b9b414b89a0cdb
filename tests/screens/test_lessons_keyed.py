"""Every task of every lesson is done by keys on the real screen of 80 columns and 24 rows, and all of it is in view.

The usual run takes one task of each fourth file, another in each file, and all tasks of a sample. All tasks of all
files take some minutes: `WHOLE=1 pytest tests/screens/test_lessons_keyed.py`, on a large screen with `SIZE=160x50`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tabletop_tui.app import TabletopApp
from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.engine.question import Number, Pick, Place, Split
from tabletop_tui.play.players.scripted_player import as_answer
from tabletop_tui.rulebook.midgame_muster import Recruit
from tabletop_tui.rulebook.registry import system_ids
from tabletop_tui.school.learner_progress import Learner
from tabletop_tui.school.lesson_files import KINDS, Lesson, listed
from tabletop_tui.school.lesson_run import LessonRun
from tabletop_tui.screens.base.app_protocol import Options
from tabletop_tui.screens.base.dialogs import AskText, Choose
from tabletop_tui.screens.battle.answer_draft import Draft
from tabletop_tui.screens.battle.lesson_screen import LessonScreen
from tabletop_tui.screens.forces.force_builder import FORCE, SHOP
from tabletop_tui.screens.forces.force_task import ForceTaskScreen
from tabletop_tui.screens.forces.loadout import Loadout

FILES = [lesson for name in sorted(system_ids()) for kind in KINDS for lesson in listed(name, kind, [])]
COLUMNS, ROWS = map(int, os.environ.get("SIZE", "80x24").split("x"))
SAMPLE = ("02-a-purse-of-energy", "02-half-speed", "05-cover", "03-seen-and-hidden", "02-walk-run-mud")


def each_file() -> Iterator[Any]:
    for lesson in FILES:
        marks = () if lesson.id in SAMPLE else (pytest.mark.long,)
        yield pytest.param(lesson, id=f"{lesson.system}/{lesson.id}", marks=marks)


@pytest.mark.parametrize("lesson", [*each_file()])
@pytest.mark.sampled(4)
async def test_it_is_done_by_keys(lesson: Lesson, home: Path) -> None:
    options = Options(palette="mono", guard=0.0, delay=0.0)
    tabletop = TabletopApp(options=options)
    async with tabletop.run_test(size=(COLUMNS, ROWS)) as pilot:
        await pilot.pause()
        for number in tasks_of(lesson):
            run = LessonRun(lesson, number)
            if run.building is not None:
                await built(ForceTaskScreen(run, Learner.of(lesson.system)), tabletop, pilot)
                continue
            screen = LessonScreen(run, Learner.of(lesson.system))
            await tabletop.push_screen(screen)
            await settled(screen, pilot)
            out = [line.unit for line in screen.model.roster if line.spot and not screen.field.shows(line.spot)]
            assert not out, f"task {number + 1}: {out} are out of view of {screen.field.view}, {screen.content().maps}"
            await keyed(screen, pilot)
            verdict = screen.run.verdict
            assert verdict is not None, f"task {number + 1} is open after its solution"
            assert verdict.outcome == "done", f"task {number + 1}: {verdict.say}"
            await pilot.press("escape")
            await pilot.pause()
            assert tabletop.screen is not screen, "Esc leaves"


def tasks_of(lesson: Lesson) -> range:
    """The numbers of the tasks that are done here."""
    if lesson.id in SAMPLE or os.environ.get("WHOLE"):
        return range(len(lesson.tasks))
    one = FILES.index(lesson) % len(lesson.tasks)
    return range(one, one + 1)


async def built(screen: ForceTaskScreen, tabletop: TabletopApp, pilot: Pilot[None]) -> None:
    """A task in which a force is built, act by act."""
    await tabletop.push_screen(screen)
    await pilot.pause()
    for act in map(str, screen.run.task.solution):
        before = len(screen.building.made)
        await acted(screen, act, pilot)
        assert len(screen.building.made) == before + (act != "done"), f"{act} cannot be keyed: {screen.notice}"
        assert (act == "done") is (screen.run.verdict is not None)
    assert screen.run.verdict is not None
    assert screen.run.verdict.outcome == "done", screen.run.verdict.say
    await pilot.press("escape")
    await pilot.pause()
    assert tabletop.screen is not screen, "Esc leaves"


async def acted(screen: ForceTaskScreen, act: str, pilot: Pilot[None]) -> None:
    bench, words = screen.bench, act.split()
    if act == "done":
        await pilot.press("s")
        return
    in_shop = act in [offer.id for offer in bench.offers]
    if bench.side != (SHOP if in_shop else FORCE):
        await pilot.press("tab")
    number = next((int(word) for word in words if word.isdecimal()), 0)
    line = [offer.id for offer in bench.offers].index(act) if in_shop else number
    while bench.index[bench.side] != line:
        await pilot.press("down")
    key = {"copy": "c", "remove": "x"}.get(words[0], "enter")
    await pilot.press(key)
    await pilot.pause()
    if in_shop or key != "enter":
        return
    dialog = screen.tabletop.screen
    assert isinstance(dialog, Choose)
    wanted = f"{words[1]}\n{words[2]}"
    while dialog.fitting[dialog.index].key != wanted:
        await pilot.press("down")
    await pilot.press(*((words[3], "escape") if isinstance(dialog, Loadout) and len(words) > 3 else ("enter",)))
    if isinstance(dialog, Loadout) and len(words) == 3 and screen.tabletop.screen is dialog:
        await pilot.press("escape")
    await pilot.pause()


async def settled(screen: LessonScreen, pilot: Pilot[None]) -> None:
    """Until somebody at the keyboard is asked, or the task is judged."""
    for _ in range(400):
        await pilot.pause()
        if screen.run.verdict is not None or (screen.model.draft is not None and screen._prepared.is_set()):
            return
        await pilot.pause(0.02)


async def keyed(screen: LessonScreen, pilot: Pilot[None]) -> None:
    for place, written in enumerate(screen.run.task.solution):
        await settled(screen, pilot)
        if screen.run.verdict is not None:
            return
        before = len(screen.session.history)
        await by_keys(screen, as_answer(screen.session.game, written), pilot)
        for _ in range(200):
            if len(screen.session.history) > before:
                break
            await pilot.pause(0.02)
        given = [entry.answer for entry in screen.session.history[before:]]
        told = screen.prompt_words() if not given else ""
        assert given, f"task {screen.run.number + 1}, answer {place} ({written!r}) cannot be keyed: {told}"
    await settled(screen, pilot)


async def by_keys(screen: LessonScreen, answer: Any, pilot: Pilot[None]) -> None:
    draft = screen.model.draft
    assert draft is not None
    question = draft.question
    if isinstance(question, Pick):
        place = next((n for n, one in enumerate(draft.options) if one.key == answer), None)
        if place is None:  # in a group that is opened first
            told = f"{answer!r} is not among {[one.key for one in question.options]} at {question.prompt}"
            group = next((one.group for one in question.options if one.key == answer), None)
            assert group, told
            await to_row(screen, next(n for n, one in enumerate(draft.options) if one.group == group), pilot)
            await pilot.press("enter")
            place = next(n for n, one in enumerate(draft.options) if one.key == answer)
        if letter := draft.letter_of(draft.options[place]):
            await pilot.press(letter)
        elif digit := draft.digits().get(str(answer), ""):
            await pilot.press(digit)
        else:
            await to_row(screen, place, pilot)
            await pilot.press("enter")
    elif isinstance(question, Split):
        for place, option in enumerate(draft.options):
            if option.key in answer:
                await to_row(screen, place, pilot)
                await pilot.press(str(answer[option.key]))
        await pilot.press("enter")
    elif isinstance(question, Recruit):
        for place, option in enumerate(draft.options):
            if count := list(answer).count(option.key):
                await to_row(screen, place, pilot)
                await pilot.press(str(count))
        await pilot.press("enter")
    elif isinstance(question, Number):
        await pilot.press(*str(answer), "enter")
    elif isinstance(question, Place):
        await placed(screen, answer, pilot)
    elif isinstance(question, Assign):
        await assigned(screen, answer, pilot)
    else:
        await pilot.press("enter")


async def to_row(screen: LessonScreen, place: int, pilot: Pilot[None]) -> None:
    draft = screen.model.draft
    assert draft is not None
    for _ in range(3 * len(draft.options)):
        if draft.index == place and draft.chosen:
            return
        await pilot.press("tab")


async def assigned(screen: LessonScreen, answer: dict[str, str], pilot: Pilot[None]) -> None:
    """Who gets which label, one by one."""
    draft = screen.model.draft
    assert draft is not None
    assert draft.assigning is not None
    if dict(draft.assigning.given) != answer:
        question = draft.question
        assert isinstance(question, Assign)
        await pilot.press("m")
        for _ in range(4 * len(question.items)):
            row = draft.option
            label = answer.get(row.key) if row is not None else None
            letter = next((one for one, key in draft.assigning.letters.items() if key == label), None)
            if letter is not None:
                await pilot.press(letter)
            if dict(draft.assigning.given) == answer:
                break
            await pilot.press("down")
    await pilot.press("enter")


async def driven(draft: Draft, answer: list[str], pilot: Pilot[None]) -> None:
    """A way piece by piece, as a driver makes it: the cursor keys turn a piece and make it longer."""
    assert draft.driven is not None
    assert draft.piece is not None
    for place, word in enumerate(answer):
        kind, _, size = word.partition("=")
        left = draft.driven.left(draft.waypoints)
        wanted = "straight=rest" if kind == "straight" and float(size) == left else word
        await pilot.press({"straight": "down", "left": "left", "right": "right", "spin": "d"}[kind])
        for _ in range(60):
            if draft.piece.words(left) == [wanted]:
                break
            await pilot.press({"straight": "up", "left": "left", "right": "right", "spin": "d"}[kind])
        assert draft.piece.words(left) == [wanted], f"{word} cannot be steered: {draft.piece.words(left)}"
        await pilot.press("enter" if place == len(answer) - 1 else "space")


async def placed(screen: LessonScreen, answer: list[str], pilot: Pilot[None]) -> None:
    """The cursor is laid by `g`, the unit formed and turned by their keys."""
    draft = screen.model.draft
    assert draft is not None
    spots = [word for word in answer if re.fullmatch(r"[\d.,-]+", word)]
    shape = [word for word in answer if word not in spots]
    if draft.piece is not None:
        await driven(draft, answer, pilot)
        return
    if not spots:
        for _ in range(100):
            if draft.way() == answer:
                break
            await pilot.press("tab")
        await pilot.press("enter")
        return
    for place, spot in enumerate(spots):
        if screen.field.cursor != spot:
            await pilot.press("g")
            await pilot.pause()
            assert isinstance(screen.tabletop.screen, AskText)
            await pilot.press("ctrl+u", *spot, "enter")
            await pilot.pause()
        if place < len(spots) - 1:
            await pilot.press("space")
    for _ in range(60):
        if draft.shape() == [word for word in shape if not word.startswith("on=")]:
            break
        wanted = next((word for word in shape if word.startswith("form=")), "")
        await pilot.press("f" if wanted not in draft.shape() and (wanted or draft.form) else "d")
    for _ in range(6):
        if draft.on(screen.field.cursor) == [word for word in shape if word.startswith("on=")]:
            break
        await pilot.press("E")
    await pilot.press("enter")
