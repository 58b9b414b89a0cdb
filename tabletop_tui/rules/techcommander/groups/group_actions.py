"""The actions of rallied groups (TC-RALLY-4, TC-RALLY-18): as of one unit, and three of their own."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from tabletop_tui.engine.game import Step
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.activation.activation import BeginAction, EndAction
from tabletop_tui.rules.techcommander.activation.launching import Smokes
from tabletop_tui.rules.techcommander.activation.passing import Passes
from tabletop_tui.rules.techcommander.aiming.digging_in import DigIn
from tabletop_tui.rules.techcommander.anytime.grouping import Part
from tabletop_tui.rules.techcommander.groups.group_moves import ChooseGroupMove
from tabletop_tui.rules.techcommander.groups.rallied_fire import ChooseAssaulted, ChooseRallyTarget, FreeShot
from tabletop_tui.rules.techcommander.shooting.shooting import ready_copies
from tabletop_tui.rules.techcommander.state.battle import Unit
from tabletop_tui.rules.techcommander.unit_actions.scanning import Scan
from tabletop_tui.rules.techcommander.watching.covering_fire import PostUp, ReadyUp
from tabletop_tui.rules.techcommander.ways.pivoting import ChooseFacing


@frozen
class GroupAction(UnitAction):
    """An action of a rallied group. Each who takes part meets what it asks for by himself (TC-RALLY-8)."""

    part: Part

    @property
    def acting(self) -> list[Unit]:
        return [self.battle.units[name] for name in self.part.acts]

    def steps(self) -> Sequence[Step]:
        ids, scans = self.part.acting, self.part.scans
        smoke = Smokes(ids), Smokes(ids, ends=True)
        scan = [Scan(scans)] if scans else []  # TC-RALLY-13
        return [BeginAction(self.key, ids, scans=scans), smoke[0], *self.work(), smoke[1], *scan, EndAction(ids)]


@frozen
class GroupShooting(GroupAction):
    def refuse(self) -> Refusal | None:
        if not any(ready_copies(unit) for unit in self.acting):
            return Refusal("no weapon that has not been used this turn", "TC-MSV-2")
        return None


@frozen
class GroupMoves(GroupAction):
    family, name, rule, hotkey = "move", "Move", "TC-RALLY-4", "m"
    says = "The group moves up to the full speed of its slowest member."

    def work(self) -> Sequence[Step]:
        return [ChooseGroupMove(self.part.moving)]


@frozen
class RalliedAttack(GroupShooting):
    family, name, rule, hotkey = "both", "Rallied attack", "TC-RALATK-1", "a"
    says = "The group moves, or not, and all attack one target: their damage is added up."

    def work(self) -> Sequence[Step]:
        return [ChooseGroupMove(self.part.moving), ChooseRallyTarget(self.part.acts)]


@frozen
class RalliedWeaponsFree(GroupShooting):
    family, name, rule, hotkey = "shoot", "Rallied weapons free", "TC-RALFREE-1", "f"
    says = "Nobody moves, but for Pop and Shoot; each attacks once, at a target of his own."

    def work(self) -> Sequence[Step]:
        return [FreeShot(name) for name in self.part.acts]


@frozen
class RalliedAssault(GroupShooting):
    family, name, rule, hotkey = "both", "Rallied assault", "TC-RALASLT-1", "w"
    says = "Each moves up to half his speed and attacks the nearest of a group of crew and troops, without modifiers."

    def work(self) -> Sequence[Step]:
        return [ChooseAssaulted(self.part.acts)]


@frozen
class GroupDigsIn(GroupAction):
    family, name, rule, hotkey = "reaction", "Dig in", "TC-DIGIN-1", "d"
    says = "The group moves up to half its speed, and those who take part dig in."

    def work(self) -> Sequence[Step]:
        return [ChooseGroupMove(self.part.moving, 0.5), *(DigIn(name) for name in self.part.acts)]


@frozen
class GroupPostsUp(GroupAction):
    family, name, rule, hotkey = "reaction", "Post up", "TC-POSTUP-1", "i"
    says = "Each covers the half circle in front of him."

    def work(self) -> Sequence[Step]:
        return [step for name in self.part.acts for step in (ChooseFacing(name), PostUp(name))]


@frozen
class GroupReadiesUp(GroupAction):
    family, name, rule, hotkey = "reaction", "Ready up", "TC-READY-1", "y"
    says = "The group moves up to half its speed, and those who take part are ready."

    def work(self) -> Sequence[Step]:
        return [ChooseGroupMove(self.part.moving, 0.5), *(ReadyUp(name) for name in self.part.acts)]


@frozen
class GroupScans(GroupAction):
    family, name, rule, hotkey = "reaction", "Scan", "TC-SCAN-1", "s"
    says = "The group moves up to half its speed, and those who take part scan."

    def work(self) -> Sequence[Step]:
        return [ChooseGroupMove(self.part.moving, 0.5), Scan(self.part.acts)]


@frozen
class GroupPasses(GroupAction):
    family, name, rule, hotkey = "pass", "Pass", "TC-PASS-1", "p"
    says = "Those who take part do nothing more this turn; one action of their player is used up."

    def steps(self) -> Sequence[Step]:
        return [Passes(self.part.acting)]


ACTIONS: tuple[type[GroupAction], ...] = (
    GroupMoves,
    RalliedAttack,
    RalliedWeaponsFree,
    RalliedAssault,
    GroupDigsIn,
    GroupPostsUp,
    GroupReadiesUp,
    GroupScans,
    GroupPasses,
)
