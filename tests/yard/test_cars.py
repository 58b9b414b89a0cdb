"""Driving in play: which ways are refused and why, by word and by key, and what comes of one."""

from __future__ import annotations

from math import dist, pi
from random import Random

import pytest

from tabletop_tui.engine.place_fields import Driven, Onward, Searched
from tabletop_tui.engine.question import Place
from tabletop_tui.play.players.console_player import parse
from tabletop_tui.play.session import Session
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.driving_paths import Pose, Sweep
from tests.driving import oblong_base
from tests.playing import play
from tests.screens.conftest import at
from tests.yard.cars import CarField, car_field
from tests.yard.conftest import by_itself, session_of
from tests.yard.state import RADII, Yard


def driving(speed: int = 6, had: int = 12, **places: tuple[float, float]) -> Session:
    """Red's car at 5,24 heads east and is to drive; these units stand elsewhere than at the start."""
    session = session_of()
    session.game.state.at |= places
    session.game.state.speed["A5"] = had
    session.answer("drive")
    session.answer(speed)
    return session


def why(session: Session, words: str) -> str:
    refusal = session.question.refuse(words.split())
    return "" if refusal is None else f"{refusal.why} [{refusal.rule}]"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("straight=rest", ""),
        ("straight=6", ""),
        ("right=45 straight=rest", ""),
        ("straight=1 spin=90 straight=rest", ""),
        ("left=rest@20", ""),
        ("straight=0", ""),
        ("straight=5.99", "0.01 cm of 6 are left, and it drives all of it [YARD-DRIVE-2]"),
        ("straight=6.01", "6.01 cm, 6 allowed [YARD-DRIVE-2]"),
        ("right=20@2.99 straight=rest", "too tight: radius 2.99, at least 3 needed [YARD-DRIVE-2]"),
        ("spin=30 straight=rest", "it turns on the spot only after driving 1.0 cm [YARD-DRIVE-2]"),
        ("straight=1 spin=-91 straight=rest", "91 degrees on the spot, 90 allowed [YARD-DRIVE-2]"),
        ("straight=1 spin=45 spin=45 straight=rest", "it turns on the spot only after driving 1.0 cm [YARD-DRIVE-2]"),
        ("straight=-3", "'straight=-3' is no piece of a way; pieces are straight=4, left=90@6, right=45, spin=30 []"),
        ("right=45@0 straight=rest", "'right=45@0' has no size [YARD-DRIVE-2]"),
        ("8,9", "'8,9' is no piece of a way; pieces are straight=4, left=90@6, right=45, spin=30 []"),
    ],
)
def test_what_may_be_driven_and_what_not(words: str, said: str):
    assert why(driving(), words) == said


def test_faster_is_wider_and_has_no_turns_on_the_spot():
    session = driving(18)
    assert why(session, "right=30@8.99 straight=rest").startswith("too tight: radius 8.99, at least 9 needed")
    assert why(session, "straight=2 spin=30 straight=rest").startswith("30 degrees on the spot, 0 allowed")
    assert session.question.field.radius == 9.0


def test_who_is_met_is_named_with_how_far_that_is():
    assert why(driving(12, B2=(12.25, 24.0)), "straight=rest") == "it meets B2 after 5.5 cm [YARD-DRIVE-2]"
    beside = driving(12, B2=(12.0, 24.0 + 1.25 + 0.5))
    assert why(beside, "straight=rest") == "", "rim along rim"
    assert why(driving(12, B2=(12.0, 25.74)), "straight=rest") == "it meets B2 after 6.8 cm [YARD-DRIVE-2]"
    on_the_bend = driving(12, B2=(5.0 + 6.0 * 2**-0.5, 24 - 6.0 + 6.0 * 2**-0.5))
    assert "it meets B2" in why(on_the_bend, "left=90@6 straight=rest")
    assert why(driving(12, A5=(20.0, 8.0)), "right=90@6 straight=rest").startswith("it meets the wall after")
    assert why(driving(12, A5=(40.0, 30.0)), "straight=rest") == "it leaves the table [YARD-DRIVE-2]"


