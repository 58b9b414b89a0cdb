"""A game at its table: answers, pace, undo and redo, leaving."""

from pathlib import Path
from random import Random

import pytest

from tabletop_tui.engine import history
from tabletop_tui.engine.events import Event, TakenBack
from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.engine.refusal import Refused
from tabletop_tui.play.journal import read
from tabletop_tui.play.session import Session
from tests.playing import Scripted, ScriptEnded
from tests.session.people import PEOPLE, play, records
from tests.toy import EndRound, StartRound, toy_setup


def played(session: Session) -> list[Event]:
    """The log without what tells of answers that were taken back."""
    return [event for event in session.log() if not isinstance(event, TakenBack)]


# ---------------------------------------------------------------- going on
def test_an_answer_runs_on_to_the_next_question():
    session = Session.new(toy_setup(*PEOPLE, seed=1))
    seat = session.seat_to_answer
    assert seat is not None
    token = "AB"[seat] + "1"
    events = session.answer(token)
    assert [event.text for event in events] == [f"{token} acts"]
    assert session.events == events
    assert session.question.prompt == "What does it do?"
    assert session.waits_for_person
    assert [entry.answer for entry in session.history] == [token]


def test_a_refused_answer_leaves_all_as_it_was(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(*PEOPLE), path)
    play(session, 5)
    session.undo()
    before = session.digest(), path.read_bytes(), list(session.log()), len(session.undone)
    with pytest.raises(Refused, match="is not one of"):
        session.answer("Z9")
    assert (session.digest(), path.read_bytes(), list(session.log()), len(session.undone)) == before


def test_an_answer_is_kept_as_it_was_given():
    session = Session.new(toy_setup(*PEOPLE))
    session.answer(session.question.options[0].key)
    session.answer("walk")
    spots = [next(iter(session.question.field.cells()))]
    kept = spots.copy()
    session.answer(spots)
    spots.append("changed later")
    assert session.history[-1].answer == kept


def test_a_fault_in_the_rules_half_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(*PEOPLE), path)
    while session.question.prompt != "Choose a token" or len(session.game.agenda) > 2:
        session.answer("none")
    before = session.digest(), path.read_bytes(), list(session.log())

    def fails(self, game):
        game.state.round += 7
        game.check(None)

    monkeypatch.setattr(StartRound, "run", fails)
    with pytest.raises(AttributeError):
        session.answer("none")
    monkeypatch.undo()
    assert (session.digest(), path.read_bytes(), list(session.log())) == before
    session.answer("none")
    assert session.game.state.round == 2


def test_computers_play_until_a_person_is_asked():
    session = Session.new(toy_setup("keyboard", "random", seed=6))
    for _ in range(30):
        session.run()
        if session.over:
            break
        assert session.seat_to_answer == 0
        session.answer(session.question.sample(Random(2)))
    assert any(not entry.person for entry in session.history)
    assert all(entry.person == (entry.seat == 0) for entry in session.history)


def test_run_may_be_told_to_stop():
    session = Session.new(toy_setup())
    session.run(answers=5)
    assert len(session.history) == 5
    assert session.over is None
    session.run()
    assert session.over is not None
    with pytest.raises(Refused, match="the game is over"):
        session.answer("none")


def test_the_same_seed_and_players_give_the_same_game():
    one, other = Session.new(toy_setup(seed=3)), Session.new(toy_setup(seed=3))
    one.run()
    other.run()
    assert list(one.log()) == list(other.log())
    third = Session.new(toy_setup(seed=4))
    third.run()
    assert list(third.log()) != list(one.log())


def test_a_scripted_player_answers_in_turn():
    session = Session.new(toy_setup())
    session.players = [Scripted(["none", "none"]), Scripted(["none", "none"])]
    session.run(answers=4)
    assert session.game.state.round == 2
    with pytest.raises(ScriptEnded, match="no answer to: Choose a token"):
        session.run()


