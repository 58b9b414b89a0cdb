"""For the commands: the toy among the systems, a command run with a given input, its one sentence of refusal."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tabletop_tui import cli
from tests.toy.registered import _toy  # noqa: F401 - used by being here


class Typed(io.StringIO):
    """Standard input: a pipe, or a terminal."""

    def __init__(self, text: str, terminal: bool = False) -> None:
        super().__init__(text)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Run a command with this standard input; its exit code, output and error output."""

    def command(*arguments: object, typed: str = "", terminal: bool = False) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", Typed(typed, terminal))
        code = cli.run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return command


@pytest.fixture
def toy_files(home: Path) -> None:
    """A toy scenario and forces among the player's own."""
    files = {
        "scenarios/toy/duel.toml": 'name = "Duel"\nrounds = 3\nseats = 2\nsystem = "toy"\n',
        "rosters/toy/pair.toml": 'name = "Pair"\ntokens = 2\nsystem = "toy"\n',
        "rosters/toy/single.toml": 'name = "Single"\ntokens = 1\nsystem = "toy"\n',
        "rosters/toy/crowd.toml": 'name = "Crowd"\ntokens = 9\nsystem = "toy"\n',
    }
    for name, text in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)


def bad(result: tuple[int, str, str]) -> str:
    """The one sentence of a command that failed as it should."""
    code, _, err = result
    assert code == 2
    assert err.count("\n") == 1
    assert err.startswith("tabletop-tui: ")
    assert "Traceback" not in err
    return err.strip()
