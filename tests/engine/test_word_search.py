"""What is typed into a list marks the entry that is called so, in every list of things with names."""

from __future__ import annotations

import pytest

from tabletop_tui import paths
from tabletop_tui.bindings import BATTLE, HEX_EDITOR, POSITION_EDITOR, TABLE_EDITOR
from tabletop_tui.engine import word_search
from tabletop_tui.engine.word_search import BEGINS, CALLED, EXACT, TOLD, WORD
from tabletop_tui.reports.rule_topics import book_of
from tabletop_tui.rulebook.force_builder import muster_of
from tabletop_tui.rulebook.registry import system
from tabletop_tui.screens.rulebook import help_page

BOOKS = ("armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander")


def test_how_well_an_entry_fits() -> None:
    cases = {
        ("Regular section", "Regular section", ""): EXACT,
        ("regular  SECTION", "Regular section", ""): EXACT,
        ("regular", "Regular section", ""): BEGINS,
        ("sect", "Regular section", ""): WORD,
        ("sec reg", "Regular section", ""): WORD,
        ("regular section", "Irregular section", ""): CALLED,
        ("puzzle", "A position", "to play on from, or for a puzzle"): TOLD,
        ("sec 12", "Regular section", "12 points"): TOLD,
        ("tank", "Regular section", "12 points"): None,
    }
    for (typed, name, told), wanted in cases.items():
        assert word_search.fit(typed, name, told) == wanted, (typed, name)


@pytest.mark.parametrize("book", BOOKS)
def test_a_name_typed_in_full_marks_what_is_called_so(book: str) -> None:
    """All that is sold, all scenarios, all topics of the rules."""
    found = system(book)
    muster = muster_of(found, paths.roster_folders())
    assert muster is not None
    sold = [(offer.name, f"{offer.name} {offer.group}") for offer in muster.sells(muster.blank())]
    scenarios = [(info.name, f"{info.name} {info.summary}") for info in found.scenarios(paths.scenario_folders(), [])]
    for entries in (sold, scenarios):
        assert len(entries) > 3
        for name, _ in entries:
            best = word_search.fitting(entries, name.upper(), lambda one: one[0], lambda one: one[1])[0]
            assert best[0] == name
    rules = book_of(found)
    for topic in rules.topics:
        among = rules.search(topic.title)
        assert among[rules.best(among, topic.title)].title.lower() == topic.title.lower()


@pytest.mark.parametrize("commands", [BATTLE, HEX_EDITOR, TABLE_EDITOR, POSITION_EDITOR])
def test_a_sentence_of_the_help_typed_in_full_marks_it(commands: object) -> None:
    entries = help_page.entries_of(commands, {})  # type: ignore[arg-type]
    for entry in entries:
        assert help_page.fitting(entries, entry.said)[0].said == entry.said
