"""For all tests: the player's own folder is a fresh one, never the real one."""

from pathlib import Path

import pytest

from tabletop_tui.paths import HOME


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that stands for the player's own."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv(HOME, str(folder))
    return folder
