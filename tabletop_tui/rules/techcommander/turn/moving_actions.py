"""The actions that only move (TC-MOVEACT-1)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from tabletop_tui.engine.game import Step
from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.moving.movement import ChooseMove
from tabletop_tui.rules.techcommander.passengers import evacuation, looting
from tabletop_tui.rules.techcommander.unit_actions import jump_shots


@frozen
class ToMove(UnitAction):
    family, name, rule, hotkey = "move", "Move", "TC-MOVEACT-1", "m"
    says = "It moves up to its full speed."

    def work(self) -> Sequence[Step]:
        return [ChooseMove(self.unit.id)]


ACTIONS: tuple[type[UnitAction], ...] = (ToMove, *jump_shots.ACTIONS, *looting.ACTIONS, *evacuation.ACTIONS)
