"""Lessons and puzzles without a screen: briefing, questions and verdicts as lines, answers by numbered lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TextIO

from tabletop_tui.engine.refusal import Refused
from tabletop_tui.engine.wording import counted, which
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.safe_text import in_short
from tabletop_tui.files.validation import attempt
from tabletop_tui.play.headless_play import Write, print_events
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.play.players.console_player import WORDS, Keyboard, Said
from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.school.force_building import ForceBuilding
from tabletop_tui.school.lesson_files import LESSON, PUZZLE, Lesson, listed, named
from tabletop_tui.school.lesson_run import LessonRun
from tabletop_tui.school.verdict import Verdict

HERE = {"hint": "a hint; each time a plainer one", "again": "the same once more from its beginning"}
AFTERWARDS = {
    "undo": "back to the last choice",
    "again": HERE["again"],
    "next": "go on to what comes next",
    "quit": "leave the lesson",
}
SIGNS = {"done": "*", "nearly": "~", "missed": "-"}
WORDS_OF = {"done": "Done", "nearly": "Nearly", "missed": "Not yet"}
KEYS: Mapping[str, str] = {
    "undo": "undo",
    "hint": "hint",
    "options": "? ANSWER",
    "rules": "?",
    "again": "again",
    "waypoint": "a place before the last",
    "formation": "form=line",
    "turn-right": "turn=90",
    "model": "model2=0.5,0",
    "go-to": "the place itself",
    "next": "another number",
    "commit": "the end of the line",
    "farthest": "a place farther on",
    "watchers": "? PLACE",
    "look": "? PLACE",
    "overlay": "? PLACE",
    "compare": "? ANSWER",
    "closer": "the map",
    "further": "the map",
    "side-view": "? ANSWER",
    "side": "the list of acts",
    "card": "the rulebook",
}
"""What stands for the keys that a lesson's sentences name in braces."""


