"""PMC 2640: Hell on Echidna: teams of mercenaries, alternate activation, suppression and assaults, on an open table."""

from tabletop_tui.rules.pmc2640.system import SYSTEM

__all__ = ["SYSTEM"]
