"""The rules browser: topics searched, links followed and gone back, from the title and from a battle."""

import pytest

from tabletop_tui.reports.rule_topics import Book, Passage, Topic, book_of
from tabletop_tui.rulebook.registry import system
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.screens.rulebook.rules import Index, RulesScreen, topic_lines
from tabletop_tui.screens.start.title import TitleScreen
from tabletop_tui.widgets.glyphs import ASCII
from tests.screens.conftest import at, toy

BOOKS = ["mechcom", "armymen", "pmc2640", "crimsondusk", "techcommander"]


def topic(name: str, title: str, group: str, *passages: Passage, open: bool = False) -> Topic:
    return Topic(name, title, "Rules", group, passages, (name,), open)


BOOK = Book(
    "Toy",
    (
        topic("A-1", "Dice", "First", Passage("They are rolled."), Passage("Moving", link="B-1")),
        topic("A-2", "Reading dice", "First", Passage("Pips count."), open=True),
        topic("B-1", "Moving", "Second", Passage("Models move."), Passage("Not through walls.", "Ruling")),
    ),
)


def ids(index: Index) -> list[str]:
    return [topic.id for topic in index.found]


@pytest.mark.parametrize(
    ("typed", "found", "marked"),
    [
        ("dice", ["A-1", "A-2"], "A-1"),
        ("WALLS models", ["B-1"], "B-1"),
        ("b-1", ["B-1"], "B-1"),
        ("second", ["B-1"], "B-1"),
        ("reading", ["A-2"], "A-2"),
        ("nothing", [], None),
    ],
)
def test_searching_looks_at_id_title_section_text_and_ruling_but_not_at_where_links_lead(typed, found, marked):
    index = Index(BOOK)
    index.search(typed)
    assert ids(index) == found
    assert (index.topic.id if index.topic else None) == marked


def test_a_title_is_meant_before_a_text():
    index = Index(Book("Toy", (topic("A-1", "Other", "First", Passage("speaks of cover")), topic("A-2", "Cover", "F"))))
    index.search("cover")
    assert ids(index) == ["A-1", "A-2"]
    assert index.topic.id == "A-2"


def test_a_link_is_marked_followed_and_gone_back():
    index = Index(BOOK)
    index.follow()
    assert (index.topic.id, index.link) == ("A-1", 0)
    index.follow()
    assert (index.topic.id, index.link) == ("B-1", -1)
    assert index.back()
    assert index.topic.id == "A-1"
    assert not index.back()


def test_a_link_leads_out_of_a_search_and_back_leads_to_all_topics():
    index = Index(BOOK)
    index.search("rolled")
    index.follow(), index.follow()
    assert (index.topic.id, index.typed, len(index.found)) == ("B-1", "", 3)
    index.search("walls")
    assert index.back()
    assert index.topic.id == "A-1"
    index.search("walls")
    assert index.back()
    assert len(index.found) == 3


def test_only_rules_that_are_not_built():
    index = Index(BOOK, "A-2")
    index.search("", True)
    assert ids(index) == ["A-2"]
    index.search("nothing", True)
    assert index.topic is None
    index.move(1), index.move(10), index.move_section(1), index.mark_link(1), index.follow()
    assert index.topic is None


def test_sections_go_round():
    index = Index(BOOK, "A-2")
    index.move_section(1)
    assert index.topic.id == "B-1"
    index.move_section(1)
    assert index.topic.id == "A-1"
    index.move(-1)
    assert index.topic.id == "B-1"
    index.move(10)
    assert index.topic.id == "B-1"


def test_the_marked_link_is_a_line_of_the_page():
    lines, marked = topic_lines(BOOK.topics[0], 0, ASCII)
    assert "".join(text for text, _ in lines[marked]) == "> Moving"
    assert topic_lines(BOOK.topics[0], -1, ASCII)[1] == -1


@pytest.mark.parametrize("name", BOOKS)
def test_every_rule_of_a_book_is_in_its_index_once_with_a_title(name):
    book = system(name).reference()
    rules = [one for one in book_of(system(name)).topics if one.rules == (one.id,)]
    assert sorted(one.id for one in rules) == sorted(rule.id for rule in book)
    assert all(0 < len(rule.title) <= 34 for rule in book)


async def test_a_rule_is_found_from_the_title():
    async with at(None) as player:
        await player.press("r M E C H C enter")
        screen = player.app.screen
        assert isinstance(screen, RulesScreen)
        await player.press("slash C r i t i c a l space h i t enter")
        assert "/ Critical hit" in player.picture
        rule = screen.rules_index.topic
        assert rule.title == "Critical hits"
        assert rule.id in player.picture
        count = len(screen.rules_index.found)
        assert 0 < count < len(screen.rules_index.book.topics)
        await player.press("enter enter")
        assert screen.rules_index.topic is not rule
        await player.press("escape")
        assert screen.rules_index.topic.id == rule.id
        await player.press("slash C r i t i c a l space h i t enter")
        await player.press("escape")
        assert len(screen.rules_index.found) > count
        await player.press("O")
        assert "Every rule of this book is built" in player.picture
        await player.press("escape")
        assert isinstance(player.app.screen, TitleScreen)


async def test_letters_search_at_once():
    async with at(None) as player:
        await player.press("r M E C H C enter")
        await player.press("c r i t i c a l")
        assert player.app.screen.rules_index.typed == "critical"
        assert all("critical" in repr(topic).lower() for topic in player.app.screen.rules_index.found)
        assert len(player.app.screen.rules_index.found) > 0


async def test_a_rule_that_is_not_built_says_so():
    async with at(None, size=(110, 30)) as player:
        await player.press("r T o y enter O")
        assert "not built" in player.picture
        assert "Not built yet: no calendar yet" in player.picture


async def test_from_a_battle_the_book_opens_where_the_battle_stands_and_closes_again():
    async with at(toy()) as player:
        await player.press("R")
        screen = player.app.screen
        assert isinstance(screen, RulesScreen)
        assert "Rules of Toy" in player.picture
        await player.press("slash q R escape R")
        assert isinstance(player.app.screen, BattleScreen)
        assert not player.session.history


async def test_a_worked_example_is_shown_where_a_rule_came_up_and_said_to_be_missing_where_not():
    async with at(None) as player:
        await player.press("r A r m y enter slash b l o c k s enter")
        assert player.app.screen.rules_index.topic.id == "AMC-SHOOT-3"
        await player.press("E")
        await player.app.workers.wait_for_complete()
        await player.pilot.pause()
        assert "Blocks: an example" in player.picture
        assert "Needed" in player.picture
        await player.press("escape slash b o m b enter E")
        await player.app.workers.wait_for_complete()
        await player.pilot.pause()
        assert "No worked example" in player.picture
