"""For all tests: the player's own folder is a fresh one, never the real one; how long a thing takes decides nothing."""

import gc
import os
import tempfile
from collections import Counter
from math import inf
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tabletop_tui.paths import HOME
from tabletop_tui.play.players import greedy_player
from tabletop_tui.screens.base import gc_tuning

WHOLE = bool(os.environ.get("WHOLE"))
"""Whether all cases are looked at, and not samples of them."""
settings.register_profile(
    "patient", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=100 if WHOLE else 40
)
settings.load_profile("patient")


def pytest_configure(config: pytest.Config) -> None:
    """Where tests are only listed no snapshot is used, which is no fault."""
    if config.option.collectonly:
        config.option.warn_unused_snapshots = True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of tests that are marked so a sample of cases; long ones first, so that no process is left with one of them."""
    if not (WHOLE or any("::" in word for word in config.args)):
        sample(config, items)
    share_out(items, getattr(config, "workerinput", {}).get("workercount", 1))


def share_out(items: list[pytest.Item], workers: int) -> None:
    """Each worker begins with as many of these, in their order: its share of the long ones comes first."""
    long = [item for item in items if item.get_closest_marker("long")]
    short = [item for item in items if not item.get_closest_marker("long")]
    items.clear()
    for left in range(workers, 0, -1):
        heavy, all_of_it = len(long) // left, (len(long) + len(short)) // left
        items += [*long[:heavy], *short[: all_of_it - heavy]]
        del long[:heavy], short[: all_of_it - heavy]


def sample(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out all but each nth case of what is marked as `sampled(n)`."""
    seen, left_out = Counter[str](), []
    for item in items:
        if (marker := item.get_closest_marker("sampled")) is not None:
            test = item.nodeid.partition("[")[0]
            (step,), first = marker.args, marker.kwargs.get("first", 0)
            if seen[test] % step != first:
                left_out.append(item)
            seen[test] += 1
    config.hook.pytest_deselected(items=left_out)
    gone = set(left_out)
    items[:] = [item for item in items if item not in gone]


def pytest_collection_finish() -> None:
    """What is loaded by now stays: memory is looked through seldom, and only what came since.

    A process that runs thousands of tests holds half a gigabyte, and each battle that opens would look through it all.
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
    monkeypatch.setattr(greedy_player, "SECONDS", inf)


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that stands for the player's own, apart from those of `tmp_path`, which are looked through often."""
    homes = tmp_path_factory.getbasetemp() / "homes"
    homes.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=homes))
    monkeypatch.setenv(HOME, str(folder))
    return folder
