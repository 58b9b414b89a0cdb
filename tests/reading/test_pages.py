"""The pages that tell what happened, by keys: the digest, the log, what they show on the map."""

from __future__ import annotations

from functools import lru_cache

import pytest
from syrupy.assertion import SnapshotAssertion

from tabletop_tui.engine.events import Closed, Rolled
from tabletop_tui.engine.question import Answer
from tabletop_tui.play import new_game
from tabletop_tui.play.session import Session
from tabletop_tui.screens.base.dialogs import Sheet
from tabletop_tui.screens.battle.log_and_digest_commands import NOTHING
from tabletop_tui.screens.battle.pages.digest_page import DigestPage
from tabletop_tui.screens.battle.pages.log_page import LogPage
from tabletop_tui.screens.battle.pages.roll_page import RollPage
from tabletop_tui.screens.battle.screen import BattleScreen
from tabletop_tui.settings import read_settings
from tests.screens.conftest import at, heard, plain_terminal, toy

SIZES = [(80, 24), (160, 50)]
__all__ = ["plain_terminal"]


def named(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


FORCES = {"mechcom": ("choir-patrol", "haunted-patrol")}
"""With these there is melee as well as shooting; else the quick start's own."""


def quick_start(name: str, first: str) -> Session:
    """A battle whose first seat is played by `first`, against the computer."""
    system, scenario = new_game.find_scenario(f"{name}/quick-start")
    forces = [new_game.find_force(system, force) for force in FORCES.get(name, ())]
    return Session.new(new_game.set_table(system, scenario, forces, [first, "greedy"], seed=3))


@lru_cache
def answers_of(name: str, count: int) -> tuple[Answer, ...]:
    """So many answers, as two computers give them."""
    played = quick_start(name, "greedy")
    played.run(count)
    return tuple(made.answer for made in played.history)


def battle(name: str, answers: int) -> Session:
    """A battle against the computer in which this side has played greedily too, so many answers of both."""
    session = quick_start(name, "keyboard")
    for answer in answers_of(name, answers):
        session.answer(answer)
    while not session.waits_for_person:
        session.computer_answers()
    return session


# ---------------------------------------------------------------- the digest
async def test_w_opens_it_and_the_same_key_closes_it():
    async with at(toy()) as player:
        await player.press("w")
        assert isinstance(player.app.screen, DigestPage)
        assert "Round 1" in player.picture
        await player.press("w")
        assert isinstance(player.app.screen, BattleScreen)


async def until_hurt(player) -> None:
    """Play on until a page comes by itself, or the battle is over."""
    for _ in range(60):
        if not isinstance(player.app.screen, BattleScreen):
            return
        question = player.session.question
        if question is None:
            return
        shoots = hasattr(question, "options") and question.refuse("shoot") is None
        player.battle.answer("shoot" if shoots else next(iter(question.legal())))
        await player.pilot.pause()


@pytest.mark.parametrize(("when", "comes"), [("losses", True), ("always", True), ("never", False)])
async def test_it_comes_by_itself_as_the_setting_says(when, comes):
    async with at(toy("keyboard", "greedy"), digest=when) as player:
        await until_hurt(player)
        assert isinstance(player.app.screen, DigestPage) is comes


async def test_what_comes_by_itself_is_not_put_away_by_a_key_that_was_meant_for_the_map():
    async with at(toy("keyboard", "greedy"), digest="always", guard=60.0) as player:
        await until_hurt(player)
        page = player.app.screen
        assert isinstance(page, DigestPage)
        given = len(player.session.history)
        for after in (-1.0, 70.0, 100.0, 130.0):
            key = heard("enter")
            key.time = page.seen_at + after
            player.app.post_message(key)
        await player.pilot.pause()
        assert player.app.screen is page, "pressed before it was there, then held down"
        for after in (200.0, 270.0):
            key = heard("enter")
            key.time = page.seen_at + after
            player.app.post_message(key)
        await player.pilot.pause()
        assert player.app.screen is player.battle
        assert len(player.session.history) == given, "it only goes on"


async def test_it_comes_once_for_what_happened_and_not_after_undo():
    async with at(toy("keyboard", "greedy"), digest="always") as player:
        await until_hurt(player)
        await player.press("enter")
        player.battle.take_in(())
        player.battle.reading.offer_digest(NOTHING)
        assert isinstance(player.app.screen, BattleScreen)
        await player.press("z")
        assert isinstance(player.app.screen, BattleScreen)
        await player.press("Z")
        assert isinstance(player.app.screen, BattleScreen), "the same again is no news"


async def test_a_page_that_gets_its_room_late_is_painted_then():
    async with at(toy()) as player:
        player.battle.reading.open_digest()
        page = player.app.screen
        page.add_class("aside")  # no room, as on a slow machine before the first layout
        await player.pilot.pause(0.1)
        page.remove_class("aside")
        await player.pilot.pause(0.1)
        assert "Your losses" in player.picture or "Round 1" in player.picture
        assert "Enter go on" in player.picture


async def test_people_who_share_a_keyboard_in_the_open_read_of_everybody():
    async with at(toy(), digest="always") as player:
        await until_hurt(player)
        assert isinstance(player.app.screen, DigestPage)
        last = player.session.history[-1].events
        assert any(isinstance(event, Closed) for event in last), "all else they have seen"
        assert "Your losses" not in player.picture
        assert "Losses" in player.picture


async def test_p_changes_when_it_comes_and_that_is_kept():
    async with at(toy()) as player:
        await player.press("w p")
        assert "p stop: always" in player.picture
        assert read_settings().digest == player.app.options.digest == "always"
        await player.press("p p")
        assert read_settings().digest == "losses"


async def test_a_digit_shows_a_deed_on_the_map_and_the_next_key_comes_back():
    async with at(battle("mechcom", 36), size=(120, 40)) as player:
        await player.press("w ² 0")
        page = player.app.screen
        assert isinstance(page, DigestPage)
        assert not page.has_class("aside"), "no digits of a deed"
        await player.press("1")
        assert page.has_class("aside")
        marks = player.battle.field.marks
        assert marks.flash
        assert marks.traces is page.shown[0][1].traces
        assert "Since" not in player.picture
        assert page.shown[0][0].unit in player.prompt
        await player.press("x")
        assert "losses" in player.picture
        assert not player.battle.field.marks.flash
        await player.press("enter")
        assert player.battle.field.marks.traces is player.battle.model.traces


@pytest.mark.parametrize("size", SIZES, ids=named)
@pytest.mark.parametrize("name", ["mechcom", "armymen"])
async def test_how_it_looks(name: str, size: tuple[int, int], snapshot: SnapshotAssertion):
    async with at(battle(name, 36), size=size) as player:
        await player.press("w")
        assert player.picture == snapshot


# ---------------------------------------------------------------- traces and the mark in the log
async def test_traces_stay_until_the_next_answer():
    async with at(toy("keyboard", "keyboard")) as player:
        await player.press("1 1 tab enter")
        before = player.battle.model.traces
        assert [line.kind for line in before.lines] == ["way"]
        assert player.battle.field.marks.traces is before
        await player.press("1")
        assert player.battle.model.traces.lines == ()


async def test_the_log_says_where_one_answered_last():
    async with at(toy(), size=(160, 50)) as player:
        await player.press("1")
        assert "Blue's last answer" in player.picture, "two people share the keyboard: whose answer it was is told"
        log = player.battle.panels.log.lines
        texts = ["".join(text for text, _ in line) for line in log]
        assert texts[next(n for n, text in enumerate(texts) if "Blue's last answer" in text) + 1].endswith("acts")


# ---------------------------------------------------------------- the log
async def test_the_log_is_searched_and_filtered():
    async with at(battle("mechcom", 36), size=(120, 40)) as player:
        await player.press("L")
        page = player.app.screen
        assert isinstance(page, LogPage)
        everything = len(page.places)
        await player.press("slash a r m o u r")
        assert 0 < len(page.places) < everything
        assert all("armour" in page.told[place].text.lower() for place in page.places)
        await player.press("enter")
        assert not page.typing
        await player.press("escape")
        assert len(page.places) == everything
        await player.press("g g")
        assert "losses: " in player.picture
        assert player.picture.count("loses") > 1, "what comes before the marked entry fills the page"
        assert 0 < len(page.places) < everything
        await player.press("g u")
        unit = page.filter.unit
        assert unit
        assert len(page.places) < everything
        await player.press("escape escape")
        assert isinstance(player.app.screen, BattleScreen)


async def test_only_the_marked_entry_has_its_rules_until_they_are_asked_for():
    async with at(battle("mechcom", 36), size=(120, 40)) as player:
        await player.press("L")
        assert player.picture.count("MC-ACT-1") == 1
        assert "MC-MELEE" not in player.picture
        await player.press("r")
        assert "MC-MELEE" in player.picture


async def test_an_entry_is_shown_on_the_map():
    async with at(battle("mechcom", 36), size=(120, 40)) as player:
        await player.press("L")
        page = player.app.screen
        assert isinstance(page, LogPage)
        while "loses" not in page.marked.text:
            await player.press("up")
        await player.press("enter")
        assert page.has_class("aside")
        assert player.battle.field.marks.flash or player.battle.field.marks.traces.flags
        assert page.marked.text in player.prompt
        await player.press("up")
        assert not page.has_class("aside")
        await player.press("question_mark")
        assert isinstance(player.app.screen, Sheet)
        await player.press("escape q")
        assert player.app.screen is player.battle


async def test_the_marked_entry_stays_in_view():
    async with at(battle("mechcom", 36)) as player:
        await player.press("L")
        page = player.app.screen
        for key in ("home", "pagedown", "down", "down", "pagedown", "pageup", "end", "up"):
            await player.press(key)
            assert any("▸" in text for line in page.panel.lines[: page.panel.size.height] for text, _ in line), key


# ---------------------------------------------------------------- a roll explained
async def test_capital_d_opens_the_last_roll_then_the_one_before_and_d_comes_back():
    async with at(battle("mechcom", 36), size=(120, 40)) as player:
        await player.press("D")
        page = player.app.screen
        assert isinstance(page, RollPage)
        last = page.reading
        assert "the last of" in player.picture
        await player.press("D")
        assert page.reading.place == last.place - 1
        await player.press("d")
        assert page.reading.place == last.place
        await player.press("d")
        assert page.reading.place == last.place, "there is none after the last"
        await player.press("r")
        assert isinstance(player.app.screen, Sheet)
        await player.press("escape escape")
        assert player.app.screen is player.battle


async def test_without_dice_it_says_so():
    async with at(Session.new(new_game.set_table(*new_game.find_scenario("mechcom/quick-start"), seed=3))) as player:
        assert not any(isinstance(event, Rolled) for event in player.battle.session.log())
        await player.press("D")
        assert "No dice have been rolled yet" in player.prompt


async def test_the_reasons_of_a_roll_are_marked_on_the_map():
    async with at(battle("mechcom", 36), size=(120, 40)) as player:
        await player.press("D")
        page = player.app.screen
        assert isinstance(page, RollPage)
        while not page.reading.spots and page.reading.place > 1:
            await player.press("D")
        if page.reading.spots:
            flags = player.battle.field.marks.traces.flags
            assert flags == {spot: (str(n), "pin") for n, spot in enumerate(page.reading.spots, 1)}
            await player.press("1")
            assert page.has_class("aside")
            assert player.battle.field.marks.flash == {page.reading.spots[0]}


@pytest.mark.parametrize("size", SIZES, ids=named)
@pytest.mark.parametrize("name", ["mechcom", "pmc2640"])
async def test_how_a_roll_looks(name: str, size: tuple[int, int], snapshot: SnapshotAssertion):
    async with at(battle(name, 50), size=size) as player:
        await player.press("D D")
        assert player.picture == snapshot