class _Keys(dict[str, str]):
    """Names in braces that are no command stay as they are."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def worded(text: str, keys: Mapping[str, str] = KEYS) -> str:
    """A sentence of a lesson with its {names} of commands replaced by what one types."""
    return text.format_map(_Keys(keys))


def contents(system_id: str, wrong: list[BadFile]) -> Iterator[str]:
    """The lessons and puzzles of a system, a line each."""
    for lesson in listed(known(system_id), LESSON, wrong):
        yield f"{lesson.chapter:>3}  {lesson.id:<32}{lesson.name} ({counted(lesson.minutes, 'minute')})"
    for lesson in listed(system_id, PUZZLE, wrong):
        yield f"     {f'puzzle:{lesson.id}':<32}{lesson.name} (level {lesson.level})"


def known(system_id: str) -> str:
    if system_id not in system_ids():
        raise BadChoice(f"there is no system {system_id!r}; installed: {', '.join(system_ids()) or 'none'}")
    return system_id


def found(system_id: str, name: str) -> Lesson:
    """The lesson of a name. BadChoice if there is none."""
    lesson = named(known(system_id), name)
    if lesson is None:
        ids = [one.id for one in listed(system_id, LESSON, [])] + [
            f"puzzle:{one.id}" for one in listed(system_id, PUZZLE, [])
        ]
        raise BadChoice(f"there is no lesson {in_short(name, 200)!r} of {system(system_id).name}; {which(name, ids)}")
    return lesson


def take(lesson: Lesson, lines: TextIO, write: Write, seed: int = 0) -> int:
    """Take a lesson from a stream of answers."""
    keyboard = Keyboard(lines, write, patient=lines.isatty(), words={**WORDS, **HERE})
    run = attempt(lesson.path, lambda: LessonRun(lesson, seed=seed))
    _brief(run, write)
    while True:
        verdict = _on(run, write) if run.building is None else run.verdict
        if verdict is None:
            if not (_answer if run.building is None else _build)(run, keyboard, write):
                return 0
            continue
        _tell(run, verdict, write)
        word = "next" if verdict.outcome == "done" else keyboard.word(AFTERWARDS)
        if word == "quit":
            return 0
        if word == "undo":
            _undo(run)
        elif word == "again":
            run.again()
            _brief(run, write)
        elif run.last:
            return 0
        else:
            attempt(lesson.path, lambda: run.begin(run.number + 1))
            _brief(run, write)


def _on(run: LessonRun, write: Write) -> Verdict | None:
    """Let computers answer; what came of the task."""
    verdict = run.look()
    while verdict is None and run.session.question is not None and not run.session.waits_for_person:
        print_events(run.session, run.session.computer_answers(), write)
        verdict = run.look()
    return verdict


def _brief(run: LessonRun, write: Write) -> None:
    lesson, task = run.lesson, run.task
    part = f", {run.number + 1} of {len(lesson.tasks)}" if len(lesson.tasks) > 1 else ""
    head = f"Chapter {lesson.chapter}" if lesson.kind == LESSON else "Puzzle"
    write(f"== {head}: {lesson.name}{part} ==")
    write(worded(task.briefing))
    write(f"Goal: {worded(task.goal.text)}")
    if task.dice:
        write(f"Loaded dice: {', '.join(dict.fromkeys(load.rule for load in task.dice))}")


def _answer(run: LessonRun, keyboard: Keyboard, write: Write) -> bool:
    """One answer or word of the learner; False if it was to leave."""
    said = keyboard.ask(run.session.game, run.session.setup)
    try:
        match said:
            case Said("quit"):
                return False
            case Said("hint"):
                hint = run.hint()
                marks = f" ({', '.join(hint.mark)})" if hint.mark else ""
                write(f"Hint {run.hints}: {worded(hint.say)}{marks}")
            case Said("again"):
                run.again()
                _brief(run, write)
            case Said("undo"):
                run.session.undo()
            case Said("redo"):
                print_events(run.session, run.session.redo(), write)
            case Said():
                write("     there is no such word in a lesson")
            case _:
                print_events(run.session, run.session.answer(said), write)
    except Refused as refused:
        keyboard.refuse(refused)
    return True


def _undo(run: LessonRun) -> None:
    if run.building is not None:
        run.building.undo()
    else:
        run.session.undo()
        run.look()


def _build(run: LessonRun, keyboard: Keyboard, write: Write) -> bool:
    """One act on the force that is built, or a word; False if it was to leave."""
    building = run.building
    assert building is not None
    acts = {str(number): act for number, act in enumerate(building.acts(), 1)}
    write("\n".join(_force_lines(building)))
    for number, act in acts.items():
        write(f"{number:>4}  {act.label}{f'  -- no: {act.refusal}' if act.refusal else ''}")
    line = keyboard.line("an act by its number or its words, or: hint, again, undo, quit")
    if line == "quit":
        return False
    if line == "hint":
        say = run.hint().say
        write(f"Hint {run.hints}: {worded(say)}")
    elif line == "again":
        run.again()
    elif line == "undo":
        building.undo()
    else:
        try:
            run.answer(acts[line].key if line in acts else line)
        except Refused as refused:
            keyboard.refuse(refused)
    return True


def _force_lines(building: ForceBuilding) -> Iterator[str]:
    """The force as it is, with its limits and what it still lacks."""
    muster, force = building.muster, building.force
    for row, bought in enumerate(muster.bought(force), 1):
        called = f"{bought.count} x {bought.name}" if bought.count > 1 else bought.name
        yield f"{row:>6}  {called}, {bought.cost} {muster.counted_in}{f', {bought.note}' if bought.note else ''}"
    yield from (f"        {line.label}: {line.value} [{line.rules[0]}]" for line in muster.limits(force))
    if (fault := muster.fault(force)) is not None:
        yield f"        not yet: {fault}"
    if building.later:
        yield f"        Only these here; {counted(building.later, 'other')} later:"


def _tell(run: LessonRun, verdict: Verdict, write: Write) -> None:
    stars = " " + "*" * verdict.stars if verdict.outcome == "done" else ""
    write(f"{SIGNS[verdict.outcome]} {WORDS_OF[verdict.outcome]}{stars}  {worded(verdict.say)}")
    if verdict.outcome == "done" and run.last and run.lesson.review:
        rules = {rule.id: rule.text for rule in system(run.lesson.system).reference()}
        write("What you have learnt:")
        for rule in run.lesson.review:
            write(f"   {rule}: {rules[rule]}")
