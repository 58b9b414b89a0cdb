"""Of tests marked as `sampled(n)` each nth case is looked at, of all others every one."""

import pytest

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
