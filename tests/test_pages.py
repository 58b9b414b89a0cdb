"""The pages say what is so: their links lead somewhere, their commands and keys are those of the program."""

import re
import shlex
import tomllib
from pathlib import Path

import click
import pytest

import hatch_build
from docs import modules
from tabletop_tui import cli
from tabletop_tui.app import TabletopApp
from tabletop_tui.bindings import BATTLE, BUILDER, CommandSet
from tabletop_tui.cli import commands
from tabletop_tui.reports import guide_pages
from tabletop_tui.rulebook import plugins
from tabletop_tui.rulebook.registry import about
from tabletop_tui.screens.base.app_protocol import Options
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.screens.start.title import TitleScreen
from tabletop_tui.screens.start.welcome import WelcomeScreen

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("scenarios/*/*.md"), *ROOT.glob("rosters/*/*.md")]
)
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
PLAY = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
LONGEST = 25
"""So many words has a sentence of the pages that a stranger reads first."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path):
    links = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert not missing


def test_every_picture_is_shown_on_some_page():
    shown = {Path(link).name for page in PAGES for link in re.findall(r"\]\(([^)]+\.png)\)", page.read_text("utf-8"))}
    assert {path.name for path in (ROOT / "docs").rglob("*.png")} == shown


def test_the_page_of_commands_names_every_command_and_no_other():
    named = set(re.findall(r"^    tabletop-tui (\w+)", COMMANDS, re.MULTILINE))
    assert named == set(commands.commands)


def test_every_option_that_the_page_of_commands_names_is_one():
    for line in re.findall(r"^    tabletop-tui (\w+.*(?:\n {8,}.*)*)", COMMANDS, re.MULTILINE):
        command = commands.commands[line.split()[0]]
        known = {option for parameter in command.params for option in parameter.opts}
        assert set(re.findall(r"--[a-z-]+", line)) <= known, line


def keys_of(table: str) -> set[str]:
    """The keys in the first column of a table of keys."""
    cells = re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
    return {key for cell in cells for text in re.findall(r"`([^`]+)`", cell) for key in text.split() if key != "/"}


def known(screen: CommandSet) -> set[str]:
    return {key for command in screen.commands for key in screen.keys(command.id, {})}


def test_every_key_that_the_guide_names_does_something():
    battle, builder = PLAY.split("## Building a force")
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


# ---------------------------------------------------------------- what a stranger reads first
def sentences(page: str) -> list[str]:
    """The sentences of a page; no tables, no commands, no pictures."""
    lines = [line for line in page.splitlines() if not line.startswith(("    ", "|", "#", "!["))]
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", "\n".join(lines))
    text = re.sub(r"`[^`]*`", "code", re.sub(r"^- |^\d\. ", "\n", text, flags=re.MULTILINE)).replace("*", "")
    return [one for one in re.split(r"(?<=[.!?:;])\s+|\n\n+", text) if one.strip()]


@pytest.mark.parametrize("name", ["README.md", "RULEBOOKS.md", "docs/faq.md"])
def test_sentences_are_short(name: str):
    found = sentences((ROOT / name).read_text(encoding="utf-8"))
    assert len(found) >= 20
    assert [one for one in found if len(one.split()) > LONGEST] == []


def test_the_readme_is_one_screen_with_a_picture_of_each_rulebook():
    assert len(README.splitlines()) <= 35
    assert "docs/pictures/shot.gif" in README
    pictures = {Path(link).stem.split("-")[0] for link in re.findall(r"pictures/([\w-]+)\.png", README)}
    assert pictures == set(plugins.offered())
    anchors = re.findall(r"docs/play\.md#([\w-]+)", README)
    heads = {re.sub(r"[^\w -]", "", head).replace(" ", "-") for head in re.findall(r"^#+ (.*)$", PLAY.lower(), re.M)}
    assert len(anchors) == 5
    assert set(anchors) <= heads


async def test_so_many_enters_as_the_readme_says_begin_a_battle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TABLETOP_TUI_HOME", str(tmp_path))
    (word,) = re.findall(r"press Enter (\w+) times at the title, and a battle begins", README)
    times = ["no", "one", "two", "three", "four", "five"].index(word)
    app = TabletopApp(None, Options(palette="truecolour", guard=0.0, delay=0.0))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        if isinstance(app.screen, WelcomeScreen):
            await pilot.press("escape")
            await pilot.pause()
        assert isinstance(app.screen, TitleScreen)
        for number in range(times):
            assert not isinstance(app.screen, BattleScreen), number
            await pilot.press("enter")
            await pilot.pause()
        assert isinstance(app.screen, BattleScreen)


def test_the_address_of_the_project_goes_into_every_link_of_what_is_built():
    links = re.findall(r"\]\(([^)]+)\)", hatch_build.readme_of(README, "https://example.org/x/"))
    assert len(links) > 20
    assert all(link.startswith("https://example.org/x/") for link in links)
    assert hatch_build.readme_of(README, "") == README
    assert hatch_build.urls_of("") == {}


def test_the_guide_is_shown_by_its_topics_and_packed():
    for topic in guide_pages.TOPICS:
        text = guide_pages.laid_out(topic, 80)
        assert len(text) > 500
        assert "![" not in guide_pages.page_of(topic)
        assert max(map(len, text.splitlines())) <= 80
    measured = {"calibration", "levels"}  # pages of figures, which change with each series
    files = {path.stem for path in ROOT.glob("docs/*.md")} - {"modules", "testing"} - measured
    assert files | {"rulebooks"} == set(guide_pages.TOPICS)
    packed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert {f"docs/{name}.md" for name in files} | {"RULEBOOKS.md"} <= set(packed["force-include"])


def test_every_rulebook_is_credited():
    page = (ROOT / "RULEBOOKS.md").read_text(encoding="utf-8")
    ids = plugins.offered()
    assert len(ids) >= 5
    for name in ids:
        said = about(name)
        assert said.credit
        assert said.name.removesuffix(" Wargames Rules") in page
        author = re.match(r"by ([\w ]+)", said.credit)
        assert author is None or author.group(1).rstrip("0123456789 ") in page


# ---------------------------------------------------------------- the pages say what can be done
def examples() -> list[tuple[str, list[str]]]:
    """What the pages say to type, each with its page; without bare names, and commands.md, read by the tests above."""
    found = []
    for page in PAGES:
        text = page.read_text("utf-8")
        lines = [] if page.name == "commands.md" else re.findall(r"^    tabletop-tui (.*)$", text, re.MULTILINE)
        lines = [re.split(r" {2,}", line)[0] for line in lines] + re.findall(r"`tabletop-tui ([^`]+)`", text)
        found += [(f"{page.name}: {line}", shlex.split(re.sub(r"\bN\b", "9", line.split(" > ")[0]))) for line in lines]
    return [(place, words) for place, words in found if len(words) > 1 or words[0] not in commands.commands]


def test_every_example_can_be_typed_as_it_stands():
    """Each command and option is one, and takes so many words; what it then does is the business of its own tests."""
    wrong = {}
    for place, words in examples():
        try:
            with commands.make_context("tabletop-tui", words.copy()) as context:
                if rest := context._protected_args + context.args:  # without any: the app
                    name, command, left = commands.resolve_command(context, rest)
                    command.make_context(name, left, parent=context)
        except click.exceptions.Exit:
            assert words == ["--version"], place
        except click.ClickException as refused:
            wrong[place] = refused.format_message()
    assert len(examples()) >= 40
    assert wrong == {}


def test_the_examples_of_the_lab_can_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Each as it stands, but for its length; those aside that want files or machines of a reader's own."""
    monkeypatch.chdir(tmp_path)
    lines = re.findall(r"^    (tabletop-tui lab .*)$", (ROOT / "docs" / "lab.md").read_text("utf-8"), re.MULTILINE)
    own = [line for line in lines if not re.search(r"my-|--shipped|--dask", line)]
    assert len(own) >= 2
    for line in own:
        words = re.sub(r" --workers \d+", "", re.sub(r"--games \d+", "--games 1", line)).split()[1:]
        assert cli.run(words) == 0, line