# ---------------------------------------------------------------- step pace
def test_at_step_pace_each_step_is_shown_and_the_game_is_the_same(tmp_path: Path):
    ran, stepped = Session.new(toy_setup(*PEOPLE, seed=2)), Session.new(toy_setup(*PEOPLE, seed=2), pace="step")
    chooser = Random(3)
    assert stepped.question is None
    assert stepped.pending
    steps = []
    while ran.question is not None:
        while stepped.pending:
            step, events = stepped.step()
            steps.append(step)
            assert stepped.events == events
        value = ran.question.sample(chooser)
        ran.answer(value)
        stepped.answer(value)
    stepped.run_steps()
    assert steps[0] == StartRound()
    assert EndRound() in steps
    assert stepped.digest() == ran.digest()
    assert list(stepped.log()) == list(ran.log())
    assert [entry.dice for entry in stepped.history] == [entry.dice for entry in ran.history]


def test_at_step_pace_the_dice_are_in_the_journal_before_they_are_shown(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(*PEOPLE, seed=2), path, pace="step")
    assert session.pending
    run = Session.new(toy_setup(*PEOPLE, seed=2))
    assert read(path).records[0][1] == {"start": list(run._opening_dice)}
    session.run_steps()
    play(run, 40)
    for entry in run.history:
        session.answer(entry.answer)
        if entry.dice and session.pending:
            assert read(path).records[-1][1].get("dice") == list(entry.dice) or "digest" in read(path).records[-1][1]
            break
        session.run_steps()
    else:
        pytest.fail("no dice were rolled")
    # The program is killed here, before a step was shown.
    session.close()
    again = Session.load(path)
    assert again.digest() == _digest_after(run, len(again.history))


def _digest_after(session: Session, number: int) -> str:
    if number < len(session.history):
        session.go_back(number)
    return session.digest()


def test_nothing_is_answered_while_steps_wait_and_undo_works_all_the_same():
    session = Session.new(toy_setup(*PEOPLE, seed=2), pace="step")
    with pytest.raises(Refused, match="steps are still to be run"):
        session.answer("none")
    session.run_steps()
    before = session.digest()
    for _ in range(4):
        session.answer("none")
        if session.pending:
            break
    assert session.pending
    session.undo()
    assert not session.pending
    session.redo()
    assert not session.pending
    session.undo(4)
    assert session.digest() == before


# ---------------------------------------------------------------- undo and redo
@pytest.mark.parametrize("dice", ["seeded", "typed"])
def test_undo_to_the_start_and_redo_to_the_end(dice: str):
    session = Session.new(toy_setup(*PEOPLE, seed=8, rounds=30, dice=dice))
    digests = play(session, chance=2)
    log, over = list(session.log()), session.over
    for number in range(len(digests) - 2, -1, -1):
        session.undo()
        assert session.digest() == digests[number]
    with pytest.raises(Refused, match="nothing to take back"):
        session.undo()
    for digest in digests[1:]:
        session.redo()
        assert session.digest() == digest
    with pytest.raises(Refused, match="nothing to do again"):
        session.redo()
    assert (played(session), session.over) == (log, over)


def test_the_same_dice_come_back_for_the_same_answer_and_for_another():
    session = Session.new(toy_setup(*PEOPLE, seed=5))
    play(session, 12)
    while not session.history[-1].dice:
        session.answer(session.question.sample(Random(1)))
    last = session.history[-1]
    session.undo()
    assert session.undone[-1] is last
    session.answer(last.answer)
    assert session.history[-1].dice == last.dice
    assert session.undone == []


def test_another_answer_forgets_what_was_taken_back():
    session = Session.new(toy_setup(*PEOPLE, seed=5))
    play(session, 8)
    session.go_back(3)
    assert len(session.undone) == 5
    again = session.undone[-1].answer
    other = next(value for value in session.question.legal() if value != again)
    session.answer(other)
    assert session.undone == []
    with pytest.raises(Refused):
        session.redo()


