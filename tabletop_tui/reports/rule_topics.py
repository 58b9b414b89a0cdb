"""A rulebook as topics that lead to each other: pages of play, rules, and what uses them. It knows no screen.

The rules screen and the command line show the same topics.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import define

from tabletop_tui.engine import word_search
from tabletop_tui.engine.reference_rule import Rule
from tabletop_tui.records import frozen
from tabletop_tui.reports.rule_cross_reference import KINDS, STATUS, Use, uses_of
from tabletop_tui.rulebook.registry import about
from tabletop_tui.rulebook.rules_contents import RulePage, contents_of, in_chapters
from tabletop_tui.rulebook.system import System

PAGES = "On one page"
"""The chapter of the pages of play."""
USED = "What uses the rules"
"""The chapter of actions, units, terrain and the like."""
NAMED = re.compile(r"\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+\b")
"""An id of a rule, or the beginning of some, in a sentence."""


@frozen
class Passage:
    """A line of a topic: a heading, a sentence, or a link to another topic."""

    text: str
    label: str = ""
    """What stands before the text, as 'Ruling'."""
    link: str = ""
    """The topic that it leads to, '' for none."""
    mood: str = ""
    """head, bad, or '' for neither."""


@frozen
class Topic:
    """Something to read about."""

    id: str
    """Of a rule its id; of others their kind and name."""
    title: str
    chapter: str
    group: str
    """The heading in its chapter under which it stands."""
    passages: tuple[Passage, ...]
    rules: tuple[str, ...]
    """The rules that it is about."""
    open: bool = False
    """Whether it is a rule that is not built yet."""

    @cached_property
    def searched(self) -> str:
        """All that a search looks at."""
        said = " ".join(f"{passage.label} {passage.text}" for passage in self.passages if not passage.link)
        return f"{self.id} {self.title} {self.group} {said}".lower()

    @property
    def links(self) -> tuple[str, ...]:
        return tuple(passage.link for passage in self.passages if passage.link)


def use_id(use: Use) -> str:
    return f"{use.kind} {use.name}"


def _title(use: Use) -> str:
    return f"{use.name[:1].upper()}{use.name[1:]}"


def page_id(page: RulePage) -> str:
    return f"page {page.id}"


@define
class Book:
    """All topics of a rulebook, in reading order."""

    name: str
    topics: tuple[Topic, ...]
    credit: str = ""
    """Whose rulebook it is."""

    @cached_property
    def by_id(self) -> Mapping[str, Topic]:
        return {topic.id: topic for topic in self.topics}

    def search(self, typed: str, only_open: bool = False) -> list[Topic]:
        """The topics with all these words, in reading order; all for none."""
        words = typed.lower().split()
        found = [topic for topic in self.topics if topic.open or not only_open]
        return [topic for topic in found if all(word in topic.searched for word in words)]

    def best(self, found: Sequence[Topic], typed: str) -> int:
        """Which of the topics found is meant most likely."""
        meant = word_search.fitting(range(len(found)), typed, lambda place: found[place].title, lambda place: "")
        return next(iter(meant), 0)


def book_of(found: System) -> Book:
    """The topics of a system."""
    return Book(found.name, tuple(_Maker(found).topics()), about(found.id).credit)


class _Maker:
    """Puts the topics of a system together."""

    def __init__(self, found: System) -> None:
        self.contents = contents_of(found)
        self.rules = found.reference()
        self.known = {rule.id: rule for rule in self.rules}
        self.uses = uses_of(found)
        self.used_by: dict[str, list[Use]] = {}
        for use in self.uses:
            for rule in use.rules:
                self.used_by.setdefault(rule, []).append(use)
        self.spoken_of: dict[str, list[Rule]] = {}
        for one in self.rules:
            for name in self._named(one):
                self.spoken_of.setdefault(name, []).append(one)

    def topics(self) -> Iterator[Topic]:
        for page in self.contents.pages:
            yield self._page(page)
        laid = in_chapters(self.contents, self.rules)
        # What is only background comes after everything.
        trivial = [entry for entry in laid if entry[0] == laid[-1][0]] if len(laid) > 1 else []
        for entry in laid:
            if entry not in trivial:
                yield from self._family(*entry)
        for kind, heading in KINDS.items():
            for use in sorted((use for use in self.uses if use.kind == kind), key=lambda use: use.name.lower()):
                yield self._use(use, heading)
        for entry in trivial:
            yield from self._family(*entry)

    def _family(self, chapter: str, group: str, rules: Sequence[Rule]) -> Iterator[Topic]:
        for rule in rules:
            yield Topic(rule.id, rule.called, chapter, group, tuple(self._rule(rule)), (rule.id,), bool(rule.open))

    # ------------------------------------------------------------------ pages of play
    def _page(self, page: RulePage) -> Topic:
        return Topic(page_id(page), page.title, PAGES, PAGES, tuple(self._parts(page)), page.rules)

    def _parts(self, page: RulePage) -> Iterator[Passage]:
        for part in page.parts:
            yield Passage(part.title, mood="head")
            for name in part.rules:
                if (rule := self.known.get(name)) is not None:
                    yield Passage(rule.told, rule.called, rule.id)

    # ------------------------------------------------------------------ one rule
    def _rule(self, rule: Rule) -> Iterator[Passage]:
        yield Passage(rule.text)
        if rule.ruling:
            yield Passage(rule.ruling, "Ruling")
        if rule.player:
            yield Passage(rule.player, "Your choice")
        if rule.open:
            yield Passage(rule.open, "Not built yet", mood="bad")
        yield from self._links("See also", (self._link(name) for name in self._named(rule)))
        users = self.used_by.get(rule.id, [])
        for kind, heading in KINDS.items():
            yield from self._links(heading, (self._use_link(use) for use in users if use.kind == kind))
        pages = [page for page in self.contents.pages if rule.id in page.rules]
        yield from self._links(PAGES, (Passage(page.title, link=page_id(page)) for page in pages))
        yield from self._links("Spoken of by", (self._link(one.id) for one in self.spoken_of.get(rule.id, [])))
        yield Passage(f"In the book: {rule.section}", mood="dim")

    def _links(self, heading: str, links: Iterable[Passage]) -> Iterator[Passage]:
        """Links under their heading, nothing if there are none."""
        for place, link in enumerate(links):
            if not place:
                yield Passage(heading, mood="head")
            yield link

    def _link(self, name: str) -> Passage:
        return Passage(self.known[name].called, link=name)

    def _use_link(self, use: Use) -> Passage:
        return Passage(_title(use), link=use_id(use))

    def _named(self, rule: Rule) -> list[str]:
        """The rules that a rule speaks of; a family stands for its first one."""
        named: dict[str, None] = {}
        for name in NAMED.findall(f"{rule.text} {rule.ruling}"):
            first = name if name in self.known else next((one for one in self.known if one.startswith(f"{name}-")), "")
            if first and first != rule.id:
                named[first] = None
        return list(named)

    # ------------------------------------------------------------------ what uses rules
    def _use(self, use: Use, heading: str) -> Topic:
        return Topic(use_id(use), _title(use), USED, heading, tuple(self._used(use)), use.rules)

    def _used(self, use: Use) -> Iterator[Passage]:
        if use.kind == STATUS:
            for name in use.rules:
                yield Passage(self.known[name].text)
        for said in use.said:
            yield Passage(said)
        yield from self._links("Rules", (self._link(name) for name in use.rules))
