"""A task may begin before the set-up: edges are chosen, units are placed, all by the rules of a real game."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_tui.files.validation import Wrong
from tabletop_tui.play.position_setup import setup_of
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.position import Position
from tabletop_tui.rulebook.registry import system
from tabletop_tui.school.lesson_files import LESSON, listed
from tabletop_tui.school.lesson_run import LessonRun

MECHS = [{"id": "A1", "mech": "sentinel"}, {"id": "B1", "mech": "gravewalker"}]
BARE = {"go": "setup", "scenario": "quick-start", "unit": MECHS}


def begun(**more: Any) -> Session:
    return Session.new(setup_of(system("mechcom"), Position.of({**BARE, **more})))


def test_the_cheaper_side_is_asked_for_its_edge_and_nobody_stands_anywhere() -> None:
    session = begun()
    question = session.question
    assert question is not None
    assert (question.seat, question.rules) == (0, ("MC-SETUP-1",))
    assert not [line.unit for line in session.system.roster(session.game) if line.spot]


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ({"round": 2}, ""),
        ({"answers": ["west"]}, ""),
        ({"seat": [{"score": 2}]}, "seat[0]"),
        ({"unit": [{**MECHS[0], "at": "0303"}, MECHS[1]]}, "unit[0]"),
    ],
)
def test_what_only_a_battle_has_is_refused_with_its_place(more: dict[str, Any], place: str) -> None:
    with pytest.raises(Wrong, match=r"before the set-up; leave .* out") as wrong:
        begun(**more)
    assert wrong.value.place == place


def test_each_book_that_has_a_lesson_on_setting_up_asks_before_anybody_stands() -> None:
    found = 0
    for name in ("mechcom", "pmc2640", "armymen", "crimsondusk", "techcommander"):
        for lesson in listed(name, LESSON, []):
            for number, task in enumerate(lesson.tasks):
                if task.position.get("go") == "setup":
                    run = LessonRun(lesson, number)
                    run.run_on()
                    assert not any(line.spot for line in run.session.system.roster(run.session.game) if line.seat == 0)
                    found += 1
    assert found >= 4
