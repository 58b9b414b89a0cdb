"""A lesson being taken: loaded dice, what is offered, the enemy's written answers, verdicts at once, and undo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tabletop_tui.engine.dice import LoadedDice, Roll
from tabletop_tui.engine.question import Pick
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play.journal import JournalError
from tabletop_tui.play.session import Session
from tabletop_tui.school import lesson_run
from tabletop_tui.school.lesson_check import prove
from tabletop_tui.school.lesson_files import Lesson, lesson_of, setup_of_task
from tabletop_tui.school.lesson_run import LessonRun
from tabletop_tui.school.task_judging import Progress, answered

PLAIN = {
    "name": "Plain",
    "type": "deathmatch",
    "map_name": "Plain",
    "map": "\n".join(["0. 0. 0. 0. 0. 0. 0. 0. 0."] * 5),
}
SHOT: dict[str, Any] = {
    "system": "mechcom",
    "kind": "lesson",
    "name": "Shot",
    "chapter": 1,
    "briefing": "Shoot.",
    "solution": ["shoot:Carbine", "B1"],
    "offer": ["shoot", "end"],
    "dice": [{"rule": "MC-SHOOT-2", "faces": [3, 5, 6]}, {"rule": "MC-SHOOT-5", "faces": [4, 2, 3, 1]}],
    "hint": [{"say": "One."}, {"say": "Two."}, {"say": "Shoot with the Carbine."}],
    "position": {
        "go": "A1",
        "scenario": PLAIN,
        "unit": [
            {"id": "A1", "mech": "sentinel", "pilot": "trooper", "at": "0303"},
            {"id": "B1", "mech": "rustjaw", "at": "0703"},
        ],
    },
    "goal": {"text": "Hurt it.", "all": [{"event": "Harmed", "unit": "B1", "least": 4}], "until": "activation"},
}


def lesson(**changes: Any) -> Lesson:
    return lesson_of({**SHOT, **changes}, Path("shot.toml"))


def test_dice_come_by_the_rule_that_is_rolled_for_and_then_from_the_seed() -> None:
    dice = LoadedDice(seed=1, loads=(("A-1", (6, 6)), ("B-1", (2,))))
    assert dice.draw(Roll(0, "b", 1, rules=("B-1",))) == (2,)
    assert dice.draw(Roll(0, "a", 3, rules=("A-1", "C-1")))[:2] == (6, 6)
    assert dice.left == []
    same = LoadedDice(seed=1)
    assert dice.draw(Roll(0, "c", 1)) == same.draw(Roll(0, "c", 5))[4:], "the seed went on meanwhile"


def test_what_is_recorded_uses_loaded_faces_up_as_if_they_had_been_drawn() -> None:
    dice = LoadedDice(seed=1, loads=(("A-1", (6, 5, 4)),))
    dice.unread = (6, 5)
    assert dice.draw(Roll(0, "a", 2, rules=("A-1",))) == (6, 5)
    assert dice.draw(Roll(0, "a", 1, rules=("A-1",))) == (4,)


@pytest.mark.parametrize(("until", "answers"), [(1, 1), (2, 2)])
def test_the_time_may_be_so_many_answers(until: int, answers: int) -> None:
    goal = {"text": "Fell it.", "all": [{"event": "Fell", "unit": "B1"}], "until": until}
    run = LessonRun(lesson(goal=goal, solution=[]))
    verdicts = [run.answer(answer) for answer in ("shoot:Carbine", "B1")[:answers]]
    assert [verdict is None for verdict in verdicts] == [True] * (answers - 1) + [False]


def test_the_verdict_comes_when_the_goal_is_met_and_undo_takes_it_back() -> None:
    run = LessonRun(lesson())
    assert run.answer("shoot:Carbine") is None
    verdict = run.answer("B1")
    assert verdict is not None
    assert (verdict.outcome, verdict.stars) == ("done", 3)
    assert run.session.question is not None, "what comes of it has happened"
    run.session.undo()
    assert run.look() is None
    assert run.answer("B1") is not None


def test_what_is_answered_at_the_table_is_not_played_again_to_be_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    again: list[Any] = []

    def played(*arguments: Any) -> Progress:
        again.append(arguments[3])
        return answered(*arguments)

    monkeypatch.setattr(lesson_run, "answered", played)
    run = LessonRun(lesson())
    stood = [(run.progress, run.verdict)]
    for answer in ("shoot:Carbine", "B1"):
        run.answer(answer)
        stood.append((run.progress, run.verdict))
    run.session.undo()
    run.look()
    assert (run.progress, run.verdict) == stood[-2]
    run.answer("B1")
    assert (run.progress, run.verdict) == stood[-1]
    assert again == []
    begun_late = LessonRun(lesson())
    for answer in ("shoot:Carbine", "B1"):
        begun_late.session.answer(answer)
    begun_late._stands = begun_late._stands[:1]
    begun_late._carried_out = 0
    begun_late.look()
    assert again == ["shoot:Carbine", "B1"], "as when a lesson is gone on with"
    assert (begun_late.progress, begun_late.verdict) == stood[-1]


def test_what_has_not_been_taught_is_refused_and_listed_apart() -> None:
    run = LessonRun(lesson())
    question = run.session.question
    assert isinstance(question, Pick)
    assert [option.key for option in question.options] == ["shoot:Carbine", "shoot:Sidearm", "end"]
    assert "move" in [option.key for option in question.later]
    with pytest.raises(Refused, match="later lesson"):
        run.answer("move")


def test_a_hint_and_a_second_try_cost_a_star_each_and_a_missed_task_is_said_at_once() -> None:
    run = LessonRun(lesson())
    verdict = run.answer("end")
    assert verdict is not None
    assert verdict.outcome == "missed"
    run.again()
    run.hint()
    run.answer("shoot:Carbine")
    verdict = run.answer("B1")
    assert verdict is not None
    assert verdict.stars == 2
    run.again()
    run.hint()
    run.answer("shoot:Carbine")
    verdict = run.answer("B1")
    assert verdict is not None
    assert verdict.stars == 1


def test_the_enemy_answers_what_is_written_each_once() -> None:
    more = [
        {"id": "B1", "mech": "rustjaw", "at": "0703"},
        {"id": "B2", "mech": "rustjaw", "at": "0803"},
        {"id": "A1", "mech": "sentinel", "at": "0303"},
        {"id": "A2", "mech": "sentinel", "at": "0203"},
    ]
    goal = {"text": "Wait.", "all": [{"fact": "round", "least": 2}], "until": "round"}
    enemy = [{"rule": "MC-ACT-1", "answer": "B2"}]
    run = LessonRun(
        lesson(position={"go": "A", "scenario": PLAIN, "unit": more}, goal=goal, enemy=enemy, offer=["end"])
    )
    run.answer("A1")
    run.answer("end")
    began = [event.text for event in run.session.log() if "activates" in event.text]
    assert began[1].startswith("Blue activates B2")


def test_odds_count_what_was_given_away_and_not_the_dice() -> None:
    goal = {"text": "Fell it.", "judge": "odds", "want": {"event": "Fell", "unit": "B1"}, "until": "activation"}
    units = [
        {"id": "A1", "mech": "sentinel", "pilot": "trooper", "at": "0403", "energy": 3},
        {"id": "B1", "mech": "rustjaw", "at": "0503", "integrity": 1},
    ]
    position = {"go": "A1", "scenario": PLAIN, "unit": units}
    puzzle = lesson(kind="puzzle", chapter=0, dice=[], goal={**goal, "best": 0.7311}, position=position)
    run = LessonRun(puzzle)
    assert run.best() == pytest.approx(0.7311, abs=0.0005)
    assert dict(run.chances())["end"] == 0
    verdict = run.answer("shoot:Carbine") or run.answer("B1")
    assert verdict is not None
    assert verdict.outcome == "missed", "whatever the dice did"
    assert verdict.chance == pytest.approx(0.594, abs=0.001)
    run.again()
    verdict = run.answer("shoot:Sidearm") or run.answer("B1")
    assert verdict is not None
    assert verdict.outcome == "done"


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"hint": [{"say": "One."}]}, "hint"),
        ({"teaches": ["MC-SHOT-2"]}, "teaches[0]"),
        ({"goal": {"text": "x", "all": [{"event": "Harm"}]}}, "goal"),
        ({"goal": {"text": "x", "all": [{"event": "Harmed", "who": "B1"}]}}, "goal"),
        ({"goal": {"text": "x", "judge": "odds", "want": {"event": "Fell"}}}, "goal.best"),
        ({"briefing": "x" * 151}, "briefing"),
        ({"colour": 1}, ""),
        ({"you": "Q7"}, "you"),
        ({"dice": [{"rule": "MC-SHOOT-2", "faces": [0, 101]}]}, "dice[0].faces"),
        ({"dice": [{"rule": "MC-SHOOT-2", "faces": [100, -1]}]}, "dice[0].faces"),
        ({"dice": [{"rule": "MC-SHOOT-2", "faces": []}]}, "dice[0].faces"),
    ],
)
def test_every_fault_is_told_with_its_place(change: dict[str, Any], place: str) -> None:
    with pytest.raises(Wrong) as wrong:
        lesson(**change)
    assert str(wrong.value.place).startswith(place)


def test_a_die_that_a_lesson_loads_may_show_any_face_from_0_to_100() -> None:
    assert lesson(dice=[{"rule": "MC-SHOOT-2", "faces": [0, 100]}]).tasks[0].dice[0].faces == (0, 100)


def test_a_lesson_can_be_saved_as_a_game_and_a_spoilt_one_is_refused(tmp_path: Path) -> None:
    setup = setup_of_task(lesson(), 0)
    session = Session.new(setup, tmp_path / "game.jsonl")
    session.answer("shoot:Carbine")
    session.answer("B1")
    digest = session.digest()
    session.close()
    loaded = Session.load(tmp_path / "game.jsonl")
    assert loaded.digest() == digest
    loaded.close()
    assert setup.lesson is not None
    setup.lesson.dice = [["MC-SHOOT-2", "six"]]
    Session.new(setup_of_task(lesson(), 0), tmp_path / "other.jsonl").close()
    text = (tmp_path / "other.jsonl").read_text(encoding="utf-8")
    (tmp_path / "spoilt.jsonl").write_text(text.replace("[3,5,6]", "7"), encoding="utf-8")
    with pytest.raises(JournalError):
        Session.load(tmp_path / "spoilt.jsonl")


def test_a_lesson_has_the_stars_of_its_worst_task() -> None:
    task = {key: SHOT[key] for key in ("briefing", "solution", "offer", "dice", "hint", "position", "goal")}
    head = {key: value for key, value in SHOT.items() if key not in task}
    run = LessonRun(lesson_of({**head, "task": [task, task]}, Path("shot.toml")))
    run.hint()
    for number in (0, 1):
        assert run.stars == 0, "not all of it is done"
        run.answer("shoot:Carbine")
        assert run.answer("B1") is not None
        if number == 0:
            run.begin(1)
    assert run.verdict is not None
    assert run.verdict.stars == 3
    assert run.stars == 2


def test_a_goal_that_is_met_by_doing_nothing_is_a_fault() -> None:
    goal = {"text": "Shoot.", "all": [{"event": "Harmed", "unit": "B1", "at_most": 9}], "at_end": True}
    with pytest.raises(Wrong, match="doing nothing"):
        prove(lesson(goal={**goal, "until": "activation"}, solution=["shoot:Carbine", "B1", "end"]))


def test_an_activation_that_is_over_is_judged_before_the_enemy_is_asked() -> None:
    units = [
        {"id": "A1", "mech": "sentinel", "at": "0303"},
        {"id": "A2", "mech": "sentinel", "at": "0203"},
        {"id": "B1", "mech": "rustjaw", "at": "0703"},
        {"id": "B2", "mech": "rustjaw", "at": "0803"},
    ]
    run = LessonRun(lesson(position={"go": "A", "scenario": PLAIN, "unit": units}))
    assert run.answer("A1") is None
    verdict = run.answer("end")
    assert verdict is not None
    assert verdict.outcome == "missed"
    assert len(run.session.history) == 2, "the enemy has answered nothing"


def test_a_written_answer_of_the_enemy_that_is_not_legal_is_a_fault() -> None:
    enemy = [{"rule": "MC-ACT-1", "answer": word} for word in ("B7", "B2")]
    enemy.append({"rule": "MC-ACT-3", "answer": "end"})
    units = [
        {"id": "A1", "mech": "sentinel", "pilot": "trooper", "at": "0303"},
        {"id": "A2", "mech": "sentinel", "at": "0203"},
        {"id": "B1", "mech": "rustjaw", "at": "0703"},
        {"id": "B2", "mech": "rustjaw", "at": "0803"},
    ]
    position = {"go": "A", "scenario": PLAIN, "unit": units}
    goal = {"text": "Hurt it.", "all": [{"event": "Harmed", "unit": "B1", "least": 4}], "until": "round"}
    solution = ["A2", "end", "shoot:Carbine", "B1"]
    hint = [{"say": "One."}, {"say": "Two."}, {"say": "Activate A2 first."}]
    with pytest.raises(Wrong) as wrong:
        prove(lesson(position=position, enemy=enemy, goal=goal, solution=solution, hint=hint), seeds=1)
    assert wrong.value.place == "enemy[0]"
    assert "'B7' is refused at “Activate which mech?”" in str(wrong.value)
    with pytest.raises(Wrong, match="nobody is asked under MC-MELEE-1"):
        prove(lesson(enemy=[{"rule": "MC-MELEE-1", "answer": "yes"}]), seeds=1)


def test_what_is_wanted_stands_beside_all_that_is() -> None:
    harmed, fell = {"event": "Harmed", "unit": "B1"}, {"event": "Fell", "unit": "B1"}
    (both,) = lesson(goal={"text": "x", "all": [harmed], "want": fell}).tasks
    (one,) = lesson(goal={"text": "x", "want": fell}).tasks
    assert len(both.goal.wanted.all) == 2
    assert both.goal.wanted.all[1:] == one.goal.wanted.all
