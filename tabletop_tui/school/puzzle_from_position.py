"""A position becomes a puzzle: what is wanted is said by the player, the best chance and the best line are found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tabletop_tui import paths
from tabletop_tui.engine.question import Answer
from tabletop_tui.files import read_file
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.toml_writing import file_stem, toml_text
from tabletop_tui.files.validation import attempt
from tabletop_tui.files.write_file import Taken, write_beside
from tabletop_tui.play import position_files
from tabletop_tui.play.new_game import BadChoice, system_of
from tabletop_tui.play.position_files import opened
from tabletop_tui.play.position_setup import written
from tabletop_tui.rulebook.position import SEAT_LETTERS
from tabletop_tui.school.lesson_files import FOLDERS, PUZZLE, lesson_of
from tabletop_tui.school.lesson_run import LessonRun, said
from tabletop_tui.school.sampled_chances import PATIENCE, TOO_LONG, TooLong

MOST_ANSWERS = 40
HINTS = "Mark each answer and read its chances.", "Think of what comes after it.", ""


def puzzle_of(path: Path, name: str, want: str, until: str, offer: tuple[str, ...] = ()) -> dict[str, Any]:
    """The table of a puzzle: a position, and what is wanted, in TOML. BadFile or BadChoice if it cannot be."""
    system = system_of(path)
    info = position_files.read(system, path)
    assert info.setup is not None
    game = opened(system, info.setup)
    position = attempt(path, lambda: written(game)).table()
    seat = game.question.seat if game.question is not None else 0
    goal = {"text": name, "judge": "odds", "want": _condition(want), "until": _until(until), "best": 0.0}
    table: dict[str, Any] = {
        "system": system.id,
        "kind": PUZZLE,
        "name": name,
        "level": 2,
        "briefing": name,
        "you": SEAT_LETTERS[seat],
        **({"offer": list(offer)} if offer else {}),
        "solution": [],
        "hint": [
            {"say": text} for text in ("Mark each answer and read its chances.", "Think of what comes after it.", "")
        ],
        "position": position,
        "goal": goal,
    }
    goal["best"], table["solution"], first = best_line(table, path)
    table["hint"][2]["say"] = f"Begin with {first}."
    return table


def _condition(want: str) -> Any:
    try:
        return read_file.toml_of(f"want = {want}")["want"]
    except (ValueError, KeyError, RecursionError) as error:
        example = '{ event = "Fell", unit = "B1" }'
        raise BadChoice(f"give a condition in TOML, as in: {example} ({error})") from None


def _until(until: str) -> str | int:
    return int(until) if until.isdecimal() and len(until) < 6 else until


def best_line(table: dict[str, Any], path: Path) -> tuple[float, list[Answer], str]:
    """The best chance, a line of play that has it, and its first answer in words. BadFile if that takes too long."""
    try:
        return _best_line(table, path)
    except TooLong:
        raise BadFile(path, "goal", TOO_LONG) from None


def _best_line(table: dict[str, Any], path: Path) -> tuple[float, list[Answer], str]:
    lesson = attempt(path, lambda: lesson_of(table, path))
    run = attempt(path, lambda: LessonRun(lesson))
    run.patience = PATIENCE
    run.run_on()
    best, line, first = run.best(), list[Answer](), ""
    while run.progress.state == "open" and len(line) < MOST_ANSWERS and run.session.question is not None:
        answer, _ = max(run.chances(), key=lambda one: one[1])
        first = first or said(run.session.question, answer)
        line.append(answer)
        run.answer(answer)
    return round(best, 4), line, first


def save_puzzle(table: dict[str, Any], to: Path | None) -> Path:
    """Write a puzzle among the player's own, or where it is said. BadFile if that is not possible."""
    path = to or paths.home() / FOLDERS[PUZZLE] / table["system"] / f"{file_stem(table['name'], PUZZLE)}.toml"
    try:
        write_beside(path, toml_text(table), overwrite=False)
    except Taken:
        raise BadFile(path, "", "exists already; give the puzzle another name, or name another file") from None
    return path
