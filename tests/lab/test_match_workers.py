"""Worker processes and Dask play the same games as this process, and end with it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from socket import create_server

import pytest
from attrs import evolve

from tabletop_tui.lab import match_workers
from tabletop_tui.lab.match_record import GameRecord
from tabletop_tui.lab.match_workers import PATIENCE, WorkersLost, in_processes, in_turn, look_for, on_dask
from tabletop_tui.lab.pairings import Match, matches_of
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
@pytest.mark.skipif(shutil.which("pgrep") is None, reason="need pgrep to see the processes")
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
    some = matches("duel", 3)
    with local(1) as cluster:
        assert timeless(on_dask(some, cluster.scheduler_address)) == timeless(in_turn(some))


def test_a_missing_extra_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadChoice, match=r"pip install 'tabletop-tui\[lab\]'"):
        next(on_dask([], "here:1"))


def test_where_nobody_answers_that_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(match_workers, "PATIENCE", PATIENCE / 20)
    with pytest.raises(BadChoice, match="no Dask scheduler answers at 127"):
        next(on_dask([], "127.0.0.1:9"))


@pytest.mark.parametrize(
    "address",
    ["nonsense", "127.0.0.1", "http://127.0.0.1:8786", "tcp://here", "here:0", "here:65536", "a b:1", "here:1/x", ":1"],
)
def test_what_is_no_address_is_refused_by_its_form(address: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(match_workers, "create_connection", None)
    with pytest.raises(BadChoice, match="is no address of a scheduler; name it as HOST:PORT"):
        look_for(address)


@pytest.mark.parametrize("address", ["here:1", "tcp://10.0.0.1:8786", "tls://[::1]:8786", "tcp://[fe80::1]:65535"])
def test_addresses_are_understood(address: str):
    assert match_workers.ADDRESS.fullmatch(address)


def test_who_listens_and_says_nothing_is_no_scheduler(monkeypatch: pytest.MonkeyPatch):
    """A client of Dask would wait for ever."""
    pytest.importorskip("distributed")
    monkeypatch.setattr(match_workers, "PATIENCE", 0.2)
    with create_server(("127.0.0.1", 0)) as mute, pytest.raises(BadChoice, match="no Dask scheduler answers"):
        look_for(f"127.0.0.1:{mute.getsockname()[1]}")


def local(count: int):
    """A cluster of so many workers in this process."""
    distributed = pytest.importorskip("distributed")
    return distributed.LocalCluster(
        n_workers=count, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp", host="127.0.0.1"
    )


@pytest.mark.usefixtures("toy_files")
def test_a_scheduler_without_workers_is_told_with_the_command_that_starts_one():
    with local(0) as cluster:
        address = cluster.scheduler_address
        with pytest.raises(BadChoice, match=f"has no workers; start one with: dask worker {address}"):
            next(on_dask(matches("duel", 1), address))


@pytest.mark.usefixtures("toy_files")
def test_a_scheduler_that_ends_amid_a_series_is_told_in_a_sentence(capfd: pytest.CaptureFixture[str]):
    with local(1) as cluster:
        records = on_dask(matches("duel", 2000), cluster.scheduler_address)
        next(records)
        cluster.close()
        with pytest.raises(WorkersLost, match="are gone: the scheduler does not answer any more"):
            list(records)
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.long
def test_a_scheduler_that_is_killed_costs_no_table(tmp_path: Path):
    """A scheduler and a worker as processes of their own; what Dask would say of it is not said."""
    distributed = pytest.importorskip("distributed")
    where, series = tmp_path / "scheduler.json", tmp_path / "series"
    dask = [sys.executable, "-m", "dask"]
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", where]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([*dask, "scheduler", *options], **quiet) as scheduler:
        until(where.exists)
        address = json.loads(where.read_text())["address"]
        worker = subprocess.Popen(
            [*dask, "worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"], **quiet
        )
        try:
            words = ["armymen/quick-start", "--seat", "random", "--games", "5000", "--dask", address, "--out", series]
            with distributed.Client(address, set_as_default=False) as client:
                client.wait_for_workers(1)
            lab = [sys.executable, "-m", "tabletop_tui", "lab", *words]
            playing = subprocess.Popen(lab, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            games = series / "games.jsonl"
            until(lambda: games.exists() and games.stat().st_size > 0)
            scheduler.kill()
            out, said = playing.communicate(timeout=120)
        finally:
            scheduler.kill()
            worker.kill()
            worker.wait()
    assert playing.returncode == 1
    assert said.startswith(f"tabletop-tui: the workers at {address} are gone: the scheduler does not answer any more; ")
    assert said.count("\n") == 1
    assert out.startswith("Quick Start (armymen/quick-start): ")
    assert {"games.csv", "units.csv", "series.html"} <= {path.name for path in series.iterdir()}


def test_the_folder_of_a_player_is_no_part_of_a_match(tmp_path: Path):
    assert str(tmp_path) not in str(matches("armymen/quick-start", 1)[0])
