"""A game is opened with what it names: its own rulebook, its own files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.play import new_game
from tabletop_tui.play.new_game import find_force, find_scenario
from tabletop_tui.rulebook.registry import about, system

OPENING = """
import sys
from tabletop_tui.play import new_game
found, scenario = new_game.find_scenario(sys.argv[1])
found.start(new_game.set_table(found, scenario, players=["greedy"] * scenario.seats))
print(*sorted({name.split(".")[2] for name in sys.modules if name.startswith("tabletop_tui.rules.")}))
print("shapely" in sys.modules)
"""


@pytest.mark.parametrize(
    ("word", "rulebook", "shapes"),
    [
        ("mechcom/quick-start", "mechcom", False),
        ("canyon-flags", "mechcom", False),
        ("armymen/sandbox", "armymen", True),
        ("glass-valley-find", "pmc2640", True),
    ],
)
def test_no_other_rulebook_is_imported(word: str, rulebook: str, shapes: bool, home: Path):
    done = subprocess.run([sys.executable, "-c", OPENING, word], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == [rulebook, str(shapes)]


def test_a_list_of_rulebooks_imports_none_of_them(home: Path):
    """Nor anything of a game: what is listed stands in the about.toml of each."""
    code = "import sys; from tabletop_tui.cli import run; run(['list', 'systems']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    *lines, loaded = done.stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander"]
    for heavy in ("tabletop_tui.rules.mechcom", "tabletop_tui.engine.game", "numpy", "textual"):
        assert heavy not in loaded.split()


@pytest.mark.parametrize("name", ["armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander"])
def test_a_rulebook_is_listed_as_it_is(name: str):
    found, said = system(name), about(name)
    assert (said.name, said.seats, said.units) == (found.name, found.seats, found.units)


def test_what_is_found_by_its_id_is_what_the_list_has(home: Path):
    for found, info in new_game.all_scenarios():
        assert find_scenario(f"{found.id}/{info.id}") == (found, info)
    for info in system("armymen").forces(new_game.paths.roster_folders()):
        assert find_force(system("armymen"), info.id) == info


def test_a_players_own_file_comes_before_ours(home: Path):
    folder = home / "scenarios" / "mechcom"
    folder.mkdir(parents=True)
    shipped = next(path for path in new_game.paths.scenario_folders()[-1].rglob("mechcom/**/quick-start.toml"))
    (folder / "quick-start.toml").write_text(shipped.read_text().replace('name = "Quick Start"', 'name = "Mine"'))
    assert find_scenario("mechcom/quick-start")[1].name == "Mine"
    (folder / "quick-start.toml").write_text('system = "mechcom"\nkind = "scenario"\n')
    with pytest.raises(BadFile, match=r"quick-start\.toml"):
        find_scenario("mechcom/quick-start")
