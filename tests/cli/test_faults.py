"""Faults of the program in commands without a screen: exit code 70, one sentence, the game kept, a report."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tabletop_tui import paths
from tabletop_tui.play.session import Session

SEATS = ("--seat", "random", "--seat", "random")


@pytest.mark.parametrize("fault", [ValueError("a fault"), SystemExit(0), RecursionError("too deep")])
def test_a_fault_in_the_middle_of_a_game(run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: BaseException):
    thought = Session.think

    def think(session: Session):
        if len(session.history) == 5:
            raise fault
        return thought(session)

    monkeypatch.setattr(Session, "think", think)
    path = tmp_path / "a.jsonl"
    code, _, err = run("play", "mechcom/quick-start", "--headless", "--journal", path, *SEATS)
    assert code == 70
    assert err.count("\n") == 1
    assert err.startswith(f"tabletop-tui: a fault in the program: {type(fault).__name__}")
    assert f"the game is saved; go on with it: tabletop-tui resume {path};" in err
    report = Path(err.rpartition(" is in ")[2].strip())
    assert report.parent.parent == paths.home()
    assert "in think" in report.read_text()
    monkeypatch.undo()
    assert len(Session.replay(path).history) == 5


def test_a_report_finds_another_place_where_the_players_own_is_none(run, monkeypatch, home: Path, tmp_path: Path):
    (home / "faults").write_text("a file")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr("tabletop_tui.play.file_listings.listed", lambda *_: 1 / 0)
    code, _, err = run("list", "systems")
    assert code == 70
    assert f"a report for its makers is in {tmp_path}" in err
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere/below" / ("x" * 300)))
    assert "no report of it could be written" in run("list", "systems")[2]


def test_a_part_that_is_missing_is_a_sentence_too(tmp_path: Path):
    (tmp_path / "jinja2.py").write_text("raise ImportError('no library of that name')\n")
    done = subprocess.run(
        [sys.executable, "-m", "tabletop_tui", "sheet", "mechcom", "--to", str(tmp_path / "sheet.html")],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 70
    assert done.stderr.startswith(
        "tabletop-tui: a fault in the program: ImportError: no library of that name; a report"
    )
    assert done.stderr.count("\n") == 1
