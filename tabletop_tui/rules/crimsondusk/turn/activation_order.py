"""Whose go it is (CD-ACT-2, CD-ACT-6): which unit he activates (CD-INIT-5), and holding one back (CD-HOLD-1)."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.action import Action, AskAction
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.question import Pick, Question, named
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.crimsondusk.melee.melee import MeleePhase
from tabletop_tui.rules.crimsondusk.state.action_base import UnitAction
from tabletop_tui.rules.crimsondusk.state.battle import Battle
from tabletop_tui.rules.crimsondusk.state.units import Unit
from tabletop_tui.rules.crimsondusk.turn.activation import Activate
from tabletop_tui.skirmish.battle import always, gone


def ready(battle: Battle, seat: int) -> list[Unit]:
    """The units of a seat that can be activated now: all that wait but the one that it holds."""
    return [unit for unit in battle.waiting(seat) if unit.id != battle.held]


def can_hold(battle: Battle, seat: int) -> bool:
    return battle.may_hold == seat and not battle.held


@frozen
class NextGo(Step):
    title = "Next go"
    says = "The player whose go it is activates one of his units; one with none left is skipped; then come the melees."
    seat: int
    first: bool = False
    """Whether it is the first activation of the turn, for which an enemy unit may be named."""
    rules = ("CD-ACT-2", "CD-ACT-6")

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        battle.active = ""
        enemies = namable(battle, self.seat) if self.first else []
        if mine := ready(battle, self.seat):
            alone = len(mine) == 1 and not enemies and not can_hold(battle, self.seat)
            game.push(
                *([Activate(mine[0].id), NextGo(1 - self.seat)] if alone else [ChooseUnit(self.seat, self.first)])
            )
        elif enemies:
            game.push(ChooseUnit(self.seat, self.first))
        elif ready(battle, 1 - self.seat):
            game.push(NextGo(1 - self.seat))
        elif battle.held and (held := battle.units[battle.held]) in battle.waiting(held.seat):
            game.push(Activate(held.id), NextGo(1 - held.seat))
        else:
            game.push(MeleePhase())


def namable(battle: Battle, seat: int) -> list[Unit]:
    """The enemy units that the winner of the initiative may make act first (CD-INIT-5)."""
    return [unit for unit in battle.waiting(1 - seat) if not battle.is_confused(unit)]


@frozen
class ChooseUnit(AskAction):
    title = "Choose a unit"
    says = "A unit to activate; at the start of a turn also an enemy one; and which unit to hold, if any."
    seat: int
    first: bool = False
    rules = ("CD-ACT-2", "CD-INIT-5", "CD-HOLD-1")

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        prompt = "Which unit acts first, yours or the enemy's?" if self.first else "Activate which unit?"
        why_not = named(
            battle.units,
            gone("CD-ACT-2"),
            lambda unit: Refusal(f"{unit.does('is')} in melee", "CD-ACT-3") if unit.fighting else None,
            always("cannot be named now", "CD-INIT-5"),
        )
        return Pick(self.seat, prompt, self.options(game), rules=self.rules, why_not=why_not)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        mine = battle.side(self.seat)
        found: list[Action] = [ToActivate(battle, unit, self.seat) for unit in mine]
        if self.first:
            found += [ToActivate(battle, unit, self.seat) for unit in battle.side(1 - self.seat)]
        if can_hold(battle, self.seat):
            found += [ToHold(battle, unit, self.first) for unit in ready(battle, self.seat)]
        return found


@frozen
class ToActivate(UnitAction):
    seat: int
    """Who names it."""
    says = "It now acts with all its AP."

    @property
    def rule(self) -> str:  # type: ignore[override]
        return "CD-ACT-1" if self.unit.seat == self.seat else "CD-INIT-5"

    @property
    def key(self) -> str:
        return self.unit.id

    @property
    def label(self) -> str:
        return self.unit.name if self.unit.seat == self.seat else f"{self.unit.name} of the enemy"

    @property
    def target(self) -> str:
        return self.unit.id

    def refuse(self) -> Refusal | None:
        if self.unit.activated:
            return Refusal("it has been activated this turn", "CD-TURN-1")
        if self.unit.fighting:
            return Refusal("in melee: it fights at the end of the turn", "CD-ACT-3")
        if self.unit.id == self.battle.held:
            return Refusal("held until the enemy has finished", "CD-HOLD-1")
        if self.unit.seat != self.seat and self.battle.is_confused(self.unit):
            return Refusal("confused: it cannot be named by its enemy", "CD-INIT-5")
        return None

    def steps(self) -> Sequence[Step]:
        return [Activate(self.unit.id), NextGo(1 - self.unit.seat)]


@frozen
class ToHold(UnitAction):
    first: bool
    rule = "CD-HOLD-1"
    says = "It does nothing until the enemy has activated all of his units, and then acts last."

    @property
    def key(self) -> str:
        return f"hold:{self.unit.id}"

    @property
    def label(self) -> str:
        return f"Hold {self.unit.name}"

    @property
    def cost(self) -> str:
        counts = [len(self.battle.waiting(seat)) for seat in (self.unit.seat, 1 - self.unit.seat)]
        return f"{counts[0]} against {counts[1]}"

    @property
    def target(self) -> str:
        return self.unit.id

    def steps(self) -> Sequence[Step]:
        return [Hold(self.unit.id), NextGo(self.unit.seat, self.first)]


@frozen
class Hold(Step):
    title = "Hold"
    says = "The side with fewer units keeps one in reserve until the enemy has finished."
    unit: str
    rules = ("CD-HOLD-1",)

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        battle.held = unit.id
        game.emit(Event(f"{battle.seat_names[unit.seat]} holds {unit.name} back", self.rules, unit.seat))
