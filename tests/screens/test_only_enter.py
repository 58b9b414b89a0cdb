"""Only Enter, on the battle screen itself: it plays a plain game to its end and shoots where it can."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.question import Option, Pick, Question
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system
from tests.screens.conftest import Player, at

BOOKS = ("armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander")
LARGER = (
    "armymen/playground",
    "crimsondusk/convoy",
    "mechcom/port-flags",
    "pmc2640/wasteland-find",
    "techcommander/raid",
)
MOST = 120
"""So many presses end each first game."""
IN_A_ROW = 2
"""So many presses may answer nothing, one after another: one leads to a good place, or out of what is asked first."""


async def press_on(player: Player, presses: int) -> tuple[int, int]:
    """Press Enter, and nothing else; how often it answered, and how often it shot where it could."""
    session, idle, answers, shots = player.session, 0, 0, 0
    for _ in range(presses):
        question, before = session.question, len(session.history)
        if question is None or session.over is not None:
            break
        attacks = [option.key for option in plain_attacks(session, question)]
        await player.press("enter")
        idle = 0 if len(session.history) > before else idle + 1
        assert idle <= IN_A_ROW, (question.prompt, player.picture)
        if len(session.history) > before:
            answers += 1
            if attacks:
                assert session.history[before].answer in attacks, (question.prompt, attacks)
                shots += 1
    return answers, shots


def plain_attacks(session: Session, question: Question) -> list[Option]:
    """The attacks that are worth something and may be taken without a thought."""
    options = question.options if isinstance(question, Pick) else []
    found = [option for option in options if option.refusal is None and option.attacks and not any(option.rank)]
    return [option for option in found if session.system.appraise(session.game, option.key) > 0]


@pytest.mark.parametrize("name", BOOKS)
async def test_enter_alone_plays_a_first_game_to_its_end(name: str) -> None:
    session = new_game.first_game(system(name), guided=True)
    async with at(session, sure="ask", tutor="never") as player:
        answers, shots = await press_on(player, MOST)
    assert session.over is not None
    assert answers > 15
    assert shots >= 1


@pytest.mark.long
@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", LARGER)
async def test_enter_alone_turns_in_no_circle(name: str) -> None:
    session = Session.new(new_game.set_table(*new_game.find_scenario(name), seed=7))
    async with at(session, sure="ask", tutor="never") as player:
        answers, _ = await press_on(player, 150)
    assert answers > 60