def test_a_car_ends_where_its_way_leads():
    session = driving()
    play(session.game, parse(session.question, "straight=1 right=60 straight=rest"))
    state: Yard = session.game.state
    assert state.facing["A5"] == 150.0
    rest, half = 6 - 1 - pi, 3**0.5 / 2  # on a third of a half circle at radius 3 it drives pi
    end = 5 + 1 + 3 * half + rest / 2, 24 + 3 / 2 + rest * half
    assert state.at["A5"] == pytest.approx(end, abs=0.006)
    assert (state.speed["A5"], session.game.question.seat) == (6, 1)


def test_the_pond_stops_it():
    session = driving(12, A5=(15.0, 20.0))
    session.game.state.facing["A5"] = 180.0
    session.game.ask_anew()
    assert session.game.preview(["straight=rest"]).lines[-1].value.startswith("stops after 6.")
    play(session.game, ["straight=rest"])
    state: Yard = session.game.state
    x, y = state.at["A5"]
    assert (x, state.speed["A5"]) == (15.0, 0)
    # The pond's upper side goes from 12,28 to 18,27; the car touches it.
    assert abs((x - 12) * -1 - (y - 28) * 6) / 37**0.5 == pytest.approx(1.25, abs=0.01)


def test_what_is_offered_is_allowed_and_its_ends_are_shown():
    question = driving(12, B2=(12.0, 24.0)).question
    assert isinstance(question, Place)
    field = question.field
    assert isinstance(field, Driven)
    assert isinstance(field, Searched)
    answers = list(question.legal())
    assert len(answers) > 20
    assert [answer for answer in answers if question.refuse(answer) is not None] == []
    assert {field.track(answer)[-1] for answer in answers} >= set(field.cells())
    assert isinstance(field, Onward)
    after = field.cells_after(["left=30"])
    assert after
    ends = [tuple(map(float, spot.split(","))) for spot in after]
    assert all(y < 24 for _, y in ends), "it has turned to the north"
    assert field.cells_after(["no piece"]) == {}


def test_staying_is_offered_where_nothing_else_is_free():
    session = driving(12, A5=(46.0, 24.0))
    assert list(session.question.legal()) == [["straight=0"]]
    assert session.question.sample(Random(1)) == ["straight=0"]


@pytest.mark.parametrize("goal", [(20.0, 24.0), (20.0, 30.0), (9.0, 10.0), (1.0, 30.0), (6.0, 26.0)])
def test_a_guess_toward_a_place_leads_nearer_or_as_far_as_may_be(goal: tuple[float, float]):
    field = car_field(Yard(), "A5", 12)
    words = field.toward(goal)
    drive = field.drive(words)
    assert drive.way.length == pytest.approx(12.0)
    assert field.refuse_pieces(drive) is None


def test_in_reverse_it_looks_back():
    field = car_field(Yard(), "A5", 3)
    field.backwards = True
    assert field.end(["straight=rest"]) == Pose(2.0, 24.0, 90.0)
    assert field.end(["right=30@3"]).heading == 120.0
    assert next(iter(field.cells_after(["straight=1"]))) == "2,24"


def test_up_to_a_length_it_may_go_less():
    field = car_field(Yard(), "A5", 12)
    field.exactly = field.may_stay = False
    assert field.refuse(["straight=5"]) is None
    assert field.refuse(["straight=0"]).why == "it has to move"
    assert len({field.end(answer).spot for answer in field.answers()}) > 150


def test_a_tightest_radius_that_no_word_can_say_is_offered_all_the_same():
    field = car_field(Yard(), "A5", 12)
    field.radius = 10 / 3
    answers = list(field.answers())
    assert ["left=30", "straight=rest"] in answers
    assert [answer for answer in answers if field.refuse(answer) is not None] == []
    assert field.refuse(["left=30@3.33", "straight=rest"]).why == "too tight: radius 3.33, at least 3.333 needed"


