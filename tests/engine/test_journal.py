"""The file of a game: written line by line, never over another, and read only when it is sound."""

import json
import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_tui.play import journal as journals
from tabletop_tui.play.journal import FORMAT, Header, Journal, JournalError, answer_record, digest, free_path, read
from tests.toy import toy_setup

HEADER = Header(toy_setup(seed=4), rules=1)
RECORDS = ['{"start":[3,4]}', '{"seat":0,"answer":"A1"}', '{"seat":1,"answer":["0101"],"dice":[6]}', '{"note":"höh"}']


def a_journal(path: Path, *records: str) -> Path:
    journal = Journal.create(path, HEADER)
    for record in records or RECORDS:
        journal.write([record])
    journal.close()
    return path


def test_what_is_written_is_read_again(tmp_path: Path):
    recording = read(a_journal(tmp_path / "deep" / "er" / "a.jsonl"))
    assert recording.header == HEADER
    assert recording.records == [(number, json.loads(record)) for number, record in enumerate(RECORDS, 2)]
    assert recording.notice == ""
    assert not recording.finished


def test_each_line_is_json_that_any_tool_can_read(tmp_path: Path):
    lines = [json.loads(line) for line in a_journal(tmp_path / "a.jsonl").read_text().splitlines()]
    assert lines[0]["journal"] == FORMAT
    assert lines[0]["setup"]["system"] == "toy"
    assert [next(iter(line)) for line in lines[1:]] == ["start", "seat", "seat", "note"]


def test_an_existing_file_is_never_written_over(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    path.write_text("a diary")
    with pytest.raises(JournalError, match="exists already"):
        Journal.create(path, HEADER)
    assert path.read_text() == "a diary"


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match=r"file/a\.jsonl: the journal cannot be written"):
        Journal.create(tmp_path / "file" / "a.jsonl", HEADER)


def test_only_one_window_has_a_game(tmp_path: Path):
    path = a_journal(tmp_path / "a.jsonl")
    journal, _ = Journal.resume(path)
    with pytest.raises(JournalError, match="open in another window"):
        Journal.resume(path)
    journal.close()
    Journal.resume(path)[0].close()


def test_the_lock_holds_against_other_programs_and_dies_with_its_own(tmp_path: Path):
    path = a_journal(tmp_path / "a.jsonl")
    code = (
        "import sys; from pathlib import Path; from tabletop_tui.play.journal import Journal;"
        "held = Journal.resume(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(JournalError, match="open in another window"):
            Journal.resume(path)
        assert read(path).records, "looking at it is allowed"
        other.kill()
        other.wait()
    Journal.resume(path)[0].close()


def test_a_line_that_was_not_finished_is_dropped_with_a_notice_and_cut_off(tmp_path: Path):
    path = a_journal(tmp_path / "a.jsonl")
    whole = path.read_bytes()
    start = whole[:-1].rindex(b"\n") + 1
    for end in range(start + 1, len(whole)):
        path.write_bytes(whole[:end])
        recording = read(path)
        assert "line 5: the last line was damaged or not finished" in recording.notice
        assert len(recording.records) == 3
    journal, recording = Journal.resume(path)
    assert path.read_bytes() == whole[:-1], "only reading it changes nothing"
    journal.cut()
    journal.write(['{"note":"on"}'])
    journal.close()
    recording = read(path)
    assert (recording.notice, recording.records[-1]) == ("", (5, {"note": "on"}))


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda lines: [lines[0], *lines[2:]], 2),
        (lambda lines: [*lines[:2], lines[1], *lines[2:]], 3),
        (lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]], 3),
        (lambda lines: [*lines[:2], b"", *lines[2:]], 3),
        (lambda lines: [*lines[:2], b"no json", *lines[2:]], 3),
        (lambda lines: [lines[0], lines[1].replace(b"3,4", b"3,5"), *lines[2:]], 2),
        (lambda lines: [lines[0].replace(b"Red", b"Rad"), *lines[1:]], 1),
    ],
    ids=["lost", "twice", "swapped", "empty", "no json", "altered", "altered header"],
)
def test_a_line_that_was_tampered_with_is_refused_by_its_number(tmp_path: Path, change, line: int):
    path = a_journal(tmp_path / "a.jsonl")
    path.write_bytes(b"\n".join(change(path.read_bytes().split(b"\n"))))
    with pytest.raises(JournalError, match=rf"a\.jsonl: line {line}: "):
        read(path)


