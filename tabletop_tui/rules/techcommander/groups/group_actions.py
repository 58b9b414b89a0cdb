"""The actions of rallied groups (TC-RALLY-4, TC-RALLY-18): as of one unit, and three of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tabletop_tui.engine.game import Step
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.activation.action_start_and_end import BeginAction, EndAction
from tabletop_tui.rules.techcommander.activation.passing import Passes
from tabletop_tui.rules.techcommander.activation.smoke_launching import Smokes
from tabletop_tui.rules.techcommander.aiming.digging_in import DigIn
from tabletop_tui.rules.techcommander.aiming.ready_weapons import ready_copies, refuse_copy, refuse_used
from tabletop_tui.rules.techcommander.anytime.group_questions import Part
from tabletop_tui.rules.techcommander.groups.group_ambush import ChooseGroupAmbushed, ambushed_by_all
from tabletop_tui.rules.techcommander.groups.group_moves import ChooseGroupMove
from tabletop_tui.rules.techcommander.groups.rallied_fire import (
    ChooseAssaulted,
    ChooseRallyTarget,
    FreeShot,
    NoteFeet,
    Shots,
)
from tabletop_tui.rules.techcommander.passengers.boarding import ChooseBoarded, ToBoard
from tabletop_tui.rules.techcommander.passengers.looting import ChooseLooted, ToLoot
from tabletop_tui.rules.techcommander.reactions.covering_fire import PostUp, ReadyUp
from tabletop_tui.rules.techcommander.state.battle import Unit
from tabletop_tui.rules.techcommander.unit_actions.crew_leaving_table import Evacuate, ToEvacuate, is_safe
from tabletop_tui.rules.techcommander.unit_actions.fire_for_effect import ChooseShell, bursting
from tabletop_tui.rules.techcommander.unit_actions.scanning import Scan
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
        return refuse_used(*self.acting)


@frozen
class GroupMoves(GroupAction):
    family, name, rule, hotkey = "move", "Move", "TC-RALLY-4", "m"
    says = "The group moves up to the full speed of its slowest member."

    def work(self) -> Sequence[Step]:
        return [ChooseGroupMove(self.part.moving, alone=True)]


@frozen
class RalliedAttack(GroupShooting):
    family, name, rule, hotkey = "both", "Rallied attack", "TC-RALATK-1", "t"
    says = "The group moves, or not, and all attack one target: their damage is added up."

    def work(self) -> Sequence[Step]:
        return [ChooseGroupMove(self.part.moving), ChooseRallyTarget(self.part.acts)]


@frozen
class RalliedWeaponsFree(GroupShooting):
    family, name, rule, hotkey = "shoot", "Rallied weapons free", "TC-RALFREE-1", "g"
    says = "Nobody moves, but for Pop and Shoot; each attacks once, at a target of his own."

    def work(self) -> Sequence[Step]:
        return [FreeShot(name) for name in self.part.acts]


@frozen
class RalliedAssault(GroupShooting):
    family, name, rule, hotkey = "both", "Rallied assault", "TC-RALASLT-1", "q"
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
    family, name, rule, hotkey = "reaction", "Post up", "TC-POSTUP-1", "u"
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
    deliberate = False
    warning = "They pass: they do nothing more this turn?"

    def steps(self) -> Sequence[Step]:
        return [Passes(self.part.acting)]


# ---------------------------------------------------------------- what single units do, done by all (TC-RALLY-4)
@frozen
class GroupFiresAndCovers(GroupShooting):
    family, name, rule, hotkey = "both", "Attack and cover", "TC-FIRECOVER-1", "c"
    says = "All attack one target from where they are, then the group moves up to half its speed."

    def work(self) -> Sequence[Step]:
        return [ChooseRallyTarget(self.part.acts), ChooseGroupMove(self.part.moving, 0.5)]


@frozen
class GroupJumpAssaults(GroupShooting):
    family, name, rule, hotkey = "both", "Jump assault", "TC-JUMPASLT-1", "j"
    says = "They jump up and along and attack one target from up there at -4."

    def refuse(self) -> Refusal | None:
        if not all(unit.sheet.jumps for unit in self.acting):
            return Refusal("not all of them jump", "TC-JUMPASLT-1")
        return super().refuse()

    def work(self) -> Sequence[Step]:
        return [NoteFeet(self.part.acts, self.part.moving)]


@frozen
class GroupFiresForEffect(GroupAction):
    family, name, rule, hotkey = "both", "Fire for effect", "TC-FFE-1", "E"
    says = "The group moves, or not, and all who have a weapon with splash fire at one place."

    @property
    def shelling(self) -> list[str]:
        return [unit.id for unit in self.acting if any(bursting(unit.sheet.arms[copy]) for copy in ready_copies(unit))]

    def refuse(self) -> Refusal | None:
        return None if self.shelling else Refusal("no weapon with splash that can be fired", "TC-FFE-1")

    def work(self) -> Sequence[Step]:
        first, *rest = self.shelling
        return [ChooseGroupMove(self.part.moving), ChooseShell(first, tuple(rest))]


@frozen
class GroupAmbushes(GroupShooting):
    family, name, rule, hotkey = "both", "Ambush", "TC-AMBUSH-1", "h"
    says = "They move behind a posted-up unit, from behind it, and attack it together; that one may react."

    def refuse(self) -> Refusal | None:
        if not ambushed_by_all(self.battle, self.acting):
            return Refusal("not all of them are behind a posted-up enemy", "TC-AMBUSH-1")
        return super().refuse()

    def work(self) -> Sequence[Step]:
        hidden = all(unit.hidden for unit in self.acting)
        return [ChooseGroupAmbushed(self.part.acts, self.part.moving, hidden)]


@frozen
class GroupRepairs(GroupAction):
    family, name, rule, hotkey = "shoot", "Repair", "TC-REPAIR-1", "f"
    says = "The group moves, or not, and all who have repair gear repair one friend."

    def refuse(self) -> Refusal | None:
        arms = ((unit, copy, one) for unit in self.acting for copy, one in unit.weapons().items())
        if any(one.repairs and refuse_copy(unit, copy, one) is None for unit, copy, one in arms):
            return None
        return Refusal("no repair gear that can be used", "TC-REPAIR-1")

    def work(self) -> Sequence[Step]:
        return [ChooseGroupMove(self.part.moving), ChooseRallyTarget(self.part.acts, Shots(repairs=True))]


@frozen
class GroupOfPeople(GroupAction):
    """What each on foot does by himself once the group has come there."""

    alone: ClassVar[type[UnitAction]]
    """The action of one of them."""

    @property
    def people(self) -> list[Unit]:
        return [unit for unit in self.acting if self.alone.suits((unit,))]

    def refuse(self) -> Refusal | None:
        refusals = [self.alone(self.battle, (unit,)).refuse() for unit in self.people]
        if None in refusals:
            return None
        return next(iter(refusals), Refusal("nobody of it can", self.rule))


@frozen
class GroupLoots(GroupOfPeople):
    family, name, rule, hotkey = "move", "Loot", "TC-LOOT-1", "K"
    says = "The group moves, and each who takes part loots an eliminated unit that he touches."
    alone = ToLoot

    def work(self) -> Sequence[Step]:
        return [ChooseGroupMove(self.part.moving), *(ChooseLooted(unit.id) for unit in self.people)]


@frozen
class GroupBoards(GroupOfPeople):
    family, name, rule, hotkey = "transport", "Board", "TC-BOARD-1", "b"
    says = "The group moves up to half its speed, and each who takes part gets in a machine that he touches."
    alone = ToBoard

    def work(self) -> Sequence[Step]:
        return [ChooseGroupMove(self.part.moving, 0.5), *(ChooseBoarded(unit.id) for unit in self.people)]


@frozen
class GroupEvacuates(GroupOfPeople):
    family, name, rule, hotkey = "move", "Evacuate", "TC-EVAC-1", "Y"
    says = "All crew of it who are at the edge of their side leave the table, safe."
    alone = ToEvacuate

    def work(self) -> Sequence[Step]:
        return [Evacuate(unit.id) for unit in self.people if is_safe(self.battle, unit)]


ACTIONS: tuple[type[GroupAction], ...] = (
    GroupMoves,
    RalliedAttack,
    RalliedWeaponsFree,
    RalliedAssault,
    GroupDigsIn,
    GroupPostsUp,
    GroupReadiesUp,
    GroupScans,
    GroupFiresAndCovers,
    GroupJumpAssaults,
    GroupFiresForEffect,
    GroupAmbushes,
    GroupRepairs,
    GroupLoots,
    GroupBoards,
    GroupEvacuates,
    GroupPasses,
)
