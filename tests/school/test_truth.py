"""Verdicts say what happened: no sentence of a file, and none that the program makes, speaks of what did not occur."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tabletop_tui.engine.events import Rolled
from tabletop_tui.files.validation import Wrong
from tabletop_tui.school.lesson_check import prove
from tabletop_tui.school.lesson_files import Lesson, lesson_of, named
from tabletop_tui.school.lesson_run import LessonRun
from tabletop_tui.school.task_account import CannotBe
from tabletop_tui.school.verdict_claims import odd_figure, untrue
from tests.school.test_lesson_run import SHOT, lesson

HIT = ["shoot:Carbine", "B1"]
FALSE_AFTER_NOTHING = (
    "Two hits, and its Armour of 5 stopped both.",
    "That one had half cover: +2, so 5+ and not 3+.",
    "No six among these.",
    "Not low enough for these dice.",
    "The fist did not win.",
    "The dice were kind.",
    "A1 shot at B1.",
    "It ran past.",
    "3 + 5 = 8, over its Armour.",
    "The line from 0905 passes both ridges.",
    "B7 is out of range.",
    "A miss, or it shot back.",
)
TRUE_AFTER_NOTHING = (
    "Nobody was shot at.",
    "{undo} goes back: the other has Armour 3.",
    "Who runs does not shoot.",
    "Half cover is 2 worse.",
    "From 0303 the Carbine reaches it.",
)


def run_of(answers: list[Any], **changes: Any) -> LessonRun:
    run = LessonRun(lesson(**changes))
    run.run_on()
    for answer in answers:
        run.answer(answer)
    return run


def said(run: LessonRun) -> str:
    assert run.verdict is not None
    return run.verdict.say


@pytest.mark.parametrize("text", FALSE_AFTER_NOTHING)
def test_what_did_not_happen_is_noticed(text: str) -> None:
    run = run_of(["end"])
    assert untrue(text, run.task, run.account(), missed=True)


@pytest.mark.parametrize("text", TRUE_AFTER_NOTHING)
def test_a_rule_and_what_is_so_are_left_alone(text: str) -> None:
    run = run_of(["end"])
    assert untrue(text, run.task, run.account(), missed=True) == ""


def test_the_same_sentences_may_be_said_after_they_happened() -> None:
    run = run_of(HIT)
    for text in ("A1 shot at B1.", "The dice were kind.", "Four hits hurt it."):
        assert untrue(text, run.task, run.account(), missed=False) == ""
    assert untrue("Nobody was shot at.", run.task, run.account(), missed=True)
    assert untrue("Three hits, and a crater.", run.task, run.account(), missed=False) == "", "the dice that were good"
    assert untrue("Nine hits, and a crater.", run.task, run.account(), missed=False)


def test_names_in_braces_are_filled_in_from_the_game_and_from_what_happened() -> None:
    words = "{dice.MC-STAT-6} at {need.MC-STAT-6}+: {B1} lost {harm.B1}, {B1.integrity} left; "
    words += "{shots} shot from {from}. {undo}"
    run = run_of(HIT, verdict={"done": words})
    assert said(run) == "3, 5 and 6 at 3+: B1 Rustjaw lost 4, 5 left; 1 shot from 0303. {undo}"
    with pytest.raises(CannotBe):
        run_of(["end"]).account().filled("{dice.MC-SHOOT-2}")


@pytest.mark.parametrize("name", ["B9.integrity", "B1.colour", "dice.MC-NO-1", "harm.C1", "wings"])
def test_a_name_that_cannot_be_is_refused_with_its_place(name: str) -> None:
    with pytest.raises(Wrong) as wrong:
        prove(lesson(verdict={"done": f"It has {{{name}}} left."}), seeds=1, ways=0)
    assert wrong.value.place == "verdict.done"
    assert name in str(wrong.value)


def test_a_missed_task_is_told_in_facts() -> None:
    assert said(run_of(["end"])) == "You ended without a shot. B1 Rustjaw was not hurt. {undo} goes back to the choice."
    goal = {**SHOT["goal"], "all": [{"event": "Harmed", "unit": "B1", "least": 9}]}
    told = said(run_of([*HIT, "end"], goal=goal))
    assert told.startswith("A1 Sentinel shot at B1 Rustjaw. B1 Rustjaw lost 4 (wanted: 9).")
    goal = {**SHOT["goal"], "all": [{"event": "Harmed", "unit": "B1", "by": "A9"}]}
    assert "B1 Rustjaw was not hurt by A9." in said(run_of([*HIT, "end"], goal=goal)), "somebody else hurt it"


def test_a_way_to_fail_has_its_own_sentence_and_no_other_way_has_it() -> None:
    goal = {**SHOT["goal"], "all": [{"event": "Harmed", "unit": "B1", "least": 9}]}
    fails = [{"answers": [*HIT, "end"], "say": "4 of its 9 are gone."}]
    assert said(run_of([*HIT, "end"], goal=goal, fails=fails)).startswith("4 of its 9 are gone.")
    assert said(run_of(["end"], goal=goal, fails=fails)).startswith("You ended without a shot.")


def test_a_sentence_that_would_not_be_true_gives_way_and_its_file_is_refused() -> None:
    verdict = {"lost": "Two hits, and its Armour of 5 stopped both. {undo} goes back."}
    told = said(run_of(["end"], verdict=verdict))
    assert "Two hits" not in told
    with pytest.raises(Wrong) as wrong:
        prove(lesson(verdict=verdict), seeds=1, ways=0)
    assert wrong.value.place == "verdict.lost"
    assert "after no act" in str(wrong.value)


def test_a_sentence_of_another_way_than_the_solution_is_found_by_chance() -> None:
    """Who shoots at once does as well as who goes nearer first."""
    task = {"goal": {"text": "Shoot.", "all": [{"event": "Shot", "unit": "A1"}], "until": "activation"}}
    ways = {"offer": ["move", "shoot"], "solution": ["move", "0403", *HIT], "verdict": {"done": "A1 moved first."}}
    ways["hint"] = [{"say": "One."}, {"say": "Two."}, {"say": "Move, then shoot."}]
    with pytest.raises(Wrong, match="there was not a move") as wrong:
        prove(lesson(**task, **ways), seeds=1, ways=12)
    assert "after way" in str(wrong.value)


def test_figures_that_stand_nowhere_are_found() -> None:
    assert odd_figure("30 less 2 is 28: 7 life of an AC4", {30, 2, 4, 7}) == ""
    assert odd_figure("At 26.2 cm", {26.1, 26}) == "26.2"
    assert odd_figure("runs {A1.speed} cm", set()) == ""


@pytest.mark.parametrize(
    ("system", "chapter", "number", "rule"),
    [
        ("crimsondusk", "5", 1, "CD-PIN-3"),
        ("crimsondusk", "9", 0, "CD-MEL-6"),
        ("crimsondusk", "8", 1, "CD-WND-1"),
        ("crimsondusk", "1", 0, "CD-WND-1"),
    ],
)
def test_a_task_goes_on_until_its_consequence_is_seen(system: str, chapter: str, number: int, rule: str) -> None:
    """The pinning test after the shots, the blows back, the damage after the hits."""
    run = done(shipped(system, chapter), number)
    assert any(rule in event.rules for event in run.account().of(Rolled)), [e.text for e in run.account().events]
    if chapter == "9":
        assert any("B1" in event.text.split(" strike")[0] for event in run.account().events if "strike" in event.text)


def test_either_way_of_sharing_three_shots_is_right() -> None:
    for share in ({"B1": 1, "B2": 2}, {"B1": 2, "B2": 1}):
        run = LessonRun(shipped("techcommander", "5"), 2)
        run.run_on()
        for answer in ("attack", "10,18", "split", share):
            run.answer(answer)
        assert run.verdict is not None
        assert run.verdict.outcome == "done", share


def test_looking_at_a_weapon_and_going_back_costs_no_star() -> None:
    goal = {"text": "Fell it.", "judge": "odds", "want": {"event": "Fell", "unit": "B1"}, "until": "activation"}
    units = [
        {"id": "A1", "mech": "sentinel", "pilot": "trooper", "at": "0403", "energy": 3},
        {"id": "B1", "mech": "rustjaw", "at": "0503", "integrity": 1},
    ]
    position = {"go": "A1", "scenario": SHOT["position"]["scenario"], "unit": units}
    run = LessonRun(lesson(kind="puzzle", chapter=0, dice=[], goal={**goal, "best": 0.7311}, position=position))
    for _ in range(3):
        if run.session.question is not None and len(run.session.question.options) > 1:  # type: ignore[attr-defined]
            assert run.answer("shoot:Carbine") is None or run.verdict is not None
        if run.session.history and run.tries == 0:
            run.session.undo()
            run.look()
    run.answer("shoot:Sidearm")
    if run.verdict is None:
        run.answer("B1")
    assert run.verdict is not None
    assert run.verdict.stars == 3


def shipped(system: str, name: str) -> Lesson:
    found = named(system, name)
    assert found is not None
    return found


def done(of: Lesson, number: int) -> LessonRun:
    run = LessonRun(of, number)
    run.run_on()
    for answer in of.tasks[number].solution:
        run.answer(answer)
    assert run.verdict is not None
    assert run.verdict.outcome == "done"
    return run


def test_a_plain_list_of_answers_is_a_way_to_fail_too() -> None:
    (task,) = lesson_of({**SHOT, "fails": [["end"], {"answers": ["end"], "say": "x"}]}, Path("x.toml")).tasks
    assert [(fail.answers, fail.say) for fail in task.fails] == [(("end",), ""), (("end",), "x")]
