"""The page on one's own table, line by line: each command runs, each key does something, each example is sound."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from tabletop_tui import app, cli
from tabletop_tui.bindings import (
    BATTLE,
    FORM_EDITOR,
    HEX_EDITOR,
    LESSON_EDITOR,
    POSITION_EDITOR,
    SCENARIO_EDITOR,
    TABLE_EDITOR,
    TITLE,
    CommandSet,
)
from tabletop_tui.files.read_file import toml_of
from tabletop_tui.files.validation import Wrong
from tabletop_tui.play import file_check
from tabletop_tui.process import standard_streams
from tabletop_tui.rulebook.scenario_script_files import MOMENTS, moments_of
from tests.editor.hands import ROOT

PAGE = (ROOT / "docs" / "your-own-table.md").read_text(encoding="utf-8")
SETS = {
    "On every screen of the editor": (TABLE_EDITOR, HEX_EDITOR, SCENARIO_EDITOR, POSITION_EDITOR, LESSON_EDITOR),
    "On an open table:": (TABLE_EDITOR,),
    "On hexes:": (HEX_EDITOR,),
    "On both:": (TABLE_EDITOR, HEX_EDITOR),
    "## A scenario": (SCENARIO_EDITOR,),
    "## A position": (POSITION_EDITOR,),
}
"""The commands of the screens of which each table of keys tells."""
SHOWN_WITHOUT = {"FILE", "RULEBOOK", "SYSTEM", "WORD"}
"""What stands in a command for something of the reader's."""


def tables() -> list[tuple[str, str]]:
    """Each row of a table of keys: under which heading, and the cell of the keys."""
    found, heading = [], ""
    for line in PAGE.splitlines():
        heading = next((one for one in SETS if one in line), heading)
        if (match := re.match(r"\| (`.+?) \|", line)) is not None:
            found.append((heading, match[1]))
    return found


def keys_of(cell: str) -> list[str]:
    """The keys that a cell names; of a range its ends."""
    return [key.replace("&lt;", "<") for key in re.findall(r"`([^`]+)`", cell)]


def named(commands: CommandSet) -> set[str]:
    return {key.lower() if len(key) > 1 else key for one in commands.by_id for key in commands.keys(one, {})}


def test_each_key_does_something_where_the_page_says_so() -> None:
    looked = 0
    for heading, cell in tables():
        for key in keys_of(cell):
            for commands in SETS[heading]:
                there = named(commands) | (named(FORM_EDITOR) if commands is not POSITION_EDITOR else set())
                assert (key.lower() if len(key) > 1 else key) in there, (heading, key)
                looked += 1
    assert looked > 80


def test_the_keys_of_the_note_for_the_club_are_those_of_a_battle() -> None:
    note = PAGE.partition("## A note for the club")[2]
    keys = [key for key in re.findall(r"`(.)`", note) if not key.isalpha() or key in "WrR"]
    assert {"W", "&", '"', "%", "!", "r", "R"} <= set(keys)
    for key in ("W", "&", '"', "%", "!", "r", "R", "z", "S", ":"):
        assert key in named(BATTLE), key
    labels = {command.label for command in BATTLE.commands}
    assert {"real dice", "print position", "edit position"} <= labels
    assert {"e", "t"} <= named(TITLE)


def commands() -> list[str]:
    """Every command of the page that names nothing of the reader's own."""
    block = re.findall(r"^    (tabletop-tui .*?)(?:  .*)?$", PAGE, re.MULTILINE)
    inline = re.findall(r"`(tabletop-tui (?:[a-z]+ [^`]+|edit))`", PAGE)
    return [one for one in dict.fromkeys([*block, *inline]) if not SHOWN_WITHOUT & set(re.findall(r"[A-Z]+", one))]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """A folder with the files that the page speaks of."""
    monkeypatch.chdir(tmp_path)
    fort = (ROOT / "scenarios" / "mechcom" / "fort-siege.toml").read_text(encoding="utf-8")
    (tmp_path / "my-scenario.toml").write_text(fort, encoding="utf-8")
    cli.run(["play", "fort-siege", "--headless", "--seed", "1", "--seat", "greedy", "--seat", "greedy"])
    picture = capsys.readouterr().out
    for name in ("picture.txt", "log.txt"):
        (tmp_path / name).write_text(picture, encoding="utf-8")
    return tmp_path


