"""For the reports: the toy among the systems."""

from __future__ import annotations

from tests.cli.conftest import _toy

__all__ = ["_toy"]
