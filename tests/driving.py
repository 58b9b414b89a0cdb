"""Bases for tests of driving that no rulebook has: the books' hulls are drawn by their sheets."""

from __future__ import annotations

from tabletop_tui.table.driving_paths import Footprint


def oblong_base(length: float, width: float) -> Footprint:
    """A base of so much from front to back and from side to side."""
    x, y = width / 2, length / 2
    return Footprint(((-x, -y), (x, -y), (x, y), (-x, y)))
