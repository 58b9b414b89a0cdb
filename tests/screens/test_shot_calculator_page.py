"""What a shot needs, on the screen: the form says what the command says, and is reached from a battle and outside."""

from __future__ import annotations

import pytest

from tabletop_tui import paths
from tabletop_tui.play.new_game import find_scenario, set_table
from tabletop_tui.play.position_files import setup_in
from tabletop_tui.play.session import Session
from tabletop_tui.reports.shot_calculator_lines import odds_of
from tabletop_tui.rulebook.registry import system_ids
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.screens.rulebook.shot_calculator_page import OddsPage
from tabletop_tui.widgets.styled_text import text_of
from tests.screens.conftest import at

BOOKS = sorted(system_ids())
RANGE = {
    "system": "crimsondusk",
    "kind": "position",
    "scenario": "crossroads",
    "go": "A1",
    "unit": [
        {
            "id": "A1",
            "name": "Guns",
            "model": [{"count": 4, "weapons": ["assault-rifle"]}, {"weapons": ["sniper-rifle"]}],
            "at": "24,36 form=line",
        },
        {"id": "B1", "name": "Raiders", "quality": "Ir", "model": [{"count": 6, "weapons": ["rifle"]}], "at": "24,25"},
        {"id": "B2", "name": "Boss", "quality": "Vt", "model": [{"count": 3, "weapons": ["pistol"]}], "at": "32,25"},
    ],
}
"""Two enemies in the open before a section with two kinds of weapons."""


@pytest.mark.parametrize("name", BOOKS)
async def test_each_line_is_changed_by_keys_and_the_sum_is_that_of_the_command(name: str) -> None:
    session = Session.new(set_table(*find_scenario(f"{name}/quick-start"), seed=1))
    async with at(session) as player:
        await player.press("enter percent_sign")
        page = player.app.screen
        assert isinstance(page, OddsPage)
        for _ in page.facts:
            await player.press("right down")
        assert set(page.told) == {fact.key for fact in page.facts if not (fact.choices and len(fact.choices) == 1)}
        await player.press("left" if page.fact.usual else "x")
        await player.press("c")
        assert page.told == {}
        side = " ".join(text_of(line) for line in page.side_lines(200))
        words = [f"{fact.key}={fact.usual}" for fact in page.facts if fact.usual]
        assert [" ".join(side.split())] == [" ".join(" ".join(odds_of(name, words, paths.roster_folders())).split())]
        await player.press("escape")
        assert isinstance(player.app.screen, BattleScreen)


async def test_a_number_is_typed_and_what_is_none_is_refused() -> None:
    async with at(None) as player:
        page = OddsPage(find_scenario("crimsondusk/quick-start")[0])
        player.app.push_screen(page)
        await player.press("down enter")
        await player.press("9 9 enter")
        assert "no whole number from 0 to 40" in player.picture
        await player.press("backspace backspace 3 enter")
        assert page.told == {"men": "3"}
        assert "3 dice" in player.picture
        await player.press("x")
        assert page.told == {}


async def test_the_door_of_ones_own_table_leads_there() -> None:
    async with at(None) as player:
        player.app.open_screen("table", find_scenario("mechcom/quick-start")[0])
        await player.press("w h a t enter")
        assert isinstance(player.app.screen, OddsPage)


async def test_in_a_battle_it_begins_with_who_acts_and_who_is_marked() -> None:
    session = Session.new(setup_in(RANGE))
    async with at(session) as player:
        await player.press("enter s percent_sign")
        page = player.app.screen
        assert isinstance(page, OddsPage)
        assert {fact.key: page.shown(fact) for fact in page.facts[:5]} == {
            "who": "A1 Guns",
            "whom": "B1 Raiders",
            "weapon": "assault-rifle",
            "men": "4",
            "shooter": "Rg",
        }
        begun = {fact.key: page.shown(fact) for fact in page.facts}
        assert (begun["range"], begun["target"], begun["ran"]) == ("9.25", "Ir", "no")
        assert "4 dice" in player.picture
        await player.press("down down right")
        assert {fact.key: page.shown(fact) for fact in page.facts[2:4]} == {"weapon": "sniper-rifle", "men": "1"}
        await player.press("down down down down right")
        assert (page.fact.key, page.told) == ("range", {"range": "10.36"})
        await player.press("x")
        assert page.told == {}
        await player.press("up up up up up right")
        assert page.shown(page.facts[1]) == "B2 Boss"
        await player.press("escape")
        assert isinstance(player.app.screen, BattleScreen)
