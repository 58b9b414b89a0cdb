"""A game at its table: answers, pace, undo and redo, journal, leaving."""

import json
import os
from pathlib import Path
from random import Random
from time import perf_counter

import pytest

from tabletop_tui.engine import course
from tabletop_tui.engine.dice import Roll, SeededDice
from tabletop_tui.engine.events import Noted
from tabletop_tui.engine.journal import Header, Journal, JournalError, read
from tabletop_tui.engine.question import DiceQuestion
from tabletop_tui.engine.system import SeatSetup, Setup
from tabletop_tui.engine.tally import Refused
from tabletop_tui.seats.scripted import Scripted, ScriptEnded
from tabletop_tui.session import Session
from tests.toy import TOY, EndRound, StartRound, toy_setup

PEOPLE = ("keyboard", "keyboard")


def play(session: Session, answers: int | None = None, chance: int = 1) -> list[str]:
    """Answer at random, so many times or to the end; the digests on the way."""
    chooser = Random(chance)
    digests = [session.digest()]
    while (question := session.question) is not None and answers != 0:
        session.answer(question.sample(chooser))
        digests.append(session.digest())
        answers = None if answers is None else answers - 1
    return digests


def records(path: Path) -> list[str]:
    """The kinds of record in a journal."""
    return [next(iter(record)) for _, record in read(path).records]


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
        game.roll_needing(0, "a fault", 3, None)

    monkeypatch.setattr(StartRound, "do", fails)
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
    assert (list(session.log()), session.over) == (log, over)


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
    assert (session.digest(), list(session.log())) == (digest, log)


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
    session.back_to("activation")
    assert session.digest() == acts
    assert session.question.prompt == "What does it do?"
    with pytest.raises(Refused, match="no earlier activation"):
        session.back_to("activation")
    session.back_to("round")
    assert session.history == []
    while session.game.state.round < 3:
        session.answer("none")
    third = session.digest()
    session.answer("none")
    session.back_to("round")
    assert session.digest() == third
    session.back_to("round")
    assert session.game.state.round == 2


def test_an_undo_late_in_a_long_game_is_quick_and_old_copies_are_thinned_out():
    session = Session.new(toy_setup(*PEOPLE, rounds=500))
    while session.question is not None and len(session.history) < 1900:
        session.answer("none")
    copies = sorted(session._course._copies)
    assert len(copies) < 1900 / course.EVERY
    assert max(b - a for a, b in zip(copies, [*copies[1:], 1900], strict=True)) <= course.SPARSE
    for number in (1899, 1500, 700, 3):
        start = perf_counter()
        session.go_back(number)
        assert perf_counter() - start < 0.1
        assert len(session.history) == number
        assert session.game.state.round == number // 4 + 1


# ---------------------------------------------------------------- the journal
def test_a_game_is_its_journal(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(*PEOPLE, seed=3), path)
    digests = play(session, 20)
    session.undo(3)
    session.note("was that wise?")
    play(session, 5, chance=9)
    expected = session.digest(), list(session.log()), [entry.answer for entry in session.history]
    session.close()
    again = Session.load(path)
    assert (again.digest(), list(again.log()), [entry.answer for entry in again.history]) == expected
    assert len(digests) == 21
    assert {"start", "seat", "back", "note"} <= set(records(path))
    again.close()


def test_what_was_taken_back_can_be_done_again_after_loading(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(*PEOPLE, seed=3), path)
    digests = play(session, 20)
    session.undo(6)
    session.close()
    session = Session.load(path)
    session.redo(6)
    assert session.digest() == digests[-1]
    session.close()
    assert Session.replay(path).digest() == digests[-1]


def test_a_resumed_game_goes_on_just_like_one_played_in_one_go(tmp_path: Path):
    whole = Session.new(toy_setup(seed=12))
    whole.run()
    path = tmp_path / "a.jsonl"
    Session.new(toy_setup(seed=12), path).close()
    while True:
        session = Session.load(path)
        session.run(answers=7)
        session.close()
        if session.over:
            break
    assert list(session.log()) == list(whole.log())


