"""Which chapter teaches a rule: where a player who made a mistake may read on."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import cache

from tabletop_tui.records import frozen
from tabletop_tui.rulebook.first_game_hints import guide_of
from tabletop_tui.rulebook.registry import system
from tabletop_tui.school.lesson_files import LESSON, Lesson, listed


@frozen
class Chapter:
    """The lesson that teaches a rule."""

    key: str
    """The name of its lesson among all: 'lessons/05-eyes'."""
    number: int
    name: str
    rule: str
    title: str
    """What the rule is called."""

    @property
    def called(self) -> str:
        return f"chapter {self.number}, {self.name}"

    def __str__(self) -> str:
        return f"{self.called}, teaches {self.title} [{self.rule}]"


class Teaching:
    """The lessons of a rulebook by the rules that they teach."""

    def __init__(self, system_id: str) -> None:
        found = system(system_id)
        guide = guide_of(found)
        self._titles = {rule.id: rule.called for rule in found.reference()}
        self._usual = guide.bookkeeping if guide is not None else ()
        self._lessons: dict[str, Lesson] = {}
        for lesson in listed(system_id, LESSON, []):
            for rule in (*lesson.teaches, *lesson.tells):
                self._lessons.setdefault(rule, lesson)

    def chapter(self, rules: Iterable[str]) -> Chapter | None:
        """The chapter for the first of these rules that one teaches; what may always be met counts for nothing."""
        for rule in rules:
            lesson = self._lessons.get(rule)
            if lesson is not None and not any(fnmatchcase(rule, usual) for usual in self._usual):
                return Chapter(lesson.key, lesson.chapter, lesson.name, rule, self._titles.get(rule, rule))
        return None


@cache
def teaching(system_id: str) -> Teaching:
    """The lessons of a rulebook as they are when this is first asked."""
    return Teaching(system_id)
