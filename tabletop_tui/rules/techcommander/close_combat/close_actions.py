"""The actions that go at others with the machine itself (TC-RAM-1, TC-OVERRUN-1, TC-TRAMPLE-1, TC-DFA-1)."""

from __future__ import annotations

from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.close_combat import death_from_above, overrun_actions, ramming, trampling

ACTIONS: tuple[type[UnitAction], ...] = (
    *ramming.ACTIONS,
    *overrun_actions.ACTIONS,
    *trampling.ACTIONS,
    *death_from_above.ACTIONS,
)
