"""Harm in a goal: a unit shot away whole was hurt by all that was left of it; one that only left was not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tabletop_tui.engine.events import Event, Fell, Harmed
from tabletop_tui.school.lesson_files import lesson_of
from tabletop_tui.school.lesson_run import LessonRun
from tabletop_tui.school.task_judging import harm_counted

GARDEN: dict[str, Any] = {
    "system": "armymen",
    "kind": "lesson",
    "name": "Two left",
    "chapter": 1,
    "briefing": "Shoot.",
    "solution": ["hold", "B1"],
    "offer": ["hold"],
    "hint": [{"say": "One."}, {"say": "Two."}, {"say": "Hold, and shoot at B1."}],
    "position": {
        "go": "A1",
        "scenario": {"name": "Lawn", "table": {"name": "Lawn", "width": 34, "height": 25, "pieces": []}},
        "unit": [
            {"id": "A1", "unit": "gunners", "size": 3, "at": "17,20"},
            {"id": "B1", "unit": "riflemen", "size": 5, "left": 2, "at": "17,8", "activated": True},
            {"id": "B2", "unit": "riflemen", "size": 5, "at": "30,3", "activated": True},
        ],
    },
    "goal": {"text": "B1 loses two.", "until": "activation"},
    "dice": [{"rule": "AMC-SHOOT-2", "faces": [6] * 12}, {"rule": "AMC-SHOOT-3", "faces": [1] * 12}],
}
HURT = {"event": "Harmed", "unit": "B1", "by": "A1"}


@pytest.mark.parametrize(
    ("goal", "outcome"),
    [
        ({"all": [HURT]}, "done"),
        ({"all": [{**HURT, "least": 2}]}, "done"),
        ({"all": [{**HURT, "least": 3}]}, "missed"),
        ({"all": [{**HURT, "by": "A2"}]}, "missed"),
        ({"all": [{"event": "Shot", "unit": "A1"}], "none": [HURT], "at_end": True}, "missed"),
    ],
)
def test_a_unit_that_is_shot_away_whole_has_lost_what_was_left_of_it(goal: dict[str, Any], outcome: str) -> None:
    run = LessonRun(lesson_of({**GARDEN, "goal": {**GARDEN["goal"], **goal}}, Path("two.toml")))
    assert run.answer("hold") is None
    verdict = run.answer("B1")
    told = [event for part in run.session.parts() for event in part]
    assert [type(event) for event in told if isinstance(event, Fell | Harmed)] == [Fell], "no more is said of it"
    assert verdict is not None
    assert verdict.outcome == outcome
    assert run.account().lost_by("B1") == 2


def test_harm_is_counted_once_and_never_of_a_unit_that_left_unhurt() -> None:
    shot, fled = Fell("", (), 1, "B1", by="A1", cause="shot"), Fell("", (), 1, "B1", cause="fled")
    some, last = Harmed("", (), 1, "B1", 3, 1, "A1", "shot"), Harmed("", (), 1, "B1", 4, 0, "A1", "shot")
    cases: list[tuple[list[Event], int]] = [
        ([shot], 4),
        ([some, shot], 4),
        ([last, shot], 4),
        ([some, fled], 3),
        ([fled], 0),
        ([Fell("", (), 1, "B2", cause="shot")], 0),
    ]
    for events, harm in cases:
        told, left = harm_counted(events, {"B1": 4})
        assert sum(event.amount for event in told if isinstance(event, Harmed)) == harm, events
        assert [event for event in told if event in events] == events
        assert left == ({"B1": 4} if events[0].unit == "B2" else {})
