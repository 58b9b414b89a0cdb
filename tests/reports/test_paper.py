"""The pages as a browser prints them on A4: nothing over anything else, nothing cut, so many sheets and no more."""

from html import escape

import pytest

from tabletop_tui.play.new_game import find_scenario, set_table
from tabletop_tui.play.session import Session
from tabletop_tui.reports import export
from tabletop_tui.reports.force_page import page_of
from tabletop_tui.reports.quick_reference import sheet
from tabletop_tui.rulebook.registry import system
from tabletop_tui.rulebook.rules_contents import contents_of
from tests.browser import in_a_browser
from tests.reports.paper import faults, overlaps, printed, sheets

BOOKS = ["mechcom", "armymen", "pmc2640", "crimsondusk", "techcommander"]
FORCES = [
    "mechcom/iron-charter",
    "mechcom/twelve-labours",
    "armymen/green-brigade",
    "pmc2640/tribes",
    "crimsondusk/bestiary",
    "techcommander/yard-crew",
]


@pytest.mark.long
@in_a_browser
def test_all_that_is_printed_can_be_read():
    pages = {name: page_of(name, "html") for name in FORCES}
    pages |= {name: sheet(system(name)) for name in BOOKS}
    wrong = {}
    with printed("<p>ready</p>") as page:
        for name, html in pages.items():
            page.set_content(html)
            if found := faults(page):
                wrong[name] = found
            assert sheets(page) <= 2, name
    assert wrong == {}


@pytest.mark.long
@in_a_browser
def test_the_page_of_a_battle_can_be_read():
    found, info = find_scenario("armymen/quick-start")
    session = Session.new(set_table(found, info, players=["random", "random"], seed=1))
    session.run(20)
    with printed(export.page(session)) as page:
        assert faults(page) == []


@in_a_browser
def test_texts_over_each_other_and_texts_that_are_cut_are_found():
    over = "<p style='position:absolute;top:9px'>one</p><p style='position:absolute;top:14px'>two</p>"
    with printed(over) as page:
        assert faults(page) == [("one", "two")]
        page.set_content("<p style='white-space:nowrap'>" + "far " * 300)
        assert faults(page)
        page.set_content("<p style='overflow:hidden;width:30px;white-space:nowrap'>" + "cut " * 9)
        assert "P. cuts what is in it" in faults(page)


def test_boxes_side_by_side_or_below_each_other_do_not_overlap():
    assert not overlaps([("a", 0, 0, 50, 12), ("b", 50, 0, 99, 12), ("c", 0, 12, 50, 24)])
    assert overlaps([("a", 0, 0, 50, 12), ("b", 40, 4, 99, 16)]) == [("a", "b")]


@pytest.mark.parametrize("name", BOOKS)
def test_a_sheet_says_what_the_rulebook_says(name: str):
    found = system(name)
    text = sheet(found)
    rules = {rule.id: rule for rule in found.reference()}
    for heading in ("turn", "shot", "modifiers", "numbers", "statuses"):
        assert f'id="{heading}"' in text
    assert "Reckoned once" in text
    badge = found.statuses[0]
    assert f"<b>{badge.word}</b>" in text
    turn = next(page for page in contents_of(found).pages if page.id == "turn")
    assert all(f"<b>{escape(rules[rule].title)}.</b>" in text for rule in turn.rules)
    assert "src=" not in text
    assert "href=" not in text
