"""No code is run from the folder in which one stands: files lie there that are called as modules are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tabletop_tui.web.server import app_command

NAMES = ("click", "multiprocessing", "pickle", "attrs", "numpy", "rich", "textual", "tabletop_tui", "sitecustomize")
BESIDE = """
import time
from tabletop_tui.process.worker_process import Beside
if __name__ == "__main__":
    beside, heard = Beside(), []
    beside.start(range, 3)
    while len(heard) < 3:
        heard += beside.heard()
        time.sleep(0.01)
    beside.close()
    print(heard)
"""
LAB = ("lab", "mechcom/quick-start", "--seat", "random", "--games", "2", "--workers", "2")


@pytest.fixture
def strange(tmp_path: Path) -> Path:
    """A folder with such files; each leaves a mark when it is run."""
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text(
            f"open({str(tmp_path / 'ran')!r}, 'a').write('{name} ')\n", encoding="utf-8"
        )
    return tmp_path


def run(folder: Path, *command: str) -> str:
    own = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONSAFEPATH")}
    done = subprocess.run(command, cwd=folder, env=own, capture_output=True, text=True, timeout=300, check=False)
    assert not (folder / "ran").exists(), (folder / "ran").read_text(encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


def written(folder: Path, program: str) -> str:
    """A program in a folder of its own, where such a file does not lie."""
    path = folder / "own" / "program.py"
    path.parent.mkdir()
    path.write_text(program, encoding="utf-8")
    return str(path)


def test_such_files_are_run_by_a_python_that_looks_there(strange: Path):
    subprocess.run([sys.executable, "-c", "import click"], cwd=strange, check=True)
    assert (strange / "ran").read_text(encoding="utf-8") == "click "


def test_a_page_of_serve_runs_none(strange: Path):
    assert "tabletop-tui" in run(strange, *app_command(["--version"]))


def test_the_coach_runs_none(strange: Path):
    assert run(strange, sys.executable, written(strange, BESIDE)) == "[0, 1, 2]\n"


@pytest.mark.long
def test_workers_of_the_lab_run_none(strange: Path):
    assert "2 games" in run(strange, str(Path(sys.executable).with_name("tabletop-tui")), *LAB)
