"""Every command with streams, folders and locales as they may be: a sentence and the right exit code, never more."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from tabletop_tui import paths
from tabletop_tui.play.session import Session

PROGRAM = f"exec {sys.executable} -m tabletop_tui"
SEATS = "--seat random --seat random"
COMMANDS = {
    "help": "--help",
    "list": "list scenarios",
    "rules": "rules mechcom",
    "check": "check $GAME",
    "print": "print pmc2640/alpha",
    "replay": "replay $GAME --headless",
    "verify": "replay $GAME --verify",
    "export": "export $GAME --to $FOLDER/report.md --overwrite",
    "play": f"play mechcom/quick-start --headless {SEATS} --seed 1",
    "resume": "resume $BEGUN --headless",
}
"""Each ends with 0 where all is well."""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A finished game and one that computers have begun, as the variables GAME and BEGUN."""
    folder = tmp_path_factory.mktemp("games")
    setup = ["play", "mechcom/quick-start", "--headless", *SEATS.split(), "--seed", "2", "--journal"]
    whole, begun = folder / "game.jsonl", folder / "begun.jsonl"
    subprocess.run([sys.executable, "-m", "tabletop_tui", *setup, str(whole)], check=True, capture_output=True)
    begun.write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[:9]))
    return {"GAME": str(whole), "BEGUN": str(begun), "FOLDER": str(folder)}


def shell(line: str, games: dict[str, str], **more: str) -> tuple[int, str, str]:
    """A line for the shell: its exit code, what came out, what was said."""
    Path(games["BEGUN"]).with_name("again.jsonl").write_bytes(Path(games["BEGUN"]).read_bytes())
    environment = {**os.environ, **games, "BEGUN": games["FOLDER"] + "/again.jsonl", **more}
    done = subprocess.run(
        ["bash", "-c", line], env=environment, capture_output=True, check=False, timeout=300, stdin=subprocess.DEVNULL
    )
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.sampled(2)
def test_outputs_that_nobody_takes(games: dict[str, str], command: str):
    line = f"{PROGRAM} {COMMANDS[command]}"
    reader = "true" if command == "list" else "head -n 1 >/dev/null"
    assert shell(f'({line}) | {reader}; exit "${{PIPESTATUS[0]}}"', games)[::2] == (0, ""), "it has seen enough"
    for nowhere, why in ((">/dev/full", "cannot be written: No space left on device"), (">&-", "is closed")):
        code, _, said = shell(f"{line} {nowhere}", games)
        assert code == 2
        assert said.startswith("tabletop-tui: the output ")
        assert why in said
        assert said.count("\n") == 1
        if command in ("play", "resume"):
            assert "the game is saved; go on with it: tabletop-tui resume " in said


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.sampled(2, first=1)
def test_streams_that_are_shut_or_poor_in_letters(games: dict[str, str], command: str):
    line = f"{PROGRAM} {COMMANDS[command]}"
    code, out, _ = shell(f"{line} <&- 2>&-", games, LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert code == 0, "neither is needed"
    assert out
    code, out, said = shell(line, games, PYTHONIOENCODING="latin-1")
    assert (code, said) == (0, "")
    assert out


@pytest.mark.parametrize("shut", ["2>&-", "2>/dev/full", "<&- >&- 2>&-"])
def test_what_cannot_be_said_is_in_the_exit_code(games: dict[str, str], shut: str):
    assert shell(f"{PROGRAM} play nowhere --headless {shut}", games)[0] == 2


def test_no_journal_takes_the_place_of_a_stream(games: dict[str, str], home: Path):
    """What is meant for a stream that is closed goes into no file."""
    assert shell(f"{PROGRAM} {COMMANDS['play']} <&- >&- 2>&-", games)[0] == 2
    (path,) = paths.saved_games()
    assert Session.replay(path)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("</dev/null", "the input ended where an answer was wanted"),
        ("<&-", "the input ended where an answer was wanted"),
        ("0>/dev/null", "the input cannot be read: Bad file descriptor"),
    ],
)
def test_an_input_without_answers(games: dict[str, str], given: str, why: str):
    code, _, said = shell(f"{PROGRAM} play mechcom/quick-start --headless {given}", games)
    assert code == 2
    assert why in said
    assert "the game is kept and can be resumed" in said


HOMES = {
    "a file": ("$FOLDER/game.jsonl", 2),
    "below a file": ("$FOLDER/game.jsonl/below", 2),
    "read-only": ("/proc/nowhere", 2),
    "too long": ("/tmp/" + "x" * 300, 2),
    "of nobody": ("~no-such-user-here/games", 2),
    "not there yet": ("$FOLDER/new/folder", 0),
}


@pytest.mark.parametrize("kind", HOMES)
@pytest.mark.sampled(2)
def test_a_folder_of_ones_own_that_is_none(games: dict[str, str], kind: str):
    folder, code = HOMES[kind]
    name = f'TABLETOP_TUI_HOME="{folder}"' if "$" in folder else f"TABLETOP_TUI_HOME='{folder}'"
    for command, codes in (("list rosters", {0, code}), (COMMANDS["play"], {code}), ("resume --headless", {2})):
        ended, _, said = shell(f"export {name}; {PROGRAM} {command}", games)
        assert ended in codes, (command, said)
        assert said.count("\n") == (ended != 0)


@pytest.mark.parametrize("command", ["", "play mechcom/quick-start", "resume $BEGUN", "replay $GAME"])
def test_without_a_terminal_the_app_says_so_and_begins_no_game(games: dict[str, str], command: str):
    code, _, said = shell(f"{PROGRAM} {command}", games)
    assert code == 2
    assert said.startswith("tabletop-tui: the app needs a terminal, and the standard input is none")
    assert paths.saved_games() == []


@pytest.mark.parametrize("name", ["dumb", "unknown"])
def test_a_terminal_that_can_draw_nothing(name: str):
    child = pexpect.spawn(sys.executable, ["-m", "tabletop_tui"], env={**os.environ, "TERM": name}, timeout=300)
    said = child.read().decode()
    child.close()
    assert child.exitstatus == 2
    assert f"this terminal (TERM={name}) cannot show the app" in said
    assert "\x1b" not in said
