"""Crimson Dusk: sections and personalities in near-future skirmishes, action points, D10 tests of quality."""

from tabletop_tui.rules.crimsondusk.system import SYSTEM

__all__ = ["SYSTEM"]
