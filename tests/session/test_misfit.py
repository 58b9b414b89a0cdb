"""Journals of rules that have changed since: one sentence that says where and what to do, and nothing lost."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tabletop_tui import cli
from tabletop_tui.play.session import Session
from tests.conformance import a_setup
from tests.session.test_recording import doctored

BOOKS = ("armymen", "crimsondusk", "mechcom", "pmc2640", "techcommander")
ANSWERS = 40


@pytest.fixture(params=BOOKS)
def misfit(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, int, int]:
    """A game in whose middle an answer is given that fits no question; the line, and how many answers go before it."""
    path, chooser = tmp_path / "old.jsonl", Random(1)
    session = Session.new(a_setup(request.param, 0, seed=4), path)
    while len(session.history) < ANSWERS:
        session.answer(session.question.sample(chooser))
    session.close()
    lines = [number for number, line in enumerate(path.read_text().splitlines()) if "answer" in json.loads(line)]
    doctored(path, lines[ANSWERS // 2], lambda record: record.update(answer="as it was asked yesterday"))
    return path, lines[ANSWERS // 2] + 1, ANSWERS // 2


def test_it_is_refused_in_a_sentence_that_says_where_and_what_to_do(misfit, tmp_path: Path, capsys):
    path, line, _ = misfit
    before = path.read_bytes()
    for command in (
        ["resume", path],
        ["resume", path, "--headless"],
        ["replay", path, "--headless"],
        ["replay", path, "--verify"],
        ["replay", path, "--headless", "--until", ANSWERS],
        ["check", path],
        *(["export", path, "--to", tmp_path / f"out.{form}"] for form in ("md", "html", "svg")),
    ):
        assert cli.run([str(word) for word in command]) == 2, command
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        assert f"{path}: line {line}: the answer is refused: " in said.err
        assert "play on from it with C" in said.err
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["old.jsonl"]


def test_what_fits_can_be_watched_and_played_on(misfit, tmp_path: Path, capsys):
    path, line, fitting = misfit
    watched = Session.replay(path, 0)
    assert watched.notice.startswith(f"Left out from line {line} on, for it does not fit: ")
    assert len(watched.undone) == fitting
    watched.go_to(fitting)
    notice = watched.notice
    watched.record_to(tmp_path / "new.jsonl")
    assert watched.notice == "", "of the new game nothing is left out"
    watched.answer(watched.question.sample(Random(2)))
    watched.close()
    assert len(Session.replay(tmp_path / "new.jsonl").history) == fitting + 1
    assert cli.run(["replay", str(path), "--headless", "--until", str(fitting)]) == 0
    out = capsys.readouterr().out
    assert notice in out
    assert f"not finished: {fitting} answers" in out


@pytest.mark.parametrize("name", BOOKS)
def test_a_game_of_a_newer_version_of_the_rules_names_the_program_that_plays_it(name: str, tmp_path: Path, capsys):
    path = tmp_path / "old.jsonl"
    Session.new(a_setup(name, 0, seed=4), path).close()
    doctored(path, 0, lambda header: header.update(rules=99, app="0.0.9"))
    before = path.read_bytes()
    for command in (["resume"], ["replay"], ["replay", "--headless", "--until", "0"], ["replay", "--verify"]):
        assert cli.run([command[0], str(path), *command[1:]]) == 2
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert f"{path}: line 1: the game was begun under version 99 of the rules" in said
        assert "play it on with 0.0.9 of the program" in said
    assert path.read_bytes() == before
