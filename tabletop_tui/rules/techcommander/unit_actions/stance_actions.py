"""The actions by which a unit waits for others or looks for them: posted up, ready, dug in, scan (TC-POSTUP-1)."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.game import Step
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.activation.action_start_and_end import BeginAction, EndAction
from tabletop_tui.rules.techcommander.aiming.digging_in import DigIn
from tabletop_tui.rules.techcommander.aiming.ready_weapons import refuse_used
from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.reactions.covering_fire import PostUp, ReadyUp
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.shot_targets import foes
from tabletop_tui.rules.techcommander.unit_actions.ambush import ChooseAmbushed, ambushable
from tabletop_tui.rules.techcommander.unit_actions.scanning import Scan
from tabletop_tui.rules.techcommander.ways.pivoting import ChooseFacing

NOBODY_HIDDEN = "no enemy is infiltrated"
"""Why a scan is idle."""


@frozen
class ToPostUp(UnitAction):
    family, name, rule, hotkey = "reaction", "Post up", "TC-POSTUP-1", "u"
    says = "It covers the half circle in front of it: it may fire at enemies that come into optimum range there."

    def work(self) -> Sequence[Step]:
        return [ChooseFacing(self.unit.id), PostUp(self.unit.id)]


@frozen
class ToReadyUp(UnitAction):
    family, name, rule, hotkey = "reaction", "Ready up", "TC-READY-1", "y"
    says = "It moves up to half its speed and may fire at the next enemy that comes into optimum range."

    def work(self) -> Sequence[Step]:
        return [ChooseMove(self.unit.id, 0.5), ReadyUp(self.unit.id)]


@frozen
class ToDigIn(UnitAction):
    family, name, rule, hotkey = "reaction", "Dig in", "TC-DIGIN-1", "d"
    says = "It moves up to half its speed and digs in: -2 to hit it, and one attack in return."

    def work(self) -> Sequence[Step]:
        return [ChooseMove(self.unit.id, 0.5), DigIn(self.unit.id)]


@frozen
class ToScan(UnitAction):
    family, name, rule, hotkey = "reaction", "Scan", "TC-SCAN-1", "s"
    says = "It moves up to half its speed, then reveals infiltrated enemies in range on 12 or less, 11 if it moved."

    @property
    def idle(self) -> str:
        return "" if any_hidden(self.battle, self.unit) else NOBODY_HIDDEN

    def work(self) -> Sequence[Step]:
        return [ChooseMove(self.unit.id, 0.5), Scan((self.unit.id,))]


@frozen
class ToFreeScan(UnitAction):
    family, name, rule, hotkey, again = "reaction", "Free scan", "TC-SCAN-4", "g", True
    says = "It scans from where it stands, and takes its other action at once: one action of its player for both."

    @classmethod
    def suits(cls, units: tuple[Unit, ...]) -> bool:
        return len(units) == 1 and units[0].on_table and units[0].sheet.kind == "msv"

    @property
    def idle(self) -> str:
        return "" if any_hidden(self.battle, self.unit) else NOBODY_HIDDEN

    def refuse(self) -> Refusal | None:
        if self.unit.acted:
            return Refusal("it has been given an action this turn", "TC-SCAN-4")
        return Refusal("its crew is short: it acts only once", "TC-ACT-6") if self.unit.most_actions < 2 else None

    def steps(self) -> Sequence[Step]:
        return [BeginAction(self.key, self.ids, True), Scan(self.ids), EndAction(self.ids)]


@frozen
class ToAmbush(UnitAction):
    family, name, rule, hotkey = "both", "Ambush", "TC-AMBUSH-1", "h"
    says = "It moves behind a posted-up unit, from behind it, and attacks it; that one may react."

    def refuse(self) -> Refusal | None:
        if not ambushable(self.battle, self.unit):
            return Refusal("it is behind no posted-up enemy", "TC-AMBUSH-1")
        return refuse_used(self.unit)

    def work(self) -> Sequence[Step]:
        return [ChooseAmbushed(self.unit.id, self.unit.hidden)]


def any_hidden(battle: Battle, unit: Unit) -> bool:
    """Whether any enemy is infiltrated whom a scan of the unit would reveal in its range."""
    return any(enemy.hidden for enemy in foes(battle, unit.seat))


ACTIONS: tuple[type[UnitAction], ...] = (ToPostUp, ToReadyUp, ToDigIn, ToScan, ToFreeScan, ToAmbush)
