"""The page of hints over a battle: it thinks while it is open, shows on the map, and puts an answer in."""

import pytest
from attrs import evolve

from tabletop_tui.coach import hints
from tabletop_tui.coach.answer_shortlist import candidates
from tabletop_tui.engine.question import Place, Split
from tabletop_tui.screens.battle import coaching
from tabletop_tui.screens.battle.answer_draft import Draft
from tabletop_tui.screens.battle.answer_prefill import prefill
from tabletop_tui.screens.battle.pages import hint_page
from tabletop_tui.screens.battle.pages.hint_page import HintPage
from tabletop_tui.widgets.map.shared.traces import PIN
from tabletop_tui.widgets.styled_text import text_of
from tests.coach.inline import Inline
from tests.coach.stand_in import Written
from tests.screens.conftest import at, toy


@pytest.fixture(autouse=True)
def _coach(monkeypatch: pytest.MonkeyPatch) -> None:
    """A coach that thinks here and at once, and that likes to walk."""
    monkeypatch.setattr(coaching, "Beside", Inline)
    monkeypatch.setattr(Inline, "held", False)
    monkeypatch.setattr(hints, "appraise", Written({"walk": 0.54, "['0202']": 0.55}))


def walker():
    session = toy()
    first = "A1" if session.question.seat == 0 else "B1"
    session.answer(first)
    return session


def told(player):
    """The page as one text."""
    return " ".join(" ".join(text_of(line) for line in player.app.screen.page.lines).split())


async def test_the_best_answers_are_told_with_what_they_lead_to():
    async with at(walker()) as player:
        await player.press("f2")
        assert isinstance(player.app.screen, HintPage)
        assert "1 is clearly best after 24 playouts of each." in told(player)
        assert "1  Walk" in player.picture
        assert "then stay there" in player.picture


async def test_enter_puts_a_hint_into_the_answer_and_sends_nothing():
    async with at(walker()) as player:
        before = len(player.session.history)
        await player.press("f2 enter")
        assert player.app.screen is player.battle
        assert len(player.session.history) == before
        assert "Enter: Walk" in player.prompt
        await player.press("enter")
        assert player.session.history[-1].answer == "walk"


async def test_another_hint_is_chosen_with_the_arrows():
    async with at(walker()) as player:
        await player.press("f2 down enter")
        assert "Enter: Shoot" in player.prompt, "which is so little worse that it is a hint"


async def test_a_place_is_laid_under_the_cursor_and_marked_on_the_map():
    session = walker()
    session.answer("walk")
    assert isinstance(session.question, Place)
    async with at(session) as player:
        await player.press("f2")
        best = player.app.screen.hints[0].answer
        flags = player.battle.marks().traces.flags
        assert flags[best[-1]] == ("1", PIN)
        await player.press("enter")
        assert player.battle.field.cursor == best[-1]
        await player.press("enter")
        assert player.session.history[-1].answer == best


async def test_an_action_is_marked_where_its_plan_leads(monkeypatch: pytest.MonkeyPatch):
    walking = walker()
    walking.answer("walk")
    far = candidates(walking.game.imagine(1), 8)[-1]
    monkeypatch.setattr(hints, "appraise", Written({"walk": 0.54, str(far): 0.6}))
    session = walker()
    async with at(session) as player:
        assert far[-1] != player.battle.model.where[session.question.about]
        await player.press("f2")
        (walk,) = (hint for hint in player.app.screen.hints if hint.answer == "walk")
        assert walk.line[1].answer == far
        number = 1 + player.app.screen.hints.index(walk)
        assert player.battle.marks().traces.flags[far[-1]] == (str(number), PIN)


async def test_esc_ends_the_thought_first_and_then_the_page(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Inline, "held", True)
    monkeypatch.setattr(hint_page, "POLL", 1e6)
    async with at(walker()) as player:
        await player.press("f2")
        page = player.app.screen
        for _ in range(3):
            page.poll()
        await player.press("escape")
        assert player.app.screen is page, "what was found is read first"
        assert page.found.over
        assert "thinking" not in player.picture
        await player.press("escape")
        assert player.app.screen is player.battle


async def test_a_second_look_at_the_same_question_thinks_no_second_time(monkeypatch: pytest.MonkeyPatch):
    mind = Written({"walk": 0.8})
    monkeypatch.setattr(hints, "appraise", mind)
    async with at(walker()) as player:
        await player.press("f2 escape")
        played = sum(map(len, mind.played.values()))
        await player.press("f2")
        assert sum(map(len, mind.played.values())) == played
        assert "1  Walk" in player.picture
        await player.press("enter enter f2")
        assert sum(map(len, mind.played.values())) > played, "another question is another thought"


async def test_a_coach_that_breaks_off_says_so_in_a_sentence(monkeypatch: pytest.MonkeyPatch):
    def fails(*_):
        raise coaching.Failed("KeyError: 'A9'")

    monkeypatch.setattr(Inline, "heard", fails)
    async with at(walker()) as player:
        await player.press("f2")
        assert "The coach cannot say anything here: KeyError: 'A9'" in " ".join(
            player.picture.replace("│", " ").split()
        )


async def test_where_nobody_at_the_keyboard_is_asked_there_is_no_hint():
    session = toy("keyboard", "keyboard")
    session.agree_draw()
    async with at(session) as player:
        await player.press("escape f2")
        assert not isinstance(player.app.screen, HintPage)


# ---------------------------------------------------------------- answers put in
def test_shares_are_put_in_whole():
    session = walker()
    session.answer("shoot")
    question = session.question
    assert isinstance(question, Split)
    draft = Draft(question)
    for answer in list(question.legal())[:4]:
        assert prefill(draft, answer) == ""
        assert draft.answer("") == answer


def test_what_was_made_before_gives_way():
    session = walker()
    session.answer("walk")
    draft = Draft(evolve(session.question, many=True))
    draft.waypoint("0102")
    spot = prefill(draft, ["0202"])
    assert draft.answer(spot) == ["0202"]


async def test_in_plain_signs_the_error_still_has_one():
    async with at(walker(), ascii=True) as player:
        await player.press("f2")
        assert player.picture.isascii()
        assert "chance +- " in player.picture
        assert "?" not in told(player)


async def test_the_first_of_the_good_places_is_the_one_that_the_coach_has_found(monkeypatch: pytest.MonkeyPatch):
    """So that the tutor never warns of the place to which Enter or Tab leads first."""
    session = walker()
    session.answer("walk")
    question = session.question
    assert isinstance(question, Place)
    async with at(session, tutor="always") as player:
        coaching_, places = player.battle.coaching, player.battle.places
        plain = [answer[0] for answer in places.offered(question)]
        wanted = plain[3]
        monkeypatch.setattr(hints, "appraise", Written({f"['{wanted}']": 0.9}))
        coaching_.stop()
        coaching_._about = None
        coaching_.think_ahead()
        coaching_.look()
        best = [answer[0] for answer in places.offered(question)]
        assert best[0] == coaching_.thinking.advice.hints[0].answer[-1] == wanted
        assert sorted(best) == sorted(plain), "each place once, and none is left out"
        await player.press("tab")
        assert player.battle.field.cursor == wanted
