"""What a hint planned is offered at the next questions, and a hint is heard wherever it is asked for."""

import pytest

from tabletop_tui.coach import hints
from tabletop_tui.screens.base.map_pages import Foot
from tabletop_tui.screens.battle import coaching
from tabletop_tui.screens.battle.coaching import PLANNED
from tabletop_tui.screens.battle.pages.hint_page import HintPage
from tabletop_tui.widgets.styled_text import text_of
from tests.coach.inline import Inline
from tests.coach.stand_in import Written
from tests.screens.conftest import at, toy


@pytest.fixture(autouse=True)
def _coach(monkeypatch: pytest.MonkeyPatch) -> None:
    """A coach that likes to walk, and to 0202 best."""
    monkeypatch.setattr(coaching, "Beside", Inline)
    monkeypatch.setattr(Inline, "held", False)
    monkeypatch.setattr(hints, "appraise", Written({"walk": 0.6, "['0202']": 0.7}))


def walker():
    session = toy()
    session.answer("A1" if session.question.seat == 0 else "B1")
    return session


def place_of(session):
    """A place that the one who acts can walk to, but not the likeliest."""
    session.answer("walk")
    spots = list(session.question.legal())
    session.undo()
    return spots[-1]


async def test_the_next_answer_of_a_plan_is_offered_and_enter_gives_it(monkeypatch: pytest.MonkeyPatch):
    session = walker()
    wanted = place_of(session)
    monkeypatch.setattr(hints, "appraise", Written({"walk": 0.6, str(wanted): 0.7}))
    async with at(session) as player:
        await player.press("f2")
        plan = player.app.screen.hints[0]
        assert (plan.answer, plan.then[0]) == ("walk", wanted)
        await player.press("enter enter")
        assert player.session.history[-1].answer == "walk"
        assert player.battle.field.cursor == wanted[-1]
        assert PLANNED in player.picture
        await player.press("enter")
        assert player.session.history[-1].answer == wanted


async def test_whoever_does_something_else_is_offered_nothing(monkeypatch: pytest.MonkeyPatch):
    session = walker()
    wanted = place_of(session)
    monkeypatch.setattr(hints, "appraise", Written({"walk": 0.6, str(wanted): 0.7}))
    async with at(session) as player:
        await player.press("f2 enter")
        shoot = str([option.key for option in session.question.options].index("shoot") + 1)
        await player.press(shoot)
        assert player.session.history[-1].answer == "shoot"
        assert PLANNED not in player.picture


async def test_the_plan_races_first_at_the_next_question_and_the_number_stays(monkeypatch: pytest.MonkeyPatch):
    session = walker()
    wanted = place_of(session)
    monkeypatch.setattr(hints, "appraise", Written({"walk": 0.6, str(wanted): 0.7}))
    async with at(session) as player:
        await player.press("f2")
        before = player.app.screen.hints[0].share
        await player.press("enter enter f2")
        best = player.app.screen.hints[0]
        assert best.answer == wanted
        assert best.share == pytest.approx(before, abs=0.1)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)])
async def test_the_page_stands_beside_the_map_and_covers_none_of_it(size):
    async with at(walker(), size=size) as player:
        await player.press("f2")
        page = player.app.screen
        assert isinstance(page, HintPage)
        box, field = page.query_one("Vertical").region, player.battle.field.region
        assert box.x >= field.right - 1, "its frame may lie on the last column, which is empty"
        assert box.right == size[0]


async def test_the_last_line_of_a_narrow_page_still_shows_what_its_keys_do():
    """At 80 columns the page beside a wide map has 34."""
    session = walker()
    session.answer("walk")
    async with at(session, size=(80, 24)) as player:
        await player.press("f2")
        page = player.app.screen
        assert page.query_one("#hint").size.width == page.page.size.width
        assert "1-2 show" in player.picture or "1-3 show" in player.picture
        foot = page.foot()
    more = Foot((foot[0], ("PgDn", "more"), *foot[1:]))
    for narrow in (more, Foot(foot)):
        assert narrow.width > 34, "so it has to be shortened"
        said = text_of(narrow.within(34).line)
        assert len(said.rstrip()) <= 34
        assert "Enter take" in said
        assert f"{foot[1][0]} show" in said
        assert "Esc" in said
        assert ("PgDn" in said) == (narrow is more)
    assert text_of(more.within(99).line) == text_of(more.line), "where there is room all of it stands there"


async def test_a_number_marks_its_hint_and_enter_takes_that_one():
    session = walker()
    session.answer("walk")
    async with at(session) as player:
        await player.press("f2 2")
        page = player.app.screen
        assert isinstance(page, HintPage), "beside the map it need not step aside"
        second = page.hints[1].answer
        assert "2  " in player.picture
        await player.press("enter enter")
        assert player.session.history[-1].answer == second


async def test_while_hints_name_places_the_map_has_its_figures():
    async with at(walker()) as player:
        field = player.battle.field
        before = field.rulers
        await player.press("f2")
        assert all(field.rulers)
        await player.press("escape")
        assert field.rulers == before


async def test_a_hint_to_stay_is_given_by_enter_which_leads_to_no_other_place():
    """Where a unit is to go the first Enter leads to a good place, unless a hint has put an answer there."""
    session = walker()
    session.answer("walk")
    async with at(session) as player:
        draft, cursor = player.battle.model.draft, player.battle.field.cursor
        draft.start = cursor
        assert draft.leads(cursor)
        player.battle.coaching.take(([cursor],))
        assert not draft.leads(player.battle.field.cursor)


async def test_the_prompt_says_what_enter_gives_of_a_plan(monkeypatch: pytest.MonkeyPatch):
    session = walker()
    wanted = place_of(session)
    monkeypatch.setattr(hints, "appraise", Written({"walk": 0.6, str(wanted): 0.7}))
    async with at(session) as player:
        await player.press("f2 enter enter")
        assert f"{PLANNED}.  Enter: {wanted[-1]}" in player.prompt
