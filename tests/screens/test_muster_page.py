"""A force that is called in mid-game, at the keyboard."""

from __future__ import annotations

import pytest

from tabletop_tui.rulebook import registry
from tabletop_tui.screens.battle.answer_draft import Draft
from tabletop_tui.screens.battle.answer_words import words_of
from tests.screens.conftest import at, toy
from tests.session.test_midgame_muster import to_the_call
from tests.swarm import SWARM


@pytest.fixture(autouse=True)
def _swarm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, SWARM.id, SWARM)


def draft() -> Draft:
    return Draft(to_the_call().question)


def test_what_is_chosen_is_counted_up_and_down():
    made = draft()
    made.cycle(1)
    made.press("+")
    made.press("+")
    assert made.answer("") == ["drone", "drone"]
    assert words_of(made, "") == "2 Drone (4 points)"
    made.press("-")
    assert made.answer("") == ["drone"]
    made.cycle(1)
    assert made.buy_one()
    assert words_of(made, "") == "1 Drone, 1 Mite (3 points)"
    assert made.back()
    assert made.answer("") == ["drone"]
    assert made.back()
    assert not made.back()
    assert words_of(made, "") == "nothing (0 points)"


def test_no_more_is_bought_than_is_allowed():
    made = draft()
    made.highlight_key("mite")
    made.press("9")
    assert made.answer("") == ["mite"] * 4
    refused = {option.key: str(option.refusal) for option in made.options}
    assert refused["queen"] == "7 of 4 points [SWARM-CALL-1]"
    made.highlight_key("queen")
    made.press("+")
    assert made.answer("") == ["mite"] * 4
    assert made.refusal("") is None


def test_what_was_bought_can_be_marked_though_no_more_of_it_is_allowed():
    made = draft()
    made.highlight_key("drone")
    made.press("2")
    made.highlight_key("queen")
    made.cycle(1)
    assert made.option.key == "drone", "all else is refused"
    made.press("1")
    assert made.answer("") == ["drone"]


async def test_a_force_is_put_together_by_keys_and_sent_with_one():
    session = to_the_call()
    async with at(session, (120, 40)) as player:
        assert "Call bugs for up to 4 points" in player.picture
        await player.press("tab plus plus")
        assert "Enter: 2 Drone (4 points)" in player.prompt
        assert "2x Drone" in player.picture
        assert "0x Mite" in player.picture
        await player.press("enter")
        assert session.history[-1].answer == ["drone", "drone"]
        assert "A5" in player.picture


async def test_the_list_of_options_says_why_no_more_is_allowed_and_buys_what_is_taken():
    session = to_the_call()
    async with at(session, (80, 24)) as player:
        await player.press("9")
        assert "Enter: 1 Queen (3 points)" in player.prompt
        await player.press("a")
        assert "no: 5 of 4 points" in player.picture
        await player.press("m i t e enter")
        assert "Enter: 1 Queen, 1 Mite (4 points)" in player.prompt
        await player.press("backspace backspace enter")
        assert session.history[-1].answer == []


# ---------------------------------------------------------------- in the builder
async def test_the_builder_begins_with_what_is_chosen_and_sends_it_as_one_answer():
    session = to_the_call()
    async with at(session, (120, 40)) as player:
        await player.press("tab plus H")
        assert "Call bugs for up to 4 points" in player.picture
        assert "Points" in player.picture
        assert "2/4" in player.picture
        await player.press("down down a")
        assert "3/4" in player.picture
        await player.press("up a")
        assert "This cannot be added" in player.picture
        assert "5 of 4 points" in player.picture
        await player.press("s")
        assert session.history[-1].answer == ["drone", "mite"]


async def test_the_builder_is_left_without_an_answer():
    session = to_the_call()
    async with at(session, (80, 24)) as player:
        answers = len(session.history)
        await player.press("H a escape")
        assert len(session.history) == answers
        assert "Call bugs" in player.prompt


async def test_what_the_battle_refuses_is_not_sent_and_the_cap_is_no_choice():
    session = to_the_call()
    session.question.optional = False
    async with at(session, (120, 40)) as player:
        await player.press("H s")
        assert "at least one is to be bought" in player.picture
        await player.press("tab g")
        assert "How much may be spent is set by the battle" in player.picture


async def test_there_are_no_files_in_a_battle():
    """Keys of the builder that save, load, name or print do nothing here; help lists those that there are."""
    session = to_the_call()
    async with at(session, (120, 40)) as player:
        await player.press("H a l w p n o")
        assert "Call bugs for up to 4 points" in player.picture
        assert "3/4" in player.picture
        await player.press("question_mark")
        assert "Send this force into the battle" in player.picture
        assert "Save among your own rosters" not in player.picture
        await player.press("escape q")
        assert session.question is not None
        assert "Call bugs" in player.prompt


async def test_the_builder_is_of_no_use_where_no_force_is_called():
    async with at(toy()) as player:
        await player.press("H")
        assert "No force is being mustered just now" in player.prompt
