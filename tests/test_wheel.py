"""The wheel holds all that a game needs: built, installed into an empty environment, and played from there."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command away from the source tree; its output, or a failure that shows it."""
    clean = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    clean["TABLETOP_TUI_HOME"] = str(cwd / "home")
    done = subprocess.run(list(map(str, command)), cwd=cwd, env=clean, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    return done.stdout


@pytest.mark.long
def test_a_wheel_plays_a_battle(tmp_path: Path) -> None:
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    home = tmp_path / "empty"
    venv.create(home, with_pip=True)
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(python, "-m", "pip", "install", "--quiet", "-c", ROOT / "constraints.txt", wheel, cwd=tmp_path)
    offered = (
        "import tabletop_tui as door, pathlib; print(door.new_game('mechcom/quick-start', seed=1).question.prompt)"
    )
    typed = "print((pathlib.Path(door.__file__).parent / 'py.typed').exists())"
    assert run(python, "-c", f"{offered}; {typed}", cwd=tmp_path).splitlines()[-1] == "True"
    listed = run(python, "-m", "tabletop_tui", "list", "systems", cwd=tmp_path)
    assert "mechcom" in listed
    seats = ("--seat", "greedy", "--seat", "random")
    log = run(python, "-m", "tabletop_tui", "play", "quick-start", "--headless", "--seed", "5", *seats, cwd=tmp_path)
    assert log.splitlines()[-1].startswith("result: ")
