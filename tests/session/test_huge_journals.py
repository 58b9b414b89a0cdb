"""Journals with absurd numbers of records: a sentence, soon, and without much memory."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, repeat
from pathlib import Path
from zlib import crc32

import pytest

from tabletop_tui.engine.question import MOST_SPOTS
from tabletop_tui.files import read_file
from tabletop_tui.play.journal import Header, JournalError, encode
from tabletop_tui.play.session import Session
from tests.session.people import PEOPLE, play
from tests.session.test_recording import doctored
from tests.toy import toy_setup


def written(path: Path, records: Iterable[str]) -> Path:
    """A journal of the toy with these records, whose checksums are right."""
    check, lines = 0, []
    for record in chain([Header(toy_setup(*PEOPLE, seed=3), 1).record()], records):
        check = crc32(record.encode(), check)
        lines.append(f'{record[:-1]},"check":"{check:08x}"}}\n')
    path.write_text("".join(lines))
    return path


@pytest.mark.parametrize("record", ['{"back":0}', '{"note":"x"}', '{"draw":true}'])
def test_a_million_records(record: str, tmp_path: Path):
    path = written(tmp_path / "a.jsonl", ['{"start":[6,1]}', *repeat(record, 200_000)])
    with pytest.raises(JournalError, match=f"the journal has more than {read_file.MOST_RECORDS} lines"):
        Session.replay(path)


def test_going_back_without_an_answer_before(tmp_path: Path):
    path = written(tmp_path / "a.jsonl", ['{"start":[6,1]}', *repeat('{"back":0}', 1000)])
    with pytest.raises(JournalError, match=r"line 3: .*there is no way back"):
        Session.replay(path)


def test_a_line_without_end(tmp_path: Path):
    path = written(tmp_path / "a.jsonl", [encode({"start": [6] * 1_000_000})])
    with pytest.raises(JournalError, match="line 2: the line is longer than"):
        Session.replay(path)


def test_a_file_larger_than_any_game(tmp_path: Path):
    path = written(tmp_path / "a.jsonl", repeat(encode({"note": "x" * 900_000}), 20))
    with pytest.raises(JournalError, match=f"is larger than {read_file.LARGEST_JOURNAL} bytes"):
        Session.replay(path)


def test_a_way_of_a_hundred_thousand_places(tmp_path: Path):
    path = tmp_path / "a.jsonl"
    session = Session.new(toy_setup(*PEOPLE, seed=3), path)
    play(session, 30)
    ways = [number for number, entry in enumerate(session.history, 2) if isinstance(entry.answer, list)]
    session.close()
    doctored(path, ways[0], lambda record: record.update(answer=["0101"] * 100_000))
    with pytest.raises(JournalError, match=f"give at most {MOST_SPOTS} spots"):
        Session.replay(path)
