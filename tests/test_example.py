"""The example system: it comes from another distribution, by the entry point, and everything shared works for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parent / "example"


def command(*arguments: str, home: Path) -> str:
    """What the command line says with the example installed beside the program."""
    environment = {**os.environ, "PYTHONPATH": str(EXAMPLE), "TABLETOP_TUI_HOME": str(home)}
    run = [sys.executable, "-m", "tabletop_tui", *arguments]
    done = subprocess.run(run, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_listed_and_played_to_its_end(tmp_path: Path):
    assert "Race" in command("list", "systems", home=tmp_path)
    journal = tmp_path / "race.jsonl"
    played = command(
        *("play", "race/sprint", "--headless", "--seat", "greedy", "--seat", "random"),
        *("--seed", "3", "--journal", str(journal)),
        home=tmp_path,
    )
    assert "The race is run" in played
    assert "result: " in played
    replayed = command("replay", str(journal), "--headless", home=tmp_path)
    assert "The race is run" in replayed


def test_it_is_small():
    lines = [line for line in (EXAMPLE / "race.py").read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) <= 130


def test_it_passes_the_conformance_suite(tmp_path: Path):
    script = (
        "from tests.conformance import a_setup, play_through, there_and_back\n"
        "from pathlib import Path\n"
        "for seed in range(5):\n"
        "    setup = a_setup('race', 0, seed=seed)\n"
        "    play_through(setup, seed)\n"
        f"    there_and_back(setup, Path({str(tmp_path)!r}) / f'{{seed}}.jsonl', seed)\n"
    )
    root = EXAMPLE.parent.parent
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(EXAMPLE), str(root)])}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr[-2000:]
