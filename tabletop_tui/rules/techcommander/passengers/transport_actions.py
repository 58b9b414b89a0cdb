"""The actions of carriers, their passengers and crews (TC-LOAD-1, TC-OFFLOAD-1, TC-BOARD-1, TC-DISEMBARK-1)."""

from __future__ import annotations

from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.passengers import boarding, loading

ACTIONS: tuple[type[UnitAction], ...] = (*loading.ACTIONS, *boarding.ACTIONS)
