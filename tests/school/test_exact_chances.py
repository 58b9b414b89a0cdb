"""Best play: what a learner may do one after the other before anything is rolled, and answers that lead back."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_tui.school.exact_chances import Node, Outlook
from tabletop_tui.school.lesson_run import LessonRun
from tests.school.test_lesson_run import PLAIN, lesson

NEAR = {"id": "A1", "mech": "sentinel", "pilot": "trooper", "at": "0403", "energy": 5}
TARGET = {"id": "B1", "mech": "rustjaw", "at": "0603", "integrity": 1}


def run_of(**changes: Any) -> LessonRun:
    goal = {"text": "Fell it.", "judge": "odds", "want": {"event": "Fell", "unit": "B1"}, "until": "activation"}
    position = {"go": "A1", "scenario": PLAIN, "unit": [NEAR, TARGET]}
    return LessonRun(
        lesson(kind="puzzle", chapter=0, dice=[], goal={**goal, "best": 0.5}, position=position, **changes)
    )


def node_of(run: LessonRun) -> Node:
    return Node(run.session.game.clone(), run.progress)


def test_the_best_is_the_best_of_all_first_answers() -> None:
    run = run_of()
    chances = run.chances()
    assert run.best() == pytest.approx(max(chance for _, chance in chances))
    assert dict(run.chances())["end"] == 0, "who does nothing fells nobody"


def test_choosing_the_weapon_is_free_and_its_target_is_looked_at_with_it() -> None:
    run = run_of()
    outlook, node = Outlook(run.task, {}), node_of(run)
    (_, weapon), *more = outlook.after(node, "shoot:Carbine")
    assert not more, "nothing is rolled yet"
    assert outlook.of(node, "shoot:Carbine") == pytest.approx(max(outlook.of(weapon, "B1"), 0))


def test_answers_that_lead_back_to_where_one_was_end() -> None:
    """A Move there and back costs Energy; a question put again in the same position must not go round for ever."""
    run = run_of()
    outlook, node = Outlook(run.task, {}), node_of(run)
    asked: list[str] = []

    def after(here: Node, answer: Any) -> list[tuple[float, Node]]:
        asked.append(answer)
        return [(1.0, here)]

    outlook.after = after  # type: ignore[method-assign]
    assert outlook.best(node) == 0
    assert len(asked) == len(set(asked)), "each answer of the one position is tried once"
