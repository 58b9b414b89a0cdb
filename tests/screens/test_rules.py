"""The rules browser: by section, searched, from the title and from a battle."""

import pytest

from tabletop_tui.engine.views import Rule
from tabletop_tui.rulebook.registry import system
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.screens.rules import Index, RulesScreen
from tabletop_tui.screens.title import TitleScreen
from tests.screens.conftest import at, toy

BOOK = [
    Rule("A-1", "First", "core", "Dice are rolled."),
    Rule("B-1", "Second", "core", "Models move.", ruling="Not through walls."),
    Rule("A-2", "First", "core", "Dice are read.", open="no dice yet"),
]


def ids(index: Index) -> list[str]:
    return [rule.id for rule in index.found]


def test_a_section_stands_together_in_the_order_of_the_book():
    assert ids(Index(BOOK)) == ["A-1", "A-2", "B-1"]


@pytest.mark.parametrize(
    ("typed", "found"),
    [("dice", ["A-1", "A-2"]), ("WALLS models", ["B-1"]), ("b-1", ["B-1"]), ("second", ["B-1"]), ("nothing", [])],
)
def test_searching_looks_at_id_section_text_and_ruling(typed, found):
    index = Index(BOOK)
    index.search(typed, False)
    assert ids(index) == found


def test_the_marked_rule_stays_marked_while_it_fits():
    index = Index(BOOK, "A-2")
    assert index.rule.id == "A-2"
    index.search("dice", False)
    assert index.rule.id == "A-2"
    index.search("", True)
    assert ids(index) == ["A-2"]
    index.search("nothing", True)
    assert index.rule is None
    index.move(1), index.move(10), index.move_section(1)
    assert index.rule is None


def test_sections_go_round():
    index = Index(BOOK, "A-2")
    index.move_section(1)
    assert index.rule.id == "B-1"
    index.move_section(1)
    assert index.rule.id == "A-1"
    index.move(-1)
    assert index.rule.id == "B-1"
    index.move(10)
    assert index.rule.id == "B-1"


@pytest.mark.parametrize("name", ["mechcom", "armymen", "pmc2640", "crimsondusk", "techcommander"])
def test_every_rule_of_a_book_is_in_its_index_once(name):
    book = system(name).reference()
    assert sorted(ids(Index(book))) == sorted(rule.id for rule in book)


async def test_a_rule_is_found_from_the_title():
    async with at(None) as player:
        await player.press("r M E C H C enter")
        screen = player.app.screen
        assert isinstance(screen, RulesScreen)
        await player.press("slash C r i t i c a l space h i t enter")
        assert "/ Critical hit" in player.picture
        rule = screen.rules_index.rule
        assert "critical" in (rule.text + rule.ruling).lower()
        assert rule.id in player.picture
        count = len(screen.rules_index.found)
        assert 0 < count < len(screen.rules_index.rules)
        await player.press("down")
        assert screen.rules_index.rule is not rule
        await player.press("escape")
        assert len(screen.rules_index.found) > count
        await player.press("o")
        assert "Every rule of this book is built" in player.picture
        await player.press("escape")
        assert isinstance(player.app.screen, TitleScreen)


async def test_a_rule_that_is_not_built_says_so():
    async with at(None, size=(110, 30)) as player:
        await player.press("r T o y enter o")
        assert "1 of 2 not built" in player.picture
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
