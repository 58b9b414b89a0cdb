"""The clocks on the screen: whose time runs, and where it is shown. The time is the test's own."""

import pytest
from attrs import evolve

from tabletop_tui.engine.events import FlagFell
from tabletop_tui.play.session import Session
from tabletop_tui.screens.battle.pages.handover_card import TurnCard
from tabletop_tui.screens.start.game_form import Form
from tabletop_tui.widgets.styled_text import text_of
from tests.screens.conftest import Player, at
from tests.session.test_seat_clock import Time
from tests.toy import toy_setup


def clocked(minutes: int, *players: str, **more: object) -> tuple[Session, Time]:
    session, time = Session.new(evolve(toy_setup(*players), clock=minutes, **more)), Time()
    session.clock.time = time
    return session, time


def bar(player: Player) -> str:
    return text_of(player.battle.panels.status.lines[0])


async def until_a_card_comes(player: Player) -> None:
    for _ in range(30):
        if isinstance(player.app.screen, TurnCard):
            return
        player.battle.answer(next(iter(player.session.question.legal())))
        await player.pilot.pause()
    raise AssertionError("no card came")


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_the_top_bar_shows_the_time_of_each_person(size):
    session, time = clocked(0, "keyboard", "keyboard")
    async with at(session, size=size) as player:
        seat = session.question.seat
        time.now += 125
        player.battle.clocks.look()
        assert "2:05" in bar(player)
        assert "0:00" in bar(player)
        assert ("time" in bar(player)) is (size[0] == 160)
        assert session.clock.spent(seat) == 125


async def test_nobody_is_charged_while_the_card_waits_for_whoever_sits_down():
    session, time = clocked(0, "keyboard", "keyboard")
    async with at(session, turn_card="always") as player:
        await until_a_card_comes(player)
        before = list(session.clock.used)
        time.now += 500
        player.battle.clocks.look()
        assert session.clock.used == before
        assert "Time: " in player.picture
        await player.press("enter")
        time.now += 7
        assert session.clock.spent(session.question.seat) == before[session.question.seat] + 7


async def test_a_computer_has_no_clock():
    session, _ = clocked(10, "keyboard", "greedy")
    async with at(session, size=(160, 50)) as player:
        assert "time left" in bar(player)
        assert bar(player).count("10:00") == 1


async def test_a_flag_that_falls_is_told_once_and_the_game_goes_on():
    session, time = clocked(1, "keyboard", "keyboard")
    async with at(session) as player:
        time.now += 61
        for _ in range(3):
            player.battle.clocks.look()
        assert sum(isinstance(event, FlagFell) for event in player.battle.model.events) == 1
        assert "flag has fallen" in player.prompt
        assert session.question is not None


async def test_the_top_bar_names_the_game_where_there_is_room():
    session, _ = clocked(0, "keyboard", "keyboard", name="Thursday cup")
    async with at(session, size=(200, 50)) as player:
        assert "Thursday cup" in bar(player)


def test_a_new_game_has_names_and_a_clock_as_chosen(monkeypatch, tmp_path):
    monkeypatch.setenv("TABLETOP_TUI_HOME", str(tmp_path))
    form = Form(clock="20", system_id="armymen")
    assert form.setup().clock == 20
    assert form.names_fault("a, b, c, d, e, f, g")
    assert not form.names_fault("Ann, Ben")
    form.name_players("Ann, Ben")
    form.call(" Thursday cup ")
    form.choose(form["clock"], 0)
    setup = form.setup()
    assert [seat.name for seat in setup.seats] == ["Ann", "Ben"]
    assert (setup.name, setup.clock) == ("Thursday cup", None)
    form.choose(form["scenario"], 1)
    assert [seat.name for seat in form.setup().seats][:2] == ["Ann", "Ben"], "another scenario, the same people"
    form.name_players("")
    assert [seat.name for seat in form.setup().seats][:2] == ["Red", "Blue"]
