"""Labels given by keys: groups first, single men behind a key, the default at Enter, reasons, sixteen men at 80x24."""

import pytest

from tabletop_tui.engine.assign_question import Assign
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook import registry
from tabletop_tui.screens.after.replay import entry_words
from tabletop_tui.widgets.styled_text import text_of
from tests.drill import DRILL, drill_setup
from tests.screens.conftest import at


@pytest.fixture(autouse=True)
def _drill(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, DRILL.id, DRILL)


def drill(men: int = 5) -> Session:
    return Session.new(drill_setup("keyboard", "keyboard", men=men))


async def test_enter_takes_the_default():
    session = drill(16)
    async with at(session) as player:
        assert "Enter: 16 Shoot" in player.prompt
        await player.press("enter")
        assert session.history[0].answer == dict.fromkeys((f"A{n}" for n in range(1, 17)), "shoot")


def test_a_replay_says_who_did_what_in_words():
    session = drill()
    session.answer(session.question.default | {"A2": "throw", "A5": "wait"})
    question = drill().question
    assert entry_words(question, session.history[0]) == "3 Shoot, 1 Throw, 1 Wait"


async def test_groups_first_and_single_men_behind_a_key():
    session = drill(16)
    async with at(session) as player:
        assert "15 Rifles" in player.picture
        await player.press("w")
        assert "Enter: 1 Shoot, 15 Wait" in player.prompt
        await player.press("h")
        assert "Enter: 1 Shoot, 1 Throw, 14 Wait" in player.prompt
        assert "1h 14w" in player.picture
        await player.press("m down down h")
        assert "at most 1 can have 'Throw', not 2" in player.prompt
        await player.press("up up right enter")
        assert session.history[0].answer == {f"A{n}": "wait" for n in range(1, 16)} | {"A3": "throw", "A16": "shoot"}


async def test_a_label_of_which_there_are_no_more_is_refused_and_passed_over():
    async with at(drill()) as player:
        await player.press("down h up h")
        assert "at most 1 can have 'Throw', not 2 [DRILL-THROW-1]" in player.prompt
        await player.press("right")
        assert "Enter: 1 Throw, 4 Wait" in player.prompt
        await player.press("left")
        assert "Enter: 4 Shoot, 1 Throw" in player.prompt


async def test_all_alike_and_back_to_the_default():
    session = drill()
    async with at(session) as player:
        await player.press("down left a")
        assert "Enter: 5 Wait" in player.prompt
        await player.press("escape")
        assert "Enter: 5 Shoot" in player.prompt
        await player.press("a enter")
        assert set(session.history[0].answer.values()) == {"shoot"}


async def test_what_a_man_cannot_do_says_why_and_changes_nothing():
    async with at(drill()) as player:
        await player.press("l")
        assert "A1: the weapon is loaded [DRILL-LOAD-1]" in player.prompt
        await player.press("tab")
        assert "Enter: 5 Shoot" in player.prompt


async def test_sixteen_single_men_scroll_at_80_by_24_and_every_key_is_shown():
    async with at(drill(16)) as player:
        await player.press("m")
        side = [text_of(line) for line in player.battle.panels.side.lines]
        assert not any("A16" in line for line in side)
        assert any("more" in line for line in side)
        for key in ("Left Right what", "Up Down who", "a alike", "m singly", "Enter: "):
            assert key in player.picture
        for label in ("s Shoot", "l Load", "h Throw (max 1)", "w Wait"):
            assert any(label in line for line in side), label
        await player.press(" ".join(["down"] * 15))
        assert any("A16" in line and "Shoot" in line for line in map(text_of, player.battle.panels.side.lines))
        assert player.battle.field.cursor == player.battle.model.where["A16"]


async def test_hits_are_allotted_and_a_wrong_answer_says_which_rule():
    session = drill(4)
    while "hit" not in session.question.prompt:
        session.answer(session.question.default)
    question = session.question
    assert isinstance(question, Assign)
    async with at(session) as player:
        if len(question.items) > 1:
            await player.press("a")
            assert "is hit twice before" in player.prompt
            assert "[DRILL-HIT-1]" in player.prompt
            await player.press("escape")
        await player.press("enter")
        assert session.history[-1].answer == question.default
        await player.press("z Y")
        assert session.question.prompt == question.prompt
        await player.press("Z")
        assert session.history[-1].answer == question.default
