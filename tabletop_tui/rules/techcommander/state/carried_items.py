"""What crew and troops carry, and how a thing changes hands (TC-LOOT-2, TC-UNBUT-5)."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.refusal import Refusal
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state.battle import Battle, Unit
from tabletop_tui.rules.techcommander.state.profiles import Carried, Gear, Sheet, Weapon
from tabletop_tui.table.bases import TINY


def things(unit: Unit) -> dict[str, Carried]:
    """What it carries now, by the names in its sheet."""
    carried: dict[str, Carried] = {**unit.sheet.arms, **unit.sheet.kit}
    return {name: thing for name, thing in carried.items() if name not in unit.lost_kit}


def load(unit: Unit) -> float:
    """What it carries, in kilograms."""
    return sum(thing.weight for thing in things(unit).values())


def refuse_carrying(unit: Unit, thing: Carried) -> Refusal | None:
    """Why somebody on foot cannot carry one thing more, or None."""
    if not thing.portable:
        return Refusal("nobody on foot can carry it", "TC-EQUIP-1")
    if load(unit) + thing.weight > unit.sheet.card.capacity + TINY:
        return Refusal("too heavy", "TC-EQUIP-1")
    return None


def thing_of(sheet: Sheet, copy: str) -> Carried:
    return sheet.arms.get(copy) or sheet.kit[copy]


def things_name(unit: Unit, copy: str) -> str:
    return thing_of(unit.sheet, copy).name


def with_found(sheet: Sheet, found: Sequence[Carried]) -> Sheet:
    """A sheet with more on it; what was there before keeps its names."""
    weapons = [thing for thing in found if isinstance(thing, Weapon)]
    gear = [thing for thing in found if isinstance(thing, Gear)]
    return Sheet(sheet.card, (*sheet.weapons, *weapons), (*sheet.gear, *gear), name=sheet.name, loose=sheet.loose)


@frozen
class Take(Step):
    says = "A thing changes hands, with the uses that it has left."
    unit: str
    target: str
    copy: str
    rules = ("TC-LOOT-2",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} takes {things_name(game.state.units[self.target], self.copy)} of {self.target}"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit, target = battle.units[self.unit], battle.units[self.target]
        before = {*unit.sheet.arms, *unit.sheet.kit}
        unit.found_kit = (*unit.found_kit, f"{target.id}/{self.copy}")
        target.lost_kit = (*target.lost_kit, self.copy)
        unit.sheet = with_found(unit.sheet, [thing_of(target.sheet, self.copy)])
        (new,) = {*unit.sheet.arms, *unit.sheet.kit} - before
        unit.uses = {**unit.uses, new: target.uses.get(self.copy, 0)}
        text = f"{unit.name} takes {things_name(target, self.copy)} of {target.name}"
        game.emit(Event(text, self.rules, unit.seat))
