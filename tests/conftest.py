"""For all tests: the player's own folder is a fresh one, never the real one; how long a thing takes decides nothing."""

import gc
from collections import Counter
from math import inf
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tabletop_tui.paths import HOME
from tabletop_tui.play.players import greedy
from tabletop_tui.screens.base import gc_tuning

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests come first, so that no process is left with one of them when the others are done."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_collection_finish() -> None:
    """What is loaded by now stays: memory is looked through seldom, and only what came since.

    A process that runs thousands of tests holds half a gigabyte; whenever a battle opened, all of it was looked through.
    """
    for name in ("settle", "tidy", "release"):
        setattr(gc_tuning, name, lambda: None)
    _stay()
    gc.set_threshold(50_000, 20, 20)


def pytest_runtest_logfinish() -> None:
    """Now and then what tests have kept, such as rulebooks, stays too."""
    global _ended
    _ended += 1
    if _ended % 250 == 0:
        _stay()


_ended = 0


def _stay() -> None:
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What was left out, in a line for each reason, which says how to get it."""
    reasons = Counter(
        report.longrepr[2].removeprefix("Skipped: ") for report in terminalreporter.stats.get("skipped", [])
    )
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"left out: {count} test(s) that {reason}")


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A greedy player thinks every question through, however slow the machine."""
    monkeypatch.setattr(greedy, "SECONDS", inf)


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that stands for the player's own."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv(HOME, str(folder))
    return folder
