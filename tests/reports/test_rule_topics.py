"""Rulebooks as topics: what the contents name exists, links lead somewhere and back, examples are reckoned by play."""

import pytest

from tabletop_tui.reports.rule_cross_reference import ACTION, STATUS, TERRAIN, UNIT, in_words, uses_of
from tabletop_tui.reports.rule_topics import book_of, use_id
from tabletop_tui.reports.rules_text import rules_of
from tabletop_tui.reports.worked_examples import examples_of
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rulebook.rules_contents import TRIVIA, contents_of, family_of, in_chapters

BOOKS = ["mechcom", "armymen", "pmc2640", "crimsondusk", "techcommander"]


@pytest.mark.parametrize("name", BOOKS)
def test_contents_name_every_family_once_and_no_rule_that_is_not(name: str):
    found = system(name)
    contents, known = contents_of(found), {rule.id for rule in found.reference()}
    families = [family.id for chapter in contents.chapters for family in chapter.families]
    assert sorted(families) == sorted({family_of(rule) for rule in known})
    named = {rule for page in contents.pages for rule in page.rules}
    named |= {rule for rules in contents.statuses.values() for rule in rules}
    assert named <= known
    assert {"turn", "shot", "modifiers", "numbers"} <= {page.id for page in contents.pages}
    assert {badge.word for badge in found.statuses} == set(contents.statuses)


@pytest.mark.parametrize("name", BOOKS)
def test_every_rule_is_laid_out_once_and_trivia_come_last(name: str):
    found = system(name)
    laid = in_chapters(contents_of(found), found.reference())
    rules = [rule for _, _, rules in laid for rule in rules]
    assert sorted(rule.id for rule in rules) == sorted(rule.id for rule in found.reference())
    trivial = [rule.kind in TRIVIA for rule in rules]
    assert trivial == sorted(trivial)


@pytest.mark.parametrize("name", BOOKS)
def test_links_lead_somewhere_and_from_what_uses_a_rule_back(name: str):
    found = system(name)
    book = book_of(found)
    assert len(book.by_id) == len(book.topics)
    assert not [link for topic in book.topics for link in topic.links if link not in book.by_id]
    uses = uses_of(found)
    assert {ACTION, STATUS, UNIT, TERRAIN} <= {use.kind for use in uses}
    for use in uses:
        for rule in use.rules:
            assert use_id(use) in book.by_id[rule].links
            assert rule in book.by_id[use_id(use)].links
    for page in contents_of(found).pages:
        for rule in page.rules:
            assert f"page {page.id}" in book.by_id[rule].links


def test_what_uses_a_rule_is_found_in_the_rulebooks_own_code_and_files():
    uses = {(use.kind, use.name): use for use in uses_of(system("armymen"))}
    assert uses[ACTION, "Hunker"].rules == ("AMC-ACT-3",)
    assert "AMC-TERR-3" in uses[TERRAIN, "minefield"].rules
    assert "AMC-UNIT-8" in uses[UNIT, "Snipers"].rules


@pytest.mark.parametrize(("name", "words"), [("ToGetIn", "Get in"), ("StayOut", "Stay out")])
def test_names_of_classes_as_words(name: str, words: str):
    assert in_words(name) == words


def test_an_example_of_half_cover_has_it_in_its_sum():
    examples = examples_of(system("mechcom"), ("MC-ELEV-3",))
    assert examples
    assert all(any("half cover" in said for _, said in example.rows) for example in examples)
    values = [label for label, said in examples[0].rows if "half cover" in said]
    assert values == ["+2"]
    assert not examples_of(system("mechcom"), ("MC-FLAV-1",))


def test_the_command_line_shows_a_rule_whole_and_lists_families_and_finds():
    whole = "\n".join(rules_of("armymen", "amc-act-3", False))
    assert whole.startswith("Hunker (AMC-ACT-3)\n")
    assert "Statuses:\n  Hunkered" in whole
    family = list(rules_of("armymen", "AMC-GUARD", False))
    assert [line.split()[0] for line in family if not line.startswith(" ")] == [f"AMC-GUARD-{n}" for n in range(1, 5)]
    assert "\n".join(rules_of("armymen", "turn", False)).startswith("The round (page turn)")
    found = list(rules_of("armymen", "dangerous terrain roll", False))
    assert any(line.startswith("AMC-TERR-3 ") for line in found)


@pytest.mark.parametrize(
    ("book", "names"),
    [
        ("techcommander", {"Give a unit an action", "They try", "Come down on a target", "Pop and shoot"}),
        ("pmc2640", {"Assault", "Fire!"}),
        ("crimsondusk", {"Go to ground", "Overwatch"}),
    ],
)
def test_actions_are_called_as_a_player_calls_them_and_each_says_what_it_does(book, names):
    found = [use for use in uses_of(system(book)) if use.kind == ACTION]
    called = {use.name for use in found}
    assert names <= called
    assert not {"Name", "Try", "Crush", "Ground", "Watch"} & called, "the names of classes"
    assert all(isinstance(said, str) and said.endswith((".", "?")) for use in found for said in use.said)