def test_repeating_an_answer_keeps_the_rest_to_be_done_again():
    session = Session.new(toy_setup(*PEOPLE, seed=5))
    digests = play(session, 8)
    session.go_back(3)
    session.answer(session.undone[-1].answer)
    assert len(session.undone) == 4
    session.redo(4)
    assert session.digest() == digests[-1]


def test_typed_dice_are_answers_of_their_own_and_are_not_asked_for_twice():
    session = Session.new(toy_setup(*PEOPLE, dice="typed"))
    for value in ([6], [1], "A1", "shoot", {"B1": 3}, "no"):
        session.answer(value)
    assert isinstance(session.question, DiceQuestion)
    session.answer([6, 1, 1])
    assert session.game.state.health["B1"] == 2
    session.undo()
    assert isinstance(session.question, DiceQuestion), "a slip of the finger can be mended"
    session.answer([6, 6, 1])
    assert session.game.state.health["B1"] == 1
    session.undo(2)
    assert session.question.prompt == "Dodge?"
    session.answer("no")
    assert session.game.state.health["B1"] == 1, "the dice lie as they fell"
    assert session.question.prompt == "Choose a token"
    session.undo(2)
    session.answer("yes")
    assert isinstance(session.question, DiceQuestion), "another answer needs other dice"


def test_typed_dice_at_step_pace_are_not_asked_for_twice_either():
    session = Session.new(toy_setup(*PEOPLE, dice="typed"), pace="step")
    for value in ([6], [1], "A1", "shoot", {"B1": 3}, "no", [6, 6, 1]):
        session.run_steps()
        session.answer(value)
    session.run_steps()
    digest, log = session.digest(), list(session.log())
    session.undo(2)
    session.answer("no")
    session.run_steps()
    assert (session.digest(), played(session)) == (digest, log)


def test_a_person_rolls_real_dice_for_the_computer_too():
    session = Session.new(toy_setup("keyboard", "random", dice="typed"))
    session.answer([1])
    assert (session.seat_to_answer, session.waits_for_person) == (1, True)
    session.answer([6])
    assert (session.seat_to_answer, session.waits_for_person) == (1, False)


def test_with_computers_undo_goes_back_to_what_a_person_answered():
    session = Session.new(toy_setup("keyboard", "greedy", seed=2))
    stops = []
    for _ in range(12):
        session.run()
        if session.over:
            break
        stops.append((len(session.history), session.digest()))
        session.answer(session.question.sample(Random(7)))
    session.run()
    end = session.digest()
    for number, digest in reversed(stops):
        session.undo()
        assert (len(session.history), session.digest()) == (number, digest)
        assert session.waits_for_person
    with pytest.raises(Refused):
        session.undo()
    while session.undone:
        session.redo()
        session.run()
    assert session.digest() == end, "the computer answers again as it did"


def test_a_computer_gives_an_answer_again_that_was_taken_back():
    session = Session.new(toy_setup("keyboard", "random", seed=2))
    while session.waits_for_person:
        session.answer("none")
    session.run()
    first = [entry.answer for entry in session.history]
    person = max(number for number, entry in enumerate(session.history) if entry.person)
    session.players[1] = Scripted([])  # It would have nothing new to say.
    session.undo()
    assert len(session.history) == person
    session.answer(first[person])
    session.run(answers=len(first) - person - 1)
    assert [entry.answer for entry in session.history] == first


def test_two_computers_can_be_taken_back_one_answer_at_a_time():
    session = Session.new(toy_setup())
    session.run(answers=4)
    session.undo()
    assert len(session.history) == 3