def test_who_is_stopped_on_the_way_stands_on_nobody():
    state = Yard()
    for hundredths in range(40):
        state.at["B2"] = (10.0 + hundredths / 100, 20.0 + hundredths / 37)
        field = car_field(state, "A5", 12)
        words = ["left=90@6.37", "straight=rest"]
        met = Sweep(field.drive(words).way, field.base).met(field.others["B2"])
        assert met is not None
        end = field.stopped(words, met)
        assert dist(end.spot, state.at["B2"]) >= RADII["2"] + RADII["5"] - TINY
        assert dist(end.spot, field.drive(words).way.upto(met).end.spot) < 0.05


def test_a_base_that_is_not_round_is_drawn_as_it_is():
    field: CarField = car_field(Yard(), "A5", 6)
    assert field.patches(["straight=rest"]) == []
    field.base = oblong_base(4.0, 2.0)
    (patch,) = field.patches(["straight=rest"])
    assert patch.kind == "ghost"
    assert {(round(x, 6), round(y, 6)) for x, y in patch.points} == {(9, 23), (13, 23), (13, 25), (9, 25)}
    assert field.stands(["straight=rest"]) == [(11.0, 24.0, 1.0)]


def test_a_pipe_drives_by_words():
    said = by_itself(["drive", "6", "left=90@2 straight=rest", "straight=2 left=45 straight=rest"])
    assert "straight=rest for all that is left" in said
    assert "as in: straight=0" in said
    assert parse(driving().question, "1") == ["1"], "no number of anything"
    assert "not taken: too tight: radius 2, at least 3 needed" in said
    assert "Blue: What is done?" in said


# ---------------------------------------------------------------- at the keyboard
async def test_a_way_is_made_piece_by_piece():
    async with at(driving()) as player:
        draft = player.battle.model.draft
        assert draft.way() == ["straight=rest"]
        assert "Enter: straight on (6.0 of 6 cm" in player.prompt
        await player.press("down down")
        assert draft.way() == ["straight=4"]
        assert "Enter adds it: straight 4. 2.0 cm of 6 are left" in player.prompt
        await player.press("enter")
        assert draft.waypoints == ["straight=4"]
        await player.press("left")
        assert draft.way() == ["straight=4", "left=15"]
        await player.press("up up")
        assert draft.way() == ["straight=4", "left=15@5"]
        await player.press("space")
        assert draft.way() == ["straight=4", "left=15@5", "straight=rest"]
        await player.press("enter")
        assert player.session.history[-1].answer == ["straight=4", "left=15@5", "straight=rest"]


async def test_pieces_are_taken_back_one_by_one():
    async with at(driving()) as player:
        draft = player.battle.model.draft
        await player.press("down space right right backspace")
        assert draft.way() == ["straight=5", "straight=rest"]
        await player.press("escape")
        assert draft.way() == ["straight=rest"]
        await player.press("d enter")
        assert "only after driving" in player.prompt
        await player.press("escape down down down space s enter enter")
        assert player.session.history[-1].answer == ["straight=3", "spin=-30", "straight=rest"]


async def test_a_bend_is_never_longer_than_what_is_left():
    async with at(driving()) as player:
        await player.press("shift+right shift+right")
        assert player.battle.model.draft.way() == ["right=rest"]
        assert "Enter: right all the rest" in player.prompt


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_the_way_its_end_and_what_can_be_reached_are_drawn(size):
    async with at(driving(12), size=size) as player:
        marks = player.battle.field.painter.marks
        assert marks.labels, "where it can end"
        assert player.battle.field.cursor == "17,24"
        await player.press("right right")
        marks = player.battle.field.painter.marks
        assert len(marks.path) > 3, "an arc is drawn as one"
        assert (marks.facing, marks.barred) == (120.0, False)
        assert player.app.glyphs.ghost in player.picture
        assert "right 30" in player.picture


async def test_tab_takes_whole_ways_and_a_click_leads_to_a_place():
    async with at(driving(12)) as player:
        draft = player.battle.model.draft
        await player.press("tab")
        first = draft.way()
        await player.press("tab")
        assert draft.way() != first
        await player.press("shift+tab")
        assert draft.way() == first
        player.battle.places.drive_to("12,18")
        assert [word.partition("=")[0] for word in draft.way()] == ["left", "straight"]
        await player.press("enter")
        _, y = player.session.game.state.at["A5"]
        assert y < 22
