"""How the rules of a book are laid out for a reader: chapters, pages in the order of play, the rules of each status.

A rulebook keeps it as contents.toml in its package. It names rules by their ids; their words stand in the reference.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files

from attrs import field

from tabletop_tui.engine.reference_rule import Rule
from tabletop_tui.files.bad_file import BadFile
from tabletop_tui.records import frozen
from tabletop_tui.rulebook.system import System

TRIVIA = frozenset(("flavour", "out-of-scope", "ours"))
"""The kinds of rules that nobody looks up in a game: they come last."""
LEFT = "Background and what is left out"
"""The chapter of those."""


@frozen
class Family:
    """Rules whose ids begin alike, as MC-MOVE-1 and MC-MOVE-2."""

    id: str
    title: str


@frozen
class Chapter:
    """Families that are read together."""

    title: str
    families: tuple[Family, ...]


@frozen
class PagePart:
    """A stretch of a page: a phase, a step of a shot."""

    title: str
    rules: tuple[str, ...]


@frozen
class RulePage:
    """Rules in the order in which they come in play: a turn, a shot."""

    id: str
    title: str
    parts: tuple[PagePart, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(rule for part in self.parts for rule in part.rules))


@frozen
class Contents:
    """The lay-out of a rulebook."""

    chapters: tuple[Chapter, ...]
    pages: tuple[RulePage, ...] = ()
    statuses: Mapping[str, tuple[str, ...]] = field(factory=dict)
    """The rules behind each status, by the word of its badge."""


def family_of(rule: str) -> str:
    """The family of a rule: MC-MOVE of MC-MOVE-1."""
    return rule.rpartition("-")[0] or rule


def read_contents(package: str) -> Contents | None:
    """What the contents.toml of a rules package says, None if it has none. BadFile for one that cannot be used."""
    file = files(package).joinpath("contents.toml")
    if not file.is_file():
        return None
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        chapters = tuple(
            Chapter(one["title"], tuple(Family(name, title) for name, title in one["families"].items()))
            for one in data["chapter"]
        )
        pages = tuple(RulePage(one["id"], one["title"], tuple(map(_part, one["part"]))) for one in data.get("page", ()))
        statuses = {word: tuple(rules) for word, rules in data.get("statuses", {}).items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadFile(f"contents.toml of {package}", "", f"cannot be used: {error!r}") from error
    return Contents(chapters, pages, statuses)


def _part(data: Mapping[str, Sequence[str]]) -> PagePart:
    return PagePart(str(data["title"]), tuple(data["rules"]))


@cache
def _contents(package: str) -> Contents | None:
    return read_contents(package)


def contents_of(found: System) -> Contents:
    """The lay-out that a system declares; for one without, its families in the order of the reference."""
    package = getattr(found, "package", None)
    said = _contents(package) if isinstance(package, str) else None
    return said or Contents((Chapter("Rules", tuple(_families(found.reference()))),))


def _families(rules: Iterable[Rule]) -> Iterable[Family]:
    """A family for each beginning of ids, called as the section of its first rule."""
    firsts: dict[str, str] = {}
    for rule in rules:
        firsts.setdefault(family_of(rule.id), rule.section)
    return (Family(name, title) for name, title in firsts.items())


def in_chapters(contents: Contents, rules: Sequence[Rule]) -> list[tuple[str, str, list[Rule]]]:
    """All rules as chapter, family and its rules, in reading order; what is only background stands last."""
    told = [rule for rule in rules if rule.kind not in TRIVIA]
    by_family: dict[str, list[Rule]] = {}
    for rule in told:
        by_family.setdefault(family_of(rule.id), []).append(rule)
    laid: list[tuple[str, str, list[Rule]]] = []
    for chapter in contents.chapters:
        for family in chapter.families:
            if found := by_family.pop(family.id, []):
                laid.append((chapter.title, family.title, found))
    laid += [(LEFT, found[0].section, found) for found in by_family.values()]
    rest = [rule for rule in rules if rule.kind in TRIVIA]
    return [*laid, *([(LEFT, "Not needed in play", rest)] if rest else [])]
