"""Every lesson and puzzle that is shipped keeps what it promises; the lessons of a rulebook cover its rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.school.lesson_check import check
from tabletop_tui.school.lesson_files import LESSON, listed

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("lessons/*/*.toml"), *ROOT.glob("puzzles/*/*.toml")])
COVERED: tuple[str, ...] = ("armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander")
"""The rulebooks whose lessons are whole: they teach most of the core rules."""
SHARE = 0.8
SEEDS = 10
"""The command tries a hundred."""
WAYS = 1
"""Beside the ways to fail, no act and Enter alone; the command tries fifty."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_it_keeps_what_it_promises(path: Path) -> None:
    assert check(path, seeds=SEEDS, ways=WAYS)


@pytest.mark.parametrize("name", system_ids())
def test_chapters_are_numbered_and_no_rule_is_taught_twice(name: str) -> None:
    lessons = listed(name, LESSON)
    chapters = [lesson.chapter for lesson in lessons]
    assert len(set(chapters)) == len(chapters)
    for lesson in lessons:
        assert lesson.id.startswith(f"{lesson.chapter:02}-"), lesson.id
    taught = [rule for lesson in lessons for rule in (*lesson.teaches, *lesson.tells)]
    assert not {rule for rule in taught if taught.count(rule) > 1}


def table(name: str) -> dict[str, int]:
    """The chapter in which each rule is taught."""
    return {rule: one.chapter for one in listed(name, LESSON) for rule in (*one.teaches, *one.tells)}


@pytest.mark.parametrize("name", COVERED)
def test_the_lessons_teach_most_of_the_core_rules(name: str) -> None:
    core = [rule.id for rule in system(name).reference() if rule.kind == "core"]
    taught = table(name)
    missing = [rule for rule in core if rule not in taught]
    assert len(missing) <= (1 - SHARE) * len(core), f"{len(missing)} of {len(core)} are taught nowhere: {missing}"
