"""Worker processes and Dask play the same games as this process, and end with it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve

from tabletop_tui.lab import workers
from tabletop_tui.lab.match import Match, matches_of
from tabletop_tui.lab.record import GameRecord
from tabletop_tui.lab.workers import PATIENCE, in_processes, in_turn, on_dask
from tabletop_tui.play.new_game import BadChoice, find_scenario


def matches(word: str, games: int) -> list[Match]:
    found, scenario = find_scenario(word)
    return matches_of(found, scenario, players=("random",), games=games)


def timeless(records) -> dict[str, GameRecord]:
    return {one.key: evolve(one, seconds=0.0) for one in records}


@pytest.mark.long
def test_processes_play_what_this_one_would():
    some = matches("armymen/quick-start", 3)
    assert timeless(in_processes(some, 2)) == timeless(in_turn(some))


@pytest.mark.long
def test_a_series_that_is_given_up_ends_its_processes_at_once():
    before = time.monotonic()
    records = in_processes(matches("armymen/quick-start", 500), 1)
    next(records)
    records.close()
    assert time.monotonic() - before < 60, "500 games take longer"


@pytest.mark.long
@pytest.mark.skipif(shutil.which("pgrep") is None, reason="needs pgrep to see the processes")
def test_processes_die_with_the_program_however_it_ends(tmp_path: Path):
    words = ["lab", "armymen/quick-start", "--seat", "random", "--games", "5000", "--workers", "2", "--out", tmp_path]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([sys.executable, "-m", "tabletop_tui", *words], start_new_session=True, **quiet) as lab:
        until(lambda: (tmp_path / "games.jsonl").exists())
        assert members(lab.pid)
        lab.kill()
    until(lambda: not members(lab.pid))


def members(group: int) -> bytes:
    return subprocess.run(["pgrep", "-g", str(group)], capture_output=True, check=False).stdout


def until(true: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.1)


@pytest.mark.usefixtures("toy_files")
def test_dask_plays_what_this_process_would():
    distributed = pytest.importorskip("distributed")
    some = matches("duel", 3)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp", host="127.0.0.1"
    ) as cluster:
        assert timeless(on_dask(some, cluster.scheduler_address)) == timeless(in_turn(some))


def test_a_missing_extra_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadChoice, match=r"pip install 'tabletop-tui\[lab\]'"):
        next(on_dask([], "here:1"))


def test_where_nobody_answers_that_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(workers, "PATIENCE", PATIENCE / 20)
    with pytest.raises(BadChoice, match="no Dask scheduler answers at 127"):
        next(on_dask([], "127.0.0.1:9"))


def test_the_folder_of_a_player_is_no_part_of_a_match(tmp_path: Path):
    assert str(tmp_path) not in str(matches("armymen/quick-start", 1)[0])
