"""The actions of rallied groups (TC-RALLY-18)."""

from __future__ import annotations

from tabletop_tui.rules.techcommander.action_base import UnitAction

ACTIONS: tuple[type[UnitAction], ...] = ()
