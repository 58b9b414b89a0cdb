"""A lesson or a puzzle as rows of a form: the head of its file, then one of its tasks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tabletop_tui.editor.form_rows import FormOption, Row
from tabletop_tui.editor.forms import goal_templates, lesson_making
from tabletop_tui.editor.positions.position_edits import set_or_drop, units_of
from tabletop_tui.engine.wording import counted
from tabletop_tui.rulebook.position import SEAT_LETTERS
from tabletop_tui.school.lesson_files import LONGEST_TEXT, PUZZLE, UNTIL

WANTED = {
    "all": "All of this",
    "any": "Any of this",
    "none": "None of this",
    "lost": "Lost with this",
    "want": "This is wanted",
}
"""What each list of conditions of a goal means; `want` is the same as one of `all`."""
ADDED = ("all", "any", "none", "lost")
JUDGES = (
    FormOption("event", "by what happens", "dice are loaded, or may come as they like"),
    FormOption("odds", "by the odds", "what each answer gives away of the best chance"),
    FormOption("search", "by the odds, far ahead", "over several activations, with the enemy's answers"),
)
ODDS = (FormOption("shown", "shown"), FormOption("hidden", "hidden until the answer is given"))
LEVELS = (FormOption(1, "easy"), FormOption(2, "middling"), FormOption(3, "hard"))
SHORT = f"One or two sentences of at most {LONGEST_TEXT} letters."
OF_LESSONS = {
    "teaches": "The rules that are met here for the first time.",
    "tells": "Rules that its sentences tell, for nothing in play would show them.",
    "needs": "The lessons that come before, as 04-cover.",
}
ONE_MORE = "+"
"""At the end of the key of a row that adds to a list."""


def rows(table: Mapping[str, Any], number: int, sides: Sequence[str]) -> list[Row]:
    """All rows of a lesson, its task of this number; the sides by their names."""
    return [*_head(table, number), *_task(lesson_making.tasks_of(table)[number], sides)]


def _head(table: Mapping[str, Any], number: int) -> Iterator[Row]:
    group = "What it is"
    yield Row("name", "Name", "text", table.get("name"), "", "What it is called.", group=group, may_go=False)
    if table.get("kind") == PUZZLE:
        yield Row(
            "level", "Level", "choice", table.get("level"), "none", "How hard it is.", options=LEVELS, group=group
        )
    else:
        says = "Its number among the lessons."
        yield Row("chapter", "Chapter", "whole", table.get("chapter"), "", says, most=99, group=group)
        for key, told in OF_LESSONS.items():
            yield Row(key, key.capitalize(), "value", table.get(key), "", f"{told} As a list.", group=group)
    says = "The rules that are read out at the end, as a list."
    yield Row("review", "Review", "value", table.get("review"), "", says, group=group)
    minutes = "How long it takes."
    yield Row("minutes", "Minutes", "whole", table.get("minutes"), "5", minutes, least=1, most=30, group=group)
    tasks = len(lesson_making.tasks_of(table))
    if tasks > 1:
        options = tuple(FormOption(one, f"task {one + 1} of {tasks}") for one in range(tasks))
        yield Row("task shown", "Task", "choice", number, "", "Which is written below.", options=options, group=group)


def _task(task: Mapping[str, Any], sides: Sequence[str]) -> Iterator[Row]:
    group = "The task"
    letters = tuple(FormOption(SEAT_LETTERS[at], name) for at, name in enumerate(sides))
    says = f"What is there, and what is wanted. {SHORT}"
    yield Row("briefing", "Briefing", "text", _open(task.get("briefing")), "to be written", says, group=group)
    position, said = "Who stands where, in which state.", task.get("position")
    units = len(units_of(said)) if isinstance(said, Mapping) else 0
    if "force" in task:
        built = "The force that is built on, as a file of forces has it; acts and conditions are written in the file."
        yield Row("force", "Force", "value", task.get("force"), "", built, group=group)
    else:
        yield Row("position", "Position", "act", counted(units, "unit"), "", position, group=group)
    you = "The side of the learner; computers have the others."
    yield Row("you", "You play", "choice", task.get("you"), letters[0].words, you, options=letters, group=group)
    offer = "The actions that are listed; the others are one row more. Enter chooses them from those on the way."
    yield Row("offer", "Offer", "act", task.get("offer"), "all", offer, group=group, may_type=True)
    odds = "Whether what an answer needs, and its chances, are shown before it is given."
    yield Row("odds", "Chances", "choice", task.get("odds"), "shown", odds, options=ODDS, group=group)
    dice = "Those that come when a rule is rolled for. Enter loads what the solution rolls, or takes a load out."
    yield Row("dice", "Dice", "act", task.get("dice"), "of chance", dice, group=group, may_type=True)
    enemy = 'What the enemy answers: [{ rule = "...", answer = "B1" }].'
    yield Row("enemy", "Enemy", "value", task.get("enemy"), "as the computer likes", enemy, group=group)
    yield from _goal(task)
    yield from _way(task)
    yield from _words(task)


def _open(value: Any) -> Any:
    """A sentence; None for one that is still to be written."""
    return None if value == lesson_making.FILLER else value


def _goal(task: Mapping[str, Any]) -> Iterator[Row]:
    goal, group = lesson_making.goal_of(task), "The goal"
    yield Row("goal.text", "In words", "text", _open(goal.get("text")), "", SHORT, group=group)
    judge = "How it is judged."
    yield Row(
        "goal.judge", "Judged", "choice", goal.get("judge"), "by what happens", judge, options=JUDGES, group=group
    )
    for key, number, condition in lesson_making.wanted(task):
        told = goal_templates.told(condition)
        says = "Enter removes it, or replaces it."
        yield Row(f"goal.{key}.{number}", WANTED[key], "act", told, "", says, group=group)
    for key in ADDED:
        yield Row(f"goal.{key}.{ONE_MORE}", f"+ {WANTED[key].lower()}", "act", None, "", "One more.", group=group)
    until = tuple(FormOption(one, f"the end of the {one}") for one in UNTIL)
    says = "When its time is up: then, or after so many answers (t types a number)."
    usual = "the end of the round"
    held = goal.get("until")
    yield Row("goal.until", "Until", "choice", held, usual, says, options=until, group=group, may_type=True)
    end = "Whether it is judged only then, not as soon as it holds."
    yield Row("goal.at_end", "Judged at the end", "truth", goal.get("at_end"), "no", end, group=group)
    if goal.get("judge", "event") != "event":
        best = "The chance with best play; o finds it."
        yield Row("goal.best", "Best chance", "number", goal.get("best"), "", best, least=0, most=1, group=group)
        places = 'The places that are looked at, as ["14,9"].'
        yield Row("goal.places", "Places", "value", goal.get("places"), "all", places, group=group)


def _way(task: Mapping[str, Any]) -> Iterator[Row]:
    group = "The way there"
    says = "The answers up to the verdict; i plays them in."
    yield Row("solution", "Solution", "value", task.get("solution") or None, "not played in", says, group=group)
    fails = 'Lists of answers that miss the goal: [["end"], ["A2", "end"]].'
    yield Row("fails", "Fails", "value", task.get("fails"), "none", fails, group=group)
    also = "Of odds: other ways, each with say, answers and chance."
    yield Row("also", "Also", "value", task.get("also"), "none", also, group=group)
    hints = lesson_making.listed(task.get("hint"))
    for number, words in enumerate(lesson_making.HINT_WORDS):
        one = hints[number] if number < len(hints) and isinstance(hints[number], Mapping) else {}
        names = "; it names the first act of the solution" if number == 2 else ""
        key = f"hint.{number}"
        yield Row(
            f"{key}.say",
            words,
            "text",
            _open(one.get("say")),
            "to be written",
            f"{SHORT[:-1]}{names}.",
            group=group,
        )
        marks = 'Units and places that it marks on the map, as ["A1", "0405"].'
        yield Row(f"{key}.mark", "  it marks", "value", one.get("mark"), "nothing", marks, group=group)


def _words(task: Mapping[str, Any]) -> Iterator[Row]:
    verdict, group = task.get("verdict", {}), "What is said at the end"
    held = verdict if isinstance(verdict, Mapping) else {}
    for key, label in (("done", "When it is done"), ("lost", "When it is not"), ("nearly", "When nearly")):
        says = f"Why that was so. {SHORT}"
        yield Row(f"verdict.{key}", label, "text", held.get(key), "the goal once more", says, group=group)


# ---------------------------------------------------------------- changes
def put(table: dict[str, Any], number: int, key: str, value: Any) -> None:
    """Let a row say this; None takes it away."""
    task = lesson_making.tasks_of(table)[number]
    head, _, rest = key.partition(".")
    if head in ("name", "level", "chapter", "minutes", "review", *OF_LESSONS):
        set_or_drop(table, key, value)
    elif head == "hint":
        place, _, part = rest.partition(".")
        if part == "say":
            lesson_making.set_hint(task, int(place), say=value or lesson_making.FILLER)
        else:
            lesson_making.set_hint(task, int(place), mark=value or [])
    elif head in ("goal", "verdict"):
        set_or_drop(lesson_making.table_in(task, head), rest, value)
    elif key == "briefing":
        task[key] = value or lesson_making.FILLER
    elif key == "solution":
        task[key] = value or []
    else:
        set_or_drop(task, key, value)
