"""Army Men Combat v2.0: plastic soldiers and their vehicles on an open table, quality tests for everything."""

from tabletop_tui.rules.armymen.system import SYSTEM

__all__ = ["SYSTEM"]
