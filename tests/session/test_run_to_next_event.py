"""Step pace: steps in which nothing happens run along with the next, and say so where they have a word for it."""

from __future__ import annotations

import pytest

from tabletop_tui.engine.events import Began, Closed
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.play import new_game
from tabletop_tui.play.run_to_next_event import stride
from tabletop_tui.play.session import Session
from tests.toy import toy_setup

BOOKS = ("mechcom", "pmc2640", "armymen", "crimsondusk", "techcommander")


@pytest.mark.parametrize("name", BOOKS)
def test_every_stride_tells_a_fact_or_ends_at_a_question(name: str) -> None:
    setup = new_game.set_table(*new_game.find_scenario(f"{name}/quick-start"), players=["greedy", "greedy"], seed=4)
    session = Session.new(setup, pace="step")
    strides = 0
    while len(session.history) < 30 and session.over is None:
        if not session.pending:
            session.computer_answers()
            continue
        ran = stride(session)
        strides += 1
        news = [event for event in ran.events if not isinstance(event, Began | Closed)]
        assert news or not session.pending
        assert ran.step is not None
    assert strides > 10


def test_a_phase_in_which_nobody_has_anything_to_do_is_one_sentence() -> None:
    setup = new_game.set_table(*new_game.find_scenario("pmc2640/quick-start"), players=["greedy", "greedy"], seed=4)
    session = Session.new(setup, pace="step")
    told: list[str] = []
    while not told and session.over is None and len(session.history) < 60:
        if session.pending:
            told = list(stride(session).facts) if "rally" in session.game.agenda[-1].title.lower() else told
            if session.pending and not told:
                stride(session)
        else:
            session.computer_answers()
    assert told.count("Nobody else needs to rally.") == 1


def test_dice_that_are_typed_stop_a_stride() -> None:
    session = Session.new(toy_setup("keyboard", "keyboard", dice="typed"), pace="step")
    ran = stride(session)
    assert ran.step is None
    assert session.question is not None


def test_a_stride_is_taken_back_and_comes_again_with_the_same_dice() -> None:
    system, info = new_game.find_scenario("mechcom/quick-start")
    session = Session.new(new_game.set_table(system, info, players=["random", "random"], seed=5))
    session.change_pace("step")
    told = []
    while len(told) < 4:
        if session.pending:
            told.append((len(list(session.log())), stride(session)))
        else:
            session.computer_answers()
            told.clear()
    ends = session.digest()
    for count, ran in reversed(told):
        session.step_back()
        assert len(list(session.log())) == count, ran
    with pytest.raises(Refused, match="no step has been run"):
        session.step_back()
    assert [stride(session) for _ in told] == [ran for _, ran in told]
    assert session.digest() == ends
    while session.pending:
        stride(session)
    session.computer_answers()
    with pytest.raises(Refused, match="no step has been run"):
        session.step_back()
