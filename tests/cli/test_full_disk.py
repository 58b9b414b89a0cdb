"""A disk without room: nothing half written stays, and what was there before is whole."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tabletop_tui import paths
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.files.write_file import write_beside
from tabletop_tui.play.session import Session

resource = pytest.importorskip("resource", reason="this system cannot limit the size of files")
START = ["play", "mechcom/quick-start", "--headless", "--seat", "random", "--seat", "random", "--seed", "1"]


def with_room_for(size: int, *arguments: object) -> tuple[int, str]:
    """Run a command where no file may be larger than so many bytes; its exit code, and what it said."""
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))"
    code = f"{limit}; from tabletop_tui.cli import main; main()"
    command = [sys.executable, "-B", "-c", code, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    return done.returncode, done.stderr


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def said_in(line: bytes) -> dict[str, object]:
    """What a whole line of a journal says of the game, whenever that was played."""
    assert line.endswith(b"\n")
    return {key: value for key, value in json.loads(line).items() if key not in ("begun", "check")}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "game.jsonl"
    subprocess.run([sys.executable, "-m", "tabletop_tui", *START, "--journal", path], check=True, capture_output=True)
    return path


@pytest.mark.parametrize("lines", [0, 1])
@pytest.mark.parametrize("more", [0, 9])
def test_a_game_that_never_began_leaves_no_journal(game: Path, home: Path, lines: int, more: int):
    """Neither where its first line has no room, nor where the dice of its beginning have none."""
    room = sum(map(len, lines_of(game)[:lines])) + more
    code, said = with_room_for(room, *START)
    assert code == 2
    assert said.count("\n") == 1
    assert "the journal cannot be written: " in said
    assert paths.saved_games() == []


def test_a_game_that_began_is_kept_as_far_as_there_was_room(game: Path, home: Path):
    code, said = with_room_for(sum(map(len, lines_of(game)[:5])) + 9, *START)
    assert code == 2
    assert "the journal cannot be written: " in said
    (path,) = paths.saved_games()
    assert [said_in(line) for line in lines_of(path)] == [said_in(line) for line in lines_of(game)[:5]]
    assert len(Session.replay(path).history) == 3


@pytest.mark.parametrize("form", ["md", "html", "svg"])
def test_an_export_is_whole_or_as_it_was(game: Path, tmp_path: Path, form: str):
    report = tmp_path / f"report.{form}"
    report.write_text("an older one")
    code, said = with_room_for(500, "export", game, "--to", report, "--overwrite")
    assert code == 2
    assert f"{report}: cannot be written: File too large" in said
    assert [path.name for path in tmp_path.iterdir()] == [report.name]
    assert report.read_text() == "an older one"


@pytest.mark.parametrize("late", ["os.fsync", "os.replace"])
def test_a_fault_that_shows_late_leaves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, late: str):
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(late, fail)
    with pytest.raises(BadFile, match="cannot be written: No space left on device"):
        write_beside(tmp_path / "a.toml", "text")
    assert list(tmp_path.iterdir()) == []
