"""Two programs at once on each kind of file: both count, or the second is refused with a sentence; nothing is torn."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tabletop_tui import paths
from tabletop_tui.play.session import Session

TIMES = 10
START = """
import sys, time, pathlib
which, times = int(sys.argv[1]), int(sys.argv[2])
def together():
    here = pathlib.Path(sys.argv[3])
    (here / f"ready-{which}").touch()
    while not all((here / f"ready-{one}").exists() for one in (0, 1)):
        time.sleep(0.005)
"""
WRITERS = {
    "settings": """
from attrs import evolve
from tabletop_tui.settings import Settings, read_settings, write_settings
together()
for number in range(times):
    before = read_settings()
    change = {"mouse": bool(number % 2)} if which else {"vi_keys": not number % 2}
    write_settings(evolve(before, **change), before=before)
""",
    "keys": """
from tabletop_tui.bindings import ALL
from tabletop_tui.keymap import read_keymap, write_keymap
names = [*ALL][which::2][:times]
together()
for name in names:
    before = read_keymap()
    write_keymap({**before, name: "f5"}, before=before)
""",
    "progress": """
from datetime import UTC, datetime
from tabletop_tui.school.lesson_files import listed
from tabletop_tui.school.lesson_run import Verdict
from tabletop_tui.school.learner_progress import Learner
learner = Learner.of("mechcom")
lesson = listed("mechcom")[which]
together()
for number in range(times):
    learner.keep(lambda one: one.verdict(lesson, Verdict("done", "", 3), 0, 0, datetime.now(UTC)))
""",
    "drafts": """
from tabletop_tui.editor.files.edited_document import Document
from tabletop_tui.editor.files.drafts import DraftFile
together()
for number in range(times):
    document = Document(pathlib.Path(f"of-{which}-{number}.toml"), f"number = {number}")
    draft = DraftFile("same")
    draft.keep(document)
    draft.leave()
""",
    "journals": """
from tabletop_tui.play import new_game
setup = new_game.set_table(*new_game.find_scenario("armymen/quick-start"), players=("random", "random"), seed=which)
together()
for number in range(times):
    session = new_game.begin(setup, "same")
    session.run(1)
    session.close()
""",
    "positions": """
from tabletop_tui import paths
from tabletop_tui.play import new_game, position_files
from tabletop_tui.play.session import Session
session = Session.new(new_game.set_table(*new_game.find_scenario("mechcom/quick-start"), seed=which))
together()
for number in range(times):
    position_files.save(session.game, "Same", paths.positions())
""",
    "exports": """
from tabletop_tui.play.new_game import system
from tabletop_tui.reports import quick_reference
quick_reference.sheet = lambda found: f"{which}" * 200_000
together()
for number in range(times):
    quick_reference.write_sheet("mechcom", pathlib.Path(sys.argv[3]) / "sheet.html", overwrite=True)
""",
}
"""What each of two programs does, `times` times, at the same moment as the other, `which` of the two it is."""


def both(kind: str, folder: Path) -> list[str]:
    """What the two programs complain of."""
    words = [sys.executable, "-c", START + WRITERS[kind]]
    running = [
        subprocess.Popen([*words, str(which), str(TIMES), str(folder)], stderr=subprocess.PIPE, text=True)
        for which in (0, 1)
    ]
    said = [one.communicate(timeout=300)[1] for one in running]
    assert [one.returncode for one in running] == [0, 0], said
    return said


@pytest.mark.parametrize("kind", WRITERS)
def test_both_count_and_nothing_is_left_beside(kind: str, home: Path, tmp_path: Path):
    assert both(kind, tmp_path) == ["", ""]
    CHECKS[kind](home, tmp_path)
    assert not [path for folder in (home, tmp_path) for path in folder.rglob("*.new")]


def check_settings(home: Path, _: Path) -> None:
    found = tomllib.loads((home / "settings.toml").read_text())
    assert (found["mouse"], found["vi_keys"]) == (not TIMES % 2, bool(TIMES % 2))


def check_keys(home: Path, _: Path) -> None:
    assert len(tomllib.loads((home / "keys.toml").read_text())) == 2 * TIMES


def check_progress(home: Path, _: Path) -> None:
    found = tomllib.loads((home / "progress" / "mechcom.toml").read_text())
    assert [entry["tries"] for entry in found["done"].values()] == [TIMES, TIMES]


def check_drafts(home: Path, _: Path) -> None:
    heads = {path.read_text().split("\n")[0] for path in paths.drafts().glob("*.toml")}
    assert len(heads) == 2 * TIMES


def check_journals(home: Path, _: Path) -> None:
    seeds = [Session.replay(path).setup.seed for path in paths.saved_games()]
    assert sorted(seeds) == [0] * TIMES + [1] * TIMES


def check_positions(home: Path, _: Path) -> None:
    texts = [path.read_text() for path in paths.positions().rglob("*.toml")]
    assert len(texts) == 2 * TIMES
    assert all(tomllib.loads(text)["name"] == "Same" for text in texts)


def check_exports(_: Path, folder: Path) -> None:
    assert (folder / "sheet.html").read_text() in ("0" * 200_000, "1" * 200_000)


CHECKS = {
    "settings": check_settings,
    "keys": check_keys,
    "progress": check_progress,
    "drafts": check_drafts,
    "journals": check_journals,
    "positions": check_positions,
    "exports": check_exports,
}


def test_of_two_labs_on_one_folder_one_is_refused_and_no_game_is_played_twice(tmp_path: Path):
    folder = tmp_path / "series"
    words = [sys.executable, "-m", "tabletop_tui", "lab", "armymen/quick-start", "--seat", "random", "--games", "6"]
    labs = [
        subprocess.Popen(
            [*words, "--out", str(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=os.environ
        )
        for _ in range(2)
    ]
    said = [one.communicate(timeout=300)[1] for one in labs]
    codes = [one.returncode for one in labs]
    assert 0 in codes
    assert set(codes) <= {0, 2}
    assert all("another lab plays there" in text for code, text in zip(codes, said, strict=True) if code)
    lines = (folder / "games.jsonl").read_text().splitlines()
    assert len(lines) == 6
