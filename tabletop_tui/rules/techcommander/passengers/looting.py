"""Looting (TC-LOOT-1): somebody on foot takes gear from a unit that is about to be removed, when damage is resolved."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.action import Action, AskAction, NoAction, UnitChoice
from tabletop_tui.engine.durations import Lasting, give, turn_end
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.question import Pick, Question
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.activation.action_base import UnitAction
from tabletop_tui.rules.techcommander.moving.move_choice import ChooseMove
from tabletop_tui.rules.techcommander.state.battle import LOOTED, Battle, Unit
from tabletop_tui.rules.techcommander.state.carried_items import (
    Take,
    load,
    refuse_carrying,
    thing_of,
    things,
    things_name,
    with_found,
)
from tabletop_tui.rules.techcommander.state.distances import adjacent
from tabletop_tui.rules.techcommander.state.limited_use_gear import numbered
from tabletop_tui.rules.techcommander.state.profiles import Carried
from tabletop_tui.rules.techcommander.ways.base_contact_moves import in_reach


# ---------------------------------------------------------------- the action
def refuse_loot(target: Unit) -> Refusal | None:
    """Why nothing can be taken from a unit, or None."""
    if not target.eliminated:
        return Refusal(f"{target.name} is not eliminated", "TC-LOOT-1")
    if not target.done and target.acted < target.most_actions:
        return Refusal(f"{target.name} has not acted yet", "TC-LOOT-1")
    if target.has(LOOTED):
        return Refusal(f"{target.name} was looted this turn", "TC-LOOT-1")
    return None


@frozen
class ToLoot(UnitAction):
    family, name, rule, hotkey = "move", "Loot", "TC-LOOT-1", "K"
    says = "It moves up to its speed into contact with an eliminated unit, to take from it when the turn ends."

    @classmethod
    def suits(cls, units: tuple[Unit, ...]) -> bool:
        return len(units) == 1 and units[0].on_table and units[0].sheet.on_foot

    def refuse(self) -> Refusal | None:
        others = (one for one in self.battle.on_table() if one is not self.unit and refuse_loot(one) is None)
        if not any(in_reach(self.battle, self.unit, one.id) for one in others):
            return Refusal("no eliminated unit that has acted within its speed", "TC-LOOT-1")
        return None

    def work(self) -> Sequence[Step]:
        return [ChooseMove(self.unit.id), ChooseLooted(self.unit.id)]


@frozen
class ChooseLooted(AskAction):
    title = "Choose whom to loot"
    says = "The player names the eliminated unit in base contact from which gear is taken when the turn ends."
    unit: str
    rules = ("TC-LOOT-1",)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        unit = battle.units[self.unit]
        near = [one for one in battle.on_table() if one is not unit and adjacent(one, unit) and one.eliminated]
        return [*(ToSearch(unit, one) for one in near), Leave()]

    def question(self, game: Game[Battle]) -> Question:
        unit = game.state.units[self.unit]
        return Pick(unit.seat, f"{unit.name} loots whom?", self.options(game), about=unit.id, rules=self.rules)


@frozen
class Leave(NoAction):
    key, label, rule = "done", "Nothing more", "TC-LOOT-1"
    says = "It takes nothing more."


@frozen
class ToSearch(UnitChoice):
    called = "Loot this unit"
    whom = "looted"
    unit: Unit
    looted: Unit
    rule = "TC-LOOT-1"
    says = "It is looted, and cannot be again this turn."

    def refuse(self) -> Refusal | None:
        return refuse_loot(self.looted)

    def steps(self) -> Sequence[Step]:
        return [Loot(self.unit.id, self.looted.id)]


@frozen
class Loot(Step):
    says = "The unit is looted for the rest of the turn; the exchange comes when damage is resolved."
    unit: str
    target: str
    rules = ("TC-LOOT-1", "TC-LOOT-3")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} loots {self.target}"

    def run(self, game: Game[Battle]) -> None:
        target = game.state.units[self.target]
        target.looter = self.unit
        give(game, target, Lasting(LOOTED, "TC-LOOT-1", turn_end(), by=self.unit))


# ---------------------------------------------------------------- the exchange
def steps(battle: Battle) -> list[Step]:
    """The exchanges of this turn, also with units that were repaired meanwhile (TC-LOOT-3)."""
    looted = [unit for unit in battle.units.values() if unit.looter]
    return [Exchange(unit.looter, unit.id) for unit in looted if battle.units[unit.looter].in_play]


@frozen
class Exchange(AskAction):
    title = "The exchange of a loot"
    says = "The looter drops what it likes and takes what it can carry, one thing after another."
    unit: str
    target: str
    rules = ("TC-LOOT-2",)

    def actions(self, game: Game[Battle]) -> Sequence[Action]:
        battle = game.state
        unit, target = battle.units[self.unit], battle.units[self.target]
        takes = [ToTake(unit, target, name, thing) for name, thing in things(target).items()]
        drops = [ToDrop(unit, target, name, thing) for name, thing in things(unit).items()]
        return [*takes, *drops, Finish(target)]

    def question(self, game: Game[Battle]) -> Question:
        battle = game.state
        unit, target = battle.units[self.unit], battle.units[self.target]
        room = unit.sheet.card.capacity - load(unit)
        prompt = f"{unit.name} takes what from {target.name}? ({room:g} kg free)"
        return Pick(unit.seat, prompt, self.options(game), about=unit.id, rules=self.rules)


@frozen
class ToTake(Action):
    called = "Take its gear"
    unit: Unit
    looted: Unit
    copy: str
    thing: Carried
    rule = "TC-LOOT-2"
    says = "It is his from now on, as it is."

    @property
    def key(self) -> str:
        return f"take:{self.copy}"

    @property
    def label(self) -> str:
        return f"Take {numbered(self.looted, self.copy)}"

    @property
    def cost(self) -> str:
        return f"{self.thing.weight:g} kg" if self.thing.portable else ""

    def refuse(self) -> Refusal | None:
        return refuse_carrying(self.unit, self.thing)

    def steps(self) -> Sequence[Step]:
        return [Take(self.unit.id, self.looted.id, self.copy), Exchange(self.unit.id, self.looted.id)]


@frozen
class ToDrop(Action):
    called = "Leave gear of his own"
    unit: Unit
    looted: Unit
    copy: str
    thing: Carried
    rule = "TC-LOOT-2"
    says = "It is left behind."

    @property
    def key(self) -> str:
        return f"drop:{self.copy}"

    @property
    def label(self) -> str:
        return f"Drop {numbered(self.unit, self.copy)}"

    def steps(self) -> Sequence[Step]:
        return [Drop(self.unit.id, self.copy), Exchange(self.unit.id, self.looted.id)]


@frozen
class Finish(Action):
    looted: Unit
    key, label, hotkey, rule = "done", "Nothing more", "n", "TC-LOOT-2"
    says = "The exchange is over."

    def steps(self) -> Sequence[Step]:
        return [EndLoot(self.looted.id)]


@frozen
class Drop(Step):
    says = "A thing is left behind."
    unit: str
    copy: str
    rules = ("TC-LOOT-2",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} drops {things_name(game.state.units[self.unit], self.copy)}"

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        unit.lost_kit = (*unit.lost_kit, self.copy)
        game.emit(Event(f"{unit.name} drops {things_name(unit, self.copy)}", self.rules, unit.seat))


@frozen
class EndLoot(Step):
    says = "The exchange is over."
    target: str
    rules = ("TC-LOOT-2",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.target} was looted"

    def run(self, game: Game[Battle]) -> None:
        game.state.units[self.target].looter = ""


# ---------------------------------------------------------------- what was found
def refit(battle: Battle) -> None:
    """Give every unit of a game that was opened again what it has found (TC-LOOT-2), in the order of the finds.

    A thing may have been found twice: then its finder's sheet has to be complete first.
    """
    waiting = {unit.id: list(unit.found_kit) for unit in battle.units.values() if unit.found_kit}
    while waiting:
        before = sum(map(len, waiting.values()))
        for name, finds in list(waiting.items()):
            unit = battle.units[name]
            while finds:
                owner, _, copy = finds[0].partition("/")
                sheet = battle.units[owner].sheet
                if copy not in sheet.arms and copy not in sheet.kit:
                    break
                unit.sheet = with_found(unit.sheet, [thing_of(sheet, copy)])
                finds.pop(0)
            if not finds:
                del waiting[name]
        if waiting and sum(map(len, waiting.values())) == before:
            raise ValueError(f"nobody can have found {next(iter(waiting.values()))[0]!r}")


ACTIONS: tuple[type[UnitAction], ...] = (ToLoot,)
