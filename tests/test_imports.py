"""Where modules import each other: at their tops, in no circle, but for a few that are waited for at every start."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from textual.screen import Screen

from tabletop_tui import app

PACKAGE = Path(__file__).parents[1] / "tabletop_tui"
LATER = {
    "app.py": "the first picture is the title, which needs no session, no rulebook and no other screen",
    "cli/": "each command needs little of the program, and --help and --version nothing at all",
    "files/read_file.py": "settings and keys are looked for at every start, and mostly there are none to parse",
    "files/toml_writing.py": "nothing is written before the first picture",
    "lab/match_workers.py": "Dask comes with an extra, and a sentence says so where it is missing",
    "play/file_listings.py": "a list of rulebooks needs nothing of a game",
    "reports/html_pages.py": "a battle is opened without a page being made",
    "screens/battle/position_commands.py": "a plan brings the geometry of tables, and few battles are printed",
    "reports/sharing/cell_drawing.py": "Pillow comes with an extra, and a sentence says so where it is missing",
    "screens/start/title.py": "the title comes before its picture, which was mostly drawn in the last battle",
    "rulebook/plugins.py": "lists tell of rulebooks before anything of one is imported; mostly there are ours alone",
    "screens/battle/screen.py": "what guides a first game brings the school with it, and few games are guided",
    "web/server.py": "aiohttp and textual-serve come with an extra, and a sentence says so where they are missing",
}
"""The modules that import inside functions, with the reason: always the time of the start or a missing extra."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def imports_inside(tree: ast.Module) -> list[int]:
    """The lines of the imports that run only when a function is called."""
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    inside = {node for function in functions for node in ast.walk(function)}
    return sorted(node.lineno for node in inside if isinstance(node, ast.Import | ast.ImportFrom))


def test_the_title_loads_nothing_of_a_game_before_its_first_picture():
    """No painter, no rulebook, no session and no geometry, which together take longer than all of the title."""
    code = "import sys, tabletop_tui.app, tabletop_tui.screens.start.title; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "tabletop_tui.screens.start.title" in loaded
    heavy = re.compile(r"numpy|shapely|tabletop_tui\.(widgets\.map|rules|coach|school|editor|play\.session)\b")
    assert [name for name in loaded if heavy.match(name)] == []


def test_a_battle_on_hexes_loads_no_geometry_of_open_tables():
    """NumPy and Shapely alone take as long to load as half of Textual."""
    code = "import sys, tabletop_tui.screens.battle.screen, tabletop_tui.rules.mechcom.system; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "tabletop_tui.screens.battle.screen" in loaded
    assert [name for name in loaded if re.match(r"(numpy|shapely)\b", name)] == []


def test_an_import_inside_a_function_is_seen():
    assert imports_inside(ast.parse("import a\ndef b():\n    if c:\n        from d import e\n")) == [4]


def test_modules_import_at_their_tops():
    found = {name: lines for name, tree in modules() if (lines := imports_inside(tree))}
    listed = {name: next((key for key in LATER if name.startswith(key)), "") for name in found}
    strangers = {name: lines for name, lines in found.items() if not listed[name]}
    assert not strangers, f"imports inside functions: {strangers}"
    assert LATER.keys() == {*listed.values()}, "a module of the list imports at its top now"


# ---------------------------------------------------------------- screens that are opened by their names
def openings() -> list[tuple[str, str, int, bool]]:
    """Each `open_screen` and `make_screen`: the module, the name, how many arguments, and whether any are spread."""
    return [
        (module, node.args[0].value, len(node.args) - 1, any(isinstance(one, ast.Starred) for one in node.args))
        for module, tree in modules()
        if module == "app.py" or module.startswith("screens/")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("open_screen", "make_screen")
        and node.args
        and isinstance(node.args[0], ast.Constant)
    ]


def maker(name: str):
    module, _, found = app.SCREENS[name].partition(":")
    return getattr(import_module(f"{app.HERE}.{module}"), found)


@pytest.mark.parametrize("name", app.SCREENS)
def test_every_name_of_a_screen_leads_to_one(name: str):
    made = maker(name)
    result = made if inspect.isclass(made) else inspect.signature(made, eval_str=True).return_annotation
    assert issubclass(result, Screen)


def test_screens_are_opened_with_what_they_are_made_of():
    found = openings()
    assert {name for _, name, _, _ in found} == app.SCREENS.keys()
    for module, name, count, spread in found:
        assert not spread, module
        inspect.signature(maker(name)).bind(*range(count))
