"""The actions of which the shot is the heart (TC-ATTACK-1, TC-FIRECOVER-1)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from tabletop_tui.engine.game import Step
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.aiming.ready_weapons import refuse_copy, refuse_used
from tabletop_tui.rules.techcommander.moving.movement import ChooseMove
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon
from tabletop_tui.rules.techcommander.shooting.omega_override import ToOverride
from tabletop_tui.rules.techcommander.state.battle import Unit
from tabletop_tui.rules.techcommander.unit_actions.fire_for_effect import ToFireForEffect
from tabletop_tui.rules.techcommander.unit_actions.fire_on_the_move import Leg


@frozen
class ShootingAction(UnitAction):
    """An action in which one unit fires one weapon."""

    def refuse(self) -> Refusal | None:
        return refuse_used(self.unit)


@frozen
class ToAttack(ShootingAction):
    family, name, rule, hotkey = "both", "Attack", "TC-ATTACK-1", "t"
    says = "It moves, or not, and then attacks: -1 after up to half its speed, -4 after more."

    def work(self) -> Sequence[Step]:
        if self.unit.sheet.kind == "vehicle":
            return [Leg(self.unit.id)]
        return [ChooseMove(self.unit.id), ChooseWeapon(self.unit.id)]


@frozen
class ToFireAndCover(ShootingAction):
    family, name, rule, hotkey = "both", "Attack and cover", "TC-FIRECOVER-1", "c"
    says = "It attacks from where it is, without a modifier for movement, and then moves up to half its speed."

    def work(self) -> Sequence[Step]:
        return [ChooseWeapon(self.unit.id), ChooseMove(self.unit.id, 0.5, alone=True)]


@frozen
class ToRepair(UnitAction):
    family, name, rule, hotkey = "shoot", "Repair", "TC-REPAIR-1", "f"
    says = "As an attack on a friend, who gains the life instead of losing it."

    @classmethod
    def suits(cls, units: tuple[Unit, ...]) -> bool:
        return len(units) == 1 and units[0].on_table and any(one.repairs for one in units[0].sheet.weapons)

    def refuse(self) -> Refusal | None:
        arms = self.unit.weapons().items()
        if any(one.repairs and refuse_copy(self.unit, copy, one) is None for copy, one in arms):
            return None
        return Refusal("no repair gear that can be used", "TC-REPAIR-1")

    def work(self) -> Sequence[Step]:
        return [ChooseMove(self.unit.id), ChooseWeapon(self.unit.id, repairs=True)]


ACTIONS: tuple[type[UnitAction], ...] = (ToAttack, ToFireAndCover, ToOverride, ToFireForEffect, ToRepair)
