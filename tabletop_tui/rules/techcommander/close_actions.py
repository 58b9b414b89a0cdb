"""The actions that go at others with the machine itself (TC-RAM-1, TC-OVERRUN-1, TC-TRAMPLE-1, TC-DFA-1)."""

from __future__ import annotations

from tabletop_tui.rules.techcommander.action_base import UnitAction

ACTIONS: tuple[type[UnitAction], ...] = ()
