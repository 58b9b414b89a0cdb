"""A group in play: one answer, each unit in its own place, every refusal names the unit."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.place_fields import Grouped, Shaped
from tabletop_tui.engine.question import Place
from tabletop_tui.play.players.console_player import parse
from tabletop_tui.play.session import Session
from tests.conformance import dumped
from tests.playing import play
from tests.screens.conftest import at
from tests.yard.conftest import by_itself, session_of
from tests.yard.scouts import ScoutField, scout_field
from tests.yard.state import Yard


def rallying(**places: tuple[float, float]) -> Session:
    """Red's scouts at 8,14 8,16 and 8,18 are to move as one; these units stand elsewhere than at the start."""
    session = session_of()
    session.game.state.at |= places
    session.game.ask_anew()
    session.answer("rally")
    return session


def why(session: Session, words: str) -> str:
    refusal = session.question.refuse(words.split())
    return "" if refusal is None else f"{refusal.why} [{refusal.rule}]"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("18,16", ""),
        ("8,16", ""),
        ("18.01,16", "A2: 10.01 cm, 10 allowed [YARD-RALLY-1]"),
        ("8,16 A3=0,8", "A3 would be 4.9 cm from A4, 3 allowed [YARD-RALLY-2]"),
        ("8,16 A3=0,11", "A3: 11.0 cm, 10 allowed [YARD-RALLY-1]"),
        ("8,16 A4=0,2.1", ""),
        ("8,16 A4=0,2.11", "A4 would be 3.01 cm from A3, 3 allowed [YARD-RALLY-2]"),
        ("8,16 model3=0,2.11", "A4 would be 3.01 cm from A3, 3 allowed [YARD-RALLY-2]"),
        ("8,16 A3=0,-1.01", "A3 would stand on A2 [YARD-RALLY-2]"),
        ("8,16 A3=0,-1", ""),
        ("2,16 A2=-1.6,0", "A2: off the table [YARD-RALLY-1]"),
        ("8,16 A9=1,1", "'A9=1,1' is neither a place nor form=..., turn=..., on=... or model1=... []"),
    ],
)
def test_what_a_group_may_do_and_who_may_not(words: str, said: str):
    assert why(rallying(), words) == said


def test_who_stands_in_the_way_is_named_with_whom_it_bars():
    assert why(rallying(B2=(12.0, 18.0)), "12,16") == "A4: B2 stands there [YARD-RALLY-1]"
    near = rallying(A2=(20.0, 14.0), A3=(20.0, 16.0), A4=(20.0, 18.0))
    assert why(near, "28,16") == "A2: the wall is in the way [YARD-RALLY-1]"
    assert why(near, "21.5,16") == "A4: the wall is in the way [YARD-RALLY-1]", "its base is the largest"
    assert why(near, "21.5,16 A4=-0.1,0") == why(near, "21.4,16") == "", "up to the wall"


def test_no_two_end_too_far_from_each_other():
    field = scout_field(Yard(), 0)
    field.across = 4.0
    assert field.refuse(["8,16", "A4=0,1.1"]) is None  # from rim to rim 4.0
    assert field.refuse(["8,16", "A4=0,1.11"]).why == "A4 would be 4.01 cm from A2, 4 allowed"


def test_members_that_stay_count_for_the_group():
    field = scout_field(Yard(), 0)
    field.staying = {"A9": (8.0, 20.0, 0.5)}
    assert field.refuse(["8,16"]) is None
    assert field.refuse(["8,15"]) is None
    assert field.refuse(["8,13"]).why == "A9 would be 3.9 cm from A4, 3 allowed"
    assert field.refuse(["8,17"]).why == "A9 would stand on A4"


def test_each_unit_keeps_its_place_in_every_formation():
    session = rallying()
    question = session.question
    assert isinstance(question, Place)
    field = question.field
    assert isinstance(field, Grouped)
    assert isinstance(field, Shaped)
    assert field.names == ("A2", "A3", "A4")
    for form in field.forms:
        for turn in (0, 90):
            words = ["12,16", f"form={form}", f"turn={turn}"]
            assert field.refuse(words) is None, words
            stands = field.stands(words)
            assert [radius for *_, radius in stands] == [0.5, 0.5, 0.6]
            assert list(field.places(words)[0]) == [(x, y) for x, y, _ in stands]
    play(session.game, parse(question, "12,16 form=column A2=0.5,0"))
    state: Yard = session.game.state
    assert state.at["A2"] == (12.5, 14.5)
    assert (state.at["A3"], state.at["A4"]) == ((12.0, 16.0), (12.0, 17.5))


def test_a_group_of_which_one_is_out_goes_on_without_it():
    session = session_of()
    session.game.state.lost = frozenset({"A3"})
    session.game.ask_anew()
    session.answer("rally")
    field = session.question.field
    assert isinstance(field, ScoutField)
    assert field.ids == ("A2", "A4")
    play(session.game, ["10,16"])
    assert [session.game.state.at[unit] for unit in ("A2", "A3", "A4")] == [(10.0, 14.0), (8.0, 16.0), (10.0, 18.0)]


def test_a_group_that_is_torn_is_refused_with_who_is_astray():
    session = session_of()
    session.game.state.at["A4"] = (30.0, 30.0)
    session.game.ask_anew()
    assert session.game.refuse("rally").why == "A4 is too far from the others"


def test_undo_brings_all_of_them_back():
    session = rallying()
    before = dumped(session.game)
    session.answer(["12,16", "A2=0.5,0"])
    after = dumped(session.game)
    assert after != before
    session.undo()
    assert dumped(session.game) == before
    session.redo()
    assert dumped(session.game) == after


def test_a_pipe_names_members_by_their_ids():
    said = by_itself(["rally", "8,16 A4=0,3", "12,16 A4=0,1"])
    assert "not taken: A4 would be 3.9 cm from A3, 3 allowed" in said
    assert "Blue: What is done?" in said


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_the_ghosts_bear_their_names_and_one_is_taken_in_hand_by_name(size):
    async with at(rallying(), size=size) as player:
        player.battle.lay_cursor("14,16")
        await player.press("right")
        assert player.battle.field.painter.marks.ghost_names == ("A2", "A3", "A4")
        rows = player.picture.splitlines()
        assert any("A4" in row and "Scout" not in row for row in rows)
        await player.press("m m m")
        assert "A4 in hand" in player.prompt
        await player.press("shift+down shift+down shift+down")
        assert "A4 would be" in player.prompt or "A4 would be" in player.picture
        await player.press("shift+up shift+up shift+up enter enter")
        assert player.session.game.state.at["A4"] == (15.0, 18.0)
