"""What came of one's own attack is said before the prompt, where others have acted since and no page tells it."""

from __future__ import annotations

import pytest

from tabletop_tui.screens.base.popup_page import Below
from tabletop_tui.screens.battle.log_and_digest_commands import Reading
from tabletop_tui.screens.battle.since_last_answer import Since
from tests.screens.conftest import Player, at, toy

SAID = "Token B1 loses 2, 1 left"


def tell(player: Player) -> Reading:
    """What is told before a question of the battle is answered."""
    reading: Reading = player.battle.reading
    reading.offer_digest(Below(player.battle.guard, lambda _: False, lambda _: None))
    return reading


@pytest.mark.parametrize("due", [False, True])
async def test_it_stands_before_what_enter_does_until_the_next_key(due: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    async with at(toy()) as player:
        before = player.prompt
        monkeypatch.setattr(Since, "own_attack", lambda _: SAID)
        monkeypatch.setattr(Since, "is_due", lambda *_: due)
        monkeypatch.setattr(Reading, "open_digest", lambda *_: None)
        tell(player)
        assert (f"{SAID}.  Enter: " in player.prompt) is not due, "where a page tells it, that is enough"
        await player.press("down")
        assert SAID not in player.prompt
        assert before.split("Enter")[0] == player.prompt.split("Enter")[0]


async def test_what_is_said_there_already_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at(toy()) as player:
        monkeypatch.setattr(Since, "own_attack", lambda _: SAID)
        player.battle.note("As the coach has it")
        tell(player)
        assert SAID not in player.prompt
