"""Bombardments from off the table: every unit near a point or a line of points takes its own dice."""

from __future__ import annotations

from itertools import pairwise
from math import dist

from tabletop_tui.engine.dice_check import Check
from tabletop_tui.engine.events import Reached
from tabletop_tui.engine.game import Game, Step
from tabletop_tui.engine.wording import listed
from tabletop_tui.records import frozen
from tabletop_tui.rules.techcommander.damage.damage import Blow, strike
from tabletop_tui.rules.techcommander.state.battle import SIDES, Battle, Unit
from tabletop_tui.rules.techcommander.state.shot_targets import exposed, stand
from tabletop_tui.table.bases import TINY
from tabletop_tui.table.points import Spots, spot_text
from tabletop_tui.table.polygons import off

REACH = 6.0
"""How far it reaches, measured flat to the edges of bases, in centimetres."""


def away(unit: Unit, spots: Spots) -> float:
    """How far a base is from a point, or from the line through the points, in centimetres."""
    if len(spots) == 1:
        return max(0.0, dist(unit.at, spots[0]) - unit.radius)
    return max(0.0, min(off(a, b, unit.at) for a, b in pairwise(spots)) - unit.radius)


def caught(battle: Battle, spots: Spots, reach: float = REACH) -> list[Unit]:
    """The units, friend and foe, that a bombardment takes."""
    return [unit for unit in exposed(battle) if away(stand(battle, unit), spots) <= reach + TINY]


@frozen
class Bombard(Step):
    title = "Bombardment"
    says = "Every unit within reach of the point, or of the line, takes the sum of its own dice as damage."
    seat: int
    """Who scores what it eliminates (TC-PTS-8)."""
    spots: Spots
    """The point, or the ends of the line."""
    dice: int = 4
    rules = ("TC-PTS-8",)

    def run(self, game: Game[Battle]) -> None:
        found = caught(game.state, self.spots)
        who = tuple(unit.id for unit in found)
        text = f"The bombardment reaches {listed(who) if who else 'nobody'}"
        game.emit(Reached(text, self.rules, self.seat, who, spot_text(self.spots[0])))
        for unit in found:
            check = Check(unit.seat, f"{unit.name} is bombarded", dice=self.dice, sides=SIDES, rules=self.rules)
            damage = game.check(check, lambda rolled: f"{rolled.total} damage").total
            strike(game, unit, Blow(damage, "", self.seat, cause="bombardment"))
