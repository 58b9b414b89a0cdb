"""Templates in play: what is offered, refused, named before Enter, drawn, and what comes of it."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.cards import Line
from tabletop_tui.engine.place_fields import Onward, Patched
from tabletop_tui.engine.question import Place
from tabletop_tui.play.players.console_player import parse
from tabletop_tui.play.session import Session
from tests.playing import load, play
from tests.screens.conftest import at
from tests.yard import YARD
from tests.yard.conftest import by_itself, session_of


def asked(kind: str, **at: tuple[float, float]) -> Session:
    """Red's gunner at 6,8 is to lay a template; these units stand elsewhere than at the start."""
    session = session_of()
    session.game.state.at |= at
    session.answer(kind)
    return session


def why(session: Session, *spots: str) -> str:
    refusal = session.question.refuse([*spots])
    return "" if refusal is None else f"{refusal.why} [{refusal.rule}]"


def test_a_blast_is_refused_with_the_distance_to_the_hundredth_where_that_tells():
    session = asked("blast")
    assert why(session, "30,8") == ""
    assert why(session, "30.01,8") == "30.01, 8 is 24.01 cm away, 24 allowed [YARD-BLAST-1]"
    assert why(session, "6,-1") == "6, -1 is off the table [YARD-BLAST-1]"
    assert why(session, "6,8", "7,8") == "give one spot, not 2 []"
    assert "is no place" in why(session, "over there")


def test_before_enter_it_is_named_who_is_under_it_and_who_in_the_ring():
    session = asked("blast", B2=(20.0, 8.0), B3=(22.5, 8.0), B4=(23.6, 8.0), A2=(20.0, 11.5))
    assert session.question.field.cost(["20,8"]) == "2 under it, 2 in the ring"
    preview = session.game.preview(["20,8"])
    rules = ("YARD-BLAST-1",)
    assert preview.lines == (Line("Under it", "B2, B3", rules=rules), Line("In the ring", "A2, B4", rules=rules))
    assert session.game.preview(["15,2"]).lines[0].value == "nobody"


def test_a_blast_that_scatters_takes_whom_it_finds_there():
    session = asked("blast", B2=(20.0, 8.0), B3=(25.0, 8.0), B4=(25.0, 10.7))
    load(session.game, 3, 5, 3, 3)  # missed, 5 cm to the east; the ring spares B4
    play(session.game, ["20,8"])
    assert session.game.state.lost == {"B3"}
    assert session.game.state.scores == (1, 0)


def test_a_flame_goes_from_model_to_model():
    session = asked("flame", B2=(10.0, 8.0), B3=(14.0, 8.0), B4=(18.0, 8.0))
    assert why(session, "10,8", "14,8", "18,8") == ""
    assert why(session, "10,8", "18,8") == "spot 2 is 8.0 cm from the one before, 4 allowed [YARD-FLAME-1]"
    assert why(session, "10,8", "10,8", "10,8", "10,8") == "4 spots, 3 allowed [YARD-FLAME-1]"
    assert why(session, "12,8") == "nobody stands at 12,8 [YARD-FLAME-1]"
    assert why(session, "18.01,8").startswith("18.01, 8 is 12.01 cm away")
    field = session.question.field
    assert isinstance(field, Onward)
    assert "14,8" in field.cells_after(["10,8"])
    assert "18,8" not in field.cells_after(["10,8"])
    answers = list(session.question.legal())
    assert ["10,8", "14,8", "18,8"] in answers, "from target to target"
    assert ["10,8", "10,8", "10,8"] in answers, "and to stay on one"
    assert [answer for answer in answers if session.question.refuse(answer) is not None] == []


def test_a_flame_reaches_for_the_rim_of_whom_it_cannot_reach_in_the_middle():
    session = session_of()
    session.game.state.at |= {"B2": (18.4, 8.0), "A2": (30.0, 30.0), "B3": (22.8, 8.0)}
    session.game.ask_anew()
    session.answer("flame")
    field = session.question.field
    assert {spot for spot in field.cells() if float(spot.split(",")[0]) > 12} == {"17.91,8", "18,8"}
    assert "22.31,8" not in field.cells_after(["18,8"]), "too far from the gunner"
    field.far = 20.0
    assert "22,8" not in field.cells_after(["18,8"])
    field.link = 4.4
    assert set(field.cells_after(["18,8"])) >= {"22.31,8"}


def test_a_flame_that_stays_burns_as_often():
    session = asked("flame", B2=(10.0, 8.0))
    load(session.game, 1, 1, 4)
    play(session.game, parse(session.question, "10,8 10,8 10.2,8"))
    assert session.game.state.lost == {"B2"}


def test_a_jet_only_needs_a_direction():
    session = asked("jet", B2=(16.5, 8.0), B3=(16.51, 9.0), B4=(10.0, 9.25), A2=(11.0, 6.74))
    assert why(session, "6,8") == "a strip goes to some other place [YARD-JET-1]"
    play(session.game, ["30,8"])
    assert session.game.state.lost == {"B2", "B4"}, "whose rims it touches"
    assert session.game.state.scores == (2, 0)


@pytest.mark.parametrize(("kind", "parts"), [("blast", ["ring", "under"]), ("flame", ["under"]), ("jet", ["under"])])
def test_each_kind_is_drawn(kind: str, parts: list[str]):
    question = asked(kind, B2=(10.0, 8.0)).question
    assert isinstance(question, Place)
    assert isinstance(question.field, Patched)
    assert [patch.kind for patch in question.field.patches(["10,8"])] == parts


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
@pytest.mark.parametrize("palette", ["truecolour", "mono"])
async def test_a_blast_in_hand_is_seen_with_its_ring_and_whom_it_takes(size, palette):
    async with at(asked("blast", B2=(10.0, 8.0)), size=size, palette=palette) as player:
        await player.press("+ +")
        assert player.battle.field.cursor == "10,8", "it begins where it takes most"
        glyphs = player.app.glyphs
        assert glyphs.under in player.picture
        assert glyphs.ring in player.picture
        assert "1 under it" in player.picture
        assert "B2" in player.prompt or "B2" in player.picture
        await player.press("enter")
        assert player.session.history[-1].answer == ["10,8"]


async def test_a_flame_is_made_spot_by_spot():
    async with at(asked("flame", B2=(10.0, 8.0), B3=(14.0, 8.0))) as player:
        await player.press("space right right right")  # it begins where there is somebody
        assert player.battle.model.draft.waypoints == ["10,8"]
        assert "nobody stands at 13,8" in player.prompt
        assert set(player.battle.field.painter.marks.labels) >= {"10,8", "14,8"}
        await player.press("right enter")
        assert player.session.history[-1].answer == ["10,8", "14,8"]


def test_it_stands_for_whom_a_template_takes_in_a_pipe_too():
    said = by_itself(["flame", "? 10,8 14,8", "10,8 > 14,8"], B2=(10.0, 8.0), B3=(14.0, 8.0))
    assert "Under it: B2, B3" in said
    assert YARD.id == "yard"