@given(data=st.data())
def test_whatever_happens_to_its_bytes_it_is_a_prefix_or_refused(tmp_path_factory: pytest.TempPathFactory, data):
    path = a_journal(tmp_path_factory.mktemp("journal") / "a.jsonl")
    whole, sound = path.read_bytes(), read(path)
    place = data.draw(st.integers(0, len(whole) - 1))
    length = data.draw(st.integers(0, 12))
    filler = data.draw(st.binary(max_size=12))
    damaged = whole[:place] + filler + whole[place + length :]
    path.write_bytes(damaged)
    last_line = damaged[:-1].rfind(b"\n") + 1
    try:
        recording = read(path)
    except JournalError as refused:
        sentence = str(refused)
        recording = None
    finally:
        path.unlink()
    if recording is None:
        assert "\n" not in sentence
        assert str(path) in sentence
        return
    assert recording.header == sound.header
    assert recording.records == sound.records[: len(recording.records)]
    if len(recording.records) < len(sound.records):
        cut = damaged == whole[: len(damaged)] and damaged.endswith(b"\n")
        assert recording.notice or cut, "what is left out is told, unless whole lines are gone from the end"
        assert cut or place >= last_line or b"\n" in whole[place : place + length]


def test_an_empty_or_foreign_file_is_refused(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    for text in ("", "\n", "hello", '{"journal":1}\n', "\0" * 5000, "[" * 100_000):
        path.write_text(text)
        with pytest.raises(JournalError, match=r"not the journal of a game|not the first line of a game"):
            read(path)
    with pytest.raises(JournalError, match="cannot be read: No such file"):
        read(tmp_path / "nowhere.jsonl")
    with pytest.raises(JournalError, match="is a folder; name a file"):
        read(tmp_path)


def test_another_format_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(journals, "FORMAT", 2)
    path = a_journal(tmp_path / "a.jsonl")
    monkeypatch.undo()
    with pytest.raises(JournalError, match="line 1: the journal is of format 2, and this program reads 1"):
        read(path)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda header: header.pop("setup"), "does not hold what a game starts from"),
        (lambda header: header.update(setup=3), "does not hold what a game starts from"),
        (lambda header: header["setup"].update(weather="fine"), "does not hold what a game starts from"),
        (lambda header: header["setup"].update(seats=[1]), "does not hold what a game starts from"),
        (lambda header: header.update(rules="one"), "rules of the header is not what it should be"),
        (lambda header: header["setup"].update(seed=True), "seed of the header is not what it should be"),
        (lambda header: header["setup"]["seats"][1].update(force=[]), "seat 1: force of the header"),
    ],
)
def test_a_header_that_makes_no_sense_is_refused(tmp_path: Path, change, why: str):
    header = json.loads(HEADER.record())
    change(header)
    path = tmp_path / "a.jsonl"
    with open(path, "xb", buffering=0) as file:
        Journal(path, file).write([json.dumps(header)])
    with pytest.raises(JournalError, match=f"line 1: .*{why}"):
        read(path)


def test_a_write_that_fails_leaves_no_half_line(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    journal = Journal.create(path, HEADER)
    journal.write([RECORDS[0]])
    before = path.read_bytes()
    file = journal._file

    class Full:
        """A disk that takes half a line."""

        closed = False

        def write(self, data: bytes) -> int:
            return file.write(data[: len(data) // 2])

        def __getattr__(self, name: str) -> object:
            return getattr(file, name)

    journal._file = Full()  # type: ignore[assignment]
    with pytest.raises(JournalError, match="the disk is full"):
        journal.write([RECORDS[1]])
    assert path.read_bytes() == before
    journal._file = file
    journal.write([RECORDS[1]])
    journal.close()
    assert len(read(path).records) == 2
    with pytest.raises(JournalError, match="cannot be written"):
        journal.write([RECORDS[2]])


@given(
    st.integers(0, 5),
    st.text() | st.lists(st.text()) | st.integers() | st.dictionaries(st.text(), st.integers()),
    st.lists(st.integers(1, 20)).map(tuple),
)
def test_an_answer_is_a_record_whatever_it_is(seat: int, answer: object, dice: tuple[int, ...]):
    record = json.loads(answer_record(seat, answer, dice))
    assert (record["seat"], record["answer"], tuple(record.get("dice", ()))) == (seat, answer, dice)
    assert "\n" not in answer_record(seat, answer, dice)


def test_a_digest_does_not_hang_on_the_order_of_keys():
    assert digest({"a": 1, "b": [2, {"c": None}]}) == digest({"b": [2, {"c": None}], "a": 1})
    assert digest({"a": 1}) != digest({"a": 2})


def test_file_names_are_free_sorted_by_date_and_fit_for_any_disk(tmp_path: Path):
    now = datetime(2026, 3, 7, 9, 5, 1)
    first = free_path(tmp_path, "toy", "Ünder/the .. Hill!", now)
    assert first.name == "2026-03-07_09-05-01_toy_nder-the-hill.jsonl"
    first.touch()
    second = free_path(tmp_path, "toy", "Ünder/the .. Hill!", now)
    assert second.name.endswith("_2.jsonl")
    later = free_path(tmp_path, "toy", "a" * 500, now.replace(hour=10))
    assert first.name < later.name
    assert len(later.name) < 120
    assert os.path.basename(later) == later.name
