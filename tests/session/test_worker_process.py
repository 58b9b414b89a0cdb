"""Jobs in a process of their own."""

import os
import time
from collections.abc import Iterator
from multiprocessing.process import BaseProcess

import pytest

from tabletop_tui.process.worker_process import Beside, Failed


def count(to: int) -> Iterator[tuple[int, int]]:
    for number in range(to):
        yield number, os.getpid()


def for_ever() -> Iterator[int]:
    while True:
        yield os.getpid()
        time.sleep(0.01)


def breaks(_: bytes) -> Iterator[int]:
    yield 1
    raise ValueError("no such unit")


@pytest.fixture(name="beside")
def _beside() -> Iterator[Beside]:
    beside = Beside()
    yield beside
    beside.close()


def heard(beside: Beside, least: int = 1) -> list:
    found = []
    end = time.monotonic() + 60
    while beside.busy and len(found) < least and time.monotonic() < end:
        found += beside.heard()
        time.sleep(0.01)
    return found


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_jobs_are_done_elsewhere_one_after_another_and_end_when_they_are_told_to(beside):
    beside.start(count, 3)
    found = heard(beside, 3)
    assert [number for number, _ in found] == [0, 1, 2]
    pid = found[0][1]
    assert pid != os.getpid()
    beside.start(for_ever)
    assert heard(beside)[0] == pid, "the same process does it"
    beside.start(count, 2)
    assert [number for number, _ in heard(beside, 2)] == [0, 1], "a new job ends the one before"
    beside.start(for_ever)
    beside.stop()
    assert not beside.busy
    assert beside.heard() == []
    beside.start(breaks, bytes(1_000_000))
    with pytest.raises(Failed, match="ValueError: no such unit"):
        heard(beside, 9)
    beside.start(count, 1)
    assert heard(beside), "a fault of one job is not the end"
    beside.close()
    assert gone(pid)


def test_beginning_a_job_waits_for_nobody(beside):
    began = time.monotonic()
    beside.start(breaks, bytes(5_000_000))
    beside.stop()
    took = time.monotonic() - began
    beside.start(count, 1)
    assert heard(beside)
    ready = time.monotonic() - began
    assert took < max(0.5, ready / 2), "it is not waited until the process has begun"


def test_a_process_that_somebody_ended_is_told_of_and_begun_again(beside):
    beside.start(for_ever)
    pid = heard(beside)[0]
    os.kill(pid, 9)
    with pytest.raises(Failed, match="has ended"):
        heard(beside, 10_000)
    beside.start(count, 1)
    assert heard(beside)


def test_where_no_process_can_be_had_that_is_told_and_tried_again(beside, monkeypatch: pytest.MonkeyPatch):
    with monkeypatch.context() as poor:
        poor.setattr(BaseProcess, "start", lambda self: (_ for _ in ()).throw(BlockingIOError("no more processes")))
        beside.start(count, 1)
        with pytest.raises(Failed, match="no process could be started"):
            heard(beside)
        assert not beside.busy
    beside.start(count, 1)
    assert heard(beside)
