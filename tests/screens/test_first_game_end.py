"""The end of a first game, by keys: why it was won or lost, then again from the same side, then the next scenario."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Fell, Harmed, Status
from tabletop_tui.engine.setup import PERSON
from tabletop_tui.play import new_game
from tabletop_tui.play.players.greedy_player import Greedy
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook.registry import system
from tabletop_tui.screens.after.results import ResultsScreen
from tabletop_tui.screens.start.briefing import BriefingScreen
from tests.screens.conftest import at


def played(name: str) -> Session:
    """A first game to its end, the learner's answers those of a quick player."""
    session = new_game.first_game(system(name), guided=True)
    learner = Greedy(1, 0, looked_at=4)
    session.run()
    while session.over is None:
        session.answer(learner.choose(session.game.imagine(0), len(session.history)))
        session.run()
    return session


@pytest.mark.parametrize(("name", "following"), [("mechcom", "canyon-flags"), ("armymen", "backyard")])
async def test_it_says_why_and_goes_on_at_a_key(name, following):
    session = played(name)
    won = 0 in session.over.winners
    roster = [line for line in session.system.roster(session.game) if line.counts]
    harm = [event for event in session.log() if isinstance(event, Harmed) and event.amount > 0 and event.seat == 0]
    async with at(session, (80, 24)) as player:
        page = player.app.screen
        assert isinstance(page, ResultsScreen), player.picture
        seen = player.picture
        assert f"Why you {'won' if won else 'lost'}" in seen
        lost, own = sum(line.state == "lost" for line in roster if line.seat == 0), sum(not one.seat for one in roster)
        assert f"You lost {lost} of {own} units" in seen
        said = " ".join(seen.split())
        assert f"of {sum(event.amount for event in harm)} damage and casualties" in said
        scores = session.system.standing(session.game).scores
        pinned = [event for event in session.log() if isinstance(event, Status) and event.status == "Pinned"]
        if name == "armymen" and not lost:  # all that scored was what was Pinned
            assert f"by {max(scores)} points for Blue: {pinned[-1].text}." in said
            assert scores[1] > scores[0] == 0
        last = player.battle.reading.last_deeds().deeds
        assert last, "somebody did something at the end"
        assert all(deed.unit for deed in last)
        assert "What happened last" in seen
        told = seen.partition("What happened last")[2].split("\n")[1]
        assert next(line.tag for line in roster if line.unit == last[0].unit) in told
        others = {info.id: info for info in new_game.scenarios_of(session.system)}
        assert f"n  the next scenario: {others[following].name}" in seen
        await player.press("g")
        again = player.session
        assert again is not session
        assert again.guided
        assert again.setup.scenario == session.setup.scenario
        assert [seat.player for seat in again.setup.seats] == [seat.player for seat in session.setup.seats]
        assert again.setup.seed != session.setup.seed
    async with at(session, (80, 24)) as player:
        await player.press("n")
        assert isinstance(player.app.screen, BriefingScreen), player.picture
        await player.press("enter")
        assert player.session.setup.called == others[following].name
        assert player.session.setup.seats[0].player == PERSON
        assert not player.session.guided
    assert any(isinstance(event, Fell) for event in session.log()) or harm


async def test_any_game_against_a_computer_says_why_and_only_a_first_one_how_to_go_on():
    session = played("mechcom")
    session.guided = False
    async with at(session, (80, 24)) as player:
        assert "Why you" in player.picture
        assert "What happened last" in player.picture
        assert "play it again" not in player.picture
