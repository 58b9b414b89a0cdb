"""A force that is built in a lesson: by the acts of the builder, judged by facts, and played on in the next task."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tabletop_tui.engine.refusal import Refused
from tabletop_tui.files.validation import Wrong
from tabletop_tui.rulebook.registry import system_ids
from tabletop_tui.school.force_building import ForceBuilding, solved
from tabletop_tui.school.lesson_check import prove
from tabletop_tui.school.lesson_files import CHOSEN, LESSON, Lesson, lesson_of, listed
from tabletop_tui.school.lesson_run import LessonRun
from tabletop_tui.school.lessons_as_text import take

HINTS = [{"say": "Look."}, {"say": "Look closely."}, {"say": "Give the Riflemen a Bazooka."}]
ARMING = {
    "briefing": "A Tank will come.",
    "offer": ["riflemen", "recruits", "upgrades"],
    "solution": ["1 upgrades bazooka", "done"],
    "fails": [{"answers": ["1 upgrades grenades", "done"], "say": "Grenades have no star."}],
    "hint": HINTS,
    "force": {"points": 60, "unit": [{"unit": "riflemen", "size": 5}]},
    "goal": {"text": "A star at 36 in.", "all": [{"weapons": {"star": True, "range": 36}}]},
    "verdict": {"done": "It costs {cost} of 60.", "lost": "Look again."},
}
HEAD = {"system": "armymen", "kind": "lesson", "name": "Arming", "chapter": 97, "minutes": 3, "teaches": ["AMC-PREP-3"]}
"""What the limits of an army show."""


def lesson(**changes: Any) -> Lesson:
    head = {**HEAD, "teaches": ["AMC-PREP-3", "AMC-PREP-4", "AMC-PREP-5"]}
    return lesson_of({**head, **ARMING, **changes}, Path("97-arming.toml"))


def begun(**changes: Any) -> LessonRun:
    return LessonRun(lesson(**changes))


def building_of(run: LessonRun) -> ForceBuilding:
    assert run.building is not None
    return run.building


# ---------------------------------------------------------------- acts and refusals
def test_the_builder_refuses_what_it_refuses_elsewhere() -> None:
    run = begun()
    run.answer("riflemen")
    with pytest.raises(Refused, match=r"65 points.*AMC-PREP-3"):
        run.answer("recruits")
    with pytest.raises(Refused, match="there is no 'gunners' here"):
        run.answer("gunners")
    run.answer("1 upgrades bazooka")
    with pytest.raises(Refused, match=r"exclude each other.*AMC-UPG-4"):
        run.answer("1 upgrades flamethrower")
    assert building_of(run).muster.cost(building_of(run).force) == 60


def test_acts_are_taken_back_one_by_one() -> None:
    run = begun()
    start = building_of(run).force
    run.answer("riflemen")
    run.answer("remove 1")
    building = building_of(run)
    assert building.undo()
    assert building.undo()
    assert building.force == start
    assert not building.undo(), "there is nothing before the beginning"


# ---------------------------------------------------------------- judged by facts
def test_the_right_force_has_three_stars_and_its_sentence_is_filled_in() -> None:
    run = begun()
    assert run.answer("1 upgrades bazooka") is None, "nothing is judged before it is handed in"
    verdict = run.answer("done")
    assert verdict is not None
    assert (verdict.outcome, verdict.say, verdict.stars) == ("done", "It costs 35 of 60.", 3)


@pytest.mark.parametrize(
    ("acts", "said"),
    [
        (["done"], "There are no weapons with star and range 36 or more. Look again."),
        (["1 upgrades grenades", "done"], "Grenades have no star. Look again."),
        (["recruits", "1 upgrades grenades", "remove 2", "done"], "Grenades have no star. Look again."),
        (["remove 1", "done"], "This force may not be fielded"),
    ],
)
def test_each_way_to_fail_has_its_own_sentence(acts: list[str], said: str) -> None:
    run = begun()
    for act in acts:
        run.answer(act)
    assert run.verdict is not None
    assert run.verdict.outcome == "missed"
    assert run.verdict.say.startswith(said), run.verdict.say
    building_of(run).undo()
    assert run.verdict is None, "taken back, it is open again"
    assert run.tries == 1


def test_units_are_counted_with_their_weapons() -> None:
    goal = {"text": "x", "all": [{"units": {"size": 5, "weapon": {"range": {"at_most": 12}}}, "least": 2}]}
    run = begun(goal=goal, force={"points": 100, "unit": [{"unit": "riflemen", "size": 5}]}, fails=[])
    run.answer("1 upgrades grenades")
    missed = run.answer("done")
    assert missed is not None
    assert missed.say.startswith("There is 1 unit with size 5 or more and a weapon with range 12 or less (wanted: 2).")
    building_of(run).undo()
    run.answer("copy 1")
    assert (verdict := run.answer("done")) is not None
    assert verdict.outcome == "done"


# ---------------------------------------------------------------- the check
@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"solution": ["1 upgrades grenades", "done"], "fails": []}, "does not meet the goal"),
        ({"solution": ["1 upgrades bazooka"]}, "end with 'done'"),
        ({"solution": ["gunners", "done"]}, "'gunners' is refused"),
        ({"fails": [{"answers": ["1 upgrades bazooka", "done"]}]}, "should miss the goal and does not"),
        ({"goal": {"text": "x", "all": [{"units": {"size": 5}}]}}, "met before anything is done"),
        ({"goal": {"text": "x", "all": [{"units": {"wings": 2}}]}}, "unknown value 'wings'"),
        ({"goal": {"text": "x", "all": [{"event": "Shot"}]}}, "nothing happens where a force is built"),
        ({"goal": {"text": "x", "all": [{"fact": "of.recruits", "least": 1}]}, "solution": ["recruits", "done"],
          "offer": ["recruits"], "fails": []}, "by Enter alone"),
        ({"verdict": {"done": "It costs 99."}}, "99 stands nowhere"),
        ({"verdict": {"done": "You shot at it."}}, "nothing has happened yet"),
        ({"verdict": {"done": "{spare} are left."}}, "unknown fact of a force 'spare'"),
        ({"hint": [*HINTS[:2], {"say": "Try it."}]}, "should name the first act"),
        ({"verdict": {"instead": [{"when": {"fact": "cost", "least": 300}, "say": "Dear."}]}}, "is said on no way"),
        ({"position": {"scenario": "x"}}, "not both"),
    ],
)  # fmt: skip
def test_a_file_that_does_not_keep_what_it_promises_is_refused(changes: dict[str, Any], fault: str) -> None:
    with pytest.raises(Wrong) as wrong:
        prove(lesson(**changes), ways=1)
    assert fault in str([str(one) for one in wrong.value.all]), [str(one) for one in wrong.value.all]


def test_a_good_file_is_taken() -> None:
    prove(lesson(), ways=3)


# ---------------------------------------------------------------- played on
def chosen_tasks() -> list[Any]:
    found = [
        pytest.param(one, number, id=f"{name}-{number + 1}")
        for name in system_ids()
        for one in listed(name, LESSON, [])
        for number, task in enumerate(one.tasks)
        if CHOSEN in task.position
    ]
    assert len(found) == 5, "one in each rulebook"
    return found


@pytest.mark.parametrize(("of", "number"), chosen_tasks())
def test_the_force_that_was_chosen_plays_the_next_task(of: Lesson, number: int) -> None:
    built = number - 1
    run = LessonRun(of, built)
    for act in of.tasks[built].solution:
        run.answer(act)
    run.begin(number)
    mine = [line.name for line in run.session.system.roster(run.session.game) if line.seat == 0]
    building = solved(of, built)
    assert [name.split(" ")[0] for name in mine] == [
        troop.name.removeprefix("5 ").split(" ")[0] for troop in building.muster.troops(building.force)
    ]
    alone = LessonRun(of, number)
    assert [line.name for line in alone.session.system.roster(alone.session.game) if line.seat == 0] == mine


# ---------------------------------------------------------------- without a screen
def test_it_is_taken_with_numbered_lines() -> None:
    told: list[str] = []
    lines = StringIO("1\nundo\nhint\n1 upgrades grenades\ndone\nundo\nundo\n1 upgrades bazooka\ndone\n")
    assert take(lesson(), lines, told.append) == 0
    said = "\n".join(told)
    assert "Only these here; 7 others later" in said
    assert "Hint 1: Look." in said
    assert "- Not yet  Grenades have no star." in said
    assert "* Done **  It costs 35 of 60." in said


def test_a_file_without_position_or_force_says_so(tmp_path: Path) -> None:
    with pytest.raises(Wrong) as wrong:
        lesson_of({**HEAD, **{key: value for key, value in ARMING.items() if key != "force"}}, tmp_path / "97-x.toml")
    assert "`force` stands in its place" in str([str(one) for one in wrong.value.all])
