"""`list scenarios`: shipped ones are told from what is kept beside them, which is true; others are looked at."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tabletop_tui import paths
from tabletop_tui.play import shipped_scenarios
from tabletop_tui.rulebook.registry import system, system_ids

OURS = ("armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander")


@pytest.mark.parametrize("book", OURS)
def test_what_is_kept_is_what_the_rulebook_says(book: str):
    root = paths.shipped("scenarios")
    kept = (root / book / shipped_scenarios.FILE).read_text(encoding="utf-8")
    true = shipped_scenarios.written(root / book, system(book).scenarios([root]))
    assert kept == true, "write it anew: python -m docs.scenario_lists"
    assert len(json.loads(kept)["scenarios"]) >= 6


def test_every_rulebook_of_ours_is_among_them():
    assert {*OURS} <= {*system_ids()}
    assert {path.parent.name for path in paths.shipped("scenarios").glob(f"*/{shipped_scenarios.FILE}")} == {*OURS}


def test_no_rulebook_is_loaded_for_the_list(home: Path):
    code = (
        "import sys; from tabletop_tui.play.file_listings import listed; found = [*listed('scenarios', [])]\n"
        "print(len(found)); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    count, loaded = done.stdout.splitlines()
    assert int(count) >= 50
    heavy = ("tabletop_tui.rules.", "tabletop_tui.engine.game", "numpy", "shapely", "textual")
    assert [name for name in loaded.split() if name.startswith(heavy)] == []


@pytest.mark.parametrize("kind", ["scenarios", "positions"])
def test_a_file_of_the_players_own_is_told_of_too(run, home: Path, kind: str):
    shipped = run("list", "scenarios")[1]
    folder = home / kind / "mechcom"
    folder.mkdir(parents=True)
    if kind == "positions":
        (folder / "mine.toml").write_text("nothing of use")
        code, out, err = run("list", "scenarios")
        assert (code, out) == (2, shipped)
        assert "mine.toml" in err
        return
    shutil.copy(paths.shipped("scenarios") / "mechcom" / "quick-start.toml", folder / "mine.toml")
    code, out, _ = run("list", "scenarios")
    assert code == 0
    assert {*out.splitlines()} - {*shipped.splitlines()} == {
        line.replace("mechcom/quick-start", "mechcom/mine       ")
        for line in shipped.splitlines()
        if line.startswith("mechcom/quick-start")
    }


@pytest.mark.parametrize("how", ["another text", "one more", "one less", "nothing is kept", "no JSON"])
def test_a_shipped_file_that_is_another_now_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str):
    root = tmp_path / "data"
    shutil.copytree(paths.shipped("scenarios") / "mechcom", root / "scenarios/mechcom")
    folder = root / "scenarios/mechcom"
    monkeypatch.setattr(paths, "_shipped", lambda: root)
    assert len(shipped_scenarios.known("mechcom") or ()) >= 6
    file = folder / "quick-start.toml"
    match how:
        case "another text":
            file.write_text(file.read_text().replace("500", "501"))
        case "one more":
            shutil.copy(file, folder / "more.toml")
        case "one less":
            os.remove(folder / "maps/outpost.toml")
        case "nothing is kept":
            os.remove(folder / shipped_scenarios.FILE)
        case "no JSON":
            (folder / shipped_scenarios.FILE).write_text("{")
    assert shipped_scenarios.known("mechcom") is None
