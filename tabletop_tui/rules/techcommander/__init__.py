"""TechCommander MSV: mecha, vehicles and power armour on an open table with heights, for two to six players."""

from tabletop_tui.rules.techcommander.system import SYSTEM

__all__ = ["SYSTEM"]