def test_back_to_the_start_of_activation_and_round():
    session = Session.new(toy_setup(*PEOPLE, seed=1))
    seat = session.seat_to_answer
    session.answer("AB"[seat] + "1")
    acts = session.digest()
    session.answer("shoot")
    session.answer({"AB"[1 - seat] + "1": 3})
    session.go_back(session.beginning("activation"))
    assert session.digest() == acts
    assert session.question.prompt == "What does it do?"
    with pytest.raises(Refused, match="no earlier activation"):
        session.go_back(session.beginning("activation"))
    session.go_back(session.beginning("round"))
    assert session.history == []
    while session.game.state.round < 3:
        session.answer("none")
    third = session.digest()
    session.answer("none")
    session.go_back(session.beginning("round"))
    assert session.digest() == third
    session.go_back(session.beginning("round"))
    assert session.game.state.round == 2


def test_an_undo_late_in_a_long_game_plays_little_anew_and_old_copies_are_thinned_out(monkeypatch: pytest.MonkeyPatch):
    session = Session.new(toy_setup(*PEOPLE, rounds=500))
    while session.question is not None and len(session.history) < 1900:
        session.answer("none")
    copies = sorted(session._course._copies)
    assert len(copies) < 1900 / history.EVERY + history.EVERY
    assert max(b - a for a, b in zip(copies, [*copies[1:], 1900], strict=True)) <= history.SPARSE
    played, do = [], history._answer
    monkeypatch.setattr(history, "_answer", lambda *given, **how: (played.append(given), do(*given, **how)))
    recent = 1900 - history.EVERY + 1
    for number, most in ((1899, 0), (recent, 0), (1500, history.EVERY), (700, history.SPARSE), (3, history.SPARSE)):
        played.clear()
        session.go_back(number)
        assert len(played) <= most
        assert len(session.history) == number
        assert session.game.state.round == number // 4 + 1


def test_a_long_way_back_is_gone_once_not_for_every_answer(monkeypatch: pytest.MonkeyPatch):
    session = Session.new(toy_setup(*PEOPLE, rounds=500))
    digests = [session.digest()]
    while len(digests) <= 255:
        session.answer("none")
        digests.append(session.digest())
    played, do = [], history._answer
    monkeypatch.setattr(history, "_answer", lambda *given, **how: (played.append(given), do(*given, **how)))
    for number in range(254, 128, -1):
        session.undo()
        assert session.digest() == digests[number]
    assert len(played) <= 4 * history.EVERY
    assert len(session._course._copies) <= 255 / history.EVERY + history.EVERY


def test_on_the_way_back_no_question_is_put_and_no_answer_judged_but_the_last(monkeypatch: pytest.MonkeyPatch):
    session = Session.new(toy_setup(*PEOPLE, rounds=500))
    while len(session.history) < 200:
        session.answer("none")
    asked, ask = [], type(session.game.agenda[-1])
    put = ask.question
    monkeypatch.setattr(ask, "question", lambda step, game: (asked.append(step), put(step, game))[1])
    session.go_back(history.EVERY - 1)
    assert session.question is not None
    assert len(asked) == 1


# ---------------------------------------------------------------- leaving
def test_to_concede_is_an_answer_that_can_be_taken_back_and_is_in_the_journal(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(*PEOPLE), path)
    play(session, 3)
    before = session.digest()
    events = session.concede(0)
    assert events[0].text == "gives up"
    assert session.over.winners == (1,)
    with pytest.raises(Refused, match="the game is over"):
        session.concede(1)
    session.undo()
    assert (session.over, session.digest()) == (None, before)
    session.redo()
    assert session.over.winners == (1,)
    session.close()
    again = Session.replay(path)
    assert again.over.winners == (1,)
    assert records(path)[-2:] == ["concede", "end"]


def test_of_three_the_others_play_on(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup("keyboard", "keyboard", "keyboard", seed=1), path)
    play(session, 4)
    session.concede(session.seat_to_answer)
    assert session.over is None
    assert session.question is not None
    play(session)
    session.close()
    assert Session.replay(path).digest() == session.digest()


def test_a_draw_can_be_agreed_on(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(*PEOPLE), path, pace="step")
    session.agree_draw()
    assert session.over.winners == ()
    assert not session.pending
    session.close()
    assert Session.replay(path).over.winners == ()
    assert records(path) == ["start", "draw", "end"]