def test_digests_stand_at_the_end_of_each_round_and_the_end_at_the_end(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(*PEOPLE, rounds=3), path)
    while session.question is not None:
        session.answer("none")
    session.close()
    assert records(path) == ["start", *["seat"] * 4, "digest", *["seat"] * 4, "digest", *["seat"] * 4, "digest", "end"]
    assert read(path).records[-1][1] == {"end": {"winners": [], "scores": [0, 0]}}
    assert read(path).finished


def notes_of(session: Session) -> list[str]:
    return [event.text for event in session.log() if isinstance(event, Noted)]


def test_a_question_stands_where_it_was_asked(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(*PEOPLE, seed=3), path)
    session.note("who begins?")
    play(session, 8)
    happened = session.note("may it turn?")
    assert [event.text for event in happened] == ["Question: may it turn?"]
    assert happened[0].rules == session.question.rules
    whole = list(session.log())
    assert notes_of(session) == ["Question: who begins?", "Question: may it turn?"]
    play(session, 3)
    assert list(session.log())[len(whole) - 1] == happened[0], "before what came after it"
    session.close()
    again = Session.replay(path, 0)
    assert notes_of(again) == ["Question: who begins?"]
    again.go_to(8)
    assert list(again.log()) == whole
    again.record_to(tmp_path / "b.jsonl")
    play(again, 2, chance=5)
    log = list(again.log())
    again.close()
    assert list(Session.replay(tmp_path / "b.jsonl").log()) == log
    assert notes_of(Session.replay(tmp_path / "b.jsonl")) == ["Question: who begins?", "Question: may it turn?"]


def test_a_question_goes_and_comes_back_with_the_answers_before_it():
    session = Session.new(toy_setup(*PEOPLE, seed=3))
    play(session, 8)
    session.note("may it turn?")
    session.undo()
    assert notes_of(session) == []
    session.redo()
    assert notes_of(session) == ["Question: may it turn?"]
    session.undo(2)
    other = next(answer for answer in session.question.legal() if answer != session.undone[-1].answer)
    session.answer(other)
    play(session, 4)
    assert notes_of(session) == [], "another game has no such question"


def test_what_people_answer_and_their_rounds_go_down_to_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    people = Session.new(toy_setup(*PEOPLE), tmp_path / "a.jsonl")
    before = len(synced)
    assert before == 1, "its beginning"
    for _ in range(3):
        people.answer("none")
    assert len(synced) - before == 3
    people.undo()
    assert len(synced) - before == 4
    mixed = Session.new(toy_setup("random", "keyboard", rounds=5), tmp_path / "b.jsonl")
    by_computer = {True: 0, False: 0}
    while (question := mixed.question) is not None:
        before, lines = len(synced), len(records(tmp_path / "b.jsonl"))
        if mixed.waits_for_person:
            mixed.answer(question.sample(Random(1)))
            assert len(synced) - before == 1
        else:
            mixed.computer_answers()
            round_over = len(records(tmp_path / "b.jsonl")) - lines > 1
            assert len(synced) - before == round_over
            by_computer[round_over] += 1
    assert all(by_computer.values())
    before = len(synced)
    computers = Session.new(toy_setup(rounds=5), tmp_path / "c.jsonl")
    computers.run()
    assert records(tmp_path / "c.jsonl").count("digest") > 1
    assert len(synced) - before == 1, "its end"


def test_an_end_can_be_taken_back(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(*PEOPLE, rounds=1), path)
    for _ in range(4):
        session.answer("none")
    assert session.over
    session.undo()
    assert session.over is None
    session.close()
    assert not read(path).finished
    session = Session.load(path)
    assert session.question is not None
    session.close()


def test_killed_right_after_the_header_or_before_the_end_record(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(*PEOPLE, rounds=1), path)
    opening = session.digest()
    for _ in range(4):
        session.answer("none")
    session.close()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0])
    assert Session.replay(path).digest() == opening
    session = Session.load(path)
    assert session.digest() == opening
    session.close()
    assert records(path) == ["start"]
    path.write_bytes(b"".join(lines[:-1]))
    session = Session.load(path)
    assert session.over
    session.close()
    assert path.read_bytes() == b"".join(lines)


