"""Python without docstrings (-OO): what players read of steps, lessons and commands is whole all the same."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

LESSON = """
from tabletop_tui.play import new_game
from tabletop_tui.rulebook.registry import system
from tabletop_tui.screens.learning.first_game_guide import lesson_of

session = new_game.first_game(system("mechcom"), guided=True)
lesson = lesson_of(session)
session.pace = "step"
for _ in range(40):
    if session.waits_for_person:
        session.answer(next(iter(session.question.legal())))
    elif session.question is not None:
        session.computer_answers()
    else:
        ran, happened = session.step()
        stage = lesson.stage(session.log())
        print(lesson.words(session.game, session.question, None, ran, stage, {}))
session.close()
"""


def optimised(*arguments: str, home: Path) -> str:
    """What a Python process without docstrings prints."""
    environment = {**os.environ, "TABLETOP_TUI_HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-OO", *arguments], env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_the_processes_are_without_docstrings(tmp_path: Path):
    """Else this file would test nothing."""
    code = "from tabletop_tui.engine.game import Step; print(Step.__doc__)"
    assert optimised("-c", code, home=tmp_path) == "None\n"


@pytest.mark.parametrize("book", ["armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander"])
def test_a_game_step_by_step_says_the_same(book: str, run, tmp_path: Path):
    seats = ("--headless", "--seat", "random", "--seat", "random", "--seed", "1", "--pace", "step")
    play = ("play", f"{book}/quick-start", *seats, "--journal")
    shown = optimised("-m", "tabletop_tui", *play, str(tmp_path / "one.jsonl"), home=tmp_path).splitlines()
    assert shown[1:] == run(*play, tmp_path / "other.jsonl")[1].splitlines()[1:]
    steps = [line for line in shown if line.startswith("   step: ")]
    assert len(steps) > 50
    assert all(line.endswith((".", "?")) for line in steps)


def test_a_lesson_says_the_same(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    exec(LESSON, {})
    shown = optimised("-c", LESSON, home=tmp_path)
    assert "Done: An edge is taken. " in shown
    assert shown == capsys.readouterr().out


@pytest.mark.parametrize("command", ["", "export"])
def test_help_says_the_same(command: str, run, tmp_path: Path):
    asked = (*command.split(), "--help")
    assert optimised("-m", "tabletop_tui", *asked, home=tmp_path) == run(*asked)[1]
