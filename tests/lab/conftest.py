"""For the lab: the toy among the systems, with a battle of two and forces of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import _toy, run, toy_files

__all__ = ["_toy", "run", "toy_files"]


@pytest.fixture
def folder(tmp_path: Path, toy_files: None) -> Path:
    """Where a series of the toy is kept."""
    return tmp_path / "series"