def test_a_truncated_game_goes_on_from_its_last_whole_line(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(*PEOPLE), path)
    digests = play(session, 6)
    session.close()
    path.write_bytes(path.read_bytes()[:-9])
    session = Session.load(path)
    assert "dropped" in session.notice
    assert session.digest() == digests[5]
    session.answer(session.question.sample(Random(1)))
    session.close()
    assert Session.replay(path).notice == ""


def test_a_replay_stops_where_it_is_told_and_can_be_played_on(tmp_path: Path):
    path, other = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    session = Session.new(toy_setup(*PEOPLE), path)
    digests = play(session, 15)
    session.close()
    before = path.read_bytes()
    replay = Session.replay(path, until=6)
    assert replay.digest() == digests[6]
    replay.redo(3)
    assert replay.digest() == digests[9]
    replay.record_to(other)
    replay.answer(replay.question.sample(Random(5)))
    end = replay.digest()
    replay.close()
    assert path.read_bytes() == before
    assert Session.replay(other).digest() == end
    assert len(Session.replay(other).history) == 10


# ---------------------------------------------------------------- journals that do not fit
def doctored(path: Path, number: int, change) -> Path:
    """A journal with one record changed and the checksums made good again, as by a forger or a changed program."""
    from zlib import crc32

    lines, check = [], 0
    for place, line in enumerate(path.read_bytes().splitlines()):
        record = json.loads(line)
        del record["check"]
        if place == number:
            record = change(record) or record
        body = json.dumps(record, separators=(",", ":")).encode()
        check = crc32(body, check)
        lines.append(body[:-1] + b',"check":"%08x"}\n' % check)
    path.write_bytes(b"".join(lines))
    return path


@pytest.mark.parametrize(
    ("number", "change", "why"),
    [
        (0, lambda r: r.update(rules=7), "line 1: the game was begun under version 7 of the rules of Toy"),
        (0, lambda r: r["setup"].update(system="chess"), "line 1: there is no system 'chess'"),
        (0, lambda r: r["setup"].update(dice="loaded"), "line 1: dice are 'seeded' or 'typed'"),
        (0, lambda r: r["setup"]["seats"][0].update(player="dog"), "line 1: 'dog' plays no seat"),
        (0, lambda r: r["setup"].update(scenario={}), "line 1: the set-up cannot be played"),
        (1, lambda r: {"note": "x"}, "line 2: the record of the beginning is missing"),
        (1, lambda r: r.update(start=[1]), "line 2: the dice 1 are on record, but"),
        (1, lambda r: r.update(start=[1, 2, 3]), "line 2: the dice 1 2 3 are on record, but 1 2"),
        (1, lambda r: r.update(start=[7, 2]), "line 2: .* cannot be dice of 6 sides"),
        (2, lambda r: r.update(answer="Z1"), "line 3: the answer is refused: 'Z1' is not one of"),
        (2, lambda r: r.update(seat=5), "line 3: seat 5 answers, but seat"),
        (2, lambda r: r.update(dice=[3]), "line 3: the dice 3 are on record, but none were needed"),
        (2, lambda r: r.update(dice="3"), "line 3: '3' are no faces of dice"),
        (2, lambda r: r.update(mood="bad"), "line 3: this is no record of a game"),
        (2, lambda r: {"back": 4}, "line 3: .*no way back to 4"),
        (2, lambda r: {"back": -1}, "line 3: .*no way back to -1"),
        (2, lambda r: {"concede": 9}, "line 3: this is no record"),
        (2, lambda r: {"end": {}}, "line 3: the replayed game has not the end"),
        (6, lambda r: r.update(digest="0" * 32), "line 7: the replayed game is not in the state"),
        (-1, lambda r: r["end"].update(winners=[1]), "the replayed game has not the end"),
    ],
)
def test_a_journal_that_does_not_fit_is_refused_by_line_and_not_touched(tmp_path: Path, number: int, change, why: str):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(*PEOPLE, rounds=2), path)
    while session.question is not None:
        session.answer("none")
    session.close()
    doctored(path, number % len(path.read_bytes().splitlines()), change)
    before = path.read_bytes()
    for load in (Session.load, Session.replay):
        with pytest.raises(JournalError, match=why) as caught:
            load(path)
        assert "\n" not in str(caught.value)
        assert str(path) in str(caught.value)
    assert path.read_bytes() == before
    with pytest.raises(JournalError, match=why):
        Session.load(path)  # The lock was let go of; it is refused for the same reason.


