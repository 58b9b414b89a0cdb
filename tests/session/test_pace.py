"""Die by die: every roll waits for the word, says what it needs, and the game is the one that it would be anyway."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tabletop_tui.engine.events import Harmed, Rolled, TakenBack
from tabletop_tui.engine.question import DiceQuestion, Question
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.play import new_game
from tabletop_tui.play.session import PACES, Pace, Session
from tests.toy import toy_setup

PEOPLE = ("keyboard", "keyboard")
SEED = 3


def choose(question: Question, chooser: Random) -> object:
    """Any legal answer, the same whatever the pace."""
    return question.sample(chooser)


def played(path: Path, pace: Pace, dice: str = "seeded", answers: int = 60) -> Session:
    """A game of random answers; what waits is stepped one by one."""
    session = Session.new(toy_setup(*PEOPLE, seed=5, dice=dice, rounds=9), path, pace=pace)
    chooser = Random(8)
    while session.over is None and len(session.history) < answers:
        while session.pending:
            session.step()
        if session.question is not None:
            session.answer(choose(session.question, chooser))
    session.run_steps()
    return session


def shooting(pace: Pace = "dice") -> Session:
    """A1 has shot at B1, who dodges: a step that rolls twice."""
    session = Session.new(toy_setup(*PEOPLE, seed=SEED), pace="run")
    session.change_pace(pace)
    first = "A1" if session.seat_to_answer == 0 else "B1"
    other = "B1" if first == "A1" else "A1"
    for answer in (first, "shoot", {other: 3}, "yes"):
        session.answer(answer)
    return session


@pytest.mark.parametrize("dice", ["seeded", "typed"])
def test_the_journal_is_the_same_at_every_pace(tmp_path: Path, dice: str):
    written = []
    for pace in PACES:
        session = played(tmp_path / pace, pace, dice)
        session.close()
        written.append(((tmp_path / pace).read_text(), list(session.log()), session.digest()))
    assert len(written[0][1]) > 20
    assert written[1] == written[0]
    assert written[2] == written[0]


@pytest.mark.parametrize(
    "scenario",
    [
        "mechcom/quick-start",
        "armymen/quick-start",
        "pmc2640/quick-start",
        "crimsondusk/quick-start",
        "techcommander/quick-start",
    ],
)
def test_in_every_rulebook_the_journal_is_the_same_at_every_pace(tmp_path: Path, scenario: str):
    written, held = [], 0
    for pace in PACES:
        setup = new_game.set_table(*new_game.find_scenario(scenario), players=["greedy", "greedy"], seed=9)
        session = Session.new(setup, tmp_path / pace, pace=pace)
        while len(session.history) < 60 and session.over is None:
            if session.pending:
                held += session.held is not None
                session.step()
            else:
                session.computer_answers()
        session.run_steps()
        session.close()
        written.append(((tmp_path / pace).read_text(), list(session.log())))
    assert written[1] == written[0]
    assert written[2] == written[0]
    assert held > 5


def test_a_roll_waits_and_says_whose_it_is_how_many_dice_and_what_is_needed():
    session = shooting()
    held = session.held
    assert held is not None
    assert (held.why, held.count, held.need.number.total) == ("dodge", 1, 5)
    assert session.pending
    assert session.question is None
    with pytest.raises(Refused, match="steps are still to be run"):
        session.answer("none")


def test_each_roll_of_one_step_waits_by_itself_and_nothing_changes_before_the_last():
    session, plain = shooting(), shooting("run")
    health = dict(session.game.state.health)
    _, first = session.step()
    assert [event.why for event in first if isinstance(event, Rolled)] == ["dodge"]
    assert session.held.need.number.modifiers[0].reason == "it stumbles"
    assert session.game.state.health == health
    _, second = session.step()
    assert [type(event) for event in second][:2] == [Rolled, Harmed]
    assert session.held is None
    assert session.game.state.health != health
    assert list(session.log()) == list(plain.log())
    assert session.digest() == plain.digest()


@pytest.mark.parametrize("pace", ["run", "step"])
def test_another_pace_in_the_middle_of_a_roll_tells_nothing_twice(pace: Pace):
    session = shooting()
    session.step()
    session.change_pace(pace)
    session.run_steps()
    assert session.held is None
    assert list(session.log()) == list(shooting("run").log())


def test_undo_takes_the_held_dice_back_and_the_same_dice_come_again():
    session = shooting()
    session.step()
    session.undo()
    assert session.held is None
    assert session.question is not None
    session.answer("yes")
    assert session.held.why == "dodge"
    session.run_steps()
    assert [one for one in session.log() if not isinstance(one, TakenBack)] == list(shooting("run").log())


def test_dice_that_are_typed_are_asked_for_and_not_held_besides():
    session = Session.new(toy_setup(*PEOPLE, dice="typed"), pace="dice")
    assert session.held is None
    assert isinstance(session.question, DiceQuestion)


def test_a_computer_waits_for_the_dice_too():
    session = Session.new(toy_setup("random", "random", seed=3), pace="dice")
    assert session.held is not None
    while session.over is None and not any(isinstance(event, Rolled) for event in session.log()):
        if session.pending:
            session.step()
        else:
            session.computer_answers()
    told = [event for event in session.log() if isinstance(event, Rolled)]
    assert len(told) == 1
