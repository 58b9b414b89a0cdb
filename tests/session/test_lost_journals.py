"""A journal that vanishes under a game: noticed before the next answer counts as kept, and nothing is lost."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tabletop_tui import paths
from tabletop_tui.files import read_file
from tabletop_tui.play.journal import JournalError, read
from tabletop_tui.play.session import Session
from tests.session.people import PEOPLE, play
from tests.toy import toy_setup


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def replaced(path: Path) -> None:
    beside = path.with_name("b")
    beside.write_bytes(path.read_bytes())
    os.replace(beside, path)


def overwritten(path: Path) -> None:
    """As long as before, with another letter in the middle."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    os.utime(path, ns=(1, 1))  # not within the same tick of the clock


def made_longer(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"x")


def made_read_only(path: Path) -> None:
    path.chmod(0o444)


LOSSES = [Path.unlink, emptied, replaced, overwritten, made_longer, made_read_only]


@pytest.mark.parametrize("lose", LOSSES, ids=lambda lose: lose.__name__)
@pytest.mark.parametrize("patient", [False, True])
def test_the_whole_game_goes_on_in_a_file_beside_it(lose: Callable[[Path], object], patient: bool, tmp_path: Path):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(*PEOPLE, seed=3), path)
    session.patient = patient
    play(session, 6)
    session.note("was that wise?")
    session.undo()
    lose(path)
    left = path.read_bytes() if path.exists() else None
    assert not session.notice
    play(session, 1, chance=5)
    assert session.journal is not None
    new = session.journal.path
    assert new == (path if lose is Path.unlink else tmp_path / "a_2.jsonl")
    assert str(new) in session.notice
    assert left is None or path.read_bytes() == left, "what lies there now is somebody else's"
    expected = session.digest(), [entry.answer for entry in session.history], list(session.log())
    assert_same(new, expected)
    play(session, 3, chance=7)
    session.undo()
    expected = session.digest(), [entry.answer for entry in session.history], list(session.log())
    session.close()
    assert_same(new, expected)


def assert_same(path: Path, expected: tuple[object, ...]) -> None:
    again = Session.replay(path)
    assert (again.digest(), [entry.answer for entry in again.history], list(again.log())) == expected


@pytest.mark.parametrize("deed", ["undo", "redo", "note", "concede", "look_after"])
def test_whatever_is_done_next_is_kept(deed: str, tmp_path: Path):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(*PEOPLE, seed=3), path)
    play(session, 6)
    session.undo()
    path.unlink()
    {"note": lambda: session.note("Why?"), "concede": lambda: session.concede(0)}.get(deed, getattr(session, deed))()
    assert session.notice
    expected = session.digest(), [entry.answer for entry in session.history], list(session.log())
    session.close()
    assert_same(path, expected)


def test_a_folder_that_is_gone_is_made_again_or_the_game_goes_among_the_saved_ones(tmp_path: Path):
    folder = tmp_path / "stick" / "games"
    session = Session.new(toy_setup(*PEOPLE, seed=3), folder / "a.jsonl")
    play(session, 3)
    shutil.rmtree(tmp_path / "stick")
    play(session, 1)
    assert session.journal is not None
    assert session.journal.path == folder / "a.jsonl"
    shutil.rmtree(tmp_path / "stick")
    (tmp_path / "stick").write_text("now a file")
    play(session, 1)
    assert session.journal.path == paths.games() / "a.jsonl"
    assert_same(session.journal.path, (session.digest(), [e.answer for e in session.history], list(session.log())))


def test_where_no_file_can_be_had_the_answer_is_not_given(tmp_path: Path, home: Path):
    session = Session.new(toy_setup(*PEOPLE, seed=3), tmp_path / "in" / "a.jsonl")
    play(session, 3)
    before = session.digest(), len(session.history)
    shutil.rmtree(tmp_path / "in")
    (tmp_path / "in").write_text("a file")
    (home / "games").write_text("a file")
    with pytest.raises(JournalError, match="cannot be written"):
        session.answer(session.question.sample(Random(1)))
    assert (session.digest(), len(session.history)) == before
    with pytest.raises(JournalError, match="cannot be written"):
        session.look_after()
    session.look_after()  # told once: who wants to leave all the same can
    (home / "games").unlink()
    session.answer(session.question.sample(Random(1)))
    assert session.notice


def test_a_file_that_was_only_touched_goes_on(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(*PEOPLE, seed=3), path)
    play(session, 3)
    os.utime(path, ns=(1, 1))
    play(session, 3)
    assert not session.notice
    session.close()
    again = Session.load(path)
    play(again, 1)
    assert not again.notice


def test_two_programs_never_write_one_file(tmp_path: Path):
    """Whoever opens the file that was put in the place of the first one's has it alone; that one goes elsewhere."""
    path = tmp_path / "a.jsonl"
    one = Session.new(toy_setup(*PEOPLE, seed=3), path)
    play(one, 4)
    replaced(path)
    other = Session.load(path)
    play(other, 1, chance=8)
    play(one, 1, chance=9)
    with pytest.raises(JournalError, match="open in another window"):
        Session.load(tmp_path / "a_2.jsonl")
    with pytest.raises(JournalError, match="open in another window"):
        Session.load(path)
    for session, file in ((one, "a_2.jsonl"), (other, "a.jsonl")):
        session.close()
        assert Session.replay(tmp_path / file).digest() == session.digest()


def test_a_full_journal_goes_on_in_a_shorter_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(read_file, "MOST_RECORDS", 30)
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(*PEOPLE, seed=3), path)
    for _ in range(20):
        play(session, 1)
        session.undo()
    play(session, 2)
    assert "the journal is full" in session.notice
    assert session.journal is not None
    assert len(read(session.journal.path).records) < 30
    assert Session.replay(session.journal.path).digest() == session.digest()
    assert Session.replay(path), "the old one is whole too"
