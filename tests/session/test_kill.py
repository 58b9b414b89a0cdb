"""kill -9 at any moment: what was seen to be answered is in the journal, and the game goes on as if nothing was."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tabletop_tui.play.session import Session
from tabletop_tui.play.text_view import event_lines
from tests.conformance import a_setup

COMMAND = [sys.executable, "-m", "tabletop_tui"]
ENOUGH = 200
AHEAD = 4096
"""So many bytes a program may print that nobody reads, so that it is killed long before the end of its first run."""


def run_and_kill(arguments: list[str], lines: int) -> tuple[list[str], bool]:
    """Start a command and kill it when so many lines have come; what was printed, and whether it had ended itself."""
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, text=True, env=environment, pipesize=AHEAD
    ) as program:
        assert program.stdout is not None
        printed = []
        for line in program.stdout:
            printed.append(line.rstrip("\n"))
            if len(printed) >= lines:
                program.send_signal(signal.SIGKILL)
                break
        printed += [line.rstrip("\n") for line in program.stdout]
        ended = program.wait(60) == 0
    return printed, ended


def log_of(printed: list[str]) -> list[str]:
    """The lines of the log, without what was said before and after it."""
    start = next((n for n, line in enumerate(printed) if line.startswith("Seed ")), len(printed))
    return printed[start + 1 :]


@pytest.mark.parametrize("chance", range(3))
def test_a_killed_game_of_computers_goes_on_as_if_it_had_not_been(chance: int, tmp_path: Path):
    chooser = Random(chance)
    path = tmp_path / "game.jsonl"
    whole = Session.new(a_setup("mechcom", 0, player="random", seed=chance))
    whole.run()

    seats = ["--seat", "random", "--seat", "random"]
    arguments = ["play", "mechcom/quick-start", "--headless", "--seed", str(chance), "--journal", str(path), *seats]
    kills = known = compared = 0
    for _ in range(ENOUGH):
        printed, ended = run_and_kill(arguments, known + chooser.randint(1, 120 if kills else 30))
        if ended:
            break
        kills += 1
        if not path.exists():
            continue
        kept = Session.replay(path)
        lines = [line for event in kept.log() for line in event_lines(event, kept.setup)]
        # The last line may have been torn by the kill; all others were printed whole.
        shown = log_of(printed)[:-1]
        seen = shown[shown.index(lines[0]) :] if lines and lines[0] in shown else []  # Before it comes the briefing.
        if kept.over:
            seen = seen[: len(lines)]  # Then comes the last battlefield.
        assert lines[: len(seen)] == seen, "something was shown that the journal does not know"
        compared += len(seen)
        known = len(lines)
        arguments = ["resume", str(path), "--headless"]
    else:
        pytest.fail("the game never came to its end")
    assert kills
    assert compared
    assert printed[-1].startswith("result: ")
    end = Session.replay(path)
    assert list(end.log()) == list(whole.log())
    assert end.digest() == whole.digest()


def test_what_a_person_typed_is_not_lost(tmp_path: Path):
    path = tmp_path / "game.jsonl"
    arguments = ["play", "mechcom/quick-start", "--headless", "--seed", "5", "--journal", str(path)]
    chooser = Random(1)
    with subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        model = Session.new(a_setup("mechcom", 0, seed=5))
        for _ in range(12):
            answer = model.question.sample(chooser)
            program.stdin.write(_typed(answer) + "\n")
            program.stdin.flush()
            model.answer(answer)
            question = model.question.prompt
            # The next question is printed when the answer has been taken.
            while question not in program.stdout.readline():
                pass
        program.send_signal(signal.SIGKILL)
        program.wait(60)
    kept = Session.load(path)
    assert [entry.answer for entry in kept.history] == [entry.answer for entry in model.history]
    assert kept.digest() == model.digest()
    kept.close()


def _typed(answer: object) -> str:
    if isinstance(answer, dict):
        return " ".join(f"{key}={share}" for key, share in answer.items())
    return " ".join(answer) if isinstance(answer, list) else str(answer)
