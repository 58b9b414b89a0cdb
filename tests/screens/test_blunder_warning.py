"""The tutor: it asks before a clear blunder, and never holds an answer back for longer than it says."""

import asyncio
import time

import pytest

from tabletop_tui.coach import blunder_check as coach
from tabletop_tui.coach import hints
from tabletop_tui.coach.blunder_check import is_wanted
from tabletop_tui.engine.setup import LessonSetup
from tabletop_tui.play.session import Session
from tabletop_tui.screens.battle import blunder_warning, coaching
from tabletop_tui.screens.battle.blunder_warning import DoubtPage
from tabletop_tui.screens.battle.confirmations import Sure
from tests.coach.inline import Inline
from tests.coach.stand_in import Written
from tests.screens.conftest import at, toy
from tests.toy import toy_setup


class Silent(Inline):
    """Thinks for ever and says nothing."""

    def heard(self):
        return []


@pytest.fixture(autouse=True)
def _coach(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tutor that thinks here and at once, and does not like walking, which nobody has marked at first."""
    monkeypatch.setattr(coaching, "Beside", Inline)
    monkeypatch.setattr(Inline, "held", False)
    for module in (hints, coach):
        monkeypatch.setattr(module, "appraise", Written({"shoot": 0.8, "walk": 0.3}))


def choosing():
    """A battle in which a token is about to choose its deed."""
    session = toy()
    session.answer("A1" if session.question.seat == 0 else "B1")
    return session


async def press(player, keys):
    """Press keys and wait until the tutor has looked at what they sent."""
    await player.press(keys)
    for _ in range(40):
        if not player.battle.coaching.tutor.holds:
            break
        await asyncio.sleep(0.05)
    await player.pilot.pause()


def walks(session):
    """The digit of the option to walk."""
    return str([option.key for option in session.question.options].index("walk") + 1)


async def test_before_a_clear_blunder_it_asks_and_says_why():
    session = choosing()
    async with at(session, tutor="always") as player:
        before = len(session.history)
        await press(player, walks(session))
        assert isinstance(player.app.screen, DoubtPage)
        assert len(session.history) == before
        assert "Your answer: Walk" in player.picture
        assert "Better: Shoot" in player.picture
        assert "50% ± 1% better" in player.picture


async def test_enter_leads_back_to_the_better_answer_and_the_next_gives_it():
    session = choosing()
    async with at(session, tutor="always") as player:
        before = len(session.history)
        await press(player, walks(session))
        await player.press("enter")
        assert player.app.screen is player.battle
        assert len(session.history) == before
        assert player.battle.model.draft.option.key == "shoot"
        assert "The better one is marked" in player.prompt
        await press(player, "enter")
        assert session.history[before].answer == "shoot"


async def test_esc_leads_back_to_the_answer_and_y_gives_it_all_the_same():
    session = choosing()
    async with at(session, tutor="always") as player:
        before, key = len(session.history), walks(session)
        await press(player, key)
        await player.press("escape")
        assert player.app.screen is player.battle
        assert len(session.history) == before
        await press(player, key)
        await player.press("y")
        assert session.history[before].answer == "walk"


@pytest.mark.parametrize(("deed", "first"), [("walk", DoubtPage), ("shoot", Sure)])
async def test_one_is_asked_once_where_an_answer_is_a_blunder_and_gives_something_up(deed, first, monkeypatch):
    """By the tutor where he has a better one, else for what is given up; never by one after the other."""
    session = choosing()
    monkeypatch.setattr(type(session.question), "warning", lambda *_: "Is the activation spent on that?")
    async with at(session, tutor="always", sure="ask") as player:
        before = len(session.history)
        await press(player, str([option.key for option in session.question.options].index(deed) + 1))
        assert isinstance(player.app.screen, first), player.picture
        assert len(session.history) == before
        await player.press("y")
        assert player.app.screen is player.battle, player.picture
        assert session.history[before].answer == deed


async def test_what_the_program_has_marked_is_never_asked_about_but_marked_anew(monkeypatch: pytest.MonkeyPatch):
    """Whether by Enter or by its own key: it was the program that has put it there."""
    for module in (hints, coach):
        monkeypatch.setattr(module, "appraise", Written({"walk": 0.8, "shoot": 0.3}))
    for key in ("enter", None):
        session = choosing()
        async with at(session, tutor="always") as player:
            before = len(session.history)
            assert player.battle.model.draft.option.key == "shoot", "that is what looks best at first sight"
            await press(player, key or str([option.key for option in session.question.options].index("shoot") + 1))
            assert player.app.screen is player.battle, player.picture
            assert len(session.history) == before
            assert player.battle.model.draft.option.key == "walk"
            assert "On a longer look: Walk (50% ± 1% better). Enter gives it" in player.prompt
            await press(player, "enter")
            assert session.history[before].answer == "walk"


async def test_whoever_holds_to_what_the_program_had_marked_is_not_asked_again(monkeypatch: pytest.MonkeyPatch):
    for module in (hints, coach):
        monkeypatch.setattr(module, "appraise", Written({"walk": 0.8, "shoot": 0.3}))
    session = choosing()
    async with at(session, tutor="always") as player:
        before, key = len(session.history), str([option.key for option in session.question.options].index("shoot") + 1)
        await press(player, "enter")
        await press(player, key)
        assert session.history[before].answer == "shoot"


async def test_a_hint_that_is_taken_is_not_doubted_though_the_tutor_thinks_otherwise(monkeypatch: pytest.MonkeyPatch):
    session = choosing()
    monkeypatch.setattr(hints, "appraise", Written({"walk": 0.8, "shoot": 0.3}))
    async with at(session, tutor="always") as player:
        before = len(session.history)
        await player.press("f2")
        assert player.app.screen.hints[0].answer == "walk"
        await player.press("enter")
        player.battle.coaching.thinking = coaching.Thinking(None)  # what was found is not known to be sound
        await press(player, "enter")
        assert session.history[before].answer == "walk"


async def test_what_tab_leads_to_because_the_coach_has_found_it_so_far_is_not_asked_about(
    monkeypatch: pytest.MonkeyPatch,
):
    session = choosing()
    async with at(session, tutor="always") as player:
        before = len(session.history)
        monkeypatch.setattr(player.battle.coaching, "advised", lambda: ["walk"])
        player.battle.coaching.thinking = coaching.Thinking(None)
        await press(player, walks(session))
        assert player.app.screen is player.battle, player.picture
        assert len(session.history) == before
        assert "On a longer look: Shoot" in player.prompt


class Recorded(Silent):
    """Says which jobs were begun."""

    begun: list[str] = []

    def start(self, job, *arguments):
        self.begun.append(job.__name__)
        super().start(job, *arguments)


async def test_while_an_answer_is_held_back_nothing_else_takes_the_process(monkeypatch: pytest.MonkeyPatch):
    """Thinking ahead begins a moment after the question came: whoever has answered by then is being looked at."""
    monkeypatch.setattr(coaching, "Beside", Recorded)
    monkeypatch.setattr(blunder_warning, "PAUSE", 1e6)
    session = choosing()
    async with at(session, tutor="always") as player:
        coach_of, before = player.battle.coaching, len(session.history)
        await player.press(walks(session))
        Recorded.begun.clear()
        coach_of.think_ahead()
        assert coach_of.tutor.holds
        assert Recorded.begun == []
        coach_of.do_hint()
        assert not coach_of.tutor.holds, "whoever asks for hints takes his answer back"
        assert Recorded.begun == ["think"]
        await player.pilot.pause()
        assert len(session.history) == before


@pytest.mark.parametrize(("by", "error", "asks"), [(0.07, 0.01, True), (0.07, 0.03, False), (0.05, 0.001, False)])
def test_what_may_be_hardly_worth_a_word_is_not_asked_about(by, error, asks):
    lost = coach.Difference(by, error, 24)
    assert coach.Doubt("", (), "", (), lost, ("walk",), 0.5).grave is asks


async def test_the_hints_are_one_key_away():
    session = choosing()
    async with at(session, tutor="always") as player:
        await press(player, walks(session))
        await player.press("f2")
        assert "1  Shoot" in player.picture


async def test_the_better_one_is_taken_at_a_key():
    session = choosing()
    async with at(session, tutor="always") as player:
        before = len(session.history)
        await press(player, walks(session))
        assert "Enter mark it  b give it" in player.picture
        await player.press("b")
        assert session.history[before].answer == "shoot"
        assert player.app.screen is player.battle
        assert len(session.history) == before + 1


async def test_a_sound_answer_is_sent():
    session = choosing()
    async with at(session, tutor="always") as player:
        before = len(session.history)
        await press(player, str([option.key for option in session.question.options].index("shoot") + 1))
        assert session.history[before].answer == "shoot"
        assert player.app.screen is player.battle


@pytest.mark.parametrize("when", ["never", "easy"])
async def test_it_says_nothing_where_nobody_wants_it(when):
    session = choosing()
    async with at(session, tutor=when) as player:
        before = len(session.history)
        await player.press(walks(session))
        assert session.history[before].answer == "walk"


async def test_an_answer_is_held_back_no_longer_than_it_says(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(coaching, "Beside", Silent)
    monkeypatch.setattr(blunder_warning, "PAUSE", 0.3)
    session = choosing()
    async with at(session, tutor="always") as player:
        before, began = len(session.history), time.monotonic()
        await player.press(walks(session))
        assert len(session.history) == before
        assert "The tutor looks, 1 second at most" in player.prompt
        while len(session.history) == before and time.monotonic() < began + 20:
            await asyncio.sleep(0.01)
        await player.pilot.pause()
        assert session.history[before].answer == "walk"
        assert session.question.prompt in player.prompt, "and the next question is shown"


async def test_enter_sends_it_at_once_and_esc_takes_it_back(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(coaching, "Beside", Silent)
    monkeypatch.setattr(blunder_warning, "PAUSE", 1e6)
    session = choosing()
    async with at(session, tutor="always") as player:
        before, key = len(session.history), walks(session)
        await player.press(key)
        await player.press("escape")
        assert len(session.history) == before
        assert not player.battle.coaching.tutor.holds
        await player.press(key)
        assert len(session.history) == before
        await player.press("enter")
        assert session.history[before].answer == "walk"


async def test_a_tutor_that_breaks_off_says_nothing(monkeypatch: pytest.MonkeyPatch):
    def fails(_):
        raise blunder_warning.Failed("KeyError")

    monkeypatch.setattr(Inline, "heard", fails)
    session = choosing()
    async with at(session, tutor="always") as player:
        before = len(session.history)
        await press(player, walks(session))
        assert session.history[before].answer == "walk"


def test_it_belongs_to_the_lower_levels():
    easy, fair = toy_setup("keyboard", "easy"), toy_setup("keyboard", "fair")
    assert is_wanted("easy", easy)
    assert not is_wanted("easy", fair)
    assert is_wanted("fair", easy)
    assert is_wanted("fair", fair)
    assert not is_wanted("fair", toy_setup("keyboard", "strong"))
    assert is_wanted("always", fair)
    assert not is_wanted("never", easy)
    easy.lesson = LessonSetup("lessons/01#1")
    assert not is_wanted("always", easy)


def test_it_never_peeks(monkeypatch: pytest.MonkeyPatch):
    """The same doubt whatever the seed of the game."""
    from tabletop_tui.coach.snapshot import Snapshot
    from tabletop_tui.engine.dice import SeededDice

    session = Session.new(toy_setup("keyboard", "keyboard"))
    session.answer("A1" if session.question.seat == 0 else "B1")
    other = session.game.clone()
    other.dice = SeededDice(seed=99)
    found = [list(coach.doubts(Snapshot.of(game), ("walk",), ("shoot",), 1e9))[-1] for game in (session.game, other)]
    assert found[0] == found[1]
    assert found[0].grave
