"""The actions of carriers, their passengers and crews (TC-LOAD-1, TC-OFFLOAD-1, TC-BOARD-1, TC-DISEMBARK-1)."""

from __future__ import annotations

from tabletop_tui.rules.techcommander import boarding, loading
from tabletop_tui.rules.techcommander.action_base import UnitAction

ACTIONS: tuple[type[UnitAction], ...] = (*loading.ACTIONS, *boarding.ACTIONS)
