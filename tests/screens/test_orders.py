"""Standing orders at the keyboard: a list, an order, and what the prompt says of it."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.history import Entry
from tabletop_tui.engine.standing_orders import order_of
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook import registry
from tabletop_tui.screens.after.replay import entry_words
from tests.screens.conftest import at, toy
from tests.swarm import SWARM, swarm_setup


@pytest.fixture(autouse=True)
def _swarm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, SWARM.id, SWARM)


async def test_an_order_is_chosen_from_a_list_and_shown_in_the_prompt_of_its_seat():
    async with at(Session.new(swarm_setup()), (120, 40)) as player:
        await player.press("O")
        assert "What do you want to be asked about?" in player.picture
        assert "Red  Dodge: ask when it could matter  when a bug of yours is stung" in player.picture
        assert player.picture.count("Blue ") >= 3
        await player.press("enter down down enter")
        assert order_of(player.session.game, 0, "dodge") == "never"
        assert "(not asked: Dodge)" in player.prompt
        assert "Standing order, Dodge: never ask" in player.picture
        await player.press("2 2")
        assert player.session.seat_to_answer == 1
        assert "not asked" not in player.prompt, "the other seat has said nothing"


async def test_an_order_leaves_the_answer_in_the_making_alone_and_is_taken_back_by_undo():
    async with at(Session.new(swarm_setup()), (120, 40)) as player:
        await player.press("tab")
        marked = player.battle.model.draft.option.key
        assert marked != player.battle.model.draft.options[0].key
        await player.press("O enter down enter")
        assert order_of(player.session.game, 0, "dodge") == "always"
        assert player.battle.model.draft.option.key == marked
        await player.press("z")
        assert order_of(player.session.game, 0, "dodge") == "matters"


async def test_only_seats_of_people_are_listed_and_leaving_the_list_changes_nothing():
    async with at(Session.new(swarm_setup("keyboard", "random")), (120, 40)) as player:
        await player.press("O")
        assert "Blue  Dodge" not in player.picture
        await player.press("enter escape")
        assert player.session.history == []


async def test_a_window_is_passed_with_one_key():
    session = Session.new(swarm_setup())
    bugs = session.game.state.units
    bugs["B2"].hex, bugs["A2"].health = "0303", 1
    for answer in ("A1", "rest", "B2", "sting:A2"):
        session.answer(answer)
    async with at(session, (120, 40)) as player:
        assert "B2 drone stings A2 drone: do what about it?" in player.picture
        await player.press("p")
        assert session.history[-1].answer == "pass"


async def test_a_rulebook_without_offers_says_so():
    async with at(toy()) as player:
        await player.press("O")
        assert "This rulebook has nothing that could be asked about" in player.prompt


def test_a_replay_tells_an_order_and_a_force_in_words():
    question = Session.new(swarm_setup()).question
    assert entry_words(question, Entry(0, {"dodge": "never"}, kind="order")) == "standing order, dodge: never"
    assert entry_words(question, Entry(0, ["drone", {"unit": "mite", "size": 2}])) == "drone unit: mite, size: 2"
