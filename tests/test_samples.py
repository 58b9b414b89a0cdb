"""Of tests marked as `sampled(n)` each nth case is looked at, of all others every one."""

from typing import NamedTuple

import pytest

from tests.conftest import share_out

pytest_plugins = "pytester"

LOOP = "asyncio_default_fixture_loop_scope = 'function'"
CASES = """
import pytest

@pytest.mark.sampled(3, first=1)
@pytest.mark.parametrize("case", range(8))
def test_some(case): pass

@pytest.mark.parametrize("case", range(4))
def test_every(case): pass
"""


@pytest.mark.parametrize(
    ("words", "passed", "left_out"), [((), 3 + 4, 5), (("test_cases.py::test_some[3]",), 1, 0)], ids=["all", "one"]
)
def test_a_sample_is_taken_unless_one_is_named(pytester: pytest.Pytester, monkeypatch, words, passed, left_out):
    monkeypatch.setattr("tests.conftest.WHOLE", False)
    pytester.makeconftest("from tests.conftest import pytest_collection_modifyitems")
    pytester.makepyprojecttoml("[tool.pytest.ini_options]\nmarkers = ['sampled(n): some']\n" + LOOP)
    pytester.makepyfile(test_cases=CASES)
    ended = pytester.inline_run("-p", "no:cacheprovider", "-p", "no:xdist", *words)
    counts = [len(kind) for kind in ended.listoutcomes()]
    assert counts == [passed, 0, 0]
    named = ended.getcalls("pytest_deselected")
    assert sum(len(call.items) for call in named) == left_out


class Item(NamedTuple):
    number: int
    long: bool

    def get_closest_marker(self, name: str) -> object:
        return self.long or None


@pytest.mark.parametrize("workers", [1, 2, 3, 5])
def test_each_worker_begins_with_its_share_of_what_is_long(workers: int):
    """They are handed out in order, to each worker as many as to the others, as xdist does it."""
    before = [Item(number, number % 7 == 3) for number in range(100)]
    items = [*before]
    share_out(items, workers)
    assert sorted(items) == before
    for left in range(workers, 0, -1):
        own = [items.pop(0) for _ in range(len(items) // left)]
        kinds = [one.long for one in own]
        assert kinds == sorted(kinds, reverse=True)
        assert sum(kinds) in (14 // workers, -(-14 // workers))
    assert items == []
