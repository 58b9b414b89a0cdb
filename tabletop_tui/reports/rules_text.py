"""The rules in our own words as plain lines, for the command line: what the rules screen shows, without a screen."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop_tui.engine.reference_rule import Rule
from tabletop_tui.play.new_game import BadChoice
from tabletop_tui.reports.rule_topics import Book, Topic, book_of
from tabletop_tui.reports.worked_examples import Example, examples_of
from tabletop_tui.rulebook.registry import system, system_ids
from tabletop_tui.rulebook.system import System


def rules_of(name: str, words: str, only_open: bool) -> Iterator[str]:
    """All rules of a system; those whose ids begin so; one topic whole; or whatever speaks of these words."""
    found = system_called(name)
    rules = [rule for rule in found.reference() if rule.open or not only_open]
    if not words:
        if not rules:
            yield f"Every rule of {found.name} is built."
        for rule in rules:
            yield from _in_short(rule)
        return
    beginning = [rule for rule in rules if rule.id.lower().startswith(words.lower())]
    if len(beginning) > 1 and all(rule.id.lower() != words.lower() for rule in beginning):
        for rule in beginning:
            yield from _in_short(rule)
        return
    yield from _about(found, book_of(found), words, only_open)


def system_called(name: str) -> System:
    """The system of this id; BadChoice if there is none."""
    if name not in system_ids():
        raise BadChoice(f"there is no system {name!r}; installed: {', '.join(system_ids()) or 'none'}")
    return system(name)


def _in_short(rule: Rule) -> Iterator[str]:
    """A rule as a paragraph."""
    yield f"{rule.id} {rule.title or rule.section}: {rule.text}"
    if rule.ruling:
        yield f"    Ruling: {rule.ruling}"
    if rule.open:
        yield f"    Not built yet: {rule.open}"


def _about(found: System, book: Book, words: str, only_open: bool) -> Iterator[str]:
    """One topic whole if the words are its id or title, else a line for each that speaks of them."""
    small = words.lower()
    named = [topic for topic in book.topics if small in (topic.id.lower(), topic.id.lower().removeprefix("page "))]
    named = named or [topic for topic in book.topics if small == topic.title.lower()]
    if named and not only_open:
        yield from whole(book, named[0], examples_of(found, named[0].rules))
        if others := [topic for topic in named[1:] if topic.id != named[0].id]:
            yield ""
            yield f"Also called so: {', '.join(topic.id for topic in others)}"
        return
    speaks = book.search(words, only_open)
    if not speaks:
        raise BadChoice(f"no rule of {book.name} has the id {words!r} or speaks of it")
    if len(speaks) == 1:
        yield from whole(book, speaks[0], examples_of(found, speaks[0].rules))
        return
    for topic in speaks:
        yield f"{topic.id} {topic.title}: {topic.passages[0].text}" if topic.rules == (topic.id,) else topic.id


def whole(book: Book, topic: Topic, examples: list[Example]) -> Iterator[str]:
    """A topic with all that it leads to, and worked examples."""
    yield topic.id if topic.title == topic.id else f"{topic.title} ({topic.id})"
    for passage in topic.passages:
        if passage.mood == "head":
            yield ""
            yield f"{passage.text}:"
        elif passage.link and passage.label:
            yield f"  {passage.label} ({passage.link}): {passage.text}"
        elif passage.link:
            same = passage.link.partition(" ")[2].lower() == passage.text.lower()
            yield f"  {passage.text}" if same else f"  {passage.text} ({passage.link})"
        else:
            yield f"{passage.label}: {passage.text}" if passage.label else passage.text
    for example in examples:
        yield ""
        yield f"Example: {example.title}"
        for label, said in example.rows:
            yield f"  {label:>8}  {said}" if label else f"  {said}"