def test_changed_rules_are_found_out_by_the_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(seed=2, rounds=4), path)
    session.run()
    session.close()
    dump = type(TOY).dump
    monkeypatch.setattr(type(TOY), "dump", lambda self, game: {**dump(self, game), "weather": "fine"})
    with pytest.raises(JournalError, match="not in the state that was recorded here"):
        Session.replay(path)


def test_a_set_up_that_cannot_be_played_leaves_no_file(tmp_path: Path):
    from tabletop_tui.engine.system import BadFile

    path = tmp_path / "a.jsonl"
    with pytest.raises(BadFile):
        Session.new(Setup("toy", {}, [SeatSetup("Red", 0)]), path)
    assert not path.exists()


def test_an_answer_that_cannot_be_written_down_is_not_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(*PEOPLE), path)
    play(session, 5)
    session.undo()
    before = session.digest(), len(session.history), len(session.undone), list(session.log())

    def full(*_: object, **__: object) -> None:
        raise JournalError(path, "", "the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(session.journal, "write", full)
        for attempt in (lambda: session.answer(session.question.sample(Random(3))), session.redo, session.undo):
            with pytest.raises(JournalError, match="the disk is full"):
                attempt()
            assert (session.digest(), len(session.history), len(session.undone), list(session.log())) == before
    session.redo()
    session.close()
    assert Session.replay(path).digest() == session.digest()


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


# ---------------------------------------------------------------- recorded dice count, not the generator
def test_a_replay_follows_the_recorded_dice_and_the_seed_goes_on_behind_them(tmp_path: Path):
    setup = toy_setup(*PEOPLE, seed=1, rounds=4)
    plain = Session.new(setup)
    drawn = plain._opening_dice
    other = next((a, b) for a in range(1, 7) for b in range(1, 7) if (a >= b) != (drawn[0] >= drawn[1]))
    path = tmp_path / "a.jsonl"
    journal = Journal.create(path, Header(setup, 1))
    first, second = ("A", "B") if other[0] >= other[1] else ("B", "A")
    shots = [f'{{"seat":{"AB".index(first)},"answer":"{first}1"}}', f'{{"seat":{"AB".index(first)},"answer":"shoot"}}']
    shots.append(f'{{"seat":{"AB".index(first)},"answer":{{"{second}1":3}}}}')
    shots.append(f'{{"seat":{"AB".index(second)},"answer":"no","dice":[6,6,1]}}')
    journal.write([f'{{"start":[{other[0]},{other[1]}]}}', *shots])
    journal.close()

    session = Session.load(path)
    assert session.game.state.health[f"{second}1"] == 1, "two of the recorded dice hit"
    digest = session.digest()
    session.go_back(1)
    session.redo(3)
    assert session.digest() == digest, "and again after undo and redo"
    session.go_back(0)
    assert session.question.seat == "AB".index(first), "the recorded dice said who begins"
    session.redo(4)
    session.answer("none")
    session.undo()
    assert session.digest() == digest, "also where the answer with these dice is repeated from an earlier copy"
    while session.game.state.round == 1:
        session.answer("none")
    # Two dice for the order and three shots were on record: the seed goes on with its sixth and seventh die.
    assert session.history[-1].dice == SeededDice(seed=1).draw(Roll(0, "", 7))[5:]
    session.close()
    assert Session.replay(path).digest() == session.digest()