@pytest.mark.long
def test_each_command_of_the_page_runs(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[Any] = []
    monkeypatch.setattr(standard_streams, "need_terminal", lambda: None)
    monkeypatch.setattr(app.TabletopApp, "run", lambda self, *_args, **_more: opened.append(self) or 0)
    ran = 0
    for command in commands():
        words = shlex.split(command)[1:]
        if "my-position" in command or "old-fort" in words:  # files that the reader has made before
            words = [{"my-position": "old-fort"}.get(word, word) for word in words]
        code = cli.run(words)
        assert code in (0, None), (command, capsys.readouterr().err)
        ran += 1
    assert ran > 9
    assert len(opened) > 3
    assert (place / "plan.html").exists()
    assert (place / "fort.toml").exists()


def test_the_example_of_a_story_is_sound() -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    tables = toml_of(block)[MOMENTS]
    assert len(moments_of(tables, 2)) == len(tables) == 5
    with pytest.raises(Wrong):
        moments_of([{**tables[2], "wins": "Z"}], 2)


BY_HAND = """
system = "crimsondusk"
kind = "position"
name = "Mine"
summary = "A game in progress."
scenario = "quick-start"
turn = 2
go = "A"
seat = [{ name = "Ada", force = "border-post" }, { name = "Bo", force = "dust-riders" }]
unit = [
    { id = "A1", at = "6,30" },
    { id = "A2", at = "16,30 form=line" },
    { id = "A3", at = "26,30" },
    { id = "B1", at = "6,6" },
    { id = "B2", at = "16,6" },
    { id = "B3", at = "26,6" },
]
"""
MISTAKES = {
    "off the table": ('at = "6,6"', 'at = "6,80"', "unit", "B1"),
    "two places in one": ('"16,6"', '"16,6 26,6"', "unit", ""),
    "a typo of a key": ("turn = 2", "trun = 2", "trun", "did you mean"),
    "a typo of a key of a unit": ('{ id = "B1", at', '{ id = "B1", att', "B1", "did you mean"),
    "a typo of the scenario": ("quick-start", "quick-stat", "scenario", "did you mean"),
    "a typo of a force": ("dust-riders", "dust-rider", "seat", "there is no force"),
    "the same id twice": ('id = "B2"', 'id = "B1"', "B1", "twice"),
    "a unit that there is not": ('id = "B3"', 'id = "B9"', "B9", ""),
    "two units on each other": ('"26,6"', '"16,6"', "B", "stand"),
    "a wrong turn of the unit": ("form=line", "turn=bad", "A2", ""),
    "a formation that there is not": ("form=line", "form=heap", "A2", ""),
    "nobody of that name acts": ('go = "A"', 'go = "C7"', "go", "unknown unit or seat"),
    "a quote that is missing": ('name = "Mine"', 'name = "Mine', "", "line"),
    "a word for a number": ("turn = 2", 'turn = "two"', "turn", "whole number"),
}
"""What somebody writes wrongly: the text, what stands in its place, the place that he is told, some of the fix."""


def test_a_position_by_hand_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(BY_HAND, encoding="utf-8")
    assert [line for sound, line in file_check.checked([path]) if not sound] == []


@pytest.mark.parametrize("mistake", MISTAKES)
def test_each_mistake_of_a_file_by_hand_has_its_place_and_fix(mistake: str, tmp_path: Path) -> None:
    before, after, place, fix = MISTAKES[mistake]
    assert before in BY_HAND
    path = tmp_path / "mine.toml"
    path.write_text(BY_HAND.replace(before, after, 1), encoding="utf-8")
    lines = [line for sound, line in file_check.checked([path]) if not sound]
    assert lines, mistake
    told = lines[0].removeprefix(str(path))
    assert place in told, told
    assert fix in told, told
    assert len(told) > len(place) + 10
