"""The actions that go at others with the machine itself (TC-RAM-1, TC-OVERRUN-1, TC-TRAMPLE-1, TC-DFA-1)."""

from __future__ import annotations

from tabletop_tui.rules.techcommander import death_from_above, overrun_actions, ramming, trampling
from tabletop_tui.rules.techcommander.action_base import UnitAction

ACTIONS: tuple[type[UnitAction], ...] = (
    *ramming.ACTIONS,
    *overrun_actions.ACTIONS,
    *trampling.ACTIONS,
    *death_from_above.ACTIONS,
)
