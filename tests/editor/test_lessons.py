"""A position becomes a puzzle or a lesson: a goal from the list, hints, a solution that is played in, and checked."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tabletop_tui.editor import form_rows
from tabletop_tui.editor.forms import goal_templates, lesson_fixes, lesson_making, lesson_rows
from tabletop_tui.editor.forms.goal_templates import BY_KEY, TEMPLATES
from tabletop_tui.editor.positions.position_sketch import sketched
from tabletop_tui.files.read_file import toml_table
from tabletop_tui.files.validation import Wrong
from tabletop_tui.rulebook.goal_files import condition_of
from tabletop_tui.rulebook.registry import system_ids
from tabletop_tui.school.lesson_files import LESSON, listed
from tabletop_tui.school.rolls_of_played_task import loads, rolls_of
from tabletop_tui.screens.editor.lesson_editor import LessonEditor
from tabletop_tui.screens.forces.force_task import ForceTaskScreen
from tests.screens.conftest import at

ROOT = Path(__file__).parents[2]
SYSTEMS = sorted(system_ids())
PATH = Path("mine.toml")
SIDES = ("Red", "Blue")
POSITION = {
    "scenario": "quick-start",
    "go": "A1",
    "unit": [
        {"id": "A1", "mech": "sentinel", "pilot": "trooper", "at": "0505", "energy": 3},
        {"id": "B1", "mech": "magpie", "at": "0506", "integrity": 1},
    ],
}


def first_position(name: str) -> dict[str, Any]:
    """The position of the second lesson of a rulebook: the first whose dice mean little."""
    table = toml_table(sorted((ROOT / "lessons" / name).glob("*.toml"))[1])
    found: dict[str, Any] = table.get("task", [table])[0]["position"]
    return found


def puzzle(position: dict[str, Any], name: str) -> dict[str, Any]:
    return lesson_making.blank("puzzle", position, name, "The last shot")


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_played_in_is_the_same_when_it_is_played_again(name: str) -> None:
    table = puzzle(first_position(name), name)
    run = lesson_making.to_play_in(table, 0, PATH)
    run.run_on()
    question = run.session.question
    assert question is not None
    answers = list(question.legal())
    run.answer(next((one for one in answers if one not in ("end", "pass")), answers[0]))
    while len(run.session.history) < 3 and run.session.question is not None:
        run.answer(next(run.session.question.legal()))
    solution = lesson_making.played_in(run)
    assert solution
    assert run.verdict is None
    again = lesson_making.to_play_in(table, 0, PATH)
    again.run_on()
    for answer in solution:
        again.answer(answer)
    assert again.session.history[-1].answer == run.session.history[-1].answer


def test_a_puzzle_is_made_played_in_and_checked() -> None:
    table = puzzle(POSITION, "mechcom")
    assert [fault.place for fault in lesson_making.faults(table, PATH)] == ["goal"]
    task = lesson_making.tasks_of(table)[0]
    lesson_making.add_wanted(task, "all", BY_KEY["falls"].condition(["B1"]))
    assert table["goal"]["text"] == "B1 is destroyed or leaves the table"
    task["offer"] = ["shoot", "melee", "end"]
    task["dice"] = [{"rule": "MC-SHOOT-2", "faces": [6, 6, 6]}, {"rule": "MC-SHOOT-5", "faces": [6, 6, 6]}]
    run = lesson_making.to_play_in(table, 0, PATH)
    run.run_on()
    for answer in ("shoot:Carbine", "B1"):
        run.answer(answer)
    task["solution"] = lesson_making.played_in(run)
    assert task["solution"] == ["shoot:Carbine", "B1"]
    lesson_making.set_hint(task, 0, say="Look at your weapons.")
    lesson_making.set_hint(task, 1, say="It has one Integrity left.", mark=["B1"])
    wrong = lesson_making.faults(table, PATH, prove=True)
    assert any("first act" in fault.fix for fault in wrong), wrong
    lesson_making.set_hint(task, 2, say="Shoot with the Carbine.")
    assert not [fault for fault in lesson_making.faults(table, PATH, prove=True) if fault.place != "dice"]


def test_playing_in_stops_at_the_goal_and_what_was_rolled_can_be_loaded() -> None:
    table = puzzle(POSITION, "mechcom")
    task = lesson_making.tasks_of(table)[0]
    lesson_making.add_wanted(task, "all", BY_KEY["hurt"].condition(["B1", 1]))
    run = lesson_making.to_play_in(table, 0, PATH)
    run.run_on()
    for answer in ("shoot:Carbine", "B1"):
        assert run.verdict is None
        run.answer(answer)
    rolled = rolls_of(run)
    assert rolled
    task["solution"] = lesson_making.played_in(run)
    task["dice"] = loads(rolled)
    again = lesson_fixes.solved(table, 0, PATH)
    assert [faces for _, faces in rolls_of(again)] == [faces for _, faces in rolled]
    hit = any(len(faces) > 0 for _, faces in rolled[1:])
    assert (run.verdict is not None and run.verdict.outcome == "done") == (hit and run.progress.state == "done")


def test_what_the_check_finds_is_offered_as_edits() -> None:
    table = puzzle(POSITION, "mechcom")
    task = lesson_making.tasks_of(table)[0]
    lesson_making.add_wanted(task, "all", BY_KEY["falls"].condition(["B1"]))
    task["solution"] = ["shoot:Carbine", "B1", "end"]
    lesson_making.set_hint(task, 0, say="Look at your weapons.")
    lesson_making.set_hint(task, 1, say="It has one Integrity left.", mark=["B1"])
    lesson_making.set_hint(task, 2, say="Do it.")
    sixes = [{"rule": "MC-SHOOT-2", "faces": [6, 6, 6]}, {"rule": "MC-SHOOT-5", "faces": [6] * 12}]
    task["dice"] = sixes
    taken = []
    for _ in range(6):
        wrong = [(fault.place, fault.fix) for fault in lesson_making.faults(table, PATH, prove=True)]
        if not wrong:
            break
        found = lesson_fixes.fixes(table, 0, PATH, wrong)
        assert found, wrong
        taken.append(found[0].words)
        found[0].edit(task)
    assert lesson_making.faults(table, PATH, prove=True) == []
    assert any(words.startswith("Cut the solution after 2 answers") for words in taken), taken
    assert any(words.startswith("Load the dice") for words in taken), taken
    assert any("last hint" in words for words in taken), taken
    assert task["solution"] == ["shoot:Carbine", "B1"]


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_offered_is_chosen_from_what_there_is(name: str) -> None:
    table = puzzle(first_position(name), name)
    found = lesson_fixes.actions(table, 0, PATH)
    assert all(word and " " not in word and ":" not in word for word, _ in found)
    assert all(label for _, label in found)


def test_the_best_chance_is_found_and_a_wrong_one_is_told() -> None:
    table = puzzle(POSITION, "mechcom")
    task = lesson_making.tasks_of(table)[0]
    lesson_making.add_wanted(task, "all", BY_KEY["falls"].condition(["B1"]))
    task["offer"] = ["shoot", "melee", "end"]
    first = lesson_making.by_odds(table, PATH)
    assert 0.2 < table["goal"]["best"] < 1
    lesson_making.set_hint(task, 2, say=f"Begin with {first}.")
    wrong = lesson_making.faults(table, PATH, prove=True)
    assert [fault.place for fault in wrong] == ["hint[0]", "hint[1]"]
    found = lesson_fixes.fixes(table, 0, PATH, [(fault.place, fault.fix) for fault in wrong])
    assert [fix.words for fix in found] == ["Let the second hint say: Look at B1. It marks it on the map"]
    found[0].edit(task)
    assert task["hint"][1] == {"say": "Look at B1.", "mark": ["B1"]}
    lesson_making.set_hint(task, 0, say="Which of your arms reaches it?")
    assert not lesson_making.faults(table, PATH, prove=True)
    table["goal"]["best"] = 0.1
    assert any("the chance is" in fault.fix for fault in lesson_making.faults(table, PATH, prove=True))


def test_every_sentence_is_a_condition_and_is_told_again() -> None:
    values = {"unit": "B1", "seat": "A", "number": 3, "place": "12,8", "status": "Pinned", "grade": "h"}
    values["thing"] = "Crossing"
    for template in TEMPLATES:
        filled = [values[blank.kind] for blank in template.blanks]
        condition = template.condition(filled)
        condition_of(condition)
        told = goal_templates.told(condition)
        assert "…" not in told
        assert all(str(value) in told for value in filled), told


@pytest.mark.parametrize("name", SYSTEMS)
def test_blanks_are_filled_from_the_battle(name: str) -> None:
    game = sketched(name, first_position(name)).game
    assert game is not None
    for template in TEMPLATES:
        for blank in template.blanks:
            options = goal_templates.choices(game, blank)
            assert bool(options) == (blank.kind not in ("number", "place")) or blank.kind == "thing"


def test_what_is_typed_for_a_goal_is_looked_at() -> None:
    assert goal_templates.from_toml('{ event = "Fell", unit = "B1" }') == {"event": "Fell", "unit": "B1"}
    for odd in ("", "destroy it", "{ event = 5 }", "[1]", "{ fact = 'x' }", "{"):
        with pytest.raises(Wrong):
            goal_templates.from_toml(odd)


@pytest.mark.parametrize("name", SYSTEMS)
def test_shipped_lessons_stand_in_the_form_as_they_are(name: str) -> None:
    """Each row put back as it is changes nothing."""
    for kind in ("lessons", "puzzles"):
        path = sorted((ROOT / kind / name).glob("*.toml"))[0]
        table = toml_table(path)
        for number in range(len(lesson_making.tasks_of(table))):
            held = deepcopy(table)
            for row in lesson_rows.rows(table, number, SIDES):
                if row.kind != "act" and row.value is not None and row.key != "task shown":
                    lesson_rows.put(held, number, row.key, row.value)
            assert held == table, path


def test_forged_lessons_are_told_and_never_raise() -> None:
    table = toml_table(ROOT / "puzzles" / "mechcom" / "gun-or-fist.toml")
    for key in list(table):
        for value in (None, 5, "x", [], {}, [[]], {"a": 1}):
            forged = deepcopy(table)
            if value is None:
                del forged[key]
            else:
                forged[key] = value
            if key != "system":
                assert all(fault.fix for fault in lesson_making.faults(forged, PATH))
                lesson_rows.rows(forged, 0, SIDES)


def test_until_is_chosen_or_typed() -> None:
    table = puzzle(POSITION, "mechcom")
    row = next(row for row in lesson_rows.rows(table, 0, SIDES) if row.key == "goal.until")
    assert row.may_type
    lesson_rows.put(table, 0, row.key, form_rows.read(row, "3"))
    assert table["goal"]["until"] == 3
    lesson_rows.put(table, 0, row.key, row.next(1))
    assert table["goal"]["until"] == "phase"


@pytest.mark.parametrize("system_id", SYSTEMS)
def test_the_position_of_a_task_before_the_setup_is_sketched(system_id: str) -> None:
    """In each rulebook some shipped lesson begins before anybody stands anywhere."""
    tasks = [task for lesson in listed(system_id, LESSON, []) for task in lesson.tasks]
    before = [task.position for task in tasks if task.position.get("go") == "setup"]
    assert before
    for position in before:
        assert sketched(system_id, position).game is not None
        own = [one for one in position["unit"] if one["id"].startswith("A")]
        assert lesson_making.usual_until(position) == len(own), "nothing is activated before the set-up"


async def test_a_task_in_which_a_force_is_built_is_shown_and_taken(home: Path) -> None:
    """What the form cannot make is said; the force builder opens on what it holds."""
    (path,) = ROOT.glob("lessons/armymen/*-choosing-an-army.toml")
    async with at(None, (80, 24)) as player:
        player.app.edit("armymen", path)
        await player.pilot.pause()
        screen = player.app.screen
        assert isinstance(screen, LessonEditor)
        assert [row.key for row in screen.make_rows()].count("force") == 1
        screen.do_play_in()
        assert "written in the file" in screen.notice
        screen.do_play()
        await player.pilot.pause()
        assert isinstance(player.app.screen, ForceTaskScreen)
