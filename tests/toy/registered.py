"""The toy among the systems, for the tests of a folder whose conftest imports this."""

import pytest

from tabletop_tui.rulebook import registry
from tests.toy import TOY


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy is among the systems while these tests run."""
    monkeypatch.setitem(registry._registered, TOY.id, TOY)
