"""From the title to the next game, as it was chosen last, in three keys; the first one is against a fair computer."""

from __future__ import annotations

from tabletop_tui.engine.setup import PERSON
from tabletop_tui.play import last_new_game
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.settings import Settings
from tests.screens.conftest import at


def battle(player):
    screen = player.app.screen
    assert isinstance(screen, BattleScreen), player.picture
    return screen.session.setup


async def test_the_game_that_was_chosen_last_begins_in_three_keys():
    """What a player plays every evening: an own choice against a fair computer, here begun once and then again."""
    async with at(None) as player:
        await player.press("n")
        form = player.app.screen.form
        form.choose(form["scenario"], 2)
        form["force0"].index, form["force1"].index = form["force1"].index, form["force0"].index
        form["player1"].index = form["player1"].choices.index("fair")
        chosen = form.chosen()
        await player.press("enter enter enter")
        first = battle(player)
        await player.press("Q")
    assert last_new_game.last_choice("armymen") == chosen
    async with at(None) as player:
        await player.press("n enter enter")
        setup = battle(player)
    assert [seat.player for seat in setup.seats] == [seat.player for seat in first.seats] == [PERSON, "fair"]
    assert [seat.force for seat in setup.seats] == [seat.force for seat in first.seats]
    assert setup.scenario == first.scenario
    assert setup.seed != first.seed


async def test_the_first_small_game_is_against_a_fair_computer():
    async with at(None, opponent=Settings().opponent) as player:
        await player.press("g enter enter")
        assert sorted(seat.player for seat in battle(player).seats) == sorted([PERSON, "fair"])
