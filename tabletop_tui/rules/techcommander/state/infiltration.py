"""Infiltration (TC-INFIL-1): who can hide, who rolls to stay hidden, and what reveals."""

from __future__ import annotations

from tabletop_tui.engine.dice import Need
from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.durations import Lasting, give, turn_end
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.modifiers import Tally
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.state import distances
from tabletop_tui.rules.techcommander.state.battle import HOT_DROPPED, REVEALED, SIDES, Battle, Unit
from tabletop_tui.rules.techcommander.state.initiative_roll import is_highest
from tabletop_tui.rules.techcommander.state.shot_targets import stand
from tabletop_tui.table.bases import TINY

STEALTH = Need(Tally("Stealth", 10, "for every unit", "TC-INFIL-6"), "at most")
NEAR = 6.0
"""So near crew and troops see who is infiltrated, in centimetres (TC-INFIL-9)."""


def has_system(unit: Unit) -> bool:
    """Whether it is crew or a troop with an infiltration system (TC-INFIL-1, TC-ECBS-3)."""
    return unit.sheet.on_foot and unit.sheet.card.infiltrates


def can_infiltrate(unit: Unit) -> bool:
    """Whether it may become infiltrated now: not after it was revealed or hot dropped this turn (TC-INFIL-1)."""
    return has_system(unit) and not unit.has(REVEALED) and not unit.has(HOT_DROPPED)


def presume(unit: Unit) -> None:
    """It is infiltrated where it can be and its player does not say otherwise (TC-INFIL-2)."""
    if can_infiltrate(unit):
        unit.infiltrated = True


def reveal(game: Game[Battle], unit: Unit, rule: str) -> None:
    """Crew or a troop is revealed to all players until the turn ends (TC-REVEALED-1, TC-REVEALED-2, TC-INFIL-7)."""
    if unit.sheet.on_foot:
        give(game, unit, Lasting(REVEALED, rule, turn_end()))


def hidden_from(battle: Battle, viewer: Unit, target: Unit) -> bool:
    """Whether a unit is infiltrated and this one does not see it all the same (TC-INFIL-3, TC-INFIL-9).

    Crew and troops that have not made a full move see it within 6. All know where it stands: only aiming is barred
    (TC-INFIL-10).
    """
    if not target.hidden or battle.allied(viewer.seat, target.seat):
        return False  # it hides from its enemies
    goes = stand(battle, viewer)  # whoever is in a hatch has moved as his carrier has
    near = viewer.sheet.on_foot and goes.moved <= goes.speed / 2 + TINY
    return not (near and distances.distance(battle, viewer, target) <= NEAR + TINY)


@frozen
class Stealth(Step):
    title = "Stealth roll"
    says = "An infiltrated unit that acts stays hidden on 10 or less; with the highest initiative it need not roll."
    unit: str
    rules = ("TC-INFIL-5", "TC-INFIL-6")

    def describe(self, game: Game[Battle]) -> str:
        return f"{self.unit} acts: does it stay hidden?"

    def run(self, game: Game[Battle]) -> None:
        battle = game.state
        unit = battle.units[self.unit]
        if not unit.hidden or is_highest(battle, unit.seat):
            return
        if not game.check(Check(unit.seat, f"{unit.name}: stealth", STEALTH, sides=SIDES, rules=self.rules)).passed:
            reveal(game, unit, "TC-INFIL-6")
