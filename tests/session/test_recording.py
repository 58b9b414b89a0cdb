"""A game and its journal: what is written, read again, and refused; what dice are on record."""

import json
import os
from pathlib import Path
from random import Random

import pytest

from tabletop_tui.engine.dice import Roll, SeededDice
from tabletop_tui.engine.events import Noted
from tabletop_tui.engine.setup import SeatSetup, Setup
from tabletop_tui.play.journal import Header, Journal, JournalError, read
from tabletop_tui.play.session import Session
from tests.session.people import PEOPLE, play, records
from tests.toy import TOY, toy_setup


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


def test_a_patient_session_is_in_its_file_at_once_and_goes_down_to_the_disk_when_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(*PEOPLE), path)
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    session.patient = True
    session.answer("none")
    session.answer("none")
    assert records(path).count("seat") == 2
    assert not synced
    session.make_safe()
    session.make_safe()
    assert len(synced) == 1

    def broken(_file: int) -> None:
        raise OSError(5, "Input/output error")

    session.answer("none")
    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(JournalError, match=r"a\.jsonl: .*power cut: Input/output error"):
        session.make_safe()
    session.make_safe()  # told once
    assert len(session.history) == 3


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
    from tabletop_tui.files.bad_file import BadFile

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
