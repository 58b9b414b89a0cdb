"""The pages say what is so: their links lead somewhere, their commands and keys are those of the program."""

import re
from pathlib import Path

import pytest

from docs import modules
from tabletop_tui.bindings import BATTLE, BUILDER, CommandSet
from tabletop_tui.cli import commands

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("scenarios/*/*.md"), *ROOT.glob("rosters/*/*.md")]
)
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path):
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert not missing


def test_every_picture_is_shown_on_some_page():
    shown = {Path(link).name for page in PAGES for link in re.findall(r"\]\(([^)]+\.png)\)", page.read_text("utf-8"))}
    assert {path.name for path in (ROOT / "docs").rglob("*.png")} == shown


def test_the_readme_names_every_command_and_no_other():
    named = set(re.findall(r"^    tabletop-tui (\w+)", README, re.MULTILINE))
    assert named == set(commands.commands)


def test_every_option_that_the_readme_names_is_one():
    for line in re.findall(r"^    tabletop-tui (\w+.*(?:\n {8,}.*)*)", README, re.MULTILINE):
        command = commands.commands[line.split()[0]]
        known = {option for parameter in command.params for option in parameter.opts}
        assert set(re.findall(r"--[a-z-]+", line)) <= known, line


def keys_of(table: str) -> set[str]:
    """The keys in the first column of a table of keys."""
    cells = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    return {key for cell in cells for text in re.findall(r"`([^`]+)`", cell) for key in text.split() if key != "/"}


def known(screen: CommandSet) -> set[str]:
    return {key for command in screen.commands for key in screen.keys(command.id, {})}


def test_every_key_that_the_readme_names_does_something():
    battle, builder = README.split("## Building a force")
    assert keys_of(battle) - set("19") - {"to"} <= known(BATTLE)
    assert keys_of(builder.split("## Settings")[0]) <= known(BUILDER)


def test_the_page_of_modules_is_current():
    assert len(modules.page().splitlines()) > 600
    assert modules.PAGE.read_text(encoding="utf-8") == modules.page(), (
        "docs/modules.md is not current: run `make tree` (python docs/modules.py) and commit it"
    )


def test_every_module_and_room_says_what_it_is():
    paths = sorted((ROOT / "tabletop_tui").rglob("*.py"))
    assert len(paths) > 600
    assert not [str(path.relative_to(ROOT)) for path in paths if len(modules.summary(path)) < 10]


def test_the_architecture_is_read_in_ten_minutes_and_names_every_floor_and_only_what_there_is():
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert len(page.encode()) <= 15_000
    floors = re.findall(r"^\| (`.*?) \|", page.split("## The floors")[1].split("## The road")[0], re.MULTILINE)
    named = {name.split("/")[0] for row in floors for name in re.findall(r"`([^`]+)`", row)}
    assert named == {*modules.FLOORS} - {"__main__"}
    paths = re.findall(r"`((?:\w+/)+\w+\.py)`", page)
    assert len(paths) > 20
    assert not [path for path in paths if not any((base / path).exists() for base in (ROOT, ROOT / "tabletop_tui"))]


def test_the_changelog_has_versions_kinds_of_changes_and_a_line_for_each():
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    heads = [line for line in lines if line.startswith("#")]
    assert heads[:2] == ["# Changelog", "## Unreleased"]
    known = r"## Unreleased|## \d+\.\d+\.\d+ - \d{4}-\d\d-\d\d|### (Added|Changed|Fixed|Removed)"
    assert not [head for head in heads[1:] if not re.fullmatch(known, head)]
    changes = [line for line in lines if line.startswith("- ")]
    assert len(changes) > 60
    assert not [line for line in changes if len(line) > 240]
