"""The commands that play or judge for long: ended by signals, with streams that nobody takes, with names that fail."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pexpect
import pytest

from tabletop_tui import cli
from tabletop_tui.coach import analysis
from tabletop_tui.process.app_signals import HEEDED
from tests.cli.conftest import bad

LAB = ["-m", "tabletop_tui", "lab", "armymen/quick-start", "--seat", "random"]
TABLES = {"games.csv", "units.csv", "series.html", "games.jsonl", "series.json"}
CURSOR = "\x1b[?25h"
"""What shows the cursor again."""


# ---------------------------------------------------------------- signals
def heed_all() -> None:
    """A command heeds all signals, however the tests were begun: a shell has those behind it ignore some."""
    for name in HEEDED:
        signal.signal(getattr(signal, name), signal.SIG_DFL)


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.sampled(2)
def test_a_signal_ends_a_series_with_a_sentence_and_its_tables(tmp_path: Path, name: str, workers: str):
    words = [*LAB, "--games", "5000", "--workers", workers, "--out", str(tmp_path)]
    lab = pexpect.spawn(sys.executable, words, timeout=300, dimensions=(40, 160), encoding="utf-8", preexec_fn=heed_all)
    lab.logfile_read = StringIO()
    lab.expect(r"[3-9]/5000")
    lab.kill(getattr(signal, name))
    lab.expect(pexpect.EOF)
    said = lab.logfile_read.getvalue()
    lab.close()
    assert lab.exitstatus == 128 + getattr(signal, name)
    by = "" if name == "SIGINT" else f" by {name}"
    (told,) = re.findall(rf"tabletop-tui: stopped{by}; (\d+) of 5000 games were played; go on with", said)
    assert re.findall(r"(\d+)/5000", said)[-1] == told, "the bar says the same"
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == int(told)
    assert f"Quick Start (armymen/quick-start): {told} games" in said
    assert CURSOR in said
    assert "Exception" not in said
    assert {path.name for path in tmp_path.iterdir()} == TABLES


def test_a_terminal_that_is_closed_costs_no_table(tmp_path: Path):
    words = [*LAB, "--games", "5000", "--out", str(tmp_path)]
    lab = pexpect.spawn(sys.executable, words, timeout=300, dimensions=(40, 160), preexec_fn=heed_all)
    lab.expect(rb"[3-9]/5000")
    os.close(lab.child_fd)
    _, ended = os.waitpid(lab.pid, 0)
    lab.ptyproc.closed = lab.ptyproc.terminated = lab.closed = lab.terminated = True
    assert os.waitstatus_to_exitcode(ended) == 128 + signal.SIGHUP
    assert {path.name for path in tmp_path.iterdir()} == TABLES


def test_a_signal_that_is_ignored_stays_so(tmp_path: Path):
    """As after nohup."""
    words = f"{sys.executable} {' '.join(LAB)} --games 60 --out {tmp_path}"
    amid = f"until [ -e {tmp_path}/games.jsonl ]; do sleep 0.05; done; kill -HUP $!"
    line = f"trap '' HUP; {words} & {amid}; wait $!"
    ended = subprocess.run(["bash", "-c", line], check=False, capture_output=True, timeout=300, text=True)
    assert ended.returncode == 0
    assert ended.stdout.startswith("Quick Start (armymen/quick-start): 60 games")


# ---------------------------------------------------------------- streams
@pytest.mark.parametrize("out", [">&-", ">/dev/full", "| true"])
def test_an_output_that_nobody_takes_costs_no_file(tmp_path: Path, out: str):
    page = tmp_path / "page.md"
    line = f"{sys.executable} {' '.join(LAB)} --games 2 --out {tmp_path}/series --page {page} {out}"
    said = subprocess.run(["bash", "-c", line], check=False, capture_output=True, timeout=300).stderr.decode()
    assert "Traceback" not in said
    assert {path.name for path in (tmp_path / "series").iterdir()} == TABLES
    assert "| Quick Start | random | 2 |" in page.read_text()


# ---------------------------------------------------------------- what is said
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("list", "scenarios"), "stopped"),
        (("check", "."), "stopped"),
        (("--ascii", "rules", "mechcom"), "stopped"),
        (("play", "duel", "--headless"), "stopped; what was answered is saved"),
        (("resume",), "stopped; what was answered is saved"),
    ],
)
def test_only_where_answers_are_saved_that_is_said(run, monkeypatch: pytest.MonkeyPatch, words, said: str):
    def stop(text: object) -> None:
        raise KeyboardInterrupt

    for name in (*words, words[-1]):
        if name in cli.commands.commands:
            monkeypatch.setattr(cli.commands.commands[name], "callback", lambda **_: stop(""))
    code, _, err = run(*words)
    assert (code, err.strip()) == (130, f"tabletop-tui: {said}")


# ---------------------------------------------------------------- the analysis
@pytest.fixture
def journal(run, tmp_path: Path, toy_files: None) -> Path:
    """A game that was played to its end."""
    path = tmp_path / "game.jsonl"
    seats = ("--seat", "random", "--seat", "random", "--seed", 1)
    assert run("play", "duel", "--headless", *seats, "--journal", path)[0] == 0
    return path


@pytest.mark.parametrize(("name", "told"), [("a.txt", "ends in .md, .html or .csv"), ("there.md", "exists already")])
def test_a_file_that_will_not_do_is_refused_before_anything_is_judged(run, journal, tmp_path, monkeypatch, name, told):
    (tmp_path / "there.md").touch()
    monkeypatch.setattr(analysis.Analysis, "go_on", None)
    assert told in bad(run("analyse", journal, "--to", tmp_path / name))


def test_an_analysis_that_is_stopped_says_that_it_goes_on(run, journal, monkeypatch):
    def stopped(*_: object):
        signal.raise_signal(signal.SIGTERM)
        yield

    monkeypatch.setattr(analysis.Analysis, "go_on", stopped)
    code, _, err = run("analyse", journal)
    assert code == 128 + signal.SIGTERM
    assert (
        err.splitlines()[-1]
        == "tabletop-tui: stopped by SIGTERM; what was judged is kept, and the same command goes on"
    )


# ---------------------------------------------------------------- check
def test_a_squad_of_one_has_one_mech(run, tmp_path: Path):
    (shipped,) = Path("rosters/mechcom").rglob("charter-patrol.toml")
    head, one, *_ = shipped.read_text().split("[[mech]]")
    path = tmp_path / "one.toml"
    path.write_text(f"{head}[[mech]]{one}")
    assert "1 mech, " in run("check", path)[1]
