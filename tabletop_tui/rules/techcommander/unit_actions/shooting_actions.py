"""The actions of which the shot is the heart (TC-ATTACK-1, TC-FIRECOVER-1)."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.game import Step
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.aiming.ready_weapons import ready_copies, refuse_copy, refuse_used
from tabletop_tui.rules.techcommander.aiming.shooting_limits import is_hidden, within_fire
from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.shooting.attack_choices import ChooseWeapon
from tabletop_tui.rules.techcommander.shooting.omega_override import ToOverride
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.shot_targets import foes
from tabletop_tui.rules.techcommander.unit_actions.fire_for_effect import ToFireForEffect
from tabletop_tui.rules.techcommander.unit_actions.fire_on_the_move import Leg


@frozen
class ShootingAction(UnitAction):
    """An action in which one unit fires one weapon."""

    @property
    def attacks(self) -> bool:
        found = within_fire(self.battle, self.unit, ready_copies(self.unit))
        return any(refusal is None for _, refusal in found)

    def refuse(self) -> Refusal | None:
        return refuse_used(self.unit)


@frozen
class ToAttack(ShootingAction):
    family, name, rule, hotkey = "both", "Attack", "TC-ATTACK-1", "t"
    says = "It moves, or not, and then attacks: -1 after up to half its speed, -4 after more."

    @property
    def label(self) -> str:
        return self.name if self.attacks or self.battle.objectives else f"{self.name}: nobody in view yet"

    @property
    def deliberate(self) -> bool:
        """Without anybody to shoot at from where it stands it is a move that may come to no shot."""
        return not self.attacks

    @property
    def idle(self) -> str:
        return nobody_shown(self.battle, self.unit)

    def work(self) -> Sequence[Step]:
        if self.unit.sheet.kind == "vehicle":
            return [Leg(self.unit.id)]
        return [ChooseMove(self.unit.id), ChooseWeapon(self.unit.id)]


@frozen
class ToFireAndCover(ShootingAction):
    family, name, rule, hotkey = "both", "Attack and cover", "TC-FIRECOVER-1", "c"
    says = "It attacks from where it is, without a modifier for movement, and then moves up to half its speed."

    @property
    def idle(self) -> str:
        if self.attacks or self.battle.objectives:
            return ""
        return nobody_shown(self.battle, self.unit) or "nobody to shoot at from here"

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


def nobody_shown(battle: Battle, unit: Unit) -> str:
    """Why nobody can be shot at wherever a unit goes; '' where somebody can, or terrain is to be destroyed."""
    enemies = [enemy for enemy in foes(battle, unit.seat) if not enemy.eliminated]
    if battle.objectives or not all(is_hidden(battle, unit, enemy) for enemy in enemies):
        return ""
    return "all enemies are infiltrated: Scan reveals them" if enemies else "no enemy is on the table"


ACTIONS: tuple[type[UnitAction], ...] = (ToAttack, ToFireAndCover, ToOverride, ToFireForEffect, ToRepair)
