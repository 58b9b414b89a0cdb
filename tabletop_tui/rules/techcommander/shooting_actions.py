"""The actions of which the shot is the heart (TC-ATTACK-1, TC-FIRECOVER-1)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from tabletop_tui.engine.game import Step
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.techcommander.action_base import UnitAction
from tabletop_tui.rules.techcommander.movement import ChooseMove
from tabletop_tui.rules.techcommander.shooting import ChooseWeapon, ready_copies


@frozen
class ShootingAction(UnitAction):
    """An action in which one unit fires one weapon."""

    def refuse(self) -> Refusal | None:
        if not ready_copies(self.unit):
            return Refusal("no weapon that has not been used this turn", "TC-MSV-2")
        return None


@frozen
class ToAttack(ShootingAction):
    family, name, rule, hotkey = "both", "Attack", "TC-ATTACK-1", "a"
    says = "It moves, or not, and then attacks: -1 after up to half its speed, -4 after more."

    def work(self) -> Sequence[Step]:
        return [ChooseMove(self.unit.id), ChooseWeapon(self.unit.id)]


@frozen
class ToFireAndCover(ShootingAction):
    family, name, rule, hotkey = "both", "Attack and cover", "TC-FIRECOVER-1", "c"
    says = "It attacks from where it is, without a modifier for movement, and then moves up to half its speed."

    def work(self) -> Sequence[Step]:
        return [ChooseWeapon(self.unit.id), ChooseMove(self.unit.id, 0.5)]


ACTIONS: tuple[type[UnitAction], ...] = (ToAttack, ToFireAndCover)
