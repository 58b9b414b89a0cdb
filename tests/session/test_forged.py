"""Journals whose checksums are right and whose contents are not: one sentence, or a game, but never a traceback."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop_tui.play.journal import JournalError
from tabletop_tui.play.session import Session
from tests.conformance import a_setup
from tests.session.test_recording import doctored
from tests.toy import toy_setup

LEAF = st.none() | st.booleans() | st.integers(-3, 9) | st.floats() | st.text(max_size=5) | st.just(10**30)
JSON = st.recursive(
    LEAF, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner), max_leaves=6
)
KEYS = st.sampled_from(["start", "seat", "answer", "dice", "back", "concede", "draw", "digest", "note", "end"])
RECORDS = st.dictionaries(KEYS, JSON, max_size=3)


@cache
def a_game(name: str) -> bytes:
    """The journal of a few answers."""
    setup = a_setup(name, 0, seed=4) if name != "toy" else toy_setup("keyboard", "keyboard", seed=4)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.jsonl"
        session = Session.new(setup, path)
        chooser = Random(1)
        for _ in range(30):
            session.answer(session.question.sample(chooser))
        session.close()
        return path.read_bytes()


def loads_or_is_refused(path: Path) -> None:
    try:
        Session.replay(path)
    except JournalError as refused:
        sentence = str(refused)
    else:
        return
    assert "\n" not in sentence
    assert str(path) in sentence


@given(data=st.data())
@settings(max_examples=60)
def test_a_forged_record(data, tmp_path_factory: pytest.TempPathFactory):
    path = tmp_path_factory.mktemp("forged") / "a.jsonl"
    path.write_bytes(a_game("toy"))
    number = data.draw(st.integers(1, 31))
    if data.draw(st.booleans()):
        record = data.draw(RECORDS)
        doctored(path, number, lambda _: record or {"": 0})
    else:
        key, value = data.draw(KEYS), data.draw(JSON)
        doctored(path, number, lambda record: {**record, key: value})
    loads_or_is_refused(path)


@pytest.mark.parametrize("name", ["toy", "mechcom", "armymen", "pmc2640", "crimsondusk", "techcommander"])
@given(data=st.data())
@settings(max_examples=40)
def test_a_forged_header(name: str, data, tmp_path_factory: pytest.TempPathFactory):
    path = tmp_path_factory.mktemp("forged") / "a.jsonl"
    path.write_bytes(a_game(name))
    header = json.loads(a_game(name).splitlines()[0])
    *way, last = data.draw(st.sampled_from(list(ways(header))))
    value = data.draw(JSON)

    def forge(record: dict[str, Any]) -> None:
        inner: Any = record
        for step in way:
            inner = inner[step]
        if value is None:
            del inner[last]
        else:
            inner[last] = value

    doctored(path, 0, forge)
    loads_or_is_refused(path)


def ways(data: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in some JSON data."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, inner in items:
        if (*way, key) != ("check",):
            yield (*way, key)
            yield from ways(inner, (*way, key))
