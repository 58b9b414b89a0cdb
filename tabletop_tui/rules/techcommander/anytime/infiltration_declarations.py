"""Declaring units infiltrated, or not (TC-INFIL-2): at any time, of those who have the system for it."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.action import Action, AskAction, NoAction
from tabletop_tui.engine.events import Status
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.question import Pick, Question
from tabletop_tui.engine.reactions import Offered
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.engine.standing_orders import OfferKind
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.damage.bubble_shields import around
from tabletop_tui.rules.techcommander.state.battle import HOT_DROPPED, REVEALED, Battle, Unit
from tabletop_tui.rules.techcommander.state.infiltration import has_system

HIDING = OfferKind(
    "infiltrate", "infiltrate or show", "Asked before and after actions, if you always want to be.", "TC-INFIL-2"
)


@frozen
class ToHide(Offered):
    """To say who is infiltrated and who is not."""

    seat: int
    kind = HIDING
    key, label, rule = "infiltrate", "Infiltrate or show units", "TC-INFIL-2"
    says = "Whoever has the system for it is infiltrated, or is not, as you declare; it is no action."

    @property
    def matters(self) -> bool:
        return False  # whoever can be is infiltrated anyway, unless his player has said otherwise

    def steps(self) -> Sequence[Step]:
        return [ChooseInfiltrated(self.seat)]


@frozen
class ChooseInfiltrated(AskAction):
    title = "Infiltrate or show units"
    says = "The player declares a unit infiltrated, or one that is so not."
    seat: int
    declared: tuple[str, ...] = ()
    """The units of which it was said already."""
    rules = ("TC-INFIL-1", "TC-INFIL-2")

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        able = [unit for unit in battle.side(self.seat) if has_system(unit) and unit.id not in self.declared]
        return [*(ToDeclare(battle, unit, self) for unit in able), AsItIs()]

    def question(self, game: Game[Battle]) -> Question:
        prompt = "Infiltrate or show which unit?"
        return Pick(self.seat, prompt, self.options(game), rules=self.rules, obvious=True)


@frozen
class AsItIs(NoAction):
    key, label, rule = "done", "Nobody", "TC-INFIL-2"
    says = "All stay as they are."


@frozen
class ToDeclare(Action):
    called = "Declare a unit infiltrated or not"
    battle: Battle
    unit: Unit
    asked: ChooseInfiltrated
    rule = "TC-INFIL-2"

    @property
    def key(self) -> str:
        return self.unit.id

    @property
    def label(self) -> str:
        return f"{self.unit.name} {'shows itself' if self.unit.infiltrated else 'is infiltrated'}"

    @property
    def says(self) -> str:  # type: ignore[override]
        return "Anybody may aim at it." if self.unit.infiltrated else "Nobody may aim at it until it is revealed."

    @property
    def target(self) -> str:
        return self.unit.id

    def refuse(self) -> Refusal | None:
        if self.unit.infiltrated:
            return None
        for status in (REVEALED, HOT_DROPPED):
            if self.unit.has(status):
                return Refusal(f"{status} this turn", "TC-INFIL-1")
        return Refusal("a shield reveals all in it", "TC-BUBBLE-8") if around(self.battle, self.unit) else None

    def steps(self) -> Sequence[Step]:
        asked = self.asked
        again = ChooseInfiltrated(asked.seat, (*asked.declared, self.unit.id))
        return [DeclareHidden(self.unit.id, not self.unit.infiltrated), again]


@frozen
class DeclareHidden(Step):
    title = "Infiltrate or show"
    says = "The player declares a unit infiltrated, or one that is so not; it is no action."
    unit: str
    hidden: bool
    rules = ("TC-INFIL-1", "TC-INFIL-2")

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        unit.infiltrated = self.hidden
        text = f"{unit.name} {'is infiltrated' if self.hidden else 'shows itself'}"
        game.emit(Status(text, self.rules, unit.seat, unit.id, "infiltrated", self.hidden))


def hiding(battle: Battle, seat: int) -> list[Offered]:
    """What a player may declare whenever nobody acts (TC-REACT-2)."""
    return [ToHide(seat)] if any(map(has_system, battle.side(seat))) else []
