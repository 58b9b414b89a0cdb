"""Standing orders go through the session: into the journal, back and forth, from a pipe."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from random import Random

import pytest

from tabletop_tui.engine.events import TakenBack
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.engine.standing_orders import order_of
from tabletop_tui.play.headless_play import drive
from tabletop_tui.play.journal import JournalError, read
from tabletop_tui.play.players.console_player import BadLine
from tabletop_tui.play.session import Session
from tabletop_tui.rulebook import registry
from tests.conformance import there_and_back
from tests.session.people import play, records
from tests.swarm import SWARM, swarm_setup
from tests.toy import toy_setup


@pytest.fixture(autouse=True)
def _swarm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._registered, SWARM.id, SWARM)


# ---------------------------------------------------------------- the journal
def test_an_order_stands_in_the_journal_and_counts_when_the_game_is_resumed(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    session = Session.new(swarm_setup(), path)
    session.answer("A2")
    happened = session.order(0, "dodge", "never")
    assert [event.text for event in happened] == ["Standing order, Dodge: never ask"]
    session.order(1, "frenzy", "use")
    session.close()
    given = [record["order"] for _, record in read(path).records if "order" in record]
    assert given == [{"dodge": "never"}, {"frenzy": "use"}]
    again = Session.load(path)
    assert order_of(again.game, 0, "dodge") == "never"
    assert order_of(again.game, 1, "frenzy") == "use"
    assert [event.text for event in again.log()] == [event.text for event in session.log()]
    again.close()


def test_an_order_that_is_in_force_already_is_not_written_again(tmp_path: Path):
    session = Session.new(swarm_setup(), tmp_path / "a.jsonl")
    assert session.order(0, "dodge", "matters") == []
    session.order(0, "dodge", "use")
    assert session.order(0, "dodge", "use") == []
    session.close()
    assert records(tmp_path / "a.jsonl") == ["start", "seat"]


def test_an_order_is_taken_back_and_given_again_like_an_answer(tmp_path: Path):
    session = Session.new(swarm_setup(), tmp_path / "a.jsonl")
    session.answer("A2")
    session.order(0, "dodge", "never")
    session.undo()
    assert order_of(session.game, 0, "dodge") == "matters"
    assert session.game.question.about == "A2", "the answer before it stands"
    session.redo()
    assert order_of(session.game, 0, "dodge") == "never"
    session.undo(2)
    session.answer("A2")
    session.close()
    again = Session.load(tmp_path / "a.jsonl")
    assert order_of(again.game, 0, "dodge") == "matters"
    again.close()


def test_the_question_that_waits_is_the_same_one_where_the_order_is_about_something_else():
    session = Session.new(swarm_setup())
    question = session.question
    session.order(0, "dodge", "never")
    assert session.question is question


@pytest.mark.parametrize("pace", ["run", "step", "dice"])
def test_what_an_order_answers_is_played_on_with_its_dice_and_replayed(pace: str, tmp_path: Path):
    """The order is given while the window waits: it answers it, and the sting is rolled."""
    path, chooser = tmp_path / "a.jsonl", Random(5)
    session = Session.new(swarm_setup(seed=7), path, pace=pace)
    while session.question is None or "stings" not in session.question.prompt:
        session.run_steps()
        session.answer(session.question.sample(chooser))
        session.run_steps()
    seat, kinds = session.question.seat, ("dodge", "shield", "frenzy")
    for kind in kinds:
        session.order(seat, kind, "never")
        session.run_steps()
    assert session.question is None or "stings" not in session.question.prompt or session.question.seat != seat
    play_on(session, chooser)
    digest = session.digest()
    session.close()
    assert Session.replay(path).digest() == digest


def play_on(session: Session, chooser: Random) -> None:
    while session.question is not None:
        session.answer(session.question.sample(chooser))
        session.run_steps()


def test_who_is_never_asked_is_asked_less_and_the_game_is_whole(tmp_path: Path):
    def asked(orders: bool) -> int:
        session, chooser, count = Session.new(swarm_setup(seed=3, rounds=8)), Random(3), 0
        if orders:
            for kind in ("dodge", "shield", "frenzy"):
                session.order(0, kind, "never")
                session.order(1, kind, "use")
        while (question := session.question) is not None:
            count += "stings" in question.prompt
            session.answer(question.sample(chooser))
        assert session.over is not None
        return count

    assert asked(False) > 0
    assert asked(True) == 0


@pytest.mark.parametrize("dice", ["seeded", "typed"])
def test_games_with_orders_go_there_and_back(dice: str, tmp_path: Path):
    path, chooser = tmp_path / "a.jsonl", Random(2)
    session = Session.new(swarm_setup(seed=2, dice=dice), path)
    digests = {0: session.digest()}
    while session.question is not None:
        if chooser.randrange(4) == 0:
            kind, order = chooser.choice(["dodge", "shield", "frenzy"]), chooser.choice(["always", "never", "use"])
            session.order(chooser.randrange(2), kind, order)
        else:
            session.answer(session.question.sample(chooser))
        digests[len(session.history)] = session.digest()
    log, orders = [event.text for event in session.log()], dict(session.game.orders)
    while session.history:
        session.go_back(max(0, len(session.history) - chooser.randint(1, 5)))
        assert session.digest() == digests[len(session.history)]
    while session.undone:
        session.redo()
        assert session.digest() == digests[len(session.history)]
    assert [event.text for event in session.log() if not isinstance(event, TakenBack)] == log
    assert session.game.orders == orders
    session.close()
    assert dict(Session.replay(path).game.orders) == orders


def test_random_games_go_there_and_back(tmp_path: Path):
    there_and_back(swarm_setup(seed=4), tmp_path / "a.jsonl", 4)


# ---------------------------------------------------------------- refused
def test_orders_are_refused_where_there_is_nothing_to_order():
    toy = Session.new(toy_setup("keyboard", "keyboard"))
    with pytest.raises(Refused, match="this rulebook has nothing that could be asked about beforehand"):
        toy.order(0, "dodge", "never")
    session = Session.new(swarm_setup("keyboard", "random"))
    with pytest.raises(Refused, match="a computer plays this seat"):
        session.order(1, "dodge", "never")
    session.agree_draw()
    with pytest.raises(Refused, match="the game is over"):
        session.order(0, "dodge", "never")


def test_a_forged_order_in_a_journal_is_told_with_its_line(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    session = Session.new(swarm_setup(), path)
    session.journal.write(['{"seat":0,"order":{"duck":"never"}}'])
    session.close()
    with pytest.raises(JournalError, match="line 3: the answer is refused: there is nothing called 'duck'"):
        Session.replay(path)


# ---------------------------------------------------------------- from a pipe
def piped(lines: str, *players: str) -> tuple[Session, str]:
    said: list[str] = []
    session = Session.new(swarm_setup(*players))
    drive(session, StringIO(lines), said.append)
    return session, "\n".join(said)


def test_a_pipe_lists_and_gives_orders():
    session, said = piped("orders\norders dodge never\norders shield use\nquit\n")
    assert "dodge      ask when it could matter  (when a bug of yours is stung)" in said
    assert "to change it, as in: orders dodge never" in said
    assert "Red  Standing order, Dodge: never ask" in said
    assert said.count("     not asked: Dodge; used unasked: Shield") == 1
    assert order_of(session.game, 0, "shield") == "use"


def test_a_pipe_is_refused_with_the_line_where_an_order_makes_no_sense():
    with pytest.raises(BadLine, match="line 1 of the input is not taken: 'maybe' is no standing order"):
        piped("orders dodge maybe\n")


def test_a_person_who_plays_by_chance_is_asked_what_the_orders_leave():
    session = Session.new(swarm_setup(seed=6))
    session.order(0, "dodge", "always")
    play(session)
    assert session.over is not None
