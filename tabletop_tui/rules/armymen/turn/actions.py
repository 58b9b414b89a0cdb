"""The six actions of a unit (AMC-ACT) and the two of one aboard a vehicle (AMC-VUNIT-4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tabletop_tui.engine.action import AskAction
from tabletop_tui.engine.events import Event, Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.previews import Preview, shootable
from tabletop_tui.engine.question import Answer, Pick, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.armymen.activation.action_base import UnitAction
from tabletop_tui.rules.armymen.melee.charging import ChooseCharge, refuse_charge
from tabletop_tui.rules.armymen.moving.move_choice import ChooseMove
from tabletop_tui.rules.armymen.moving.transports import ChooseBoarding, GetOut, could_board, refuse_leaving
from tabletop_tui.rules.armymen.shooting.shooting import ChooseTarget
from tabletop_tui.rules.armymen.shooting.shooting_limits import can_shoot, within_fire
from tabletop_tui.rules.armymen.sight import sight
from tabletop_tui.rules.armymen.state.battle import Battle, Unit


@frozen
class ChooseAction(AskAction):
    title = "Choose an action"
    says = "Exactly one action: Hold, Hunker, Guard, Advance, Rush or Charge; vehicles Hold, Advance or Rush."
    unit: str
    rules = ("AMC-ACT-1", "AMC-VEH-1")

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        prompt = f"{unit.name}: which action?"
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules)

    def actions(self, game: Game[Battle]) -> Sequence[UnitAction]:
        battle = game.state
        unit = battle.units[self.unit]
        return [kind(battle, unit) for kind in (INSIDE if unit.aboard else ON_TABLE)]

    def take(self, game: Game[Battle], answer: Answer) -> None:
        super().take(game, answer)
        game.state.units[self.unit].stuck = False  # it held for this activation; the next is free again (AMC-DMG-3)


# ---------------------------------------------------------------- on the table
@frozen
class ToHold(UnitAction):
    key, hotkey, rule = "hold", "h", "AMC-ACT-2"
    says = "Stays where it is and shoots."

    @property
    def label(self) -> str:
        if can_shoot(self.battle, self.unit):
            return "Hold and shoot"
        return "Hold: nobody to shoot at" if self.unit.weapons else "Hold"

    @property
    def idle(self) -> str:
        return "" if can_shoot(self.battle, self.unit) else "it neither moves nor shoots"

    @property
    def attacks(self) -> bool:
        return can_shoot(self.battle, self.unit)

    def steps(self) -> Sequence[Step]:
        return [Hold(self.unit.id), MayShoot(self.unit.id)]

    def preview(self) -> Preview | None:
        return Preview(tuple(shootable(within_fire(self.battle, self.unit), self.rule))) if self.unit.weapons else None


@frozen
class OnFoot(UnitAction):
    """One that a vehicle never takes."""

    def refuse(self) -> Refusal | None:
        return Refusal("vehicles Hold, Advance or Rush", "AMC-VEH-1") if self.unit.vehicle else None


@frozen
class ToHunker(OnFoot):
    key, label, hotkey, rule = "hunker", "Hunker", "u", "AMC-ACT-3"
    says = "No move, no shot: one more Block die until its next activation."
    deliberate = True

    def steps(self) -> Sequence[Step]:
        return [Stay(self.unit.id, guard=False)]


@frozen
class ToGuard(OnFoot):
    """Until its next activation it neither moves nor shoots but in reaction (AMC-GUARD-1)."""

    key, label, hotkey, rule = "guard", "Guard", "g", "AMC-ACT-4"
    says = "Waits, and shoots once at an enemy that moves into its sight."
    deliberate = True

    def steps(self) -> Sequence[Step]:
        return [Stay(self.unit.id, guard=True)]


@frozen
class Going(UnitAction):
    """One that goes somewhere, perhaps into a vehicle."""

    rush: ClassVar[bool]

    def refuse(self) -> Refusal | None:
        return Refusal("damaged: no move and no pivot", "AMC-DMG-3") if self.unit.stuck else None

    def steps(self) -> Sequence[Step]:
        boards = could_board(self.battle, self.unit, self.rush)
        return [ChooseBoarding(self.unit.id, self.rush) if boards else ChooseMove(self.unit.id, self.rush)]


@frozen
class ToAdvance(Going):
    key, hotkey, rule, rush = "advance", "d", "AMC-ACT-5", False
    says = "Moves the shorter distance, then shoots if it may."

    @property
    def label(self) -> str:
        shoot = ", then shoot" if not self.unit.sheet.hold_only and self.unit.weapons else ""
        if not self.unit.sheet.advance:
            return f"Stay{shoot}"
        return f"Advance {self.unit.sheet.advance} in{shoot}"

    def steps(self) -> Sequence[Step]:
        shoot = [] if self.unit.sheet.hold_only else [MayShoot(self.unit.id)]
        return [*super().steps(), *shoot]


@frozen
class ToRush(Going):
    key, hotkey, rule, rush = "rush", "s", "AMC-ACT-6", True
    says = "Moves the longer distance and does not shoot."

    @property
    def label(self) -> str:
        return f"Rush {self.unit.sheet.rush} in" if self.unit.sheet.rush else "Stay, no shot"


@frozen
class ToCharge(OnFoot):
    key, label, hotkey, rule = "charge", "Charge", "c", "AMC-ACT-7"
    says = "Runs into an enemy and fights until one of the two is destroyed."

    def refuse(self) -> Refusal | None:
        return super().refuse() or refuse_any_charge(self.battle, self.unit)

    def steps(self) -> Sequence[Step]:
        return [ChooseCharge(self.unit.id)]


def refuse_any_charge(battle: Battle, unit: Unit) -> Refusal | None:
    near = (enemy for enemy in battle.enemies(unit.seat) if sight.within(unit, enemy, unit.sheet.rush))
    if any(refuse_charge(battle, unit, enemy) is None for enemy in near):
        return None
    return Refusal(f"no enemy can be reached within {unit.sheet.rush} in", "AMC-MOVE-4")


ON_TABLE: tuple[type[UnitAction], ...] = (ToHold, ToHunker, ToGuard, ToAdvance, ToRush, ToCharge)


# ---------------------------------------------------------------- aboard
@frozen
class ToStayInside(UnitAction):
    key, label, hotkey, rule = "stay", "Stay inside", "y", "AMC-VUNIT-4"
    says = "Remains in the vehicle and does nothing."

    @property
    def warning(self) -> str:
        return f"{self.unit.does('stays')} inside: is the activation spent on that?"

    def steps(self) -> Sequence[Step]:
        return [Wait(self.unit.id)]


@frozen
class ToGetOut(UnitAction):
    key, label, hotkey, rule = "out", "Advance: get out, then shoot", "d", "AMC-VUNIT-4"
    says = "Leaves the vehicle, ends close to it, and shoots."

    def refuse(self) -> Refusal | None:
        return refuse_leaving(self.battle, self.unit)

    def steps(self) -> Sequence[Step]:
        return [GetOut(self.unit.id), MayShoot(self.unit.id)]


INSIDE: tuple[type[UnitAction], ...] = (ToStayInside, ToGetOut)


# ---------------------------------------------------------------- what they consist of
@frozen
class Hold(Step):
    title = "Hold"
    says = "The unit does not move."
    unit: str
    rules = ("AMC-ACT-2",)

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        game.emit(Event(f"{unit.does('holds')}", self.rules, unit.seat))


@frozen
class Wait(Step):
    title = "Wait"
    says = "A unit aboard stays where it is."
    unit: str
    rules = ("AMC-VUNIT-4",)

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        game.emit(Event(f"{unit.does('stays')} inside", self.rules, unit.seat))


@frozen
class MayShoot(Step):
    title = "May shoot"
    says = "With Hold or after an Advance the unit may shoot, if there is anything that it could shoot at."
    unit: str
    rules = ("AMC-ACT-2", "AMC-ACT-5")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if unit.models and can_shoot(battle, unit):
            game.push(ChooseTarget(unit.id))


@frozen
class Stay(Step):
    title = "Hunker or Guard"
    says = "Hunker: +1 die to block until the next activation. Guard: a shot in reaction until then."
    unit: str
    guard: bool
    rules = ("AMC-ACT-3", "AMC-ACT-4")

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        unit.guarding, unit.hunkered = self.guard, not self.guard
        name, rule = ("on Guard", "AMC-ACT-4") if self.guard else ("Hunkered", "AMC-ACT-3")
        game.emit(Status(f"{unit.does('is')} {name}", (rule,), unit.seat, unit.id, name))
