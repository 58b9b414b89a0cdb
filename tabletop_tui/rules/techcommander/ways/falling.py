"""Falls (TC-FALL-1): who loses the ground under him, or goes over an edge, dodges or takes damage by stories."""

from __future__ import annotations

from math import floor

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Event
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.damage.damage import Blow, strike
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle, Unit
from tabletop_tui.rules.techcommander.state.surface_heights import ground_under, height_of
from tabletop_tui.rules.techcommander.ways.dodging import Dodge
from tabletop_tui.rules.techcommander.ways.landing_places import Land
from tabletop_tui.table.bases import TINY

STORY = 4.0
"""How high a story is, in centimetres (TC-FALL-4)."""


def stories(unit: Unit, height: float) -> int:
    """Of a fall so high: whole ones; less than one counts as one for machines without legs or jets (TC-FALL-5)."""
    if height <= TINY:
        return 0
    excused = unit.sheet.jumps or unit.sheet.card.locomotion == "legs"
    return floor(height / STORY + TINY) or (0 if excused else 1)


def dice_of_fall(unit: Unit, height: float) -> int:
    """The D20 that are added up (TC-FALL-4)."""
    return unit.ac * stories(unit, height)


@frozen
class Fall(Step):
    says = "A unit with nothing under it may dodge if it jumps; else it falls, and takes its AC in D20 for each story."
    unit: str
    seat: int | None = None
    """Whose doing it is ..."""
    by: str = ""
    """... and which unit's, '' for none."""
    dodged: bool = False
    """Whether it has dodged the collapse already (TC-FALL-6)."""
    danger: str = ""
    """The piece from which it falls."""
    rules = ("TC-FALL-1", "TC-FALL-6")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} falls"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if not unit.on_table:
            return
        height = battle.foot(unit) - height_of(battle, ground_under(battle, unit))
        if self.dodged or height <= TINY:
            game.push(Land(self.unit))
        elif unit.sheet.jumps and dice_of_fall(unit, height):
            lands = Land(self.unit), Impact(self.unit, height, self.seat, self.by)
            game.push(Dodge(self.unit, self.danger or unit.on, "fall", lands))
        else:
            game.push(Land(self.unit), Impact(self.unit, height, self.seat, self.by))


@frozen
class Impact(Step):
    says = "As many D20 as the AC of the unit for each story that it fell, added up."
    unit: str
    height: float
    """How far it fell, in centimetres."""
    seat: int | None = None
    by: str = ""
    rules = ("TC-FALL-4", "TC-FALL-5")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} falls {self.height:g} cm"

    def run(self, game: Game[Battle]) -> None:
        unit = game.state.units[self.unit]
        dice = dice_of_fall(unit, self.height)
        game.emit(Event(f"{unit.name} falls {self.height:g} cm", self.rules, unit.seat))
        if dice:
            check = Check(unit.seat, f"{unit.name} falls", dice=dice, sides=SIDES, rules=self.rules)
            damage = game.check(check, lambda rolled: f"{rolled.total} damage").total
            strike(game, unit, Blow(damage, self.by, self.seat, cause="fall"))


@frozen
class GoOver(Step):
    says = "A unit goes over an edge and comes down on what is below."
    unit: str
    on: str
    """The surface on which it comes down ..."""
    height: float
    """... so far below, in centimetres."""
    rules = ("TC-FALL-1",)

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} goes over an edge"

    def run(self, game: Game[Battle]) -> None:
        game.state.units[self.unit].on = self.on
        game.push(Impact(self.unit, self.height))
